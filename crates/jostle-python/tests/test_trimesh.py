"""`jostle.trimesh` in place of trimesh's collision manager: what that one's tests ask for, in our words, and more."""

from __future__ import annotations

import itertools

import jostle
import numpy as np
import pytest
from jostle.trimesh import CollisionManager, scene_to_collision

trimesh = pytest.importorskip("trimesh")


def at(x: float, y: float = 0.0, z: float = 0.0) -> "np.ndarray[tuple[int, int], np.dtype[np.float64]]":
    matrix = np.eye(4)
    matrix[:3, 3] = [x, y, z]
    return matrix


@pytest.fixture
def manager() -> CollisionManager:
    """A cube of side 1 at the origin, and a ball of radius 1 five away."""
    manager = CollisionManager()
    manager.add_object("cube", trimesh.creation.box(extents=[1, 1, 1]))
    manager.add_object("ball", trimesh.creation.icosphere(subdivisions=3, radius=1.0), at(5))
    return manager


def test_nothing_collides_at_first_and_moving_makes_it(manager: CollisionManager) -> None:
    assert manager.in_collision_internal() is False
    assert manager.in_collision_internal(return_names=True) == (False, set())
    assert manager.in_collision_internal(return_names=True, return_data=True) == (False, set(), [])
    manager.set_transform("ball", at(1.2))
    verdict, names = manager.in_collision_internal(return_names=True)
    assert verdict is True and names == {("ball", "cube")}
    manager.set_transform("ball", at(5))
    assert manager.in_collision_internal() is False


def test_a_single_mesh_against_the_manager(manager: CollisionManager) -> None:
    cube = trimesh.creation.box(extents=[1, 1, 1])
    assert manager.in_collision_single(cube, return_names=True) == (True, {"cube"})
    assert manager.in_collision_single(cube, at(-3)) is False
    assert manager.in_collision_single(cube, at(4.4), return_names=True) == (True, {"ball"})
    long = trimesh.creation.box(extents=[12, 0.3, 0.3])
    assert manager.in_collision_single(long, return_names=True) == (True, {"cube", "ball"})
    # It was asked about, and is not in the manager.
    assert manager.in_collision_internal() is False


def test_objects_come_and_go(manager: CollisionManager) -> None:
    cube = trimesh.creation.box(extents=[1, 1, 1])
    manager.remove_object("cube")
    assert manager.in_collision_single(cube) is False
    manager.add_object("cube", cube, at(0.2))
    assert manager.in_collision_single(cube, return_names=True) == (True, {"cube"})
    manager.add_object("cube", cube, at(9))  # The same name again replaces it.
    assert manager.in_collision_single(cube) is False
    for _ in range(50):
        manager.add_object("guest", cube, at(0, 5))
        manager.remove_object("guest")
    assert len(manager._scene) <= 4
    with pytest.raises(ValueError, match="there is no object 'guest'"):
        manager.remove_object("guest")
    with pytest.raises(ValueError):
        manager.set_transform("nobody", np.eye(4))


def test_contacts_have_names_triangles_points_normals_and_depths(manager: CollisionManager) -> None:
    cube = trimesh.creation.box(extents=[1, 1, 1])
    manager.set_transform("ball", at(1.2))
    for answer in (
        manager.in_collision_internal(return_data=True),
        manager.in_collision_single(cube, at(0.3, 0.2, 0.1), return_data=True),
    ):
        verdict, contacts = answer
        assert verdict and contacts
        for contact in contacts:
            assert len(contact.names) == 2 and contact.depth >= 0
            assert np.linalg.norm(contact.normal) == pytest.approx(1.0)
            assert np.abs(contact.point).max() < 3
            for name in contact.names:
                assert contact.index(name) >= 0
    for contact in manager.in_collision_internal(return_data=True)[1]:
        # The point is on both triangles, or as near as they are deep.
        for name, mesh, offset in (("cube", cube, 0.0), ("ball", trimesh.creation.icosphere(subdivisions=3), 1.2)):
            triangle = mesh.vertices[mesh.faces[contact.index(name)]] + [offset, 0, 0]
            near = jostle.closest((triangle, [[0, 1, 2]]), contact.point).distance[0]
            assert near <= contact.depth + 1e-12


