//! `jostle contacts`: curves along which surfaces cross, or features that are near each other.

mod curve_files;
mod curves;
mod near;
mod near_files;

use crate::Outcome;
use crate::args::ContactsArgs;
use crate::commands::check::TestedObjects;
use crate::error::Error;
use crate::input::{self, InputMeshes, InputScene};
use crate::picture::ColourName;
use crate::{filters, output_file};
use jostle::{Filters, ObjectId, Session};
use std::path::Path;

pub fn run(args: &ContactsArgs) -> Result<Outcome, Error> {
    if args.picture.style.colour == ColourName::Pairs {
        let remedy = "a picture of it shows the contacts";
        return Err(Error::NoEffect { option: "--colour pairs", with: "contacts", remedy });
    }
    args.picture.check()?;
    let prepared = Prepared::read(args)?;
    match args.within {
        Some(distance) => near::run(args, distance, prepared),
        None => curves::run(args, prepared),
    }
}

/// A scene with what is asked of it.
struct Prepared {
    input: InputScene,
    filters: Filters,
    session: Session,
    tested: TestedObjects,
    /// How contacts are written, if they are.
    format: Option<TableFormat>,
    /// Whether a result goes to standard output.
    is_taken: bool,
}

impl Prepared {
    fn read(args: &ContactsArgs) -> Result<Prepared, Error> {
        let files = input::mesh_files(&args.files)?;
        let named = [("--out", &args.out), ("--picture", &args.picture.picture)];
        let results: Vec<(&'static str, &Path)> =
            named.into_iter().filter_map(|(name, path)| Some((name, path.as_deref()?))).collect();
        input::refuse_overwriting(&files, &results.iter().map(|own| own.1).collect::<Vec<_>>())?;
        let format = args.out.as_deref().map(TableFormat::of).transpose()?;
        input::check_standard_input(&files)?;
        output_file::check_distinct(&results)?;
        let is_taken = output_file::check_standard_output(&results, args.json)?;
        let mut input = InputMeshes::read(&files, &args.input)?.into_scene()?;
        let objects: Vec<ObjectId> = input.scene.object_ids().collect();
        if args.has_self_collision || objects.len() == 1 {
            for object in objects {
                input.scene.set_self_collision(object, true)?;
            }
        }
        let (filters, session) = filters::of_scene(&args.filter, args.threads, &mut input)?;
        let tested = TestedObjects::new(&input.scene, &filters);
        Ok(Prepared { input, filters, session, tested, format, is_taken })
    }
}

/// How contacts are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TableFormat {
    Csv,
    Json,
    Vtu,
}

impl TableFormat {
    /// The one that a name asks for; standard output takes CSV.
    fn of(path: &Path) -> Result<TableFormat, Error> {
        if output_file::is_standard_output(path) {
            return Ok(TableFormat::Csv);
        }
        let extension = path.extension().and_then(|own| own.to_str()).unwrap_or("");
        match extension.to_ascii_lowercase().as_str() {
            "csv" => Ok(TableFormat::Csv),
            "json" => Ok(TableFormat::Json),
            "vtu" => Ok(TableFormat::Vtu),
            _ => Err(Error::TableFormat { path: path.to_owned() }),
        }
    }
}
