"""Queries about meshes that are in no scene, or in one: each makes a scene of what it is given, and asks it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Mapping, Optional, Tuple, Union

from . import _jostle
from ._jostle import (
    Certificate,
    ClosestPoints,
    Collisions,
    Distance,
    IntersectionCurve,
    NearContacts,
    ObjectDepth,
    Picture,
    PointDepths,
    RayHits,
    Scene,
)
from ._errors import ArrayError
from ._mesh import Mesh

if TYPE_CHECKING:
    import os

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from ._jostle import Backend, Output
    from ._types import MeshLike, SceneLike


def scene_of(*given: SceneLike, self_collision: bool = False) -> Scene:
    """A scene as it is, or one of meshes."""
    if len(given) == 1:
        only = given[0]
        if isinstance(only, Scene):
            return only
        if not isinstance(only, tuple) and isinstance(only, Mapping):
            scene = Scene()
            for name, mesh in only.items():
                scene.add(name, mesh, self_collision=self_collision)
            return scene
    for own in given:
        # Most meshes are tuples, which take no time to tell from what else there may be.
        if not isinstance(own, tuple) and isinstance(own, (Scene, Mapping)):
            raise ArrayError("a scene was given beside others; give one scene, or meshes")
    return _jostle.scene_of_meshes(given, self_collision)


def several(*given: SceneLike, self_collision: bool = False) -> Scene:
    """A scene as it is, or one of meshes of which there is something to compare: what was not tested is not free."""
    if len(given) < 2 and not self_collision:
        only = given[0] if given else None
        count = len(only) if isinstance(only, Mapping) else len(given)
        if count < 2 and not isinstance(only, Scene):
            what = "one mesh was" if count == 1 else "no meshes were"
            raise ArrayError(f"{what} given, and there is nothing to compare; give two or more, or ask for its own pairs")
    return scene_of(*given, self_collision=self_collision)


def collide(
    *meshes: SceneLike,
    self_pairs: bool = False,
    containment: bool = True,
    output: Output = "pairs",
    threads: Optional[int] = None,
    backend: Backend = "cpu",
) -> Collisions:
    """Finds what touches what: all pairs of elements of different meshes that intersect, and meshes wholly inside closed
    ones. Exact for any finite coordinates: touching counts, nothing is missed, and nothing is found that is not there.

    Parameters
    ----------
    meshes
        Two meshes or more, a dictionary of them, or one `Scene`. A mesh is ``(vertices, elements)``: an array of (n, 3)
        numbers, and one of (m, 3) indices for triangles or (m, 4) for tetrahedra. Meshes of trimesh, meshio and pyvista
        are taken as they are. float64 vertices in C order are read in place.
    self_pairs
        Whether meshes are compared with themselves as well; in a scene, those objects are that it says.
    containment
        Whether meshes inside others are looked for.
    output
        ``"pairs"``; ``"set"``, only which elements collide; ``"first"``, only the first pair; ``"count"``, only how many.
    threads
        How many; all cores if not given. The answer does not depend on it.
    backend
        ``"cpu"``, ``"gpu"``, or ``"auto"`` for the faster of both. The answer does not depend on it.

    Returns
    -------
    Collisions
        True if anything collides. ``pairs`` is an array of (m, 2) elements, ``objects`` one of (m, 2) meshes, both
        counted from 0; ``colliding_elements(i)`` are those of mesh i; ``inside`` lists meshes inside others.

    Raises
    ------
    ArrayError, MeshError
        For arrays and meshes that cannot be used; the message names the element and says what to do.

    Examples
    --------
    >>> import jostle
    >>> floor = ([[-1, -1, 0], [1, -1, 0], [0, 2, 0]], [[0, 1, 2]])
    >>> wall = ([[0, 0, -1], [0, 1, -1], [0, 0, 1]], [[0, 1, 2]])
    >>> collisions = jostle.collide(floor, wall)
    >>> collisions
    <jostle.Collisions: 1 pair of 2 elements>
    >>> collisions.pairs
    array([[0, 0]])
    """
    if len(meshes) == 1 and isinstance(meshes[0], Scene):
        return meshes[0].collide(
            self_pairs=True, containment=containment, output=output, threads=threads, backend=backend
        )
    scene = several(*meshes, self_collision=self_pairs)
    return scene.collide(containment=containment, output=output, threads=threads, backend=backend)


def self_collide(
    mesh: SceneLike, *, output: Output = "pairs", threads: Optional[int] = None, backend: Backend = "cpu"
) -> Collisions:
    """Finds where a mesh crosses itself: all pairs of its elements that intersect. Elements that share vertices count
    only if they meet elsewhere too, so a valid mesh has none, and a folded or inverted neighbour is found.

    `mesh` is what `collide` takes. Of a scene or a dictionary, each object is compared with itself.

    >>> import jostle
    >>> jostle.self_collide(jostle.shapes.torus_knot(2, 3, 0.3))
    <jostle.Collisions: no pairs>
    >>> bool(jostle.self_collide(jostle.shapes.torus_knot(2, 3, 1.5)))
    True
    """
    return scene_of(mesh).self_collide(output=output, threads=threads, backend=backend)


def require_distance(function: str, distance: object) -> None:
    """Refuses a mesh in the place of the distance, which comes first."""
    if not hasattr(distance, "__float__") and not hasattr(distance, "__index__"):
        raise TypeError(
            f"the distance comes first, and an object of class {type(distance).__name__} is no number; "
            f"write jostle.{function}(0.1, ...)"
        )


def within(
    distance: float,
    *meshes: SceneLike,
    self_pairs: bool = False,
    output: Output = "pairs",
    threads: Optional[int] = None,
) -> Collisions:
    """Finds all pairs of elements that are at most a distance apart, decided exactly, and how far apart each is.

    `meshes` are those of `collide`. ``distances`` of the answer has a row for each pair, ``object_distances`` the nearest
    pair of each two meshes.

    >>> import jostle
    >>> ball = jostle.shapes.icosphere(3)
    >>> near = jostle.within(0.3, ball, ball.translated([2.25, 0, 0]))
    >>> round(float(near.distances.min()), 9)
    0.25
    """
    require_distance("within", distance)
    if len(meshes) == 1 and isinstance(meshes[0], Scene):
        return meshes[0].within(distance, output=output, threads=threads)
    return several(*meshes, self_collision=self_pairs).within(distance, output=output, threads=threads)


def distance(a: MeshLike, b: MeshLike, *, threads: Optional[int] = None) -> Distance:
    """How far apart two meshes are, with the nearest points and the elements they are on; zero if they overlap.

    >>> import jostle
    >>> ball = jostle.shapes.icosphere(3)
    >>> jostle.distance(ball, ball.translated([2.5, 0, 0])).distance
    0.5
    """
    return scene_of(a, b).distance(0, 1, threads=threads)


def object_depth(
    a: MeshLike,
    b: MeshLike,
    *,
    tolerance: Optional[float] = None,
    most_evaluations: Optional[int] = None,
    threads: Optional[int] = None,
) -> Optional[ObjectDepth]:
    """How deep two meshes are in each other: the length of the shortest move that parts them, as a range, and a move
    that was tested to part them; ``None`` if they are apart.

    >>> import jostle
    >>> box = jostle.shapes.box_surface([2, 2, 2])
    >>> depth = jostle.object_depth(box, box.translated([1.5, 0.25, 0.125]))
    >>> depth.at_least <= 0.5 <= depth.at_most
    True
    """
    return scene_of(a, b).object_depth(
        0, 1, tolerance=tolerance, most_evaluations=most_evaluations, threads=threads
    )


def depth(*meshes: SceneLike, method: str = "consistent", threads: Optional[int] = None) -> PointDepths:
    """Finds the vertices that are inside other solid meshes, how deep, and which way is out.

    `meshes` are those of `collide`, closed surfaces or bodies of tetrahedra. `method` is ``"consistent"`` or
    ``"closest"``.

    >>> import jostle
    >>> ball = jostle.shapes.icosphere(3)
    >>> len(jostle.depth(ball, ball.translated([1.5, 0, 0]))) > 0
    True
    """
    return several(*meshes).depths(method=method, threads=threads)


def contacts(
    distance: float,
    *meshes: SceneLike,
    self_contacts: bool = False,
    mollified: bool = False,
    limit: Optional[int] = None,
    threads: Optional[int] = None,
) -> NearContacts:
    """Finds vertices, edges and faces that are nearer to each other than a distance, as arrays by type, with nearest
    points, normals and how the distance grows as each vertex moves.

    `meshes` are those of `collide`.

    >>> import jostle
    >>> ball = jostle.shapes.icosphere(3)
    >>> near = jostle.contacts(0.3, ball, ball.translated([2.25, 0, 0]))
    >>> len(near) > 0, near.least_distance
    (True, 0.25)
    """
    require_distance("contacts", distance)
    if len(meshes) == 1 and isinstance(meshes[0], Scene):
        scene = meshes[0]
    else:
        scene = several(*meshes, self_collision=self_contacts)
    return scene.contacts(distance, mollified=mollified, limit=limit, threads=threads)


def curves(*meshes: SceneLike, threads: Optional[int] = None) -> List[IntersectionCurve]:
    """Finds the curves along which meshes cross.

    >>> import jostle
    >>> ball = jostle.shapes.icosphere(3)
    >>> [curve.is_closed for curve in jostle.curves(ball, ball.translated([1.01, 0.02, 0.03]))]
    [True]
    """
    return several(*meshes).curves(threads=threads)


def rays(
    meshes: SceneLike,
    origins: ArrayLike,
    directions: ArrayLike,
    *,
    t_max: Optional[ArrayLike] = None,
    all_hits: bool = False,
    threads: Optional[int] = None,
) -> RayHits:
    """Finds what rays hit first, or everything on their way with `all_hits`.

    origins and directions are (n, 3), or one of them (3,) for all. Exact, along edges and in planes too. For many calls
    make a `Scene`, which is prepared once.

    >>> import jostle
    >>> hits = jostle.rays(jostle.shapes.box_surface([2, 2, 2]), [[-5, 0.1, 0.2], [0, 5, 0.1]], [1, 0, 0])
    >>> hits.hit.tolist(), hits.t.tolist()
    ([True, False], [4.0, inf])
    """
    return scene_of(meshes).rays(origins, directions, t_max=t_max, all_hits=all_hits, threads=threads)


def closest(
    meshes: SceneLike, points: ArrayLike, *, largest: Optional[float] = None, threads: Optional[int] = None
) -> ClosestPoints:
    """Finds what is closest to points.

    >>> import jostle
    >>> jostle.closest(jostle.shapes.box_surface([2, 2, 2]), [[5, 0, 0]]).points.tolist()
    [[1.0, 0.0, 0.0]]
    """
    return scene_of(meshes).closest(points, largest=largest, threads=threads)


def signed_distance(
    meshes: SceneLike, points: ArrayLike, *, largest: Optional[float] = None, threads: Optional[int] = None
) -> ClosestPoints:
    """The distance of points from the surface, below zero inside.

    >>> import jostle
    >>> jostle.signed_distance(jostle.shapes.box_surface([2, 2, 2]), [[5, 0, 0], [0.5, 0, 0]]).distance.tolist()
    [4.0, -0.5]
    """
    return scene_of(meshes).signed_distance(points, largest=largest, threads=threads)


def winding_number(
    mesh: MeshLike, points: ArrayLike, *, threads: Optional[int] = None
) -> NDArray[np.float64]:
    """How often a mesh winds around points: 1 inside and 0 outside of a closed surface, exactly.

    >>> import jostle
    >>> jostle.winding_number(jostle.shapes.icosphere(3), [[0, 0, 0], [2, 0, 0]]).tolist()
    [1.0, 0.0]
    """
    return scene_of(mesh).winding_number(0, points, threads=threads)


def picture(scene: SceneLike, collisions: Optional[Collisions] = None, **options: Any) -> Picture:
    """Draws meshes or a scene, with what collides in red if `collisions` are given; `Scene.picture` has the options.

    The answer has an array ``rgba``, and notebooks show it.

    >>> import jostle
    >>> jostle.picture(jostle.shapes.torus(), size=(160, 120))
    <jostle.Picture of 160 x 120 pixels>
    """
    return scene_of(scene).picture(collisions, **options)


def certificate(mesh: MeshLike) -> Certificate:
    """How many pairs a mesh can cost at most, known beforehand: the k-free certificate of `jostle inspect`.

    >>> import jostle
    >>> jostle.certificate(jostle.shapes.icosphere(2)).elements
    320
    """
    return _jostle.certificate(mesh)


def info(mesh: MeshLike) -> Dict[str, Any]:
    """Describes a mesh, as `jostle info` does: whether it is closed, manifold and oriented, its area and volume,
    elements of zero area or volume, duplicates.

    >>> import jostle
    >>> report = jostle.info(jostle.shapes.torus())
    >>> report["is_closed"], report["genus"], len(report["degenerate"])
    (True, 1, 0)
    """
    return _jostle.info(mesh)


def orientations(mesh: MeshLike) -> NDArray[np.int8]:
    """The exact sign of the volume of each tetrahedron: 1, -1 for inverted ones, 0 for flat ones.

    >>> import jostle
    >>> jostle.orientations(([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 2, 3], [1, 0, 2, 3]])).tolist()
    [1, -1]
    """
    return _jostle.orientations(mesh)


def boundary(mesh: MeshLike) -> Tuple[Mesh, NDArray[np.int64], NDArray[np.int64]]:
    """The surface of a mesh of tetrahedra, the vertices of the body that it has, and for each triangle its tetrahedron.

    >>> import jostle
    >>> jostle.boundary(jostle.shapes.box_tets())[0]
    <jostle.Mesh of 8 vertices, 12 triangles>
    """
    return _jostle.boundary(mesh)


def weld(mesh: MeshLike, distance: float = 0.0) -> Tuple[Mesh, int, NDArray[np.int64]]:
    """Makes vertices at the same position one, or those within a distance. Returns the mesh, how many were welded, and
    the elements that collapsed and were left out.

    >>> import jostle
    >>> soup = ([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 1, 0], [1, 0, 0], [1, 1, 0]], [[0, 1, 2], [3, 4, 5]])
    >>> jostle.weld(soup)[0].elements.tolist()
    [[0, 1, 2], [2, 1, 5]]
    """
    return _jostle.weld(mesh, distance)


def load(
    path: Union[str, os.PathLike[str]], *, weld: Optional[float] = None, allow_empty: bool = False
) -> Mesh:
    """Reads a mesh file, whole: PLY, OBJ, STL, OFF, MSH, VTK, VTU, MEDIT and glTF, by content and not by extension.

    weld: makes vertices within this distance one. Files without elements are refused, unless `allow_empty`.

    >>> import jostle, os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "ball.ply")
    >>> jostle.save(path, jostle.shapes.icosphere(2))
    []
    >>> jostle.load(path)
    <jostle.Mesh of 162 vertices, 320 triangles>
    """
    parts, _ = _jostle.read(path, join=True, split=False, weld=weld, allow_empty=allow_empty)
    return parts[0][1]


def load_parts(
    path: Union[str, os.PathLike[str]],
    *,
    split: bool = False,
    weld: Optional[float] = None,
    allow_empty: bool = False,
) -> Dict[str, Mesh]:
    """Reads the parts that a file names (objects, solids, nodes, groups), each as a mesh; with `split`, their connected
    components. ``jostle.Scene(jostle.load_parts(path))`` is a scene of them.

    >>> import jostle, os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "two.obj")
    >>> _ = open(path, "w").write("v 0 0 0\\nv 1 0 0\\nv 0 1 0\\nv 0 0 1\\no left\\nf 1 2 3\\no right\\nf 2 3 4\\n")
    >>> list(jostle.load_parts(path))
    ['left', 'right']
    """
    parts, _ = _jostle.read(path, join=False, split=split, weld=weld, allow_empty=allow_empty)
    named: Dict[str, Mesh] = {}
    for number, (name, mesh) in enumerate(parts):
        named[_unused(named, str(number) if name is None else name)] = mesh
    return named


def _unused(taken: Mapping[str, Any], name: str) -> str:
    def more() -> Iterator[str]:
        yield name
        number = 2
        while True:
            yield f"{name} ({number})"
            number += 1

    return next(own for own in more() if own not in taken)


def save(
    path: Union[str, os.PathLike[str]],
    mesh: MeshLike,
    *,
    attributes: Optional[Mapping[str, ArrayLike]] = None,
    encoding: str = "binary",
) -> List[str]:
    """Writes a mesh in the format that the extension names; the file appears whole or not at all.

    attributes: values of the elements by name, which PLY, MSH, VTK and VTU carry. encoding: ``"binary"``,
    ``"big-endian"`` or ``"ascii"``. Returns the names of the attributes that the format could not carry.

    >>> import jostle, os, tempfile
    >>> box = jostle.shapes.box_surface()
    >>> folder = tempfile.mkdtemp()
    >>> jostle.save(os.path.join(folder, "box.vtu"), box, attributes={"number": range(12)})
    []
    >>> jostle.save(os.path.join(folder, "box.obj"), box, attributes={"number": range(12)})
    ['number']
    """
    own = None if attributes is None else dict(attributes)
    return _jostle.write(path, mesh, attributes=own, encoding=encoding)


def gpus() -> List[Dict[str, Any]]:
    """The GPUs that ``backend="gpu"`` can use, best first, software among them."""
    return _jostle.gpus()
