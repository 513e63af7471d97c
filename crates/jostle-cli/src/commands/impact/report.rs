//! What is said of the steps between frames.

use super::{kind_name, local_vertices};
use crate::Outcome;
use crate::commands::check::TestedObjects;
use crate::format::{count, counted, number, point, seconds, table};
use crate::input::{Note, notes};
use jostle::impact::{
    ContactPoint, ImpactMethod, ImpactStatistics, ImpactTime, Impacts, ViewFallback, ViewStatistics,
};
use jostle::{DVec3, Scene};
use serde_json::{Value, json};
use std::path::PathBuf;

/// One step.
pub struct StepReport {
    step: usize,
    files: [String; 2],
    impacts: usize,
    /// Of them, those of vertices and faces.
    vertex_faces: usize,
    first: Option<FirstImpact>,
    free_step: f64,
    statistics: ImpactStatistics,
}

struct FirstImpact {
    kind: &'static str,
    objects: [usize; 2],
    names: [String; 2],
    vertices: [usize; 4],
    time: ImpactTime,
    thickness: f64,
    contact: ContactPoint,
}

impl StepReport {
    pub fn new(
        step: usize,
        files: [&PathBuf; 2],
        scene: &Scene,
        end: &[DVec3],
        impacts: &Impacts,
    ) -> StepReport {
        let first = impacts.first().map(|impact| FirstImpact {
            kind: kind_name(impact.features),
            objects: impact.objects.map(|object| object.index()),
            names: impact.objects.map(|object| scene.objects()[object.index()].name().to_owned()),
            vertices: local_vertices(scene, impact),
            time: impact.time,
            thickness: impact.thickness,
            contact: impact.contact_point(scene, end),
        });
        let is_vertex_face = |impact: &&jostle::impact::Impact| kind_name(impact.features) == "vf";
        StepReport {
            step,
            files: files.map(|file| file.display().to_string()),
            impacts: impacts.all().len(),
            vertex_faces: impacts.all().iter().filter(is_vertex_face).count(),
            first,
            free_step: impacts.free_step(),
            statistics: *impacts.statistics(),
        }
    }

    fn outcome(&self) -> Outcome {
        match &self.first {
            Some(first) if first.thickness > 0.0 => Outcome::Near,
            Some(_) => Outcome::Colliding,
            None => Outcome::Clear,
        }
    }

    fn json(&self, is_first_only: bool, method: ImpactMethod) -> Value {
        let ImpactStatistics { vertex_faces, edge_edges, tally, seconds, bytes, .. } =
            self.statistics;
        let counts = |value: usize| (!is_first_only).then_some(value);
        json!({
            "step": self.step,
            "from": self.files[0],
            "to": self.files[1],
            "verdict": self.outcome().word(),
            "impacts": counts(self.impacts),
            "vertex_face": counts(self.vertex_faces),
            "edge_edge": counts(self.impacts - self.vertex_faces),
            "first": self.first.as_ref().map(|first| json!({
                "kind": first.kind,
                "objects": first.objects,
                "vertices": first.vertices,
                "t_lo": first.time.lower,
                "t_hi": first.time.upper,
                "at_start": first.time.at_start(),
                "point": first.contact.position.to_array(),
                "normal": first.contact.normal.to_array(),
                "weights": first.contact.weights,
            })),
            "free_step": self.free_step,
            "candidates": { "vertex_face": vertex_faces, "edge_edge": edge_edges },
            "exact_candidates": tally.exact,
            "view": (method == ImpactMethod::View).then(|| view_json(&self.statistics.view)),
            "query_seconds": seconds,
            "bytes": bytes,
        })
    }

    fn cells(&self, is_first_only: bool, method: ImpactMethod) -> Vec<String> {
        let time = self.first.as_ref().map_or(String::new(), |first| match first.time.at_start() {
            true => "0, at the start".to_owned(),
            false => number(first.time.lower),
        });
        let ImpactStatistics { vertex_faces, edge_edges, seconds: own, .. } = self.statistics;
        let found = if is_first_only { String::new() } else { count(self.impacts) };
        let mut cells = vec![
            self.step.to_string(),
            self.files[1].clone(),
            self.outcome().word().to_owned(),
            found,
            time,
            number(self.free_step),
            count(vertex_faces + edge_edges),
            seconds(own),
        ];
        if method == ImpactMethod::View {
            cells.push(view_words(&self.statistics.view));
        }
        cells
    }
}

