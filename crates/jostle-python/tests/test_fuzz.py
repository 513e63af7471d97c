"""Random arrays of random types, shapes and layouts: an answer or one of our exceptions, and the interpreter goes on."""

from __future__ import annotations

from typing import Any, Callable, List

import jostle
import numpy as np
import pytest

DTYPES = ["f8", "f4", "f2", ">f8", ">f4", "i8", "i4", "i2", "i1", "u8", "u4", "u2", "u1", ">i8", ">i4", "?", "c16", "O", "S3", "U2", "M8[s]", "V4"]
SHAPES: List[Any] = [(), (0,), (3,), (5,), (0, 3), (1, 3), (4, 3), (9, 3), (9, 4), (3, 9), (9, 2), (2, 3, 3), (0, 4), (5, 4, 3), (0, 0)]
SPECIAL = np.array([np.nan, np.inf, -np.inf, 1e308, -1e308, 5e-324, 0.0, -0.0, 1e-160, 1e160])


def random_array(random: np.random.Generator) -> Any:
    shape = SHAPES[random.integers(len(SHAPES))]
    dtype = np.dtype(DTYPES[random.integers(len(DTYPES))])
    values = random.normal(size=shape) * 10.0 ** random.integers(-3, 4)
    if random.random() < 0.3 and np.size(values):
        values = np.where(random.random(shape) < 0.2, SPECIAL[random.integers(len(SPECIAL), size=shape)], values)
    if dtype.kind in "iu":
        values = random.integers(-2, 12, size=shape)
        if dtype.kind == "u":
            values = np.abs(values)
    with np.errstate(all="ignore"):
        try:
            own: Any = np.asarray(values).astype(dtype)
        except (TypeError, ValueError):
            own = np.zeros(shape, dtype)
    if own.ndim == 2 and random.random() < 0.3:
        own = np.asfortranarray(own)
    if own.ndim and random.random() < 0.2:
        own = own[::-1]
    if random.random() < 0.2:
        own = own.copy()
        own.flags.writeable = False
    if random.random() < 0.2:
        return own.tolist()
    return own


def good_mesh(random: np.random.Generator, corners: int) -> Any:
    """A mesh that may be refused for what it is, and not for its arrays."""
    n, m = int(random.integers(0, 12)), int(random.integers(0, 12))
    vertices = random.integers(-3, 4, size=(n, 3)) * 10.0 ** random.integers(-160, 160)
    if n < corners or random.random() < 0.2:
        return vertices, random.integers(0, max(n, 1), size=(m, corners))
    return vertices, np.array([random.permutation(n)[:corners] for _ in range(m)]).reshape(m, corners)


CALLS: List[Callable[[Any, Any, Any, np.random.Generator], Any]] = [
    lambda mesh, x, y, r: jostle.self_collide(mesh),
    lambda mesh, x, y, r: jostle.self_collide((x, y)),
    lambda mesh, x, y, r: jostle.collide(mesh, (x, y)),
    lambda mesh, x, y, r: jostle.collide(mesh, good_mesh(r, 4)),
    lambda mesh, x, y, r: jostle.within(abs(r.normal()), mesh, good_mesh(r, 3)),
    lambda mesh, x, y, r: jostle.distance(mesh, good_mesh(r, 3)),
    lambda mesh, x, y, r: jostle.rays(mesh, x, y),
    lambda mesh, x, y, r: jostle.rays(mesh, r.normal(size=(5, 3)), y, t_max=x),
    lambda mesh, x, y, r: jostle.closest(mesh, x),
    lambda mesh, x, y, r: jostle.signed_distance(mesh, x, largest=r.normal()),
    lambda mesh, x, y, r: jostle.winding_number(mesh, x),
    lambda mesh, x, y, r: jostle.impact.find(mesh, x),
    lambda mesh, x, y, r: jostle.impact.free_step(mesh, mesh[0] + r.normal()),
    lambda mesh, x, y, r: jostle.impact.vertex_face(x, y),
    lambda mesh, x, y, r: jostle.impact.edge_edge(x, x, thickness=r.normal()),
    lambda mesh, x, y, r: jostle.contacts(abs(r.normal()), mesh, good_mesh(r, 3), limit=10000),
    lambda mesh, x, y, r: jostle.depth(mesh, good_mesh(r, 4)),
    lambda mesh, x, y, r: jostle.curves(mesh, good_mesh(r, 3)),
    lambda mesh, x, y, r: jostle.volume.of(mesh),
    lambda mesh, x, y, r: jostle.volume.overlap(mesh, good_mesh(r, 4)),
    lambda mesh, x, y, r: jostle.info((x, y)),
    lambda mesh, x, y, r: jostle.info(mesh),
    lambda mesh, x, y, r: jostle.certificate(mesh),
    lambda mesh, x, y, r: jostle.orientations(mesh),
    lambda mesh, x, y, r: jostle.weld(mesh, abs(r.normal())),
    lambda mesh, x, y, r: jostle.Scene({"a": mesh}).move("a", x),
    lambda mesh, x, y, r: jostle.Scene({"a": mesh}).transform("a", x),
    lambda mesh, x, y, r: jostle.Scene({"a": mesh}).collide(exclude_elements={"a": x}),
]


@pytest.mark.parametrize("seed", range(40))
def test_anything_gets_an_answer_or_an_exception(seed: int) -> None:
    random = np.random.default_rng(seed)
    answered = 0
    for _ in range(60):
        call = CALLS[random.integers(len(CALLS))]
        mesh = good_mesh(random, int(random.integers(3, 5)))
        try:
            with np.errstate(all="ignore"):
                call(mesh, random_array(random), random_array(random), random)
            answered += 1
        except jostle.JostleError as error:
            assert str(error)
    assert answered > 0


@pytest.mark.parametrize("seed", range(10))
def test_random_meshes_get_the_pairs_of_brute_force(seed: int) -> None:
    random = np.random.default_rng(seed)
    n, m = 60, 80
    for corners in (3, 4):
        elements = np.array([random.choice(n, corners, replace=False) for _ in range(m)])
        vertices = random.integers(0, 6, size=(n, 3)).astype(float)
        scene = jostle.Scene({"mesh": (vertices, elements)})
        pairs = scene.self_collide(broad="brute").pairs
        assert np.array_equal(scene.self_collide().pairs, pairs) and len(pairs)
