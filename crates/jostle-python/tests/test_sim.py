"""Worlds that move: built from arrays and files, read in place, recorded and played, with exceptions that say what is wrong."""

from __future__ import annotations

import gc
import os
import pathlib
import subprocess
import sys
import threading
import time
from typing import List

import jostle
import numpy as np
import pytest
from conftest import report, run

SCENE = """
title = "Jelly"
frames = 20
[[plane]]
[[solid]]
name = "jelly"
shape = { kind = "ball", radius = 0.5, resolution = 2 }
position = [0.0, 0.0, 0.6]
young = 3e4
"""


def falling() -> jostle.sim.World:
    """A solid, a rigid body and a cloth over the ground."""
    world = jostle.sim.World()
    world.add_plane()
    world.add_solid("jelly", jostle.shapes.ball_tets(2, 0.4).translated([0, 0, 0.5]), young=3e4)
    world.add_rigid("crate", jostle.shapes.box_surface([0.4, 0.4, 0.4]).translated([1.2, 0, 0.3]))
    world.add_cloth("cloth", jostle.shapes.cloth(8, 8, [1.0, 1.0]).translated([0, 0, 1.2]))
    return world


def test_worlds_are_built_from_arrays_names_files_and_text(folder: pathlib.Path) -> None:
    world = falling()
    assert (len(world), world.names, world.find("crate"), "cloth" in world) == (3, ["jelly", "crate", "cloth"], 1, True)
    assert world.step(30) == 30
    assert (world.steps, round(world.time, 9)) == (30, 0.5)
    assert world.positions("crate")[:, 2].min() == pytest.approx(0.0, abs=0.005)
    assert world.kinetic_energy > 0 and world.momentum.shape == (3,)
    assert np.isfinite(world.potential_energy)
    assert world.velocities("cloth").shape == world.positions("cloth").shape
    # The same as the text, the file and the command line have it.
    path = folder / "jelly.toml"
    path.write_text(SCENE)
    worlds = [jostle.sim.World.parse(SCENE), jostle.sim.World.load(path), jostle.sim.World.load(str(path))]
    own = jostle.sim.World()
    own.add_plane()
    own.add_solid("jelly", jostle.shapes.ball_tets(2, 0.5).translated([0, 0, 0.6]), young=3e4)
    worlds.append(own)
    for world in worlds:
        world.step(20)
    first = worlds[0].positions("jelly")
    assert all(np.array_equal(world.positions("jelly"), first) for world in worlds)
    told = report("sim", str(path))
    assert told["frames"][-1]["kinetic_energy"] == worlds[0].kinetic_energy
    assert (worlds[0].title, worlds[1].frames) == ("Jelly", 20)
    assert set(jostle.sim.names()) > {"boldie", "membrane", "drape"}


def test_meshes_of_other_libraries_and_all_options_are_taken() -> None:
    trimesh = pytest.importorskip("trimesh")
    world = jostle.sim.World(
        step=0.01, searches=1, substeps=4, integrator="semi-implicit-euler", tolerance=1e-3, gravity=(0, 0, -1),
        thickness=0.01, slop=0.002, recovery=0.5, depth_method="consistent",
    )
    world.add_plane([0, 0, 2], -1.0, friction=0.1)
    box = trimesh.creation.box()
    assert world.add_rigid("box", box, density=10, velocity=[0, 1, 0], angular_velocity=[1, 0, 0], restitution=0.5) == 0
    assert world.add_rigid("wall", jostle.shapes.box_surface([9, 9, 1]).translated([0, 0, -9]), fixed=True, collides_as="mesh") == 1
    solid = jostle.shapes.ball_tets(1, 0.3).translated([3, 0, 0])
    assert world.add_solid("soft", solid, springs=[200, 0, 200], vertex_mass=0.1, fixed=[0], drag=0.5) == 2
    assert world.add_points("dots", np.random.default_rng(1).normal(size=(20, 3)) + [9, 0, 9], mode="linear", cluster_size=2.0) == 3
    world.add_wind([1, 0, 0])
    world.add_magnet([5, 0, 0], 0.1)
    tie = world.add_dragger("soft", 3, [3, 0, 2], stiffness=10)
    held = world.positions("soft")[0].copy()
    world.step(5, threads=1)
    world.drag(tie, None)
    world.step(5, threads=2)
    assert np.array_equal(world.positions("soft")[0], held)
    assert np.isfinite(world.positions("dots")).all() and world.time == pytest.approx(0.1)


