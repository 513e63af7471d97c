"""Volumes of overlaps by manifold3d (PyPI) beside `jostle volume --exact`.

    python overlaps.py JOSTLE [A.ply B.ply]...

Writes meshes of its own, and takes pairs of files beside them. Volumes are of what both have in common.
"""

import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path

import manifold3d
import numpy as np


def box(size, at):
    corners = np.array([[x, y, z] for z in (0, 1) for y in (0, 1) for x in (0, 1)], float)
    quads = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
    faces = [t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))]
    return corners * size + at, np.array(faces)


def ball(rings, at):
    """A ball of latitude rings; its poles are single vertices."""
    n = 2 * rings
    angles = [(math.pi * i / rings, 2 * math.pi * j / n) for i in range(1, rings) for j in range(n)]
    points = [(math.sin(t) * math.cos(p), math.sin(t) * math.sin(p), math.cos(t)) for t, p in angles]
    top, bottom = len(points), len(points) + 1
    faces = []
    for j in range(n):
        k = (j + 1) % n
        faces.append((top, j, k))
        last = (rings - 2) * n
        faces.append((bottom, last + k, last + j))
        for i in range(rings - 2):
            a, b, c, d = i * n + j, i * n + k, (i + 1) * n + j, (i + 1) * n + k
            faces += [(a, c, d), (a, d, b)]
    return np.array(points + [(0, 0, 1), (0, 0, -1)]) + at, np.array(faces)


def turned(mesh, angle):
    c, s = math.cos(angle), math.sin(angle)
    about_z = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    about_x = np.array([[1, 0, 0], [0, c, -s], [0, s, c]])
    return mesh[0] @ (about_x @ about_z).T, mesh[1]


def moved(mesh, by):
    return mesh[0] + by, mesh[1]


def pairs():
    one = np.ones(3)
    unit = box(one, 0)
    yield "boxes, a corner in common", unit, box(one, 0.5), 0.125
    for offset in (0, 1e3, 1e5, 1e7):
        yield f"a box and itself at {offset:g}", box(one, offset), box(one, offset), 1.0
    for offset in (0, 1e7):
        face = np.array([1.0, 0, 0])
        yield f"boxes face to face at {offset:g}", box(one, offset), box(one, face + offset), 0.0
    # 2^-20 is a number of both at 1e7 too.
    thin = np.array([1 - 2.0**-20, 0, 0])
    yield "boxes that share 2^-20 at 1e7", box(one, 1e7), box(one, thin + 1e7), 2.0**-20
    yield "a small box in a box at 1e7", box(4 * one, 1e7), box(one, 1e7 + 1), 1.0
    turn = turned(box(one, -0.5), 0.6)
    yield "a turned box and itself", turn, turn, 1.0
    yield "turned boxes, 1e7 away", moved(turn, 1e7), moved(turn, 1e7 + np.array([0.5, 0, 0])), None
    yield "balls of 30 rings", ball(30, 0), ball(30, np.array([0.8, 0.1, 0.2])), None
    yield "a ball and itself, turned a little", ball(30, 0), turned(ball(30, 0), 1e-9), None


def write(path, mesh):
    points, faces = mesh
    with open(path, "w") as file:
        file.write(f"ply\nformat ascii 1.0\nelement vertex {len(points)}\n")
        file.write("property double x\nproperty double y\nproperty double z\n")
        file.write(f"element face {len(faces)}\nproperty list uchar int vertex_indices\nend_header\n")
        file.writelines(" ".join(repr(float(x)) for x in p) + "\n" for p in points)
        file.writelines(f"3 {a} {b} {c}\n" for a, b, c in faces)


def read(path):
    """Vertices and triangles of a PLY file, ASCII or little-endian binary."""
    data = Path(path).read_bytes()
    end = data.index(b"end_header\n") + len(b"end_header\n")
    header = data[:end].decode().splitlines()
    counts = {line.split()[1]: int(line.split()[2]) for line in header if line.startswith("element")}
    kinds = [line.split()[1] for line in header if line.startswith("property") and "list" not in line]
    real = {"float": "<f4", "float32": "<f4", "double": "<f8", "float64": "<f8"}
    if "format ascii 1.0" in header:
        rows = data[end:].decode().split("\n")
        points = np.array([row.split()[:3] for row in rows[: counts["vertex"]]], float)
        faces = rows[counts["vertex"] : counts["vertex"] + counts["face"]]
        return points, np.array([row.split()[1:4] for row in faces], int)
    vertex = np.dtype([(f"p{i}", real.get(kind, "u1")) for i, kind in enumerate(kinds)])
    points = np.frombuffer(data, vertex, counts["vertex"], end)
    face = np.dtype([("n", "u1"), ("v", "<i4", 3)])
    faces = np.frombuffer(data, face, counts["face"], end + vertex.itemsize * counts["vertex"])
    return np.stack([points[f"p{i}"] for i in range(3)], 1).astype(float), faces["v"]


def by_manifold(a, b):
    def solid(mesh):
        points, faces = mesh
        own = manifold3d.Mesh64(points.astype(np.float64), faces.astype(np.uint64))
        return manifold3d.Manifold(own)

    solids = [solid(a), solid(b)]
    for own in solids:
        if own.status() != manifold3d.Error.NoError:
            return f"{own.status()}"
    return (solids[0] ^ solids[1]).volume()


def by_jostle(program, paths):
    command = [program, "volume", "--exact", "--json", *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0 and not done.stdout:
        return done.stderr.strip().splitlines()[-1]
    return json.loads(done.stdout)["volume"]


def row(program, name, paths, meshes, truth):
    ours, theirs = by_jostle(program, paths), by_manifold(*meshes)
    reference = truth if truth is not None else ours

    def shown(value):
        if isinstance(value, str):
            return value[:40]
        off = abs(value - reference) / max(abs(reference), 1e-300) if value != reference else 0
        return f"{value:.12g} ({off:.0e})" if off else f"{value:.12g}"

    known = "" if truth is None else f"{truth:.12g}"
    print(f"{name:36} {known:>20} {shown(ours):>28} {shown(theirs):>28}", flush=True)


def main():
    program, *files = sys.argv[1:]
    print(f"{'overlap':36} {'formula':>20} {'jostle --exact':>28} {'manifold3d':>28}")
    with tempfile.TemporaryDirectory() as folder:
        for name, a, b, truth in pairs():
            paths = [Path(folder) / "a.ply", Path(folder) / "b.ply"]
            write(paths[0], a)
            write(paths[1], b)
            row(program, name, paths, (a, b), truth)
    for paths in zip(files[::2], files[1::2]):
        name = " and ".join(Path(path).stem for path in paths)
        row(program, name, paths, [read(path) for path in paths], None)


main()
