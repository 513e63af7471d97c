//! What the steps of a simulation came to.

use super::rate;
use crate::format::{count, counted, metres, seconds, table};
use crate::frame_numbers::frame_numbers;
use crate::input::{Note, notes};
use jostle_sim::{SceneFile, StepStatistics, World};
use serde_json::{Value, json};

/// Rows that a table shows: enough to see how it goes, on one screen.
const SHOWN_ROWS: usize = 13;

/// What a step came to.
pub struct FrameRow {
    frame: u32,
    /// Of the world, in seconds.
    time: f64,
    kinetic_energy: f64,
    /// Of the step that led here; none at the start.
    step: Option<StepStatistics>,
}

impl FrameRow {
    pub const CSV: &str = "frame,time,contacts,rigid_contacts,deepest,kinetic_energy,impacts,held,broken,cut,\
                           seconds,collision_seconds";

    /// The frame before the first step.
    pub fn start(world: &World) -> FrameRow {
        FrameRow { step: None, ..FrameRow::new(0, world) }
    }

    pub fn new(frame: u32, world: &World) -> FrameRow {
        FrameRow {
            frame,
            time: world.time(),
            kinetic_energy: world.kinetic_energy(),
            step: Some(*world.statistics()),
        }
    }

    /// What a terminal shows while it goes on.
    pub fn line(&self) -> String {
        let own = self.step.unwrap_or_default();
        format!(
            "{:.2} s  {}  deepest {}  {:.1e} J  {:.0} frames/s  {:.0}% in collision",
            self.time,
            counted(own.contacts + own.rigid_contacts, "contact", "contacts"),
            metres(own.deepest),
            self.kinetic_energy,
            1.0 / own.seconds.max(f64::MIN_POSITIVE),
            100.0 * share(own.collision_seconds, own.seconds),
        )
    }

    pub fn csv(&self) -> String {
        let Some(own) = &self.step else {
            return format!("{},{},,,,{:?},,,,,,", self.frame, self.time, self.kinetic_energy);
        };
        format!(
            "{},{:?},{},{},{:?},{:?},{},{},{},{},{},{}",
            self.frame,
            self.time,
            own.contacts,
            own.rigid_contacts,
            own.deepest,
            self.kinetic_energy,
            own.impacts,
            own.held,
            own.broken,
            own.cut,
            own.seconds,
            own.collision_seconds
        )
    }

    fn json(&self) -> Value {
        let own = self.step.as_ref();
        json!({
            "frame": self.frame,
            "time": self.time,
            "contacts": own.map(|own| own.contacts),
            "rigid_contacts": own.map(|own| own.rigid_contacts),
            "deepest": own.map(|own| own.deepest),
            "kinetic_energy": self.kinetic_energy,
            "impacts": own.map(|own| own.impacts),
            "held": own.map(|own| own.held),
            "broken": own.map(|own| own.broken),
            "cut": own.map(|own| own.cut),
            "seconds": own.map(|own| own.seconds),
            "collision_seconds": own.map(|own| own.collision_seconds),
        })
    }

    fn cells(&self) -> Vec<String> {
        let cell =
            |of: &dyn Fn(&StepStatistics) -> String| self.step.as_ref().map_or(String::new(), of);
        vec![
            self.frame.to_string(),
            format!("{:.3} s", self.time),
            cell(&|own| count(own.contacts + own.rigid_contacts)),
            cell(&|own| metres(own.deepest)),
            format!("{:.1e} J", self.kinetic_energy),
            cell(&|own| seconds(own.seconds)),
            cell(&|own| format!("{:.0}%", 100.0 * share(own.collision_seconds, own.seconds))),
        ]
    }
}

/// All steps together.
pub struct SimReport {
    scene: String,
    title: String,
    objects: usize,
    vertices: usize,
    elements: usize,
    /// The length of a step.
    step: f64,
    pub rows: Vec<FrameRow>,
    /// Of all steps, with what was written meanwhile.
    pub seconds: f64,
    pub written: Vec<String>,
    notes: Vec<Note>,
}

