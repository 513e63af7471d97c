"""The command ``jostle``."""

from __future__ import annotations

import sys

from . import _jostle


def main() -> int:
    """Runs the command line with the arguments of this process."""
    return _jostle.command_line(["jostle", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
