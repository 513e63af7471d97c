//! The exact tests of a worker, and the pairs that it has found.

use crate::broad::reserve;
use crate::convex::{self, Proximity, Reach, TrianglePairs};
use crate::mesh::{ElementId, Scene};
use crate::narrow::{Neighbours, Screen, Tally, elements_collide};
use std::collections::TryReserveError;
use std::mem::take;

/// One worker's share of the answer; keeps its buffers.
#[derive(Debug, Default)]
pub(super) struct PairWorker {
    /// Pairs with the lower element in the upper half.
    pub pairs: Vec<u64>,
    /// How far apart each pair is, if the query asks for pairs within a distance.
    pub distances: Vec<f64>,
    pub count: u64,
    pub self_count: u64,
    pub candidates: u64,
    /// Candidates that needed no test, because they share a vertex with a certified star.
    pub excluded_by_stars: u64,
    /// Candidates that needed exact arithmetic.
    pub exact: u64,
    pub tally: Tally,
    /// Candidates of a list that are to be decided.
    pub list: Vec<[u32; 2]>,
    pub screen: Screen,
    pub neighbours: Neighbours,
    /// Triangles whose distances are asked for.
    pub triangles: TrianglePairs,
}

impl PairWorker {
    /// The exact test.
    #[inline(always)]
    pub fn test(&mut self, scene: &Scene, pair: [u32; 2]) -> bool {
        let [a, b] = pair.map(ElementId::from_u32);
        let signs = self.tally.exact;
        let collide = elements_collide(scene, a, b, &mut self.tally);
        self.exact += (self.tally.exact != signs) as u64;
        collide
    }

    /// How far apart two elements are that share no vertex, if that is within a limit above zero.
    ///
    /// Two exact tests decide where floating point cannot: whether the elements collide, and whether they are within
    /// the limit.
    #[inline]
    pub fn distance_within(&mut self, scene: &Scene, pair: [u32; 2], limit: f64) -> Option<f64> {
        let [a, b] = pair.map(|element| scene.element_at(element as usize));
        match convex::reach(&a, &b, limit) {
            Reach::Beyond => None,
            Reach::Within(distance) => Some(distance),
            Reach::Unsure => self.exact_distance_within(scene, pair, limit),
        }
    }

    #[inline(never)]
    fn exact_distance_within(&mut self, scene: &Scene, pair: [u32; 2], limit: f64) -> Option<f64> {
        let exact = self.exact;
        let collides = self.test(scene, pair);
        self.exact = exact + 1;
        if collides {
            return Some(0.0);
        }
        let [a, b] = pair.map(|element| scene.element_at(element as usize));
        let is_within = convex::elements::are_within(&a, &b, limit).expect("finite, as checked");
        if !is_within {
            return None;
        }
        match convex::elements::proximity(&a, &b).expect("finite, as checked") {
            // Rounded, it may exceed the limit that the true distance does not.
            Proximity::Apart(apart) => Some(apart.distance.min(limit)),
            Proximity::Intersection(_) => {
                unreachable!("two exact tests disagree about elements {pair:?}")
            }
        }
    }

    pub fn bytes(&self) -> usize {
        self.pairs.capacity() * size_of::<u64>()
            + self.distances.capacity() * size_of::<f64>()
            + self.list.capacity() * size_of::<[u32; 2]>()
            + self.screen.bytes()
            + self.neighbours.bytes()
    }

    /// Reserves capacity for numbers of pairs, of distances, and of candidates in one list.
    pub fn reserve(
        &mut self,
        pairs: usize,
        distances: usize,
        list: usize,
    ) -> Result<(), TryReserveError> {
        reserve(&mut self.pairs, pairs)?;
        reserve(&mut self.distances, distances)?;
        reserve(&mut self.list, list)?;
        self.neighbours.reserve(list)?;
        self.screen.reserve(list)
    }

    pub fn reset(&mut self) {
        let (mut pairs, mut distances) = (take(&mut self.pairs), take(&mut self.distances));
        let (list, screen) = (take(&mut self.list), take(&mut self.screen));
        let neighbours = take(&mut self.neighbours);
        pairs.clear();
        distances.clear();
        *self = PairWorker { pairs, distances, list, screen, neighbours, ..Default::default() };
    }
}
