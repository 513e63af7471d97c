//! Neighbours that need no test: stars of vertices that are seen to be free of collisions.
//!
//! In a self query almost all candidates share a vertex, and almost none of them collide. All
//! elements round a vertex, its star, are settled together, in time linear in their number: a star
//! of triangles that projects injectively along some direction, or a star of tetrahedra that
//! surrounds its vertex once, has no two elements that meet beyond the simplex they share. The tests
//! are filtered floating point: what they certify is certain, and what they do not goes pair by
//! pair.

mod surface;
mod volume;

use crate::geometry::Aabb;
use crate::mesh::topology::{ClosedStars, Incidence, VertexLink};
use crate::mesh::{Object, ObjectElements, Scene};
use glam::DVec3;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering::Relaxed};

/// A direction to count by, along which no regular mesh has an edge or a face.
const ODD_DIRECTION: DVec3 = DVec3::new(0.417_022, 0.720_324, 0.554_118);

/// The vertices of a scene whose stars are free of collisions; keeps its buffers.
#[derive(Debug, Default)]
pub struct Stars {
    /// What is known of each vertex; of none, where no object is tested against itself.
    verdicts: Vec<AtomicU8>,
    counts: Vec<AtomicU32>,
}

/// Nobody has asked yet.
const UNASKED: u8 = 0;
/// The star is free of collisions.
const FREE: u8 = 1;
/// That is not known, and asking again is of no use.
const UNSURE: u8 = 2;

impl Stars {
    /// Forgets what was known, and prepares for the vertices of a scene if there are stars to ask for.
    pub fn reset(&mut self, scene: &Scene, has_self_collision: bool) {
        self.verdicts.clear();
        if has_self_collision {
            self.verdicts.resize_with(scene.vertices().len(), || AtomicU8::new(UNASKED));
        }
    }

    /// Examines the stars of an object of tetrahedra at once, those of vertices in some boxes only, if there are
    /// any. Those of triangles are examined when they are asked for.
    pub fn certify_volume(
        &mut self,
        scene: &Scene,
        object: &Object,
        closed_stars: &ClosedStars,
        boxes: Option<&[Aabb]>,
    ) {
        let verdicts = &self.verdicts[object.vertices()];
        volume::certify(scene, object, closed_stars, boxes, &mut self.counts, verdicts);
    }

    /// Whether no two elements at this vertex of the object meet beyond the simplex they share; the
    /// incidence is that of an object of triangles.
    #[inline]
    pub fn is_certified(
        &self,
        scene: &Scene,
        object: &Object,
        surface_incidence: Option<&Incidence>,
        vertex: u32,
    ) -> bool {
        let Some(verdict) = self.verdicts.get(vertex as usize) else { return false };
        match (verdict.load(Relaxed), surface_incidence) {
            (UNASKED, Some(incidence)) => {
                // Whoever asks first, the answer is the same.
                let free = examine(scene, object, incidence, vertex);
                verdict.store(if free { FREE } else { UNSURE }, Relaxed);
                free
            }
            (known, _) => known == FREE,
        }
    }

    /// Whether two elements of an object are known not to collide, because they share a certified
    /// vertex.
    #[inline]
    pub fn exclude_pair(
        &self,
        scene: &Scene,
        object: &Object,
        surface_incidence: Option<&Incidence>,
        [a, b]: [u32; 2],
    ) -> bool {
        let corners = scene.element_corners();
        let [one, other] = [a, b].map(|element| corners.padded(element as usize));
        let mut shared = shared_corners(&one, &other);
        while shared != 0 {
            let corner = one[shared.trailing_zeros() as usize];
            shared &= shared - 1;
            if self.is_certified(scene, object, surface_incidence, corner) {
                return true;
            }
        }
        false
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.verdicts.capacity() + self.counts.capacity() * size_of::<u32>()
    }
}

/// Which corners of the first element the second has too, a bit each. Without branches: whether two candidates are
/// neighbours, and where, is not to be foretold.
#[inline(always)]
fn shared_corners(one: &[u32; 4], other: &[u32; 4]) -> u32 {
    let mut equal = [0; 4];
    for turn in 0..4 {
        for i in 0..4 {
            equal[i] |= u32::from(one[i] == other[(i + turn) % 4]);
        }
    }
    // What is in place of a triangle's fourth corner is none.
    let fourth = equal[3] & u32::from(one[3] != u32::MAX);
    equal[0] | equal[1] << 1 | equal[2] << 2 | fourth << 3
}

