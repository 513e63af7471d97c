//! `jostle inspect`: how many pairs can this mesh cost?

mod plot;
mod row;

use crate::Outcome;
use crate::args::InspectArgs;
use crate::error::Error;
use crate::format::{count, loss_note, table};
use crate::input_mesh::{self, InputMesh};
use jostle::freeness::Certificate;
use jostle_io::{Attribute, Format, Values, WriteOptions};
use row::Row;
use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Offenders named for one mesh.
const OFFENDERS: usize = 5;

pub fn run(args: &InspectArgs) -> Result<Outcome, Error> {
    let files = mesh_files(&args.files)?;
    if files.is_empty() {
        let what = "the folders hold no mesh file; give a file or a folder of meshes".to_owned();
        return Err(Error::Inspect { what });
    }
    if args.out.is_some() && files.len() > 1 {
        let what = format!("--out takes one mesh, but there are {}; inspect one", files.len());
        return Err(Error::Inspect { what });
    }
    let mut out = std::io::stdout().lock();
    if args.csv {
        writeln!(out, "{}", Row::CSV)?;
    }
    let progress = input_mesh::progress("inspecting", files.len() as u64);
    let mut rows = Vec::with_capacity(files.len());
    let mut details = String::new();
    // One mesh at a time: a folder may hold more than memory does.
    for file in &files {
        progress.set_message(file.display().to_string());
        let (mut row, certificate, mesh) = inspect(file, args.weld)?;
        if let Some(path) = &args.out {
            row.notes.extend(write_counts(path, &mesh, &certificate)?);
        }
        if args.csv {
            progress.suspend(|| writeln!(out, "{}", row.csv()))?;
            // What is not a row has no place among the rows.
            progress.suspend(|| row.notes.iter().for_each(|note| eprintln!("jostle: {note}")));
        }
        if files.len() == 1 {
            details = format!("\n{}\n{}", histogram(&certificate), offenders(&certificate));
        }
        rows.push(row);
        progress.inc(1);
    }
    progress.finish_and_clear();
    if let Some(path) = &args.plot {
        let failed = |source| Error::Write { path: path.clone(), source };
        std::fs::write(path, plot::svg(&rows)).map_err(failed)?;
    }
    if args.json {
        let all: Vec<Value> = rows.iter().map(Row::json).collect();
        writeln!(out, "{:#}", Value::from(all))?;
    } else if !args.csv {
        let notes: String = rows
            .iter()
            .flat_map(|row| &row.notes)
            .map(|note| format!("  note: {note}\n"))
            .collect();
        let gap = if notes.is_empty() { "" } else { "\n" };
        write!(out, "\n{}{gap}{notes}{details}\n", row::overview(&rows))?;
    }
    Ok(Outcome::Clear)
}

fn inspect(file: &Path, weld: bool) -> Result<(Row, Certificate, InputMesh), Error> {
    let mesh = input_mesh::read_one(file, weld)?;
    let certificate = Certificate::from_mesh(&mesh.mesh)
        .map_err(|source| Error::Mesh { file: mesh.name.clone(), source })?;
    Ok((Row::new(&mesh, &certificate), certificate, mesh))
}

/// Folders become the mesh files in them, sorted by name.
fn mesh_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let unreadable = |source| Error::ReadFolder { folder: path.clone(), source };
        let mut own = Vec::new();
        for entry in std::fs::read_dir(path).map_err(unreadable)? {
            let file = entry.map_err(unreadable)?.path();
            let extension = file.extension().and_then(|extension| extension.to_str());
            if file.is_file() && extension.and_then(Format::from_extension).is_some() {
                own.push(file);
            }
        }
        own.sort();
        files.extend(own);
    }
    Ok(files)
}

/// How many elements have which `k`, in up to about twenty classes of equal width.
fn histogram(certificate: &Certificate) -> String {
    const CLASSES: u32 = 20;
    const WIDEST_BAR: usize = 50;
    let width = certificate.k().div_ceil(CLASSES).max(1);
    let mut classes = vec![0usize; (certificate.k() / width) as usize + 1];
    for own in certificate.counts() {
        classes[(own.half / width) as usize] += 1;
    }
    let most = classes.iter().copied().max().unwrap_or(0).max(1);
    let mut rows = vec![["k", "elements", ""].map(str::to_owned).to_vec()];
    for (class, &elements) in classes.iter().enumerate() {
        let first = class as u32 * width;
        let range = match width {
            1 => first.to_string(),
            _ => format!("{first} to {}", first + width - 1),
        };
        let bar = "█".repeat((elements * WIDEST_BAR).div_ceil(most));
        rows.push(vec![range, count(elements), bar]);
    }
    table(&rows, &[true, true, false])
}

fn offenders(certificate: &Certificate) -> String {
    let mut rows = vec![["worst element", "k", "diameter"].map(str::to_owned).to_vec()];
    for one in certificate.largest_k_elements(OFFENDERS) {
        rows.push(vec![count(one.element), count(one.k), format!("{:.6e}", one.diameter)]);
    }
    table(&rows, &[true, true, true])
}

/// Writes the mesh with both counts on each element, and returns what had to be left out.
fn write_counts(path: &Path, file: &InputMesh, own: &Certificate) -> Result<Option<String>, Error> {
    let counts = own.counts();
    let attributes = [
        Attribute::new("k", Values::U32(counts.iter().map(|own| own.half).collect())),
        Attribute::new("k_printed", Values::U32(counts.iter().map(|own| own.quarter).collect())),
    ];
    let written = jostle_io::write(path, &file.mesh, &attributes, WriteOptions::default())?;
    Ok(loss_note(path, &written))
}
