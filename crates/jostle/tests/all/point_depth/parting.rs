//! Moving along the directions parts what overlaps: the scenes of Heidelberger (2007), sec. 6.2.1.

use super::{Random, shift, turned};
use jostle::contact::{DepthQuery, DepthSearch};
use jostle::mesh::shapes::{self, Split};
use jostle::{DVec3, ObjectId, Scene, Session, volume};
use rayon::prelude::*;

/// The pairs of objects whose boxes overlap.
fn near(scene: &Scene) -> Vec<[ObjectId; 2]> {
    let objects: Vec<ObjectId> = scene.object_ids().collect();
    let boxes: Vec<_> = objects.iter().map(|&object| scene.bounds(object).unwrap()).collect();
    let pairs = (0..objects.len()).flat_map(|i| (i + 1..objects.len()).map(move |j| [i, j]));
    let near = pairs.filter(|&[i, j]| boxes[i].overlaps(&boxes[j]));
    near.map(|pair| pair.map(|i| objects[i])).collect()
}

/// The volume of what objects have in common, summed over pairs.
fn overlap(scene: &Scene) -> f64 {
    let session = Session::new();
    let volume = |[a, b]: [ObjectId; 2]| volume::overlap_in(&session, scene, a, b).unwrap().volume;
    let volumes: Vec<f64> = near(scene).into_par_iter().map(volume).collect();
    volumes.iter().sum()
}

/// Whether the interiors of any two objects meet, exactly.
fn overlaps(scene: &Scene) -> bool {
    near(scene).into_par_iter().any(|[a, b]| volume::overlaps(scene, a, b).unwrap())
}

/// Pushes all that are in each other by half of what their points and edges say in the mean, and a share of the largest depth
/// more; returns whether there were any.
fn part(search: &mut DepthSearch, scene: &mut Scene) -> bool {
    let depths = search.find(scene, &DepthQuery::new()).unwrap();
    let pushes: Vec<_> = depths.pushes().collect();
    // At least what rounding leaves of a push.
    let deepest = pushes.iter().map(|own| own.largest).fold(1e-9, f64::max);
    for own in &pushes {
        let by = own.mean() * 0.5 + own.direction() * (0.3 * deepest);
        shift(scene, own.objects[0], by);
        shift(scene, own.objects[1], -by);
    }
    !pushes.is_empty()
}

/// Moves until nothing overlaps, by less in every step, and tells in how many steps.
fn parts(mut scene: Scene) -> usize {
    let mut search = DepthSearch::new();
    let first = overlap(&scene);
    let mut last = first;
    assert!(first > 0.0);
    for step in 1..=100 {
        assert!(part(&mut search, &mut scene), "{last} are left");
        let now = overlap(&scene);
        assert!(now < last, "step {step}: {now} after {last}");
        if now == 0.0 && !overlaps(&scene) {
            return step;
        }
        last = now;
    }
    panic!("{last} are left");
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
        let steps = parts(scene);
        println!("{by}: {steps} steps");
    }
}

/// A heap of 120 balls of 160 tetrahedra. In the end edges cross each other with no vertex inside.
#[test]
fn a_heap_of_balls_parts() {
    for seed in 1..=3 {
        let mut random = Random::new(seed);
        let mut scene = Scene::new();
        for i in 0..120 {
            let place = DVec3::new((i % 5) as f64, (i / 5 % 5) as f64, (i / 25) as f64) * 1.7;
            let ball = turned(shapes::ball_tets(2, 1.0), random.vector() * 3.0);
            scene.add("ball", ball.translated(place + random.vector() * 0.1)).unwrap();
        }
        let steps = parts(scene);
        println!("heap {seed}: {steps} steps");
    }
}

/// What vertices alone do not tell: bars that cross, and the edge of a wedge through a face.
#[test]
fn edges_that_cross_without_a_vertex_inside_push() {
    let bar = |size: [f64; 3]| shapes::box_surface(DVec3::from_array(size), [1; 3]);
    let mut scene = Scene::new();
    let lower = scene.add("lower", bar([4.0, 1.0, 1.0])).unwrap();
    let upper = bar([1.0, 4.0, 1.0]).translated(DVec3::new(0.03, 0.02, 0.9));
    let upper = scene.add("upper", upper).unwrap();
    let mut search = DepthSearch::new();
    let depths = search.find(&scene, &DepthQuery::new()).unwrap();
    assert!(depths.points().is_empty() && !depths.edges().is_empty());
    let own = depths.between(upper, lower).unwrap();
    assert_eq!((own.count, own.edge_count), (0, depths.edges_of(own).len()));
    for edge in depths.edges_of(own) {
        assert!((edge.depth - 0.1).abs() < 1e-12 && edge.direction.distance(DVec3::Z) < 1e-12);
        assert!((0.0..=1.0).contains(&edge.part));
    }
    let [push] = depths.pushes().collect::<Vec<_>>()[..] else { panic!("one pair") };
    assert_eq!(push.objects, [lower, upper]);
    assert!(push.direction().distance(-DVec3::Z) < 1e-12 && (push.largest - 0.1).abs() < 1e-12);
    assert!(search.find(&scene, &DepthQuery::new().edges(false)).unwrap().is_empty());
    assert_eq!(parts(scene), 1);
}
