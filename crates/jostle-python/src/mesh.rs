//! What can be said about one mesh: what it is, what is wrong with it, what it can cost at most.

use crate::arrays::{column, mesh, mesh_to_python, points, rows};
use crate::errors::Answer;
use crate::execution::{FEW, on_this_thread, run};
use jostle::candidates::Cancellation;
use jostle::freeness;
use jostle::geometry::predicates::orient3d;
use jostle::mesh::topology::{Boundary, SurfaceSummary, VolumeSummary};
use jostle::{Mesh, SimplexMesh};
use jostle_support::text::grouped;
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;

/// Works on a mesh without Python's lock.
fn ask<R: Send + 'static>(
    py: Python,
    given: &Bound<PyAny>,
    work: impl FnOnce(Mesh) -> Answer<R> + Send + 'static,
) -> PyResult<R> {
    let mesh = mesh(given)?;
    if mesh.element_count() <= FEW {
        return Ok(py.detach(|| on_this_thread(|| work(mesh)))??);
    }
    Ok(run(py, None, &Cancellation::new(), move || work(mesh))??)
}

fn surface_items(all: &Bound<PyDict>, own: &SurfaceSummary) -> PyResult<()> {
    all.set_item("edges", own.edges)?;
    all.set_item("area", own.area)?;
    all.set_item("components", own.components)?;
    all.set_item("is_closed", own.closed)?;
    all.set_item("is_manifold", own.manifold)?;
    all.set_item("is_oriented", own.oriented)?;
    all.set_item("boundary_edges", own.boundary_edges)?;
    all.set_item("boundary_loops", own.boundary_loops)?;
    all.set_item("non_manifold_edges", own.non_manifold_edges)?;
    all.set_item("non_manifold_vertices", own.non_manifold_vertices)?;
    all.set_item("euler", own.euler)?;
    all.set_item("genus", own.genus)?;
    all.set_item("volume", own.volume)
}

/// Describes a mesh, as `jostle info` does: counts, bounds, whether it is closed, manifold and oriented, elements of
/// zero area or volume, duplicates.
#[pyfunction]
pub fn info<'py>(py: Python<'py>, given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
    let (kind, counts, bounds, findings, surface, volume) = ask(py, given, |mesh| {
        let findings = mesh.diagnose()?;
        let (surface, volume) = match &mesh {
            Mesh::Triangles(mesh) => (SurfaceSummary::from_mesh(mesh)?, None),
            Mesh::Tets(mesh) => {
                let volume = VolumeSummary::from_mesh(mesh)?;
                (volume.surface.clone(), Some(volume))
            }
        };
        let counts = (mesh.vertices().len(), mesh.element_count());
        Ok((mesh.kind(), counts, mesh.bounds(), findings, surface, volume))
    })?;
    let all = PyDict::new(py);
    all.set_item("kind", kind.noun())?;
    all.set_item("vertices", counts.0)?;
    all.set_item("elements", counts.1)?;
    all.set_item(
        "bounds",
        if bounds.is_empty() { None } else { Some(points(py, vec![bounds.min, bounds.max])?) },
    )?;
    surface_items(&all, &surface)?;
    if let Some(volume) = volume {
        all.set_item("components", volume.components)?;
        all.set_item("faces", volume.faces)?;
        all.set_item("non_manifold_faces", volume.non_manifold_faces)?;
        all.set_item("inverted", volume.inverted)?;
        all.set_item("flat", volume.flat)?;
        all.set_item("volume", volume.volume)?;
    }
    all.set_item(
        "degenerate",
        column(py, findings.degenerate.iter().map(|&own| i64::from(own)).collect()),
    )?;
    let both =
        findings.duplicate.iter().map(|&(later, earlier)| [i64::from(later), i64::from(earlier)]);
    all.set_item("duplicates", rows(py, both.collect())?)?;
    all.set_item("unused_vertices", findings.unused_vertices)?;
    Ok(all)
}

/// The exact sign of the volume of each tetrahedron: 1, -1 for inverted ones, 0 for flat ones; of a mesh of triangles
/// an exception, as triangles have none.
#[pyfunction]
pub fn orientations(py: Python, given: &Bound<PyAny>) -> PyResult<Py<PyArray1<i8>>> {
    let signs = ask(py, given, |mesh| match mesh {
        Mesh::Triangles(_) => Err(crate::errors::Refusal::new(
            "MeshError",
            "triangles have no orientation in space; give tetrahedra, four columns of elements",
        )),
        Mesh::Tets(mesh) => {
            mesh.check()?;
            let sign = |element: usize| {
                let [a, b, c, d] = mesh.corners(element);
                orient3d(a, b, c, d)
            };
            Ok((0..mesh.elements.len()).into_par_iter().map(sign).collect())
        }
    })?;
    Ok(column(py, signs))
}

/// A surface, the vertices of the body that it has, and the tetrahedra of its triangles.
type SurfaceOf<'py> = (Bound<'py, PyAny>, Py<PyArray1<i64>>, Py<PyArray1<i64>>);

