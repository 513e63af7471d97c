//! Which levels there are.

use super::cells::level_of;
use crate::broad::{LatticeBox, reserve};
use jostle_support::parallel;
use std::collections::TryReserveError;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Levels from 0 to 32.
const LEVELS: usize = 33;

/// A level with fewer elements than this share of the next coarser one is merged into it: a level
/// of its own would cost every coarser level a round of visitors.
const WORTH_A_LEVEL: f64 = 0.25;

/// The levels that elements live on; keeps its buffer.
#[derive(Debug, Default)]
pub struct Levels {
    of_element: Vec<u8>,
    occupied: Vec<u32>,
}

impl Levels {
    /// Finds the levels of these elements, each raised by a margin.
    pub fn update(&mut self, boxes: &[LatticeBox], margin: u32) {
        let raised = |element: &LatticeBox| (level_of(element) + margin).min(LEVELS as u32 - 1);
        self.of_element.resize(boxes.len(), 0);
        let counts = [const { AtomicU64::new(0) }; LEVELS];
        parallel::for_each_part_mut(&mut self.of_element, 1 << 14, |first, levels| {
            let mut own = [0u64; LEVELS];
            for (level, element) in levels.iter_mut().zip(&boxes[first..]) {
                *level = raised(element) as u8;
                own[*level as usize] += 1;
            }
            counts.iter().zip(own).for_each(|(count, own)| _ = count.fetch_add(own, Relaxed));
        });
        let counts = counts.map(AtomicU64::into_inner);
        let merged = merged(counts);
        parallel::for_each_part_mut(&mut self.of_element, 1 << 14, |_, levels| {
            levels.iter_mut().for_each(|level| *level = merged[*level as usize]);
        });
        self.occupied.clear();
        let is_kept = |&level: &usize| counts[level] > 0 && merged[level] as usize == level;
        self.occupied.extend((0..LEVELS).filter(is_kept).map(|level| level as u32));
    }

    /// The level of each element.
    pub fn of_elements(&self) -> &[u8] {
        &self.of_element
    }

    /// The levels that elements live on, from the finest.
    pub fn occupied(&self) -> &[u32] {
        &self.occupied
    }

    /// Reserves capacity for so many elements.
    pub fn reserve(&mut self, elements: usize) -> Result<(), TryReserveError> {
        reserve(&mut self.of_element, elements)?;
        reserve(&mut self.occupied, LEVELS)
    }

    pub fn bytes(&self) -> usize {
        self.of_element.capacity() + self.occupied.capacity() * size_of::<u32>()
    }
}

/// Where the elements of each level live, given how many there are.
fn merged(counts: [u64; LEVELS]) -> [u8; LEVELS] {
    let mut merged: [u8; LEVELS] = std::array::from_fn(|level| level as u8);
    let mut carried = 0;
    let mut from = 0;
    for level in (0..LEVELS).filter(|&level| counts[level] > 0) {
        carried += counts[level];
        let coarser = counts[level + 1..].iter().find(|&&count| count > 0).copied().unwrap_or(0);
        if (carried as f64) < WORTH_A_LEVEL * coarser as f64 {
            continue;
        }
        for target in &mut merged[from..=level] {
            *target = level as u8;
        }
        (carried, from) = (0, level + 1);
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_fine_elements_join_the_many_coarser_ones() {
        let mut counts = [0; LEVELS];
        (counts[3], counts[7], counts[8], counts[12]) = (5, 100, 1000, 900);
        let merged = merged(counts);
        assert_eq!([3, 7, 8, 12].map(|level| merged[level]), [8, 8, 8, 12]);
    }
}
