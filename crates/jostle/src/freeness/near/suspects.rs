//! Pairs that may be near, eight side by side.

use super::block::Block;
use super::far::Guest;
use crate::broad::LANES;

/// Eight pairs of elements of `N` corners, each pair from a corner of its own on.
#[derive(Clone, Copy)]
pub struct Octet<const N: usize> {
    /// Of the first and the second elements.
    slots: [[u32; LANES]; 2],
    pub corners: [[[[f32; LANES]; 3]; N]; 2],
    /// Their diameters.
    pub lengths: [[f32; LANES]; 2],
}

impl<const N: usize> Octet<N> {
    /// Of one of the pairs.
    #[inline(always)]
    pub fn slots(&self, lane: usize) -> [u32; 2] {
        [self.slots[0][lane], self.slots[1][lane]]
    }
}

/// A list of pairs.
#[derive(Default)]
pub struct Suspects<const N: usize> {
    pub octets: Vec<Octet<N>>,
    count: usize,
}

impl<const N: usize> Suspects<N> {
    /// Adds a guest and an element of a block, given the block's first slot.
    #[inline(always)]
    pub fn push(&mut self, guest: &Guest<N>, block: &Block<N>, first: u32, lane: usize) {
        let at = self.count % LANES;
        if at == 0 {
            self.octets.push(Octet {
                slots: [[0; LANES]; 2],
                corners: [[[[0.0; LANES]; 3]; N]; 2],
                lengths: [[0.0; LANES]; 2],
            });
        }
        self.count += 1;
        let octet = self.octets.last_mut().expect("just added");
        octet.slots[0][at] = guest.slot;
        octet.slots[1][at] = first + lane as u32;
        octet.lengths[0][at] = guest.length;
        octet.lengths[1][at] = block.lengths[lane];
        for n in 0..N {
            for x in 0..3 {
                octet.corners[0][n][x][at] = guest.corners[n][x];
                octet.corners[1][n][x][at] = block.corners[n][x][lane];
            }
        }
    }

    /// Of an eight a bit for each pair.
    #[inline(always)]
    pub fn filled(&self, octet: usize) -> u32 {
        (1 << (self.count - octet * LANES).min(LANES)) - 1
    }

    pub fn clear(&mut self) {
        self.octets.clear();
        self.count = 0;
    }
}
