"""Cleans a mesh that crosses itself: what collides is smoothed until nothing does.

Only the vertices of colliding triangles move, and their neighbours as far as it takes; the rest of the mesh keeps its
bits. What is wrong is found exactly, so that "clean" means clean.

    python clean_mesh.py [MESH] [CLEANED]
"""

from __future__ import annotations

import sys
from typing import Optional

import numpy as np
from numpy.typing import NDArray

import jostle
from jostle import ipc


def neighbour_means(vertices: NDArray[np.float64], edges: NDArray[np.int64]) -> NDArray[np.float64]:
    """The mean of the neighbours of each vertex."""
    sums = np.zeros_like(vertices)
    np.add.at(sums, edges[:, 0], vertices[edges[:, 1]])
    np.add.at(sums, edges[:, 1], vertices[edges[:, 0]])
    return sums / np.maximum(np.bincount(edges.ravel(), minlength=len(vertices)), 1)[:, None]


def clean(mesh: jostle.Mesh, most_rounds: int = 200) -> jostle.Mesh:
    """The mesh without self-intersections, or as few as so many rounds leave."""
    edges, vertices = ipc.edges(mesh.elements), mesh.vertices.copy()
    scene = jostle.Scene({"mesh": mesh})
    rings = 1
    for number in range(most_rounds):
        collisions = scene.self_collide()
        if number % 10 == 0 or not collisions:
            print(f"round {number:3}: {len(collisions):5} pairs of {len(collisions.colliding):5} triangles")
        if not collisions:
            break
        moving = np.zeros(len(vertices), dtype=bool)
        moving[mesh.elements[collisions.colliding_elements()]] = True
        for _ in range(rings):
            moving[edges[moving[edges].any(axis=1)]] = True
        vertices[moving] += 0.5 * (neighbour_means(vertices, edges)[moving] - vertices[moving])
        scene.move("mesh", vertices)
        rings = 1 + number // 20  # Farther around what does not come apart.
    return scene.mesh("mesh")


def main(path: Optional[str], out: Optional[str]) -> None:
    if path:
        mesh = jostle.load(path)
    else:
        # A sphere with a dent so deep that it comes out on the other side.
        mesh = jostle.shapes.icosphere(5)
        x, y, z = mesh.vertices.T
        mesh.vertices[:, 2] -= 2.3 * np.exp(-12 * (x**2 + y**2)) * (z > 0)
    print(mesh)
    cleaned = clean(mesh)
    moved = (cleaned.vertices != mesh.vertices).any(axis=1).sum()
    print(f"moved {moved:,} of {len(mesh.vertices):,} vertices")
    left = jostle.self_collide(cleaned)
    print(f"pairs left: {len(left)}")
    if out:
        crossing = np.zeros(len(mesh.elements), dtype=bool)
        crossing[jostle.self_collide(mesh).colliding_elements()] = True
        jostle.save(out, cleaned, attributes={"was colliding": crossing})
    if not path:
        assert not left


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None, sys.argv[2] if len(sys.argv) > 2 else None)