def test_positions_are_views_that_keep_what_they_look_at() -> None:
    world = falling()
    views = [world.positions("jelly"), world.positions(0), world.positions("cloth")]
    assert views[0].dtype == np.float64 and views[0].flags.c_contiguous and not views[0].flags.owndata
    assert views[0].__array_interface__["data"][0] == views[1].__array_interface__["data"][0]
    for view in views:
        assert not view.flags.writeable
        with pytest.raises(ValueError):
            view[0] = 1.0
        with pytest.raises(ValueError):
            view.flags.writeable = True
    # All bodies of a frame are in one buffer, in their order.
    span = views[2].__array_interface__["data"][0] - views[0].__array_interface__["data"][0]
    assert span == views[0].nbytes + world.positions("crate").nbytes
    before = [view.copy() for view in views]
    for _ in range(5):
        world.step()
    assert all(np.array_equal(view, own) for view, own in zip(views, before))
    assert not np.array_equal(world.positions(0), views[0])
    # More bodies move all of the world's memory.
    last = world.positions(0)
    kept = last.copy()
    world.add_solid("more", jostle.shapes.ball_tets(6, 0.4).translated([5, 0, 1]))
    assert np.array_equal(last, kept) and world.positions("more").shape == (len(world.mesh("more").vertices), 3)
    world.step()
    row = world.positions(0)[3]
    value = row.copy()
    del world, views, last
    gc.collect()
    noise = [np.random.default_rng(i).normal(size=4000) for i in range(50)]
    assert np.array_equal(row, value) and noise


def test_a_buffer_that_nobody_looks_at_is_used_again() -> None:
    world = falling()
    places = set()
    for _ in range(20):
        world.step()
        view = world.positions(0)
        places.add(view.__array_interface__["data"][0])
        del view
    assert len(places) == 1


def test_views_of_frames_that_cut_and_break_have_their_own_sizes() -> None:
    world = jostle.sim.World.load("surgery")
    frames = []
    for _ in range(170):
        world.step()
        frames.append(world.positions("tissue"))
    sizes = {len(frame) for frame in frames}
    assert len(sizes) > 1
    assert all(np.isfinite(frame).all() for frame in frames)


def test_callbacks_see_each_step_and_can_end_it() -> None:
    world = falling()
    times: List[float] = []

    def look(own: jostle.sim.World) -> None:
        assert own is world
        times.append(own.time)

    world.step(4, callback=look)
    assert times == pytest.approx([k / 60 for k in range(1, 5)])
    assert world.step(100, callback=lambda own: own.steps < 9) == 5
    # What is not False goes on, numbers and nothing too.
    assert world.step(3, callback=lambda own: 0) == 3

    def fail(own: jostle.sim.World) -> None:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        world.step(5, callback=fail)
    assert world.steps == 13 and world.step(0) == 0
    # A callback may change the world.
    world.step(2, callback=lambda own: own.add_plane([1, 0, 0], -50.0))
    assert world.step() == 1


def test_any_number_of_threads_makes_the_same_frames() -> None:
    worlds = [falling() for _ in range(3)]
    for world, threads in zip(worlds, (1, 2, None)):
        world.step(25, threads=threads)
    first = worlds[0]
    for world in worlds[1:]:
        assert all(np.array_equal(world.positions(body), first.positions(body)) for body in range(3))


def test_steps_release_the_lock_and_threads_share_a_world() -> None:
    world = jostle.sim.World.load("drape")
    done = threading.Event()
    seen = 0

    def step() -> None:
        world.step(15)
        done.set()

    threads = [threading.Thread(target=step) for _ in range(2)]
    for thread in threads:
        thread.start()
    while not done.is_set():
        seen += int(np.isfinite(world.positions("cloth")).all())
        time.sleep(0)
    for thread in threads:
        thread.join()
    assert seen > 1 and world.steps == 30


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_fork_steps_on() -> None:
    world = falling()
    world.step(3)
    child = os.fork()
    if child == 0:
        code = 1
        try:
            world.step(3)
            code = 0 if world.steps == 6 else 2
        finally:
            os._exit(code)
    assert os.waitpid(child, 0)[1] == 0


