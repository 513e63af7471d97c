//! Candidates in, exact pairs out.

use super::QueryOutput;
use super::containment::TouchingObjects;
use crate::broad::reserve;
use crate::candidates::{CandidateList, CandidateReceiver, SearchInput};
use crate::conditions::{Condition, required};
use crate::geometry::Aabb;
use crate::mesh::topology::VertexLinks;
use crate::mesh::{Element, ElementId, ElementKind, Scene};
use crate::narrow::{Screen, Stars, Tally, Verdict, elements_collide};
use rayon::prelude::*;
use std::collections::TryReserveError;
use std::mem::take;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// One worker's share of the answer; keeps its buffers.
#[derive(Debug, Default)]
pub(super) struct DecisionWorker {
    /// Pairs with the lower element in the upper half.
    pub pairs: Vec<u64>,
    pub count: u64,
    pub self_count: u64,
    pub candidates: u64,
    /// Candidates that needed no test, because they share a vertex with a certified star.
    pub excluded_by_stars: u64,
    /// Candidates that needed exact arithmetic.
    pub exact: u64,
    pub tally: Tally,
    /// Candidates of a list that are to be decided.
    list: Vec<[u32; 2]>,
    screen: Screen,
}

impl DecisionWorker {
    /// The exact test.
    #[inline(always)]
    fn test(&mut self, scene: &Scene, pair: [u32; 2]) -> bool {
        let [a, b] = pair.map(ElementId::from_u32);
        let signs = self.tally.exact;
        let collide = elements_collide(scene, a, b, &mut self.tally);
        self.exact += (self.tally.exact != signs) as u64;
        collide
    }

    pub fn bytes(&self) -> usize {
        self.pairs.capacity() * size_of::<u64>()
            + self.list.capacity() * size_of::<[u32; 2]>()
            + self.screen.bytes()
    }

    /// Reserves capacity for so many pairs in all, and so many candidates in one list.
    pub fn reserve(&mut self, pairs: usize, list: usize) -> Result<(), TryReserveError> {
        reserve(&mut self.pairs, pairs)?;
        reserve(&mut self.list, list)?;
        self.screen.reserve(list)
    }

    pub fn reset(&mut self) {
        let (mut pairs, list, screen) =
            (take(&mut self.pairs), take(&mut self.list), take(&mut self.screen));
        pairs.clear();
        *self = DecisionWorker { pairs, list, screen, ..DecisionWorker::default() };
    }
}

/// What is known of elements and vertices while pairs are decided; keeps its buffers.
#[derive(Debug, Default)]
pub(super) struct PairDecider {
    /// Elements known to collide, in [`QueryOutput::CollidingElements`].
    colliding: Vec<AtomicBool>,
    stars: Stars,
}

impl PairDecider {
    /// Prepares for a search.
    pub fn update(&mut self, input: &SearchInput, output: QueryOutput) {
        let SearchInput { scene, topology, scope, .. } = *input;
        self.stars.reset(scene, scope.has_any_self_pairs());
        // Links that are not made yet are made by all threads.
        (0..scope.len()).into_par_iter().filter(|&o| scope.has_self_pairs(o)).for_each(|o| {
            topology.object_at(scene, o).vertex_links();
        });
        for (o, object) in scene.objects().iter().enumerate() {
            if scope.has_self_pairs(o) && object.kind() == ElementKind::Tetrahedron {
                let closed_stars = topology.object_at(scene, o).closed_stars();
                let closed_stars = closed_stars.expect("an object of tetrahedra");
                self.stars.certify_volume(scene, object, closed_stars);
            }
        }
        self.colliding.clear();
        if output == QueryOutput::CollidingElements {
            self.colliding.resize_with(scene.element_count(), AtomicBool::default);
        }
    }

    /// The elements known to collide, in order, in [`QueryOutput::CollidingElements`].
    pub fn colliding(&self) -> impl Iterator<Item = u32> {
        (0u32..).zip(&self.colliding).filter(|(_, hit)| hit.load(Relaxed)).map(|(e, _)| e)
    }

    pub fn bytes(&self) -> usize {
        self.colliding.capacity() + self.stars.bytes()
    }
}

