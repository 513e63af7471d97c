//! Candidates in, exact pairs out.

use super::Pair;
use super::containment::TouchingObjects;
use super::output_sink::OutputSink;
use super::pair_worker::PairWorker;
use crate::candidates::{CachedTopology, CandidateList, CandidateReceiver, SearchInput};
use crate::conditions::{Condition, required};
use crate::convex::{self, PAIRS};
use crate::geometry::Aabb;
use crate::mesh::topology::Incidence;
use crate::mesh::{Element, ElementId, ElementKind, Scene};
use crate::narrow::{Neighbours, Stars};
use crate::session::ExcludedElements;
use jostle_support::parallel;
use std::mem::take;

/// The stars of vertices, which exclude pairs before any test; keeps its buffers.
#[derive(Debug, Default)]
pub(super) struct PairDecider {
    stars: Stars,
    /// Whether candidates come in lists, in which neighbours of a surface are decided at once and need no stars.
    in_lists: bool,
    /// Objects whose incidence is to be made.
    asked: Vec<usize>,
}

impl PairDecider {
    /// Prepares for a search that has been updated, and that hands over candidates in lists or one by one.
    pub fn update(&mut self, input: &SearchInput, in_lists: bool) {
        let SearchInput { scene, topology, scope, .. } = *input;
        self.in_lists = in_lists;
        let is_triangles = |o: usize| scene.objects()[o].kind() == ElementKind::Triangle;
        let asks_stars = |o: usize| scope.has_self_pairs(o) && !(in_lists && is_triangles(o));
        self.stars.reset(scene, (0..scope.len()).any(asks_stars));
        self.asked.clear();
        self.asked.extend((0..scope.len()).filter(|&o| asks_stars(o) && is_triangles(o)));
        // What is not made yet is made by all threads.
        let asked = &self.asked;
        parallel::for_each(asked.len(), 1, |at| {
            topology.object_at(scene, asked[at]).incidence();
        });
        for (o, object) in scene.objects().iter().enumerate() {
            if scope.has_self_pairs(o) && object.kind() == ElementKind::Tetrahedron {
                let closed_stars = topology.object_at(scene, o).closed_stars();
                let closed_stars = closed_stars.expect("an object of tetrahedra");
                let boxes = scope.self_pair_boxes(o);
                self.stars.certify_volume(scene, object, closed_stars, boxes);
            }
        }
    }

    pub fn bytes(&self) -> usize {
        self.stars.bytes() + self.asked.capacity() * size_of::<usize>()
    }
}

/// Decides the candidates of one query.
pub(super) struct PairDecision<'d> {
    pub input: &'d SearchInput<'d>,
    pub sink: &'d OutputSink,
    pub decider: &'d PairDecider,
    pub touching: &'d TouchingObjects,
    /// How far apart a pair may be; zero if it must collide.
    pub limit: f64,
    /// Elements and pairs that are left out, if there are any.
    pub excluded: Option<&'d ExcludedElements>,
}

/// What candidates of two objects have in common.
#[derive(Clone, Copy)]
struct ObjectPair<'d> {
    objects: [u32; 2],
    /// Whether they are one and the same.
    is_self: bool,
    kinds: [ElementKind; 2],
    /// The incidence of the object, if it is one, of triangles, and stars are asked.
    surface_incidence: Option<&'d Incidence>,
    /// Where [`TouchingObjects`] has them.
    touching: Option<usize>,
}

impl ObjectPair<'_> {
    fn are_triangles(&self) -> bool {
        self.kinds == [ElementKind::Triangle; 2]
    }
}

impl CandidateReceiver for PairDecision<'_> {
    type Worker = PairWorker;

    #[inline(always)]
    fn receive(&self, worker: &mut PairWorker, objects: [u32; 2], pair: [u32; 2]) {
        let common = self.object_pair(objects);
        if !self.is_open(worker, &common, pair) || self.is_excluded(worker, &common, pair) {
            return;
        }
        if self.limit > 0.0 {
            self.decide_list_within(worker, &common, &[pair]);
        } else if worker.test(self.input.scene, pair) {
            self.note(worker, &common, pair, 0.0);
        }
    }

    fn receive_list(&self, worker: &mut PairWorker, list: &CandidateList) {
        let common = self.object_pair(list.objects);
        if self.limit == 0.0 && self.all_are_open(&common) {
            worker.candidates += list.pairs.len() as u64;
            self.decide_list(worker, &common, &list.bounds, list.pairs);
            return;
        }
        let mut open = take(&mut worker.list);
        open.clear();
        let scope = self.input.scope;
        let first = self.input.scene.objects()[list.objects[0] as usize].elements().start;
        let masks = common.is_self.then(|| scope.self_pair_masks(list.objects[0] as usize));
        let masks = masks.flatten();
        let can_collide = |&[a, b]: &[u32; 2]| {
            masks.is_none_or(|masks| masks[a as usize - first] & masks[b as usize - first] != 0)
        };
        open.extend(list.pairs.iter().filter(|&&pair| {
            can_collide(&pair)
                && self.is_open(worker, &common, pair)
                && !self.is_excluded(worker, &common, pair)
        }));
        if self.limit > 0.0 {
            if common.are_triangles() {
                let scene = self.input.scene;
                if common.is_self {
                    let neighbours = self.decide_neighbours(worker, &common, &open);
                    open.clear();
                    open.extend_from_slice(neighbours.others());
                    worker.neighbours = neighbours;
                }
                let triangle = |element: u32| scene.triangle_at(element as usize);
                convex::remove_beyond(&mut open, triangle, self.limit, list.bounds.size());
            }
            self.decide_list_within(worker, &common, &open);
        } else {
            self.decide_list(worker, &common, &list.bounds, &open);
        }
        worker.list = open;
    }
}

