"""Whatever stands for an array or a mesh, as the arrays that the library takes. The library asks here only for what it
cannot read where it lies; everything is converted by NumPy, once, and never element by element."""

from __future__ import annotations

import os
from typing import Any, Tuple

import numpy as np

from ._errors import ArrayError

FLOATS = "fiu"
INTEGERS = "iu"
# Of these, the one-dimensional ones stand for a single point.
SINGLE = ("points", "origins", "directions")


def array(given: Any, what: str) -> np.ndarray[Any, Any]:
    """Any array, in place if it has one: NumPy's own, what knows DLPack, and what NumPy can read."""
    if isinstance(given, np.ma.MaskedArray) and np.ma.is_masked(given):
        raise ArrayError(f"{what} are a masked array with values that are masked; fill them, or leave them out")
    if isinstance(given, np.ndarray):
        return np.asarray(given)
    if hasattr(given, "__dlpack__") and hasattr(given, "__dlpack_device__"):
        kind = int(given.__dlpack_device__()[0])
        # 1 is the memory of the CPU, 3 that of the CPU pinned for a GPU.
        if kind not in (1, 3):
            raise ArrayError(f"{what} are on a device; copy them to the host first, for example with .cpu()")
        try:
            return np.from_dlpack(given)
        except (BufferError, RuntimeError, TypeError, ValueError):
            pass  # Such as a read-only array, or a tensor with a gradient, about which NumPy says more.
    try:
        return np.asarray(given)
    except Exception as error:  # noqa: BLE001 - whatever the object raises is why it cannot be read.
        raise ArrayError(f"{what} cannot be read as an array: {error}") from error


def kind(given: Any) -> str:
    """The letter of NumPy for the kind of numbers: b, i, u, f, ..."""
    return str(array(given, "values").dtype.kind)


def _floats(given: Any, what: str) -> np.ndarray[Any, np.dtype[np.float64]]:
    own = array(given, what)
    if own.dtype.kind not in FLOATS:
        if own.size == 0:
            return np.zeros(own.shape)
        raise ArrayError(f"{what} have dtype {own.dtype}{_ragged(own)}; give numbers, best float64")
    return own.astype(np.float64, copy=False)


def _ragged(own: np.ndarray[Any, Any]) -> str:
    return ", as rows of different lengths have, or None among numbers" if own.dtype.kind == "O" else ""


