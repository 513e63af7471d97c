//! Candidates in, exact pairs out: the visitor that runs the narrow phase.

use super::{Mode, Pair, Query};
use crate::broad::Visitor;
use crate::mesh::Scene;
use crate::narrow::{Tally, elements_collide};

/// The object of each element, with the objects that are not tested against themselves marked.
pub(super) struct Owners {
    of_element: Vec<u32>,
    tests_self: Vec<bool>,
}

impl Owners {
    pub fn of(scene: &Scene) -> Owners {
        let mut of_element = Vec::with_capacity(scene.element_count());
        for (object, own) in (0u32..).zip(scene.objects()) {
            of_element.resize(own.elements().end, object);
        }
        let tests_self = scene.objects().iter().map(|object| object.tests_self()).collect();
        Owners { of_element, tests_self }
    }

    /// Whether the query is about this pair at all.
    fn admit(&self, a: u32, b: u32) -> bool {
        let (a, b) = (self.of_element[a as usize], self.of_element[b as usize]);
        a != b || self.tests_self[a as usize]
    }
}

/// One worker's share of the answer.
pub(super) struct Decider<'s> {
    scene: &'s Scene,
    owners: &'s Owners,
    mode: Mode,
    pub pairs: Vec<Pair>,
    pub candidates: u64,
    pub tally: Tally,
}

impl<'s> Decider<'s> {
    pub fn new(scene: &'s Scene, owners: &'s Owners, query: &Query) -> Decider<'s> {
        let (pairs, tally) = (Vec::new(), Tally::default());
        Decider { scene, owners, mode: query.mode(), pairs, candidates: 0, tally }
    }
}

impl Visitor for Decider<'_> {
    fn visit(&mut self, a: u32, b: u32) -> bool {
        if !self.owners.admit(a, b) {
            return true;
        }
        let pair = Pair { a, b };
        // The first pair is the least: the answer must not depend on who finds it when.
        if self.mode == Mode::First && self.pairs.first().is_some_and(|first| *first < pair) {
            return true;
        }
        self.candidates += 1;
        if elements_collide(self.scene, a as usize, b as usize, &mut self.tally) {
            if self.mode == Mode::First {
                self.pairs.clear();
            }
            self.pairs.push(pair);
        }
        true
    }
}