impl PairDecision<'_> {
    #[inline(always)]
    fn object_pair(&self, objects: [u32; 2]) -> ObjectPair<'_> {
        let is_self = objects[0] == objects[1];
        let SearchInput { scene, topology, .. } = *self.input;
        let own = is_self.then(|| topology.object_at(scene, objects[0] as usize));
        let asks_stars =
            |own: &CachedTopology| own.kind() == ElementKind::Triangle && !self.decider.in_lists;
        let surface_incidence = own.filter(asks_stars).and_then(|own| own.known_incidence());
        let touching = if is_self { None } else { self.touching.find(objects) };
        let kinds = objects.map(|object| scene.objects()[object as usize].kind());
        ObjectPair { objects, is_self, kinds, surface_incidence, touching }
    }

    fn decide_list(
        &self,
        worker: &mut PairWorker,
        common: &ObjectPair,
        bounds: &Aabb,
        pairs: &[[u32; 2]],
    ) {
        if !(common.is_self && common.are_triangles()) {
            return self.decide_with_screen(worker, common, bounds, pairs);
        }
        let neighbours = self.decide_neighbours(worker, common, pairs);
        self.decide_with_screen(worker, common, bounds, neighbours.others());
        worker.neighbours = neighbours;
    }

    /// Decides triangles of one object that share corners, and returns the others too.
    fn decide_neighbours(
        &self,
        worker: &mut PairWorker,
        common: &ObjectPair,
        pairs: &[[u32; 2]],
    ) -> Neighbours {
        let mut neighbours = take(&mut worker.neighbours);
        neighbours.decide(self.input.scene, pairs);
        for &pair in neighbours.unsure() {
            if worker.test(self.input.scene, pair) {
                self.note(worker, common, pair, 0.0);
            }
        }
        neighbours
    }

    fn decide_with_screen(
        &self,
        worker: &mut PairWorker,
        common: &ObjectPair,
        bounds: &Aabb,
        pairs: &[[u32; 2]],
    ) {
        let scene = self.input.scene;
        let mut screen = take(&mut worker.screen);
        screen.decide(scene, bounds, common.kinds, pairs);
        for &place in screen.colliding() {
            self.note(worker, common, pairs[place as usize], 0.0);
        }
        for &place in screen.unsure() {
            let pair = pairs[place as usize];
            if worker.test(scene, pair) {
                self.note(worker, common, pair, 0.0);
            }
        }
        worker.screen = screen;
    }

    /// Decides candidates that may be some distance apart. Elements that share a vertex are always at
    /// distance zero; they count if they collide.
    fn decide_list_within(&self, worker: &mut PairWorker, common: &ObjectPair, pairs: &[[u32; 2]]) {
        let scene = self.input.scene;
        let (mut block, mut filled) = ([[0; 2]; PAIRS], 0);
        for &pair in pairs {
            if common.is_self && are_neighbours(scene, pair) {
                if worker.test(scene, pair) {
                    self.note(worker, common, pair, 0.0);
                }
                continue;
            }
            // In this order, so that the distance does not depend on who found the pair.
            block[filled] = [pair[0].min(pair[1]), pair[0].max(pair[1])];
            filled += 1;
            if filled == PAIRS {
                self.decide_block_within(worker, common, &block);
                filled = 0;
            }
        }
        if filled > 0 {
            self.decide_block_within(worker, common, &block[..filled]);
        }
    }

    /// Decides up to eight candidates that share no vertex.
    #[inline]
    fn decide_block_within(
        &self,
        worker: &mut PairWorker,
        common: &ObjectPair,
        block: &[[u32; 2]],
    ) {
        let scene = self.input.scene;
        let all = (1 << block.len()) - 1;
        let (mut within, mut unsure) = (0, all);
        let mut distances = [0.0; PAIRS];
        if common.are_triangles() {
            // What is in the lanes that are left over does not matter.
            for (lane, pair) in block.iter().enumerate() {
                let pair = pair.map(|element| scene.triangle_at(element as usize));
                worker.triangles.set(lane, pair);
            }
            let reaches = worker.triangles.reach(self.limit);
            (within, unsure) = (reaches.within & all, reaches.unsure & all);
            distances = reaches.distances;
        }
        while within != 0 {
            let lane = within.trailing_zeros() as usize;
            within &= within - 1;
            self.note(worker, common, block[lane], distances[lane]);
        }
        while unsure != 0 {
            let lane = unsure.trailing_zeros() as usize;
            unsure &= unsure - 1;
            if let Some(distance) = worker.distance_within(scene, block[lane], self.limit) {
                self.note(worker, common, block[lane], distance);
            }
        }
    }

    /// Decides a candidate with a test of two elements by themselves. It cannot tell what neighbours
    /// share from what they do not, so for it they never collide.
    #[inline(always)]
    pub fn decide_inexactly(
        &self,
        worker: &mut PairWorker,
        objects: [u32; 2],
        pair: [u32; 2],
        test: impl Fn(&Element, &Element) -> bool,
    ) {
        let common = self.object_pair(objects);
        if !self.is_open(worker, &common, pair) {
            return;
        }
        let scene = self.input.scene;
        let [a, b] = pair.map(|element| scene.element_at(element as usize));
        if !(common.is_self && are_neighbours(scene, pair)) && test(&a, &b) {
            self.note(worker, &common, pair, 0.0);
        }
    }

    /// Whether every candidate of two objects is to be decided.
    fn all_are_open(&self, common: &ObjectPair) -> bool {
        // Of a body, stars and its boundary tell first.
        let is_of_body = common.is_self && !common.are_triangles();
        self.sink.wants_every_pair() && !is_of_body && self.excluded.is_none()
    }

    /// Whether a candidate is still to be decided, as far as the output asks; counts it if so.
    #[inline(always)]
    fn is_open(&self, worker: &mut PairWorker, common: &ObjectPair, pair: [u32; 2]) -> bool {
        if self.is_left_out(pair) && !self.excluded_pair_matters(common) {
            return false;
        }
        let is_known = self.sink.knows(worker, pair, || {
            self.touching.is_open(common.touching) && required(Condition::TouchingIsKnown)
        });
        worker.candidates += !is_known as u64;
        !is_known
    }

    /// Whether the query leaves out a pair.
    #[inline(always)]
    fn is_left_out(&self, pair: [u32; 2]) -> bool {
        let [a, b] = pair.map(ElementId::from_u32);
        self.excluded.is_some_and(|excluded| excluded.contains(Pair::new(a, b)))
    }

    /// Whether it matters if a pair collides that is left out: it may be the only one by which objects
    /// touch, and what touches is not inside.
    fn excluded_pair_matters(&self, common: &ObjectPair) -> bool {
        self.touching.is_open(common.touching) && required(Condition::ExcludedPairsTouch)
    }

    /// Whether a star tells that a candidate does not collide; counts it if so.
    #[inline(always)]
    fn is_excluded(&self, worker: &mut PairWorker, common: &ObjectPair, pair: [u32; 2]) -> bool {
        let has_stars = !common.are_triangles() || common.surface_incidence.is_some();
        if !common.is_self || !has_stars {
            return false;
        }
        let scene = self.input.scene;
        let object = &scene.objects()[common.objects[0] as usize];
        let excluded =
            self.decider.stars.exclude_pair(scene, object, common.surface_incidence, pair);
        worker.excluded_by_stars += excluded as u64;
        excluded
    }

    /// Notes a pair that collides, or is within the distance asked for.
    #[inline]
    fn note(&self, worker: &mut PairWorker, common: &ObjectPair, pair: [u32; 2], distance: f64) {
        if distance == 0.0 || !required(Condition::NearIsNotTouching) {
            self.touching.note(common.touching);
        }
        if self.is_left_out(pair) {
            return;
        }
        self.sink.put(worker, common.is_self, pair, distance);
    }
}

