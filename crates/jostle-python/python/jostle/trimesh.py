"""The collision manager of trimesh, with Jostle's answers: the same calls, so that a switch is one import. ::

    from jostle.trimesh import CollisionManager   # in place of trimesh.collision

It needs neither python-fcl nor trimesh itself: meshes are whatever has vertices and faces. Answers are exact, and all
contacts are returned: one for each pair of triangles that meet.

As in trimesh, meshes are surfaces: one that is wholly inside another without touching it does not collide, unless the
manager is made with ``containment=True``.

>>> import jostle
>>> from jostle.trimesh import CollisionManager
>>> manager = CollisionManager()
>>> manager.add_object("left", jostle.shapes.icosphere(3))
>>> manager.add_object("right", jostle.shapes.icosphere(3), [[1, 0, 0, 1.5], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
>>> manager.in_collision_internal(return_names=True)
(True, {('left', 'right')})
>>> manager.set_transform("right", [[1, 0, 0, 2.5], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
>>> manager.min_distance_internal()
0.5
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Mapping, Optional, Set, Tuple, Union

import numpy as np

from . import _arrays
from ._errors import ArrayError
from ._jostle import Collisions, Scene

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ._types import MeshLike

__all__ = ["CollisionManager", "ContactData", "DistanceData", "scene_to_collision"]

# The name of a mesh that is in no manager, as trimesh has it.
EXTERNAL = "__external"
NOTHING = (np.zeros((0, 3)), np.zeros((0, 3), np.int64))
# What callers get: a verdict or a distance, and names and contacts if they ask.
Names = Union[Set[str], Set[Tuple[str, str]]]


class ContactData:
    """Two triangles that meet: where, in which direction they can be parted, and how deep."""

    __slots__ = ("_names", "_elements", "_point", "_normal", "_depth")

    def __init__(
        self,
        names: Tuple[str, str],
        elements: Tuple[int, int],
        point: NDArray[np.float64],
        normal: NDArray[np.float64],
        depth: float,
    ) -> None:
        # There are many of these, and few are looked at.
        self._names, self._elements = names, elements
        self._point, self._normal, self._depth = point, normal, depth

    @property
    def names(self) -> Set[str]:
        """The names of the two objects."""
        return set(self._names)

    @property
    def point(self) -> NDArray[np.float64]:
        """Where they meet."""
        return self._point

    @property
    def normal(self) -> NDArray[np.float64]:
        """The direction of the shortest move that parts them, of unit length."""
        return self._normal

    @property
    def depth(self) -> float:
        """The length of that move."""
        return self._depth

    def index(self, name: str) -> int:
        """The triangle of one of the two objects."""
        return dict(zip(self._names, self._elements))[name]

    def __repr__(self) -> str:
        return f"<ContactData of {sorted(self.names)}: depth {self.depth:g}>"


class DistanceData:
    """Two objects that are nearest: how far apart they are, and where."""

    def __init__(
        self,
        names: Tuple[str, str],
        distance: float,
        points: Optional[NDArray[np.float64]],
        elements: Optional[Tuple[int, int]],
    ) -> None:
        self.names: Set[str] = set(names)
        self._distance = distance
        self._points = {} if points is None else dict(zip(names, points))
        self._elements = {} if elements is None else dict(zip(names, elements))

    @property
    def distance(self) -> float:
        """How far apart they are; zero if they meet."""
        return self._distance

    def point(self, name: str) -> Optional[NDArray[np.float64]]:
        """The nearest point of one of the two; nothing if they meet."""
        return self._points.get(name)

    def index(self, name: str) -> Optional[int]:
        """The nearest triangle of one of the two; nothing if they meet."""
        return self._elements.get(name)

    def __repr__(self) -> str:
        return f"<DistanceData of {sorted(self.names)}: {self.distance:g}>"


class _Placed:
    """A mesh of the manager, as it was added."""

    def __init__(self, object: int, vertices: NDArray[np.float64], elements: Any) -> None:
        self.object, self.vertices, self.elements = object, vertices, elements

    def moved(self, transform: Optional[ArrayLike]) -> NDArray[np.float64]:
        if transform is None:
            return self.vertices
        matrix = _arrays.affine(transform)
        return np.asarray(self.vertices @ matrix[:, :3].T + matrix[:, 3])


def _placed(mesh: MeshLike, object: int) -> _Placed:
    vertices, elements = _arrays.vertices_and_elements(mesh)
    return _Placed(object, _arrays.points(vertices, "vertices"), _arrays.elements(elements))


class CollisionManager:
    """Named meshes, each with a transform, and what touches what of them."""

    def __init__(self, *, containment: bool = False) -> None:
        self._containment = containment
        self._scene = Scene()
        # A mesh that is only asked about is put here; otherwise it is empty.
        self._external = self._scene.add(EXTERNAL, NOTHING)
        self._objects: Dict[str, _Placed] = {}
        # Numbers of objects that were removed, and are empty until they are used again.
        self._free: List[int] = []

    def add_object(self, name: str, mesh: MeshLike, transform: Optional[ArrayLike] = None) -> None:
        """Adds a mesh under a name, moved by a (4, 4) matrix; one with the same name is replaced."""
        placed = _placed(mesh, -1)
        moved = placed.moved(transform)
        if name in self._objects:
            self.remove_object(name)
        if self._free:
            placed.object = self._free.pop()
            self._scene.replace(placed.object, (moved, placed.elements))
            self._scene.rename(placed.object, name)
        else:
            placed.object = self._scene.add(name, (moved, placed.elements))
        self._objects[name] = placed

    def remove_object(self, name: str) -> None:
        """Removes a mesh."""
        placed = self._find(name)
        self._scene.replace(placed.object, NOTHING)
        self._free.append(placed.object)
        del self._objects[name]

    def set_transform(self, name: str, transform: ArrayLike) -> None:
        """Puts a mesh where a (4, 4) matrix takes it from where it was added."""
        placed = self._find(name)
        self._scene.move(placed.object, placed.moved(transform))

    def _find(self, name: str) -> _Placed:
        if name not in self._objects:
            raise ValueError(f"there is no object {name!r} in the manager; there are {sorted(self._objects)}")
        return self._objects[name]

    def in_collision_single(
        self,
        mesh: MeshLike,
        transform: Optional[ArrayLike] = None,
        return_names: bool = False,
        return_data: bool = False,
    ) -> Any:
        """Whether a mesh collides with any of the manager: a verdict; with `return_names`, the names of those that it
        collides with; with `return_data`, a contact for each pair of triangles."""
        external = _placed(mesh, self._external)
        self._scene.replace(self._external, (external.moved(transform), external.elements))
        try:
            exclude = self._pairs(self._objects)
            found = self._collide(self._scene, exclude, return_names, return_data)
            contacts = self._contacts(self._scene, found, self._names()) if return_data else []
        finally:
            self._scene.replace(self._external, NOTHING)
        names = {name for pair in self._colliding(found, self._names()) for name in pair} - {EXTERNAL}
        return _answer(bool(found), names, contacts, return_names, return_data)

    def in_collision_internal(self, return_names: bool = False, return_data: bool = False) -> Any:
        """Whether any two meshes of the manager collide; `return_names` gives pairs of names."""
        found = self._collide(self._scene, [], return_names, return_data)
        contacts = self._contacts(self._scene, found, self._names()) if return_data else []
        return _answer(bool(found), self._colliding(found, self._names()), contacts, return_names, return_data)

    def in_collision_other(
        self, other_manager: CollisionManager, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """Whether any mesh of this manager collides with any of another; `return_names` gives pairs of names, that of
        this manager first."""
        scene, names, own = self._both(other_manager)
        found = self._collide(scene, [], return_names, return_data)
        pairs = self._colliding(found, names, own)
        contacts = self._contacts(scene, found, names) if return_data else []
        return _answer(bool(found), pairs, contacts, return_names, return_data)

    def min_distance_single(
        self,
        mesh: MeshLike,
        transform: Optional[ArrayLike] = None,
        return_name: bool = False,
        return_data: bool = False,
    ) -> Any:
        """How far a mesh is from the nearest of the manager; zero if it collides."""
        external = _placed(mesh, self._external)
        self._scene.replace(self._external, (external.moved(transform), external.elements))
        try:
            pairs = [(self._external, placed.object) for placed in self._objects.values()]
            data = self._nearest(self._scene, pairs, self._names())
        finally:
            self._scene.replace(self._external, NOTHING)
        name = next(iter(data.names - {EXTERNAL}), None)
        return _distance(data, name, return_name, return_data)

    def min_distance_internal(self, return_names: bool = False, return_data: bool = False) -> Any:
        """How far apart the two nearest meshes of the manager are; zero if they collide."""
        data = self._nearest(self._scene, self._pairs(self._objects), self._names())
        return _distance(data, tuple(sorted(data.names)), return_names, return_data)

    def min_distance_other(
        self, other_manager: CollisionManager, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """How far apart the nearest meshes of this manager and of another are; zero if they collide."""
        scene, names, own = self._both(other_manager)
        others = [object for object in names if object not in own]
        data = self._nearest(scene, [(a, b) for a in sorted(own) for b in others], names)
        return _distance(data, data.order, return_names, return_data)

    def _names(self) -> Dict[int, str]:
        return {self._external: EXTERNAL, **{own.object: name for name, own in self._objects.items()}}

    def _pairs(self, names: Iterable[str]) -> List[Tuple[int, int]]:
        objects = [self._objects[name].object for name in names]
        return [(a, b) for i, a in enumerate(objects) for b in objects[i + 1 :]]

    def _collide(
        self, scene: Scene, exclude: List[Tuple[int, int]], return_names: bool, return_data: bool
    ) -> Collisions:
        output: Any = "pairs" if return_names or return_data else "first"
        return scene.collide(exclude=exclude, containment=self._containment, output=output)

    def _colliding(
        self, found: Collisions, names: Mapping[int, str], first: Optional[Set[int]] = None
    ) -> Set[Tuple[str, str]]:
        """Pairs of names; those of `first` come first, or else the lesser name."""
        pairs = {(int(a), int(b)) for a, b in np.unique(found.objects, axis=0)}
        pairs |= {(int(a), int(b)) for a, b in found.inside}
        if first is None:
            return {(min(names[a], names[b]), max(names[a], names[b])) for a, b in pairs}
        return {(names[a], names[b]) if a in first else (names[b], names[a]) for a, b in pairs}

    def _contacts(self, scene: Scene, found: Collisions, names: Mapping[int, str]) -> List[ContactData]:
        points, normals, depths = scene.pair_contacts(found)
        rows = zip(found.objects.tolist(), found.pairs.tolist(), points, normals, depths.tolist())
        return [
            ContactData((names[a], names[b]), (i, j), point, normal, depth)
            for (a, b), (i, j), point, normal, depth in rows
        ]

    def _both(self, other: CollisionManager) -> Tuple[Scene, Dict[int, str], Set[int]]:
        """A scene of both managers, in which only objects of different ones are compared."""
        scene = Scene()
        names: Dict[int, str] = {}
        own: Set[int] = set()
        for manager, layers in ((self, (1, 2)), (other, (2, 1))):
            for name, placed in manager._objects.items():
                object = scene.add(name, manager._scene.mesh(placed.object), layers=layers)
                names[object] = name
                if manager is self:
                    own.add(object)
        return scene, names, own

    def _nearest(self, scene: Scene, pairs: List[Tuple[int, int]], names: Mapping[int, str]) -> _Nearest:
        """The nearest of pairs of objects; boxes tell which can be."""
        boxes = {object: scene.bounds(object) for pair in pairs for object in pair}

        def gap(pair: Tuple[int, int]) -> float:
            a, b = boxes[pair[0]], boxes[pair[1]]
            # Rounded down, so that no box is farther than what is in it.
            return float(np.maximum(np.maximum(a[0] - b[1], b[0] - a[1]), 0.0).max() * (1 - 1e-15))

        best: Optional[_Nearest] = None
        for pair in sorted(pairs, key=gap):
            if best is not None and gap(pair) > best.distance:
                break
            found = self._distance(scene, pair, names)
            if best is None or found.distance < best.distance:
                best = found
            if best.distance == 0.0:
                break
        if best is None:
            raise ArrayError("there is nothing to measure a distance to; add objects first")
        return best

    def _distance(self, scene: Scene, pair: Tuple[int, int], names: Mapping[int, str]) -> _Nearest:
        a, b = pair
        order = (names[a], names[b])
        found = scene.distance(a, b)
        if found.inside is None or found.pairs or self._containment:
            return _Nearest(order, found.distance, found.points, found.elements)
        # One surface is inside the other: some vertex is this near, and the nearest elements are as near or nearer.
        outer = b if found.inside == a else a
        bound = float(scene.closest(scene.vertices(found.inside), object=outer).distance.min())
        near = scene.within(bound * (1 + 1e-12), among=[a, b], self_pairs=False)
        nearest = near.object_distances[0]
        i, j = nearest.elements
        return _Nearest(order, nearest.distance, None, (i, j) if nearest.objects == (a, b) else (j, i))


class _Nearest(DistanceData):
    def __init__(
        self,
        order: Tuple[str, str],
        distance: float,
        points: Optional[NDArray[np.float64]],
        elements: Optional[Tuple[int, int]],
    ) -> None:
        super().__init__(order, distance, points, elements)
        self.order = order


def _answer(verdict: bool, names: Names, contacts: List[ContactData], with_names: bool, with_data: bool) -> Any:
    if with_names and with_data:
        return verdict, names, contacts
    if with_names:
        return verdict, names
    return (verdict, contacts) if with_data else verdict


def _distance(data: DistanceData, names: Any, with_names: bool, with_data: bool) -> Any:
    if with_names and with_data:
        return data.distance, names, data
    if with_names:
        return data.distance, names
    return (data.distance, data) if with_data else data.distance


def scene_to_collision(scene: Any) -> Tuple[CollisionManager, Dict[str, Any]]:
    """A manager of the nodes of a `trimesh.Scene`, and their geometry by name."""
    manager = CollisionManager()
    geometry: Dict[str, Any] = {}
    for node in scene.graph.nodes_geometry:
        transform, name = scene.graph[node]
        manager.add_object(node, scene.geometry[name], transform)
        geometry[node] = scene.geometry[name]
    return manager, geometry
