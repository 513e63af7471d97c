//! Groups that are near each other, found by the grid, and handed out to those who let them meet.

use super::count::Count;
use super::machine::Machine;
use super::neighbourhoods::Neighbourhoods;
use super::party::Party;
use super::placed::Placed;
use super::tally::Tally;
use crate::broad::{BroadPhase, Grid, par_sort};
use crate::freeness::elements::Elements;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Groups in a row that a worker takes at a time, so few that all they take fits into a near cache.
const BATCH: usize = 128;

/// The counts of elements of `N` corners in groups, on a kind of machine; without any corners where their
/// number differs.
pub fn counts<E: Elements, const N: usize>(
    machine: impl Machine,
    placed: &Placed<E>,
    groups: &Neighbourhoods,
) -> Vec<Count> {
    let workers = rayon::current_num_threads();
    let near = near(groups, workers);
    let tally = Tally::new(placed.elements.len(), workers);
    let next = AtomicUsize::new(0);
    (0..workers).into_par_iter().with_max_len(1).for_each(|_| {
        let mut party = Party::<E, N>::new(placed, groups);
        loop {
            let begin = next.fetch_add(BATCH, Relaxed);
            if begin >= groups.len() {
                break;
            }
            let batch = begin..groups.len().min(begin + BATCH);
            let near = with_first(&near, &batch);
            machine.run(Meet { machine, party: &mut party, tally: &tally, batch, near });
        }
    });
    tally.counts()
}

/// Pairs of groups whose boxes overlap, as one number each, the one that comes first in the upper half;
/// in order.
fn near(groups: &Neighbourhoods, workers: usize) -> Vec<u64> {
    let mut found: Vec<Vec<u64>> = vec![Vec::new(); workers];
    let mut grid = Grid::default();
    // Boxes of groups fill space, even round surfaces.
    grid.set_solid(true);
    let note = |found: &mut Vec<u64>, a: u32, b: u32| {
        found.push(u64::from(a.min(b)) << 32 | u64::from(a.max(b)));
    };
    grid.search(&groups.boxes, &mut found, note);
    let bits = u64::BITS - groups.len().leading_zeros();
    par_sort(found.concat(), 32..32 + bits)
}

/// Those of the pairs whose first group is one of these.
fn with_first<'p>(near: &'p [u64], groups: &Range<usize>) -> &'p [u64] {
    let [begin, end] = [groups.start, groups.end]
        .map(|group| near.partition_point(|pair| pair >> 32 < group as u64));
    &near[begin..end]
}

/// Some groups, and the pairs of near ones that they come first in.
///
/// The loops are compiled for the machine's vector instructions too, and chosen when the program
/// runs. As a type with a function, because a closure that could be called twice is not inlined into the
/// code that was compiled so.
struct Meet<'m, 'e, M, E, const N: usize> {
    machine: M,
    party: &'m mut Party<'e, E, N>,
    tally: &'m Tally,
    batch: Range<usize>,
    near: &'m [u64],
}

impl<M: Machine, E: Elements, const N: usize> pulp::NullaryFnOnce for Meet<'_, '_, M, E, N> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Meet { machine, party, tally, batch, near } = self;
        let mut next = 0;
        for group in batch {
            party.within(machine, group as u32);
            let end = near.partition_point(|pair| pair >> 32 <= group as u64);
            loop {
                while next < end && !party.is_crowded() {
                    party.between(machine, group as u32, near[next] as u32);
                    next += 1;
                }
                party.judge(machine);
                if party.is_crowded() {
                    party.end(tally);
                }
                if next == end {
                    break;
                }
            }
        }
        party.end(tally);
    }
}