/// The boundary of a mesh of tetrahedra: its surface as a mesh, the vertices of the body that it has, and for each
/// triangle the tetrahedron that it belongs to.
#[pyfunction]
pub fn boundary<'py>(py: Python<'py>, given: &Bound<'py, PyAny>) -> PyResult<SurfaceOf<'py>> {
    let boundary = ask(py, given, |mesh| match mesh {
        Mesh::Triangles(_) => Err(crate::errors::Refusal::new(
            "MeshError",
            "triangles are a surface already; give tetrahedra, four columns of elements",
        )),
        Mesh::Tets(mesh) => Ok(Boundary::from_mesh(&mesh)?),
    })?;
    let wide = |own: Vec<u32>| column(py, own.into_iter().map(i64::from).collect());
    let Boundary { surface, vertices, tets, .. } = boundary;
    Ok((mesh_to_python(py, surface.into())?, wide(vertices), wide(tets)))
}

/// Makes vertices at the same position one, or those within a distance, and leaves out elements that collapse.
/// Returns the mesh, how many vertices were welded, and the elements that were left out.
#[pyfunction]
#[pyo3(signature = (given, distance=0.0))]
pub fn weld<'py>(
    py: Python<'py>,
    given: &Bound<'py, PyAny>,
    distance: f64,
) -> PyResult<(Bound<'py, PyAny>, usize, Py<PyArray1<i64>>)> {
    fn work<const N: usize>(mesh: &mut SimplexMesh<N>, distance: f64) -> (usize, Vec<u32>) {
        (mesh.weld_within(distance), mesh.without_collapsed())
    }
    if !(distance >= 0.0 && distance.is_finite()) {
        let message =
            format!("a distance of {distance} was given; give one that is finite and not negative");
        return Err(crate::errors::Refusal::new("MeshError", message).into());
    }
    let (mesh, welded, dropped) = ask(py, given, move |mut mesh| {
        mesh.check()?;
        let (welded, dropped) = match &mut mesh {
            Mesh::Triangles(mesh) => work(mesh, distance),
            Mesh::Tets(mesh) => work(mesh, distance),
        };
        Ok((mesh, welded, dropped))
    })?;
    let dropped = column(py, dropped.into_iter().map(i64::from).collect());
    Ok((mesh_to_python(py, mesh)?, welded, dropped))
}

/// How many pairs a mesh can cost at most, known beforehand: the k-free certificate.
///
/// >>> import jostle
/// >>> certificate = jostle.certificate(jostle.shapes.icosphere(3))
/// >>> certificate.elements, certificate.k < 100
/// (1280, True)
#[pyclass(module = "jostle", frozen)]
pub struct Certificate {
    own: freeness::Certificate,
}

#[pymethods]
impl Certificate {
    /// How many elements the mesh has.
    #[getter]
    fn elements(&self) -> usize {
        self.own.elements()
    }

    /// The largest number of neighbours of an element that are no smaller than it: the mesh is k-free.
    #[getter]
    fn k(&self) -> u32 {
        self.own.k()
    }

    /// The mean of these numbers.
    #[getter]
    fn k_mean(&self) -> f64 {
        self.own.k_mean()
    }

    /// The binary logarithm of the largest diameter over the least.
    #[getter]
    fn height(&self) -> f64 {
        self.own.height()
    }

    /// No query finds more pairs within the mesh.
    #[getter]
    fn self_pairs_bound(&self) -> u64 {
        self.own.self_pairs_bound()
    }

    /// No query finds more pairs with another mesh, wherever both are.
    fn pairs_bound(&self, other: &Certificate) -> u64 {
        self.own.pairs_bound(&other.own)
    }

    /// The diameter of each element.
    #[getter]
    fn diameters(&self, py: Python) -> Py<PyArray1<f64>> {
        column(py, self.own.diameters().to_vec())
    }

    /// The elements with the largest k: element and k, as (n, 2), at most so many.
    #[pyo3(signature = (at_most=10))]
    fn largest_k_elements(&self, py: Python, at_most: usize) -> PyResult<Py<PyArray2<i64>>> {
        let all = self.own.largest_k_elements(at_most);
        rows(py, all.iter().map(|own| [own.element as i64, i64::from(own.k)]).collect())
    }

    fn __repr__(&self) -> String {
        let (elements, plural) = (grouped(self.own.elements()), self.own.plural());
        format!(
            "<jostle.Certificate of {elements} {plural}: k = {}>",
            grouped(self.own.k() as usize)
        )
    }
}

/// Certifies a mesh, as `jostle inspect` does.
#[pyfunction]
pub fn certificate(py: Python, given: &Bound<PyAny>) -> PyResult<Certificate> {
    Ok(Certificate { own: ask(py, given, |mesh| Ok(freeness::Certificate::from_mesh(&mesh)?))? })
}
