//! `jostle depth`: vertices that are inside other meshes, how deep, and which way is out.

use crate::Outcome;
use crate::args::DepthArgs;
use crate::commands::check::TestedObjects;
use crate::error::Error;
use crate::format::{count, number, point, seconds, table};
use crate::input::{self, InputMeshes, InputScene, notes};
use crate::picture::ColourName;
use crate::progress::spinner;
use crate::{filters, output_file};
use jostle::contact::{DepthQuery, DepthSearch, DepthStage, PointDepths};
use jostle::mesh::ElementKind;
use jostle::{ObjectId, Scene};
use jostle_picture::{Features, Paint};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::Path;

pub fn run(args: &DepthArgs) -> Result<Outcome, Error> {
    if args.picture.style.colour == ColourName::Pairs {
        let remedy = "a picture of them shows arrows";
        return Err(Error::NoEffect { option: "--colour pairs", with: "depths", remedy });
    }
    args.picture.check()?;
    let files = input::mesh_files(&args.files)?;
    let named = [("--out", &args.out), ("--picture", &args.picture.picture)];
    let out: Vec<(&'static str, &Path)> =
        named.into_iter().filter_map(|(name, path)| Some((name, path.as_deref()?))).collect();
    input::refuse_overwriting(&files, &out.iter().map(|own| own.1).collect::<Vec<_>>())?;
    input::check_standard_input(&files)?;
    output_file::check_distinct(&out)?;
    let is_taken = output_file::check_standard_output(&out, args.json)?;
    let mut input = InputMeshes::read(&files, &args.input)?.into_scene()?;
    test_within(&mut input.scene, args.has_self_collision)?;
    let (filters, session) = filters::of_scene(&args.filter, args.threads, &mut input)?;
    let tested = TestedObjects::new(&input.scene, &filters);

    let query = DepthQuery::new().method(args.method.into()).filters(filters);
    let progress = spinner("measuring".to_owned());
    let mut search = DepthSearch::in_session(&session);
    search.find(&input.scene, &query)?;
    progress.finish_and_clear();
    let depths = search.depths();
    if let Some(path) = &args.out {
        output_file::write(path, |file| write_table(file, &input.scene, depths))?;
    }
    if args.picture.picture.is_some() {
        let features = (!depths.is_empty()).then(|| arrows(&input.scene, depths));
        let paint = Paint { features, ..Paint::plain() };
        args.picture.draw_with(&args.picture.style.picture(), &input.scene, &paint)?;
    }
    let outcome = match (depths.is_empty(), tested.is_none()) {
        (false, _) => Outcome::Colliding,
        (true, false) => Outcome::Clear,
        (true, true) => Outcome::NothingTested,
    };
    let report = match args.json {
        true => format!("{:#}\n", report_json(&input, &search, args, tested, outcome)),
        false => format!("\n{}\n", text(&input, &search, tested, outcome)),
    };
    output_file::print(&report, is_taken)?;
    Ok(outcome)
}

/// Arrows from colliding points to where they would be out; dots for those on the surface.
fn arrows(scene: &Scene, depths: &PointDepths) -> Features {
    let mut features = Features { name: "depths".to_owned(), ..Features::default() };
    for own in depths.points() {
        let from = scene.vertices()[own.vertex as usize];
        let way = own.direction * own.depth;
        let tip = from + way;
        if own.depth == 0.0 || !tip.is_finite() {
            features.points.push(from);
            continue;
        }
        features.segments.push([from, tip]);
        // Four strokes in two planes, so that a head is seen from anywhere.
        let (across, along) = own.direction.any_orthonormal_pair();
        for side in [across, -across, along, -along] {
            features.segments.push([tip, tip - way * 0.25 + side * (own.depth * 0.1)]);
        }
    }
    features
}

/// Bodies are looked at within if that is asked for; an object alone is in any case, so that a surface is refused by
/// name.
fn test_within(scene: &mut Scene, is_asked: bool) -> Result<(), Error> {
    let objects: Vec<ObjectId> = scene.object_ids().collect();
    let is_alone = objects.len() == 1;
    let has_bodies = scene.objects().iter().any(|own| own.kind() == ElementKind::Tetrahedron);
    for object in objects {
        let is_body = scene.object(object)?.kind() == ElementKind::Tetrahedron;
        if is_alone || is_asked && (is_body || !has_bodies) {
            scene.set_self_collision(object, true)?;
        }
    }
    Ok(())
}

fn report_json(
    input: &InputScene,
    search: &DepthSearch,
    args: &DepthArgs,
    tested: TestedObjects,
    outcome: Outcome,
) -> Value {
    let (depths, statistics) = (search.depths(), search.statistics());
    let pairs = depths.pairs().iter().map(|own| {
        json!({
            "object": own.object.index(),
            "touched": own.touched.index(),
            "points": own.count,
            "edges": own.edge_count,
            "largest": own.largest,
            "mean": own.mean,
            "direction": own.direction().to_array(),
        })
    });
    json!({
        "verdict": outcome.word(),
        "tested": tested.json(),
        "method": jostle::contact::DepthMethod::from(args.method).name(),
        "points": depths.points().len(),
        "edges": depths.edges().len(),
        "border_points": statistics.border_points,
        "closest_points": statistics.closest_points,
        "pairs": pairs.collect::<Vec<Value>>(),
        "candidates": statistics.candidates,
        "seconds": statistics.seconds,
        "notes": notes::json(&input.notes),
    })
}

fn text(
    input: &InputScene,
    search: &DepthSearch,
    tested: TestedObjects,
    outcome: Outcome,
) -> String {
    let (depths, statistics) = (search.depths(), search.statistics());
    let mut rows = vec![vec!["verdict".to_owned(), outcome.word().to_owned()]];
    if outcome != Outcome::NothingTested {
        rows.push(vec!["colliding points".to_owned(), count(depths.points().len())]);
        if !depths.edges().is_empty() {
            rows.push(vec!["edges through".to_owned(), count(depths.edges().len())]);
        }
        if statistics.closest_points > 0 {
            let closest = count(statistics.closest_points);
            rows.push(vec!["  by the closest point".to_owned(), closest]);
        }
        rows.push(vec!["time".to_owned(), seconds(statistics.seconds)]);
    }
    let mut pairs = String::new();
    if !depths.is_empty() {
        let header = ["points of", "in", "points", "edges", "largest", "mean", "way out"];
        let mut rows = vec![header.map(str::to_owned).to_vec()];
        let name = |object: ObjectId| input.scene.objects()[object.index()].name().to_owned();
        rows.extend(depths.pairs().iter().map(|own| {
            vec![
                name(own.object),
                name(own.touched),
                count(own.count),
                count(own.edge_count),
                number(own.largest),
                number(own.mean),
                point(own.direction()),
            ]
        }));
        pairs = format!("\n{}", table(&rows, &[false, false, true, true, true, true, false]));
    }
    let notes = notes::lines(&input.notes);
    let gap = if notes.is_empty() { "" } else { "\n" };
    format!("{}{pairs}\n{}{gap}{notes}", table(&rows, &[]), tested.text())
}

const HEADER: &str = "object,vertex,touched,depth,x,y,z,x_d,y_d,z_d,stage,layer";

fn write_table(file: &mut dyn Write, scene: &Scene, depths: &PointDepths) -> io::Result<()> {
    writeln!(file, "{HEADER}")?;
    for own in depths.points() {
        let first = scene.objects()[own.object.index()].vertices().start;
        let vertex = own.vertex as usize;
        write!(file, "{},{},{}", own.object, vertex - first, own.touched)?;
        write!(file, ",{:?}", own.depth)?;
        for vector in [scene.vertices()[vertex], own.direction] {
            let [x, y, z] = vector.to_array();
            write!(file, ",{x:?},{y:?},{z:?}")?;
        }
        match own.stage {
            DepthStage::Border => writeln!(file, ",border,0")?,
            DepthStage::Propagated(layer) => writeln!(file, ",propagated,{layer}")?,
            DepthStage::Closest => writeln!(file, ",closest,")?,
        }
    }
    Ok(())
}
