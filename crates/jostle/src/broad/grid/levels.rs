//! Which levels there are.

use super::cells::level_of;
use crate::broad::LatticeBox;
use rayon::prelude::*;

/// Levels from 0 to 32.
const LEVELS: usize = 33;

/// Up to this share of the elements, the finest ones live with coarser ones: a level of their own
/// would cost every coarser level a round of visitors.
const FINEST_SHARE: f64 = 0.5;

/// The levels that elements live on.
#[derive(Clone, Copy, Debug)]
pub struct Levels {
    occupied: [bool; LEVELS],
    finest: u32,
    margin: u32,
}

impl Levels {
    /// The levels of these elements, each raised by a margin.
    pub fn of(boxes: &[LatticeBox], margin: u32) -> Levels {
        let counts = boxes
            .par_chunks(1 << 14)
            .map(|boxes| {
                let mut counts = [0u64; LEVELS];
                for element in boxes {
                    counts[raised(element, margin) as usize] += 1;
                }
                counts
            })
            .reduce(|| [0; LEVELS], |a, b| std::array::from_fn(|level| a[level] + b[level]));
        let few = (boxes.len() as f64 * FINEST_SHARE) as u64;
        let mut finer = 0;
        let finest = counts.iter().position(|&count| {
            finer += count;
            finer > few
        });
        let finest = finest.unwrap_or(0);
        let occupied =
            std::array::from_fn(|level| level >= finest && (level == finest || counts[level] > 0));
        Levels { occupied, finest: finest as u32, margin }
    }

    /// The level that an element lives on.
    #[inline]
    pub fn of_element(&self, element: &LatticeBox) -> u32 {
        raised(element, self.margin).max(self.finest)
    }

    /// The levels that elements live on, from the finest.
    pub fn occupied(&self) -> impl Iterator<Item = u32> + use<> {
        let occupied = self.occupied;
        (0..LEVELS).filter(move |&level| occupied[level]).map(|level| level as u32)
    }

    /// Whether elements live on levels finer than this one.
    pub fn has_finer(&self, level: u32) -> bool {
        level > self.finest
    }
}

#[inline]
fn raised(element: &LatticeBox, margin: u32) -> u32 {
    (level_of(element) + margin).min(LEVELS as u32 - 1)
}
