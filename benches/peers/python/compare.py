"""Other Python libraries beside Jostle, on the same meshes, in one run: self pairs, pairs, distance, rays, safe steps.

Those that are not installed are left out. Times are the least of some runs, of one call from arrays to an answer, warm
where a library keeps something between calls; answers are compared with Jostle's, which are exact.

    pip install trimesh python-fcl coal ipctk pyvista embreex scipy rtree && python compare.py [QUESTION...]
"""

from __future__ import annotations

import importlib
import os
import sys
import time
from typing import Any, Callable, List, Optional, Tuple

import numpy as np

import jostle
from jostle import ipc

Row = Tuple[str, str, float, str]
ROWS: List[Row] = []


def library(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except Exception as error:  # noqa: BLE001 - whatever is wrong with it, it is left out.
        print(f"{name} is left out: {error}", file=sys.stderr)
        return None


def best(call: Callable[[], Any], runs: int = 5, limit: float = 20.0) -> Tuple[float, Any]:
    least, begin = np.inf, time.perf_counter()
    answer = None
    for _ in range(runs):
        start = time.perf_counter()
        answer = call()
        least = min(least, time.perf_counter() - start)
        if time.perf_counter() - begin > limit:
            break
    return least, answer


def note(question: str, who: str, seconds: float, remark: str) -> None:
    ROWS.append((question, who, seconds, remark))
    print(f"{question:34} {who:22} {seconds * 1e3:10.2f} ms  {remark}", file=sys.stderr)


def missed(found: int, true: int, word: str = "pairs") -> str:
    if found == true:
        return f"the same {true:,} {word}"
    return f"{found:,} {word}, and there are {true:,}"


trimesh, fcl, coal, ipctk, pyvista = (library(name) for name in ("trimesh", "fcl", "coal", "ipctk", "pyvista"))


def fcl_model(mesh: jostle.Mesh) -> Any:
    model = fcl.BVHModel()
    model.beginModel(len(mesh.vertices), len(mesh.elements))
    model.addSubModel(mesh.vertices, mesh.elements)
    model.endModel()
    return model


def coal_model(mesh: jostle.Mesh) -> Any:
    model = coal.BVHModelOBBRSS()
    model.beginModel(len(mesh.elements), len(mesh.vertices))
    model.addVertices(mesh.vertices)
    model.addTriangles(mesh.elements.astype(np.int32))
    model.endModel()
    return model


def poly_data(mesh: jostle.Mesh) -> Any:
    return pyvista.PolyData.from_regular_faces(mesh.vertices, mesh.elements)


def between() -> None:
    a = jostle.shapes.bumpy_sphere(60, 0.2, 1)
    b = jostle.shapes.bumpy_sphere(60, 0.2, 2).translated([0.9, 0.03, 0.02])
    question = f"pairs, 2 x {len(a.elements):,} triangles"
    scene = jostle.Scene({"a": a, "b": b})
    seconds, found = best(lambda: scene.collide(containment=False).pairs)
    true = len(found)
    note(question, "jostle", seconds, f"{true:,} pairs")
    seconds, _ = best(lambda: jostle.collide(a, b, containment=False).pairs)
    note(question, "jostle, from arrays", seconds, "")
    if fcl:
        one, other = (fcl.CollisionObject(fcl_model(mesh)) for mesh in (a, b))

        def ask_fcl() -> int:
            request = fcl.CollisionRequest(num_max_contacts=10**7, enable_contact=True)
            result = fcl.CollisionResult()
            fcl.collide(one, other, request, result)
            return len({(contact.b1, contact.b2) for contact in result.contacts})

        seconds, count = best(ask_fcl, 3)
        note(question, "python-fcl, warm", seconds, missed(count, true))
        seconds, _ = best(lambda: [fcl_model(mesh) for mesh in (a, b)], 3)
        note(question, "python-fcl, trees alone", seconds, "")
    if coal:
        models = [coal_model(mesh) for mesh in (a, b)]

        def ask_coal() -> int:
            request, result = coal.CollisionRequest(), coal.CollisionResult()
            request.num_max_contacts = 10**7
            coal.collide(models[0], coal.Transform3s(), models[1], coal.Transform3s(), request, result)
            contacts = [result.getContact(i) for i in range(result.numContacts())]
            return len({(contact.b1, contact.b2) for contact in contacts})

        seconds, count = best(ask_coal, 3)
        note(question, "coal, warm", seconds, missed(count, true))
    if trimesh and fcl:
        manager = trimesh.collision.CollisionManager()
        manager.add_object("a", trimesh.Trimesh(*a, process=False))
        manager.add_object("b", trimesh.Trimesh(*b, process=False))
        seconds, answer = best(lambda: manager.in_collision_internal(return_data=True), 3)
        note(question, "trimesh, warm", seconds, f"{len(answer[1]):,} contacts")
        from jostle.trimesh import CollisionManager

        ours = CollisionManager()
        ours.add_object("a", a)
        ours.add_object("b", b)
        seconds, answer = best(lambda: ours.in_collision_internal(return_data=True), 3)
        note(question, "jostle.trimesh, warm", seconds, f"{len(answer[1]):,} contacts")
    if pyvista:
        surfaces = [poly_data(mesh) for mesh in (a, b)]
        seconds, answer = best(lambda: surfaces[0].collision(surfaces[1], contact_mode=0), 3)
        note(question, "pyvista", seconds, missed(int(answer[1]), true))


def touching() -> None:
    """Boxes that share a face: touching counts, and floating point tests may think otherwise."""
    box = jostle.shapes.box_surface([1, 1, 1], [6, 6, 6])
    turned = box.translated([1, 0.05, 0.025])
    question = f"touching, 2 x {len(box.elements):,} triangles"
    seconds, found = best(lambda: jostle.collide(box, turned, containment=False).pairs)
    note(question, "jostle", seconds, f"{len(found):,} pairs")
    if fcl:
        one, other = (fcl.CollisionObject(fcl_model(mesh)) for mesh in (box, turned))

        def ask() -> int:
            result = fcl.CollisionResult()
            fcl.collide(one, other, fcl.CollisionRequest(num_max_contacts=10**7, enable_contact=True), result)
            return len({(contact.b1, contact.b2) for contact in result.contacts})

        seconds, count = best(ask, 3)
        note(question, "python-fcl", seconds, missed(count, len(found)))
    if coal:
        models = [coal_model(mesh) for mesh in (box, turned)]

        def ask_coal() -> int:
            request, result = coal.CollisionRequest(), coal.CollisionResult()
            request.num_max_contacts = 10**7
            coal.collide(models[0], coal.Transform3s(), models[1], coal.Transform3s(), request, result)
            contacts = [result.getContact(i) for i in range(result.numContacts())]
            return len({(contact.b1, contact.b2) for contact in contacts})

        seconds, count = best(ask_coal, 3)
        note(question, "coal", seconds, missed(count, len(found)))


def within() -> None:
    for mesh, name in (
        (jostle.shapes.torus_knot(2, 3, 1.1, 1200, 32), "crossing"),
        (jostle.shapes.icosphere_near(80_000), "valid"),
    ):
        question = f"self pairs, {len(mesh.elements):,} triangles, {name}"
        scene = jostle.Scene({"mesh": mesh})
        seconds, found = best(lambda: scene.self_collide().pairs)
        true = len(found)
        note(question, "jostle", seconds, f"{true:,} pairs")
        seconds, _ = best(lambda: jostle.self_collide(mesh).pairs)
        note(question, "jostle, from arrays", seconds, "")
        if ipctk:
            edges = ipctk.edges(mesh.elements)
            theirs = ipctk.CollisionMesh(mesh.vertices, edges, mesh.elements)
            seconds, answer = best(lambda: ipctk.has_intersections(theirs, mesh.vertices), 3)
            word = "right" if answer == bool(true) else "wrong"
            note(question, "ipctk has_intersections", seconds, f"only whether there are any: {answer}, {word}")
            seconds, _ = best(lambda: scene.self_collide(output="first"), 3)
            note(question, "jostle, the first pair", seconds, "")


def distances() -> None:
    a = jostle.shapes.bumpy_sphere(60, 0.2, 1)
    b = jostle.shapes.bumpy_sphere(60, 0.2, 2).translated([2.6, 0.3, 0.2])
    question = f"distance, 2 x {len(a.elements):,} triangles"
    scene = jostle.Scene({"a": a, "b": b})
    seconds, own = best(lambda: scene.distance("a", "b"))
    note(question, "jostle, warm", seconds, f"{own.distance:.12f}")

    def moved() -> Any:
        scene.move("b", b.vertices)
        return scene.distance("a", "b")

    seconds, _ = best(moved)
    note(question, "jostle, one mesh moved", seconds, "")
    seconds, _ = best(lambda: jostle.distance(a, b))
    note(question, "jostle, from arrays", seconds, "")
    if fcl:
        one, other = (fcl.CollisionObject(fcl_model(mesh)) for mesh in (a, b))
        seconds, distance = best(lambda: fcl.distance(one, other, fcl.DistanceRequest(), fcl.DistanceResult()), 3)
        note(question, "python-fcl, warm", seconds, f"off by {abs(distance - own.distance):.1e}")
    if coal:
        models = [coal_model(mesh) for mesh in (a, b)]

        def ask() -> float:
            result = coal.DistanceResult()
            here = coal.Transform3s()
            return float(coal.distance(models[0], here, models[1], here, coal.DistanceRequest(), result))

        seconds, distance = best(ask, 3)
        note(question, "coal, warm", seconds, f"off by {abs(distance - own.distance):.1e}")


def rays() -> None:
    mesh = jostle.shapes.icosphere_near(80_000)
    random = np.random.default_rng(1)
    origins = random.normal(size=(100_000, 3))
    origins *= 3 / np.linalg.norm(origins, axis=1)[:, None]
    # Every other ray goes through a vertex, where six triangles meet.
    targets = random.normal(size=origins.shape) * 0.5
    targets[::2] = mesh.vertices[random.integers(len(mesh.vertices), size=len(origins) // 2)]
    directions = targets - origins
    question = f"rays, {len(origins):,} at {len(mesh.elements):,} triangles"
    scene = jostle.Scene({"mesh": mesh})
    seconds, own = best(lambda: scene.rays(origins, directions))
    note(question, "jostle", seconds, f"{own.hits:,} hits")
    seconds, own_one = best(lambda: scene.rays(origins, directions, threads=1), 3)
    note(question, "jostle, one thread", seconds, "")
    if trimesh:
        body = trimesh.Trimesh(*mesh, process=False)
        embree = library("embreex")
        if embree:
            from trimesh.ray.ray_pyembree import RayMeshIntersector

            caster = RayMeshIntersector(body)
            seconds, first = best(lambda: caster.intersects_first(origins, directions), 3)
            lost = int((own.hit & (first < 0)).sum())
            note(question, "trimesh + embreex", seconds, f"misses {lost:,} of {own.hits:,} hits" if lost else "the same hits")
    if pyvista:
        surface = poly_data(mesh)
        few = 300
        seconds, answer = best(lambda: [surface.ray_trace(o, o + 2 * d, first_point=True)[0] for o, d in zip(origins[:few], directions[:few])], 1)
        hits = sum(len(points) > 0 for points in answer)
        lost = int(own.hit[:few].sum()) - hits
        note(question, "pyvista, one by one", seconds * len(origins) / few, f"extrapolated from {few} rays; misses {lost} of them")


def steps() -> None:
    cloth = jostle.shapes.rippled_cloth(140, 140, [2, 2], 0.01, 1)
    end = cloth.vertices.copy()
    end[:, 0] += 0.3 * np.sin(3 * cloth.vertices[:, 1])
    end[:, 2] += 0.4 * np.cos(9 * cloth.vertices[:, 0]) * np.sin(7 * cloth.vertices[:, 1])
    # Waves that roll over, and go through each other.
    fold = cloth.vertices.copy()
    fold[:, 0] += 0.5 * np.sin(9 * cloth.vertices[:, 0] + cloth.vertices[:, 1])
    fold[:, 2] += 0.3 * np.cos(9 * cloth.vertices[:, 0] + 1.1 * cloth.vertices[:, 1])
    for name, there in (("free", end), ("not free", fold)):
        question = f"safe step, {len(cloth.elements):,} triangles, {name}"
        scene = jostle.Scene()
        scene.add("cloth", cloth, self_collision=True)
        seconds, own = best(lambda: scene.free_step(there))
        note(question, "jostle", seconds, f"step {own:.9f}")
        if ipctk:
            edges = ipctk.edges(cloth.elements)
            theirs = ipctk.CollisionMesh(cloth.vertices, edges, cloth.elements)
            seconds, step = best(lambda: ipctk.compute_collision_free_stepsize(theirs, cloth.vertices, there), 2)
            note(question, "ipctk", seconds, f"step {step:.9f}, {step / own:.3f} of ours")
            seconds, free = best(lambda: ipctk.is_step_collision_free(theirs, cloth.vertices, there), 2)
            truth = ipc.is_step_collision_free(ipc.CollisionMesh(cloth.vertices, None, cloth.elements), cloth.vertices, there)
            note(question, "ipctk, free or not", seconds, "right" if free == truth else f"says {free}, which is wrong")


def main() -> None:
    for question in (within, between, touching, distances, rays, steps):
        if question.__name__ in sys.argv[1:] or len(sys.argv) == 1:
            question()
    print(f"\n{os.cpu_count()} cores, Python {sys.version.split()[0]}, NumPy {np.__version__}")
    for name in ("trimesh", "fcl", "coal", "ipctk", "pyvista", "embreex"):
        if name in sys.modules:
            print(name, getattr(sys.modules[name], "__version__", ""), end="; ")
    print("\n\n| question | library | ms | of ours | answer |\n| --- | --- | ---: | ---: | --- |")
    ours: Optional[float] = None
    last = ""
    for asked, who, seconds, remark in ROWS:
        if asked != last:
            ours, last = seconds, asked
        print(f"| {asked} | {who} | {seconds * 1e3:,.2f} | {seconds / (ours or 1):.2f} | {remark} |")


if __name__ == "__main__":
    main()
