//! The report of `jostle check`, as text and as JSON.

use super::coverage::{Duplicates, TestedObjects};
use crate::Outcome;
use crate::format::{count, counted, object_cells, seconds, table};
use jostle::collide::QueryOutput;
use jostle::{Collisions, ObjectId, Scene};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The scene, the answer and the times of a check.
pub struct CheckReport {
    pub scene: Scene,
    pub collisions: Collisions,
    /// What reading the files changed or noticed.
    pub notes: Vec<String>,
    pub load_seconds: f64,
    pub query_seconds: f64,
    /// How much of the answer was asked for.
    pub output: QueryOutput,
    /// Whether to say why it took as long as it did.
    pub stats: bool,
    /// Elements that repeat others.
    pub duplicates: Vec<Duplicates>,
    /// Files that were written.
    pub written: Vec<String>,
    /// Whether the verdict is coloured.
    pub has_colour: bool,
}

impl CheckReport {
    pub fn outcome(&self) -> Outcome {
        match self.collisions.any() || !self.duplicates.is_empty() {
            true => Outcome::Colliding,
            false if self.tested().is_none() => Outcome::NothingTested,
            false => Outcome::Clear,
        }
    }

    fn tested(&self) -> TestedObjects {
        TestedObjects::of_scene(&self.scene)
    }

    /// Number of elements of each object that are in a pair, if that was asked for.
    fn colliding(&self) -> Option<Vec<usize>> {
        match self.output {
            QueryOutput::FirstPair | QueryOutput::PairCount => return None,
            QueryOutput::AllPairs | QueryOutput::CollidingElements => {}
        }
        let hits = self.hits();
        let objects = self.scene.objects().iter();
        Some(objects.map(|o| hits[o.elements()].iter().filter(|&&hit| hit).count()).collect())
    }

