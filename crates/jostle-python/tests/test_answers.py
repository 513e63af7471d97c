"""Answers are those of the Rust library: of the command line, which shares no code with the module but the library."""

from __future__ import annotations

import csv
import pathlib
from typing import Any, Dict, List, Tuple

import jostle
import numpy as np
import pytest

from conftest import report, run

# Frames in which something collides, in scenes of triangles, of tetrahedra and of both, with themselves and others.
FRAMES = [(name, share) for name in jostle.scenes.names() for share in (0.45, 0.9)]


def saved(scene: jostle.Scene, folder: pathlib.Path) -> List[str]:
    files = []
    for number, name in enumerate(scene.names):
        mesh = scene.mesh(number)
        path = folder / f"{number:03}.{'ply' if mesh.kind == 'triangle' else 'msh'}"
        jostle.save(path, mesh)
        files.append(str(path))
    return files


def pairs_of(path: pathlib.Path) -> List[Tuple[int, ...]]:
    with open(path, newline="") as file:
        names = ("object_a", "element_a", "object_b", "element_b")
        return [tuple(int(row[name]) for name in names) for row in csv.DictReader(file)]


def listed(found: jostle.Collisions) -> List[Tuple[int, ...]]:
    return [(a, i, b, j) for (a, b), (i, j) in zip(found.objects.tolist(), found.pairs.tolist())]


@pytest.mark.parametrize("name, share", FRAMES)
def test_pairs_are_those_of_the_command_line(name: str, share: float, folder: pathlib.Path) -> None:
    animated = jostle.scenes.build(name, self_collision=True)
    animated.set_frame(int(share * (animated.frames - 1)))
    scene = animated.scene
    found = scene.collide()
    out = folder / "pairs.csv"
    run("check", *saved(scene, folder), "--self", "--elements", "--quiet", "--pairs", str(out))
    assert listed(found) == pairs_of(out)
    for threads in (1, 2):
        assert listed(scene.collide(threads=threads)) == listed(found)
    within = scene.self_collide()
    assert listed(within) == [row for row in listed(found) if row[0] == row[2]]


def test_broad_phases_agree() -> None:
    animated = jostle.scenes.build("falling")
    animated.set_frame(animated.frames - 10)
    reference = listed(animated.scene.collide())
    for broad in ("kdet-clusters", "kdet", "kdet-hashed", "uniform-hash", "bvh", "sap", "brute", "brute-pairs"):
        assert listed(animated.scene.collide(broad=broad)) == reference