/// Whether two elements of one object share a vertex.
#[inline]
fn are_neighbours(scene: &Scene, [a, b]: [u32; 2]) -> bool {
    let others = scene.corners_at(b as usize);
    scene.corners_at(a as usize).iter().any(|corner| others.contains(corner))
}

#[cfg(test)]
mod tests {
    use crate::collide::{Broad, Collisions, Query, Workspace, collide};
    use crate::mesh::shapes;
    use crate::mesh::{ObjectId, Scene, TriangleMesh};
    use crate::session::{ExcludedElements, Filters, Session};
    use glam::DVec3;
    use jostle_support::random::SplitMix64;

    fn on_one_thread(scene: &Scene, query: &Query) -> Collisions {
        let mut workspace = Workspace::in_session(&Session::new().threads(1));
        workspace.collide(scene, query).unwrap().clone()
    }

    #[test]
    fn the_first_pair_is_the_least() {
        for seed in 0..40 {
            let mut scene = Scene::new();
            scene.add("sheet", shapes::cloth(20, 20, [2.0, 2.0])).unwrap();
            let ball = shapes::bumpy_sphere(6, 0.3, seed).scaled(DVec3::splat(0.7));
            scene.add("ball", ball).unwrap();
            scene.set_self_collision(ObjectId::new(1), true).unwrap();
            let all = on_one_thread(&scene, &Query::all_pairs());
            let first = on_one_thread(&scene, &Query::first_pair());
            assert_eq!(first.pairs(), &all.pairs()[..1]);
        }
    }

