"""What touches while vertices move on straight lines from one frame to the next, and when first. Exact: what passes
through between two frames is not missed, and nothing is imagined.

>>> import jostle
>>> from jostle import impact
>>> floor = jostle.shapes.cloth(8, 8, [4, 4])
>>> ball = jostle.shapes.icosphere(2, 0.25).translated([0.01, 0.02, 0.75])
>>> scene = jostle.Scene({"floor": floor, "ball": ball})
>>> round(impact.free_step(scene, {"ball": ball.vertices - [0, 0, 1]}), 9)
0.5
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional

from ._jostle import Impacts, Scene, edge_edge, vertex_face
from ._queries import scene_of

if TYPE_CHECKING:
    from ._types import EndLike, SceneLike

__all__ = ["Impacts", "edge_edge", "find", "free_step", "vertex_face"]


def _moving(start: SceneLike) -> Scene:
    return start if isinstance(start, Scene) else scene_of(start, self_collision=True)


def find(
    start: SceneLike,
    end: EndLike,
    *,
    first: bool = False,
    thickness: float = 0.0,
    tolerance: float = 0.0,
    threads: Optional[int] = None,
) -> Impacts:
    """Finds the vertices and faces and the edges that touch during a step, and when each first does.

    start: a `Scene`, or a mesh, which is compared with itself. end: where the vertices are at the end of the step:
    {object: positions} for the objects that move, or one array for all vertices. first: only the first impact.
    thickness: what comes within this distance counts, and no time is late. tolerance: how long the intervals of time
    may be; 0 is for neighbouring numbers.

    >>> import jostle
    >>> from jostle import impact
    >>> triangles = ([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0.2, 0.2, 1], [0.3, 0.2, 2], [0.2, 0.3, 2]], [[0, 1, 2], [3, 4, 5]])
    >>> end = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0.2, 0.2, -1], [0.3, 0.2, 1], [0.2, 0.3, 1]]
    >>> impacts = impact.find(triangles, end)
    >>> impacts.vertices.tolist(), impacts.t_lo.tolist()
    ([[3, 0, 1, 2]], [0.5])
    """
    return _moving(start).impacts(end, first=first, thickness=thickness, tolerance=tolerance, threads=threads)


def free_step(
    start: SceneLike, end: EndLike, *, thickness: float = 0.0, threads: Optional[int] = None
) -> float:
    """How far the step can go so that nothing touches, or comes within the thickness: from 0 to 1."""
    return _moving(start).free_step(end, thickness=thickness, threads=threads)
