//! Candidates in, exact pairs out.

use super::{Broad, Mode, Query};
use crate::mesh::{Element, Scene};
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
        // Groups know their object, but lists of candidates do not.
        if !matches!(query.broad_phase(), Broad::Auto | Broad::Clusters) || query.is_staged() {
            for (object, own) in (0u32..).zip(scene.objects()) {
                self.of_element.resize(own.elements().end, object);
            }
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

    /// The objects of a candidate, if the query is about it.
    #[inline(always)]
    pub fn of_pair(&self, a: u32, b: u32) -> Option<(u32, u32)> {
        let (owner_a, owner_b) = (self.of_element[a as usize], self.of_element[b as usize]);
        let asked = owner_a != owner_b || self.tests_self[owner_a as usize];
        asked.then_some((owner_a, owner_b))
    }

    /// Decides a candidate that the query is about, given its objects, and notes the answer.
    #[inline(always)]
    pub fn decide(
        &self,
        scene: &Scene,
        mode: Mode,
        worker: &mut Worker,
        owners: (u32, u32),
        a: u32,
        b: u32,
    ) {
        self.decide_by(mode, worker, owners, (a, b), |worker| {
            let of_one_object = owners.0 == owners.1;
            if of_one_object && self.stars.settle(scene, a as usize, b as usize) {
                worker.settled += 1;
                return false;
            }
            elements_collide(scene, a as usize, b as usize, &mut worker.tally)
        });
    }

    /// Decides a candidate with a test that rounds. It cannot tell what neighbours share from what
    /// they do not, so for it they never collide.
    #[inline(always)]
    pub fn decide_roughly(
        &self,
        scene: &Scene,
        mode: Mode,
        worker: &mut Worker,
        owners: (u32, u32),
        (a, b): (u32, u32),
        test: impl Fn(&Element, &Element) -> bool,
    ) {
        self.decide_by(mode, worker, owners, (a, b), |_| {
            let [a, b] = [a as usize, b as usize];
            let corners = |element: usize| scene.corner_indices(element);
            let neighbours =
                owners.0 == owners.1 && corners(a).iter().any(|corner| corners(b).contains(corner));
            !neighbours && test(&scene.element(a), &scene.element(b))
        });
    }

    /// Decides a candidate by a test, where the mode needs it, and notes the answer.
    #[inline(always)]
    fn decide_by(
        &self,
        mode: Mode,
        worker: &mut Worker,
        (owner_a, owner_b): (u32, u32),
        (a, b): (u32, u32),
        test: impl FnOnce(&mut Worker) -> bool,
    ) {
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
        if !test(worker) {
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
