//! Arrays in and out. What is `float64` and contiguous is read where it lies; what is not goes through
//! `jostle._arrays` once, which converts it with NumPy or says why it cannot be used.

use crate::errors::{Answer, Refusal};
use jostle::mesh::ElementKind;
use jostle::{DVec3, Mesh, TetMesh, TriangleMesh};
use jostle_support::text::grouped;
use numpy::{
    Element, PyArray1, PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2,
    PyReadonlyArray3, PyUntypedArrayMethods,
};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;

/// A function of `jostle._arrays`.
fn converter<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let module = MODULE.get_or_try_init(py, || py.import("jostle._arrays").map(Bound::unbind))?;
    module.bind(py).getattr(name)
}

/// Points as an array of three columns, which is read where it lies.
pub struct Points<'py>(PyReadonlyArray2<'py, f64>);

impl<'py> Points<'py> {
    /// Points, called `what` in messages.
    pub fn read(given: &Bound<'py, PyAny>, what: &str) -> PyResult<Points<'py>> {
        if let Some(own) = Points::as_is(given) {
            return Ok(own);
        }
        let converted = converter(given.py(), "points")?.call1((given, what))?;
        Points::as_is(&converted).ok_or_else(|| {
            Refusal::array(format!("{what} cannot be read as an array of three columns")).into()
        })
    }

    fn as_is(given: &Bound<'py, PyAny>) -> Option<Points<'py>> {
        let array = given.cast::<PyArray2<f64>>().ok()?;
        let fits = array.shape()[1] == 3 && array.is_c_contiguous() && is_plain(array);
        if fits { array.try_readonly().ok().map(Points) } else { None }
    }

    pub fn slice(&self) -> &[DVec3] {
        bytemuck::cast_slice(self.0.as_slice().expect("contiguous"))
    }

    pub fn len(&self) -> usize {
        self.0.shape()[0]
    }
}

/// Whether an array starts where its numbers may, and is of NumPy's own class; others are looked at in Python.
fn is_plain<'py, T: Element, D: numpy::ndarray::Dimension>(
    array: &Bound<'py, numpy::PyArray<T, D>>,
) -> bool {
    let is_aligned = (array.data() as usize).is_multiple_of(align_of::<T>());
    is_aligned && array.get_type().is(numpy_array_type(array.py()))
}

fn numpy_array_type(py: Python<'_>) -> &Py<PyAny> {
    static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    CLASS.get_or_init(py, || py.get_type::<numpy::PyUntypedArray>().into_any().unbind())
}

/// Four points and their positions a row, as elementary tests take them.
pub fn quadruples<'py>(
    given: &Bound<'py, PyAny>,
    what: &str,
) -> PyResult<PyReadonlyArray3<'py, f64>> {
    let as_is = |given: &Bound<'py, PyAny>| {
        let array = given.cast::<PyArray3<f64>>().ok()?;
        let fits = array.shape()[1..] == [4, 3] && array.is_c_contiguous() && is_plain(array);
        if fits { array.try_readonly().ok() } else { None }
    };
    if let Some(own) = as_is(given) {
        return Ok(own);
    }
    let converted = converter(given.py(), "quadruples")?.call1((given, what))?;
    as_is(&converted).ok_or_else(|| {
        Refusal::array(format!("{what} cannot be read as an array of (n, 4, 3)")).into()
    })
}

/// Numbers, one a row; called `what` in messages.
pub fn numbers<'py>(given: &Bound<'py, PyAny>, what: &str) -> PyResult<PyReadonlyArray1<'py, f64>> {
    let converted = converter(given.py(), "numbers")?.call1((given, what))?;
    Ok(converted
        .cast::<PyArray1<f64>>()?
        .try_readonly()
        .map_err(|e| Refusal::array(e.to_string()))?)
}

/// Indices, one a row, from zero up to a number of things; called `what` in messages.
pub fn indices(given: &Bound<PyAny>, what: &str, below: usize) -> PyResult<Vec<usize>> {
    let converted = converter(given.py(), "indices")?.call1((given, what))?;
    let array = converted.cast::<PyArray1<i64>>()?;
    let array = array.try_readonly().map_err(|error| Refusal::array(error.to_string()))?;
    let own = array.as_slice().map_err(|error| Refusal::array(error.to_string()))?;
    let checked = |&index: &i64| match usize::try_from(index) {
        Ok(index) if index < below => Ok(index),
        _ => {
            let below = grouped(below);
            let message = format!("{what} name {index}, but there are {below}, counted from 0");
            Err(Refusal::array(message).into())
        }
    };
    own.iter().map(checked).collect()
}

/// The elements of a mesh.
pub enum Elements {
    Triangles(Vec<[u32; 3]>),
    Tets(Vec<[u32; 4]>),
}

impl Elements {
    pub fn read(given: &Bound<PyAny>) -> PyResult<Elements> {
        if let Some(own) = Elements::as_is(given) {
            return Ok(own?);
        }
        let converted = converter(given.py(), "elements")?.call1((given,))?;
        match Elements::as_is(&converted) {
            Some(own) => Ok(own?),
            None => Err(Refusal::array("elements cannot be read as an array of integers").into()),
        }
    }

    fn as_is(given: &Bound<PyAny>) -> Option<Answer<Elements>> {
        elements_of::<i64>(given)
            .or_else(|| elements_of::<u32>(given))
            .or_else(|| elements_of::<i32>(given))
    }
}