def test_outputs_agree() -> None:
    animated = jostle.scenes.build("n-body")
    animated.set_frame(animated.frames // 2)
    scene = animated.scene
    all_pairs = scene.collide()
    assert len(scene.collide(output="count")) == len(all_pairs) > 0
    assert listed(scene.collide(output="first")) == listed(all_pairs)[:1]
    assert np.array_equal(scene.collide(output="set").colliding, all_pairs.colliding)
    for object in range(len(scene)):
        own = all_pairs.colliding[all_pairs.colliding[:, 0] == object][:, 1]
        assert np.array_equal(all_pairs.colliding_elements(object), own)


def test_a_gpu_finds_the_same_pairs() -> None:
    if not jostle.gpus():
        pytest.skip("no Vulkan driver, not even in software")
    animated = jostle.scenes.build("falling")
    animated.set_frame(animated.frames - 10)
    on_cpu, on_gpu = animated.scene.collide(), animated.scene.collide(backend="gpu")
    assert on_gpu.statistics["backend"] == "gpu"
    assert listed(on_gpu) == listed(on_cpu)
    assert listed(animated.scene.collide(backend="auto")) == listed(on_cpu)
    mesh = jostle.shapes.torus_knot(2, 3, 1.2)
    assert listed(jostle.self_collide(mesh, backend="gpu")) == listed(jostle.self_collide(mesh)) != []


def two(folder: pathlib.Path, a: jostle.Mesh, b: jostle.Mesh) -> Tuple[str, str]:
    paths = str(folder / "a.ply"), str(folder / "b.ply")
    for path, mesh in zip(paths, (a, b)):
        jostle.save(path, mesh)
    return paths


def test_clearances_are_those_of_the_command_line(folder: pathlib.Path) -> None:
    a, b = jostle.shapes.icosphere(3), jostle.shapes.bumpy_sphere(12, 0.2, 1).translated([2.4, 0.1, 0])
    out = folder / "pairs.csv"
    run("check", *two(folder, a, b), "--within", "0.4", "--quiet", "--pairs", str(out))
    found = jostle.within(0.4, a, b)
    assert listed(found) == pairs_of(out) != []
    with open(out, newline="") as file:
        distances = [float(row["distance"]) for row in csv.DictReader(file)]
    assert np.allclose(found.distances, distances, rtol=1e-6)


def test_distances_and_depths_are_those_of_the_command_line(folder: pathlib.Path) -> None:
    a = jostle.shapes.box_surface([2, 2, 2])
    for offset in (1.5, 3.5):
        b = jostle.shapes.icosphere(2).translated([offset, 0.1, 0.2])
        told = report("distance", *two(folder, a, b))
        found = jostle.distance(a, b)
        assert found.is_overlapping == told["overlap"]
        if not found.is_overlapping:
            assert found.distance == told["distance"]
            depth = jostle.object_depth(a, b)
            assert depth is None
        else:
            depth = jostle.object_depth(a, b)
            assert depth is not None
            moved = b.translated(depth.translation)
            assert not jostle.collide(a, moved)


def test_distances_of_a_scene_that_changes_are_those_of_a_new_one() -> None:
    """What a scene keeps for distances is fitted to objects that move, deform, are replaced or removed."""
    rng = np.random.default_rng(7)
    ball, ring, body = jostle.shapes.icosphere(3), jostle.shapes.torus(), jostle.shapes.ball_tets(4, 0.5)
    scene = jostle.Scene({"a": ball, "b": ring, "c": body})
    for step in range(40):
        name = "abc"[rng.integers(3)]
        if step % 10 == 9:
            scene.replace(name, [ball, ring, body][rng.integers(3)])
        vertices = scene.vertices(name)
        vertices = vertices if step % 7 else rng.permutation(vertices) + rng.normal(size=vertices.shape)
        scene.move(name, vertices - vertices.mean(axis=0) + rng.normal(size=3) * 3)
        a, b = rng.permutation(list("abc"))[:2].tolist()
        kept, anew = scene.distance(a, b), jostle.distance(scene.mesh(a), scene.mesh(b))
        assert (kept.distance, kept.elements, kept.pairs) == (anew.distance, anew.elements, anew.pairs)
        assert kept.points is None or np.array_equal(kept.points, anew.points)


def test_volumes_and_overlaps() -> None:
    box = jostle.shapes.box_surface([2, 2, 2])
    assert jostle.volume.of(box) == 8.0
    assert jostle.volume.of(jostle.shapes.box_tets([3, 3, 3], [2, 2, 2])) == pytest.approx(8.0)
    shared = jostle.volume.overlap(box, box.translated([1, 1, 1]))
    assert shared.volume == pytest.approx(1.0) and shared.area == pytest.approx(6.0)
    assert shared.centroid is not None and np.allclose(shared.centroid, 0.5)
    assert jostle.volume.overlap(box, box.translated([5, 0, 0])).centroid is None
    with pytest.raises(jostle.VolumeError, match="'0'"):
        jostle.volume.of(jostle.shapes.cloth(2, 2))


def test_inside_is_told_and_numbered() -> None:
    found = jostle.collide(jostle.shapes.icosphere(2, 0.2), jostle.shapes.icosphere(2))
    assert found and len(found) == 0 and found.inside.tolist() == [[0, 1]]


def test_filters() -> None:
    ball = jostle.shapes.icosphere(2)
    scene = jostle.Scene({name: ball.translated([offset, 0, 0]) for name, offset in zip("abc", (0.0, 0.7, 1.4))})
    pairs = {tuple(row) for row in scene.collide().objects.tolist()}
    assert pairs == {(0, 1), (0, 2), (1, 2)}
    assert {tuple(row) for row in scene.collide(among=["a", 2]).objects.tolist()} == {(0, 2)}
    assert {tuple(row) for row in scene.collide(exclude=[("a", "b"), (2, 0)]).objects.tolist()} == {(1, 2)}
    scene.set_layers("c", 1, 0)
    assert {tuple(row) for row in scene.collide().objects.tolist()} == {(0, 1)}
    assert {tuple(row) for row in scene.collide(layers=False).objects.tolist()} == pairs
    known = scene.collide()
    assert len(scene.collide(exclude_pairs=known)) == 0
    left_out = known.colliding_elements(0)
    assert len(scene.collide(exclude_elements={"a": left_out}, containment=False)) == 0


def test_topology_may_change_between_queries() -> None:
    scene = jostle.Scene({"a": jostle.shapes.icosphere(3), "b": jostle.shapes.torus(1.0, 0.3)})
    first = len(scene.collide())
    scene.replace("b", jostle.shapes.ball_tets(4, 0.9).translated([1, 0, 0]))
    assert len(scene.collide()) == len(jostle.collide(scene.mesh("a"), scene.mesh("b"))) != first
    scene.remove("b")
    assert not scene.collide() and scene.names == ["a", None] and "b" not in scene and "a" in scene
    assert "removed" in repr(scene)


def test_rays_points_and_winding_numbers_by_formula() -> None:
    ball = jostle.shapes.icosphere(5)
    scene = jostle.Scene({"ball": ball})
    random = np.random.default_rng(1)
    points = random.normal(size=(1000, 3))
    radius = np.linalg.norm(points, axis=1)
    clear = np.abs(radius - 1) > 0.01
    assert np.array_equal(scene.winding_number("ball", points)[clear], (radius < 1)[clear].astype(float))
    signed = scene.signed_distance(points).distance
    assert np.abs(signed - (radius - 1)).max() < 0.01
    assert np.allclose(np.abs(signed), scene.closest(points).distance)
    directions = -points
    hits = scene.rays(points[radius > 1.1], directions[radius > 1.1])
    assert hits.hit.all() and np.abs(np.linalg.norm(hits.points, axis=1) - 1).max() < 0.01
    assert (hits.side == 1).all()
    corners = ball.vertices[hits.corners]
    assert np.allclose((corners * hits.weights[:, :, None]).sum(axis=1), hits.points, atol=1e-9)
    through = scene.rays(points[radius > 1.1], directions[radius > 1.1], all_hits=True)
    assert len(through) == 2 * (radius > 1.1).sum()
    assert not scene.rays([5, 0.1, 0.2], [-1, 0, 0], t_max=3.5).hit.any()


def test_impacts_are_those_of_the_command_line(folder: pathlib.Path) -> None:
    start = jostle.shapes.rippled_cloth(24, 24, [2, 2], 0.02, 1)
    end = jostle.Mesh(start.vertices.copy(), start.elements)
    end.vertices[:, 0] *= -1  # It folds through itself.
    end.vertices[:, 2] += 0.05 * end.vertices[:, 0] * end.vertices[:, 1]
    out = folder / "impacts.csv"
    run("impact", *two(folder, start, end), "--quiet", "--impacts", str(out))
    with open(out, newline="") as file:
        told = [
            (row["kind"], tuple(int(row[f"i{i}"]) for i in range(4)), float(row["t_lo"]), float(row["t_hi"]))
            for row in csv.DictReader(file)
        ]
    found = jostle.impact.find(start, end.vertices)
    kinds = np.where(found.is_edge_edge, "ee", "vf").tolist()
    rows = zip(kinds, map(tuple, found.vertices.tolist()), found.t_lo.tolist(), found.t_hi.tolist())
    assert list(rows) == told and told
    assert found.first is not None and found.free_step <= found.t_lo[found.first]
    again = jostle.impact.find(start, end.vertices, first=True)
    assert len(again) == 1 and again.free_step == found.free_step


def test_elementary_tests_by_formula() -> None:
    random = np.random.default_rng(3)
    n = 500
    time = random.uniform(0.1, 0.9, n)
    start = np.zeros((n, 4, 3))
    start[:, 1], start[:, 2], start[:, 3] = [-9, -9, 0], [9, -9, 0], [0, 9, 0]
    end = start.copy()
    start[:, 0], end[:, 0] = np.c_[np.zeros((n, 2)), time], np.c_[np.zeros((n, 2)), time - 1]
    hit, low, high = jostle.impact.vertex_face(start, end)
    assert hit.all() and (low <= high).all() and np.allclose(low, time) and np.allclose(high, time)
    end[:, 0, 2] = time
    hit, low, high = jostle.impact.vertex_face(start, end)
    assert not hit.any() and np.isinf(low).all() and np.isinf(high).all()
    edges = np.zeros((1, 4, 3))
    edges[0, :, :] = [[-1, 0, 1], [1, 0, 1], [0, -1, 0], [0, 1, 0]]
    moved = edges.copy()
    moved[0, :2, 2] = -1
    hit, low, high = jostle.impact.edge_edge(edges, moved)
    assert hit.tolist() == [True] and low[0] == high[0] == 0.5
    near = jostle.impact.edge_edge(edges, moved, thickness=0.5)
    assert near[0].tolist() == [True] and 0.24 < near[1][0] <= 0.25


def test_certificates_bound_pairs() -> None:
    a, b = jostle.shapes.bumpy_sphere(12, 0.2, 1), jostle.shapes.torus(1.0, 0.3, 32, 12)
    bound = jostle.certificate(a).pairs_bound(jostle.certificate(b))
    assert len(jostle.collide(a, b)) <= bound
    certificate = jostle.certificate(a)
    assert len(certificate.diameters) == certificate.elements == len(a.elements)
    assert certificate.largest_k_elements(3)[0, 1] == certificate.k


def test_files_keep_meshes_to_the_bit(folder: pathlib.Path) -> None:
    tets, ball = jostle.shapes.ball_tets(3), jostle.shapes.bumpy_sphere(8, 0.3, 2)
    for name, mesh in [("a.ply", ball), ("a.obj", ball), ("a.off", ball), ("a.vtu", tets), ("a.msh", tets), ("a.mesh", tets)]:
        for encoding in ("binary", "ascii"):
            jostle.save(folder / name, mesh, encoding=encoding)
            again = jostle.load(folder / name)
            assert np.array_equal(again.vertices, mesh.vertices) and np.array_equal(again.elements, mesh.elements)
    soup = ball.vertices[ball.elements].reshape(-1, 3), np.arange(3 * len(ball.elements)).reshape(-1, 3)
    welded, count, dropped = jostle.weld(soup)
    assert count == len(soup[0]) - len(ball.vertices) and len(dropped) == 0
    assert not jostle.self_collide(welded)


def test_info_and_orientations() -> None:
    tets = jostle.shapes.box_tets([2, 2, 2])
    assert (jostle.orientations(tets) == 1).all()
    flipped = tets.elements.copy()
    flipped[3] = flipped[3][[1, 0, 2, 3]]
    assert np.flatnonzero(jostle.orientations((tets.vertices, flipped)) < 0).tolist() == [3]
    described = jostle.info((tets.vertices, flipped))
    assert described["inverted"] == 1 and described["kind"] == "tetrahedron"
    with pytest.raises(jostle.MeshError, match="tetrahedra"):
        jostle.orientations(jostle.shapes.torus())
    surface, vertices, elements = jostle.boundary(tets)
    assert np.array_equal(surface.vertices, tets.vertices[vertices]) and len(elements) == len(surface.elements)


def test_pictures(folder: pathlib.Path) -> None:
    scene = jostle.Scene({"a": jostle.shapes.icosphere(3), "b": jostle.shapes.torus()})
    plain = scene.picture(size=(200, 150))
    red = scene.picture(scene.collide(), size=(200, 150))
    assert plain.rgba.shape == (150, 200, 4) and plain.rgba.dtype == np.uint8
    assert (plain.rgba != red.rgba).any() and (np.asarray(red) == red.rgba).all()
    assert red._repr_png_().startswith(b"\x89PNG")
    red.save(folder / "scene.png")
    assert (folder / "scene.png").read_bytes() == red.to_png()
    with pytest.raises(jostle.PictureError, match="extension"):
        red.save(folder / "scene.jpg")
    with pytest.raises(jostle.PictureError, match="is no camera"):
        scene.picture(camera="nowhere")
    with pytest.raises(jostle.PictureError, match="another|of a scene of"):
        scene.picture(jostle.collide(jostle.shapes.torus(), jostle.shapes.torus()))
    by_value = scene.picture(size=(200, 150), values=np.arange(scene.element_count))
    assert (by_value.rgba != plain.rgba).any()


def test_the_command_of_the_wheel(folder: pathlib.Path) -> None:
    version = run("--version")
    assert version.returncode == 0 and version.stdout.split()[-1] == jostle.__version__
    assert run("check", "nowhere.ply").returncode == 2
    assert run("no-such-command").returncode == 2
    path = str(folder / "ball.ply")
    jostle.save(path, jostle.shapes.icosphere(2))
    assert report("check", path)["verdict"] == "clear"
    assert "usage" in run("--help").stdout.lower()


def test_pairs_below_lists_of_objects_are_python_numbers() -> None:
    value: Dict[str, Any] = jostle.collide(jostle.shapes.torus(), jostle.shapes.icosphere(2)).statistics
    assert value["candidates"] > 0 and value["seconds"]["total"] > 0 and value["fallback"] is None
