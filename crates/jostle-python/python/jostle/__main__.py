"""``python -m jostle`` is the command ``jostle``."""

import sys

from ._command_line import main

sys.exit(main())
