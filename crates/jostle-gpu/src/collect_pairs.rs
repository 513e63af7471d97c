//! From the lists of the device to the answer: the exact tests of unsure pairs, and the order.

use jostle::narrow::Tally;
use jostle::{ElementId, Pair};
use jostle_support::parallel;
use rayon::prelude::*;

/// Exact tests that are worth a thread.
const TESTS_PER_THREAD: usize = 16;
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
    let decide = |i: usize| {
        let [a, b] = unsure[i];
        let mut tally = Tally::default();
        let collide = collide(element(a), element(b), &mut tally);
        (collide.then_some([a, b]), tally.exact)
    };
    let decided: Vec<_> = parallel::map(unsure.len(), TESTS_PER_THREAD, decide);
    let signs = decided.iter().map(|decided| decided.1).sum();
    (decided.into_iter().filter_map(|decided| decided.0).collect(), signs)
}

/// The device's pairs as numbers, the lower element in the upper half, in order.
pub(crate) fn sorted_pairs(found: &[[u32; 2]], is_sorted: bool) -> Vec<u64> {
    let mut all = parallel::map(found.len(), PAIRS_PER_THREAD, |i| packed(&found[i]));
    if !is_sorted {
        if all.len() < PAIRS_PER_THREAD { all.sort_unstable() } else { all.par_sort_unstable() }
    }
    all
}

/// Lists pairs that are in order, and others, in order.
pub(crate) fn merge_pairs(sorted: &[u64], others: &[[u32; 2]], pairs: &mut Vec<Pair>) {
    if others.is_empty() {
        pairs.clear();
        parallel::extend(pairs, sorted.len(), PAIRS_PER_THREAD, |i| unpacked(&sorted[i]));
        return;
    }
    let mut others: Vec<u64> = others.iter().map(packed).collect();
    others.sort_unstable();
    pairs.clear();
    pairs.reserve(sorted.len() + others.len());
    let mut rest = sorted.iter().peekable();
    for other in &others {
        // One after the other: those between two others are few.
        while let Some(pair) = rest.next_if(|pair| *pair < other) {
            pairs.push(unpacked(pair));
        }
        pairs.push(unpacked(other));
    }
    pairs.extend(rest.map(unpacked));
}

fn packed(&[a, b]: &[u32; 2]) -> u64 {
    u64::from(a) << 32 | u64::from(b)
}

fn unpacked(&packed: &u64) -> Pair {
    Pair { a: element((packed >> 32) as u32), b: element(packed as u32) }
}

/// Takes pairs of triangles of boundaries, which are numbered after so many elements, out of both lists, and returns the
/// lower one of each. No element is in a pair with such a triangle.
pub(crate) fn split_boundary_pairs(
    sorted: &mut Vec<u64>,
    decided: &mut Vec<[u32; 2]>,
    elements: usize,
) -> Vec<u32> {
    let first = sorted.partition_point(|pair| ((pair >> 32) as usize) < elements);
    let mut crossed: Vec<u32> = sorted.drain(first..).map(|pair| (pair >> 32) as u32).collect();
    decided.retain(|&[a, _]| {
        let is_element = (a as usize) < elements;
        if !is_element {
            crossed.push(a);
        }
        is_element
    });
    crossed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_of_both_kinds_are_listed_in_order() {
        let found = [[5, 9], [1, 7], [1, 3], [8, 9], [2, 4]];
        let listed = |is_sorted: bool, others: &[[u32; 2]]| {
            let mut device = found;
            if is_sorted {
                device.sort_unstable();
            }
            let mut pairs = vec![Pair { a: element(0), b: element(0) }];
            merge_pairs(&sorted_pairs(&device, is_sorted), others, &mut pairs);
            pairs
        };
        for others in [&[][..], &[[0, 1], [9, 10]], &[[1, 5], [8, 10], [1, 4], [6, 7]]] {
            let mut expected: Vec<Pair> =
                found.iter().chain(others).map(packed).map(|pair| unpacked(&pair)).collect();
            expected.sort_unstable();
            assert_eq!(listed(false, others), expected);
            assert_eq!(listed(true, others), expected);
        }
    }
}
