//! The report of `jostle check`, as text and as JSON.

use super::coverage::{Duplicate, TestedObjects, open_surface_notes};
use crate::Outcome;
use crate::element_numbers::NumberedPair;
use crate::error::Error;
use crate::format::{count, counted, number, object_cells, seconds, table};
use crate::input::{InputScene, Note, notes, soup_note};
use jostle::collide::QueryOutput;
use jostle::mesh::ElementKind;
use jostle::{Collisions, ObjectId, Query, Scene};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Objects in the table, and pairs of objects, up to which all are listed.
const MOST_ROWS: usize = 20;

/// The scene, the answer and the times of a check.
pub struct CheckReport<'c> {
    pub input: &'c InputScene,
    pub query: Query,
    pub collisions: &'c Collisions,
    /// The pairs, sorted, under the numbers of their elements and with their distances.
    pub pairs: Vec<(NumberedPair, Option<f64>)>,
    pub tested: TestedObjects,
    /// Elements that repeat others.
    pub duplicates: Vec<Duplicate>,
    /// What reading the files changed or noticed.
    pub notes: Vec<Note>,
    pub load_seconds: f64,
    pub query_seconds: f64,
    /// How much of the answer was asked for.
    pub output: QueryOutput,
    /// Whether to say why it took as long as it did.
    pub stats: bool,
    /// Files that were written.
    pub written: Vec<String>,
    /// Whether the verdict is coloured.
    pub has_colour: bool,
}

impl<'c> CheckReport<'c> {
    pub fn outcome(&self) -> Outcome {
        let is_near = self.collisions.any();
        let margin = self.query.distance().unwrap_or(0.0);
        let collides = !self.collisions.inside().is_empty()
            || !self.duplicates.is_empty()
            || (self.output != QueryOutput::PairCount
                && self.pairs.iter().any(|(_, distance)| distance.is_none_or(|own| own == 0.0)))
            || (is_near && margin == 0.0);
        match (collides, is_near) {
            (true, _) => Outcome::Colliding,
            (false, true) => Outcome::Near,
            (false, false) if self.tested.is_none() => Outcome::NothingTested,
            (false, false) => Outcome::Clear,
        }
    }

