//! The answer of a discrete query.

use super::decide::Decider;
use super::{Mode, Query};
use crate::mesh::Scene;
use rayon::prelude::*;

/// Two colliding elements of a scene, lower index first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair {
    /// The element with the lower index.
    pub a: u32,
    /// The element with the higher index.
    pub b: u32,
}

/// Seconds spent in each stage.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Seconds {
    /// Boxes of all elements.
    pub boxes: f64,
    /// Broad and narrow phase together.
    pub search: f64,
    /// Sorting the pairs.
    pub sort: f64,
    /// Objects inside others.
    pub containment: f64,
}

impl Seconds {
    /// All stages together.
    pub fn total(&self) -> f64 {
        self.boxes + self.search + self.sort + self.containment
    }
}

/// Why a query cost what it did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Elements in the scene.
    pub elements: u64,
    /// Pairs with overlapping boxes that the narrow phase decided.
    pub candidates: u64,
    /// Signs of determinants that floating point could not tell and exact arithmetic did.
    pub exact_signs: u64,
    /// Seconds spent in each stage.
    pub seconds: Seconds,
}

/// What collides in a scene: pairs of elements, sorted, and objects inside others.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Collisions {
    pairs: Vec<Pair>,
    self_pairs: usize,
    inside: Vec<(usize, usize)>,
    statistics: Statistics,
}

impl Collisions {
    pub(super) fn gather(scene: &Scene, query: &Query, deciders: Vec<Decider>) -> Collisions {
        let mut statistics =
            Statistics { elements: scene.element_count() as u64, ..Statistics::default() };
        let mut pairs = Vec::with_capacity(deciders.iter().map(|d| d.pairs.len()).sum());
        for decider in deciders {
            pairs.extend_from_slice(&decider.pairs);
            statistics.candidates += decider.candidates;
            statistics.exact_signs += decider.tally.exact;
        }
        pairs.par_sort_unstable();
        if query.mode() == Mode::First {
            pairs.truncate(1);
        }
        let within = |pair: &&Pair| scene.owner(pair.a as usize) == scene.owner(pair.b as usize);
        let self_pairs = pairs.iter().filter(within).count();
        Collisions { pairs, self_pairs, inside: Vec::new(), statistics }
    }

    pub(super) fn set_inside(&mut self, inside: Vec<(usize, usize)>) {
        self.inside = inside;
    }

    pub(super) fn set_seconds(&mut self, seconds: Seconds) {
        self.statistics.seconds = seconds;
    }

    /// Colliding pairs of elements, of different objects and of the same one, sorted.
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// How many of the pairs are of one object.
    pub fn self_pair_count(&self) -> usize {
        self.self_pairs
    }

    /// Objects wholly inside closed ones without touching them, as `(inner, outer)`, sorted.
    pub fn inside(&self) -> &[(usize, usize)] {
        &self.inside
    }

    /// Whether anything collides at all.
    pub fn any(&self) -> bool {
        !self.pairs.is_empty() || !self.inside.is_empty()
    }

    /// Why the query cost what it did.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// For each element of the scene, the number of pairs it is in.
    pub fn pairs_of_elements(&self, scene: &Scene) -> Vec<u32> {
        let mut counts = vec![0; scene.element_count()];
        for pair in &self.pairs {
            counts[pair.a as usize] += 1;
            counts[pair.b as usize] += 1;
        }
        counts
    }

    /// A hash of the sorted pairs, the same wherever the answer is the same: 64-bit FNV-1a over
    /// object and element of both sides, as little-endian 32-bit numbers.
    pub fn hash(&self, scene: &Scene) -> u64 {
        const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
        const PRIME: u64 = 0x0000_0100_0000_01b3;
        let words = self.pairs.iter().flat_map(|pair| [pair.a, pair.b]).flat_map(|element| {
            let (object, element) = scene.locate(element as usize);
            [object as u32, element as u32]
        });
        words
            .flat_map(u32::to_le_bytes)
            .fold(OFFSET, |hash, byte| (hash ^ byte as u64).wrapping_mul(PRIME))
    }
}
