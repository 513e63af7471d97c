//! Lattice coordinates in 16 bits, for groups that are small enough.
//!
//! Coordinates are shifted to the right and taken modulo `2^16`: half the memory, and twice as many in a vector.
//! Let two groups have boxes that overlap, each shorter than `2^14 - 1` units of the shifted lattice along every
//! axis. Then coordinates `x` and `y` of members of theirs differ by less than both lengths together, shifted
//! ones by less than one more, which is less than `2^15`: the difference modulo `2^16`, with a sign, is the true
//! one. Shifting is monotone, so boxes that overlap do so when shifted.

use super::LatticeBox;
use crate::conditions::{Condition, required};
use crate::geometry::lanes::joined;

/// How far coordinates are shifted.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Packing {
    shift: u32,
}

/// Bits of the longest edge of all groups but a few, the largest: units are fine, and nearly all are packed.
const LARGE_BITS: u32 = 13;
/// Bits of the longest edge of the typical group at least: elements that are a tenth as long have tens of units.
const TYPICAL_BITS: u32 = 9;

impl Packing {
    /// Groups that are as long are not packed.
    pub const LONGEST: u32 = (1 << 14) - 1;

    #[cfg(test)]
    pub fn with_shift(shift: u32) -> Packing {
        Packing { shift }
    }

    /// What fits most of some groups.
    pub fn of(groups: &[LatticeBox]) -> Packing {
        let mut counts = [0; u32::BITS as usize + 1];
        for own in groups {
            counts[(u32::BITS - own.extent().leading_zeros()) as usize] += 1;
        }
        // The bits of those that so many are not larger than.
        let bits = |rank: usize| {
            let mut smaller = 0;
            let bits = counts.iter().take_while(|&&count| {
                smaller += count;
                smaller < rank
            });
            bits.count() as u32
        };
        let large = bits(groups.len() - groups.len() / 16).saturating_sub(LARGE_BITS);
        let typical = bits(groups.len() / 2).saturating_sub(TYPICAL_BITS);
        Packing { shift: large.min(typical) }
    }

    /// Whether the members of a group can be packed.
    #[inline]
    pub fn holds(&self, group: &LatticeBox) -> bool {
        group.extent() >> self.shift < Packing::LONGEST
            || !required(Condition::PackedGroupsAreShort)
    }

    #[inline(always)]
    pub fn shift(&self) -> u32 {
        self.shift
    }

    /// Two coordinates in one number, the first in its lower half.
    #[inline(always)]
    pub fn join(&self, coordinates: [i32; 2]) -> i32 {
        joined(coordinates.map(|x| (x >> self.shift) as i16))
    }
}
