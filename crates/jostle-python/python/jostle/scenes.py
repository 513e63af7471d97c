"""The one list of scenes: bodies that move, deform, tear and fall apart by formula, as ``jostle bench --list`` shows
them.

>>> import jostle
>>> "falling" in jostle.scenes.names()
True
"""

from ._jostle import RESOLUTIONS, AnimatedScene, build, names

__all__ = ["RESOLUTIONS", "AnimatedScene", "build", "names"]
