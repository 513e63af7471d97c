//! Shapes made by formula.

use crate::arrays::mesh_to_python;
use crate::errors::Refusal;
use jostle::DVec3;
use jostle::mesh::shapes::{self, Diagonals, Split};
use pyo3::prelude::*;

type Shape<'py> = PyResult<Bound<'py, PyAny>>;

fn split_from_name(name: &str) -> PyResult<Split> {
    match name {
        "five" => Ok(Split::Five),
        "six" => Ok(Split::Six),
        _ => Err(Refusal::option("split", name, &["five", "six"]).into()),
    }
}

/// A sphere of triangles: an icosahedron, each triangle of which is divided into four so many times.
#[pyfunction]
#[pyo3(signature = (subdivisions=3, radius=1.0))]
fn icosphere(py: Python<'_>, subdivisions: u32, radius: f64) -> Shape<'_> {
    mesh_to_python(py, py.detach(|| shapes::icosphere(subdivisions, radius)).into())
}

/// A sphere of about so many triangles.
#[pyfunction]
#[pyo3(signature = (triangles, radius=1.0))]
fn icosphere_near(py: Python<'_>, triangles: usize, radius: f64) -> Shape<'_> {
    mesh_to_python(py, py.detach(|| shapes::icosphere_near(triangles, radius)).into())
}

/// A sphere of triangles: an icosahedron whose edges are divided into so many parts.
#[pyfunction]
#[pyo3(signature = (frequency, radius=1.0))]
fn geodesic_sphere(py: Python<'_>, frequency: u32, radius: f64) -> Shape<'_> {
    mesh_to_python(py, py.detach(|| shapes::geodesic_sphere(frequency, radius)).into())
}

/// A sphere with bumps.
#[pyfunction]
#[pyo3(signature = (resolution, amplitude=0.2, seed=0))]
fn bumpy_sphere(py: Python<'_>, resolution: u32, amplitude: f64, seed: u64) -> Shape<'_> {
    mesh_to_python(py, py.detach(|| shapes::bumpy_sphere(resolution, amplitude, seed)).into())
}

/// A ring around z.
#[pyfunction]
#[pyo3(signature = (major=1.0, minor=0.3, nu=64, nv=24))]
fn torus(py: Python<'_>, major: f64, minor: f64, nu: u32, nv: u32) -> Shape<'_> {
    mesh_to_python(py, py.detach(|| shapes::torus(major, minor, nu, nv)).into())
}

/// A tube along a torus knot.
#[pyfunction]
#[pyo3(signature = (p=2, q=3, tube_radius=0.3, nu=256, nv=16))]
fn torus_knot(py: Python<'_>, p: u32, q: u32, tube_radius: f64, nu: u32, nv: u32) -> Shape<'_> {
    mesh_to_python(py, py.detach(|| shapes::torus_knot(p, q, tube_radius, nu, nv)).into())
}

/// The surface of a box around the origin, each side divided.
#[pyfunction]
#[pyo3(signature = (size=[1.0, 1.0, 1.0], divisions=[1, 1, 1]))]
fn box_surface(py: Python<'_>, size: [f64; 3], divisions: [u32; 3]) -> Shape<'_> {
    mesh_to_python(py, py.detach(|| shapes::box_surface(DVec3::from(size), divisions)).into())
}

/// A flat rectangle of triangles in the plane of x and y.
#[pyfunction]
#[pyo3(signature = (nx, ny, size=[1.0, 1.0]))]
fn cloth(py: Python<'_>, nx: u32, ny: u32, size: [f64; 2]) -> Shape<'_> {
    mesh_to_python(py, py.detach(|| shapes::cloth(nx, ny, size)).into())
}

/// A rectangle of triangles with ripples of a height.
#[pyfunction]
#[pyo3(signature = (nx, ny, size=[1.0, 1.0], ripple=0.01, seed=0, alternating=false))]
fn rippled_cloth(
    py: Python<'_>,
    nx: u32,
    ny: u32,
    size: [f64; 2],
    ripple: f64,
    seed: u64,
    alternating: bool,
) -> Shape<'_> {
    let diagonals = if alternating { Diagonals::Alternating } else { Diagonals::Same };
    mesh_to_python(
        py,
        py.detach(|| shapes::rippled_cloth(nx, ny, size, diagonals, ripple, seed)).into(),
    )
}

/// An open tube along x.
#[pyfunction]
#[pyo3(signature = (radius=0.5, length=2.0, nu=32, nv=32))]
fn sleeve(py: Python<'_>, radius: f64, length: f64, nu: u32, nv: u32) -> Shape<'_> {
    mesh_to_python(py, py.detach(|| shapes::sleeve(radius, length, nu, nv)).into())
}

/// Chazelle's polyhedron, which cannot be cut into few tetrahedra.
#[pyfunction]
#[pyo3(signature = (n, gap=0.1))]
fn chazelle(py: Python<'_>, n: u32, gap: f64) -> Shape<'_> {
    mesh_to_python(py, py.detach(|| shapes::chazelle(n, gap)).into())
}

/// A ball of tetrahedra.
#[pyfunction]
#[pyo3(signature = (resolution=4, radius=1.0))]
fn ball_tets(py: Python<'_>, resolution: u32, radius: f64) -> Shape<'_> {
    mesh_to_python(py, py.detach(|| shapes::ball_tets(resolution, radius)).into())
}

/// A box of tetrahedra; inner vertices can be jittered by a share of a cell.
#[pyfunction]
#[pyo3(signature = (divisions=[1, 1, 1], size=[1.0, 1.0, 1.0], split="five", jitter=0.0, seed=0))]
fn box_tets<'py>(
    py: Python<'py>,
    divisions: [u32; 3],
    size: [f64; 3],
    split: &str,
    jitter: f64,
    seed: u64,
) -> Shape<'py> {
    let split = split_from_name(split)?;
    let size = DVec3::from(size);
    mesh_to_python(py, py.detach(|| shapes::box_tets(divisions, size, split, jitter, seed)).into())
}

/// A beam of tetrahedra along x.
#[pyfunction]
#[pyo3(signature = (length=4.0, width=1.0, across=2, split="five"))]
fn beam_tets<'py>(
    py: Python<'py>,
    length: f64,
    width: f64,
    across: u32,
    split: &str,
) -> Shape<'py> {
    let split = split_from_name(split)?;
    mesh_to_python(py, py.detach(|| shapes::beam_tets(length, width, across, split)).into())
}

/// A round rod of tetrahedra along x.
#[pyfunction]
#[pyo3(signature = (length=4.0, radius=0.5, rings=2, layers=16))]
fn rod_tets(py: Python<'_>, length: f64, radius: f64, rings: u32, layers: u32) -> Shape<'_> {
    mesh_to_python(py, py.detach(|| shapes::rod_tets(length, radius, rings, layers)).into())
}

pub fn add_to(module: &Bound<PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(icosphere, module)?)?;
    module.add_function(wrap_pyfunction!(icosphere_near, module)?)?;
    module.add_function(wrap_pyfunction!(geodesic_sphere, module)?)?;
    module.add_function(wrap_pyfunction!(bumpy_sphere, module)?)?;
    module.add_function(wrap_pyfunction!(torus, module)?)?;
    module.add_function(wrap_pyfunction!(torus_knot, module)?)?;
    module.add_function(wrap_pyfunction!(box_surface, module)?)?;
    module.add_function(wrap_pyfunction!(cloth, module)?)?;
    module.add_function(wrap_pyfunction!(rippled_cloth, module)?)?;
    module.add_function(wrap_pyfunction!(sleeve, module)?)?;
    module.add_function(wrap_pyfunction!(chazelle, module)?)?;
    module.add_function(wrap_pyfunction!(ball_tets, module)?)?;
    module.add_function(wrap_pyfunction!(box_tets, module)?)?;
    module.add_function(wrap_pyfunction!(beam_tets, module)?)?;
    module.add_function(wrap_pyfunction!(rod_tets, module)?)
}
