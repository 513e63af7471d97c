"""The calls that people know from ipctk, the Python module of IPC Toolkit, with Jostle's answers: exact verdicts, and
steps that are as long as they can be. ::

    import jostle.ipc as ipctk

>>> import jostle, numpy as np
>>> from jostle import ipc
>>> rest = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0.2, 0.2, 1], [0.3, 0.2, 2], [0.2, 0.3, 2]])
>>> faces = np.array([[0, 1, 2], [3, 4, 5]])
>>> mesh = ipc.CollisionMesh(rest, ipc.edges(faces), faces)
>>> end = rest.copy()
>>> end[3:, 2] -= 2
>>> ipc.is_step_collision_free(mesh, rest, end)
False
>>> round(ipc.compute_collision_free_stepsize(mesh, rest, end), 9)
0.5
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

import numpy as np

from . import _arrays
from ._errors import ArrayError
from ._jostle import NearContacts, Scene

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = [
    "Candidates",
    "CollisionMesh",
    "NormalCollisions",
    "compute_collision_free_stepsize",
    "edges",
    "has_intersections",
    "is_step_collision_free",
]


def edges(faces: ArrayLike) -> NDArray[np.int64]:
    """The edges of triangles, each once, the lower vertex first, sorted.

    >>> from jostle import ipc
    >>> ipc.edges([[0, 1, 2], [2, 1, 3]]).tolist()
    [[0, 1], [0, 2], [1, 2], [1, 3], [2, 3]]
    """
    own = np.asarray(_arrays.elements(faces), dtype=np.int64)
    both = np.concatenate([own[:, [0, 1]], own[:, [1, 2]], own[:, [2, 0]]])
    both.sort(axis=1)
    return np.asarray(np.unique(both, axis=0))


class CollisionMesh:
    """A surface of triangles with its positions at rest. Edges and vertices that are of no triangle are refused: they
    are not compared here."""

    def __init__(
        self, rest_positions: ArrayLike, edges: Optional[ArrayLike] = None, faces: Optional[ArrayLike] = None
    ) -> None:
        self.rest_positions: NDArray[np.float64] = _arrays.points(rest_positions, "rest_positions").copy()
        empty = np.zeros((0, 3), np.int64)
        self.faces: NDArray[np.int64] = np.asarray(_arrays.elements(empty if faces is None else faces), np.int64)
        own = _edges(self.faces)
        self.edges: NDArray[np.int64] = own if edges is None else np.asarray(edges, np.int64).reshape(-1, 2)
        loose = {(int(a), int(b)) for a, b in np.sort(self.edges, axis=1)} - {(int(a), int(b)) for a, b in own}
        if loose:
            raise ArrayError(f"the edge {min(loose)} is of no face; edges by themselves are not compared")
        self._scene = Scene()
        self._scene.add("mesh", (self.rest_positions, self.faces), self_collision=True)

    @property
    def num_vertices(self) -> int:
        """How many vertices there are."""
        return len(self.rest_positions)

    @property
    def num_edges(self) -> int:
        """How many edges there are."""
        return len(self.edges)

    @property
    def num_faces(self) -> int:
        """How many faces there are."""
        return len(self.faces)

    def _at(self, vertices: ArrayLike) -> Scene:
        self._scene.move(0, vertices)
        return self._scene


_edges = edges


def is_step_collision_free(
    mesh: CollisionMesh,
    vertices_t0: ArrayLike,
    vertices_t1: ArrayLike,
    min_distance: float = 0.0,
    broad_phase: Any = None,
    narrow_phase_ccd: Any = None,
) -> bool:
    """Whether nothing touches, or comes within `min_distance`, on straight lines from one to the other. Exact.

    `broad_phase` and `narrow_phase_ccd` are there so that calls need no change, and make no difference.
    """
    return not mesh._at(vertices_t0).impacts(vertices_t1, first=True, thickness=min_distance)


def compute_collision_free_stepsize(
    mesh: CollisionMesh,
    vertices_t0: ArrayLike,
    vertices_t1: ArrayLike,
    min_distance: float = 0.0,
    broad_phase: Any = None,
    narrow_phase_ccd: Any = None,
) -> float:
    """How far the step can go so that nothing touches, or comes within `min_distance`: from 0 to 1."""
    return mesh._at(vertices_t0).free_step(vertices_t1, thickness=min_distance)


def has_intersections(mesh: CollisionMesh, vertices: ArrayLike, broad_phase: Any = None) -> bool:
    """Whether the mesh crosses itself. Exact."""
    return bool(mesh._at(vertices).collide(containment=False, output="first"))


# The columns of candidates, by the names that ipctk has for them.
EDGE_EDGE = np.dtype([("edge0_id", np.int64), ("edge1_id", np.int64)])
FACE_VERTEX = np.dtype([("face_id", np.int64), ("vertex_id", np.int64)])


class Candidates:
    """Pairs of edges, and of faces and vertices, whose boxes overlap."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Forgets all pairs."""
        self.ee_candidates: Any = np.recarray(0, dtype=EDGE_EDGE)
        self.fv_candidates: Any = np.recarray(0, dtype=FACE_VERTEX)
        self._vertex_faces: NDArray[np.int64] = np.zeros((0, 4), np.int64)
        self._edge_edges: NDArray[np.int64] = np.zeros((0, 4), np.int64)

    def build(
        self,
        mesh: CollisionMesh,
        vertices: ArrayLike,
        vertices_t1: Any = None,
        inflation_radius: float = 0.0,
        broad_phase: Any = None,
    ) -> None:
        """Finds the pairs at rest, or along a step if `vertices_t1` is given. Boxes are inflated by a radius each, which may
        also be given third, as ipctk has it for meshes at rest."""
        if vertices_t1 is not None and np.ndim(vertices_t1) == 0:
            inflation_radius, vertices_t1 = float(vertices_t1), None
        scene = mesh._at(vertices)
        found = scene.candidates(vertices_t1, distance=2 * inflation_radius)
        self._vertex_faces, self._edge_edges = found
        ee, fv = self._edge_edges, self._vertex_faces
        sides = [_rows_of(mesh.edges, ee[:, :2]), _rows_of(mesh.edges, ee[:, 2:])]
        self.ee_candidates = np.rec.fromarrays(sides, dtype=EDGE_EDGE)
        sides = [_rows_of(mesh.faces, fv[:, 1:]), fv[:, 0]]
        self.fv_candidates = np.rec.fromarrays(sides, dtype=FACE_VERTEX)

    def __len__(self) -> int:
        return len(self._vertex_faces) + len(self._edge_edges)

    def empty(self) -> bool:
        """Whether there are none."""
        return len(self) == 0

    def is_step_collision_free(
        self,
        mesh: CollisionMesh,
        vertices_t0: ArrayLike,
        vertices_t1: ArrayLike,
        min_distance: float = 0.0,
        narrow_phase_ccd: Any = None,
    ) -> bool:
        """Whether none of the pairs touches in the step."""
        return bool(np.isinf(self._first(vertices_t0, vertices_t1, min_distance)))

    def compute_collision_free_stepsize(
        self,
        mesh: CollisionMesh,
        vertices_t0: ArrayLike,
        vertices_t1: ArrayLike,
        min_distance: float = 0.0,
        narrow_phase_ccd: Any = None,
    ) -> float:
        """How far the step can go so that none of the pairs touches: from 0 to 1."""
        return min(1.0, self._first(vertices_t0, vertices_t1, min_distance))

    def _first(self, vertices_t0: ArrayLike, vertices_t1: ArrayLike, min_distance: float) -> float:
        from . import impact

        start, end = _arrays.points(vertices_t0, "vertices_t0"), _arrays.points(vertices_t1, "vertices_t1")
        first = np.inf
        for test, quads in ((impact.vertex_face, self._vertex_faces), (impact.edge_edge, self._edge_edges)):
            if len(quads):
                first = min(first, float(test(start[quads], end[quads], thickness=min_distance)[1].min()))
        return first


