//! Which cells have residents, and which lie before such a cell.

use super::cells::Cells;
use crate::broad::{LatticeBox, reserve};
use jostle_support::parallel;
use std::collections::TryReserveError;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The cells of the residents of a level; keeps its buffers.
#[derive(Debug, Default)]
pub struct OccupiedCells {
    cells: Set,
    /// Cells from which an element can reach an occupied cell: one look tells that most cannot.
    near: Set,
    /// Whether residents are so many that hardly anything is not near.
    is_dense: bool,
}

/// With fewer smaller elements than this for each resident, they are not worth turning away.
const VISITORS_PER_RESIDENT: usize = 8;

impl OccupiedCells {
    /// Marks the cells of the residents of a level.
    pub fn update(&mut self, boxes: &[LatticeBox], levels: &[u8], level: u32) {
        let count = |own: &[u8]| own.iter().filter(|&&own| u32::from(own) == level).count();
        let residents = parallel::reduce(levels.len(), 1, |own| count(&levels[own]), |a, b| a + b);
        let residents = residents.unwrap_or(0);
        self.cells.clear(residents * 8);
        self.is_dense = residents * VISITORS_PER_RESIDENT > levels.len();
        self.near.clear(if self.is_dense { 0 } else { residents * 16 });
        let cells = Cells::new(level);
        parallel::for_each_range(boxes.len(), 4096, |range| {
            for (element, &own) in boxes[range.clone()].iter().zip(&levels[range]) {
                if u32::from(own) == level {
                    let (keys, count) = cells.keys(element);
                    keys[..count].iter().for_each(|&key| self.cells.insert(key));
                    if !self.is_dense {
                        cells.for_each_before(element, |key| self.near.insert(key));
                    }
                }
            }
        });
    }

    /// Whether an element whose lower corner is in this cell may reach an occupied one.
    #[inline]
    pub fn is_near(&self, key: u32) -> bool {
        self.is_dense || self.near.contains(key)
    }

    /// Whether the cell may have a resident.
    #[inline]
    pub fn contains(&self, key: u32) -> bool {
        self.cells.contains(key)
    }

    /// Reserves capacity for so many elements.
    pub fn reserve(&mut self, elements: usize) -> Result<(), TryReserveError> {
        let sparse = elements / VISITORS_PER_RESIDENT;
        reserve(&mut self.cells.words, Set::bits(elements * 8) / 64)?;
        reserve(&mut self.near.words, Set::bits(sparse * 16) / 64)
    }

    pub fn bytes(&self) -> usize {
        (self.cells.words.capacity() + self.near.words.capacity()) * size_of::<u64>()
    }
}

/// A set of keys, as bits. Different keys may share a bit: it says yes too often, never no.
#[derive(Debug, Default)]
struct Set {
    words: Vec<AtomicU64>,
    mask: u32,
}

/// Bits for each member, so that few of them are set.
const BITS_PER_MEMBER: usize = 4;

impl Set {
    fn bits(members: usize) -> usize {
        (members * BITS_PER_MEMBER).clamp(64, 1 << 30).next_power_of_two()
    }

    fn clear(&mut self, members: usize) {
        let bits = Set::bits(members);
        self.mask = bits as u32 - 1;
        self.words.clear();
        self.words.resize_with(bits / 64, AtomicU64::default);
    }

    fn insert(&self, key: u32) {
        let bit = self.bit(key);
        let (word, mask) = (&self.words[bit / 64], 1 << (bit % 64));
        // Neighbours mark the same cells, and looking is cheaper than writing.
        if word.load(Relaxed) & mask == 0 {
            word.fetch_or(mask, Relaxed);
        }
    }

    #[inline]
    fn contains(&self, key: u32) -> bool {
        let bit = self.bit(key);
        self.words[bit / 64].load(Relaxed) >> (bit % 64) & 1 == 1
    }

    /// Multiplying by an odd number loses no bit of the key, and mixes the lower into the higher.
    #[inline]
    fn bit(&self, key: u32) -> usize {
        (key.wrapping_mul(0x9e37_79b1).rotate_left(15) & self.mask) as usize
    }
}
