"""Volumes of solids, closed surfaces or bodies of tetrahedra, and what two have in common.

>>> import jostle
>>> jostle.volume.of(jostle.shapes.box_surface([1, 2, 3]))
6.0
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional

from ._jostle import Overlap
from ._queries import scene_of

if TYPE_CHECKING:
    from ._types import MeshLike

__all__ = ["Overlap", "of", "overlap"]


def of(mesh: MeshLike) -> float:
    """The volume of a solid."""
    return scene_of(mesh).volume(0)


def overlap(a: MeshLike, b: MeshLike, *, threads: Optional[int] = None) -> Overlap:
    """What two solids have in common: its volume, the area of its surface and its centre.

    >>> import jostle
    >>> box = jostle.shapes.box_surface([2, 2, 2])
    >>> round(jostle.volume.overlap(box, box.translated([1.5, 0.25, 0.125])).volume, 12)
    1.640625
    """
    return scene_of(a, b).overlap(0, 1, threads=threads)
