//! `jostle closest`: what is nearest to points, and whether they are inside.

use crate::Outcome;
use crate::args::ClosestArgs;
use crate::coordinates::read_rows;
use crate::error::Error;
use crate::format::{number, point, table};
use crate::input::{self, InputMeshes, InputScene, notes};
use jostle::DVec3;
use jostle::distance::{PointQuery, SceneTree, SignedDistance};
use serde_json::{Value, json};
use std::io::Write;

pub fn run(args: &ClosestArgs) -> Result<Outcome, Error> {
    let points: Vec<DVec3> = match (&args.point, &args.points) {
        (Some(point), _) => vec![*point],
        (_, Some(path)) => read_rows::<3>(path)?.into_iter().map(DVec3::from_array).collect(),
        _ => unreachable!("one of them is required"),
    };
    let files = input::mesh_files(&args.files)?;
    let input = InputMeshes::read(&files, &args.input)?.into_scene()?;
    let mut tree = SceneTree::new();
    tree.update(&input.scene)?;
    let queries: Vec<PointQuery> = points.iter().copied().map(PointQuery::new).collect();
    let mut found = Vec::new();
    tree.signed_distance_many(&input.scene, &queries, &mut found)?;
    let mut out = std::io::stdout().lock();
    if args.json {
        let all: Vec<Value> =
            points.iter().zip(&found).map(|(p, found)| point_json(&input, *p, found)).collect();
        writeln!(out, "{:#}", json!({ "points": all, "notes": notes::json(&input.notes) }))?;
    } else if args.points.is_some() {
        notes::warn(&input.notes);
        writeln!(out, "point,signed_distance,x,y,z,object,element")?;
        for (i, own) in found.iter().enumerate() {
            if let Some(SignedDistance { distance, closest }) = own {
                let [x, y, z] = closest.point.to_array();
                let element = input.numbers.local(closest.object, closest.element);
                let object = closest.object;
                writeln!(out, "{i},{distance:?},{x:?},{y:?},{z:?},{object},{element}")?;
            }
        }
    } else {
        let notes = notes::lines(&input.notes);
        let gap = if notes.is_empty() { "" } else { "\n" };
        write!(out, "\n{}{gap}{notes}\n", text(&input, &found[0]))?;
    }
    Ok(Outcome::Clear)
}

fn point_json(input: &InputScene, point: DVec3, found: &Option<SignedDistance>) -> Value {
    json!({
        "point": point.to_array(),
        "signed_distance": found.map(|found| found.distance),
        "closest": found.map(|SignedDistance { closest, .. }| json!({
            "point": closest.point.to_array(),
            "object": closest.object.index(),
            "element": input.numbers.local(closest.object, closest.element),
        })),
    })
}

fn text(input: &InputScene, found: &Option<SignedDistance>) -> String {
    let Some(SignedDistance { distance, closest }) = found else {
        return "  There is nothing to be near to.\n".to_owned();
    };
    let element = input.numbers.local(closest.object, closest.element);
    let place = if *distance < 0.0 { "inside" } else { "outside" };
    let rows = [
        ["distance", &format!("{}, {place}", number(distance.abs()))],
        ["closest", &point(closest.point)],
        ["on", &input.element_name(closest.object, element)],
    ];
    let rows: Vec<Vec<String>> = rows.iter().map(|row| row.map(str::to_owned).to_vec()).collect();
    table(&rows, &[])
}
