//! From the lists of the device to the answer: the exact tests of unsure pairs, and the order.

use jostle::narrow::Tally;
use jostle::{ElementId, Pair, Scene};
use rayon::prelude::*;

/// Exact tests that are worth a thread.
const TESTS_PER_THREAD: usize = 64;
/// Pairs that are worth a thread.
const PAIRS_PER_THREAD: usize = 1 << 14;

/// An element as the device numbers it: as the scene does.
fn element(index: u32) -> ElementId {
    ElementId::new(index as usize)
}

/// Pairs of elements, the lower first, of pairs of slots.
pub(crate) fn element_pairs(slots: &[[u32; 2]], elements: &[u32]) -> Vec<[u32; 2]> {
    let pair = |slots: &[u32; 2]| {
        let [a, b] = slots.map(|slot| elements[slot as usize]);
        [a.min(b), a.max(b)]
    };
    slots.iter().map(pair).collect()
}

/// Those of the pairs that collide, and how many signs were computed exactly.
pub(crate) fn exact_collisions(
    unsure: &[[u32; 2]],
    collide: impl Fn(ElementId, ElementId, &mut Tally) -> bool + Sync,
) -> (Vec<[u32; 2]>, u64) {
    let decide = |&[a, b]: &[u32; 2]| {
        let mut tally = Tally::default();
        let collide = collide(element(a), element(b), &mut tally);
        (collide.then_some([a, b]), tally.exact)
    };
    let decided: Vec<_> = unsure.par_iter().with_min_len(TESTS_PER_THREAD).map(decide).collect();
    let signs = decided.iter().map(|decided| decided.1).sum();
    (decided.into_iter().filter_map(|decided| decided.0).collect(), signs)
}

/// Lists all pairs in order: those of the device, which may be sorted, and the others.
pub(crate) fn sort_pairs(
    found: &[[u32; 2]],
    is_sorted: bool,
    others: &[[u32; 2]],
    pairs: &mut Vec<Pair>,
) {
    let pair = |&[a, b]: &[u32; 2]| Pair { a: element(a), b: element(b) };
    pairs.clear();
    if is_sorted {
        found.par_iter().with_min_len(PAIRS_PER_THREAD).map(pair).collect_into_vec(pairs);
        let mut others: Vec<Pair> = others.iter().map(pair).collect();
        others.sort_unstable();
        if !others.is_empty() {
            pairs.extend(others);
            pairs.sort(); // Two runs, which it merges.
        }
    } else {
        // As numbers they are compared at once.
        let packed = |&[a, b]: &[u32; 2]| u64::from(a) << 32 | u64::from(b);
        let mut all: Vec<u64> = found.iter().chain(others).map(packed).collect();
        if all.len() < PAIRS_PER_THREAD {
            all.sort_unstable()
        } else {
            all.par_sort_unstable()
        }
        let unpacked = |&packed: &u64| pair(&[(packed >> 32) as u32, packed as u32]);
        pairs.extend(all.iter().map(unpacked));
    }
}

/// The exact test of two elements of a scene.
pub(crate) fn exact_test(
    scene: &Scene,
) -> impl Fn(ElementId, ElementId, &mut Tally) -> bool + Sync + '_ {
    |a, b, tally| jostle::narrow::elements_collide(scene, a, b, tally)
}
