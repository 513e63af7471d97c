//! Each stage against its definition, in plain loops on the CPU.

use jostle::mesh::shapes;
use jostle::narrow::{Tally, elements_collide};
use jostle::{DVec3, ElementId, ObjectId, Query, Scene};
use jostle_gpu::{AdapterChoice, GpuEngine, Precision, StageOutputs};
use jostle_testing::{SplitMix64, random_scene, share_of};
use std::collections::BTreeSet;

/// Whether topology is prepared on the host before the first query about it.
const FORMS: [u32; 2] = [u32::MAX, 0];

fn stage_outputs(engine: &mut GpuEngine, scene: &Scene, form: u32) -> StageOutputs {
    // All elements are compared, also those of bodies.
    engine.set_clears_bodies(false);
    // A sort would overwrite the list of candidates.
    engine.set_device_sort_threshold(usize::MAX);
    engine.set_preparation_threshold(form);
    engine.collide(scene, &Query::default().containment(false)).unwrap();
    engine.read_stage_outputs().unwrap()
}

/// All of a list, and that nothing is in it twice.
fn unique(list: &[[u32; 2]], what: &str) -> BTreeSet<[u32; 2]> {
    let set: BTreeSet<[u32; 2]> = list.iter().copied().collect();
    assert_eq!(set.len(), list.len(), "{what}: a pair is listed twice");
    set
}

/// Pairs of elements whose boxes overlap and that the flags admit.
fn overlapping(scene: &Scene) -> Vec<[u32; 2]> {
    let elements = (0..scene.element_count()).map(ElementId::new);
    let boxes: Vec<_> = elements.map(|e| scene.element(e).bounds()).collect();
    let mut pairs = Vec::new();
    for b in 0..boxes.len() {
        for a in 0..b {
            let [one, other] = [a, b].map(|e| scene.owner(ElementId::new(e)));
            let admitted = one != other || scene.object(one).unwrap().has_self_collision();
            if admitted && boxes[a].overlaps(&boxes[b]) {
                pairs.push([a as u32, b as u32]);
            }
        }
    }
    pairs
}

fn check(scene: &Scene, found: &StageOutputs, what: &str) -> [usize; 3] {
    // Clusters: every element once.
    let mut cluster_of = vec![u32::MAX; scene.element_count()];
    for (c, elements) in (0..).zip(&found.clusters) {
        assert!(!elements.is_empty() && elements.len() <= 128, "{what}");
        for &e in elements {
            assert_eq!(std::mem::replace(&mut cluster_of[e as usize], c), u32::MAX, "{what}");
        }
    }
    assert!(!cluster_of.contains(&u32::MAX), "{what}");
    // Pairs of clusters: all that hold overlapping elements, each once.
    let cluster_pairs = unique(&found.cluster_pairs, what);
    let candidates = unique(&found.candidates, what);
    let mut tally = Tally::default();
    let id = |element: u32| ElementId::new(element as usize);
    let mut collide = |[a, b]: [u32; 2]| elements_collide(scene, id(a), id(b), &mut tally);
    for [a, b] in overlapping(scene) {
        let (p, q) = (cluster_of[a as usize], cluster_of[b as usize]);
        assert!(
            cluster_pairs.contains(&[p.min(q), p.max(q)]),
            "{what}: {a} and {b} in {p} and {q}"
        );
        // Candidates: all but neighbours that stars excluded, and those do not collide.
        if !candidates.contains(&[a, b]) {
            let others = scene.corner_indices(id(b));
            let shares = scene.corner_indices(id(a)).iter().any(|v| others.contains(v));
            assert!(shares && !collide([a, b]), "{what}: {a} and {b} were lost");
        }
    }
    // Verdicts: yes and no are certain.
    let sure = unique(&found.sure, what);
    let unsure = unique(&found.unsure, what);
    assert!(sure.is_disjoint(&unsure), "{what}");
    for &pair in &candidates {
        if !unsure.contains(&pair) {
            assert_eq!(sure.contains(&pair), collide(pair), "{what}: {pair:?}");
        }
    }
    let listed = sure.union(&unsure);
    assert!(listed.into_iter().all(|pair| candidates.contains(pair)), "{what}");
    [candidates.len(), sure.len(), unsure.len()]
}