@pytest.mark.skipif(sys.platform == "win32", reason="signals are others there")
def test_an_interrupt_ends_steps(folder: pathlib.Path) -> None:
    code = """
import jostle, os, signal, threading, time
world = jostle.sim.World.load("mixed")
# Whoever starts the tests in the background may have it ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
start = time.time()
try:
    world.step(1_000_000)
except KeyboardInterrupt:
    steps = world.steps
    world.step()
    assert world.steps >= steps + 1
    print("interrupted", time.time() - start < 5)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == "interrupted True", done.stderr


def test_recordings_are_written_and_played(folder: pathlib.Path) -> None:
    path = folder / "falling.rec"
    world = falling()
    frames = [world.positions("cloth")]
    with jostle.sim.Recorder(path) as recorder:
        recorder.record(world)

        def keep(own: jostle.sim.World) -> None:
            recorder.record(own)
            frames.append(own.positions("cloth"))

        world.step(12, callback=keep)
        assert recorder.frames == 13
    with pytest.raises(jostle.RecordingError, match="closed"):
        recorder.record(world)
    assert recorder.frames is None
    recording = jostle.sim.Recording(path)
    assert (len(recording), recording.frames, recording.is_cut_off) == (13, 13, False)
    for frame in [*range(13), 3, 12, 0]:
        recording.set_frame(frame)
        assert np.array_equal(recording.positions("cloth"), frames[frame])
    assert recording.scene.names == world.names and not recording.scene.collide()
    with pytest.raises(jostle.RecordingError, match="frame 13 is not among them"):
        recording.set_frame(13)
    # The command plays it too.
    assert report("play", str(path), "--check")["recorded"] == 13
    # Cut off at any byte.
    content = path.read_bytes()
    cut = folder / "cut.rec"
    cut.write_bytes(content[: len(content) // 2])
    shorter = jostle.sim.Recording(str(cut))
    assert shorter.is_cut_off and 0 < shorter.frames < 13
    shorter.set_frame(shorter.frames - 1)
    assert np.array_equal(shorter.positions("cloth"), frames[shorter.frames - 1])
    for wrong, expected in [(b"", "no recording"), (content[:8], "no whole frame")]:
        cut.write_bytes(wrong)
        with pytest.raises(jostle.RecordingError, match=expected):
            jostle.sim.Recording(cut)
    with pytest.raises(OSError, match="missing.rec"):
        jostle.sim.Recording(folder / "missing.rec")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no disk that is always full")
def test_a_full_disk_is_an_exception() -> None:
    with pytest.raises(jostle.RecordingError, match="could not be written"):
        jostle.sim.Recorder("/dev/full")


def test_what_is_wrong_is_said() -> None:
    world = falling()
    ball = jostle.shapes.ball_tets(1, 0.2)
    sphere = jostle.shapes.icosphere(1)
    wrong = [
        (lambda: world.add_solid("x", sphere), jostle.SimError, "solid 'x' is made of tetrahedra"),
        (lambda: world.add_cloth("x", ball), jostle.SimError, "cloth 'x' is made of triangles"),
        (lambda: world.add_rigid("x", ball), jostle.SimError, "rigid body 'x' is made of triangles"),
        (lambda: world.add_rigid("x", jostle.shapes.cloth(2, 2)), jostle.SimError, "needs a closed surface"),
        (lambda: world.add_rigid("x", sphere, density=-1), jostle.SimError, "'density' is -1, but must be above zero"),
        (lambda: world.add_rigid("x", sphere, restitution=2), jostle.SimError, "from 0 to 1"),
        (lambda: world.add_rigid("x", sphere, collides_as="hull"), jostle.SimError, "'convex', 'mesh'"),  # type: ignore[arg-type]
        (lambda: world.add_solid("x", ball, young=float("nan")), jostle.SimError, "'young' is NaN"),
        (lambda: world.add_solid("x", ball, vertex_mass=0), jostle.SimError, "'vertex-mass' is 0"),
        (lambda: world.add_solid("x", ball, fixed=[99999]), jostle.ArrayError, "99999"),
        (lambda: world.add_solid("x", (ball.vertices * np.nan, ball.elements)), jostle.JostleError, "x"),
        (lambda: world.add_solid("x", (ball.vertices, ball.elements + 9999)), jostle.MeshError, "vertex"),
        (lambda: world.add_plane([0, 0, 0]), jostle.SimError, "no direction"),
        (lambda: world.positions("nobody"), jostle.SceneError, "there is no object 'nobody'"),
        (lambda: world.positions(77), jostle.SceneError, "there is no object 77"),
        (lambda: world.drag(5, None), jostle.SimError, "dragger 5"),
        (lambda: world.step(threads=0), jostle.QueryError, "0 threads"),
        (lambda: jostle.sim.World(step=0), jostle.SimError, "'step' is 0, but must be above zero"),
        (lambda: jostle.sim.World(gravity=[0, 0, float("inf")]), jostle.SimError, "gravity"),
        (lambda: jostle.sim.World(integrator="euler"), jostle.SimError, "'position-based'"),  # type: ignore[arg-type]
        (lambda: jostle.sim.World(depth_method="best"), jostle.SimError, "'closest'"),  # type: ignore[arg-type]
        (lambda: jostle.sim.World.load("bolide"), jostle.SimError, "did you mean 'boldie'?"),
        (lambda: jostle.sim.World.load("nowhere.toml"), jostle.FileError, "nowhere.toml cannot be read"),
        (lambda: jostle.sim.World.parse("[world]\nstpe = 1"), jostle.SimError, "line 2: 'stpe' .* did you mean 'step'"),
    ]
    for call, error, expected in wrong:
        with pytest.raises(error, match=expected):
            call()
    assert world.names == ["jelly", "crate", "cloth"]
    assert world.step(2) == 2


def test_worlds_that_explode_say_so() -> None:
    world = jostle.sim.World(integrator="explicit-euler", substeps=1)
    world.add_plane()
    world.add_solid("stiff", jostle.shapes.ball_tets(2, 0.5).translated([0, 0, 0.6]), young=1e9)
    with pytest.raises(jostle.SimError, match="'stiff' left all bounds .* more substeps"):
        world.step(400)


def test_the_command_of_the_wheel_has_the_simulator() -> None:
    done = run("sim", "--list")
    assert done.returncode == 0 and "boldie" in done.stdout
