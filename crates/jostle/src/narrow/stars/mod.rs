//! Neighbours that need no test: stars of vertices that are seen to be free of collisions.
//!
//! In a self query almost all candidates share a vertex, and almost none of them collide. All
//! elements round a vertex, its star, are settled together, in time linear in their number: a star
//! of triangles that projects injectively along some direction, or a star of tetrahedra that
//! surrounds its vertex once, has no two elements that meet beyond the simplex they share. The tests
//! are filtered floating point: what they certify is certain, and what they do not goes pair by
//! pair.

mod links;
mod surface;
mod volume;

use crate::mesh::{ElementKind, Scene};
use glam::DVec3;
pub use links::Links;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
pub use volume::Cycles;

/// A direction to count by, along which no regular mesh has an edge or a face.
const ODD_DIRECTION: DVec3 = DVec3::new(0.417_022, 0.720_324, 0.554_118);

/// The vertices of a scene whose stars are free of collisions; keeps its buffers, and what depends on
/// topology for as long as that stays.
#[derive(Debug, Default)]
pub struct Stars {
    objects: Vec<ObjectStars>,
    /// What is known of each vertex.
    verdicts: Vec<AtomicU8>,
    counts: Vec<std::sync::atomic::AtomicU32>,
}

/// Nobody has asked yet.
const UNASKED: u8 = 0;
/// The star is free of collisions.
const FREE: u8 = 1;
/// That is not known, and asking again is of no use.
const UNSURE: u8 = 2;

/// What an object's topology says about its stars.
#[derive(Debug, Default)]
struct ObjectStars {
    /// The topology that this is of.
    topology: u64,
    links: Links,
    cycles: Cycles,
}

impl Stars {
    /// Prepares for the objects that are tested against themselves. Stars of tetrahedra are examined
    /// at once, those of triangles when they are asked for.
    pub fn update(&mut self, scene: &Scene) {
        self.objects.resize_with(scene.objects().len(), ObjectStars::default);
        self.verdicts.clear();
        if scene.objects().iter().all(|object| !object.has_self_collision()) {
            return;
        }
        self.verdicts.resize_with(scene.vertices().len(), || AtomicU8::new(UNASKED));
        for (object, own) in self.objects.iter_mut().zip(scene.objects()) {
            if !own.has_self_collision() {
                continue;
            }
            let is_new = std::mem::replace(&mut object.topology, own.topology()) != own.topology();
            match own.kind() {
                ElementKind::Triangle => {
                    if is_new {
                        object.links.update(scene, own);
                    }
                }
                ElementKind::Tetrahedron => {
                    if is_new {
                        object.cycles.update(scene, own);
                    }
                    let verdicts = &self.verdicts[own.vertices()];
                    volume::certify(scene, own, &object.cycles, &mut self.counts, verdicts);
                }
            }
        }
    }

    /// Whether no two elements at this vertex of the object meet beyond the simplex they share.
    #[inline]
    pub fn certified(&self, scene: &Scene, object: usize, vertex: u32) -> bool {
        let Some(verdict) = self.verdicts.get(vertex as usize) else { return false };
        match verdict.load(Relaxed) {
            UNASKED => {
                // Whoever asks first, the answer is the same.
                let free = self.examine(scene, object, vertex);
                verdict.store(if free { FREE } else { UNSURE }, Relaxed);
                free
            }
            known => known == FREE,
        }
    }

    #[inline(never)]
    fn examine(&self, scene: &Scene, object: usize, vertex: u32) -> bool {
        let vertices = scene.objects()[object].vertices();
        let own = vertex as usize - vertices.start;
        let positions = &scene.vertices()[vertices];
        surface::is_injective(positions[own], self.objects[object].links.of(own), positions)
    }