def test_two_managers(manager: CollisionManager) -> None:
    other = CollisionManager()
    other.add_object("post", trimesh.creation.box(extents=[0.2, 0.2, 4]))
    other.add_object("far", trimesh.creation.box(), at(0, 50))
    assert manager.in_collision_other(other, return_names=True) == (True, {("cube", "post")})
    assert other.in_collision_other(manager, return_names=True) == (True, {("post", "cube")})
    verdict, names, contacts = manager.in_collision_other(other, return_names=True, return_data=True)
    assert verdict and contacts and all(contact.names == {"cube", "post"} for contact in contacts)
    other.set_transform("post", at(0, 8))
    assert manager.in_collision_other(other) is False
    assert manager.min_distance_other(other) == pytest.approx(7.4)
    assert manager.min_distance_other(other, return_names=True)[1] == ("cube", "post")


def test_distances(manager: CollisionManager) -> None:
    cube = trimesh.creation.box(extents=[1, 1, 1])
    assert manager.min_distance_internal() == pytest.approx(3.5, abs=0.01)
    distance, names, data = manager.min_distance_internal(return_names=True, return_data=True)
    assert names == ("ball", "cube") and data.names == {"cube", "ball"} and data.distance == distance
    assert np.linalg.norm(data.point("cube") - data.point("ball")) == pytest.approx(distance)
    assert np.abs(data.point("cube")).max() == pytest.approx(0.5)
    assert 0 <= data.index("cube") < 12
    assert manager.min_distance_single(cube, at(-3), return_name=True) == (pytest.approx(2.0), "cube")
    manager.set_transform("ball", at(1.2))
    assert manager.min_distance_internal() == 0.0


def test_surfaces_inside_each_other_do_not_collide_unless_told_to() -> None:
    inner, outer = jostle.shapes.icosphere(3, 0.5), jostle.shapes.icosphere(3, 2.0)
    for containment in (False, True):
        manager = CollisionManager(containment=containment)
        manager.add_object("inner", inner)
        manager.add_object("outer", outer)
        assert manager.in_collision_internal() is containment
        if not containment:
            assert manager.min_distance_internal() == pytest.approx(1.5, abs=0.03)


def test_a_scene_of_nodes() -> None:
    scene = trimesh.Scene()
    cube = trimesh.creation.box(extents=[1, 1, 1])
    for number, x in enumerate((0.0, 0.9, 5.0)):
        scene.add_geometry(cube, node_name=f"node {number}", transform=at(x, 0.1 * number))
    manager, geometry = scene_to_collision(scene)
    assert set(geometry) == {"node 0", "node 1", "node 2"}
    assert manager.in_collision_internal(return_names=True) == (True, {("node 0", "node 1")})


def test_random_balls_collide_where_their_centres_are_near() -> None:
    random = np.random.default_rng(5)
    manager, ball = CollisionManager(), trimesh.creation.icosphere(subdivisions=4, radius=1.0)
    centres = random.uniform(-4, 4, size=(30, 3))
    for number, centre in enumerate(centres):
        manager.add_object(f"{number:02}", ball, at(*centre))
    names = manager.in_collision_internal(return_names=True)[1]
    for a, b in itertools.combinations(range(30), 2):
        apart = np.linalg.norm(centres[a] - centres[b])
        if abs(apart - 2.0) > 0.02:
            assert ((f"{a:02}", f"{b:02}") in names) == (apart < 2.0)
    least = min(np.linalg.norm(centres[a] - centres[b]) for a, b in itertools.combinations(range(30), 2))
    assert manager.min_distance_internal() == pytest.approx(max(0.0, least - 2.0), abs=0.02)
