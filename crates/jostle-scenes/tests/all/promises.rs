//! Every scene keeps what its entry in the list says.

use jostle::collide::Broad;
use jostle::mesh::ElementKind;
use jostle::{Collisions, ObjectId, Query, Scene, Workspace};
use jostle_scenes::{
    ALL, Coverage, Error, RESOLUTIONS, Replacement, SceneDefinition, SceneOptions, find,
};
use std::collections::BTreeSet;

/// Frames to look at: the first, the last, and some between.
fn frames(entry: &SceneDefinition) -> impl Iterator<Item = usize> + '_ {
    (0..10).map(|i| i * (entry.frames - 1) / 9)
}

fn brute_force(scene: &Scene) -> Collisions {
    let query = Query::all_pairs().broad(Broad::BrutePairs).containment(false);
    jostle::collide(scene, &query).unwrap()
}

#[test]
fn scenes_exercise_what_they_say() {
    let mut broken = Vec::new();
    for entry in ALL {
        let mut animated = entry.build(&SceneOptions::with_resolution(0)).unwrap();
        let mut seen = Coverage::default();
        let mut topologies = BTreeSet::new();
        for frame in frames(entry) {
            let scene = animated.set_frame(frame).unwrap();
            scene.check().unwrap();
            for object in scene.object_ids() {
                scene.mesh(object).unwrap().check().unwrap();
            }
            let collisions = brute_force(scene);
            seen.object_pairs |= collisions.pair_count() > collisions.self_pair_count();
            seen.self_pairs |= collisions.self_pair_count() > 0;
            seen.many_bodies |= scene.objects().len() > 2;
            let has = |kind| scene.objects().iter().any(|object| object.kind() == kind);
            seen.triangles |= has(ElementKind::Triangle);
            seen.tetrahedra |= has(ElementKind::Tetrahedron);
            topologies.insert(
                scene.objects().iter().map(|object| object.vertices().len()).collect::<Vec<_>>(),
            );
        }
        seen.topology_changes = topologies.len() > 1;
        if seen != entry.coverage {
            let said = entry.coverage.words();
            broken.push(format!("{} says {said:?} and does {:?}", entry.name, seen.words()));
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn scenes_begin_without_collisions_and_move() {
    let mut colliding = Vec::new();
    for entry in ALL {
        let mut animated = entry.build(&SceneOptions::with_resolution(0)).unwrap();
        let first = animated.set_frame(0).unwrap().clone();
        if brute_force(&first).any() {
            colliding.push(entry.name);
        }
        assert!(animated.set_frame(entry.frames / 2).unwrap() != &first, "{}", entry.name);
    }
    assert!(colliding.is_empty(), "{colliding:?}");
}

/// A frame depends on its number only, and is the same in another run.
#[test]
fn scenes_are_the_same_every_time() {
    for entry in ALL {
        let mut one = entry.build(&SceneOptions::with_resolution(0)).unwrap();
        let mut other = entry.build(&SceneOptions::with_resolution(0)).unwrap();
        let forward: Vec<Scene> =
            frames(entry).map(|f| one.set_frame(f).unwrap().clone()).collect();
        let frames: Vec<usize> = frames(entry).collect();
        for (i, &frame) in frames.iter().enumerate().rev() {
            assert!(*other.set_frame(frame).unwrap() == forward[i], "{} frame {frame}", entry.name);
        }
    }
}

#[test]
fn the_lowest_resolution_is_small_and_each_is_larger_than_the_one_before() {
    for entry in ALL {
        let mut before = 0;
        // The highest takes seconds to make.
        for resolution in 0..RESOLUTIONS.len() - 2 {
            let animated = entry.build(&SceneOptions::with_resolution(resolution)).unwrap();
            let elements = animated.scene().element_count();
            let wanted = RESOLUTIONS[resolution];
            assert!(elements > before, "{} at {resolution}: {elements}", entry.name);
            assert!(
                elements > wanted / 2 && elements < 2 * wanted + 1_000,
                "{} at {resolution}: {elements} of {wanted}",
                entry.name
            );
            before = elements;
        }
    }
}

#[test]
fn the_grid_agrees_with_brute_force() {
    let mut workspace = Workspace::new();
    for entry in ALL {
        let all =
            SceneOptions { has_self_collision: Some(true), ..SceneOptions::with_resolution(0) };
        let mut animated = entry.build(&all).unwrap();
        for frame in frames(entry).step_by(3) {
            let scene = animated.set_frame(frame).unwrap();
            let query = Query::all_pairs().containment(false);
            let found = workspace.collide(scene, &query).unwrap();
            assert_eq!(found.pairs(), brute_force(scene).pairs(), "{} frame {frame}", entry.name);
        }
    }
}

#[test]
fn names_are_distinct_and_said_to_exist() {
    let mut names = BTreeSet::new();
    for entry in ALL {
        assert!(entry.summary.ends_with('.') && !entry.source.is_empty(), "{}", entry.name);
        for name in entry.aliases.iter().chain([&entry.name]) {
            assert!(names.insert(name), "{name} is used twice");
            assert_eq!(find(name).unwrap().name, entry.name);
            assert_eq!(find(&name.replace('-', "_")).unwrap().name, entry.name);
        }
    }
    let error = find("teapot").unwrap_err().to_string();
    for entry in ALL {
        assert!(error.contains(entry.name), "{error}");
    }
}

#[test]
fn surfaces_stand_in_for_solids() {
    let options = SceneOptions { surfaces: true, ..SceneOptions::with_resolution(0) };
    let animated = find("pass-through").unwrap().build(&options).unwrap();
    let kinds = animated.scene().objects().iter().map(|object| object.kind());
    assert!(kinds.into_iter().all(|kind| kind == ElementKind::Triangle));
}

#[test]
fn a_mesh_file_takes_the_place_of_a_body_and_moves_like_it() {
    let file = std::env::temp_dir().join(format!("jostle-scenes-{}.off", std::process::id()));
    let mesh = jostle::mesh::shapes::torus(50.0, 20.0, 20, 10).into();
    jostle_io::write(&file, &mesh, &[], Default::default()).unwrap();
    let with = |text: String| SceneOptions {
        meshes: vec![Replacement::parse(&text)],
        ..SceneOptions::with_resolution(0)
    };
    let path = file.to_str().unwrap().to_owned();
    for (scene, body) in [("falling", None), ("falling", Some("standing")), ("breaking", None)] {
        let text = body.map_or(path.clone(), |body| format!("{body}={path}"));
        let mut animated = find(scene).unwrap().build(&with(text)).unwrap();
        let object = ObjectId::new((body == Some("standing")) as usize);
        let box_at_rest = animated.scene().bounds(object).unwrap();
        assert_eq!(animated.scene().object(object).unwrap().elements().len(), 400);
        assert!(box_at_rest.size().max_element() < 5.0);
        animated.set_frame(find(scene).unwrap().frames - 1).unwrap();
        let moves = animated.scene().bounds(object).unwrap() != box_at_rest;
        assert_eq!(moves, body.is_none());
    }
    let refused = find("falling").unwrap().build(&with(format!("hat={path}"))).err().unwrap();
    assert!(refused.to_string().ends_with("it has falling, standing"), "{refused}");
    std::fs::remove_file(file).unwrap();
}

#[test]
fn what_does_not_exist_is_refused() {
    let entry = find("stack").unwrap();
    assert!(matches!(
        entry.build(&SceneOptions::with_resolution(6)),
        Err(Error::NoSuchResolution { resolution: 6 })
    ));
    let mut animated = entry.build(&SceneOptions::with_resolution(0)).unwrap();
    let refused = animated.set_frame(entry.frames).unwrap_err().to_string();
    assert_eq!(refused, "there is no frame 120 of 'stack'; there are 120, counted from 0");
}