    #[test]
    fn neighbours_in_lists_need_no_incidence() {
        let mut scene = Scene::new();
        let torus = scene.add("torus", shapes::torus(1.0, 0.3, 300, 100)).unwrap();
        scene.set_self_collision(torus, true).unwrap();
        let query = Query::all_pairs().containment(false);
        let mut workspace = Workspace::new();
        let smooth = scene.vertices().to_vec();
        let mut random = SplitMix64::new(5);
        for _ in 0..3 {
            // A few vertices of two rings are shaken by more than their distance.
            let vertices = scene.vertices_mut(torus).unwrap();
            for vertex in (1000..1006).chain(1100..1106) {
                let by = [(); 3].map(|()| 0.05 * random.signed());
                vertices[vertex] = smooth[vertex] + DVec3::from(by);
            }
            let expected = collide(&scene, &query.clone().broad(Broad::Grid)).unwrap();
            let found = workspace.collide(&scene, &query).unwrap();
            assert_eq!(found.pairs(), expected.pairs());
            assert!(!found.pairs().is_empty());
            assert!(expected.statistics().excluded_by_stars > 100_000);
            assert_eq!(found.statistics().excluded_by_stars, 0);
            assert!(workspace.topology().object(&scene, torus).known_incidence().is_none());
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
        let query = Query::colliding_elements().broad(Broad::BruteForce);
        let all = collide(&scene, &Query::all_pairs()).unwrap();
        assert_eq!(all.pairs().len(), 3);
        let set = on_one_thread(&scene, &query);
        assert_eq!(set.colliding().len(), 4);
        assert_eq!(set.inside(), all.inside());
    }

    #[test]
    fn elements_that_are_left_out_tell_that_their_objects_touch() {
        let surface = shapes::icosphere(1, 1.0);
        let [a, b, c] = surface.elements[0].map(|v| surface.vertices[v as usize]);
        let out = (a + b + c) / 3.0;
        let tip = out * 1.01;
        let spike = vec![out * 0.5 + a * 0.01, out * 0.5 - a * 0.01, tip];
        let mut scene = Scene::new();
        let ball = scene.add("ball", surface).unwrap();
        let spike = scene.add("spike", TriangleMesh::new(spike, vec![[0, 1, 2]])).unwrap();
        let known = collide(&scene, &Query::default()).unwrap();
        assert_eq!((known.pairs().len(), known.inside().len()), (1, 0));
        let tables = [
            ExcludedElements::from_pairs(known.pairs()),
            ExcludedElements::from_elements(&[known.pairs()[0].a]),
        ];
        for table in tables {
            let query = Query::default().filters(Filters::new().exclude_elements(table));
            let found = collide(&scene, &query).unwrap();
            assert!(!found.any(), "{:?}", found.inside());
        }
        scene.vertices_mut(spike).unwrap()[2] = out * 0.9;
        let found = collide(&scene, &Query::default()).unwrap();
        assert_eq!(found.inside(), [(spike, ball)]);
    }

    #[test]
    fn elements_that_are_near_do_not_tell_that_their_objects_touch() {
        let mut scene = Scene::new();
        let shell = scene.add("shell", shapes::icosphere(2, 1.0)).unwrap();
        let ball = shapes::icosphere(2, 0.2).translated(DVec3::X * 0.7);
        let ball = scene.add("ball", ball).unwrap();
        for query in [Query::all_pairs(), Query::colliding_elements(), Query::pair_count()] {
            let found = collide(&scene, &query.within(0.2)).unwrap();
            assert!(found.pair_count() + found.colliding().len() > 10);
            assert_eq!(found.inside(), [(ball, shell)]);
        }
    }
}