    pub fn scene(&self) -> &'c Scene {
        &self.input.scene
    }

    /// Says what the answer leaves open, and what may have been meant otherwise.
    pub fn note_what_was_not_tested(&mut self) -> Result<(), Error> {
        let scene = self.scene();
        if self.output == QueryOutput::AllPairs || !self.collisions.any() {
            self.notes.extend(open_surface_notes(scene, &self.query, self.collisions)?);
        }
        if self.collisions.self_pair_count() > 0 {
            for object in scene.object_ids() {
                let own = &scene.objects()[object.index()];
                if own.has_self_collision() {
                    self.notes.extend(soup_note(own.name(), scene.mesh(object)?));
                }
            }
        }
        Ok(())
    }

    /// Number of pairs between objects and within them, if that was asked for.
    pub fn pair_counts(&self) -> Option<(usize, usize)> {
        if !matches!(self.output, QueryOutput::AllPairs | QueryOutput::PairCount) {
            return None;
        }
        let (all, own) = match self.query.output() {
            QueryOutput::PairCount => {
                (self.collisions.pair_count(), self.collisions.self_pair_count())
            }
            _ => {
                let own = self.pairs.iter().filter(|(pair, _)| pair.a.0 == pair.b.0).count();
                (self.pairs.len(), own)
            }
        };
        Some((all - own, own))
    }

    /// The least distance of any pair, if distances were asked for.
    pub fn distance(&self) -> Option<f64> {
        if self.output != QueryOutput::AllPairs {
            return None;
        }
        self.pairs.iter().filter_map(|own| own.1).min_by(f64::total_cmp)
    }

    /// Number of elements of each object that are in a pair, if that was asked for.
    pub fn colliding(&self) -> Option<Vec<usize>> {
        match self.output {
            QueryOutput::FirstPair | QueryOutput::PairCount => return None,
            QueryOutput::AllPairs | QueryOutput::CollidingElements => {}
        }
        let (hits, scene) = (self.hits(), self.scene());
        let own = |object| self.input.numbers.count_if(scene, object, &hits);
        Some(scene.object_ids().map(own).collect())
    }

    /// Whether each element of the scene is known to collide.
    pub fn hits(&self) -> Vec<bool> {
        let mut hits = vec![false; self.scene().element_count()];
        let pairs = self.collisions.pairs().iter().flat_map(|pair| [pair.a, pair.b]);
        for element in pairs.chain(self.collisions.colliding().iter().copied()) {
            hits[element.index()] = true;
        }
        hits
    }

    /// The hash of the pairs, if all of them were asked for, or the first.
    fn hash(&self) -> Option<String> {
        match self.output {
            QueryOutput::AllPairs | QueryOutput::FirstPair => {
                Some(format!("{:016x}", self.collisions.hash(self.scene())))
            }
            QueryOutput::CollidingElements | QueryOutput::PairCount => None,
        }
    }

    /// For each two objects that have pairs, the same object twice included, how many and the least
    /// distance.
    fn pairs_by_objects(&self) -> BTreeMap<(ObjectId, ObjectId), (usize, Option<f64>)> {
        let mut groups: BTreeMap<_, (usize, Option<f64>)> = BTreeMap::new();
        for (pair, distance) in &self.pairs {
            let own = groups.entry((pair.a.0, pair.b.0)).or_insert((0, *distance));
            own.0 += 1;
            if let (Some(least), Some(distance)) = (&mut own.1, distance) {
                *least = least.min(*distance);
            }
        }
        groups
    }

    fn objects_json(&self) -> Vec<Value> {
        let (colliding, scene) = (self.colliding(), self.scene());
        let object = |id: ObjectId| {
            let own = &scene.objects()[id.index()];
            let origin = self.input.origins.get(id.index());
            json!({
                "name": own.name(),
                "file": origin.map(|origin| &origin.file),
                "part": origin.and_then(|origin| origin.part.as_ref()),
                "kind": own.kind().noun(),
                "vertices": own.vertices().len(),
                "elements": own.elements().len(),
                "numbers": self.input.numbers.count(scene, id),
                "colliding": colliding.as_ref().map(|colliding| colliding[id.index()]),
            })
        };
        scene.object_ids().map(object).collect()
    }

    /// Numbers that were not asked for, and so not computed, are null.
    pub fn json(&self) -> Value {
        let inside: Vec<Value> = self
            .collisions
            .inside()
            .iter()
            .map(|(inner, outer)| json!({ "object": inner.index(), "inside": outer.index() }))
            .collect();
        let counts = self.pair_counts();
        let by_objects = (self.output == QueryOutput::AllPairs).then(|| {
            let groups = self.pairs_by_objects().into_iter();
            let row = |((a, b), (pairs, distance)): ((ObjectId, ObjectId), _)| {
                json!({ "objects": [a.index(), b.index()], "pairs": pairs, "distance": distance })
            };
            groups.map(row).collect::<Vec<Value>>()
        });
        let first = match self.output {
            QueryOutput::FirstPair => self.pairs.first(),
            _ => None,
        };
        let first = first.map(|(pair, _)| {
            let [a, b] = [pair.a, pair.b]
                .map(|(object, element)| json!({ "object": object.index(), "element": element }));
            json!([a, b])
        });
        let duplicates: Vec<Value> = self
            .duplicates
            .iter()
            .map(
                |own| json!({ "object": own.object.index(), "element": own.element, "of": own.of }),
            )
            .collect();
        let statistics = self.collisions.statistics();
        let stages = statistics.seconds;
        json!({
            "verdict": self.outcome().word(),
            "tested": self.tested.json(),
            "within": self.query.distance(),
            "objects": self.objects_json(),
            "pairs": counts.map(|counts| counts.0),
            "self_pairs": counts.map(|counts| counts.1),
            "distance": self.distance(),
            "pairs_by_objects": by_objects,
            "first": first,
            "inside": inside,
            "duplicates": duplicates,
            "seconds": { "load": self.load_seconds, "query": self.query_seconds },
            "statistics": {
                "elements": statistics.elements,
                "candidates": statistics.candidates,
                "excluded_by_stars": statistics.excluded_by_stars,
                "duplicates": statistics.duplicates,
                "exact_candidates": statistics.exact_candidates,
                "exact_share": statistics.exact_share(),
                "exact_signs": statistics.exact_signs,
                "levels": statistics.levels,
                "entries": statistics.entries,
                "cells": statistics.cells,
                "bytes": statistics.bytes,
                "backend": statistics.backend.name(),
                "fallback": statistics.fallback.as_deref(),
                "seconds": {
                    "boxes": stages.boxes,
                    "search": stages.search,
                    "sort": stages.sort,
                    "containment": stages.containment,
                },
            },
            "hash": self.hash(),
            "notes": notes::json(&self.notes),
            "written": self.written,
        })
    }

    pub fn text(&self) -> String {
        let sections = [
            Some(self.objects_text()),
            (!self.notes.is_empty()).then(|| self.notes_text()),
            Some(self.collisions_text()),
            Some(self.tested.text() + &self.written_text() + &self.cost_text()),
        ];
        sections.into_iter().flatten().collect::<Vec<_>>().join("\n")
    }

    /// A row an object; of many objects their sum, and only those that collide.
    fn objects_text(&self) -> String {
        let header = ["object", "name", "kind", "vertices", "elements"].map(str::to_owned);
        let (colliding, scene) = (self.colliding(), self.scene());
        let is_wide = self.query.distance().is_some_and(|distance| distance > 0.0);
        let column = if is_wide { "near" } else { "colliding" };
        let last = colliding.as_ref().map(|_| column.to_owned());
        let mut rows = vec![header.into_iter().chain(last).collect::<Vec<String>>()];
        let is_short = scene.objects().len() <= MOST_ROWS;
        let is_shown = |i: usize| is_short || colliding.as_ref().is_some_and(|own| own[i] > 0);
        for object in scene.object_ids().filter(|object| is_shown(object.index())) {
            let i = object.index();
            let last = colliding.as_ref().map(|colliding| count(colliding[i]));
            let own = &scene.objects()[i];
            let mut cells = object_cells(i, own).to_vec();
            let numbers = self.input.numbers.count(scene, object);
            if numbers != own.elements().len() {
                cells[4] = format!("{} ({} in the file)", cells[4], count(numbers));
            }
            rows.push(cells.into_iter().chain(last).collect());
        }
        let shown = rows.len() - 1;
        rows.truncate(1 + MOST_ROWS);
        let more = match shown.saturating_sub(MOST_ROWS) {
            0 => String::new(),
            more => format!("  ... and {} more; --json lists all\n", count(more)),
        };
        let right = [true, false, false, true, true, true];
        match is_short {
            true => table(&rows, &right),
            false if shown == 0 => self.sum_text(),
            false => format!("{}\n{}{more}", self.sum_text(), table(&rows, &right)),
        }
    }

    /// One line for all objects.
    fn sum_text(&self) -> String {
        let (scene, mut files) = (self.scene(), Vec::new());
        files.extend(self.input.origins.iter().map(|origin| &origin.file));
        files.sort_unstable();
        files.dedup();
        let mut parts = vec![counted(scene.objects().len(), "object", "objects")];
        if !files.is_empty() {
            parts[0] += &format!(" of {}", counted(files.len(), "file", "files"));
        }
        parts.push(counted(scene.vertices().len(), "vertex", "vertices"));
        for kind in [ElementKind::Triangle, ElementKind::Tetrahedron] {
            let own = scene.objects().iter().filter(|own| own.kind() == kind);
            match own.map(|own| own.elements().len()).sum() {
                0 => {}
                elements => parts.push(counted(elements, kind.noun(), kind.plural())),
            }
        }
        if let Some(colliding) = self.colliding() {
            let verb = if self.query.distance().is_some() { "near others" } else { "collide" };
            let number = colliding.iter().filter(|&&own| own > 0).count();
            parts.push(format!("{} {verb}", count(number)));
        }
        format!("  {}\n", parts.join(", "))
    }

    fn notes_text(&self) -> String {
        notes::lines(&self.notes)
    }

    /// The verdict in capitals.
    fn verdict(&self) -> String {
        self.outcome().verdict(self.has_colour)
    }

    fn collisions_text(&self) -> String {
        let verdict = self.verdict();
        match self.outcome() {
            Outcome::Clear => {
                return match self.query.distance() {
                    None => format!("  {verdict}: nothing touches.\n"),
                    Some(distance) => {
                        format!("  {verdict}: nothing is within {}.\n", number(distance))
                    }
                };
            }
            Outcome::NothingTested => {
                return format!("  {verdict}: there are no two elements to compare.\n");
            }
            Outcome::Colliding | Outcome::Near => {}
        }
        let objects = self.scene().objects();
        let name = |object: ObjectId| format!("{object} ({})", objects[object.index()].name());
        if self.output == QueryOutput::FirstPair
            && let Some((pair, distance)) = self.pairs.first()
        {
            let on = |(object, element): (ObjectId, u32)| self.input.element_name(object, element);
            let what = match distance {
                Some(distance) if *distance > 0.0 => format!("is {} from", number(*distance)),
                _ => "meets".to_owned(),
            };
            return format!("  {verdict}: first, {} {what} {}.\n", on(pair.a), on(pair.b));
        }
        let mut text = format!("  {verdict}: {}.\n", self.summary());
        text.push_str(&table(&self.detail_rows(name), &[false, true, false]));
        text
    }

    /// What was found, in a few words.
    pub fn summary(&self) -> String {
        let within = self.query.distance().filter(|&distance| distance > 0.0);
        let within =
            within.map_or(String::new(), |distance| format!(" within {}", number(distance)));
        let nearest = match self.distance() {
            Some(distance) if distance > 0.0 => {
                format!("; the nearest are {} apart", number(distance))
            }
            _ => String::new(),
        };
        match self.output {
            QueryOutput::CollidingElements if !self.collisions.colliding().is_empty() => {
                let elements = self.colliding().unwrap_or_default().iter().sum();
                format!("{}{within}", counted(elements, "element", "elements"))
            }
            _ if !self.collisions.any() => {
                let count = self.duplicates.len();
                counted(count, "element repeats another", "elements repeat others")
            }
            _ if self.collisions.pairs().is_empty() && self.collisions.pair_count() == 0 => {
                let inside = self.collisions.inside().len();
                format!("{} inside", counted(inside, "object", "objects"))
            }
            _ => {
                let (between, own) = self.pair_counts().unwrap_or_default();
                format!("{} of elements{within}{nearest}", counted(between + own, "pair", "pairs"))
            }
        }
    }

    /// A row for each two objects that collide, for each that is inside another, for each with duplicates.
    fn detail_rows(&self, name: impl Fn(ObjectId) -> String) -> Vec<Vec<String>> {
        let mut rows = Vec::new();
        for ((a, b), (pairs, distance)) in self.pairs_by_objects() {
            let mut what = if a == b {
                format!("within object {}", name(a))
            } else {
                format!("between object {} and object {}", name(a), name(b))
            };
            if let Some(distance) = distance {
                what += &format!(", distance {}", number(distance));
            }
            rows.push(vec![String::new(), count(pairs), what]);
        }
        for &(inner, outer) in self.collisions.inside() {
            let what = format!("object {} is wholly inside object {}", name(inner), name(outer));
            rows.push(vec![String::new(), "inside".to_owned(), what]);
        }
        for own in self.duplicates.chunk_by(|x, y| x.object == y.object) {
            let what = format!(
                "of object {} repeat others: {} {} {}{}",
                name(own[0].object),
                count(own[0].element),
                match self.input.numbers.is_plain(own[0].object) {
                    true => "has the corners of",
                    false => "has a piece with the corners of one of",
                },
                count(own[0].of),
                if own.len() > 1 { ", ..." } else { "" },
            );
            rows.push(vec![String::new(), count(own.len()), what]);
        }
        if rows.len() > MOST_ROWS {
            let more = rows.len() - MOST_ROWS;
            rows.truncate(MOST_ROWS);
            let what = format!("and {} more; --json lists all", count(more));
            rows.push(vec![String::new(), "...".to_owned(), what]);
        }
        rows
    }

    fn written_text(&self) -> String {
        self.written.iter().map(|file| format!("  wrote: {file}\n")).collect()
    }

    fn cost_text(&self) -> String {
        let times = format!(
            "  time: {} to load, {} to search\n",
            seconds(self.load_seconds),
            seconds(self.query_seconds)
        );
        let hash = self.hash().map_or(String::new(), |hash| format!("  hash: {hash}\n"));
        let stats = if self.stats { self.stats_text() } else { String::new() };
        times + &stats + &hash
    }

    fn stats_text(&self) -> String {
        let statistics = self.collisions.statistics();
        let stages = statistics.seconds;
        let tested = statistics.candidates - statistics.excluded_by_stars;
        let exact = count(statistics.exact_candidates);
        let share = 100.0 * statistics.exact_share();
        let per_element = statistics.bytes as f64 / statistics.elements.max(1) as f64;
        let rows = [
            ["backend", statistics.backend.name()],
            ["boxes", &seconds(stages.boxes)],
            ["broad and narrow phase", &seconds(stages.search)],
            ["sorting pairs", &seconds(stages.sort)],
            ["containment", &seconds(stages.containment)],
            ["grid levels", &count(statistics.levels)],
            ["grid cells", &count(statistics.cells)],
            ["grid entries", &count(statistics.entries)],
            ["pairs of overlapping boxes", &count(statistics.candidates)],
            ["  excluded by stars", &count(statistics.excluded_by_stars)],
            ["  tested", &count(tested)],
            ["  with exact arithmetic", &format!("{exact}, {share:.3} %")],
            ["  met twice", &count(statistics.duplicates)],
            ["signs by exact arithmetic", &count(statistics.exact_signs)],
            ["memory", &format!("{} bytes, {per_element:.0} an element", count(statistics.bytes))],
        ];
        let rows: Vec<Vec<String>> =
            rows.iter().map(|row| row.iter().map(|cell| cell.to_string()).collect()).collect();
        table(&rows, &[])
    }
}
