//! `jostle distance`: how far apart two meshes are, or how deep in each other.

use crate::Outcome;
use crate::args::DistanceArgs;
use crate::error::Error;
use crate::format::{counted, number, object_cells, point, seconds, table};
use crate::input::{InputMeshes, InputScene, check_standard_input, mesh_files, notes};
use crate::progress::spinner;
use crate::thread_count::ThreadCount;
use jostle::distance::{
    Apart, Distance, ObjectDepth, ObjectDepthQuery, Overlap, depth_in, distance_in,
};
use jostle::geometry::Aabb;
use jostle::{DVec3, LocalElementId, ObjectId, Scene, Session};
use serde_json::{Value, json};
use std::io::Write;
use std::time::Instant;

/// The scene, the distance and the times of a query.
struct DistanceReport {
    input: InputScene,
    /// The two objects that were measured, or the nearest or deepest of several.
    objects: [ObjectId; 2],
    distance: Distance,
    /// Of objects that overlap.
    depth: Option<ObjectDepth>,
    load_seconds: f64,
    query_seconds: f64,
}

/// The nearest or deepest two objects of several, and what was measured between them.
struct Measured {
    objects: [ObjectId; 2],
    distance: Distance,
    depth: Option<ObjectDepth>,
}

pub fn run(args: &DistanceArgs) -> Result<Outcome, Error> {
    let start = Instant::now();
    let [first, second] =
        [&args.first, &args.second].map(|path| mesh_files(std::slice::from_ref(path)));
    let (first, second) = (first?, second?);
    check_standard_input(&[&first[..], &second[..]].concat())?;
    let first = InputMeshes::read(&first, &args.input)?;
    let second = InputMeshes::read(&second, &args.input)?;
    let parts = first.meshes.len();
    let all = first.meshes.into_iter().chain(second.meshes).collect();
    let notes = first.notes.into_iter().chain(second.notes).collect();
    let mut input = InputMeshes { meshes: all, notes };
    input.distinguish();
    let input = input.into_scene()?;
    let load_seconds = start.elapsed().as_secs_f64();
    let elements = counted(input.scene.element_count(), "element", "elements");
    let progress = spinner(format!("measuring {elements}"));
    let start = Instant::now();
    let session = ThreadCount::session(args.threads);
    let query = ObjectDepthQuery { tolerance: args.tolerance, most_evaluations: args.evaluations };
    let measured = between_parts(&session, &input.scene, parts, &query)?;
    let Measured { objects, distance, depth } = measured;
    let query_seconds = start.elapsed().as_secs_f64();
    progress.finish_and_clear();
    let report = DistanceReport { input, objects, distance, depth, load_seconds, query_seconds };
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{:#}", report.json())?;
    } else {
        write!(out, "\n{}\n", report.text())?;
    }
    Ok(match report.distance {
        Distance::Apart(_) => Outcome::Clear,
        Distance::Overlap(_) => Outcome::Colliding,
    })
}

/// Measures between the first objects of a scene and the others: the nearest two, or the two that are
/// deepest in each other, by their deepest elements and vertices.
fn between_parts(
    session: &Session,
    scene: &Scene,
    parts: usize,
    query: &ObjectDepthQuery,
) -> Result<Measured, Error> {
    let ids: Vec<ObjectId> = scene.object_ids().collect();
    let (first, second) = ids.split_at(parts);
    let pairs = first.iter().flat_map(|&a| second.iter().map(move |&b| [a, b]));
    let bounds = |object: ObjectId| scene.bounds(object);
    let mut by_gap: Vec<(f64, [ObjectId; 2])> = Vec::new();
    for [a, b] in pairs {
        by_gap.push((gap(&bounds(a)?, &bounds(b)?), [a, b]));
    }
    by_gap.sort_by(|x, y| x.0.total_cmp(&y.0));
    let mut best: Option<([ObjectId; 2], Distance)> = None;
    for (gap, [a, b]) in by_gap {
        let is_beyond = match &best {
            None => false,
            Some((_, Distance::Apart(apart))) => gap > apart.distance,
            // Boxes that are apart hold nothing that overlaps.
            Some((_, Distance::Overlap(_))) => gap > 0.0,
        };
        if is_beyond {
            break;
        }
        let found = distance_in(session, scene, a, b)?;
        let is_better = match (&best, &found) {
            (None, _) | (Some((_, Distance::Apart(_))), Distance::Overlap(_)) => true,
            (Some((_, Distance::Apart(own))), Distance::Apart(new)) => new.distance < own.distance,
            (Some((_, Distance::Overlap(own))), Distance::Overlap(new)) => {
                new.depth_at_least() > own.depth_at_least()
            }
            (Some((_, Distance::Overlap(_))), Distance::Apart(_)) => false,
        };
        if is_better {
            best = Some(([a, b], found));
        }
    }
    let ([a, b], distance) = best.expect("a file has a part");
    let depth = match &distance {
        Distance::Apart(_) => None,
        Distance::Overlap(_) => depth_in(session, scene, a, b, query)?,
    };
    Ok(Measured { objects: [a, b], distance, depth })
}

