//! `jostle volume`: what two solids have in common, or make together.

use crate::Outcome;
use crate::args::{ImageAxis, SolidResult, VolumeArgs};
use crate::error::Error;
use crate::format::{loss_note, number, point, seconds, table};
use crate::input::{self, InputMeshes, Note, notes};
use crate::output_file;
use crate::progress::spinner;
use jostle::geometry::Aabb;
use jostle::volume::layered::{
    LayeredCube, LayeredQuery, LayeredWorkspace, Measure, Region, Solid, ViewAxis,
};
use jostle::volume::overlap_in;
use jostle::{DVec3, ObjectId, Scene, Session};
use jostle_io::WriteOptions;
use serde_json::{Value, json};
use std::path::Path;
use std::time::Instant;

/// What was measured, and how well it is known.
struct VolumeReport {
    volume: f64,
    /// If the whole surface was seen.
    area: Option<f64>,
    centroid: Option<DVec3>,
    error: Option<f64>,
    seconds: f64,
    notes: Vec<Note>,
}

pub fn run(args: &VolumeArgs) -> Result<Outcome, Error> {
    let [first, second] =
        [&args.first, &args.second].map(|path| input::mesh_files(std::slice::from_ref(path)));
    let (first, second) = (first?, second?);
    let files = [&first[..], &second[..]].concat();
    let out: Vec<&Path> = args.out.as_deref().into_iter().collect();
    input::refuse_overwriting(&files, &out)?;
    input::check_standard_input(&files)?;
    let first = InputMeshes::read(&first, &args.input)?;
    let second = InputMeshes::read(&second, &args.input)?;
    let parts = first.meshes.len();
    let meshes = first.meshes.into_iter().chain(second.meshes).collect();
    let notes = first.notes.into_iter().chain(second.notes).collect();
    let mut input = InputMeshes { meshes, notes };
    input.distinguish();
    let input = input.into_scene()?;
    let objects: Vec<ObjectId> = input.scene.object_ids().collect();
    let sides = objects.split_at(parts);
    let progress = spinner("measuring".to_owned());
    let begin = Instant::now();
    let mut report = match args.exact {
        true => exactly(&input.scene, sides)?,
        false => by_images(&input.scene, sides, args)?,
    };
    report.seconds = begin.elapsed().as_secs_f64();
    progress.finish_and_clear();
    report.notes.splice(0..0, input.notes);
    let text = match args.json {
        true => format!("{:#}\n", report.json(args)),
        false => format!("\n{}\n", report.text(args)),
    };
    output_file::print(&text, false)?;
    Ok(if report.volume > 0.0 { Outcome::Colliding } else { Outcome::Clear })
}

/// What objects of two files have in common, summed over pairs.
fn exactly(
    scene: &Scene,
    (first, second): (&[ObjectId], &[ObjectId]),
) -> Result<VolumeReport, Error> {
    let session = Session::new();
    let (mut volume, mut area, mut error, mut moment) = (0.0, 0.0, 0.0, DVec3::ZERO);
    for (&a, &b) in first.iter().flat_map(|a| second.iter().map(move |b| (a, b))) {
        let own = overlap_in(&session, scene, a, b)?;
        volume += own.volume;
        area += own.area;
        error += own.error;
        moment += own.centroid.unwrap_or_default() * own.volume;
    }
    let centroid = (volume > 0.0).then(|| moment / volume);
    let (area, error) = (Some(area), Some(error));
    Ok(VolumeReport { volume, area, centroid, error, seconds: 0.0, notes: Vec::new() })
}

