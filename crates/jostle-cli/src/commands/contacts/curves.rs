//! Curves along which surfaces cross, and the contact patches that they bound.

use super::Prepared;
use super::curve_files::{self, patch_json};
use crate::Outcome;
use crate::args::ContactsArgs;
use crate::error::Error;
use crate::format::{count, counted, number, seconds, table};
use crate::input::notes;
use crate::output_file;
use crate::progress::spinner;
use jostle::contact::{ContactPatch, CurveQuery, CurveSearch, IntersectionCurves, TouchingKind};
use jostle::{DVec3, Scene};
use jostle_picture::{Features, Mark, Paint};
use serde_json::{Value, json};

/// Patches that the report lists.
const LISTED: usize = 20;

pub fn run(args: &ContactsArgs, prepared: Prepared) -> Result<Outcome, Error> {
    let query = CurveQuery::new().filters(prepared.filters.clone());
    let progress = spinner("crossing".to_owned());
    let mut search = CurveSearch::in_session(&prepared.session);
    search.find(&prepared.input.scene, &query)?;
    progress.finish_and_clear();
    let (scene, curves) = (&prepared.input.scene, search.curves());
    if let (Some(path), Some(format)) = (&args.out, prepared.format) {
        curve_files::write(path, format, &prepared.input, curves)?;
    }
    if args.picture.picture.is_some() {
        args.picture.draw_with(&args.picture.style.picture(), scene, &paint(scene, &search))?;
    }
    let touches = !curves.is_empty() || !curves.touching().is_empty();
    let outcome = match (touches, prepared.tested.is_none()) {
        (true, _) => Outcome::Colliding,
        (false, false) => Outcome::Clear,
        (false, true) => Outcome::NothingTested,
    };
    let report = match args.json {
        true => format!("{:#}\n", report_json(&prepared, &search, outcome)),
        false => format!("\n{}\n", text(&prepared, &search, outcome)),
    };
    output_file::print(&report, prepared.is_taken)?;
    Ok(outcome)
}

/// The curves, dots where something touches, and the elements that do.
fn paint(scene: &Scene, search: &CurveSearch) -> Paint {
    let curves = search.curves();
    let mut marks = vec![Mark::Plain; scene.element_count()];
    for element in search.colliding_pairs().iter().flat_map(|pair| [pair.a, pair.b]) {
        marks[element.index()] = Mark::Colliding;
    }
    let mut features = Features { name: "intersection curves".to_owned(), ..Features::default() };
    for curve in curves.curves() {
        match curve.length() > 0.0 {
            true => features.segments.extend(curve.segments()),
            false => features.points.extend(curve.points.first().map(|point| point.position)),
        }
    }
    features.points.extend(curves.touching().iter().map(|pair| pair.place));
    let is_empty = features.segments.is_empty() && features.points.is_empty();
    Paint { marks, features: (!is_empty).then_some(features), ..Paint::plain() }
}

/// How many pairs of each kind touch without crossing.
fn touching_kinds(curves: &IntersectionCurves) -> [(TouchingKind, usize); 3] {
    [TouchingKind::Point, TouchingKind::Segment, TouchingKind::Area]
        .map(|kind| (kind, curves.touching().iter().filter(|pair| pair.kind == kind).count()))
}

fn report_json(prepared: &Prepared, search: &CurveSearch, outcome: Outcome) -> Value {
    let curves = search.curves();
    let touching = touching_kinds(curves).map(|(kind, own)| (kind.name().to_owned(), json!(own)));
    json!({
        "verdict": outcome.word(),
        "tested": prepared.tested.json(),
        "curves": curves.len(),
        "closed_curves": curves.curves().filter(|curve| curve.is_closed).count(),
        "pairs": curves.pairs().len(),
        "touching": touching.into_iter().collect::<serde_json::Map<String, Value>>(),
        "patches": curves.patches().iter().map(patch_json).collect::<Vec<Value>>(),
        "seconds": search.statistics().seconds,
        "notes": notes::json(&prepared.input.notes),
    })
}

fn text(prepared: &Prepared, search: &CurveSearch, outcome: Outcome) -> String {
    let curves = search.curves();
    let mut rows = vec![vec!["verdict".to_owned(), outcome.word().to_owned()]];
    if outcome != Outcome::NothingTested {
        let closed = curves.curves().filter(|curve| curve.is_closed).count();
        let how = match (curves.len(), closed) {
            (0, _) => String::new(),
            (all, closed) if all == closed => ", closed".to_owned(),
            (_, closed) => format!(", {} closed", count(closed)),
        };
        rows.push(vec!["curves".to_owned(), count(curves.len()) + &how]);
        rows.push(vec!["pairs that cross".to_owned(), count(curves.pairs().len())]);
        let touching = touching_kinds(curves).into_iter().filter(|own| own.1 > 0);
        rows.extend(touching.map(|(kind, own)| {
            let article = if kind == TouchingKind::Area { "an" } else { "a" };
            vec![format!("pairs that touch in {article} {}", kind.name()), count(own)]
        }));
        rows.push(vec!["time".to_owned(), seconds(search.statistics().seconds)]);
    }
    let patches = patch_table(&prepared.input.scene, curves.patches());
    let notes = notes::lines(&prepared.input.notes);
    let gap = if notes.is_empty() { "" } else { "\n" };
    format!("{}{patches}\n{}{gap}{notes}", table(&rows, &[]), prepared.tested.text())
}

fn patch_table(scene: &Scene, patches: &[ContactPatch]) -> String {
    if patches.is_empty() {
        return String::new();
    }
    let header = ["patch", "objects", "pairs", "length", "area", "centroid", "normal"];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    for (i, patch) in patches.iter().enumerate().take(LISTED) {
        let [a, b] = patch.objects.map(|object| scene.objects()[object.index()].name());
        let within = patch.objects[0] == patch.objects[1];
        rows.push(vec![
            i.to_string(),
            if within { format!("{a}, itself") } else { format!("{a}, {b}") },
            count(patch.pair_count),
            rounded(patch.length),
            rounded(patch.area),
            rounded_point(patch.centroid),
            patch.normal.map_or_else(|| "-".to_owned(), rounded_point),
        ]);
    }
    let more = patches.len().saturating_sub(LISTED);
    let more = match more {
        0 => String::new(),
        _ => format!("  and {}; --json lists all\n", counted(more, "more", "more")),
    };
    let right = [true, false, true, true, true, false, false];
    format!("\n{}{more}", table(&rows, &right))
}

/// Six digits are enough to read.
fn rounded(value: f64) -> String {
    number(format!("{value:.5e}").parse().unwrap_or(value) + 0.0)
}

fn rounded_point(point: DVec3) -> String {
    format!("({})", point.to_array().map(rounded).join(", "))
}
