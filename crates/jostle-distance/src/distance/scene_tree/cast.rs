//! The search for what rays hit.

use super::frame::FrameRay;
use super::object_tree::ObjectTree;
use super::ray::{Ray, RayHit, RaySide};
use super::ray_triangle::{RayTest, TriangleHit};
use super::triangle_blocks::BlockRay;
use super::wide_tree::{BlockVisitor, NO_ITEM, Stack};
use super::{SceneTree, SceneTreeError};
use crate::conditions::{Condition, required};
use crate::geometry::lanes::{BLOCK, Lanes, with_lanes};
use crate::geometry::predicates;
use crate::mesh::{Element, LocalElementId, ObjectId, Scene};
use glam::DVec3;
use pulp::NullaryFnOnce;
use std::cmp::Ordering;

/// A hit, and what its order among others depends on.
#[derive(Clone, Copy, Debug)]
pub(super) struct FaceHit {
    hit: TriangleHit,
    object: u32,
    element: u32,
    pub face: u32,
    corners: [DVec3; 3],
}

/// In the order of the true `t`, then of object, element and face. In integers where the errors of both
/// overlap, so that the order is one of all hits.
fn order(test: &RayTest, a: &FaceHit, b: &FaceHit) -> Ordering {
    // Written so that what is not a number is compared in integers.
    if a.hit.t + a.hit.error < b.hit.t - b.hit.error {
        return Ordering::Less;
    }
    if b.hit.t + b.hit.error < a.hit.t - a.hit.error {
        return Ordering::Greater;
    }
    let by_time = match required(Condition::RayOrderIsExact) {
        true => match (test.exact(&a.corners), test.exact(&b.corners)) {
            (Some(a), Some(b)) => a.cmp_time(&b),
            _ => unreachable!("two exact tests disagree about a hit"),
        },
        false => a.hit.t.total_cmp(&b.hit.t),
    };
    by_time.then((a.object, a.element, a.face).cmp(&(b.object, b.element, b.face)))
}

/// Takes the hits that a search finds.
pub(super) trait HitReceiver {
    /// Hits that are certainly beyond it do not matter.
    fn furthest(&self) -> f64;
    fn take(&mut self, test: &RayTest, hit: FaceHit);
}

/// Keeps the first hit.
#[derive(Default)]
pub(super) struct FirstHit(pub Option<FaceHit>);

impl HitReceiver for FirstHit {
    #[inline(always)]
    fn furthest(&self) -> f64 {
        self.0.map_or(f64::INFINITY, |first| first.hit.upper())
    }

    fn take(&mut self, test: &RayTest, hit: FaceHit) {
        if self.0.is_none_or(|first| order(test, &hit, &first).is_lt()) {
            self.0 = Some(hit);
        }
    }
}

/// Keeps all hits.
#[derive(Default)]
struct AllHits(Vec<FaceHit>);

impl HitReceiver for AllHits {
    #[inline(always)]
    fn furthest(&self) -> f64 {
        f64::INFINITY
    }

    fn take(&mut self, _: &RayTest, hit: FaceHit) {
        self.0.push(hit);
    }
}

/// Buffers of a search, kept from one ray to the next.
#[derive(Default)]
pub(super) struct CastScratch {
    objects: Stack,
    faces: Stack,
    hits: AllHits,
}

fn check_rays(rays: &[Ray]) -> Result<(), SceneTreeError> {
    match rays.iter().position(|ray| !ray.is_valid()) {
        Some(index) => Err(SceneTreeError::BadRay { index, ray: rays[index] }),
        None => Ok(()),
    }
}

impl SceneTree {
    /// The first triangle that a ray meets; of several at one point, the lowest.
    pub fn cast(&self, scene: &Scene, ray: &Ray) -> Result<Option<RayHit>, SceneTreeError> {
        self.check(scene)?;
        check_rays(&[*ray])?;
        Ok(self.first_hit(scene, ray, &mut CastScratch::default()))
    }

