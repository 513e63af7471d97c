//! All methods answer alike.

use super::normal_cones::tests_of_boxes::boxes_overlap;
use super::*;
use crate::impact::{ImpactQuery, ImpactSearch};
use crate::mesh::{Layers, Scene, shapes};
use crate::session::{Filters, SelfPairs, Session};
use glam::DVec3;

struct Random(u64);

impl Random {
    /// Between -1 and 1.
    fn number(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    fn vector(&mut self) -> DVec3 {
        DVec3::new(self.number(), self.number(), self.number())
    }
}

/// Compares all methods with the default; returns whether the step is free.
fn check(search: &mut ImpactSearch, scene: &Scene, end: &[DVec3], query: ImpactQuery) -> bool {
    let full = ImpactSearch::new().find(scene, end, &query).unwrap().clone();
    for method in ImpactMethod::ALL {
        let impacts = search.find(scene, end, &query.clone().method(method)).unwrap();
        assert_eq!(impacts.all(), full.all(), "{method:?}");
        assert_eq!(impacts.first(), full.first(), "{method:?}");
    }
    full.is_free()
}

/// Sheets whose vertices move in their plane mostly, by about the length of an edge.
#[test]
fn random_steps_are_as_in_the_full_search() {
    let mut random = Random(3);
    let mut free = [0, 0];
    let mut search = ImpactSearch::new();
    for case in 0..300 {
        let mut scene = Scene::new();
        let sheet = scene.add("sheet", shapes::cloth(6, 6, [1.0, 1.0])).unwrap();
        scene.set_self_collision(sheet, true).unwrap();
        let reach = 0.02 + 0.3 * f64::from(case % 10) / 10.0;
        let flat = DVec3::new(1.0, 1.0, 0.3);
        for v in scene.vertices_mut(sheet).unwrap() {
            *v += random.vector() * flat * 0.02;
        }
        let mut end = scene.vertices().to_vec();
        match case % 3 {
            // All.
            0 => end.iter_mut().for_each(|v| *v += random.vector() * flat * reach),
            // Those within, in pairs that change places.
            1 => {
                for row in 1..6 {
                    for pair in [1, 3] {
                        let at = row * 7 + pair;
                        let middle = (end[at] + end[at + 1]) * 0.5;
                        let turn = |v: DVec3| {
                            middle + (middle - v) * (0.8 + 0.4 * random.0 as f64 / 2f64.powi(64))
                        };
                        (end[at], end[at + 1]) = (turn(end[at]), turn(end[at + 1]));
                        random.number();
                    }
                }
            }
            // A corner, onto the rest.
            _ => end[0] += DVec3::new(1.0, 1.0, 0.2) * (1.0 + random.number()) * 0.4,
        }
        let is_free = check(&mut search, &scene, &end, ImpactQuery::all());
        check(&mut search, &scene, &end, ImpactQuery::first());
        free[usize::from(is_free)] += 1;
    }
    assert!(free.iter().all(|&count| count > 20), "{free:?}");
}

/// A ramp that winds by more than a turn and is pushed through itself: all of it faces upward.
#[test]
fn a_ramp_of_more_than_a_turn_is_compared() {
    const AROUND: u32 = 40;
    let ramp = |rise: f64| {
        let mut vertices = Vec::new();
        for i in 0..=AROUND {
            let turns = 1.3 * f64::from(i) / f64::from(AROUND);
            let (sin, cos) = (turns * std::f64::consts::TAU).sin_cos();
            for radius in [0.5, 0.7, 0.9] {
                vertices.push(DVec3::new(radius * cos, radius * sin, rise * turns));
            }
        }
        vertices
    };
    let squares = (0..AROUND).flat_map(|i| [3 * i, 3 * i + 1]);
    let triangles = squares.flat_map(|a| [[a, a + 1, a + 4], [a, a + 4, a + 3]]);
    let mut scene = Scene::new();
    let mesh = crate::mesh::TriangleMesh::new(ramp(0.2), triangles.collect());
    let object = scene.add("ramp", mesh).unwrap();
    scene.set_self_collision(object, true).unwrap();
    assert!(!check(&mut ImpactSearch::new(), &scene, &ramp(-0.1), ImpactQuery::all()));
}

/// Objects of all kinds, with and without pairs within, and filters.
#[test]
fn scenes_of_many_objects_are_as_in_the_full_search() {
    let mut random = Random(4);
    let mut search = ImpactSearch::new();
    let mut on_two_threads = ImpactSearch::in_session(&Session::new().threads(2));
    let mut scene = Scene::new();
    let ball = scene.add("ball", shapes::icosphere(2, 1.0)).unwrap();
    let solid = shapes::ball_tets(3, 0.6).translated(DVec3::X * 1.2);
    let solid = scene.add("solid", solid).unwrap();
    let sheet = shapes::cloth(9, 9, [2.0, 2.0]).translated(DVec3::Z * 1.1);
    let sheet = scene.add("sheet", sheet).unwrap();
    let torus = shapes::torus(1.2, 0.4, 24, 12).translated(DVec3::new(0.3, 0.2, 0.4));
    let torus = scene.add("torus", torus).unwrap();
    for object in [ball, solid, sheet, torus] {
        scene.set_self_collision(object, true).unwrap();
    }
    for case in 0..12 {
        let reach = 0.02 * f64::from(1 + case);
        let end: Vec<DVec3> =
            scene.vertices().iter().map(|v| *v + random.vector() * reach).collect();
        let first = ImpactQuery::first().tolerance(if case % 2 == 0 { 0.0 } else { 1e-3 });
        for query in [ImpactQuery::all(), first] {
            check(&mut search, &scene, &end, query.clone());
            check(&mut on_two_threads, &scene, &end, query.clone());
            for filters in [
                Filters::new().self_pairs(SelfPairs::None),
                Filters::new().self_pairs(SelfPairs::Only),
                Filters::new().among([sheet, torus]),
                Filters::new().exclude([(ball, ball), (ball, sheet)]),
            ] {
                check(&mut search, &scene, &end, query.clone().filters(filters));
            }
        }
        scene.set_layers(torus, Layers { membership: 1 + case % 2, mask: 1 }).unwrap();
    }
}

/// Two edges that are seen as points, in the same place.
#[test]
fn edges_that_touch_have_boxes_that_do() {
    let mut random = Random(5);
    for _ in 0..1000 {
        let direction = random.vector().normalize();
        let [a, b, c] = [0; 3].map(|_| random.vector());
        let along = [0.0, 8.0, 4.0, 12.0].map(|length| direction * length);
        let positions = [a, b, along[0], along[1], c, along[2], along[3]];
        assert!(boxes_overlap(&positions, direction, [2, 5]));
    }
}
