//! Pairs of elements that may be near each other, in blocks of eight.

use super::element_block::ElementBlock;
use super::query_element::QueryElement;
use crate::broad::LANES;

/// Eight pairs of elements of `N` corners, each pair relative to an origin of its own.
#[derive(Clone, Copy)]
pub struct CandidateBlock<const N: usize> {
    /// Of the first and the second elements.
    slots: [[u32; LANES]; 2],
    pub corners: [[[[f32; LANES]; 3]; N]; 2],
    /// Their diameters.
    pub lengths: [[f32; LANES]; 2],
}

impl<const N: usize> CandidateBlock<N> {
    /// The slots of one pair.
    #[inline(always)]
    pub fn slots(&self, lane: usize) -> [u32; 2] {
        [self.slots[0][lane], self.slots[1][lane]]
    }
}

/// A list of near candidates.
#[derive(Default)]
pub struct NearCandidates<const N: usize> {
    pub blocks: Vec<CandidateBlock<N>>,
    count: usize,
}

impl<const N: usize> NearCandidates<N> {
    /// Adds a query element and an element of a target block, given the block's first slot.
    #[inline(always)]
    pub fn push(
        &mut self,
        query: &QueryElement<N>,
        target: &ElementBlock<N>,
        first_slot: u32,
        lane: usize,
    ) {
        let at = self.count % LANES;
        if at == 0 {
            self.blocks.push(CandidateBlock {
                slots: [[0; LANES]; 2],
                corners: [[[[0.0; LANES]; 3]; N]; 2],
                lengths: [[0.0; LANES]; 2],
            });
        }
        self.count += 1;
        let block = self.blocks.last_mut().expect("just added");
        block.slots[0][at] = query.slot;
        block.slots[1][at] = first_slot + lane as u32;
        block.lengths[0][at] = query.length;
        block.lengths[1][at] = target.lengths[lane];
        for n in 0..N {
            for x in 0..3 {
                block.corners[0][n][x][at] = query.corners[n][x];
                block.corners[1][n][x][at] = target.corners[n][x][lane];
            }
        }
    }

    /// A bit for each lane of a block that holds a pair.
    #[inline(always)]
    pub fn filled(&self, block: usize) -> u32 {
        (1 << (self.count - block * LANES).min(LANES)) - 1
    }

    pub fn clear(&mut self) {
        self.blocks.clear();
        self.count = 0;
    }
}
