//! What the bounds rest on.

use super::ObjectDepthQuery;
use super::body::{Body, Frame};
use super::cells::{Cell, Search, cell_corners};
use super::pieces::{Piece, grow, whole};
use crate::candidates::TopologyCache;
use crate::convex::intersects;
use crate::mesh::shapes;
use crate::mesh::{Mesh, ObjectId, Scene};
use glam::DVec3;
use jostle_support::random::SplitMix64;

fn bodies(a: impl Into<Mesh>, b: impl Into<Mesh>) -> (Frame, [Body; 2]) {
    let mut scene = Scene::new();
    let objects = [scene.add("a", a).unwrap(), scene.add("b", b).unwrap()];
    let mut topology = TopologyCache::default();
    topology.update(&scene);
    let frame = Frame::new(&scene, objects);
    (frame, objects.map(|object: ObjectId| Body::build(&scene, &topology, object, &frame)))
}

fn vector(random: &mut SplitMix64) -> DVec3 {
    DVec3::new(random.signed(), random.signed(), random.signed())
}

/// Points of a piece, corners and others, are inside the solid that it was grown in, but for what rounding
/// allows at the boundary; and so is nothing grown elsewhere.
#[test]
fn what_is_grown_is_inside() {
    let random = &mut SplitMix64::new(3);
    let solids: [Mesh; 4] = [
        shapes::torus(1.0, 0.4, 24, 12).into(),
        shapes::bumpy_sphere(8, 0.4, 1).into(),
        shapes::box_tets([2, 3, 2], DVec3::ONE, shapes::Split::Five, 0.15, 1).into(),
        shapes::icosphere(4, 1.0).scaled(DVec3::new(1.0, 0.03, 0.03)).into(),
    ];
    let mut pieces = 0;
    for solid in solids {
        let (frame, [body, _]) = bodies(solid.clone(), solid);
        let own = body.solid.as_ref().unwrap();
        for _ in 0..60 {
            let corner = body.points[(random.unit() * body.points.len() as f64) as usize];
            let seed = corner * random.unit() * 1.2 + vector(random) * 0.03;
            let Some(piece) = grow(own, seed, frame.size()) else { continue };
            pieces += 1;
            assert!(own.encloses(seed));
            let points = piece.points();
            for _ in 0..200 {
                let mut at = seed;
                for share in [0.0, 1.0, random.unit(), random.unit()] {
                    let other = points[(random.unit() * points.len() as f64) as usize];
                    at += (other - at) * share;
                    let inward = at + (seed - at) * 1e-9;
                    assert!(own.encloses(inward), "{inward} from {seed}");
                }
            }
        }
    }
    assert!(pieces > 60, "{pieces}");
}

/// The whole of a convex object is one piece, however many triangles it has; of others there is none that reaches into a hollow.
#[test]
fn the_whole_of_a_convex_object_is_a_piece() {
    for (level, most) in [(3, usize::MAX), (6, 2048)] {
        let ball = shapes::icosphere(level, 1.0).scaled(DVec3::new(1.0, 0.7, 0.4));
        let (frame, [body, _]) = bodies(ball.clone(), ball);
        let own = body.solid.as_ref().unwrap();
        let piece = whole(&body, frame.size()).expect("it is convex");
        assert!(piece.points().len() <= most, "{}", piece.points().len());
        for &p in piece.points() {
            assert!(own.encloses(p * (1.0 - 1e-9)), "{p}");
        }
        let random = &mut SplitMix64::new(5);
        for _ in 0..200 {
            let direction = vector(random).normalize();
            let furthest = |points: &[DVec3]| {
                points.iter().map(|p| p.dot(direction)).fold(f64::NEG_INFINITY, f64::max)
            };
            let share = furthest(piece.points()) / furthest(&body.points);
            assert!((0.995..=1.0).contains(&share), "{share} along {direction}");
        }
    }
    for hollow in [shapes::torus(1.0, 0.4, 24, 12), shapes::bumpy_sphere(8, 0.6, 1)] {
        let (frame, [body, _]) = bodies(hollow.clone(), hollow);
        let own = body.solid.as_ref().unwrap();
        let Some(piece) = whole(&body, frame.size()) else { continue };
        let middle = piece.points().iter().sum::<DVec3>() / piece.points().len() as f64;
        for (i, &p) in piece.points().iter().enumerate() {
            let q = piece.points()[(7 * i + 3) % piece.points().len()];
            let inner = middle + ((p + q) * 0.5 - middle) * (1.0 - 1e-9);
            assert!(own.encloses(inner), "{inner}");
        }
    }
}

/// Pieces that merely touch at a corner of a cell may not meet once they are moved without rounding.
#[test]
fn cells_are_covered_with_a_margin() {
    let cube = || shapes::box_surface(DVec3::ONE, [1; 3]);
    let (frame, bodies) = bodies(cube(), cube());
    let mut search = Search::new(&bodies, &ObjectDepthQuery::default(), &frame);
    search.pieces =
        [0, 1].map(|side| vec![Piece::from_points(bodies[side].points.clone()).unwrap()]);
    let one = frame.scale();
    let is_covered = |half_edge: f64, search: &mut Search| {
        search.is_in_difference(&Cell::new(DVec3::ZERO, half_edge, 0), f64::INFINITY)
    };
    assert!(is_covered(one * (1.0 - 1e-12), &mut search));
    assert!(!is_covered(one, &mut search), "touching is too little");
}

/// What is tested in place of a cell holds all of it that is within the radius.
#[test]
fn corners_of_cells_hold_what_is_within_the_radius() {
    let random = &mut SplitMix64::new(8);
    for _ in 0..300 {
        let (centre, half_edge) = (vector(random), random.unit());
        let cell = Cell::new(centre, half_edge, 0);
        let radius = centre.length() + half_edge * random.signed() * 1.5;
        let Some(held) = Piece::from_points(cell_corners(&cell, radius, 1e-9)) else { continue };
        for _ in 0..50 {
            let at = centre + vector(random) * half_edge;
            let is_held = intersects(&[at], &held.moved(DVec3::ZERO)).unwrap();
            assert!(is_held || at.length() > radius, "{at} {cell:?} {radius}");
        }
    }
}