def _plain(own: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Contiguous, aligned and of NumPy's own class."""
    return np.require(own, requirements=["C", "A", "E"])


def points(given: Any, what: str) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Points as (n, 3)."""
    own = _floats(given, what)
    if own.size == 0 and own.ndim <= 2 and (own.ndim < 2 or own.shape[1] in (0, 3)):
        return np.zeros((0, 3))
    if own.shape == (3,) and what in SINGLE:
        own = own.reshape(1, 3)
    if own.ndim != 2 or own.shape[1] != 3:
        remedy = ""
        if own.ndim == 2 and own.shape[1] == 2:
            remedy = "; points of a plane need a third column, for example np.c_[points, np.zeros(len(points))]"
        elif own.ndim == 2 and own.shape[0] == 3:
            remedy = "; transpose it with .T if its columns are the points"
        raise ArrayError(f"{what} have shape {own.shape}, but (n, 3) is needed: x, y and z in each row{remedy}")
    return _plain(own)


def quadruples(given: Any, what: str) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Four points a row, as (n, 4, 3)."""
    own = _floats(given, what)
    if own.size == 0 and own.ndim <= 1:
        return np.zeros((0, 4, 3))
    if own.shape == (4, 3):
        own = own.reshape(1, 4, 3)
    if own.ndim != 3 or own.shape[1:] != (4, 3):
        raise ArrayError(f"{what} has shape {own.shape}, but (n, 4, 3) is needed: four points in each row")
    return _plain(own)


def numbers(given: Any, what: str) -> np.ndarray[Any, np.dtype[np.float64]]:
    """One number a row."""
    own = array(given, what)
    if own.dtype.kind == "b":
        own = own.astype(np.uint8)
    own = _floats(own, what)
    if own.ndim == 0:
        own = own.reshape(1)
    if own.ndim != 1:
        raise ArrayError(f"{what} have shape {own.shape}, but (n,) is needed: one number in each row")
    return _plain(own)


def _integers(given: Any, what: str) -> np.ndarray[Any, Any]:
    own = array(given, what)
    if own.dtype.kind not in INTEGERS:
        if own.size == 0:
            return np.zeros(own.shape, np.int64)
        remedy = "give integers"
        if own.dtype.kind == "f":
            remedy = "indices are integers: convert them with .astype(np.int64) if they are whole numbers"
        elif own.dtype.kind == "b":
            remedy = "indices are integers: np.flatnonzero turns a mask into them"
        raise ArrayError(f"{what} have dtype {own.dtype}{_ragged(own)}; {remedy}")
    if own.dtype.kind == "u" and own.dtype.itemsize == 8 and own.size and own.max() > np.iinfo(np.int64).max:
        raise ArrayError(f"{what} name {own.max()}, but no mesh has so many; -1 may have become it")
    return own


def indices(given: Any, what: str) -> np.ndarray[Any, np.dtype[np.int64]]:
    """One index a row."""
    own = _integers(given, what)
    if own.ndim == 0:
        own = own.reshape(1)
    if own.ndim != 1:
        raise ArrayError(f"{what} have shape {own.shape}, but (n,) is needed: one index in each row")
    return _plain(own.astype(np.int64, copy=False))


def elements(given: Any) -> np.ndarray[Any, Any]:
    """Corners of triangles as (m, 3) or of tetrahedra as (m, 4)."""
    own = _integers(given, "elements")
    if own.size == 0 and own.ndim <= 2 and (own.ndim < 2 or own.shape[1] not in (3, 4)):
        return np.zeros((0, 3), np.int64)
    if own.ndim != 2 or own.shape[1] not in (3, 4):
        raise ArrayError(
            f"elements have shape {own.shape}, but (m, 3) is needed for triangles, or (m, 4) for tetrahedra; split "
            "other elements first"
        )
    if own.dtype not in (np.int64, np.uint32, np.int32) or not own.dtype.isnative:
        # All 64 bits may be in use, and elements that do not fit into memory must not be converted first.
        own = own.astype(np.int64)
    return _plain(own)


def affine(given: Any) -> np.ndarray[Any, np.dtype[np.float64]]:
    """A matrix that moves points, as (3, 4)."""
    own = _floats(given, "a transform")
    if own.shape == (4, 4):
        if not np.array_equal(own[3], [0.0, 0.0, 0.0, 1.0]):
            raise ArrayError(f"the last row of a transform is {own[3].tolist()}, but must be [0, 0, 0, 1]")
        own = own[:3]
    if own.shape != (3, 4):
        raise ArrayError(f"a transform has shape {own.shape}, but (3, 4) or (4, 4) is needed")
    return _plain(own)


def vertices_and_elements(given: Any) -> Tuple[Any, Any]:
    """The arrays of whatever has vertices and elements: pairs, and the meshes of trimesh, meshio and pyvista, none of
    which is imported."""
    if isinstance(given, (tuple, list)):
        if len(given) == 2:
            return given[0], given[1]
        raise ArrayError(f"a mesh of {len(given)} parts was given; give (vertices, elements)")
    if hasattr(given, "vertices") and hasattr(given, "faces"):  # trimesh.Trimesh, and whatever is like it
        return given.vertices, given.faces
    if hasattr(given, "points") and hasattr(given, "cells_dict"):
        return _grid(given)
    if hasattr(given, "points") and hasattr(given, "regular_faces"):  # pyvista.PolyData
        if not given.is_all_triangles:
            given = given.triangulate()
        return given.points, given.regular_faces
    if isinstance(given, (str, os.PathLike)):
        raise ArrayError(f"a path was given for a mesh; read it first, with jostle.load({str(given)!r})")
    raise ArrayError(
        f"an object of class {type(given).__name__} is no mesh; give (vertices, elements), or a mesh of trimesh, "
        "meshio or pyvista"
    )


# The numbers that VTK has for triangles and tetrahedra, and meshio's names for them.
TETRAHEDRA = (10, "tetra")
TRIANGLES = (5, "triangle")


def _grid(given: Any) -> Tuple[Any, Any]:
    """The tetrahedra of a mesh of meshio or of an unstructured grid of pyvista, or else its triangles."""
    cells = given.cells_dict
    for names in (TETRAHEDRA, TRIANGLES):
        for name in names:
            if name in cells:
                others = [str(other) for other in cells if other not in TETRAHEDRA + TRIANGLES]
                others = [other for other in others if other not in ("line", "vertex", "1", "3")]
                if others:
                    raise ArrayError(
                        f"the mesh has cells of the types {', '.join(others)} too; split them first, or leave them out"
                    )
                return given.points, cells[name]
    types = ", ".join(str(name) for name in cells) or "none"
    raise ArrayError(f"the mesh has neither tetrahedra nor triangles; the types of its cells are {types}")