#[inline(never)]
fn examine(scene: &Scene, object: &Object, incidence: &Incidence, vertex: u32) -> bool {
    let elements = ObjectElements::new(scene, object);
    let (positions, own) = (elements.positions(), vertex - object.vertices().start as u32);
    let link = VertexLink::find(&elements, incidence, own);
    surface::is_injective(positions[own as usize], link.neighbours(), positions)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::topology::BodyBoundary;
    use crate::mesh::{
        ElementId, ElementKind, Mesh, ObjectElements, ObjectId, TetMesh, TriangleMesh, shapes,
    };
    use crate::narrow::almost_parallel::almost_parallel;
    use crate::narrow::{Tally, elements_collide};

    #[test]
    fn shared_corners_are_those_that_both_have() {
        let none = u32::MAX;
        let elements =
            [[0, 1, 2, none], [2, 1, 5, none], [7, 8, 0, none], [4, 0, 2, 1], [9, 4, 2, 3]];
        for one in &elements {
            for other in &elements {
                let shared = shared_corners(one, other);
                for (i, corner) in one.iter().enumerate() {
                    let is_shared = *corner != none && other.contains(corner);
                    assert_eq!(shared >> i & 1 == 1, is_shared, "{one:?} {other:?} {i}");
                }
            }
        }
    }

    /// The stars of a scene, and the incidence of its objects of triangles.
    struct SceneStars {
        stars: Stars,
        incidence: Vec<Option<Incidence>>,
    }

    impl SceneStars {
        fn new(scene: &Scene) -> SceneStars {
            let mut stars = Stars::default();
            stars.reset(scene, true);
            let incidence = scene.objects().iter().map(|object| {
                let elements = ObjectElements::new(scene, object);
                match object.kind() {
                    ElementKind::Triangle => Some(Incidence::build(&elements)),
                    ElementKind::Tetrahedron => {
                        let boundary = BodyBoundary::build(&elements, &Incidence::build(&elements));
                        let closed = ClosedStars::build(&elements, &boundary);
                        stars.certify_volume(scene, object, &closed, None);
                        None
                    }
                }
            });
            let incidence = incidence.collect();
            SceneStars { stars, incidence }
        }

        fn is_certified(&self, scene: &Scene, object: usize, vertex: u32) -> bool {
            let incidence = self.incidence[object].as_ref();
            self.stars.is_certified(scene, &scene.objects()[object], incidence, vertex)
        }
    }

    fn certified_share(mesh: impl Into<Mesh>) -> f64 {
        let mut scene = Scene::new();
        scene.add("mesh", mesh).unwrap();
        scene.set_self_collision(ObjectId::new(0), true).unwrap();
        let stars = SceneStars::new(&scene);
        check(&scene, &stars);
        let vertices = scene.vertices().len();
        let certified = (0..vertices as u32).filter(|&v| stars.is_certified(&scene, 0, v)).count();
        certified as f64 / vertices as f64
    }

    /// No pair that shares a certified vertex collides.
    fn check(scene: &Scene, stars: &SceneStars) {
        let mut at_vertex = vec![Vec::new(); scene.vertices().len()];
        for e in 0..scene.element_count() {
            for &v in scene.corners_at(e) {
                at_vertex[v as usize].push(e);
            }
        }
        let object =
            |v: usize| scene.objects().iter().position(|own| own.vertices().contains(&v)).unwrap();
        let is_free = |v: usize| stars.is_certified(scene, object(v), v as u32);
        for (v, star) in at_vertex.iter().enumerate().filter(|(v, _)| is_free(*v)) {
            for (i, &a) in star.iter().enumerate() {
                for &b in &star[..i] {
                    assert!(
                        !elements_collide(
                            scene,
                            ElementId::new(a),
                            ElementId::new(b),
                            &mut Tally::default()
                        ),
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
            let mut random = jostle_support::random::SplitMix64::new(seed);
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
        scene.set_self_collision(ObjectId::new(0), true).unwrap();
        scene.set_self_collision(ObjectId::new(1), true).unwrap();
        let stars = SceneStars::new(&scene);
        check(&scene, &stars);
        assert!(!stars.is_certified(&scene, 0, 10) && !stars.is_certified(&scene, 1, 21));
    }

    /// A mesh by itself, tested against itself, whose certified stars are checked.
    fn certify(mesh: impl Into<Mesh>) -> (Scene, SceneStars) {
        let mut scene = Scene::new();
        scene.add("mesh", mesh).unwrap();
        scene.set_self_collision(ObjectId::new(0), true).unwrap();
        let stars = SceneStars::new(&scene);
        check(&scene, &stars);
        (scene, stars)
    }

    /// Two fans at one vertex, the second over the first and on.
    #[test]
    fn bow_ties_that_overlap_are_not_certified() {
        let at = |x: f64, y: f64| DVec3::new(x, y, 0.0);
        let vertices = vec![at(0.0, 0.0), at(4.0, 0.0), at(2.0, 3.0), at(3.0, 2.0), at(0.0, 4.0)];
        certify(TriangleMesh::new(vertices, vec![[0, 1, 2], [0, 3, 4]]));
    }

    /// Triangles about a vertex, in the plane `z = x + y`, of which one is a sliver but for the last
    /// digit, or folded over; or a fan that almost closes, or overlaps itself in the last digit. All
    /// coordinates are exact, and their differences are not.
    fn narrow_star(seed: u64, is_sliver: bool) -> TriangleMesh {
        let mut random = jostle_support::random::SplitMix64::new(seed);
        let [long, short] = almost_parallel(&mut random, if is_sliver { 53 } else { 52 });
        let vertex = long.map(|x| -x / 2);
        let [x, y] = long;
        let rim = match is_sliver {
            true => vec![[y, -x], long, short, [-y, x]],
            // The sum of all points against the first and the last, so that they are looked along.
            false => vec![long, [-x - y / 2, -y + x / 2], [-x + y / 2, -y - x / 2], short],
        };
        let points = std::iter::once([0, 0]).chain(rim.iter().copied());
        let point = |[x, y]: [i64; 2]| {
            let [x, y] = [vertex[0] + x, vertex[1] + y];
            DVec3::new(x as f64, y as f64, (x + y) as f64) * 2f64.powi(-52)
        };
        let triangles = (1..rim.len() as u32).map(|i| [0, i, i + 1]).collect();
        TriangleMesh::new(points.map(point).collect(), triangles)
    }

    #[test]
    fn narrow_stars_are_certified_only_where_they_turn() {
        for seed in 0..3000 {
            certify(narrow_star(seed, true));
        }
    }

    #[test]
    fn fans_that_almost_close_are_certified_only_where_they_are_open() {
        for seed in 0..3000 {
            certify(narrow_star(seed, false));
        }
    }

    /// Poles above and below a ring that goes round twice, all in tetrahedra of one sign.
    #[test]
    fn stars_that_surround_their_vertex_twice_are_not_certified() {
        let ring = [[4, 0], [0, 4], [-4, 0], [0, -4], [3, 1], [-1, 3], [-3, -1], [1, -3]];
        let mut vertices = vec![DVec3::ZERO, DVec3::Z, -DVec3::Z];
        vertices.extend(ring.map(|[x, y]| DVec3::new(f64::from(x), f64::from(y), 0.0)));
        let sides = (0..8).map(|i| [3 + i, 3 + (i + 1) % 8]);
        let elements = sides.flat_map(|[i, j]| [[0, i, j, 1], [0, j, i, 2]]).collect();
        let (scene, stars) = certify(TetMesh::new(vertices, elements));
        assert!(!stars.is_certified(&scene, 0, 0));
    }

    /// The eight tetrahedra of an octahedron about its centre.
    fn octahedron() -> TetMesh {
        let vertices = vec![
            DVec3::ZERO,
            DVec3::X,
            DVec3::Y,
            DVec3::NEG_X,
            DVec3::NEG_Y,
            DVec3::Z,
            DVec3::NEG_Z,
        ];
        let sides = [[1, 2], [2, 3], [3, 4], [4, 1]];
        let elements = sides.iter().flat_map(|&[i, j]| [[0, i, j, 5], [0, j, i, 6]]).collect();
        TetMesh::new(vertices, elements)
    }

    #[test]
    fn a_tetrahedron_listed_twice_is_not_certified() {
        let mut solid = octahedron();
        let inner = [[-0.3, -0.1, -0.1], [-0.1, -0.3, -0.1], [-0.1, -0.1, -0.3]];
        solid.vertices.extend(inner.map(DVec3::from));
        solid.elements.extend([[0, 7, 9, 8]; 2]);
        certify(solid);
    }

    /// A fan that winds once and a third, in a plane askew to the axes, whose edges cancel but for a
    /// number next to zero: products with their sum vanish.
    #[test]
    fn fans_with_a_vanishing_sum_of_edges_are_not_certified() {
        let edges = [[1, -1, 0], [0, 1, -1], [-3, 0, 3], [2, -2, 0], [0, 2, -2]];
        for exponent in -50..50 {
            let scale = 2f64.powi(exponent);
            let mut vertices = edges.map(|edge| DVec3::from(edge.map(f64::from)) * scale).to_vec();
            for rest in [1e-300, f64::from_bits(9), f64::from_bits(1), 0.0] {
                vertices.truncate(5);
                vertices[4].x = rest;
                vertices.push(DVec3::ZERO);
                let triangles = (0..4).map(|i| [5, i, i + 1]).collect();
                let (scene, stars) = certify(TriangleMesh::new(vertices.clone(), triangles));
                assert!(!stars.is_certified(&scene, 0, 5));
            }
        }
    }
}