    /// The same for many rays, in parallel; `hits` holds one answer for each.
    ///
    /// ```
    /// use jostle::distance::{Ray, SceneTree};
    /// use jostle::mesh::shapes;
    /// use jostle::{DVec3, Scene};
    ///
    /// let mut scene = Scene::new();
    /// scene.add("torus", shapes::torus(2.0, 0.5, 48, 24))?;
    /// let mut tree = SceneTree::new();
    /// tree.update(&scene)?;
    /// let rays: Vec<Ray> =
    ///     (0..100).map(|i| Ray::new(DVec3::new(0.05 * i as f64, 0.0, 9.0), -DVec3::Z)).collect();
    /// let mut hits = Vec::new();
    /// tree.cast_many(&scene, &rays, &mut hits)?;
    /// assert!(hits[0].is_none() && hits[40].is_some(), "a hole in the middle");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cast_many(
        &self,
        scene: &Scene,
        rays: &[Ray],
        hits: &mut Vec<Option<RayHit>>,
    ) -> Result<(), SceneTreeError> {
        self.check(scene)?;
        check_rays(rays)?;
        hits.resize(rays.len(), None);
        self.answer_many(rays, hits, |ray, hit, scratch| *hit = self.first_hit(scene, ray, scratch))
    }

    /// All triangles that a ray meets, in order. A tetrahedron is listed for each of its faces on the
    /// boundary that the ray meets.
    ///
    /// ```
    /// use jostle::distance::{Ray, RaySide, SceneTree};
    /// use jostle::mesh::shapes;
    /// use jostle::{DVec3, Scene};
    ///
    /// let mut scene = Scene::new();
    /// scene.add("torus", shapes::torus(2.0, 0.5, 48, 24))?;
    /// let mut tree = SceneTree::new();
    /// tree.update(&scene)?;
    /// let mut hits = Vec::new();
    /// tree.cast_all(&scene, &Ray::new(DVec3::new(-9.0, 0.1, 0.01), DVec3::X), &mut hits)?;
    /// let sides: Vec<RaySide> = hits.iter().map(|hit| hit.side).collect();
    /// assert_eq!(sides, [RaySide::Front, RaySide::Back, RaySide::Front, RaySide::Back]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cast_all(
        &self,
        scene: &Scene,
        ray: &Ray,
        hits: &mut Vec<RayHit>,
    ) -> Result<(), SceneTreeError> {
        self.check(scene)?;
        check_rays(&[*ray])?;
        self.all_hits(scene, ray, &mut CastScratch::default(), hits);
        Ok(())
    }

    /// The same for many rays, in parallel; `hits` holds one list for each.
    pub fn cast_all_many(
        &self,
        scene: &Scene,
        rays: &[Ray],
        hits: &mut Vec<Vec<RayHit>>,
    ) -> Result<(), SceneTreeError> {
        self.check(scene)?;
        check_rays(rays)?;
        hits.resize_with(rays.len(), Vec::new);
        self.answer_many(rays, hits, |ray, hits, scratch| self.all_hits(scene, ray, scratch, hits))
    }

    /// The first hit of a valid ray.
    fn first_hit(&self, scene: &Scene, ray: &Ray, scratch: &mut CastScratch) -> Option<RayHit> {
        let mut first = FirstHit::default();
        self.search(&RayTest::new(ray), scratch, &mut first);
        first.0.map(|hit| self.ray_hit(scene, &hit))
    }

    /// All hits of a valid ray, in their order.
    fn all_hits(
        &self,
        scene: &Scene,
        ray: &Ray,
        scratch: &mut CastScratch,
        hits: &mut Vec<RayHit>,
    ) {
        let (test, mut all) = (RayTest::new(ray), std::mem::take(&mut scratch.hits));
        self.search(&test, scratch, &mut all);
        all.0.sort_unstable_by(|a, b| order(&test, a, b));
        hits.clear();
        hits.extend(all.0.drain(..).map(|hit| self.ray_hit(scene, &hit)));
        scratch.hits = all;
    }

    fn search(&self, test: &RayTest, scratch: &mut CastScratch, receiver: &mut impl HitReceiver) {
        let only = match *self.present {
            [only] => Some(only),
            _ => None,
        };
        with_lanes!(simd => simd.run(Search { simd, tree: self, only, test, scratch, receiver }))
    }

    /// The same for the faces of one object.
    pub(super) fn search_object(
        &self,
        object: usize,
        test: &RayTest,
        scratch: &mut CastScratch,
        receiver: &mut impl HitReceiver,
    ) {
        let only = Some(object as u32);
        with_lanes!(simd => simd.run(Search { simd, tree: self, only, test, scratch, receiver }))
    }

    pub(super) fn ray_hit(&self, scene: &Scene, found: &FaceHit) -> RayHit {
        let object = &scene.objects()[found.object as usize];
        let tree = &self.objects[found.object as usize];
        let element = scene.element_at(object.elements().start + found.element as usize);
        let is_inverted = match element {
            Element::Triangle(_) => false,
            Element::Tetrahedron([a, b, c, d]) => predicates::orient3d(a, b, c, d) < 0,
        };
        let side = match found.hit.turn * if is_inverted { -1 } else { 1 } {
            0 => RaySide::Along,
            1.. => RaySide::Back,
            _ => RaySide::Front,
        };
        RayHit {
            object: ObjectId::new(found.object as usize),
            element: LocalElementId::new(found.element as usize),
            corners: tree.vertices(scene, object, found.face),
            t: found.hit.t,
            weights: found.hit.weights,
            side,
        }
    }
}

