//! Which cells have residents.

use super::cells::Cells;
use super::levels::Levels;
use crate::broad::LatticeBox;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A set of cells, as bits. Different cells may share a bit: it says yes too often, never no.
#[derive(Debug, Default)]
pub struct Occupied {
    words: Vec<AtomicU64>,
    mask: u32,
}

/// Bits for each resident: it is in up to eight cells, and few of the bits should be set.
const BITS_PER_RESIDENT: usize = 32;

impl Occupied {
    /// Marks the cells of the residents of a level.
    pub fn update(&mut self, boxes: &[LatticeBox], levels: &Levels, level: u32) {
        let residents = boxes.par_iter().filter(|element| levels.of_element(element) == level);
        let wanted = (residents.count() * BITS_PER_RESIDENT).clamp(64, 1 << 31);
        let bits = wanted.next_power_of_two().min(1 << 30);
        self.mask = bits as u32 - 1;
        self.words.clear();
        self.words.resize_with(bits / 64, AtomicU64::default);
        let cells = Cells::new(level);
        boxes
            .par_iter()
            .with_min_len(4096)
            .filter(|element| levels.of_element(element) == level)
            .for_each(|element| {
                let (keys, count) = cells.keys(element);
                keys[..count].iter().for_each(|&key| self.insert(key));
            });
    }

    fn insert(&self, key: u32) {
        let bit = self.bit(key);
        self.words[bit / 64].fetch_or(1 << (bit % 64), Relaxed);
    }

    #[inline]
    pub fn contains(&self, key: u32) -> bool {
        let bit = self.bit(key);
        self.words[bit / 64].load(Relaxed) >> (bit % 64) & 1 == 1
    }

    /// Low bits tell neighbours apart; the high bits are folded in for cells farther apart.
    #[inline]
    fn bit(&self, key: u32) -> usize {
        (key.wrapping_mul(0x9e37_79b1).rotate_left(15) & self.mask) as usize
    }

    pub fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>()
    }
}
