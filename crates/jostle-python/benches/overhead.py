"""What calls from Python cost over the same calls in Rust, measured in one run: the library's own time is taken by the
extension module, around the same calls, in turns with those from here.

    python overhead.py
"""

from __future__ import annotations

import statistics
import time
from typing import Callable, List

import jostle
from jostle import _jostle


def seconds(call: Callable[[], object], repeats: int) -> List[float]:
    all_seconds = []
    for _ in range(repeats):
        start = time.perf_counter()
        call()
        all_seconds.append(time.perf_counter() - start)
    return all_seconds


def compare(mesh: jostle.Mesh, is_warm: bool, repeats: int, turns: int = 15) -> None:
    scene = jostle.Scene({"mesh": mesh})
    scene.self_collide()
    ours: List[float] = []
    rust: List[float] = []
    for _ in range(turns):
        rust += _jostle.self_collide_seconds(mesh, repeats, is_warm)
        ours += seconds(scene.self_collide if is_warm else lambda: jostle.self_collide(mesh), repeats)
    # The machine may do other things meanwhile, which makes calls slower and never faster.
    fast = [sorted(own)[: max(1, len(own) // 10)] for own in (ours, rust)]
    ours_s, rust_s = (statistics.median(own) for own in fast)
    kind = "warm" if is_warm else "cold"
    print(
        f"self_collide, {len(mesh.elements):6,} triangles, {kind}: "
        f"{ours_s * 1e6:10.1f} us from Python, {rust_s * 1e6:10.1f} us in Rust, ratio {ours_s / rust_s:.3f}"
    )


if __name__ == "__main__":
    large = jostle.shapes.icosphere_near(80_000)
    for is_warm in (True, False):
        compare(large, is_warm, 10)
    box = jostle.shapes.box_surface()
    for is_warm in (True, False):
        compare(box, is_warm, 500)
    scene = jostle.Scene({"box": box})
    other = box.translated([0.5, 0.3, 0.2])
    calls = {
        "scene.collide()": scene.collide,
        "scene.move(...)": lambda: scene.move("box", box.vertices),
        "scene.rays(one ray)": lambda: scene.rays([5, 0.1, 0.2], [-1, 0, 0]),
        "jostle.self_collide(mesh)": lambda: jostle.self_collide(box),
        "jostle.collide(a, b)": lambda: jostle.collide(box, other),
    }
    for name, call in calls.items():
        all_seconds = sorted(seconds(call, 5000))
        print(f"{name:26} of 12 triangles: {statistics.median(all_seconds[:500]) * 1e6:6.1f} us")
