//! The module `jostle._jostle`: Jostle for Python.
//!
//! What is geometry is here, by way of the library; signatures, duck typing and names of modules are in
//! `python/jostle`.
// A harness of tests is no extension module, and has no Python to find its symbols in.
#![cfg(not(test))]

mod arrays;
mod collide;
mod contacts;
mod distances;
mod errors;
mod execution;
mod files;
mod impact;
mod measure;
mod mesh;
mod numbering;
mod picture;
mod scene;
mod scenes;
mod shapes;
mod shared;
mod sim;
mod tree;
mod volume;

use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Runs the command line; returns the exit code.
#[pyfunction]
fn command_line(py: Python, arguments: Vec<String>) -> u8 {
    py.detach(|| jostle_cli::run(arguments))
}

/// The GPUs that the backend "gpu" could use, as dictionaries, best first.
#[pyfunction]
fn gpus<'py>(py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let one = |own: jostle_gpu::AdapterReport| {
        let all = PyDict::new(py);
        all.set_item("name", own.name)?;
        all.set_item("backend", own.backend)?;
        all.set_item("driver", own.driver)?;
        all.set_item("is_software", own.is_software)?;
        all.set_item("has_f64", own.has_f64)?;
        Ok(all)
    };
    py.detach(jostle_gpu::adapters).into_iter().map(one).collect()
}

#[pymodule(gil_used = false)]
fn _jostle(module: &Bound<PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<scene::Scene>()?;
    module.add_function(wrap_pyfunction!(scene::scene_of_meshes, module)?)?;
    module.add_class::<collide::Collisions>()?;
    module.add_class::<collide::ObjectDistance>()?;
    module.add_class::<tree::RayHits>()?;
    module.add_class::<tree::ClosestPoints>()?;
    module.add_class::<distances::Distance>()?;
    module.add_class::<distances::ObjectDepth>()?;
    module.add_class::<impact::Impacts>()?;
    module.add_class::<contacts::NearContacts>()?;
    module.add_class::<contacts::ContactRows>()?;
    module.add_class::<contacts::PointDepths>()?;
    module.add_class::<contacts::IntersectionCurve>()?;
    module.add_class::<volume::Overlap>()?;
    module.add_class::<mesh::Certificate>()?;
    module.add_class::<picture::Picture>()?;
    module.add_class::<scenes::AnimatedScene>()?;
    module.add_function(wrap_pyfunction!(command_line, module)?)?;
    module.add_function(wrap_pyfunction!(gpus, module)?)?;
    module.add_function(wrap_pyfunction!(impact::vertex_face, module)?)?;
    module.add_function(wrap_pyfunction!(impact::edge_edge, module)?)?;
    module.add_function(wrap_pyfunction!(mesh::info, module)?)?;
    module.add_function(wrap_pyfunction!(mesh::orientations, module)?)?;
    module.add_function(wrap_pyfunction!(mesh::boundary, module)?)?;
    module.add_function(wrap_pyfunction!(mesh::weld, module)?)?;
    module.add_function(wrap_pyfunction!(mesh::certificate, module)?)?;
    module.add_function(wrap_pyfunction!(files::read, module)?)?;
    module.add_function(wrap_pyfunction!(files::write, module)?)?;
    module.add_function(wrap_pyfunction!(measure::self_collide_seconds, module)?)?;
    shapes::add_to(module)?;
    sim::add_to(module)?;
    scenes::add_to(module)
}
