//! What the frames of a recording are like, and what collides in them.

use crate::Outcome;
use crate::commands::check::TestedObjects;
use crate::format::{count, counted, metres, seconds, table};
use crate::frame_numbers::frame_numbers;
use crate::input::{Note, notes};
use jostle::geometry::Aabb;
use jostle::{Collisions, Scene};
use serde_json::{Value, json};
use std::path::Path;

/// Rows that a table shows: enough to see how it goes, on one screen.
const SHOWN_ROWS: usize = 13;

/// What collides in a frame.
pub struct FrameAnswer {
    outcome: Outcome,
    pairs: usize,
    self_pairs: usize,
    inside: usize,
    /// Elements that collide.
    colliding: usize,
    hash: u64,
    seconds: f64,
}

impl FrameAnswer {
    pub fn new(
        scene: &Scene,
        tested: TestedObjects,
        collisions: &Collisions,
        seconds: f64,
    ) -> FrameAnswer {
        let self_pairs = collisions.self_pair_count();
        let mut elements: Vec<_> =
            collisions.pairs().iter().flat_map(|pair| [pair.a, pair.b]).collect();
        elements.sort_unstable();
        elements.dedup();
        FrameAnswer {
            outcome: match (collisions.any(), tested.is_none()) {
                (true, _) => Outcome::Colliding,
                (false, false) => Outcome::Clear,
                (false, true) => Outcome::NothingTested,
            },
            pairs: collisions.pair_count() - self_pairs,
            self_pairs,
            inside: collisions.inside().len(),
            colliding: elements.len(),
            hash: collisions.hash(scene),
            seconds,
        }
    }
}

/// What a frame is like.
pub struct FrameRow {
    frame: u32,
    objects: usize,
    vertices: usize,
    elements: usize,
    bounds: Aabb,
    /// The longest way of a vertex since the frame played before.
    moved: Option<f64>,
    pub answer: Option<FrameAnswer>,
}

impl FrameRow {
    pub const CSV: &str = "frame,objects,vertices,elements,min_x,min_y,min_z,max_x,max_y,max_z,moved,verdict,pairs,\
                           self_pairs,inside,colliding,seconds";

    pub fn new(frame: u32, scene: &Scene, moved: Option<f64>) -> FrameRow {
        FrameRow {
            frame,
            objects: scene.objects().len(),
            vertices: scene.vertices().len(),
            elements: scene.element_count(),
            bounds: Aabb::from_points(scene.vertices().iter().copied()),
            moved,
            answer: None,
        }
    }

    pub fn csv(&self) -> String {
        let bounds = [self.bounds.min, self.bounds.max].map(|corner| corner.to_array());
        let bounds: Vec<String> = bounds.concat().iter().map(|own| format!("{own:?}")).collect();
        let moved = self.moved.map_or(String::new(), |moved| format!("{moved:?}"));
        let answer = self.answer.as_ref().map_or(",,,,,".to_owned(), |own| {
            format!(
                "{},{},{},{},{},{}",
                own.outcome.word(),
                own.pairs,
                own.self_pairs,
                own.inside,
                own.colliding,
                own.seconds
            )
        });
        format!(
            "{},{},{},{},{},{moved},{answer}",
            self.frame,
            self.objects,
            self.vertices,
            self.elements,
            bounds.join(",")
        )
    }

    fn json(&self) -> Value {
        let own = self.answer.as_ref();
        json!({
            "frame": self.frame,
            "objects": self.objects,
            "vertices": self.vertices,
            "elements": self.elements,
            "bounds": { "min": self.bounds.min.to_array(), "max": self.bounds.max.to_array() },
            "moved": self.moved,
            "verdict": own.map(|own| own.outcome.word()),
            "pairs": own.map(|own| own.pairs),
            "self_pairs": own.map(|own| own.self_pairs),
            "inside": own.map(|own| own.inside),
            "colliding": own.map(|own| own.colliding),
            "hash": own.map(|own| format!("{:016x}", own.hash)),
            "seconds": own.map(|own| own.seconds),
        })
    }

    fn cells(&self) -> Vec<String> {
        let cell = |of: fn(&FrameAnswer) -> String| self.answer.as_ref().map_or(String::new(), of);
        vec![
            self.frame.to_string(),
            count(self.objects),
            count(self.elements),
            self.moved.map_or(String::new(), metres),
            cell(|own| own.outcome.word().to_owned()),
            cell(|own| count(own.pairs)),
            cell(|own| count(own.self_pairs)),
            cell(|own| count(own.colliding)),
            cell(|own| seconds(own.seconds)),
        ]
    }
}

