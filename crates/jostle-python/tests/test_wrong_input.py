"""Wrong input gets the right answer or an exception that says what to do; nothing ends the interpreter."""

from __future__ import annotations

from typing import Any

import jostle
import numpy as np
import pytest

VERTICES = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0.2, 0.2, -1], [0.3, 0.2, 1], [0.2, 0.3, 1]])
TRIANGLES = np.array([[0, 1, 2], [3, 4, 5]])


def pairs(vertices: Any, elements: Any) -> Any:
    return jostle.self_collide((vertices, elements)).pairs.tolist()


def test_the_mesh_of_these_tests_crosses_itself() -> None:
    assert pairs(VERTICES, TRIANGLES) == [[0, 1]]


def test_float_indices_are_refused() -> None:
    with pytest.raises(jostle.ArrayError, match=r"elements have dtype float64; indices are integers: .*astype"):
        pairs(VERTICES, TRIANGLES.astype(float))


def test_masks_and_words_are_no_indices() -> None:
    with pytest.raises(jostle.ArrayError, match="dtype bool.*flatnonzero"):
        pairs(VERTICES, TRIANGLES > 0)
    with pytest.raises(jostle.ArrayError, match="elements have dtype"):
        pairs(VERTICES, [["a", "b", "c"]])


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_coordinates_that_are_not_finite_are_named(bad: float) -> None:
    vertices = VERTICES.copy()
    vertices[4, 1] = bad
    with pytest.raises(jostle.MeshError, match="vertex 4 is at .*coordinates must be finite") as caught:
        pairs(vertices, TRIANGLES)
    assert (caught.value.vertex, caught.value.object, caught.value.name) == (4, 0, "0")
    scene = jostle.Scene({"mesh": (VERTICES, TRIANGLES)})
    with pytest.raises(jostle.MeshError, match="'mesh'.*vertex 4"):
        scene.move("mesh", vertices)
    assert len(scene.self_collide()) == 1


@pytest.mark.parametrize(
    "vertices, message",
    [
        (VERTICES[:, :2], r"shape \(6, 2\).*third column"),
        (VERTICES.T, r"shape \(3, 6\).*transpose"),
        (VERTICES.ravel(), r"shape \(18,\), but \(n, 3\)"),
        (VERTICES[None], r"shape \(1, 6, 3\)"),
        (1.0, r"shape \(\)"),
        (None, "dtype object"),
        ("mesh", "dtype"),
        (VERTICES + 0j, "dtype complex128"),
        (VERTICES.astype("datetime64[s]"), "dtype datetime64"),
        ([[0, 0, 0], [1, 0]], "cannot be read as an array|dtype object, as rows of different lengths"),
        (np.array([[0, 0, 0], [1, 0]], dtype=object), "dtype object, as rows of different lengths"),
        (VERTICES.astype(object), "dtype object"),
    ],
)
def test_vertices_of_the_wrong_shape_or_type_are_refused(vertices: Any, message: str) -> None:
    with pytest.raises(jostle.ArrayError, match=message):
        pairs(vertices, TRIANGLES)


@pytest.mark.parametrize(
    "elements, message",
    [
        (TRIANGLES[:, :2], r"shape \(2, 2\), but \(m, 3\) is needed for triangles"),
        (TRIANGLES.ravel(), r"shape \(6,\)"),
        (np.zeros((1, 5), int), "split other elements first"),
        ([[0, 1, 2], [3, 4]], "cannot be read as an array|dtype object, as rows of different lengths"),
        (TRIANGLES.astype(object), "dtype object"),
        (7, r"shape \(\)"),
        (None, "dtype object"),
    ],
)
def test_elements_of_the_wrong_shape_or_type_are_refused(elements: Any, message: str) -> None:
    with pytest.raises(jostle.ArrayError, match=message):
        pairs(VERTICES, elements)


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int32, np.int64])
def test_negative_indices_do_not_count_from_the_end(dtype: Any) -> None:
    elements = np.array([[0, 1, 2], [3, 4, -1]], dtype=dtype)
    with pytest.raises(jostle.MeshError, match="triangle 1 refers to vertex -1, but indices count from 0") as caught:
        pairs(VERTICES, elements)
    assert caught.value.element == 1


