//! Candidates in, exact pairs out.

use super::{Mode, Query};
use crate::mesh::Scene;
use crate::narrow::{Stars, Tally, elements_collide};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// One worker's share of the answer; keeps its buffers.
#[derive(Debug, Default)]
pub(super) struct Worker {
    /// Pairs with the lower element in the upper half.
    pub pairs: Vec<u64>,
    pub count: u64,
    pub self_count: u64,
    pub candidates: u64,
    /// Candidates that needed no test, because they share a vertex with a certified star.
    pub settled: u64,
    /// Candidates that needed exact arithmetic.
    pub exact: u64,
    pub tally: Tally,
}

impl Worker {
    pub fn reset(&mut self) {
        let mut pairs = std::mem::take(&mut self.pairs);
        pairs.clear();
        *self = Worker { pairs, ..Worker::default() };
    }
}

/// What all workers of a query need to know of the scene; keeps its buffers.
#[derive(Debug, Default)]
pub(super) struct Owners {
    /// The object of each element.
    of_element: Vec<u32>,
    tests_self: Vec<bool>,
    /// Elements known to collide, in [`Mode::Set`].
    colliding: Vec<AtomicBool>,
    stars: Stars,
}

impl Owners {
    pub fn update(&mut self, scene: &Scene, query: &Query) {
        self.of_element.clear();
        for (object, own) in (0u32..).zip(scene.objects()) {
            self.of_element.resize(own.elements().end, object);
        }
        self.tests_self.clear();
        self.tests_self.extend(scene.objects().iter().map(|object| object.tests_self()));
        self.stars.update(scene);
        self.colliding.clear();
        if query.mode() == Mode::Set {
            self.colliding.resize_with(scene.element_count(), AtomicBool::default);
        }
    }

    /// The elements known to collide, in order.
    pub fn colliding(&self) -> impl Iterator<Item = u32> {
        (0u32..).zip(&self.colliding).filter(|(_, hit)| hit.load(Relaxed)).map(|(e, _)| e)
    }

    pub fn bytes(&self) -> usize {
        self.of_element.capacity() * size_of::<u32>()
            + self.tests_self.capacity()
            + self.colliding.capacity()
            + self.stars.bytes()
    }

    /// Decides a candidate, if the query is about it, and notes the answer.
    #[inline(always)]
    pub fn decide(&self, scene: &Scene, mode: Mode, worker: &mut Worker, a: u32, b: u32) {
        let (owner_a, owner_b) = (self.of_element[a as usize], self.of_element[b as usize]);
        if owner_a == owner_b && !self.tests_self[owner_a as usize] {
            return;
        }
        let pair = u64::from(a) << 32 | u64::from(b);
        let settled = match mode {
            Mode::AllPairs | Mode::Count => false,
            Mode::Set => {
                let known = |e: u32| self.colliding[e as usize].load(Relaxed);
                known(a) && known(b)
            }
            // The first pair is the least: the answer must not depend on who finds it when.
            Mode::First => worker.pairs.first().is_some_and(|&first| first < pair),
        };
        if settled {
            return;
        }
        worker.candidates += 1;
        if owner_a == owner_b && self.stars.settle(scene, a as usize, b as usize) {
            worker.settled += 1;
            return;
        }
        let signs = worker.tally.exact;
        let collide = elements_collide(scene, a as usize, b as usize, &mut worker.tally);
        worker.exact += (worker.tally.exact != signs) as u64;
        if !collide {
            return;
        }
        match mode {
            Mode::AllPairs => worker.pairs.push(pair),
            Mode::Count => {
                worker.count += 1;
                worker.self_count += (owner_a == owner_b) as u64;
            }
            Mode::Set => {
                self.colliding[a as usize].store(true, Relaxed);
                self.colliding[b as usize].store(true, Relaxed);
            }
            Mode::First => {
                worker.pairs.clear();
                worker.pairs.push(pair);
            }
        }
    }
}