fn random(precision: Precision, first: u64) {
    let mut engine = GpuEngine::with_adapter(&AdapterChoice::Best, precision).unwrap();
    let mut counts = [0; 3];
    for seed in first..first + share_of(400) {
        let scene = random_scene(seed);
        for form in FORMS {
            let found = stage_outputs(&mut engine, &scene, form);
            let own = check(&scene, &found, &format!("seed {seed}"));
            counts = [0, 1, 2].map(|i| counts[i] + own[i]);
        }
    }
    let few = share_of(200) as usize;
    assert!(counts[1] > few && counts[2] > few && counts[0] > counts[1] + counts[2], "{counts:?}");
}

#[test]
fn stages_do_what_they_should_on_random_scenes() {
    random(Precision::Auto, 8_000_000);
}

#[test]
fn stages_do_what_they_should_in_f32() {
    random(Precision::F32, 9_000_000);
}

#[test]
fn stages_do_what_they_should_where_clusters_are_many() {
    let mut scene = Scene::new();
    let mut add = |mesh: jostle::Mesh| {
        let object = scene.add("mesh", mesh).unwrap();
        scene.set_self_collision(object, object != ObjectId::new(1)).unwrap();
    };
    add(shapes::bumpy_sphere(9, 0.1, 1).into());
    add(shapes::bumpy_sphere(8, 0.1, 2).translated(DVec3::new(0.3, 0.2, 0.1)).into());
    add(shapes::ball_tets(4, 0.8).translated(DVec3::new(0.4, -0.3, 0.2)).into());
    for precision in [Precision::Auto, Precision::F32] {
        let mut engine = GpuEngine::with_adapter(&AdapterChoice::Best, precision).unwrap();
        for far in [0.0, 1e6] {
            let mut moved = scene.clone();
            for object in moved.object_ids() {
                moved
                    .vertices_mut(object)
                    .unwrap()
                    .iter_mut()
                    .for_each(|v| *v += DVec3::splat(far));
            }
            for form in FORMS {
                let found = stage_outputs(&mut engine, &moved, form);
                let [candidates, sure, unsure] = check(&moved, &found, "many clusters");
                assert!(sure > 100 && candidates > 1_000, "{candidates} {sure}");
                // Hi/lo pairs of f32 hold 48 bits, so that even far out few pairs are left to the exact test.
                assert!(unsure * 4 < candidates, "{precision:?}, {far}: {unsure} of {candidates}");
            }
        }
    }
}

#[test]
fn stars_of_crumpled_shapes_exclude_only_what_does_not_collide() {
    let mut engines = [Precision::Auto, Precision::F32]
        .map(|p| GpuEngine::with_adapter(&AdapterChoice::Best, p).unwrap());
    let mut excluded = [[0; 2]; 2];
    for seed in 0..share_of(40) {
        let mut random = SplitMix64::new(seed);
        let crumple = 0.05 * (1 + seed % 8) as f64;
        let mut crumpled = |mesh: jostle::Mesh, scene: &mut Scene| {
            let object = scene.add("mesh", mesh).unwrap();
            scene.set_self_collision(object, true).unwrap();
            for v in scene.vertices_mut(object).unwrap() {
                *v += DVec3::new(random.signed(), random.signed(), random.signed()) * crumple;
            }
        };
        let mut scene = Scene::new();
        crumpled(shapes::icosphere(2, 1.0).into(), &mut scene);
        crumpled(shapes::cloth(8, 8, [1.0, 1.0]).translated(DVec3::X * 5.0).into(), &mut scene);
        crumpled(shapes::ball_tets(3, 1.0).translated(DVec3::Y * 5.0).into(), &mut scene);
        for (engine, excluded) in engines.iter_mut().zip(&mut excluded) {
            for (form, excluded) in FORMS.into_iter().zip(excluded) {
                let found = stage_outputs(engine, &scene, form);
                check(&scene, &found, &format!("crumpled {seed}"));
                let report = engine.report();
                *excluded += report.overlapping - report.candidates;
            }
        }
    }
    assert!(
        excluded.as_flattened().iter().all(|&excluded| excluded > share_of(10_000) as _),
        "{excluded:?}"
    );
}
