"""A mesh is vertices and elements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Mesh(NamedTuple):
    """Vertices, (n, 3) float64, and elements, (m, 3) for triangles or (m, 4) for tetrahedra, int64.

    It is a pair, so that ``vertices, elements = mesh`` works, and ``trimesh.Trimesh(*mesh)``; and every function of this
    package takes ``(vertices, elements)`` in its place.

    >>> import jostle
    >>> ball = jostle.shapes.icosphere(2)
    >>> ball
    <jostle.Mesh of 162 vertices, 320 triangles>
    >>> ball.translated([5, 0, 0]).bounds.tolist()
    [[4.0, -1.0, -1.0], [6.0, 1.0, 1.0]]
    """

    vertices: NDArray[np.float64]
    elements: NDArray[np.int64]

    @property
    def kind(self) -> str:
        """``"triangle"`` or ``"tetrahedron"``."""
        return "triangle" if self.elements.shape[1] == 3 else "tetrahedron"

    @property
    def bounds(self) -> NDArray[np.float64]:
        """The least and the greatest coordinates, as (2, 3)."""
        return np.array([self.vertices.min(axis=0), self.vertices.max(axis=0)])

    def translated(self, by: Any) -> Mesh:
        """The same elsewhere."""
        return Mesh(self.vertices + np.asarray(by, dtype=np.float64), self.elements)

    def scaled(self, by: Any) -> Mesh:
        """The same larger or smaller, by one number or by one for each axis."""
        return Mesh(self.vertices * np.asarray(by, dtype=np.float64), self.elements)

    def __repr__(self) -> str:
        plural = {"triangle": "triangles", "tetrahedron": "tetrahedra"}[self.kind]
        elements = f"{len(self.elements):,} {self.kind if len(self.elements) == 1 else plural}"
        return f"<jostle.Mesh of {len(self.vertices):,} vertices, {elements}>"
