//! Lattice coordinates in 16 bits, for groups that are small enough.
//!
//! Coordinates are shifted to the right and taken modulo `2^16`: half the memory, and twice as many in a vector.
//! Let two groups have boxes that overlap, each shorter than `2^13 - 1` units of the shifted lattice along every
//! axis. Then coordinates `x` and `y` of members of theirs differ by less than both lengths together, shifted
//! ones by less than one more, which is less than `2^14`: the difference modulo `2^16`, with a sign, is the true
//! one. Shifting is monotone, so boxes that overlap do so when shifted.
//!
//! Groups of a scene may be of very different sizes, and those that are small need finer units. Two that are compared
//! are packed alike, by the larger of them: in one of a few [levels](Packing::LEVELS), each of finer units than the one
//! before.
//!
//! Lanes behind the last member of a group hold a point that is `2^14` above its lowest coordinate: above all that
//! the group is compared with, and by less than `2^15`.

use super::LatticeBox;
use crate::conditions::{Condition, required};
use crate::geometry::lanes::joined;

/// How far coordinates are shifted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Packing {
    shift: u32,
}

/// Bits of the longest edge of all groups but a few, the largest, in the coarsest units: nearly all are packed.
const LARGE_BITS: u32 = 12;
/// Bits that the units of each level are shorter than those of the one before: the longest edge of a group has eight
/// or more, and elements that are a tenth as long have tens of units.
const LEVEL_BITS: u32 = 4;

impl Packing {
    /// Groups that are as long are not packed.
    pub const LONGEST: u32 = (1 << 13) - 1;
    /// Levels of ever finer units.
    pub const LEVELS: usize = 4;
    /// How far padding is above the lowest coordinate of a group.
    const PADDING: i32 = 1 << 14;

    #[cfg(test)]
    pub fn with_shift(shift: u32) -> Packing {
        Packing { shift }
    }

    /// The coarsest that fits most of some groups.
    pub fn of(groups: &[LatticeBox]) -> Packing {
        let mut counts = [0; u32::BITS as usize + 1];
        for own in groups {
            counts[bits(own.extent())] += 1;
        }
        // The bits of those that so many are not larger than.
        let rank = groups.len() - groups.len() / 16;
        let mut smaller = 0;
        let smaller_bits = counts.iter().take_while(|&&count| {
            smaller += count;
            smaller < rank
        });
        Packing { shift: (smaller_bits.count() as u32).saturating_sub(LARGE_BITS) }
    }

    /// The packing of a level; this is that of the first.
    pub fn at_level(&self, level: usize) -> Packing {
        Packing { shift: self.shift.saturating_sub(LEVEL_BITS * level as u32) }
    }

    /// The level of the finest units in which two groups can both be packed, if there is one.
    #[inline]
    pub fn level_of(&self, groups: [&LatticeBox; 2]) -> Option<usize> {
        let extent = groups[0].extent().max(groups[1].extent());
        if !self.holds(extent) {
            return None;
        }
        let spare = (self.shift + LARGE_BITS).saturating_sub(bits(extent) as u32);
        // There are none finer than those of the lattice.
        let finest = self.shift.div_ceil(LEVEL_BITS).min(Packing::LEVELS as u32 - 1);
        Some((spare / LEVEL_BITS).min(finest) as usize)
    }

    /// Whether the members of a group with a longest edge like this can be packed.
    #[inline]
    fn holds(&self, extent: u32) -> bool {
        extent >> self.shift < Packing::LONGEST || !required(Condition::PackedGroupsAreShort)
    }

    #[inline(always)]
    pub fn shift(&self) -> u32 {
        self.shift
    }

    /// Where padding is, of a group with this lowest coordinate.
    pub fn padding(&self, lowest: i32) -> i16 {
        let above = if required(Condition::PaddingIsApart) { Packing::PADDING } else { 0 };
        (lowest >> self.shift).wrapping_add(above) as i16
    }

    /// Two coordinates in one number, the first in its lower half.
    #[inline(always)]
    pub fn join(&self, coordinates: [i32; 2]) -> i32 {
        joined(coordinates.map(|x| (x >> self.shift) as i16))
    }
}

/// Bits of a number.
fn bits(number: u32) -> usize {
    (u32::BITS - number.leading_zeros()) as usize
}