/// All frames that were played.
pub struct PlayReport {
    file: String,
    /// How many frames the recording has.
    recorded: u32,
    is_checked: bool,
    pub rows: Vec<FrameRow>,
    pub notes: Vec<Note>,
    pub written: Vec<String>,
}

impl PlayReport {
    pub fn new(file: &Path, recorded: u32, is_checked: bool) -> PlayReport {
        let file = file.display().to_string();
        let (rows, notes, written) = Default::default();
        PlayReport { file, recorded, is_checked, rows, notes, written }
    }

    /// The frames in which something collides.
    fn found(&self) -> impl Iterator<Item = (&FrameRow, &FrameAnswer)> {
        let answered = self.rows.iter().filter_map(|row| Some((row, row.answer.as_ref()?)));
        answered.filter(|(_, answer)| answer.outcome == Outcome::Colliding)
    }

    /// The worst of all frames: one that could not be tested spoils a clear verdict.
    pub fn outcome(&self) -> Outcome {
        let answers = || self.rows.iter().filter_map(|row| row.answer.as_ref());
        let occurs = |outcome: &Outcome| answers().any(|own| own.outcome == *outcome);
        let worst = [Outcome::Colliding, Outcome::NothingTested];
        worst.into_iter().find(occurs).unwrap_or(Outcome::Clear)
    }

    pub fn json(&self) -> Value {
        json!({
            "file": self.file,
            "recorded": self.recorded,
            "verdict": self.is_checked.then(|| self.outcome().word()),
            "colliding_frames": self.is_checked.then(|| self.found().count()),
            "first_frame": self.found().next().map(|(row, _)| row.frame),
            "frames": self.rows.iter().map(FrameRow::json).collect::<Vec<Value>>(),
            "notes": notes::json(&self.notes),
            "written": self.written,
        })
    }

    pub fn text(&self) -> String {
        let header = [
            "frame",
            "objects",
            "elements",
            "moved",
            "verdict",
            "pairs",
            "self",
            "colliding",
            "time",
        ];
        let columns = if self.is_checked { header.len() } else { 4 };
        let mut rows = vec![header[..columns].iter().map(|own| (*own).to_owned()).collect()];
        for row in frame_numbers(self.rows.len(), Some(SHOWN_ROWS)) {
            let mut cells = self.rows[row].cells();
            cells.truncate(columns);
            rows.push(cells);
        }
        let right: Vec<bool> = (0..columns).map(|column| column != 4).collect();
        let notes = notes::lines(&self.notes);
        let gap = if notes.is_empty() { "" } else { "\n" };
        let written = match &self.written[..] {
            [] => String::new(),
            [first, .., last] if self.written.len() > 4 => {
                let files = counted(self.written.len(), "file", "files");
                format!("  wrote: {files}, {first} to {last}\n")
            }
            all => all.iter().map(|file| format!("  wrote: {file}\n")).collect(),
        };
        let table = table(&rows, &right);
        format!("{table}\n{notes}{gap}  {}\n{written}", self.verdict())
    }

    fn verdict(&self) -> String {
        let (played, recorded) = (count(self.rows.len()), count(self.recorded));
        if !self.is_checked {
            return format!("{played} of {recorded} frames played.");
        }
        let word = self.outcome().word().to_uppercase();
        let pairs = |answer: &FrameAnswer| answer.pairs + answer.self_pairs;
        // Of several with as many pairs, the first.
        let most =
            self.found().reduce(|most, own| if pairs(own.1) > pairs(most.1) { own } else { most });
        match (self.found().next(), most) {
            (Some((first, _)), Some((_, answer))) if pairs(answer) == 0 => format!(
                "{word} in {} of {played} frames: first in frame {}; objects are inside others, and no two elements meet.",
                count(self.found().count()),
                first.frame
            ),
            (Some((first, _)), Some((row, answer))) => format!(
                "{word} in {} of {played} frames: first in frame {}, most pairs in frame {} ({}).",
                count(self.found().count()),
                first.frame,
                row.frame,
                count(pairs(answer))
            ),
            _ if self.outcome() == Outcome::NothingTested => {
                format!(
                    "{word}: there are no two elements to compare; --self compares within objects."
                )
            }
            _ => format!("{word} in all of {played} frames."),
        }
    }
}
