//! `jostle distance`: how far apart two meshes are, or how deep in each other.

use crate::Outcome;
use crate::args::DistanceArgs;
use crate::error::Error;
use crate::format::{counted, number, object_cells, point, seconds, table};
use crate::input_mesh;
use jostle::distance::{Apart, Distance, Overlap, distance};
use jostle::{LocalElementId, ObjectId, QueryError, Scene};
use serde_json::{Value, json};
use std::io::Write;
use std::num::NonZeroUsize;
use std::time::Instant;

/// The two meshes in the scene, in the order of their files.
const MESHES: [ObjectId; 2] = [ObjectId::new(0), ObjectId::new(1)];

/// The scene, the distance and the times of a query.
struct DistanceReport {
    scene: Scene,
    distance: Distance,
    /// What reading the files changed or noticed.
    notes: Vec<String>,
    load_seconds: f64,
    query_seconds: f64,
}

pub fn run(args: &DistanceArgs) -> Result<Outcome, Error> {
    let start = Instant::now();
    let mut scene = Scene::new();
    let mut notes = Vec::new();
    for file in input_mesh::read_all(&[args.first.clone(), args.second.clone()], args.weld)? {
        scene.add(file.name, file.mesh)?;
        notes.extend(file.notes);
    }
    let load_seconds = start.elapsed().as_secs_f64();
    let elements = counted(scene.element_count(), "element", "elements");
    let progress = input_mesh::spinner(format!("measuring {elements}"));
    let start = Instant::now();
    let [first, second] = MESHES;
    let distance = with_threads(args.threads, || distance(&scene, first, second))??;
    let query_seconds = start.elapsed().as_secs_f64();
    progress.finish_and_clear();
    let report = DistanceReport { scene, distance, notes, load_seconds, query_seconds };
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

fn with_threads<T: Send>(
    threads: Option<NonZeroUsize>,
    ask: impl FnOnce() -> T + Send,
) -> Result<T, QueryError> {
    let Some(threads) = threads.map(usize::from) else { return Ok(ask()) };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    Ok(pool.map_err(|_| QueryError::NoThreads { threads })?.install(ask))
}

impl DistanceReport {
    fn json(&self) -> Value {
        let objects = self.scene.objects().iter().map(|object| {
            json!({
                "name": object.name(),
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
            "nearest": apart.map(|apart| {
                let on = |i: usize| {
                    let point = apart.points[i].to_array();
                    json!({ "object": i, "element": apart.elements[i].index(), "point": point })
                };
                [on(0), on(1)]
            }),
            "penetration": overlap.map(penetration_json),
            "seconds": { "load": self.load_seconds, "query": self.query_seconds },
            "notes": self.notes,
        })
    }

    fn text(&self) -> String {
        let header = ["object", "name", "kind", "vertices", "elements"];
        let mut rows = vec![header.map(str::to_owned).to_vec()];
        for (i, object) in self.scene.objects().iter().enumerate() {
            rows.push(object_cells(i, object).to_vec());
        }
        let notes: String = self.notes.iter().map(|note| format!("  note: {note}\n")).collect();
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
        format!("object {object} ({})", self.scene.objects()[object.index()].name())
    }

    fn element(&self, object: ObjectId, element: LocalElementId) -> String {
        let noun = self.scene.objects()[object.index()].kind().noun();
        format!("{noun} {element} of {}", self.name(object))
    }

    fn apart_text(&self, apart: &Apart) -> String {
        let row = |word: &str, i: usize| {
            let on = self.element(MESHES[i], apart.elements[i]);
            vec![String::new(), word.to_owned(), point(apart.points[i]), format!("on {on}")]
        };
        let rows = [row("from", 0), row("to", 1)];
        let (distance, error) = (apart.distance, apart.error);
        format!("  APART: {} ± {error:.1e}.\n{}", number(distance), table(&rows, &[false, true]))
    }

    fn overlap_text(&self, overlap: &Overlap) -> String {
        let (depth, error) = (overlap.depth(), overlap.error());
        let pairs = match overlap.pairs {
            0 => String::new(),
            pairs => format!(" in {} of elements", counted(pairs, "pair", "pairs")),
        };
        let mut rows = Vec::new();
        let mut row = |word: &str, what: String| {
            rows.push(vec![String::new(), word.to_owned(), what]);
        };
        if let Some(inner) = overlap.inside {
            row(
                "inside",
                format!("{} is wholly inside {}", self.name(inner), self.name(other(inner))),
            );
        }
        if let Some(pair) = &overlap.deepest_pair {
            let [a, b] = [0, 1].map(|i| self.element(MESHES[i], pair.elements[i]));
            let (depth, error) = (pair.depth, pair.error);
            row("deepest pair", format!("{} ± {error:.1e}: {a} and {b}", number(depth)));
        }
        if let Some(deepest) = &overlap.deepest_vertex {
            let (depth, error, vertex) = (number(deepest.depth), deepest.error, deepest.vertex);
            let (inner, at) = (self.name(deepest.object), point(deepest.position));
            let to = self.element(other(deepest.object), deepest.element);
            let what =
                format!("{depth} ± {error:.1e}: vertex {vertex} of {inner} at {at}, to {to}");
            row("deepest vertex", what);
        }
        format!(
            "  OVERLAPPING{pairs}: no move shorter than {} ± {error:.1e} parts them.\n{}",
            number(depth),
            table(&rows, &[false, true])
        )
    }
}

/// The mesh that the given one is measured against.
fn other(object: ObjectId) -> ObjectId {
    MESHES[1 - object.index()]
}

fn penetration_json(overlap: &Overlap) -> Value {
    json!({
        "depth": overlap.depth(),
        "error": overlap.error(),
        "pairs": overlap.pairs,
        "inside": overlap.inside.map(ObjectId::index),
        "deepest_pair": overlap.deepest_pair.map(|pair| json!({
            "elements": pair.elements.map(LocalElementId::index),
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
            "element": deepest.element.index(),
        })),
    })
}
