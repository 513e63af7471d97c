//! Reading of mesh files, with a progress line on a terminal.

use crate::error::Error;
use crate::format::{count, counted};
use indicatif::{ProgressBar, ProgressStyle};
use jostle::{Mesh, SimplexMesh};
use jostle_io::Format;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A mesh from a file, and what reading it changed.
pub struct InputMesh {
    pub name: String,
    pub mesh: Mesh,
    pub format: Format,
    /// What reading changed or noticed, a sentence each.
    pub notes: Vec<String>,
}

/// Reads all files; the first that fails ends it.
pub fn read_all(files: &[PathBuf], weld: bool) -> Result<Vec<InputMesh>, Error> {
    let progress = progress("reading", files.len() as u64);
    let meshes = files
        .iter()
        .map(|file| {
            progress.set_message(file.display().to_string());
            let mesh = read_one(file, weld);
            progress.inc(1);
            mesh
        })
        .collect();
    progress.finish_and_clear();
    meshes
}

/// Refuses results that are to be written where a mesh is read from, whatever both paths are called.
pub fn refuse_overwriting(inputs: &[PathBuf], results: &[&Path]) -> Result<(), Error> {
    let same = |a: &Path, b: &Path| match (a.canonicalize(), b.canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        _ => false, // One of them does not exist.
    };
    match results.iter().find(|result| inputs.iter().any(|input| same(input, result))) {
        None => Ok(()),
        Some(path) => Err(Error::OverwritesInput { path: path.to_path_buf() }),
    }
}

/// Reads one file.
pub fn read_one(file: &Path, weld: bool) -> Result<InputMesh, Error> {
    let name = file.display().to_string();
    let read = jostle_io::read(file)?;
    let mut mesh = read.mesh;
    let mut notes: Vec<String> =
        read.report.to_string().lines().map(|line| format!("'{name}': {line}")).collect();
    if weld {
        let (welded, collapsed) = match &mut mesh {
            Mesh::Triangles(mesh) => weld_mesh(mesh),
            Mesh::Tets(mesh) => weld_mesh(mesh),
        };
        if welded > 0 {
            let vertices = counted(welded, "vertex", "vertices");
            notes.push(format!("'{name}': {vertices} welded to one at the same position"));
        }
        if collapsed > 0 {
            let dropped = count(collapsed);
            notes.push(format!("'{name}': {dropped} elements collapsed by welding were dropped"));
        }
    }
    Ok(InputMesh { name, mesh, format: read.format, notes })
}

fn weld_mesh<const N: usize>(mesh: &mut SimplexMesh<N>) -> (usize, usize) {
    (mesh.weld(), mesh.without_collapsed().len())
}

/// A bar on a terminal, nothing in a pipe.
pub fn progress(verb: &str, total: u64) -> ProgressBar {
    let bar = ProgressBar::new(total); // Draws to standard error, and only if that is a terminal.
    let style = ProgressStyle::with_template("{prefix} {wide_msg} {pos}/{len} [{elapsed}]");
    bar.set_style(style.expect("a template of known keys"));
    bar.set_prefix(verb.to_owned());
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// A line that shows that work goes on, on a terminal.
pub fn spinner(message: String) -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    let style = ProgressStyle::with_template("{spinner} {wide_msg} [{elapsed}]");
    bar.set_style(style.expect("a template of known keys"));
    bar.set_message(message);
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