/// A lower bound of the distance of what is in two boxes, zero if they overlap.
fn gap(a: &Aabb, b: &Aabb) -> f64 {
    let gaps = (a.min - b.max).max(b.min - a.max).max(DVec3::ZERO);
    // The largest of three is no larger than the length, and its rounding is compensated.
    gaps.max_element() * (1.0 - f64::EPSILON)
}

impl DistanceReport {
    fn json(&self) -> Value {
        let scene = &self.input.scene;
        let objects = scene.objects().iter().zip(&self.input.origins).map(|(object, origin)| {
            json!({
                "name": object.name(),
                "file": origin.file,
                "part": origin.part,
                "kind": object.kind().noun(),
                "vertices": object.vertices().len(),
                "elements": object.elements().len(),
            })
        });
        let (apart, overlap) = match &self.distance {
            Distance::Apart(apart) => (Some(apart), None),
            Distance::Overlap(overlap) => (None, Some(overlap)),
        };
        json!({
            "objects": objects.collect::<Vec<Value>>(),
            "overlap": overlap.is_some(),
            "distance": apart.map_or(0.0, |apart| apart.distance),
            "error": apart.map_or(0.0, |apart| apart.error),
            "vector": apart.map(|apart| apart.vector().to_array()),
            "nearest": apart.map(|apart| {
                let on = |i: usize| {
                    let (object, point) = (self.objects[i], apart.points[i].to_array());
                    let element = self.input.numbers.local(object, apart.elements[i]);
                    json!({ "object": object.index(), "element": element, "point": point })
                };
                [on(0), on(1)]
            }),
            "penetration": overlap.map(|overlap| self.penetration_json(overlap)),
            "seconds": { "load": self.load_seconds, "query": self.query_seconds },
            "notes": notes::json(&self.input.notes),
        })
    }

    fn text(&self) -> String {
        let header = ["object", "name", "kind", "vertices", "elements"];
        let mut rows = vec![header.map(str::to_owned).to_vec()];
        for (i, object) in self.input.scene.objects().iter().enumerate() {
            rows.push(object_cells(i, object).to_vec());
        }
        let notes = notes::lines(&self.input.notes);
        let found = match &self.distance {
            Distance::Apart(apart) => self.apart_text(apart),
            Distance::Overlap(overlap) => self.overlap_text(overlap),
        };
        let (load, query) = (seconds(self.load_seconds), seconds(self.query_seconds));
        let time = format!("  time: {load} to load, {query} to measure\n");
        let sections = [table(&rows, &[true, false, false, true, true]), notes, found, time];
        sections.into_iter().filter(|s| !s.is_empty()).collect::<Vec<_>>().join("\n")
    }

    fn name(&self, object: ObjectId) -> String {
        format!("object {object} ({})", self.input.scene.objects()[object.index()].name())
    }

    fn element(&self, object: ObjectId, element: LocalElementId) -> String {
        self.input.element_name(object, self.input.numbers.local(object, element))
    }

