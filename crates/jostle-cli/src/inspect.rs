//! `jostle inspect`: how many pairs can this mesh cost?

use crate::Outcome;
use crate::args::InspectArgs;
use crate::error::Error;
use crate::load::{self, Loaded};
use crate::text::{count, table};
use jostle::Mesh;
use jostle::freeness::Certificate;
use jostle_io::{Attribute, Format, Values, WriteOptions};
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Offenders named for one mesh.
const OFFENDERS: usize = 5;

struct Inspected {
    file: Loaded,
    certificate: Certificate,
}

pub fn run(args: &InspectArgs) -> Result<Outcome, Error> {
    let files = expanded(&args.files)?;
    if files.is_empty() {
        let what = "the folders hold no mesh file; give a file or a folder of meshes".to_owned();
        return Err(Error::Inspect { what });
    }
    if args.out.is_some() && files.len() > 1 {
        let what = format!("--out takes one mesh, but there are {}; inspect one", files.len());
        return Err(Error::Inspect { what });
    }
    let progress = load::progress("inspecting", files.len() as u64);
    let mut inspected = Vec::new();
    for file in load::load(&files, args.weld)? {
        progress.set_message(file.name.clone());
        let certificate = Certificate::of(&file.mesh)
            .map_err(|source| Error::Mesh { file: file.name.clone(), source })?;
        inspected.push(Inspected { file, certificate });
        progress.inc(1);
    }
    progress.finish_and_clear();
    if let (Some(path), [one]) = (&args.out, &inspected[..]) {
        write_heat(path, one)?;
    }
    let mut out = std::io::stdout().lock();
    if args.json {
        let all: Vec<Value> = inspected.iter().map(Inspected::json).collect();
        writeln!(out, "{:#}", Value::from(all))?;
    } else if args.csv {
        writeln!(out, "name,elements,k,k_printed,k_mean,k_printed_mean,height,q,pairs_bound")?;
        for one in &inspected {
            writeln!(out, "{}", one.csv())?;
        }
    } else {
        write!(out, "\n{}", overview(&inspected))?;
        if let [one] = &inspected[..] {
            write!(out, "\n{}\n{}", histogram(&one.certificate), offenders(&one.certificate))?;
        }
        writeln!(out)?;
    }
    Ok(Outcome::Clear)
}

/// Folders become the mesh files in them, sorted by name.
fn expanded(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
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

impl Inspected {
    fn json(&self) -> Value {
        let own = &self.certificate;
        json!({
            "name": self.file.name,
            "elements": own.elements(),
            "k": own.k(),
            "k_printed": own.k_printed(),
            "k_mean": own.k_mean(),
            "k_printed_mean": own.k_printed_mean(),
            "height": own.height(),
            "q": own.q(),
            "pairs_bound": own.pairs_bound(own),
        })
    }

    fn csv(&self) -> String {
        let own = &self.certificate;
        // A quote within quotes is doubled (RFC 4180).
        let name = self.file.name.replace('"', "\"\"");
        format!(
            "\"{name}\",{},{},{},{},{},{},{},{}",
            own.elements(),
            own.k(),
            own.k_printed(),
            own.k_mean(),
            own.k_printed_mean(),
            own.height(),
            own.q(),
            own.pairs_bound(own)
        )
    }
}

fn overview(inspected: &[Inspected]) -> String {
    let header = [
        "mesh",
        "elements",
        "k",
        "mean",
        "adjacent",
        "k (d/4)",
        "mean (d/4)",
        "height",
        "q",
        "pairs at most",
        "grid entries at most",
    ];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    for one in inspected {
        let own = &one.certificate;
        rows.push(vec![
            one.file.name.clone(),
            count(own.elements()),
            count(own.k()),
            format!("{:.1}", own.k_mean()),
            format!("{:.1}", own.neighbours_mean()),
            count(own.k_printed()),
            format!("{:.1}", own.k_printed_mean()),
            format!("{:.1}", own.height()),
            own.q().to_string(),
            count(own.pairs_bound(own)),
            count(own.entries_bound()),
        ]);
    }
    let right: Vec<bool> = (0..header.len()).map(|column| column > 0).collect();
    table(&rows, &right)
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
    for one in certificate.offenders(OFFENDERS) {
        rows.push(vec![count(one.element), count(one.k), format!("{:.6e}", one.diameter)]);
    }
    table(&rows, &[true, true, true])
}

/// Writes the mesh with both counts on each element.
fn write_heat(path: &Path, one: &Inspected) -> Result<(), Error> {
    let counts = one.certificate.counts();
    let mesh: &Mesh = &one.file.mesh;
    let attributes = [
        Attribute::new("k", Values::U32(counts.iter().map(|own| own.half).collect())),
        Attribute::new("k_printed", Values::U32(counts.iter().map(|own| own.quarter).collect())),
    ];
    jostle_io::write(path, mesh, &attributes, WriteOptions::default())?;
    Ok(())
}
