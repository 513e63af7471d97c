//! From frame to frame a scene takes steps, whose impacts are those of brute force.

use jostle::impact::{ImpactMethod, ImpactQuery, ImpactSearch};
use jostle::{DVec3, ElementId, Scene};
use jostle_scenes::{ALL, AnimatedScene, SceneDefinition, SceneOptions, find};
use jostle_testing::{brute_force_impacts, check_impacts};

const CLOTHS: [&str; 5] = ["drape", "crumple", "twist", "sleeve", "flag"];

/// About as many elements as brute force compares in a moment.
const ELEMENTS: usize = 500;

fn build(entry: &'static SceneDefinition) -> AnimatedScene {
    entry.build(&SceneOptions::with_elements(ELEMENTS)).unwrap()
}

/// The scene at a frame, and where its vertices are in the next.
fn step(animated: &mut AnimatedScene, frame: usize) -> (Scene, Vec<DVec3>) {
    let end = animated.set_frame(frame + 1).unwrap().vertices().to_vec();
    (animated.set_frame(frame).unwrap().clone(), end)
}

fn elements(scene: &Scene) -> Vec<Vec<u32>> {
    let corners = |object: &jostle::mesh::Object| {
        object.elements().map(|e| scene.corner_indices(ElementId::new(e)).to_vec()).collect()
    };
    scene.objects().iter().flat_map(|object| -> Vec<Vec<u32>> { corners(object) }).collect()
}

#[test]
fn cloths_keep_their_topology_and_move_at_every_step() {
    for name in CLOTHS {
        let entry = find(name).unwrap();
        let mut animated = build(entry);
        let first = animated.scene().clone();
        assert!(first.objects().iter().any(|object| object.has_self_collision()), "{name}");
        for frame in 0..entry.frames - 1 {
            let (scene, end) = step(&mut animated, frame);
            assert_eq!(elements(&scene), elements(&first), "{name}, frame {frame}");
            assert!(scene.vertices().iter().all(|v| v.is_finite()), "{name}, frame {frame}");
            assert!(scene.vertices() != end, "{name}, frame {frame}");
        }
    }
}

/// Compares some steps of a scene with brute force. Returns the number of impacts.
fn compare(search: &mut ImpactSearch, entry: &'static SceneDefinition, steps: &[usize]) -> usize {
    let mut animated = build(entry);
    let mut impacts = 0;
    for &frame in steps {
        let (scene, end) = step(&mut animated, frame);
        let expected = brute_force_impacts(&scene, &end, 0.0);
        for threads in [1, 2] {
            check_impacts(search, &scene, &end, threads, &expected)
                .unwrap_or_else(|error| panic!("{}, frame {frame}: {error}", entry.name));
        }
        impacts += expected.len();
    }
    impacts
}

#[test]
fn impacts_are_those_of_brute_force() {
    let mut search = ImpactSearch::new();
    for entry in ALL.iter().filter(|entry| !entry.coverage.topology_changes) {
        let steps = [2, 3, 4].map(|fifth| fifth * entry.frames / 5);
        let impacts = compare(&mut search, entry, &steps);
        let is_cloth = CLOTHS.contains(&entry.name);
        assert!(impacts > 0 || !is_cloth, "{}: nothing meets in these steps", entry.name);
    }
}

/// One search for each method, so that what is kept from step to step is used.
#[test]
fn all_methods_answer_alike_at_every_step() {
    const FEW: usize = 300;
    let (mut free, mut proven) = ([0, 0], 0);
    for entry in ALL.iter().filter(|entry| !entry.coverage.topology_changes) {
        let mut animated = entry.build(&SceneOptions::with_elements(FEW)).unwrap();
        let mut searches = ImpactMethod::ALL.map(|_| ImpactSearch::new());
        for frame in 0..entry.frames - 1 {
            let (scene, end) = step(&mut animated, frame);
            // All impacts now and then.
            let query = if frame % 8 == 7 { ImpactQuery::all() } else { ImpactQuery::first() };
            for (search, method) in searches.iter_mut().zip(ImpactMethod::ALL) {
                search.find(&scene, &end, &query.clone().method(method)).unwrap();
            }
            let [full, others @ ..] = &searches;
            for (search, method) in others.iter().zip(&ImpactMethod::ALL[1..]) {
                let name = entry.name;
                let (own, full) = (search.impacts(), full.impacts());
                assert_eq!(own.first(), full.first(), "{name}, frame {frame}, {method:?}");
                assert_eq!(own.all(), full.all(), "{name}, frame {frame}, {method:?}");
            }
            free[usize::from(full.impacts().is_free())] += 1;
            proven += searches[4].impacts().statistics().view.proven;
        }
    }
    assert!(free.iter().all(|&count| count > 200) && proven > 20, "{free:?}, {proven}");
}
