"""Checks a mesh of tetrahedra before it is simulated: inverted, flat and duplicate elements, and elements that overlap.

An element that is inverted is found by its exact sign, one that is folded over its neighbour, or that lies in another
part of the mesh, by exact intersection. A valid mesh has none of either.

    python check_tets.py [MESH]
"""

from __future__ import annotations

import sys
from typing import Optional

import numpy as np

import jostle


def broken_mesh() -> jostle.Mesh:
    """A box whose vertices were moved a little too far."""
    mesh = jostle.shapes.box_tets([8, 8, 8], [1.0, 1.0, 1.0], jitter=0.1, seed=3)
    random = np.random.default_rng(1)
    inner = np.flatnonzero((np.abs(mesh.vertices) < 0.45).all(axis=1))
    pushed = random.choice(inner, 5, replace=False)
    mesh.vertices[pushed] += random.normal(scale=0.15, size=(5, 3))
    return mesh


def main(path: Optional[str]) -> None:
    mesh = jostle.load(path) if path else broken_mesh()
    print(mesh)
    if mesh.kind != "tetrahedron":
        sys.exit("the mesh has no tetrahedra")
    signs = jostle.orientations(mesh)
    described = jostle.info(mesh)
    overlaps = jostle.self_collide(mesh)
    inverted = np.flatnonzero(signs < 0)
    print(f"inverted   {len(inverted):6}  {inverted[:8].tolist()}")
    print(f"flat       {(signs == 0).sum():6}")
    print(f"duplicate  {len(described['duplicates']):6}")
    print(f"overlaps   {len(overlaps):6}  pairs of {len(overlaps.colliding)} elements")
    touching = np.isin(overlaps.pairs, inverted).any(axis=1)
    print(f"of these, {touching.sum()} have to do with inverted elements")
    assert path or len(inverted), "the mesh was broken on purpose"


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None)
