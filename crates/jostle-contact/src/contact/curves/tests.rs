//! Curves against known ones, against brute force, and on lattices where everything touches.

mod known;
mod lattice;
mod random;
mod within;

use super::{CurveFeature, CurveQuery, CurveSearch, IntersectionCurve, IntersectionCurves};
use crate::collide::{Query, collide};
use crate::mesh::{Mesh, Scene, TriangleMesh, shapes};
use glam::DVec3;

/// The curves of two meshes, which are to be all there is: every pair that collides crosses or touches, once.
fn curves_of(a: impl Into<Mesh>, b: impl Into<Mesh>) -> IntersectionCurves {
    let mut scene = Scene::new();
    scene.add("a", a).unwrap();
    scene.add("b", b).unwrap();
    curves_in(&scene)
}

/// The curves of a scene of triangles, or of anything.
fn curves_in(scene: &Scene) -> IntersectionCurves {
    let mut search = CurveSearch::new();
    let curves = search.find(scene, &CurveQuery::new()).unwrap().clone();
    let mut listed: Vec<[usize; 2]> = Vec::new();
    let crossing = curves.pairs().iter().map(|own| own.elements);
    for elements in crossing.chain(curves.touching().iter().map(|own| own.elements)) {
        let mut own = elements.map(|element| element.index());
        own.sort_unstable();
        listed.push(own);
    }
    listed.sort_unstable();
    let found = collide(scene, &Query::default()).unwrap();
    let expected: Vec<[usize; 2]> =
        found.pairs().iter().map(|pair| [pair.a.index(), pair.b.index()]).collect();
    let is_surface = |own: &crate::mesh::Object| own.kind() == crate::mesh::ElementKind::Triangle;
    if scene.objects().iter().all(is_surface) {
        assert_eq!(listed, expected);
    } else {
        listed.dedup();
        assert!(listed.iter().all(|pair| expected.binary_search(pair).is_ok()));
    }
    check(scene, &curves);
    curves
}

/// What holds of all curves.
fn check(scene: &Scene, curves: &IntersectionCurves) {
    let mut next = 0;
    for (p, patch) in curves.patches().iter().enumerate() {
        assert_eq!(patch.curves.start, next);
        next = patch.curves.end;
        let own: Vec<IntersectionCurve> = patch.curves.clone().map(|c| curves.curve(c)).collect();
        assert!(own.iter().all(|curve| curve.patch == p && curve.objects == patch.objects));
        assert_eq!(patch.pair_count, own.iter().map(|curve| curve.pairs.len()).sum::<usize>());
        let length: f64 = own.iter().map(IntersectionCurve::length).sum();
        assert!((patch.length - length).abs() <= 1e-12 * length);
        assert!(patch.normal.is_none_or(|normal| (normal.length() - 1.0).abs() < 1e-12));
    }
    assert_eq!(next, curves.len());
    let objects: Vec<_> = curves.curves().map(|curve| curve.objects).collect();
    assert!(objects.is_sorted());
    for curve in curves.curves() {
        let points = curve.points.len();
        assert_eq!(points, curve.pairs.len() + usize::from(!curve.is_closed));
        for (i, pair) in curve.pairs.iter().enumerate() {
            let ends = [curve.points[i], curve.points[(i + 1) % points]];
            let [a, b] = pair.triangles.map(|own| own.map(|v| scene.vertices()[v as usize]));
            let [n, m] = [a, b].map(|[p, q, r]| (q - p).cross(r - p).normalize_or_zero());
            for end in ends {
                // Each end is of both triangles, and in both planes.
                match end.feature {
                    CurveFeature::Vertex(v) => {
                        assert!(pair.triangles.iter().all(|own| own.contains(&v)));
                    }
                    CurveFeature::Crossing { edge, triangle } => {
                        assert!(pair.triangles.contains(&triangle));
                        let has = |own: &[u32; 3]| edge.iter().all(|v| own.contains(v));
                        assert!(pair.triangles.iter().any(has));
                    }
                }
                let size = end.position.abs().max_element().max(1.0);
                let off = |p: DVec3, n: DVec3| (end.position - p).dot(n).abs();
                assert!(off(a[0], n).max(off(b[0], m)) <= 1e-12 * size, "{pair:?}");
            }
            let along = ends[1].position - ends[0].position;
            let direction = n.cross(m);
            if direction.length() > 1e-6 {
                let back = along.dot(direction) / direction.length();
                assert!(back >= -1e-12 * (1.0 + ends[0].position.length()), "{back} {along}");
            }
        }
    }
}

/// The surface of a box between two corners.
fn block(low: [f64; 3], high: [f64; 3]) -> TriangleMesh {
    let (low, high) = (DVec3::from(low), DVec3::from(high));
    let mut mesh = shapes::box_surface(DVec3::splat(2.0), [1; 3]);
    for v in &mut mesh.vertices {
        *v = DVec3::select(v.cmpgt(DVec3::ZERO), high, low);
    }
    mesh
}

/// The vector area of all curves about an origin.
fn vector_area(curves: &IntersectionCurves, origin: DVec3) -> DVec3 {
    let segments = curves.curves().flat_map(|curve| curve.segments());
    segments.map(|[p, q]| 0.5 * (p - origin).cross(q - origin)).sum()
}
