//! `jostle inspect`: how many pairs can this mesh cost?

mod plot;
mod row;

use crate::Outcome;
use crate::args::InspectArgs;
use crate::error::Error;
use crate::format::{count, loss_note, table};
use crate::input::{self, InputMesh, InputMeshes, Note, notes};
use crate::output_file;
use crate::progress::progress;
use jostle::freeness::Certificate;
use jostle_io::{Attribute, Values, WriteOptions};
use row::Row;
use serde_json::Value;
use std::io::Write;
use std::path::Path;

/// Offenders named for one mesh.
const OFFENDERS: usize = 5;

pub fn run(args: &InspectArgs) -> Result<Outcome, Error> {
    let files = input::mesh_files(&args.files)?;
    let results: Vec<&Path> =
        [&args.out, &args.plot].into_iter().flatten().map(|p| p.as_path()).collect();
    input::refuse_overwriting(&files, &results)?;
    let mut out = std::io::stdout().lock();
    if args.csv {
        writeln!(out, "{}", Row::CSV)?;
    }
    let progress = progress("inspecting", files.len() as u64);
    let mut rows: Vec<Row> = Vec::with_capacity(files.len());
    let mut details = String::new();
    // One file at a time: a folder may hold more than memory does.
    for file in &files {
        progress.set_message(file.display().to_string());
        let InputMeshes { meshes, mut notes } = InputMeshes::read_one(file, &args.input)?;
        if args.out.is_some() && files.len().max(meshes.len()) > 1 {
            let count = files.len().max(meshes.len());
            let what = format!(
                "--out takes one mesh, but there are {count}; inspect one, or --join its parts"
            );
            return Err(Error::Inspect { what });
        }
        let is_alone = files.len() == 1 && meshes.len() == 1;
        for own in meshes {
            let certificate = Certificate::from_mesh(&own.mesh)
                .map_err(|source| Error::Mesh { file: own.name.clone(), source })?;
            let mut row = Row::new(&own, &certificate, std::mem::take(&mut notes));
            if let Some(path) = &args.out {
                row.notes.extend(write_counts(path, &own, &certificate)?.map(Note::new));
            }
            if args.csv {
                progress.suspend(|| writeln!(out, "{}", row.csv()))?;
                // What is not a row has no place among the rows.
                progress.suspend(|| row.notes.iter().for_each(|note| eprintln!("jostle: {note}")));
            }
            if is_alone {
                details =
                    format!("\n{}\n{}", histogram(&certificate), offenders(&certificate, &own));
            }
            rows.push(row);
        }
        progress.inc(1);
    }
    progress.finish_and_clear();
    if let Some(path) = &args.plot {
        output_file::write(path, |out| out.write_all(plot::svg(&rows).as_bytes()))?;
    }
    if args.json {
        let all: Vec<Value> = rows.iter().map(Row::json).collect();
        writeln!(out, "{:#}", Value::from(all))?;
    } else if !args.csv {
        let notes: Vec<Note> = rows.iter().flat_map(|row| row.notes.clone()).collect();
        let notes = notes::lines(&notes);
        let gap = if notes.is_empty() { "" } else { "\n" };
        let written: String =
            results.iter().map(|path| format!("\n  wrote: {}\n", path.display())).collect();
        write!(out, "\n{}{gap}{notes}{details}{written}\n", row::overview(&rows))?;
    }
    Ok(Outcome::Clear)
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

/// The worst elements, by their numbers in the file.
fn offenders(certificate: &Certificate, own: &InputMesh) -> String {
    let mut rows = vec![["worst element", "k", "diameter"].map(str::to_owned).to_vec()];
    for one in certificate.largest_k_elements(OFFENDERS) {
        let number = own.sources[one.element];
        rows.push(vec![count(number), count(one.k), format!("{:.6e}", one.diameter)]);
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