    /// Whether two elements of an object are known not to collide, because they share a certified
    /// vertex.
    #[inline]
    pub fn settle(&self, scene: &Scene, object: usize, a: usize, b: usize) -> bool {
        let other = scene.corner_indices(b);
        let shared = scene.corner_indices(a).iter().filter(|v| other.contains(v));
        shared.into_iter().any(|&v| self.certified(scene, object, v))
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let objects: usize =
            self.objects.iter().map(|object| object.links.bytes() + object.cycles.bytes()).sum();
        objects + self.verdicts.capacity() + self.counts.capacity() * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::{Mesh, TriangleMesh, shapes};
    use crate::narrow::{Tally, elements_collide};

    fn certified_share(mesh: impl Into<Mesh>) -> f64 {
        let mut scene = Scene::new();
        scene.add("mesh", mesh).unwrap();
        scene.set_self_collision(0, true).unwrap();
        let mut stars = Stars::default();
        stars.update(&scene);
        check(&scene, &stars);
        let vertices = scene.vertices().len();
        let certified = (0..vertices as u32).filter(|&v| stars.certified(&scene, 0, v)).count();
        certified as f64 / vertices as f64
    }

    /// No pair that shares a certified vertex collides.
    fn check(scene: &Scene, stars: &Stars) {
        let mut at_vertex = vec![Vec::new(); scene.vertices().len()];
        for e in 0..scene.element_count() {
            for &v in scene.corner_indices(e) {
                at_vertex[v as usize].push(e);
            }
        }
        let object =
            |v: usize| scene.objects().iter().position(|own| own.vertices().contains(&v)).unwrap();
        let is_free = |v: usize| stars.certified(scene, object(v), v as u32);
        for (v, star) in at_vertex.iter().enumerate().filter(|(v, _)| is_free(*v)) {
            for (i, &a) in star.iter().enumerate() {
                for &b in &star[..i] {
                    assert!(
                        !elements_collide(scene, a, b, &mut Tally::default()),
                        "{a} and {b} at vertex {v}"
                    );
                }
            }
        }
    }

    #[test]
    fn valid_shapes_are_certified_where_they_can_be() {
        assert_eq!(certified_share(shapes::icosphere(3, 1.0)), 1.0);
        assert_eq!(certified_share(shapes::torus(1.0, 0.3, 30, 12)), 1.0);
        assert_eq!(certified_share(shapes::cloth(12, 9, [1.0, 1.0])), 1.0);
        assert_eq!(certified_share(shapes::sleeve(0.3, 1.0, 24, 10)), 1.0);
        assert!(certified_share(shapes::bumpy_sphere(12, 0.3, 1)) > 0.99);
        // Interior vertices only.
        let ball = certified_share(shapes::ball_tets(6, 1.0));
        assert!(ball > 0.6, "{ball}");
        let jittered = shapes::box_tets([8; 3], DVec3::ONE, shapes::Split::Six, 0.16, 3);
        let share = certified_share(jittered);
        assert_eq!(share, 7f64.powi(3) / 9f64.powi(3));
    }

    #[test]
    fn crumpled_shapes_are_certified_only_where_they_may_be() {
        for seed in 0..40 {
            let mut random = shapes::SplitMix64::new(seed);
            let crumple = 0.05 * (1 + seed % 8) as f64;
            let mut noise = |v: &mut DVec3| {
                *v += DVec3::new(random.signed(), random.signed(), random.signed()) * crumple;
            };
            let mut sphere = shapes::icosphere(2, 1.0);
            sphere.vertices.iter_mut().for_each(&mut noise);
            let mut sheet = shapes::cloth(8, 8, [1.0, 1.0]);
            sheet.vertices.iter_mut().for_each(&mut noise);
            let mut ball = shapes::ball_tets(3, 1.0);
            ball.vertices.iter_mut().for_each(&mut noise);
            let share = certified_share(sphere) + certified_share(sheet) + certified_share(ball);
            assert!(share < 3.0);
        }
    }

    #[test]
    fn stars_that_wind_twice_are_not_certified() {
        // A ring of ten triangles that goes round its vertex twice, each positive.
        let point = |i: usize| {
            let angle = std::f64::consts::TAU * 2.0 * i as f64 / 10.0;
            DVec3::new(angle.cos(), angle.sin(), 0.01 * i as f64)
        };
        let vertices = (0..10).map(point).chain([DVec3::ZERO]).collect();
        let ring = (0..10).map(|i| [10, i, (i + 1) % 10]).collect();
        let twice = TriangleMesh::new(vertices, ring);
        let fan = TriangleMesh::new(twice.vertices.clone(), twice.elements[..7].to_vec());
        let mut scene = Scene::new();
        scene.add("ring", twice).unwrap();
        scene.add("fan", fan).unwrap();
        scene.set_self_collision(0, true).unwrap();
        scene.set_self_collision(1, true).unwrap();
        let mut stars = Stars::default();
        stars.update(&scene);
        check(&scene, &stars);
        assert!(!stars.certified(&scene, 0, 10) && !stars.certified(&scene, 1, 21));
    }

    #[test]
    fn topology_that_changes_is_looked_at_again() {
        let mut scene = Scene::new();
        scene.add("mesh", shapes::icosphere(2, 1.0)).unwrap();
        scene.set_self_collision(0, true).unwrap();
        let mut stars = Stars::default();
        stars.update(&scene);
        assert!(stars.certified(&scene, 0, 0));
        let mut doubled = shapes::icosphere(2, 1.0);
        doubled.elements.extend_from_within(..);
        scene.replace(0, doubled).unwrap();
        stars.update(&scene);
        assert!(!stars.certified(&scene, 0, 0));
        scene.replace(0, shapes::ball_tets(2, 1.0)).unwrap();
        stars.update(&scene);
        check(&scene, &stars);
    }
}
