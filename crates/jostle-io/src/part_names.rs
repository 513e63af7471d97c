//! Names of parts while a file is read, cleaned and made unique.

use crate::part::Part;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// Longer names are cut: no honest file has them, and no message should.
const LONGEST: usize = 200;

/// The part of an element: 0 for none, then in the order of [`PartNames::add`].
pub(crate) type PartId = u32;

/// The parts of a file so far.
#[derive(Default)]
pub(crate) struct PartNames {
    names: Vec<PartName>,
}

enum PartName {
    Given(Box<str>),
    /// What it is, and its number among those of the file.
    Numbered(&'static str, u32),
}

impl PartNames {
    /// A new part; one without a name is called by what it is and its number, if the file has others.
    pub fn add(&mut self, name: &[u8], what: &'static str, number: usize) -> PartId {
        let name = cleaned(name);
        self.names.push(if name.is_empty() {
            PartName::Numbered(what, number as u32)
        } else {
            PartName::Given(name.into())
        });
        self.names.len() as PartId
    }

    /// The parts that have elements, in the order of their first; at least one. A run begins with an
    /// element and ends where the next begins.
    pub fn finish(self, runs: &[(u32, PartId)], elements: u32) -> Vec<Part> {
        let mut parts: Vec<(PartId, Vec<Range<u32>>)> = Vec::new();
        let mut places: Vec<u32> = vec![u32::MAX; self.names.len() + 1];
        // Elements before the first run are of no part.
        let starts = [(0, 0)].into_iter().chain(runs.iter().copied());
        let ends = runs.iter().map(|run| run.0).chain([elements]);
        for ((start, part), end) in starts.zip(ends) {
            if start == end {
                continue;
            }
            let place = &mut places[part as usize];
            if *place == u32::MAX {
                *place = parts.len() as u32;
                parts.push((part, Vec::new()));
            }
            parts[*place as usize].1.push(start..end);
        }
        if parts.is_empty() {
            return vec![Part { name: None, elements: Vec::new() }];
        }
        let alone = parts.len() == 1;
        let mut unique = UniqueNames::default();
        // Given names have precedence over numbers.
        let mut named: Vec<Part> = Vec::with_capacity(parts.len());
        for (part, ranges) in &mut parts {
            let name = match part.checked_sub(1).map(|part| &self.names[part as usize]) {
                Some(PartName::Given(name)) => Some(unique.add(name)),
                _ => None,
            };
            named.push(Part { name, elements: std::mem::take(ranges) });
        }
        for ((part, _), named) in parts.iter().zip(&mut named) {
            let name = part.checked_sub(1).map(|part| &self.names[part as usize]);
            if let (Some(PartName::Numbered(what, number)), false) = (name, alone) {
                named.name = Some(unique.add(&format!("{what} {number}")));
            }
        }
        named
    }
}

/// A name as it may be shown: UTF-8, on one line, without control characters.
fn cleaned(name: &[u8]) -> String {
    let name = String::from_utf8_lossy(name);
    let name: String = name.chars().filter(|c| !c.is_control()).take(LONGEST).collect();
    name.trim().to_owned()
}

/// Names that occur again get `_1`, `_2`, ..., as trimesh does it.
#[derive(Default)]
struct UniqueNames {
    taken: HashSet<String>,
    /// The last number that was given to each name.
    numbers: HashMap<String, u32>,
}

impl UniqueNames {
    fn add(&mut self, name: &str) -> String {
        let mut candidate = name.to_owned();
        while !self.taken.insert(candidate.clone()) {
            let number = self.numbers.entry(name.to_owned()).or_default();
            *number += 1;
            candidate = format!("{name}_{number}");
        }
        candidate
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(parts: &[Part]) -> Vec<Option<&str>> {
        parts.iter().map(|part| part.name.as_deref()).collect()
    }

    #[test]
    fn names_are_unique_and_can_be_shown() {
        let mut parts = PartNames::default();
        for name in [&b"a"[..], b"a_1", b" a\x1b\n", b"a", b"\xffz"] {
            parts.add(name, "node", 0);
        }
        let runs: Vec<_> = (0..5).map(|i| (i, i + 1)).collect();
        let parts = parts.finish(&runs, 5);
        assert_eq!(
            names(&parts),
            [Some("a"), Some("a_1"), Some("a_2"), Some("a_3"), Some("\u{fffd}z")]
        );
    }

    #[test]
    fn numbers_are_for_files_of_several_parts() {
        let mut parts = PartNames::default();
        parts.add(b"", "solid", 0);
        parts.add(b"solid 2", "solid", 1);
        parts.add(b"", "solid", 2);
        assert_eq!(
            names(&parts.finish(&[(0, 1), (2, 2), (3, 3)], 4)),
            [Some("solid 0"), Some("solid 2"), Some("solid 2_1")]
        );
        let mut alone = PartNames::default();
        alone.add(b"", "solid", 0);
        alone.add(b"without elements", "solid", 1);
        assert_eq!(names(&alone.finish(&[(0, 1)], 4)), [None]);
    }

    #[test]
    fn elements_of_no_part_come_together() {
        let mut parts = PartNames::default();
        parts.add(b"a", "object", 0);
        let parts = parts.finish(&[(2, 1), (3, 0)], 5);
        assert_eq!(names(&parts), [None, Some("a")]);
        assert_eq!(parts[0].elements, [0..2, 3..5]);
        let none = PartNames::default().finish(&[], 0);
        assert_eq!((names(&none), none[0].element_count()), (vec![None], 0));
    }
}
