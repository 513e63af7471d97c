//! Candidates in, exact pairs out.

use super::{Broad, Mode, Query};
use crate::broad::reserve;
use crate::geometry::Aabb;
use crate::mesh::{Element, Scene};
use crate::narrow::{Screen, Stars, Tally, Verdict, elements_collide};
use std::collections::TryReserveError;
use std::mem::take;
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
    /// Candidates of a list that are to be decided.
    list: Vec<[u32; 2]>,
    screen: Screen,
}

impl Worker {
    /// The exact test.
    #[inline(always)]
    fn test(&mut self, scene: &Scene, [a, b]: [u32; 2]) -> bool {
        let signs = self.tally.exact;
        let collide = elements_collide(scene, a as usize, b as usize, &mut self.tally);
        self.exact += (self.tally.exact != signs) as u64;
        collide
    }

    pub fn bytes(&self) -> usize {
        self.pairs.capacity() * size_of::<u64>()
            + self.list.capacity() * size_of::<[u32; 2]>()
            + self.screen.bytes()
    }

    /// Makes room for so many pairs in all, and so many candidates in one list.
    pub fn reserve(&mut self, pairs: usize, list: usize) -> Result<(), TryReserveError> {
        reserve(&mut self.pairs, pairs)?;
        reserve(&mut self.list, list)?;
        self.screen.reserve(list)
    }

    pub fn reset(&mut self) {
        let (mut pairs, list, screen) =
            (take(&mut self.pairs), take(&mut self.list), take(&mut self.screen));
        pairs.clear();
        *self = Worker { pairs, list, screen, ..Worker::default() };
    }
}

/// What all workers of a query need to know of the scene; keeps its buffers.
#[derive(Debug, Default)]
pub(super) struct Owners {
    /// The object of each element.
    of_element: Vec<u32>,
    has_self_collision: Vec<bool>,
    /// Elements known to collide, in [`Mode::CollidingElements`].
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
        self.has_self_collision.clear();
        self.has_self_collision
            .extend(scene.objects().iter().map(|object| object.has_self_collision()));
        self.stars.update(scene);
        self.colliding.clear();
        if query.mode() == Mode::CollidingElements {
            self.colliding.resize_with(scene.element_count(), AtomicBool::default);
        }
    }

    /// The elements known to collide, in order.
    pub fn colliding(&self) -> impl Iterator<Item = u32> {
        (0u32..).zip(&self.colliding).filter(|(_, hit)| hit.load(Relaxed)).map(|(e, _)| e)
    }

    pub fn bytes(&self) -> usize {
        self.of_element.capacity() * size_of::<u32>()
            + self.has_self_collision.capacity()
            + self.colliding.capacity()
            + self.stars.bytes()
    }

    /// The objects of a candidate, if the query is about it.
    #[inline(always)]
    pub fn of_pair(&self, a: u32, b: u32) -> Option<(u32, u32)> {
        let (owner_a, owner_b) = (self.of_element[a as usize], self.of_element[b as usize]);
        let asked = owner_a != owner_b || self.has_self_collision[owner_a as usize];
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
        [a, b]: [u32; 2],
    ) {
        if self.is_asked(mode, worker, [a, b])
            && !self.is_settled(scene, worker, owners, [a, b])
            && worker.test(scene, [a, b])
        {
            self.note(mode, worker, owners, [a, b]);
        }
    }

    /// Decides a list of candidates of two objects, all within a box.
    pub fn decide_list(
        &self,
        scene: &Scene,
        mode: Mode,
        worker: &mut Worker,
        owners: (u32, u32),
        within: &Aabb,
        pairs: &[[u32; 2]],
    ) {
        let (mut list, mut screen) = (take(&mut worker.list), take(&mut worker.screen));
        list.clear();
        list.extend(pairs.iter().filter(|&&pair| {
            self.is_asked(mode, worker, pair) && !self.is_settled(scene, worker, owners, pair)
        }));
        for (&[a, b], verdict) in list.iter().zip(screen.look(scene, within, &list)) {
            let collides = match verdict {
                Verdict::Yes => true,
                Verdict::No => false,
                Verdict::Unsure => worker.test(scene, [a, b]),
            };
            if collides {
                self.note(mode, worker, owners, [a, b]);
            }
        }
        (worker.list, worker.screen) = (list, screen);
    }

    /// Decides a candidate with a test of two elements by themselves. It cannot tell what neighbours
    /// share from what they do not, so for it they never collide.
    #[inline(always)]
    pub fn decide_roughly(
        &self,
        scene: &Scene,
        mode: Mode,
        worker: &mut Worker,
        owners: (u32, u32),
        pair: [u32; 2],
        test: impl Fn(&Element, &Element) -> bool,
    ) {
        if !self.is_asked(mode, worker, pair) {
            return;
        }
        let [a, b] = pair.map(|element| element as usize);
        let corners = |element: usize| scene.corner_indices(element);
        let neighbours =
            owners.0 == owners.1 && corners(a).iter().any(|corner| corners(b).contains(corner));
        if !neighbours && test(&scene.element(a), &scene.element(b)) {
            self.note(mode, worker, owners, pair);
        }
    }

    /// Whether a candidate is still to be decided, as far as the mode goes; counts it if so.
    #[inline(always)]
    fn is_asked(&self, mode: Mode, worker: &mut Worker, pair: [u32; 2]) -> bool {
        let is_known = match mode {
            Mode::AllPairs | Mode::PairCount => false,
            Mode::CollidingElements => {
                pair.iter().all(|&e| self.colliding[e as usize].load(Relaxed))
            }
            // The first pair is the least: the answer must not depend on who finds it when.
            Mode::FirstPair => worker.pairs.first().is_some_and(|&first| first < packed(pair)),
        };
        worker.candidates += !is_known as u64;
        !is_known
    }

    /// Whether a star settles a candidate; counts it if so.
    #[inline(always)]
    fn is_settled(
        &self,
        scene: &Scene,
        worker: &mut Worker,
        owners: (u32, u32),
        [a, b]: [u32; 2],
    ) -> bool {
        let settled = owners.0 == owners.1
            && self.stars.settle(scene, owners.0 as usize, a as usize, b as usize);
        worker.settled += settled as u64;
        settled
    }

    /// Notes a pair that collides.
    #[inline]
    fn note(&self, mode: Mode, worker: &mut Worker, owners: (u32, u32), pair: [u32; 2]) {
        match mode {
            Mode::AllPairs | Mode::PairCount => {
                worker.count += 1;
                worker.self_count += (owners.0 == owners.1) as u64;
                if mode == Mode::AllPairs {
                    worker.pairs.push(packed(pair));
                }
            }
            Mode::CollidingElements => {
                pair.iter().for_each(|&e| self.colliding[e as usize].store(true, Relaxed));
            }
            Mode::FirstPair => {
                if worker.pairs.first().is_none_or(|&first| packed(pair) < first) {
                    worker.pairs.clear();
                    worker.pairs.push(packed(pair));
                }
            }
        }
    }
}

/// A pair as one number, the lower element in the upper half.
#[inline]
fn packed([a, b]: [u32; 2]) -> u64 {
    u64::from(a.min(b)) << 32 | u64::from(a.max(b))
}
