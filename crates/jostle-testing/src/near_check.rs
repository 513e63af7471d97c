//! Comparison of queries for pairs within a distance, and of those that leave things out, with brute force.

use crate::{BruteForce, SplitMix64, check_equal, on_threads, random_scene};
use jostle::collide::Broad;
use jostle::mesh::Layers;
use jostle::session::ExcludedElements;
use jostle::{Collisions, ElementId, Filters, ObjectId, Pair, Query, Scene, SelfPairs, Workspace};

/// Compares the queries of one random scene with brute force: within several distances, with layers and
/// exclusions, every output; with every broad phase and several numbers of threads if asked to. Returns
/// how many pairs it has compared.
pub fn check_within(
    workspace: &mut Workspace,
    seed: u64,
    every_broad_phase: bool,
) -> Result<usize, String> {
    let mut scene = random_scene(seed);
    let random = &mut SplitMix64::new(!seed);
    let mut pairs = 0;
    for distance in distances(&scene, random) {
        for filtered in [false, true] {
            let mut query = Query::all_pairs().within(distance);
            if filtered {
                set_layers(&mut scene, random);
                query = query.filters(random_filters(&scene, random));
            }
            let broad_phases: &[Broad] = match every_broad_phase {
                true => &Broad::ALL,
                false => &[Broad::Auto],
            };
            let expected = BruteForce::from_query(&scene, &query);
            pairs += expected.pairs().len();
            let mut first = None;
            for &broad in broad_phases {
                for threads in if every_broad_phase { 1..4 } else { 2..3 } {
                    let query = query.clone().broad(broad);
                    let check = || check_outputs(workspace, &scene, &query, &expected);
                    let found = on_threads(threads, check)
                        .map_err(|error| format!("{threads} threads, {query:?}: {error}"))?;
                    // To the last digit, whoever finds them.
                    let distances = found.distances().to_vec();
                    let first = first.get_or_insert_with(|| distances.clone());
                    check_equal("distances of other broad phases", &distances, first)?;
                }
            }
        }
    }
    Ok(pairs)
}

/// A distance of about the size of an element or less, and one of about that of the scene.
fn distances(scene: &Scene, random: &mut SplitMix64) -> Vec<f64> {
    let bounds = |element: usize| scene.element(ElementId::new(element)).bounds();
    let some = random.below(scene.element_count() as u64) as usize;
    let element = bounds(some).size().max_element().min(f64::MAX);
    let whole = scene.element_bounds().size().max_element().min(1e300);
    vec![element * random.magnitude(-6, 0), whole * random.magnitude(-3, 2)]
}

fn set_layers(scene: &mut Scene, random: &mut SplitMix64) {
    for object in scene.object_ids() {
        let layers = match random.below(3) {
            0 => Layers::ALL,
            _ => Layers { membership: 1 << random.below(3), mask: random.below(8) as u32 },
        };
        scene.set_layers(object, layers).expect("an object");
    }
}

fn random_filters(scene: &Scene, random: &mut SplitMix64) -> Filters {
    let object = |random: &mut SplitMix64| {
        ObjectId::new(random.below(scene.objects().len() as u64) as usize)
    };
    let element = |random: &mut SplitMix64| {
        ElementId::new(random.below(scene.element_count() as u64) as usize)
    };
    let mut filters = Filters::new();
    if random.one_in(2) {
        filters = filters.exclude([(object(random), object(random))]);
    }
    if random.one_in(2) {
        let elements: Vec<ElementId> = (0..random.below(3)).map(|_| element(random)).collect();
        let pairs = (0..random.below(30)).map(|_| Pair::new(element(random), element(random)));
        filters = filters.exclude_elements(ExcludedElements::new(elements, pairs));
    }
    match random.below(5) {
        0 => filters.self_pairs(SelfPairs::None),
        1 => filters.self_pairs(SelfPairs::Only),
        2 => filters.among([object(random), object(random)]),
        _ => filters,
    }
}

fn check_outputs(
    workspace: &mut Workspace,
    scene: &Scene,
    query: &Query,
    expected: &BruteForce,
) -> Result<Collisions, String> {
    let mut ask = |output: Query| {
        let distance = query.distance().expect("a distance");
        let asked = output.within(distance).broad(query.broad_phase());
        let asked = asked.filters(query.chosen_filters().clone());
        workspace.collide(scene, &asked).cloned().map_err(|error| error.to_string())
    };
    let all = ask(Query::all_pairs())?;
    expected.check_pairs(&all)?;
    expected.check_object_distances(scene, &all)?;
    let colliding = ask(Query::colliding_elements())?;
    expected.check_colliding_elements(&colliding)?;
    check_equal("what is inside", colliding.inside(), all.inside())?;
    expected.check_first_pair(&ask(Query::first_pair())?)?;
    expected.check_count(&ask(Query::pair_count())?)?;
    Ok(all)
}