def _rows_of(table: NDArray[np.int64], wanted: NDArray[np.int64]) -> NDArray[np.int64]:
    """The row of a table that each wanted row is, whatever the order within rows."""
    both = np.sort(np.concatenate([table, wanted]), axis=1)
    _, first, inverse = np.unique(both, axis=0, return_index=True, return_inverse=True)
    return np.asarray(first[np.ravel(inverse)[len(table) :]])


class NormalCollisions:
    """Features that are nearer to each other than a distance, by type, as arrays."""

    def __init__(self) -> None:
        self._found: Optional[NearContacts] = None

    def build(self, mesh: CollisionMesh, vertices: ArrayLike, dhat: float, dmin: float = 0.0, broad_phase: Any = None) -> None:
        """Finds all that are nearer than `dhat`, and `dmin` beside."""
        self._found = mesh._at(vertices).contacts(dhat + dmin, mollified=True, rest=mesh.rest_positions)

    def _rows(self, name: str) -> Any:
        if self._found is None:
            raise ArrayError("nothing was built yet; call build first")
        return getattr(self._found, name)

    @property
    def vv_collisions(self) -> Any:
        """Two vertices."""
        return self._rows("vertex_vertex")

    @property
    def ev_collisions(self) -> Any:
        """An edge and a vertex."""
        return self._rows("edge_vertex")

    @property
    def ee_collisions(self) -> Any:
        """Two edges."""
        return self._rows("edge_edge")

    @property
    def fv_collisions(self) -> Any:
        """A face and a vertex."""
        return self._rows("face_vertex")

    def compute_minimum_distance(self, mesh: CollisionMesh, vertices: ArrayLike) -> float:
        """The square of the least distance, as ipctk has it; infinite if there is nothing near."""
        return self._found.least_distance**2 if self._found is not None else np.inf

    def empty(self) -> bool:
        """Whether there are none."""
        return len(self) == 0

    def __len__(self) -> int:
        return 0 if self._found is None else len(self._found)
