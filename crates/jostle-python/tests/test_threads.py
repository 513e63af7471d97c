"""Threads, forks and interrupts: calls at once are safe and run in parallel, and nothing hangs."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, List, Tuple

import jostle
import numpy as np
import pytest


def test_threads_that_share_a_scene_get_whole_answers() -> None:
    animated = jostle.scenes.build("falling", elements=6000)
    animated.set_frame(animated.frames - 10)
    scene = animated.scene
    pairs = scene.collide().pairs
    origins = np.random.default_rng(1).normal(size=(200, 3)) * 3
    hits = scene.rays(origins, -origins)

    def ask(number: int) -> bool:
        if number % 3 == 0:
            return bool(np.array_equal(scene.rays(origins, -origins).t, hits.t))
        if number % 3 == 1:
            return len(scene.self_collide()) <= len(pairs)
        return bool(np.array_equal(scene.collide().pairs, pairs))

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(ask, range(60)))


def test_threads_that_change_a_scene_leave_it_whole() -> None:
    ball = jostle.shapes.icosphere(3)
    scene = jostle.Scene({"a": ball, "b": ball.translated([9, 0, 0])})
    near, far = ball.translated([1, 0, 0]), ball.translated([9, 0, 0])
    counts = {0, len(jostle.collide(ball, near))}

    def work(number: int) -> bool:
        if number % 2:
            scene.move("b", (near if number % 4 == 1 else far).vertices)
            return True
        return len(scene.collide()) in counts

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(work, range(400)))


def test_queries_release_the_lock_of_python() -> None:
    scene = jostle.Scene({"mesh": jostle.shapes.torus_knot(2, 3, 1.2, 1500, 60)})
    done = threading.Event()
    steps = 0

    def query() -> None:
        scene.self_collide(threads=1)
        done.set()

    thread = threading.Thread(target=query)
    thread.start()
    while not done.is_set():
        steps += 1
        time.sleep(0)
    thread.join()
    assert steps > 10


def test_scenes_run_in_parallel() -> None:
    """Two scenes, each on one thread, overlap in time: one begins before the other has ended."""
    scenes = [jostle.Scene({"mesh": jostle.shapes.torus_knot(2, 3, 1.2, 1500, 60)}) for _ in range(2)]
    for scene in scenes:
        scene.self_collide(threads=1)
    spans: List[Tuple[float, float]] = []
    gate = threading.Barrier(2)

    def query(scene: jostle.Scene) -> None:
        gate.wait()
        start = time.monotonic()
        scene.self_collide()
        spans.append((start, time.monotonic()))

    threads = [threading.Thread(target=query, args=(scene,)) for scene in scenes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert max(start for start, _ in spans) < min(end for _, end in spans)


def in_child(scene: jostle.Scene, expected: int, queue: Any) -> None:
    animated = jostle.scenes.build("falling")
    fresh = len(animated.scene.collide())
    inherited = len(scene.collide())
    again = len(scene.collide(threads=2))
    near = len(scene.contacts(0.01))
    rays = bool(scene.rays([9, 0.1, 0.2], [-1, 0, 0]).hit[0])
    queue.put((fresh >= 0, inherited == expected, again == expected, near >= 0, rays))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_fork_after_use_answers_too() -> None:
    ball = jostle.shapes.icosphere(5)
    scene = jostle.Scene({"a": ball, "b": ball.translated([1, 0, 0])})
    expected = len(scene.collide())
    scene.contacts(0.01)
    scene.collide(threads=2)
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=in_child, args=(scene, expected, queue))
    child.start()
    answer = queue.get(timeout=60)
    child.join(timeout=60)
    assert child.exitcode == 0 and answer == (True,) * 5
    assert len(scene.collide()) == expected


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_fork_during_a_query_is_told_so() -> None:
    scene = jostle.Scene()
    scene.add("mesh", jostle.shapes.icosphere(5), self_collision=True)
    asking = threading.Thread(target=lambda: scene.within(0.2, threads=1))
    asking.start()
    time.sleep(0.05)
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            scene.collide()
            message = "answered"
        except jostle.SceneError as error:
            message = str(error)
        os.write(write, message.encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        assert "when the process was forked" in pipe.read()
    os.waitpid(child, 0)
    asking.join()


# Asks something that takes minutes, is interrupted, and then tells how much the process computes while it sleeps.
LONG = """
import os, signal, threading, time
import numpy as np
import jostle
# Whoever starts the tests in the background may have it ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
ball = jostle.shapes.icosphere(6)
scene = jostle.Scene()
scene.add("a", ball, self_collision=True)
scene.add("b", ball.translated([0.5, 0.02, 0.03]))
rng = np.random.default_rng(1)
rows = rng.normal(size=(600_000 if "{0}" == "elementary" else 1, 4, 3)).round(1)
origins = rng.normal(size=(4_000_000 if "{0}" == "rays" else 1, 3))
asked = {{
    "within": lambda: scene.within(0.6, threads=1),
    "count": lambda: scene.within(0.6, output="count"),
    "impacts": lambda: scene.impacts(-scene_vertices, threads=1),
    "contacts": lambda: scene.contacts(0.6, threads=1),
    "candidates": lambda: scene.candidates(distance=0.6, threads=1),
    "object_depth": lambda: scene.object_depth(0, 1, tolerance=0.0, most_evaluations=10**9),
    "rays": lambda: scene.rays(origins, [0.1, 0.2, 1.0], all_hits=True, threads=1),
    "elementary": lambda: jostle.impact.edge_edge(rows, -rows[::-1], thickness=0.5, threads=1),
}}
scene_vertices = np.concatenate([scene.vertices(0), scene.vertices(1)])
def interrupt():
    time.sleep(0.5)
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupt, daemon=True).start()
try:
    asked["{0}"]()
    print("answered", flush=True)
except KeyboardInterrupt:
    start = time.process_time()
    time.sleep(1)
    print("interrupted", time.process_time() - start, len(scene.self_collide(among=["b"])), flush=True)
os._exit(0)
"""


@pytest.mark.skipif(os.name == "nt", reason="signals are others there")
@pytest.mark.parametrize(
    "asked", ["within", "count", "impacts", "contacts", "candidates", "object_depth", "rays", "elementary"]
)
def test_an_interrupt_stops_a_long_call(asked: str) -> None:
    """The call ends, its work stops with it, and the scene can be asked again."""
    done = subprocess.run([sys.executable, "-c", LONG.format(asked)], capture_output=True, text=True, timeout=120)
    words = done.stdout.split()
    assert words[:1] == ["interrupted"] and words[2:] == ["0"], done.stdout + done.stderr
    assert float(words[1]) < 0.5, "it goes on computing"


def test_many_threads_that_come_and_go() -> None:
    box = jostle.shapes.box_surface()
    answers: List[int] = []
    for _ in range(30):
        threads = [threading.Thread(target=lambda: answers.append(len(jostle.self_collide(box)))) for _ in range(20)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert answers == [0] * 600


def test_threads_with_one_thread_each() -> None:
    scenes = [jostle.Scene({"mesh": jostle.shapes.torus_knot(2, 3, 1.2, 600, 30)}) for _ in range(4)]
    expected = len(scenes[0].self_collide())
    with ThreadPoolExecutor(4) as pool:
        for _ in range(5):
            assert list(pool.map(lambda scene: len(scene.self_collide(threads=1)), scenes)) == [expected] * 4
