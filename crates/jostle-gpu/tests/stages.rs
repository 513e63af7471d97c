//! Each stage against its definition, in plain loops on the CPU.

#[path = "../../../xtask/src/scenes/draft.rs"]
mod draft;

use jostle::mesh::shapes;
use jostle::narrow::{Tally, elements_collide};
use jostle::{DVec3, Query, Scene};
use jostle_gpu::{Choice, GpuEngine, Inspection, Precision};
use std::collections::BTreeSet;

fn inspected(engine: &mut GpuEngine, scene: &Scene) -> Inspection {
    // A sort would go through the room of the candidates.
    engine.sort_on_device_from(usize::MAX);
    engine.collide(scene, &Query::default().containment(false)).unwrap();
    engine.inspect().unwrap()
}

/// All of a list, and that nothing is in it twice.
fn unique(list: &[[u32; 2]], what: &str) -> BTreeSet<[u32; 2]> {
    let set: BTreeSet<[u32; 2]> = list.iter().copied().collect();
    assert_eq!(set.len(), list.len(), "{what}: a pair is listed twice");
    set
}

/// Pairs of elements whose boxes overlap and that the flags admit.
fn overlapping(scene: &Scene) -> Vec<[u32; 2]> {
    let boxes: Vec<_> = (0..scene.element_count()).map(|e| scene.element(e).bounds()).collect();
    let mut pairs = Vec::new();
    for b in 0..boxes.len() {
        for a in 0..b {
            let (one, other) = (scene.owner(a), scene.owner(b));
            let admitted = one != other || scene.objects()[one].has_self_collision();
            if admitted && boxes[a].overlaps(&boxes[b]) {
                pairs.push([a as u32, b as u32]);
            }
        }
    }
    pairs
}

fn check(scene: &Scene, found: &Inspection, what: &str) -> [usize; 3] {
    // Clusters: every element once.
    let mut cluster_of = vec![u32::MAX; scene.element_count()];
    for (c, members) in (0..).zip(&found.clusters) {
        assert!(!members.is_empty() && members.len() <= 128, "{what}");
        for &e in members {
            assert_eq!(std::mem::replace(&mut cluster_of[e as usize], c), u32::MAX, "{what}");
        }
    }
    assert!(!cluster_of.contains(&u32::MAX), "{what}");
    // Near clusters: all that hold overlapping elements, each once.
    let near = unique(&found.near, what);
    let candidates = unique(&found.candidates, what);
    let mut tally = Tally::default();
    let mut collide =
        |[a, b]: [u32; 2]| elements_collide(scene, a as usize, b as usize, &mut tally);
    for [a, b] in overlapping(scene) {
        let (p, q) = (cluster_of[a as usize], cluster_of[b as usize]);
        assert!(near.contains(&[p.min(q), p.max(q)]), "{what}: {a} and {b} in {p} and {q}");
        // Candidates: all but neighbours that stars settled, and those do not collide.
        if !candidates.contains(&[a, b]) {
            let others = scene.corner_indices(b as usize);
            let shares = scene.corner_indices(a as usize).iter().any(|v| others.contains(v));
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
    let mut engine = GpuEngine::on(&Choice::Best, precision).unwrap();
    let mut counts = [0; 3];
    for seed in first..first + 400 {
        let scene = draft::scene(seed);
        let found = inspected(&mut engine, &scene);
        let own = check(&scene, &found, &format!("seed {seed}"));
        counts = [0, 1, 2].map(|i| counts[i] + own[i]);
    }
    assert!(counts[1] > 200 && counts[2] > 200 && counts[0] > counts[1] + counts[2], "{counts:?}");
}

#[test]
fn stages_do_what_they_should_on_random_scenes() {
    random(Precision::Auto, 8_000_000);
}

#[test]
fn stages_do_what_they_should_with_short_numbers() {
    random(Precision::Single, 9_000_000);
}

#[test]
fn stages_do_what_they_should_where_clusters_are_many() {
    let mut scene = Scene::new();
    let mut add = |mesh: jostle::Mesh| {
        let object = scene.add("mesh", mesh).unwrap();
        scene.set_self_collision(object, object != 1).unwrap();
    };
    add(shapes::bumpy_sphere(9, 0.1, 1).into());
    add(shapes::bumpy_sphere(8, 0.1, 2).translated(DVec3::new(0.3, 0.2, 0.1)).into());
    add(shapes::ball_tets(4, 0.8).translated(DVec3::new(0.4, -0.3, 0.2)).into());
    for precision in [Precision::Auto, Precision::Single] {
        let mut engine = GpuEngine::on(&Choice::Best, precision).unwrap();
        for far in [0.0, 1e6] {
            let mut moved = scene.clone();
            for object in 0..3 {
                moved
                    .vertices_mut(object)
                    .unwrap()
                    .iter_mut()
                    .for_each(|v| *v += DVec3::splat(far));
            }
            let found = inspected(&mut engine, &moved);
            let [candidates, sure, unsure] = check(&moved, &found, "many clusters");
            assert!(sure > 100 && candidates > 1_000, "{candidates} {sure}");
            // Short numbers hold 48 bits, so that even far out few pairs are left to the exact test.
            assert!(unsure * 4 < candidates, "{precision:?}, {far}: {unsure} of {candidates}");
        }
    }
}

#[test]
fn crumpled_shapes_are_settled_only_where_they_may_be() {
    let mut engines =
        [Precision::Auto, Precision::Single].map(|p| GpuEngine::on(&Choice::Best, p).unwrap());
    let mut settled = [0; 2];
    for seed in 0..40 {
        let mut random = shapes::SplitMix64::new(seed);
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
        for (engine, settled) in engines.iter_mut().zip(&mut settled) {
            let found = inspected(engine, &scene);
            check(&scene, &found, &format!("crumpled {seed}"));
            let report = engine.report();
            *settled += report.overlapping - report.candidates;
        }
    }
    assert!(settled.iter().all(|&settled| settled > 10_000), "{settled:?}");
}