fn view_json(view: &ViewStatistics) -> Value {
    let fallbacks = ViewFallback::ALL.map(|reason| (reason.name(), json!(view.fallback(reason))));
    json!({
        "positive": view.positive,
        "negative": view.negative,
        "zero": view.zero,
        "violated": view.violated,
        "points": view.points,
        "lines": view.lines,
        "proven": view.proven,
        "start_queries": view.start_queries,
        "colliding": view.colliding,
        "fallbacks": serde_json::Map::from_iter(fallbacks.map(|(name, own)| (name.to_owned(), own))),
        "seconds": view.seconds,
    })
}

/// The sizes of the view sets, and why they were not used.
fn view_words(view: &ViewStatistics) -> String {
    let ViewStatistics { positive, negative, zero, violated, .. } = *view;
    let mut words = Vec::new();
    if positive + negative + zero + violated > 0 {
        let sizes = [positive, negative, zero, violated].map(count);
        words.push(sizes.join(" / "));
    }
    let met = ViewFallback::ALL.into_iter().filter(|&reason| view.fallback(reason) > 0);
    words.extend(met.map(|reason| reason.name().to_owned()));
    words.join(", ")
}

/// All steps together.
pub struct Summary {
    pub is_first_only: bool,
    /// The distance that impacts are within; zero for what touches.
    pub thickness: f64,
    /// What was compared in each step.
    pub tested: TestedObjects,
    pub method: ImpactMethod,
    pub reports: Vec<StepReport>,
    pub notes: Vec<Note>,
    pub written: Vec<String>,
    pub has_colour: bool,
}

impl Summary {
    pub fn outcome(&self) -> Outcome {
        match self.found().next() {
            Some((report, _)) => report.outcome(),
            None if self.tested.is_none() => Outcome::NothingTested,
            None => Outcome::Clear,
        }
    }

    /// The steps with impacts, each with the first.
    fn found(&self) -> impl Iterator<Item = (&StepReport, &FirstImpact)> {
        self.reports.iter().filter_map(|report| Some((report, report.first.as_ref()?)))
    }

    pub fn json(&self) -> Value {
        json!({
            "verdict": self.outcome().word(),
            "thickness": self.thickness,
            "tested": self.tested.json(),
            "colliding_steps": self.found().count(),
            "first_step": self.found().next().map(|(report, _)| report.step),
            "steps": self.reports.iter().map(|own| own.json(self.is_first_only, self.method)).collect::<Vec<_>>(),
            "notes": notes::json(&self.notes),
            "written": self.written,
        })
    }

    /// How far each step can go, a line each.
    pub fn free_steps(&self) -> String {
        self.reports.iter().map(|report| format!("{:?}\n", report.free_step)).collect()
    }

    pub fn text(&self) -> String {
        let mut header =
            ["step", "to", "verdict", "impacts", "first time", "free step", "candidates", "time"]
                .to_vec();
        let mut right = [true, false, false, true, true, true, true, true].to_vec();
        if self.method == ImpactMethod::View {
            header.push("V+ / V- / V0 / Vv");
            right.push(false);
        }
        let cells = |report: &StepReport| report.cells(self.is_first_only, self.method);
        let rows: Vec<Vec<String>> =
            std::iter::once(header.into_iter().map(str::to_owned).collect())
                .chain(self.reports.iter().map(cells))
                .collect();
        let mut text = table(&rows, &right);
        let verdict = self.outcome().verdict(self.has_colour);
        let steps = counted(self.reports.len(), "step", "steps");
        let touches = match self.thickness > 0.0 {
            true => format!("comes within {}", number(self.thickness)),
            false => "touches".to_owned(),
        };
        match self.found().next() {
            None if self.tested.is_none() => {
                text += &format!("\n  {verdict}: there are no two objects to compare.\n");
            }
            None => text += &format!("\n  {verdict}: nothing {touches} in {steps}.\n"),
            Some((report, first)) => {
                let hits = self.found().count();
                text += &format!("\n  {verdict}: something {touches} in {hits} of {steps}.\n");
                text += &format!("    first in step {}: {}\n", report.step, first.text());
            }
        }
        for path in &self.written {
            text += &format!("  wrote {path}\n");
        }
        let notes = notes::lines(&self.notes);
        let gap = if notes.is_empty() { "" } else { "\n" };
        text + gap + &notes
    }
}

impl FirstImpact {
    fn text(&self) -> String {
        let [a, b, c, d] = self.vertices;
        let [first, second] =
            [0, 1].map(|i| format!("object {} ({})", self.objects[i], self.names[i]));
        let features = match self.kind {
            "vf" => format!("vertex {a} of {first} and face {b} {c} {d} of {second}"),
            _ => format!("edge {a} {b} of {first} and edge {c} {d} of {second}"),
        };
        let when = match self.time.at_start() {
            true => "at the start".to_owned(),
            false => format!("at t = {}", number(self.time.lower)),
        };
        format!("{features}, {when}, near {}", point(self.contact.position))
    }
}