/// The same, or a union or difference, by layered depth images.
fn by_images(
    scene: &Scene,
    (first, second): (&[ObjectId], &[ObjectId]),
    args: &VolumeArgs,
) -> Result<VolumeReport, Error> {
    let bounds = |side: &[ObjectId]| -> Result<Aabb, Error> {
        side.iter().try_fold(Aabb::EMPTY, |all, &own| Ok(all.union(scene.bounds(own)?)))
    };
    let [a, b] = [bounds(first)?, bounds(second)?];
    let common = Aabb { min: a.min.max(b.min), max: a.max.min(b.max) };
    let all = first.iter().chain(second).copied();
    let mut query = LayeredQuery::new(all).resolution(args.resolution).region(Region::Whole);
    let [one, other] =
        [first, second].map(|side| Solid::Union(side.iter().map(|&own| own.into()).collect()));
    let solid = match args.csg {
        SolidResult::Intersection => {
            if (common.max - common.min).min_element() > 0.0 {
                query = query.region(Region::Box(common));
            }
            Solid::Intersection(vec![one, other])
        }
        SolidResult::Union => Solid::Union(vec![one, other]),
        SolidResult::Difference => Solid::Difference(Box::new(one), Box::new(other)),
    };
    let axis = match args.axis {
        Some(ImageAxis::X) => ViewAxis::X,
        Some(ImageAxis::Y) => ViewAxis::Y,
        Some(ImageAxis::Z) => ViewAxis::Z,
        Some(ImageAxis::Fewest) | None => ViewAxis::FewestLayers,
    };
    let mut notes = Vec::new();
    let mut single = None;
    if args.axis.is_some() || args.out.is_some() {
        let mut workspace = LayeredWorkspace::new();
        let image = workspace.build(scene, &query.clone().axis(axis))?;
        if let Some(path) = &args.out {
            let mesh = image.spans(&solid)?.surface().into();
            let written = jostle_io::write(path, &mesh, &[], WriteOptions::default())?;
            notes.extend(loss_note(path, &written).map(Note::new));
        }
        single = Some(image.measure(&solid)?);
    }
    if let (Some(Measure { volume, centroid, .. }), true) = (single, args.axis.is_some()) {
        return Ok(VolumeReport { volume, area: None, centroid, error: None, seconds: 0.0, notes });
    }
    let mut cube = LayeredCube::new();
    cube.build(scene, &query)?;
    let own = cube.measure(&solid)?;
    let (area, error) = (Some(own.area), Some(own.error));
    let (volume, centroid) = (own.volume, own.centroid);
    Ok(VolumeReport { volume, area, centroid, error, seconds: 0.0, notes })
}

impl VolumeReport {
    fn json(&self, args: &VolumeArgs) -> Value {
        json!({
            "method": if args.exact { "exact" } else { "layered" },
            "result": name(args.csg),
            "volume": self.volume,
            "area": self.area,
            "centroid": self.centroid.map(|own| own.to_array()),
            "resolution": (!args.exact).then_some(args.resolution),
            "error": self.error,
            "seconds": self.seconds,
            "notes": notes::json(&self.notes),
        })
    }

    fn text(&self, args: &VolumeArgs) -> String {
        let within = |error: f64| match args.exact {
            true => format!(", to within {}", number(error)),
            false => format!(", about {} off", number(error)),
        };
        let off = self.error.map_or_else(String::new, within);
        let mut rows = vec![["volume".to_owned(), format!("{}{off}", number(self.volume))]];
        rows.extend(self.area.map(|area| ["area".to_owned(), number(area)]));
        rows.extend(self.centroid.map(|own| ["centre".to_owned(), point(own)]));
        rows.push(["of".to_owned(), format!("the {}", name(args.csg))]);
        rows.push(["time".to_owned(), seconds(self.seconds)]);
        let rows: Vec<Vec<String>> = rows.into_iter().map(|row| row.to_vec()).collect();
        let notes = notes::lines(&self.notes);
        let gap = if notes.is_empty() { "" } else { "\n" };
        format!("{}{gap}{notes}", table(&rows, &[]))
    }
}

fn name(result: SolidResult) -> &'static str {
    match result {
        SolidResult::Intersection => "intersection",
        SolidResult::Union => "union",
        SolidResult::Difference => "difference",
    }
}
