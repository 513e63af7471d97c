"""Meshes and tensors of other libraries, none of which is imported until it is used; and ipctk's calls."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import jostle
import numpy as np
import pytest
from jostle import ipc

BALL = jostle.shapes.icosphere(2)
TETS = jostle.shapes.box_tets([2, 2, 2])


def test_importing_jostle_imports_none_of_them() -> None:
    code = "import sys, jostle, jostle.trimesh, jostle.ipc; print([m for m in ('trimesh', 'meshio', 'pyvista', 'torch', 'scipy') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stdout + done.stderr


def test_meshes_of_trimesh() -> None:
    trimesh = pytest.importorskip("trimesh")
    mesh = trimesh.Trimesh(*BALL, process=False)
    assert len(jostle.collide(mesh, BALL.translated([1, 0, 0]))) == len(jostle.collide(BALL, BALL.translated([1, 0, 0])))
    assert jostle.volume.of(trimesh.creation.box()) == 1.0


def test_meshes_of_meshio() -> None:
    meshio = pytest.importorskip("meshio")
    surface = meshio.Mesh(BALL.vertices, [("triangle", BALL.elements)])
    assert jostle.info(surface)["elements"] == len(BALL.elements)
    body = meshio.Mesh(TETS.vertices, [("line", [[0, 1]]), ("triangle", [[0, 1, 2]]), ("tetra", TETS.elements)])
    assert jostle.info(body)["kind"] == "tetrahedron"
    with pytest.raises(jostle.ArrayError, match="hexahedron"):
        jostle.info(meshio.Mesh(TETS.vertices, [("hexahedron", [list(range(8))]), ("tetra", TETS.elements)]))
    with pytest.raises(jostle.ArrayError, match="neither tetrahedra nor triangles"):
        jostle.info(meshio.Mesh(TETS.vertices, [("line", [[0, 1]])]))


class PolyData:
    """As pyvista has surfaces."""

    def __init__(self, points: Any, faces: Any, is_all_triangles: bool = True) -> None:
        self.points, self.regular_faces, self.is_all_triangles = points, faces, is_all_triangles

    def triangulate(self) -> "PolyData":
        quads = self.regular_faces
        return PolyData(self.points, np.concatenate([quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]]))


class UnstructuredGrid:
    """As pyvista has bodies."""

    def __init__(self, points: Any, cells: Any) -> None:
        self.points, self.cells_dict = points, cells


def test_meshes_like_those_of_pyvista() -> None:
    assert jostle.info(PolyData(BALL.vertices.astype(np.float32), BALL.elements))["elements"] == 320
    square = PolyData(np.array([[0.0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]]), np.array([[0, 1, 2, 3]]), False)
    assert jostle.info(square)["area"] == 1.0
    assert jostle.info(UnstructuredGrid(TETS.vertices, {10: TETS.elements}))["kind"] == "tetrahedron"
    pyvista = pytest.importorskip("pyvista")
    assert jostle.info(pyvista.Sphere())["is_closed"]
    cells = {pyvista.CellType.TETRA: TETS.elements}
    assert jostle.info(pyvista.UnstructuredGrid(cells, TETS.vertices))["kind"] == "tetrahedron"


class Tensor:
    """What knows DLPack and nothing else."""

    def __init__(self, own: Any, device: int = 1) -> None:
        self.own, self.device = own, device

    def __dlpack__(self, **options: Any) -> Any:
        return self.own.__dlpack__()

    def __dlpack_device__(self) -> Any:
        return (self.device, 0)


def test_tensors_by_dlpack() -> None:
    vertices, elements = Tensor(BALL.vertices), Tensor(BALL.elements)
    assert not jostle.self_collide((vertices, elements))
    assert jostle.info((Tensor(BALL.vertices.astype(np.float32)), elements))["elements"] == 320
    with pytest.raises(jostle.ArrayError, match="on a device; copy them to the host"):
        jostle.self_collide((Tensor(BALL.vertices, 2), elements))
    pairs = jostle.collide(BALL, BALL.translated([1, 0, 0])).pairs
    assert np.array_equal(np.from_dlpack(pairs), pairs)


def test_tensors_of_torch_and_jax() -> None:
    tried = 0
    for name in ("torch", "jax.numpy"):
        try:
            library = __import__(name, fromlist=["asarray"])
        except ImportError:
            continue
        tried += 1
        vertices, elements = library.asarray(BALL.vertices), library.asarray(BALL.elements)
        assert not jostle.self_collide((vertices, elements))
        assert not jostle.Scene({"mesh": (vertices, elements)}).self_collide()
    if not tried:
        pytest.skip("neither is installed")


def cloth_that_folds(cells: int = 12) -> Any:
    cloth = jostle.shapes.rippled_cloth(cells, cells, [2, 2], 0.02, 1)
    end = cloth.vertices.copy()
    end[:, 0] *= -1
    end[:, 2] += 0.05 * end[:, 0] * end[:, 1]
    return cloth, end


def test_steps_as_ipctk_has_them() -> None:
    cloth, end = cloth_that_folds()
    mesh = ipc.CollisionMesh(cloth.vertices, ipc.edges(cloth.elements), cloth.elements)
    assert not ipc.has_intersections(mesh, cloth.vertices)
    assert not ipc.is_step_collision_free(mesh, cloth.vertices, end)
    step = ipc.compute_collision_free_stepsize(mesh, cloth.vertices, end)
    assert 0 < step < 1
    there = cloth.vertices + 0.999 * step * (end - cloth.vertices)
    assert ipc.is_step_collision_free(mesh, cloth.vertices, there)
    assert ipc.compute_collision_free_stepsize(mesh, cloth.vertices, cloth.vertices) == 1.0
    assert ipc.compute_collision_free_stepsize(mesh, cloth.vertices, end, min_distance=1e-3) < step
    with pytest.raises(jostle.ArrayError, match="of no face"):
        ipc.CollisionMesh(cloth.vertices, [[0, 100]], cloth.elements)


def test_candidates_as_ipctk_has_them() -> None:
    cloth, end = cloth_that_folds()
    mesh = ipc.CollisionMesh(cloth.vertices, None, cloth.elements)
    candidates = ipc.Candidates()
    assert candidates.empty()
    candidates.build(mesh, cloth.vertices, end)
    assert len(candidates) == len(candidates.ee_candidates) + len(candidates.fv_candidates) > 0
    one = candidates.ee_candidates[0]
    assert len({*mesh.edges[one.edge0_id], *mesh.edges[one.edge1_id]}) == 4
    other = candidates.fv_candidates[0]
    assert other.vertex_id not in mesh.faces[other.face_id]
    step = candidates.compute_collision_free_stepsize(mesh, cloth.vertices, end)
    assert step == pytest.approx(ipc.compute_collision_free_stepsize(mesh, cloth.vertices, end))
    assert not candidates.is_step_collision_free(mesh, cloth.vertices, end)
    candidates.build(mesh, cloth.vertices, 0.01)
    assert candidates.is_step_collision_free(mesh, cloth.vertices, cloth.vertices)


def test_contacts_as_ipctk_has_them() -> None:
    floor = jostle.shapes.cloth(4, 4, [4, 4])
    ball = jostle.shapes.icosphere(2, 0.5).translated([0.3, 0.2, 0.51])
    vertices = np.concatenate([floor.vertices, ball.vertices])
    faces = np.concatenate([floor.elements, ball.elements + len(floor.vertices)])
    mesh = ipc.CollisionMesh(vertices, ipc.edges(faces), faces)
    near = ipc.NormalCollisions()
    near.build(mesh, vertices, 0.02)
    assert len(near) > 0 and np.sqrt(near.compute_minimum_distance(mesh, vertices)) == pytest.approx(0.01)
    assert len(near.fv_collisions) + len(near.ee_collisions) + len(near.ev_collisions) + len(near.vv_collisions) == len(near)


def test_ipctk_itself_agrees() -> None:
    ipctk = pytest.importorskip("ipctk")
    cloth, end = cloth_that_folds(5)
    edges = ipctk.edges(cloth.elements)
    assert np.array_equal(np.unique(np.sort(edges, axis=1), axis=0), ipc.edges(cloth.elements))
    theirs = ipctk.CollisionMesh(cloth.vertices, edges, cloth.elements)
    ours = ipc.CollisionMesh(cloth.vertices, edges, cloth.elements)
    for share in (0.3, 1.0):
        there = cloth.vertices + share * (end - cloth.vertices)
        free = ipc.is_step_collision_free(ours, cloth.vertices, there)
        if not free:  # Theirs may call a free step none, and never the other way round.
            assert not ipctk.is_step_collision_free(theirs, cloth.vertices, there)
    step = ipctk.compute_collision_free_stepsize(theirs, cloth.vertices, end)
    assert step <= ipc.compute_collision_free_stepsize(ours, cloth.vertices, end)
