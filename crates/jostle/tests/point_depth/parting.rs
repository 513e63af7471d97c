//! Moving along the directions parts what overlaps: the scenes of Heidelberger (2007), sec. 6.2.1.

use crate::{Random, shift, turned};
use jostle::contact::{DepthQuery, DepthSearch};
use jostle::mesh::shapes::{self, Split};
use jostle::{DVec3, Scene, Workspace, volume};

/// The volume of what objects have in common, summed over pairs that have any.
fn overlap(workspace: &mut Workspace, scene: &Scene) -> f64 {
    let objects: Vec<_> = scene.object_ids().collect();
    let mut sum = 0.0;
    for (i, &a) in objects.iter().enumerate() {
        for &b in &objects[i + 1..] {
            if scene.bounds(a).unwrap().overlaps(&scene.bounds(b).unwrap()) {
                sum += volume::overlap_with(workspace, scene, a, b).unwrap().volume;
            }
        }
    }
    sum
}

/// Moves every body by a fraction of the mean vector of its points in each other body, and a little along the mean
/// direction; returns whether any moved.
fn part(search: &mut DepthSearch, scene: &mut Scene, fraction: f64, least: f64) -> bool {
    let depths = search.find(scene, &DepthQuery::new()).unwrap();
    let moves: Vec<_> = (depths.pairs().iter())
        .map(|own| {
            let mean = own.resultant / own.count as f64;
            (own.object, mean * fraction + own.direction() * least)
        })
        .collect();
    for &(object, by) in &moves {
        shift(scene, object, by);
    }
    !moves.is_empty()
}

/// Moves until a part of the overlap is left, and tells in how many steps.
fn parts(mut scene: Scene, [fraction, least]: [f64; 2], left: f64, steps: usize) -> usize {
    let (mut search, mut workspace) = (DepthSearch::new(), Workspace::new());
    let first = overlap(&mut workspace, &scene);
    let mut last = first;
    assert!(first > 0.0);
    for step in 1..=steps {
        assert!(part(&mut search, &mut scene, fraction, least), "{last} are left");
        let now = overlap(&mut workspace, &scene);
        assert!(now < last, "step {step}: {now} after {last}");
        if now <= left * first {
            return step;
        }
        last = now;
    }
    panic!("{last} are left after {steps} steps");
}

/// Two cubes of 1,250 tetrahedra together, deep in each other.
#[test]
fn two_cubes_deep_in_each_other_part() {
    for by in [DVec3::new(0.45, 0.1, 0.05), DVec3::new(0.3, 0.02, 0.07), DVec3::new(0.6, 0.5, 0.1)]
    {
        let mut scene = Scene::new();
        let cube = || shapes::box_tets([5; 3], DVec3::ONE, Split::Five, 0.0, 0);
        scene.add("one", cube()).unwrap();
        scene.add("other", turned(cube(), DVec3::new(0.02, 0.03, 0.01)).translated(by)).unwrap();
        assert_eq!(scene.element_count(), 1_250);
        let steps = parts(scene, [0.5, 5e-3], 0.0, 200);
        println!("{by}: {steps} steps");
    }
}

/// A heap of 120 balls of 160 tetrahedra. In the end edges cross each other with no vertex inside, which depths of points
/// do not see: that is left.
#[test]
fn a_heap_of_balls_parts() {
    let mut random = Random::new(1);
    let mut scene = Scene::new();
    for i in 0..120 {
        let place = DVec3::new((i % 5) as f64, (i / 5 % 5) as f64, (i / 25) as f64) * 1.7;
        let ball = turned(shapes::ball_tets(2, 1.0), random.vector() * 3.0);
        scene.add("ball", ball.translated(place + random.vector() * 0.1)).unwrap();
    }
    let steps = parts(scene, [0.3, 1e-3], 0.03, 400);
    println!("{steps} steps");
}
