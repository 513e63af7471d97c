//! `jostle ray`: what rays meet.

use crate::Outcome;
use crate::args::RayArgs;
use crate::coordinates::read_rows;
use crate::error::Error;
use crate::format::{number, point, table};
use crate::input::{self, InputMeshes, InputScene, notes};
use jostle::DVec3;
use jostle::distance::{Ray, RayHit, RaySide, SceneTree};
use serde_json::{Value, json};
use std::io::Write;

pub fn run(args: &RayArgs) -> Result<Outcome, Error> {
    let rays: Vec<Ray> = match (&args.from, &args.direction, &args.rays) {
        (Some(from), Some(direction), _) => vec![Ray::new(*from, *direction)],
        (_, _, Some(path)) => read_rows::<6>(path)?
            .into_iter()
            .map(|[x, y, z, dx, dy, dz]| Ray::new(DVec3::new(x, y, z), DVec3::new(dx, dy, dz)))
            .collect(),
        _ => unreachable!("one of them is required"),
    };
    let files = input::mesh_files(&args.files)?;
    let input = InputMeshes::read(&files, &args.input)?.into_scene()?;
    let mut tree = SceneTree::new();
    tree.update(&input.scene)?;
    let hits: Vec<Vec<RayHit>> = if args.all {
        let mut hits = Vec::new();
        tree.cast_all_many(&input.scene, &rays, &mut hits)?;
        hits
    } else {
        let mut hits = Vec::new();
        tree.cast_many(&input.scene, &rays, &mut hits)?;
        hits.into_iter().map(|hit| hit.into_iter().collect()).collect()
    };
    let met: Vec<Vec<Met>> =
        rays.iter().zip(&hits).map(|(ray, hits)| Met::list(&input, ray, hits)).collect();
    let mut out = std::io::stdout().lock();
    if args.json {
        let all: Vec<Value> = rays.iter().zip(&met).map(|(ray, met)| ray_json(ray, met)).collect();
        writeln!(out, "{:#}", json!({ "rays": all, "notes": notes::json(&input.notes) }))?;
    } else if args.rays.is_some() {
        notes::warn(&input.notes);
        writeln!(out, "ray,t,x,y,z,object,element,side")?;
        for (i, own) in met.iter().enumerate() {
            own.iter().try_for_each(|met| writeln!(out, "{i},{}", met.csv()))?;
        }
    } else {
        let notes = notes::lines(&input.notes);
        let gap = if notes.is_empty() { "" } else { "\n" };
        write!(out, "\n{}{gap}{notes}\n", text(&input, &met[0]))?;
    }
    Ok(Outcome::Clear)
}

/// A hit under the number of its element.
#[derive(Clone, Debug, PartialEq)]
struct Met {
    object: usize,
    element: u32,
    t: f64,
    point: DVec3,
    side: &'static str,
}

impl Met {
    /// Hits in their order; pieces of one element that are met at one point are one.
    fn list(input: &InputScene, ray: &Ray, hits: &[RayHit]) -> Vec<Met> {
        let mut all: Vec<Met> = hits
            .iter()
            .map(|hit| Met {
                object: hit.object.index(),
                element: input.numbers.local(hit.object, hit.element),
                t: hit.t,
                point: ray.at(hit.t),
                side: match hit.side {
                    RaySide::Front => "front",
                    RaySide::Back => "back",
                    RaySide::Along => "along",
                },
            })
            .collect();
        all.dedup();
        all
    }

    fn csv(&self) -> String {
        let [x, y, z] = self.point.to_array();
        let Met { t, object, element, side, .. } = self;
        format!("{t:?},{x:?},{y:?},{z:?},{object},{element},{side}")
    }
}

fn ray_json(ray: &Ray, met: &[Met]) -> Value {
    let hit = |met: &Met| {
        json!({
            "t": met.t,
            "point": met.point.to_array(),
            "object": met.object,
            "element": met.element,
            "side": met.side,
        })
    };
    json!({
        "from": ray.origin.to_array(),
        "direction": ray.direction.to_array(),
        "hits": met.iter().map(hit).collect::<Vec<Value>>(),
    })
}

fn text(input: &InputScene, met: &[Met]) -> String {
    if met.is_empty() {
        return "  The ray meets nothing.\n".to_owned();
    }
    let header = ["t", "point", "side", "element"].map(str::to_owned).to_vec();
    let rows = met.iter().map(|met| {
        let on = input.element_name(jostle::ObjectId::new(met.object), met.element);
        vec![number(met.t), point(met.point), met.side.to_owned(), on]
    });
    let rows: Vec<Vec<String>> = std::iter::once(header).chain(rows).collect();
    table(&rows, &[true])
}