/// Elements of one type of integers, or nothing if it is another.
fn elements_of<T: Element + Copy + Into<i64>>(given: &Bound<PyAny>) -> Option<Answer<Elements>> {
    let array = given.cast::<PyArray2<T>>().ok()?;
    let columns = array.shape()[1];
    if !array.is_c_contiguous() || !is_plain(array) || !(3..=4).contains(&columns) {
        return None;
    }
    let array = array.try_readonly().ok()?;
    let flat = array.as_slice().ok()?;
    Some(match columns {
        3 => corners::<T, 3>(flat, ElementKind::Triangle).map(Elements::Triangles),
        _ => corners::<T, 4>(flat, ElementKind::Tetrahedron).map(Elements::Tets),
    })
}

fn corners<T: Copy + Into<i64>, const N: usize>(
    flat: &[T],
    kind: ElementKind,
) -> Answer<Vec<[u32; N]>> {
    let (rows, _) = flat.as_chunks::<N>();
    // One pass tells whether all fit; which does not is found out if one does not.
    let all = flat.iter().fold(0, |all: i64, &index| all | index.into());
    if all < 0 || all > i64::from(u32::MAX) {
        let fits = |&index: &T| u32::try_from(index.into()).is_ok();
        let place = flat.iter().position(|index| !fits(index)).unwrap_or_default();
        let index: i64 = flat[place].into();
        let (noun, element) = (kind.noun(), place / N);
        let reason = match index {
            ..0 => "indices count from 0, and do not count from the end",
            _ => "no mesh has so many vertices",
        };
        let message = format!("{noun} {} refers to vertex {index}, but {reason}", grouped(element));
        return Err(Refusal::new("MeshError", message).element(element));
    }
    let mut own = Vec::new();
    own.try_reserve_exact(rows.len()).map_err(|_| out_of_memory(rows.len(), kind))?;
    own.resize(rows.len(), [0; N]);
    // Flat, which takes many lanes at a time.
    own.as_flattened_mut().iter_mut().zip(flat).for_each(|(to, &index)| *to = index.into() as u32);
    Ok(own)
}

fn out_of_memory(elements: usize, kind: ElementKind) -> Refusal {
    let message = format!("{} {} do not fit into memory", grouped(elements), kind.plural());
    Refusal::new("MeshTooLargeError", message)
}

/// A mesh from `(vertices, elements)` or from anything that `jostle._arrays` finds both in.
pub fn mesh(given: &Bound<PyAny>) -> PyResult<Mesh> {
    let py = given.py();
    let pair = match given.cast::<PyTuple>() {
        Ok(pair) if pair.len() == 2 => pair.clone(),
        _ => converter(py, "vertices_and_elements")?.call1((given,))?.cast_into::<PyTuple>()?,
    };
    let points = Points::read(&pair.get_item(0)?, "vertices")?;
    let elements = Elements::read(&pair.get_item(1)?)?;
    let (count, kind) = match &elements {
        Elements::Triangles(own) => (own.len(), ElementKind::Triangle),
        Elements::Tets(own) => (own.len(), ElementKind::Tetrahedron),
    };
    // What a scene and a first query need of memory for each element, or somewhat less: a failure in the middle of
    // them would end the process, and a failure here is an exception.
    const BYTES: usize = 100;
    let needed = (count + points.len()).saturating_mul(BYTES);
    Vec::<u8>::new().try_reserve_exact(needed).map_err(|_| out_of_memory(count, kind))?;
    let vertices = points.slice().to_vec();
    Ok(match elements {
        Elements::Triangles(elements) => TriangleMesh::new(vertices, elements).into(),
        Elements::Tets(elements) => TetMesh::new(vertices, elements).into(),
    })
}

/// A mesh as `jostle.Mesh`.
pub fn mesh_to_python<'py>(py: Python<'py>, mesh: Mesh) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let class = CLASS.get_or_try_init(py, || {
        Ok::<_, PyErr>(py.import("jostle._mesh")?.getattr("Mesh")?.unbind())
    })?;
    let (vertices, elements) = match mesh {
        Mesh::Triangles(mesh) => (mesh.vertices, wide(py, mesh.elements)?),
        Mesh::Tets(mesh) => (mesh.vertices, wide(py, mesh.elements)?),
    };
    class.bind(py).call1((points(py, vertices)?, elements))
}

/// Corners as NumPy's own index type, in which nothing wraps around.
fn wide<const N: usize>(py: Python, elements: Vec<[u32; N]>) -> PyResult<Py<PyArray2<i64>>> {
    rows(py, elements.into_iter().map(|corners| corners.map(i64::from)).collect())
}

/// One number a row.
pub fn column<T: Element>(py: Python, values: Vec<T>) -> Py<PyArray1<T>> {
    PyArray1::from_vec(py, values).unbind()
}

/// `N` numbers a row.
pub fn rows<T: Element, const N: usize>(
    py: Python,
    values: Vec<[T; N]>,
) -> PyResult<Py<PyArray2<T>>> {
    let count = values.len();
    let flat = PyArray1::from_vec(py, values.into_flattened());
    Ok(flat.reshape([count, N])?.unbind())
}

/// A point a row.
pub fn points(py: Python, values: Vec<DVec3>) -> PyResult<Py<PyArray2<f64>>> {
    rows(py, values.into_iter().map(|point| point.to_array()).collect())
}

/// One point.
pub fn point(py: Python, value: DVec3) -> Py<PyArray1<f64>> {
    column(py, value.to_array().to_vec())
}