@pytest.mark.parametrize("index", [6, 7, 10**9, 2**32 - 1])
def test_indices_past_the_end_are_named(index: int) -> None:
    with pytest.raises(jostle.MeshError, match="triangle 1 refers to vertex .*but there are 6 vertices") as caught:
        pairs(VERTICES, [[0, 1, 2], [3, 4, index]])
    assert (caught.value.element, caught.value.vertex) == (1, index)


@pytest.mark.parametrize("index", [2**32, 2**40, 2**63 - 1])
def test_indices_that_no_mesh_has_are_named(index: int) -> None:
    with pytest.raises(jostle.MeshError, match=f"triangle 1 refers to vertex {index}, but no mesh has so many"):
        pairs(VERTICES, [[0, 1, 2], [3, 4, index]])


def test_indices_beyond_int64_are_refused() -> None:
    elements = np.array([[0, 1, 2], [3, 4, 2**64 - 1]], dtype=np.uint64)
    with pytest.raises(jostle.ArrayError, match="no mesh has so many; -1 may have become it"):
        pairs(VERTICES, elements)


def test_a_vertex_that_an_element_names_twice_is_refused() -> None:
    with pytest.raises(jostle.MeshError, match="triangle 1 names vertex 4 more than once"):
        pairs(VERTICES, [[0, 1, 2], [3, 4, 4]])


def test_a_billion_indices_are_an_exception_or_an_answer() -> None:
    # An array of stride zero, which takes no memory until somebody copies it.
    many = np.broadcast_to(np.array([0, 1, 2]), (10**9, 3))
    assert many.strides[0] == 0
    with pytest.raises((MemoryError, jostle.JostleError)):
        jostle.self_collide((VERTICES, np.broadcast_to(np.array([0, 1, -2]), (10**9, 3))[: 10**6]))
    with pytest.raises((MemoryError, jostle.JostleError)):
        jostle.self_collide((VERTICES, np.broadcast_to(many, (10**3, 10**9, 3)).reshape(-1, 3)))


@pytest.mark.parametrize("dtype", ["<f8", ">f8", "<f4", ">f4", "f2", "i4", ">i8", "u1", np.longdouble])
def test_any_type_of_number_gives_the_same_answer(dtype: Any) -> None:
    vertices = (VERTICES * 10).astype(int)
    assert pairs(np.abs(vertices).astype(dtype), TRIANGLES) == pairs(np.abs(vertices).astype(float), TRIANGLES)


@pytest.mark.parametrize("dtype", ["i1", "u1", "i2", ">i2", "u2", "i4", ">i4", "u4", ">u4", "i8", ">i8", "u8", ">u8"])
def test_any_type_of_integer_gives_the_same_answer(dtype: str) -> None:
    assert pairs(VERTICES, TRIANGLES.astype(dtype)) == [[0, 1]]


def test_any_layout_gives_the_same_answer() -> None:
    big = np.zeros((12, 6))
    big[::2, ::2] = VERTICES
    for vertices in (np.asfortranarray(VERTICES), big[::2, ::2], VERTICES[::-1][::-1], VERTICES.tolist()):
        assert pairs(vertices, TRIANGLES) == [[0, 1]]
    for elements in (np.asfortranarray(TRIANGLES), np.repeat(TRIANGLES, 2, axis=0)[::2], TRIANGLES.tolist()):
        assert pairs(VERTICES, elements) == [[0, 1]]
    odd = np.zeros(6 * 24 + 1, np.uint8)[1:].view(np.float64).reshape(6, 3)
    odd[:] = VERTICES
    assert not odd.flags.aligned
    assert pairs(odd, TRIANGLES) == [[0, 1]]


def test_read_only_arrays_are_read() -> None:
    vertices, elements = VERTICES.copy(), TRIANGLES.copy()
    vertices.flags.writeable = elements.flags.writeable = False
    assert pairs(vertices, elements) == [[0, 1]]
    scene = jostle.Scene({"mesh": (vertices, elements)})
    scene.move("mesh", vertices)
    assert len(scene.self_collide()) == 1


