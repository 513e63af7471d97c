"""The clearances of an assembly as a table: which parts touch, which are too near, and how near.

Pairs within the clearance are decided exactly; of parts that touch, the depth is how far they have to be moved apart.

    python clearance_table.py [CLEARANCE] [FILE...]
"""

from __future__ import annotations

import sys
from typing import Dict, List, Sequence

import numpy as np

import jostle


def assembly() -> Dict[str, jostle.Mesh]:
    """A shaft in two bearings, with a key that is too long."""
    shaft = jostle.shapes.sleeve(0.5, 6.0, 48, 24)
    rings = [jostle.shapes.torus(0.75, 0.2375, 64, 24) for _ in range(2)]
    turned = [jostle.Mesh(ring.vertices[:, [2, 0, 1]], ring.elements) for ring in rings]
    return {
        "shaft": shaft,
        "left bearing": turned[0].translated([-2.0, 0, 0]),
        "right bearing": turned[1].translated([2.0, 0, 0]),
        "key": jostle.shapes.box_surface([1.0, 0.2, 0.2], [8, 2, 2]).translated([0, 0, 0.585]),
        "housing": jostle.shapes.box_surface([7.0, 0.2, 3.0], [20, 1, 8]).translated([0, 1.2, 0]),
    }


def table(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows)


def main(clearance: float, files: List[str]) -> None:
    parts: Dict[str, jostle.Mesh] = {}
    for path in files:
        parts.update(jostle.load_parts(path))
    scene = jostle.Scene(parts or assembly())
    names = scene.names
    near = scene.within(clearance)
    rows = [["part", "other part", "clearance", "elements"]]
    for own in sorted(near.object_distances, key=lambda own: own.distance):
        a, b = own.objects
        told = f"{own.distance:.6f}"
        if own.distance == 0.0:
            depth = scene.object_depth(a, b, tolerance=0.1)
            told = "touch" if depth is None else f"overlap, {depth.at_least:.4f} to {depth.at_most:.4f} deep"
        rows.append([str(names[a]), str(names[b]), told, f"{own.elements[0]}, {own.elements[1]}"])
    print(table(rows))
    pairs = len(names) * (len(names) - 1) // 2
    print(f"\n{len(rows) - 1} of {pairs} pairs of parts are nearer than {clearance}")
    for inner, outer in near.inside.tolist():
        print(f"{names[inner]} is wholly inside {names[outer]}")
    assert np.all(near.distances <= clearance)


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 0.05, sys.argv[2:])