    /// Whether each element of the scene is known to collide.
    pub fn hits(&self) -> Vec<bool> {
        let mut hits = vec![false; self.scene.element_count()];
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
                Some(format!("{:016x}", self.collisions.hash(&self.scene)))
            }
            QueryOutput::CollidingElements | QueryOutput::PairCount => None,
        }
    }

    /// Number of pairs for each pair of objects that has any, the same object twice included.
    fn pairs_by_objects(&self) -> BTreeMap<(ObjectId, ObjectId), usize> {
        let mut groups = BTreeMap::new();
        for pair in self.collisions.pairs() {
            let objects = (self.scene.owner(pair.a), self.scene.owner(pair.b));
            *groups.entry(objects).or_default() += 1;
        }
        groups
    }

    /// Numbers that were not asked for, and so not computed, are null.
    pub fn json(&self) -> Value {
        let colliding = self.colliding();
        let objects: Vec<Value> = self
            .scene
            .objects()
            .iter()
            .enumerate()
            .map(|(i, object)| {
                json!({
                    "name": object.name(),
                    "kind": object.kind().noun(),
                    "vertices": object.vertices().len(),
                    "elements": object.elements().len(),
                    "colliding": colliding.as_ref().map(|colliding| colliding[i]),
                })
            })
            .collect();
        let inside: Vec<Value> = self
            .collisions
            .inside()
            .iter()
            .map(|(inner, outer)| json!({ "object": inner.index(), "inside": outer.index() }))
            .collect();
        let is_counted = matches!(self.output, QueryOutput::AllPairs | QueryOutput::PairCount);
        let self_pairs = is_counted.then(|| self.collisions.self_pair_count());
        let pairs = self_pairs.map(|own| self.collisions.pair_count() - own);
        let by_objects = (self.output == QueryOutput::AllPairs).then(|| {
            let groups = self.pairs_by_objects().into_iter();
            let row = |((a, b), pairs): ((ObjectId, ObjectId), usize)| {
                json!({ "objects": [a.index(), b.index()], "pairs": pairs })
            };
            groups.map(row).collect::<Vec<Value>>()
        });
        let first = match self.output {
            QueryOutput::FirstPair => self.collisions.pairs().first(),
            _ => None,
        };
        let first = first.map(|pair| {
            let [a, b] = [pair.a, pair.b].map(|element| {
                let (object, element) = self.scene.locate(element);
                json!({ "object": object.index(), "element": element.index() })
            });
            json!([a, b])
        });
        let duplicates: Vec<Value> = self
            .duplicates
            .iter()
            .flat_map(|own| own.elements.iter().map(|&pair| (own.object, pair)))
            .map(|(object, (element, of))| {
                json!({ "object": object.index(), "element": element, "of": of })
            })
            .collect();
        let statistics = self.collisions.statistics();
        let stages = statistics.seconds;
        json!({
            "verdict": self.outcome().word(),
            "tested": self.tested().json(),
            "objects": objects,
            "pairs": pairs,
            "self_pairs": self_pairs,
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
            "notes": self.notes,
            "written": self.written,
        })
    }

    pub fn text(&self) -> String {
        let sections = [
            Some(self.objects_text()),
            (!self.notes.is_empty()).then(|| self.notes_text()),
            Some(self.collisions_text()),
            Some(self.tested().text() + &self.written_text() + &self.cost_text()),
        ];
        sections.into_iter().flatten().collect::<Vec<_>>().join("\n")
    }

    fn objects_text(&self) -> String {
        let header = ["object", "name", "kind", "vertices", "elements"].map(str::to_owned);
        let colliding = self.colliding();
        let last = colliding.as_ref().map(|_| "colliding".to_owned());
        let mut rows = vec![header.into_iter().chain(last).collect::<Vec<String>>()];
        for (i, object) in self.scene.objects().iter().enumerate() {
            let last = colliding.as_ref().map(|colliding| count(colliding[i]));
            rows.push(object_cells(i, object).into_iter().chain(last).collect());
        }
        table(&rows, &[true, false, false, true, true, true])
    }

    fn notes_text(&self) -> String {
        self.notes.iter().map(|note| format!("  note: {note}\n")).collect()
    }

    /// The verdict in capitals: green, red or, where nothing is known, yellow.
    fn verdict(&self) -> String {
        let outcome = self.outcome();
        let word = outcome.word().to_uppercase();
        let colour = match outcome {
            Outcome::Clear => 32,
            Outcome::Colliding => 31,
            Outcome::NothingTested => 33,
        };
        if self.has_colour { format!("\x1b[1;{colour}m{word}\x1b[0m") } else { word }
    }

    fn collisions_text(&self) -> String {
        match self.outcome() {
            Outcome::Clear => return format!("  {}: nothing touches.\n", self.verdict()),
            Outcome::NothingTested => {
                return format!("  {}: there are no two elements to compare.\n", self.verdict());
            }
            Outcome::Colliding => {}
        }
        let objects = self.scene.objects();
        let name = |object: ObjectId| format!("{object} ({})", objects[object.index()].name());
        if self.output == QueryOutput::FirstPair
            && let Some(pair) = self.collisions.pairs().first()
        {
            let [(object_a, a), (object_b, b)] =
                [pair.a, pair.b].map(|element| self.scene.locate(element));
            let noun = |object: ObjectId| objects[object.index()].kind().noun();
            return format!(
                "  {}: first, {} {a} of object {} meets {} {b} of object {}.\n",
                self.verdict(),
                noun(object_a),
                name(object_a),
                noun(object_b),
                name(object_b),
            );
        }
        let mut text = match self.output {
            QueryOutput::CollidingElements => {
                let elements = self.collisions.colliding().len();
                format!("  {}: {}.\n", self.verdict(), counted(elements, "element", "elements"))
            }
            _ if !self.collisions.any() => {
                let count = self.duplicates.iter().map(|own| own.elements.len()).sum();
                let repeat = counted(count, "element repeats another", "elements repeat others");
                format!("  {}: {repeat}.\n", self.verdict())
            }
            _ if self.collisions.pair_count() == 0 => {
                let inside = self.collisions.inside().len();
                format!("  {}: {} inside.\n", self.verdict(), counted(inside, "object", "objects"))
            }
            _ => {
                let pairs = counted(self.collisions.pair_count(), "pair", "pairs");
                format!("  {}: {pairs} of elements.\n", self.verdict())
            }
        };
        let mut rows = Vec::new();
        for ((a, b), pairs) in self.pairs_by_objects() {
            let what = if a == b {
                format!("within object {}", name(a))
            } else {
                format!("between object {} and object {}", name(a), name(b))
            };
            rows.push(vec![String::new(), count(pairs), what]);
        }
        for &(inner, outer) in self.collisions.inside() {
            let what = format!("object {} is wholly inside object {}", name(inner), name(outer));
            rows.push(vec![String::new(), "inside".to_owned(), what]);
        }
        for own in &self.duplicates {
            let (element, of) = own.elements[0];
            let what = format!(
                "of object {} repeat others: {element} has the corners of {of}{}",
                name(own.object),
                if own.elements.len() > 1 { ", ..." } else { "" },
            );
            rows.push(vec![String::new(), count(own.elements.len()), what]);
        }
        text.push_str(&table(&rows, &[false, true, false]));
        text
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