def test_float64_in_c_order_is_read_in_place(monkeypatch: pytest.MonkeyPatch) -> None:
    import jostle._arrays

    def refuse(*_: Any) -> Any:
        raise AssertionError("converted")

    for name in ("points", "elements", "vertices_and_elements"):
        monkeypatch.setattr(jostle._arrays, name, refuse)
    assert pairs(VERTICES, TRIANGLES) == [[0, 1]]
    assert pairs(VERTICES, TRIANGLES.astype(np.int32)) == [[0, 1]]
    assert pairs(VERTICES, TRIANGLES.astype(np.uint32)) == [[0, 1]]
    with pytest.raises(AssertionError, match="converted"):
        pairs(VERTICES.astype(np.float32), TRIANGLES)


def test_classes_of_arrays() -> None:
    class Own(np.ndarray):
        pass

    assert pairs(VERTICES.view(Own), TRIANGLES.view(Own)) == [[0, 1]]
    masked = np.ma.masked_array(VERTICES)
    assert pairs(masked, TRIANGLES) == [[0, 1]]
    masked[3, 1] = np.ma.masked
    with pytest.raises(jostle.ArrayError, match="masked"):
        pairs(masked, TRIANGLES)


@pytest.mark.parametrize("vertices", [[], np.zeros((0, 3)), np.zeros((0,)), np.zeros((0, 0)), VERTICES])
@pytest.mark.parametrize("elements", [[], np.zeros((0, 3), int), np.zeros((0, 4), int), np.zeros((0,), int)])
def test_empty_meshes_have_empty_answers(vertices: Any, elements: Any) -> None:
    collisions = jostle.self_collide((vertices, elements))
    assert collisions.pairs.shape == (0, 2) and not collisions
    assert collisions.statistics["elements"] == 0


def test_a_scene_without_objects_has_empty_answers() -> None:
    scene = jostle.Scene()
    assert len(scene) == 0 and not scene.collide() and not scene.self_collide() and not scene.within(1.0)
    assert not scene.rays([0, 0, 0], [1, 0, 0]).hit[0]
    assert np.isinf(scene.closest([[0, 0, 0]]).distance[0])
    assert len(scene.impacts(np.zeros((0, 3)))) == 0


@pytest.mark.parametrize("mesh", [None, 3, "mesh", (1,), (1, 2, 3), [VERTICES], {}, object()])
def test_what_is_no_mesh_is_called_so(mesh: Any) -> None:
    with pytest.raises(jostle.ArrayError):
        jostle.Scene().add("x", mesh)


def test_objects_that_are_not_there() -> None:
    scene = jostle.Scene({"a": (VERTICES, TRIANGLES), "b": (VERTICES, TRIANGLES)})
    with pytest.raises(jostle.SceneError, match="there is no object 'c'; there are a, b"):
        scene.vertices("c")
    for number in (2, -1, 10**12):
        with pytest.raises(jostle.SceneError, match=f"there is no object {number}: the scene has 2"):
            scene.vertices(number)
    scene.remove("b")
    with pytest.raises(jostle.SceneError, match="there is no object 'b'"):
        scene.remove("b")
    with pytest.raises(jostle.SceneError, match="was removed"):
        scene.remove(1)
    with pytest.raises(jostle.SceneError, match="6 vertices but was given 5"):
        scene.move("a", VERTICES[:5])
    scene.add("a", (VERTICES, TRIANGLES))
    with pytest.raises(jostle.SceneError, match="several objects are called 'a'"):
        scene.vertices("a")


def test_options_that_there_are_not() -> None:
    scene = jostle.Scene({"a": (VERTICES, TRIANGLES)})
    with pytest.raises(jostle.QueryError, match="there is no backend 'tpu'; there are 'cpu', 'gpu', 'auto'"):
        scene.collide(backend="tpu")
    with pytest.raises(jostle.QueryError, match="there is no broad phase 'x'; there are 'auto'"):
        scene.collide(broad="x")
    with pytest.raises(jostle.QueryError, match="there is no output"):
        scene.collide(output="x")
    with pytest.raises(jostle.QueryError, match="0 threads"):
        scene.collide(threads=0)
    with pytest.raises((OverflowError, jostle.JostleError)):
        scene.collide(threads=-1)
    for distance in (-1.0, np.nan, np.inf):
        with pytest.raises(jostle.QueryError, match="finite and not negative"):
            scene.within(distance)


