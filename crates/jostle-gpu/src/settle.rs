//! From what the device found to the answer: the exact tests, and the order.

use jostle::narrow::Tally;
use jostle::{Pair, Scene};
use rayon::prelude::*;

/// Tests that are worth a thread.
const FEW: usize = 64;
/// Pairs that are.
const FEW_PAIRS: usize = 1 << 14;

/// Pairs of elements, the lower first, of pairs of slots.
pub(crate) fn elements_of(slots: &[[u32; 2]], elements: &[u32]) -> Vec<[u32; 2]> {
    let pair = |slots: &[u32; 2]| {
        let [a, b] = slots.map(|slot| elements[slot as usize]);
        [a.min(b), a.max(b)]
    };
    slots.iter().map(pair).collect()
}

/// Those of the pairs that collide, and how many signs were taken exactly.
pub(crate) fn settle(
    unsure: &[[u32; 2]],
    collide: impl Fn(usize, usize, &mut Tally) -> bool + Sync,
) -> (Vec<[u32; 2]>, u64) {
    let decide = |&[a, b]: &[u32; 2]| {
        let mut tally = Tally::default();
        let collide = collide(a as usize, b as usize, &mut tally);
        (collide.then_some([a, b]), tally.exact)
    };
    let decided: Vec<_> = unsure.par_iter().with_min_len(FEW).map(decide).collect();
    let signs = decided.iter().map(|decided| decided.1).sum();
    (decided.into_iter().filter_map(|decided| decided.0).collect(), signs)
}

/// All pairs in order: those of the device, which may be in order, and the others.
pub(crate) fn in_order(found: &[[u32; 2]], is_sorted: bool, others: &[[u32; 2]]) -> Vec<Pair> {
    let pair = |&[a, b]: &[u32; 2]| Pair { a, b };
    let mut pairs: Vec<Pair> = Vec::new();
    if is_sorted {
        found.par_iter().with_min_len(FEW_PAIRS).map(pair).collect_into_vec(&mut pairs);
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
        if all.len() < FEW_PAIRS {
            all.sort_unstable()
        } else {
            all.par_sort_unstable()
        }
        pairs.extend(all.iter().map(|&pair| Pair { a: (pair >> 32) as u32, b: pair as u32 }));
    }
    pairs
}

/// The exact test of two elements of a scene.
pub(crate) fn exactly(scene: &Scene) -> impl Fn(usize, usize, &mut Tally) -> bool + Sync + '_ {
    |a, b, tally| jostle::narrow::elements_collide(scene, a, b, tally)
}