impl SimReport {
    pub fn new(scene: &str, file: &SceneFile, note: Option<Note>) -> SimReport {
        let own = file.world.scene();
        SimReport {
            scene: scene.to_owned(),
            title: file.title.clone(),
            objects: own.objects().len(),
            vertices: own.vertices().len(),
            elements: own.element_count(),
            step: file.world.settings().step,
            rows: Vec::new(),
            seconds: 0.0,
            written: Vec::new(),
            notes: note.into_iter().collect(),
        }
    }

    fn steps(&self) -> impl Iterator<Item = (u32, &StepStatistics)> {
        self.rows.iter().filter_map(|row| Some((row.frame, row.step.as_ref()?)))
    }

    fn step_count(&self) -> usize {
        self.rows.len().saturating_sub(1)
    }

    /// Seconds of the steps alone, and those in collision.
    fn sums(&self) -> [f64; 2] {
        self.steps().fold([0.0; 2], |[all, collision], (_, own)| {
            [all + own.seconds, collision + own.collision_seconds]
        })
    }

    pub fn json(&self) -> Value {
        let [seconds, collision] = self.sums();
        json!({
            "scene": self.scene,
            "title": self.title,
            "objects": self.objects,
            "vertices": self.vertices,
            "elements": self.elements,
            "step": self.step,
            "steps": self.step_count(),
            "seconds": self.seconds,
            "step_seconds": seconds,
            "frames_per_second": self.step_count() as f64 / seconds.max(f64::MIN_POSITIVE),
            "collision_share": share(collision, seconds),
            "frames": self.rows.iter().map(FrameRow::json).collect::<Vec<Value>>(),
            "notes": notes::json(&self.notes),
            "written": self.written,
        })
    }

    pub fn text(&self) -> String {
        let header =
            ["frame", "time", "contacts", "deepest", "energy", "step took", "in collision"];
        let mut rows = vec![header.map(str::to_owned).to_vec()];
        let shown = frame_numbers(self.rows.len(), Some(SHOWN_ROWS));
        rows.extend(shown.into_iter().map(|row| self.rows[row].cells()));
        let notes = notes::lines(&self.notes);
        let gap = if notes.is_empty() { "" } else { "\n" };
        let written: String =
            self.written.iter().map(|file| format!("  wrote: {file}\n")).collect();
        format!(
            "  {}: {}, {}, {}\n\n{}\n{notes}{gap}{}{written}",
            self.title,
            counted(self.objects, "object", "objects"),
            counted(self.vertices, "vertex", "vertices"),
            counted(self.elements, "element", "elements"),
            table(&rows, &[true; 7]),
            self.summary(),
        )
    }

    fn summary(&self) -> String {
        let [total, collision] = self.sums();
        let mut text = format!(
            "  {}, {:.0}% in collision; real time is {:.0} a second.\n",
            rate(self.step_count(), total),
            100.0 * share(collision, total),
            1.0 / self.step
        );
        let longest = self.steps().max_by(|a, b| a.1.seconds.total_cmp(&b.1.seconds));
        let deepest = self.steps().max_by(|a, b| a.1.deepest.total_cmp(&b.1.deepest));
        if let (Some((long, own)), Some((deep, other))) = (longest, deepest) {
            text += &format!("  Longest step {} (to frame {long})", seconds(own.seconds));
            text += &match other.deepest {
                0.0 => ".\n".to_owned(),
                depth => format!(", deepest {} (in frame {deep}).\n", metres(depth)),
            };
        }
        let held: usize = self.steps().map(|(_, own)| own.held).sum();
        if held > 0 {
            text += &format!("  Cloth was held where it was {}.\n", counted(held, "time", "times"));
        }
        text
    }
}

fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}