/// The search with one instruction set.
struct Search<'a, S, R> {
    simd: S,
    tree: &'a SceneTree,
    /// The one object that is looked at.
    only: Option<u32>,
    test: &'a RayTest,
    scratch: &'a mut CastScratch,
    receiver: &'a mut R,
}

impl<S: Lanes, R: HitReceiver> NullaryFnOnce for Search<'_, S, R> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Search { simd, tree, only, test, scratch, receiver } = self;
        let ray = BlockRay::new(simd, test);
        let CastScratch { objects, faces, .. } = scratch;
        let mut cast = ObjectCast { tree, test, ray, stack: faces, receiver };
        match only {
            Some(only) => cast.cast(simd, only),
            None => {
                let frame_ray = FrameRay::new(test, &tree.frame, tree.top.bounds());
                tree.top.along_ray(
                    simd,
                    &frame_ray,
                    objects,
                    &mut ObjectVisitor { cast, frame_ray },
                );
            }
        }
    }
}

/// Casts a ray at one object.
struct ObjectCast<'a, S: Lanes, R> {
    tree: &'a SceneTree,
    test: &'a RayTest,
    ray: BlockRay<S>,
    stack: &'a mut Stack,
    receiver: &'a mut R,
}

impl<S: Lanes, R: HitReceiver> ObjectCast<'_, S, R> {
    #[inline(always)]
    fn cast(&mut self, simd: S, object: u32) {
        let own = &self.tree.objects[object as usize];
        let frame_ray = FrameRay::new(self.test, &own.frame, own.faces.bounds());
        let ObjectCast { test, ray, .. } = *self;
        let receiver = &mut *self.receiver;
        let mut visitor = FaceVisitor { own, object, test, ray, frame_ray, receiver };
        own.faces.along_ray(simd, &frame_ray, self.stack, &mut visitor);
    }
}

/// Casts a ray at the objects of blocks.
struct ObjectVisitor<'a, S: Lanes, R> {
    cast: ObjectCast<'a, S, R>,
    frame_ray: FrameRay,
}

impl<S: Lanes, R: HitReceiver> BlockVisitor<S> for ObjectVisitor<'_, S, R> {
    #[inline(always)]
    fn limit(&self) -> f32 {
        self.frame_ray.limit(self.cast.receiver.furthest().min(self.cast.test.ray.largest))
    }

    #[inline(always)]
    fn visit(&mut self, simd: S, block: usize) {
        let tree = self.cast.tree;
        for item in tree.top.blocks()[block] {
            if item != NO_ITEM {
                self.cast.cast(simd, tree.present[item as usize]);
            }
        }
    }
}

/// Casts a ray at the faces of an object.
struct FaceVisitor<'a, S: Lanes, R> {
    own: &'a ObjectTree,
    object: u32,
    test: &'a RayTest,
    ray: BlockRay<S>,
    frame_ray: FrameRay,
    receiver: &'a mut R,
}

impl<S: Lanes, R: HitReceiver> BlockVisitor<S> for FaceVisitor<'_, S, R> {
    #[inline(always)]
    fn limit(&self) -> f32 {
        self.frame_ray.limit(self.receiver.furthest().min(self.test.ray.largest))
    }

    #[inline(always)]
    fn visit(&mut self, simd: S, block: usize) {
        let possible = self.own.triangles.possible(simd, block, &self.ray);
        let items = &self.own.faces.blocks()[block];
        for lane in 0..BLOCK {
            if possible >> lane & 1 == 1 && items[lane] != NO_ITEM {
                self.decide(block, lane, items[lane]);
            }
        }
    }
}

impl<S: Lanes, R: HitReceiver> FaceVisitor<'_, S, R> {
    fn decide(&mut self, block: usize, lane: usize, face: u32) {
        let corners = self.own.triangles.corners(block, lane);
        if let Some(hit) = self.test.hit(&corners) {
            let (object, element) = (self.object, self.own.element(face));
            self.receiver.take(self.test, FaceHit { hit, object, element, face, corners });
        }
    }
}
