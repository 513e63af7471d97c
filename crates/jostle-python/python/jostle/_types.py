"""What functions take, for type checkers."""

from __future__ import annotations

from typing import Any, Mapping, Protocol, Tuple, Union

from numpy.typing import ArrayLike

from ._jostle import Scene
from ._mesh import Mesh


class HasVerticesAndFaces(Protocol):
    """Such as trimesh.Trimesh."""

    @property
    def vertices(self) -> Any: ...

    @property
    def faces(self) -> Any: ...


class HasPoints(Protocol):
    """Such as meshio.Mesh, pyvista.PolyData and pyvista.UnstructuredGrid."""

    @property
    def points(self) -> Any: ...


MeshLike = Union[Mesh, Tuple[ArrayLike, ArrayLike], HasVerticesAndFaces, HasPoints]
SceneLike = Union[MeshLike, Scene, Mapping[str, MeshLike]]
ObjectLike = Union[int, str]
EndLike = Union[ArrayLike, Mapping[int, ArrayLike], Mapping[str, ArrayLike]]