def test_transforms() -> None:
    scene = jostle.Scene({"a": (VERTICES, TRIANGLES)})
    move = np.eye(4)
    move[:3, 3] = [1, 2, 3]
    scene.transform("a", move)
    assert np.array_equal(scene.vertices("a"), VERTICES + [1, 2, 3])
    with pytest.raises(jostle.ArrayError, match="last row"):
        scene.transform("a", np.ones((4, 4)))
    with pytest.raises(jostle.ArrayError, match="shape"):
        scene.transform("a", np.eye(3))
    with pytest.raises(jostle.SceneError, match="not finite"):
        scene.transform("a", np.full((3, 4), np.nan))


def test_rays_and_points() -> None:
    scene = jostle.Scene({"a": (VERTICES, TRIANGLES)})
    with pytest.raises(jostle.ArrayError, match="2 origins, 3 directions"):
        scene.rays(np.zeros((2, 3)), np.ones((3, 3)))
    with pytest.raises(jostle.QueryError):
        scene.rays([0, 0, np.nan], [1, 0, 0])
    with pytest.raises(jostle.QueryError):
        scene.closest([[np.inf, 0, 0]])
    assert len(scene.rays(np.zeros((0, 3)), np.zeros((0, 3)))) == 0
    assert len(scene.closest([])) == 0


def test_steps() -> None:
    scene = jostle.Scene({"a": (VERTICES, TRIANGLES)})
    with pytest.raises(jostle.JostleError, match="6 vertices|positions"):
        scene.impacts(VERTICES[:3])
    with pytest.raises(jostle.SceneError, match="6 vertices but was given 3"):
        scene.impacts({"a": VERTICES[:3]})
    with pytest.raises(jostle.ImpactError):
        scene.impacts(VERTICES * np.nan)
    with pytest.raises(jostle.ImpactError):
        scene.impacts(VERTICES, thickness=-1.0)
    with pytest.raises(jostle.ArrayError, match=r"\(n, 4, 3\)"):
        jostle.impact.vertex_face(VERTICES, VERTICES)
    with pytest.raises(jostle.ArrayError, match="row 0 of end is not finite"):
        jostle.impact.vertex_face(np.zeros((1, 4, 3)), np.full((1, 4, 3), np.nan))
    with pytest.raises(jostle.ArrayError, match="start has 1 rows and end has 2"):
        jostle.impact.edge_edge(np.zeros((1, 4, 3)), np.zeros((2, 4, 3)))


def test_files_that_cannot_be_read() -> None:
    with pytest.raises(jostle.FileError, match="'nowhere.ply' cannot be read"):
        jostle.load("nowhere.ply")
    with pytest.raises(OSError):
        jostle.load("nowhere.ply")
    with pytest.raises(jostle.FileError, match="names no format"):
        jostle.save("mesh.xyz", (VERTICES, TRIANGLES))


def test_all_exceptions_are_values_errors_of_one_base() -> None:
    for name in jostle.__all__:
        value = getattr(jostle, name)
        if isinstance(value, type) and issubclass(value, BaseException):
            assert issubclass(value, jostle.JostleError) and issubclass(value, ValueError)


@pytest.mark.parametrize("threads", [0, -1])
def test_no_threads_are_refused(threads: int) -> None:
    box = jostle.shapes.box_surface()
    with pytest.raises(jostle.QueryError, match=f"^{threads} threads were asked for"):
        jostle.collide(box, box, threads=threads)


def test_what_has_nothing_to_be_compared_with_is_not_free() -> None:
    box = jostle.shapes.box_surface()
    ask = [jostle.collide, lambda *own: jostle.within(0.1, *own), jostle.curves, lambda *own: jostle.contacts(0.1, *own)]
    for query in ask:
        for given in [(), (box,), ({"only": box},)]:
            with pytest.raises(jostle.ArrayError, match="there is nothing to compare"):
                query(*given)
    assert not jostle.collide(box, self_pairs=True)
    assert not jostle.collide(jostle.Scene({"only": box}))


def test_paths_are_to_be_loaded_first() -> None:
    with pytest.raises(jostle.ArrayError, match=r"jostle.load\('ball.ply'\)"):
        jostle.self_collide("ball.ply")  # type: ignore[arg-type]


@pytest.mark.parametrize("function", ["within", "contacts"])
def test_a_mesh_in_the_place_of_the_distance_is_refused(function: str) -> None:
    box = jostle.shapes.box_surface()
    with pytest.raises(TypeError, match=rf"the distance comes first.*jostle\.{function}\(0\.1"):
        getattr(jostle, function)(box, box)
