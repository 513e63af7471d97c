"""Certificates of a folder of meshes: how many pairs each can cost at most, known before anything is asked.

The k of a mesh is the largest number of its elements that are near one of them and no smaller. Where it is small, no
placement, whatever moves, gives more than a few times as many pairs as there are elements, and memory for them can be set
aside beforehand. Where it is large, the elements to blame are named.

    python certify_folder.py [FOLDER]
"""

from __future__ import annotations

import pathlib
import sys
import tempfile
from typing import Optional

import jostle


def fill(folder: pathlib.Path) -> None:
    """Meshes of many kinds."""
    jostle.save(folder / "ball.ply", jostle.shapes.icosphere(4))
    jostle.save(folder / "knot.obj", jostle.shapes.torus_knot(2, 3, 0.3))
    jostle.save(folder / "bumpy.off", jostle.shapes.bumpy_sphere(24, 0.3, 1))
    jostle.save(folder / "jelly.msh", jostle.shapes.ball_tets(6))
    # Slivers: very long and very thin, and all of them near each other.
    jostle.save(folder / "slivers.ply", jostle.shapes.cloth(200, 1, [0.1, 10.0]))
    (folder / "readme.txt").write_text("this is no mesh\n")


def main(given: Optional[str]) -> None:
    folder = pathlib.Path(given or tempfile.mkdtemp())
    if not given:
        fill(folder)
    print(f"{'mesh':14} {'elements':>9} {'k':>6} {'mean k':>8} {'pairs with itself, at most':>28}")
    certified = 0
    for path in sorted(folder.iterdir()):
        try:
            mesh = jostle.load(path)
        except jostle.FileError as error:
            print(f"{path.name:14} left out: {str(error).replace(str(folder), '')[:90]}")
            continue
        own = jostle.certificate(mesh)
        certified += 1
        print(f"{path.name:14} {own.elements:9,} {own.k:6,} {own.k_mean:8.1f} {own.self_pairs_bound:28,}")
        element, k = own.largest_k_elements(1)[0]
        if k > 200:
            print(f"{'':14} to blame: element {element}, which {k} others are near")
    assert given or certified == 5


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None)
