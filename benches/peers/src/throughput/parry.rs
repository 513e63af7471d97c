//! The same tests in parry. Its only public test of two triangles for a yes or no is GJK over support maps:
//! with the types known, with a first direction given, or through the dispatcher.

use jostle::DVec3;
use parry3d_f64::math::{Pose, Vector};
use parry3d_f64::query::details::{
    intersection_test_support_map_support_map,
    intersection_test_support_map_support_map_with_params,
};
use parry3d_f64::query::gjk::VoronoiSimplex;
use parry3d_f64::query::intersection_test;
use parry3d_f64::shape::{Segment, Shape, SupportMap, Triangle};

fn vector(p: DVec3) -> Vector {
    Vector::new(p.x, p.y, p.z)
}

pub fn triangle(t: &[DVec3; 3]) -> Triangle {
    Triangle::new(vector(t[0]), vector(t[1]), vector(t[2]))
}

pub fn segment(s: &[DVec3; 2]) -> Segment {
    Segment::new(vector(s[0]), vector(s[1]))
}

/// A tetrahedron: parry has no support map of its own for one.
pub struct Tetrahedron([Vector; 4]);

impl Tetrahedron {
    pub fn new(t: &[DVec3; 4]) -> Tetrahedron {
        Tetrahedron(t.map(vector))
    }
}

impl SupportMap for Tetrahedron {
    fn local_support_point(&self, direction: Vector) -> Vector {
        let further =
            |p: Vector, q: Vector| if p.dot(direction) >= q.dot(direction) { p } else { q };
        let [a, b, c, d] = self.0;
        further(further(a, b), further(c, d))
    }
}

pub fn gjk(a: &impl SupportMap, b: &impl SupportMap) -> bool {
    intersection_test_support_map_support_map(&Pose::IDENTITY, a, b)
}

pub fn gjk_from(direction: Vector, a: &impl SupportMap, b: &impl SupportMap) -> bool {
    let simplex = &mut VoronoiSimplex::new();
    let direction = Some(direction.normalize_or_zero());
    intersection_test_support_map_support_map_with_params(&Pose::IDENTITY, a, b, simplex, direction)
        .0
}

pub fn dispatched(a: &dyn Shape, b: &dyn Shape) -> bool {
    let tested = intersection_test(&Pose::IDENTITY, a, &Pose::IDENTITY, b);
    tested.expect("triangles are supported").intersecting
}

pub fn centre(t: &Triangle) -> Vector {
    (t.a + t.b + t.c) / 3.0
}
