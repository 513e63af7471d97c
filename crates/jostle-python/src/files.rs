//! Mesh files in and out.

use crate::arrays::{mesh, mesh_to_python, numbers};
use crate::errors::{Answer, Refusal};
use crate::execution::run;
use jostle::candidates::Cancellation;
use jostle::{Mesh, SimplexMesh};
use jostle_io::{Attribute, Encoding, PartMesh, ReadOptions, Values, WriteOptions};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;

/// A part of a file: its name, its mesh, and what reading it changed, a line each.
type Part<'py> = (Option<String>, Bound<'py, PyAny>);

/// Reads a file of any format, whole or by its parts. Returns the parts and notes about what had to be changed.
#[pyfunction]
#[pyo3(signature = (path, *, join, split, weld, allow_empty))]
pub fn read<'py>(
    py: Python<'py>,
    path: PathBuf,
    join: bool,
    split: bool,
    weld: Option<f64>,
    allow_empty: bool,
) -> PyResult<(Vec<Part<'py>>, Vec<String>)> {
    if let Some(distance) = weld
        && !(distance >= 0.0 && distance.is_finite())
    {
        let message = format!(
            "vertices within {distance} were to be welded; give a distance that is finite and not negative"
        );
        return Err(Refusal::new("FileError", message).into());
    }
    let (parts, notes) = run(py, None, &Cancellation::new(), move || -> Answer<_> {
        let file = jostle_io::read_with(path, ReadOptions::default().allow_empty(allow_empty))?;
        let notes: Vec<String> = file.report.to_string().lines().map(str::to_owned).collect();
        let mut parts = if join { vec![file.into_joined()] } else { file.into_parts() };
        if let Some(distance) = weld {
            parts.iter_mut().for_each(|part| weld_part(part, distance));
        }
        if split {
            parts = parts.into_iter().flat_map(PartMesh::into_components).collect();
        }
        Ok((parts, notes))
    })??;
    let part = |own: PartMesh| Ok((own.name, mesh_to_python(py, own.mesh)?));
    Ok((parts.into_iter().map(part).collect::<PyResult<_>>()?, notes))
}

fn weld_part(part: &mut PartMesh, distance: f64) {
    fn work<const N: usize>(mesh: &mut SimplexMesh<N>, distance: f64) -> Vec<u32> {
        mesh.weld_within(distance);
        mesh.without_collapsed()
    }
    let dropped = match &mut part.mesh {
        Mesh::Triangles(mesh) => work(mesh, distance),
        Mesh::Tets(mesh) => work(mesh, distance),
    };
    let mut element = 0;
    part.sources.retain(|_| {
        element += 1;
        dropped.binary_search(&(element - 1)).is_err()
    });
}

/// Writes a mesh with values of its elements; returns the names of those that the format could not carry.
#[pyfunction]
#[pyo3(signature = (path, given, *, attributes, encoding))]
pub fn write(
    py: Python,
    path: PathBuf,
    given: &Bound<PyAny>,
    attributes: Option<Bound<PyDict>>,
    encoding: &str,
) -> PyResult<Vec<String>> {
    let mesh = mesh(given)?;
    let encoding = match encoding {
        "binary" => Encoding::Binary,
        "ascii" => Encoding::Ascii,
        "big-endian" => Encoding::BinaryBigEndian,
        _ => {
            return Err(
                Refusal::option("encoding", encoding, &["binary", "ascii", "big-endian"]).into()
            );
        }
    };
    let mut carried = Vec::new();
    for (name, values) in attributes.iter().flatten() {
        let what = format!("attribute '{}'", name.extract::<String>()?);
        let kind: String =
            py.import("jostle._arrays")?.getattr("kind")?.call1((&values,))?.extract()?;
        let own = numbers(&values, &what)?;
        let own = own.as_slice().map_err(|error| Refusal::array(error.to_string()))?;
        let whole = |low: f64, high: f64| own.iter().all(|&value| (low..=high).contains(&value));
        let values = match kind.as_str() {
            "b" => Values::Bool(own.iter().map(|&value| value != 0.0).collect()),
            "i" | "u" if whole(0.0, f64::from(u32::MAX)) => {
                Values::U32(own.iter().map(|&value| value as u32).collect())
            }
            "i" if whole(f64::from(i32::MIN), f64::from(i32::MAX)) => {
                Values::I32(own.iter().map(|&value| value as i32).collect())
            }
            _ => Values::F64(own.to_vec()),
        };
        carried.push(Attribute::new(name.extract::<String>()?, values));
    }
    let options = WriteOptions { encoding, ..WriteOptions::default() };
    let written = run(py, None, &Cancellation::new(), move || -> Answer<_> {
        Ok(jostle_io::write(path, &mesh, &carried, options)?)
    })??;
    Ok(written.not_carried)
}