/// Decides the candidates of one query.
pub(super) struct PairDecision<'d> {
    pub input: &'d SearchInput<'d>,
    pub output: QueryOutput,
    pub decider: &'d PairDecider,
    pub touching: &'d TouchingObjects,
}

/// What candidates of two objects have in common.
#[derive(Clone, Copy)]
struct ObjectPair<'d> {
    objects: [u32; 2],
    /// Whether they are one and the same.
    is_self: bool,
    /// The links of the object, if it is one, and of triangles.
    links: Option<&'d VertexLinks>,
    /// Where [`TouchingObjects`] has them.
    touching: Option<usize>,
}

impl CandidateReceiver for PairDecision<'_> {
    type Worker = DecisionWorker;

    #[inline(always)]
    fn receive(&self, worker: &mut DecisionWorker, objects: [u32; 2], pair: [u32; 2]) {
        let common = self.object_pair(objects);
        if self.is_open(worker, &common, pair)
            && !self.is_excluded(worker, &common, pair)
            && worker.test(self.input.scene, pair)
        {
            self.note(worker, &common, pair);
        }
    }

    fn receive_list(&self, worker: &mut DecisionWorker, list: &CandidateList) {
        let common = self.object_pair(list.objects);
        let (mut open, mut screen) = (take(&mut worker.list), take(&mut worker.screen));
        open.clear();
        open.extend(list.pairs.iter().filter(|&&pair| {
            self.is_open(worker, &common, pair) && !self.is_excluded(worker, &common, pair)
        }));
        self.decide_list(worker, &common, &list.bounds, &open, &mut screen);
        (worker.list, worker.screen) = (open, screen);
    }
}