    fn apart_text(&self, apart: &Apart) -> String {
        let row = |word: &str, i: usize| {
            let on = self.element(self.objects[i], apart.elements[i]);
            vec![String::new(), word.to_owned(), point(apart.points[i]), format!("on {on}")]
        };
        let rows = [row("from", 0), row("to", 1)];
        let (distance, error) = (apart.distance, apart.error);
        format!("  APART: {} ± {error:.1e}.\n{}", number(distance), table(&rows, &[false, true]))
    }

    fn overlap_text(&self, overlap: &Overlap) -> String {
        let pairs = match overlap.pairs {
            0 => String::new(),
            pairs => format!(" in {} of elements", counted(pairs, "pair", "pairs")),
        };
        let mut rows = Vec::new();
        let mut row = |word: &str, what: String| {
            rows.push(vec![String::new(), word.to_owned(), what]);
        };
        if let Some(depth) = &self.depth {
            let moved = self.name(self.objects[1]);
            row("move", format!("{moved} by {} parts them", point(depth.translation)));
        }
        if let Some(inner) = overlap.inside {
            row(
                "inside",
                format!("{} is wholly inside {}", self.name(inner), self.name(self.other(inner))),
            );
        }
        if let Some(pair) = &overlap.deepest_pair {
            let [a, b] = [0, 1].map(|i| self.element(self.objects[i], pair.elements[i]));
            let (depth, error) = (pair.depth, pair.error);
            row("deepest pair", format!("{} ± {error:.1e}: {a} and {b}", number(depth)));
        }
        if let Some(deepest) = &overlap.deepest_vertex {
            let (depth, error, vertex) = (number(deepest.depth), deepest.error, deepest.vertex);
            let (inner, at) = (self.name(deepest.object), point(deepest.position));
            let to = self.element(self.other(deepest.object), deepest.element);
            let what =
                format!("{depth} ± {error:.1e}: vertex {vertex} of {inner} at {at}, to {to}");
            row("deepest vertex", what);
        }
        let depth = self.depth.as_ref().map_or(String::new(), |depth| {
            let (least, most) = (number(depth.at_least), number(depth.at_most));
            let open = if depth.is_closed { "" } else { ", which is as near as the bounds came" };
            format!(": a move of at least {least} and at most {most} parts them{open}")
        });
        format!("  OVERLAPPING{pairs}{depth}.\n{}", table(&rows, &[false, true]))
    }

    /// The object that the given one is measured against.
    fn other(&self, object: ObjectId) -> ObjectId {
        let [first, second] = self.objects;
        if object == first { second } else { first }
    }

    fn penetration_json(&self, overlap: &Overlap) -> Value {
        let numbers = &self.input.numbers;
        let number_both = |elements: [LocalElementId; 2]| {
            [0, 1].map(|i| numbers.local(self.objects[i], elements[i]))
        };
        json!({
            "depth_at_least": self.depth.map(|depth| depth.at_least),
            "depth_at_most": self.depth.map(|depth| depth.at_most),
            "direction": self.depth.map(|depth| depth.direction.to_array()),
            "translation": self.depth.map(|depth| depth.translation.to_array()),
            "is_closed": self.depth.map(|depth| depth.is_closed),
            "evaluations": self.depth.map(|depth| depth.evaluations),
            "pairs": overlap.pairs,
            "inside": overlap.inside.map(ObjectId::index),
            "deepest_pair": overlap.deepest_pair.map(|pair| json!({
                "objects": self.objects.map(ObjectId::index),
                "elements": number_both(pair.elements),
                "depth": pair.depth,
                "error": pair.error,
                "axis": pair.axis.to_array(),
                "points": pair.points.map(|point| point.to_array()),
            })),
            "deepest_vertex": overlap.deepest_vertex.map(|deepest| json!({
                "object": deepest.object.index(),
                "vertex": deepest.vertex,
                "position": deepest.position.to_array(),
                "depth": deepest.depth,
                "error": deepest.error,
                "nearest": deepest.nearest.to_array(),
                "element": numbers.local(self.other(deepest.object), deepest.element),
            })),
        })
    }
}
