"""A cloth falls onto a ball, and never goes through it: each step goes only as far as nothing touches.

Continuous detection makes the difference. A step is tested as the way it is, not by where it ends, so a cloth that is
fast or thin does not slip through between two frames.

    python cloth_loop.py [FRAMES] [PICTURE.png]
"""

from __future__ import annotations

import sys
from typing import Optional

import numpy as np
from numpy.typing import NDArray

import jostle
from jostle import ipc

TIME_STEP = 1 / 60
GRAVITY = np.array([0.0, 0.0, -9.81])
STIFFNESS = 0.8
# Steps stop where the cloth would come this near to the ball or to itself.
THICKNESS = 2e-3


def keep_lengths(
    positions: NDArray[np.float64], edges: NDArray[np.int64], lengths: NDArray[np.float64], rounds: int = 12
) -> None:
    """Pulls and pushes the ends of edges until they have their lengths again, nearly."""
    count = np.bincount(edges.ravel(), minlength=len(positions))[:, None]
    for _ in range(rounds):
        along = positions[edges[:, 1]] - positions[edges[:, 0]]
        now = np.linalg.norm(along, axis=1)
        change = (STIFFNESS * 0.5 * (now - lengths) / np.maximum(now, 1e-12))[:, None] * along
        move = np.zeros_like(positions)
        np.add.at(move, edges[:, 0], change)
        np.add.at(move, edges[:, 1], -change)
        positions += move / np.maximum(count, 1) * 2


def main(frames: int, picture: Optional[str]) -> None:
    cloth = jostle.shapes.rippled_cloth(24, 24, [2.0, 2.0], 0.01, 1).translated([0.05, 0.02, 0.62])
    ball = jostle.shapes.icosphere(4, 0.5)
    edges = ipc.edges(cloth.elements)
    lengths = np.linalg.norm(cloth.vertices[edges[:, 1]] - cloth.vertices[edges[:, 0]], axis=1)

    scene = jostle.Scene()
    scene.add("ball", ball)
    scene.add("cloth", cloth, self_collision=True)
    positions, velocities = cloth.vertices.copy(), np.zeros_like(cloth.vertices)
    print("frame  free step  impacts  lowest")
    for frame in range(frames):
        velocities += TIME_STEP * GRAVITY
        end = positions + TIME_STEP * velocities
        keep_lengths(end, edges, lengths)
        impacts = scene.impacts({"cloth": end}, thickness=THICKNESS)
        met = len(impacts)
        # Vertices of the cloth that would touch stop along the normal; the others go on.
        for _ in range(8):
            if not impacts:
                break
            for side in range(4):
                # The object of a vertex: of four, a face has the last three, and each edge two.
                owner = np.where(impacts.is_edge_edge, side // 2, int(side > 0))
                of_cloth = impacts.objects[np.arange(len(impacts)), owner] == 1
                touched = impacts.vertices[of_cloth, side]
                normals = impacts.normals[of_cloth]
                way = end[touched] - positions[touched]
                into = np.einsum("ij,ij->i", way, normals)[:, None] * normals
                end[touched] -= into
            impacts = scene.impacts({"cloth": end}, thickness=THICKNESS)
        step = scene.free_step({"cloth": end}, thickness=THICKNESS)
        moved = positions + 0.9 * step * (end - positions)
        velocities = 0.99 * (moved - positions) / TIME_STEP
        positions = moved
        scene.move("cloth", positions)
        if frame % 10 == 0 or frame == frames - 1:
            print(f"{frame:5}  {step:9.4f}  {met:7}  {positions[:, 2].min():6.3f}")
    collisions = scene.collide(containment=False)
    print(f"pairs of triangles that intersect at the end: {len(collisions)}")
    assert not collisions, "no step has gone through anything"
    if picture:
        scene.picture(size=(640, 480)).save(picture)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 60, sys.argv[2] if len(sys.argv) > 2 else None)