impl PairDecision<'_> {
    #[inline(always)]
    fn object_pair(&self, objects: [u32; 2]) -> ObjectPair<'_> {
        let is_self = objects[0] == objects[1];
        let SearchInput { scene, topology, .. } = *self.input;
        let own = is_self.then(|| topology.object_at(scene, objects[0] as usize));
        let links = own.and_then(|own| own.vertex_links());
        let touching = if is_self { None } else { self.touching.find(objects) };
        ObjectPair { objects, is_self, links, touching }
    }

    fn decide_list(
        &self,
        worker: &mut DecisionWorker,
        common: &ObjectPair,
        bounds: &Aabb,
        pairs: &[[u32; 2]],
        screen: &mut Screen,
    ) {
        let scene = self.input.scene;
        for (&pair, verdict) in pairs.iter().zip(screen.verdicts(scene, bounds, pairs)) {
            let collides = match verdict {
                Verdict::Yes => true,
                Verdict::No => false,
                Verdict::Unsure => worker.test(scene, pair),
            };
            if collides {
                self.note(worker, common, pair);
            }
        }
    }

    /// Decides a candidate with a test of two elements by themselves. It cannot tell what neighbours
    /// share from what they do not, so for it they never collide.
    #[inline(always)]
    pub fn decide_inexactly(
        &self,
        worker: &mut DecisionWorker,
        objects: [u32; 2],
        pair: [u32; 2],
        test: impl Fn(&Element, &Element) -> bool,
    ) {
        let common = self.object_pair(objects);
        if !self.is_open(worker, &common, pair) {
            return;
        }
        let scene = self.input.scene;
        let [a, b] = pair.map(|element| element as usize);
        let corners = |element: usize| scene.corners_at(element);
        let are_neighbours =
            common.is_self && corners(a).iter().any(|corner| corners(b).contains(corner));
        if !are_neighbours && test(&scene.element_at(a), &scene.element_at(b)) {
            self.note(worker, &common, pair);
        }
    }

    /// Whether a candidate is still to be decided, as far as the output asks; counts it if so.
    #[inline(always)]
    fn is_open(&self, worker: &mut DecisionWorker, common: &ObjectPair, pair: [u32; 2]) -> bool {
        let is_known = match self.output {
            QueryOutput::AllPairs | QueryOutput::PairCount => false,
            // Two elements that collide with others may still be the only ones by which their objects
            // touch.
            QueryOutput::CollidingElements => {
                pair.iter().all(|&e| self.decider.colliding[e as usize].load(Relaxed))
                    && !(self.touching.is_open(common.touching)
                        && required(Condition::TouchingIsKnown))
            }
            // The first pair is the least: the answer must not depend on who finds it when.
            QueryOutput::FirstPair => worker.pairs.first().is_some_and(|&first| {
                first < packed(pair) || !required(Condition::FirstPairIsLeast)
            }),
        };
        worker.candidates += !is_known as u64;
        !is_known
    }

    /// Whether a star tells that a candidate does not collide; counts it if so.
    #[inline(always)]
    fn is_excluded(
        &self,
        worker: &mut DecisionWorker,
        common: &ObjectPair,
        pair: [u32; 2],
    ) -> bool {
        if !common.is_self {
            return false;
        }
        let scene = self.input.scene;
        let object = &scene.objects()[common.objects[0] as usize];
        let excluded = self.decider.stars.exclude_pair(scene, object, common.links, pair);
        worker.excluded_by_stars += excluded as u64;
        excluded
    }

    /// Notes a pair that collides.
    #[inline]
    fn note(&self, worker: &mut DecisionWorker, common: &ObjectPair, pair: [u32; 2]) {
        self.touching.note(common.touching);
        match self.output {
            QueryOutput::AllPairs | QueryOutput::PairCount => {
                worker.count += 1;
                worker.self_count += common.is_self as u64;
                if self.output == QueryOutput::AllPairs {
                    worker.pairs.push(packed(pair));
                }
            }
            QueryOutput::CollidingElements => {
                for &e in &pair {
                    self.decider.colliding[e as usize].store(true, Relaxed);
                }
            }
            QueryOutput::FirstPair => {
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

#[cfg(test)]
mod tests {
    use crate::collide::{Broad, Query, collide};
    use crate::mesh::{ObjectId, Scene, TriangleMesh, shapes};
    use glam::DVec3;

    #[test]
    fn the_first_pair_is_the_least() {
        for seed in 0..40 {
            let mut scene = Scene::new();
            scene.add("sheet", shapes::cloth(20, 20, [2.0, 2.0])).unwrap();
            let ball = shapes::bumpy_sphere(6, 0.3, seed).scaled(DVec3::splat(0.7));
            scene.add("ball", ball).unwrap();
            scene.set_self_collision(ObjectId::new(1), true).unwrap();
            let all = collide(&scene, &Query::all_pairs().threads(1)).unwrap();
            let first = collide(&scene, &Query::first_pair().threads(1)).unwrap();
            assert_eq!(first.pairs(), &all.pairs()[..1]);
        }
    }

    /// A spike through a closed surface from within, where both triangles collide with others too: they
    /// are still what tells that the spike is not inside.
    #[test]
    fn elements_that_collide_with_others_tell_that_their_objects_touch() {
        let surface = shapes::icosphere(0, 1.0);
        let [a, b, c] = surface.elements[0].map(|v| surface.vertices[v as usize]);
        let out = (a + b + c) / 3.0;
        let triangle = |points: [DVec3; 3]| TriangleMesh::new(points.to_vec(), vec![[0, 1, 2]]);
        let spike = triangle([out * 0.5 + a * 0.01, out * 0.5 - a * 0.01, out * 1.5]);
        let across = |middle: DVec3, along: DVec3| {
            let side = middle.cross(along) * 0.1;
            triangle([middle - along, middle + along, middle + along + side])
        };
        let through_surface = across(out * 0.98 + (b - a) * 0.3, out * 0.1);
        let through_spike = across(out * 0.6, (b - a) * 0.2);
        let mut scene = Scene::new();
        // Brute force comes to the spike and the surface last.
        let meshes = [through_surface, through_spike, surface, spike];
        for (i, mesh) in meshes.into_iter().enumerate() {
            scene.add(format!("{i}"), mesh).unwrap();
        }
        let query = Query::colliding_elements().broad(Broad::BruteForce).threads(1);
        let all = collide(&scene, &Query::all_pairs()).unwrap();
        assert_eq!(all.pairs().len(), 3);
        let set = collide(&scene, &query).unwrap();
        assert_eq!(set.colliding().len(), 4);
        assert_eq!(set.inside(), all.inside());
    }
}
