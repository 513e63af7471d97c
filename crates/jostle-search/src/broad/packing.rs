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
use super::block::{BoxLanes, LANES, LaneBounds, MovingBox, MovingPoint, Stored, columns, rows};
use crate::conditions::{Condition, required};
use crate::geometry::lanes::{Lanes, joined};

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
    fn padding(&self, lowest: i32) -> i16 {
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

/// A [`LatticeBox`] in 16 bits a coordinate, modulo `2^16`: along each axis the minimum in the lower half, and
/// in the upper half the maximum with all bits inverted, `-1 - max`.
///
/// The sum of one's minimum and the other's upper half is `min - max - 1`: negative where they overlap, if
/// differences do not leave 16 bits (see [`Packing`]). Both sums of an axis are one addition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedBox([i32; 3]);

impl LaneBounds for PackedBox {
    type Lanes = [[i32; LANES]; 3];
    const EMPTY: [[i32; LANES]; 3] = [[0; LANES]; 3];
    const PADDING_IS_APART: bool = true;

    #[inline(always)]
    fn set(lanes: &mut [[i32; LANES]; 3], lane: usize, own: &PackedBox) {
        lanes.iter_mut().zip(own.0).for_each(|(axis, own)| axis[lane] = own);
    }

    #[inline(always)]
    fn get([x, y, z]: &[[i32; LANES]; 3], lane: usize) -> PackedBox {
        PackedBox([x[lane], y[lane], z[lane]])
    }

    #[inline(always)]
    fn apart_from_lanes<L: Lanes>(&self, simd: L, lanes: &[[i32; LANES]; 3]) -> u32 {
        let mut overlap = simd.ints(-1);
        for axis in 0..3 {
            // The eight are swapped, so that the one is loaded into all lanes at once.
            let others = simd.swap_halves(simd.load_ints(&lanes[axis]));
            let sums = simd.add_halves(simd.ints(self.0[axis]), others);
            overlap = simd.and_ints(overlap, sums);
        }
        !simd.bits_of_negative_halves(overlap)
    }
}

impl Stored<LatticeBox> for PackedBox {
    #[inline(always)]
    fn from_bounds(own: &LatticeBox, packing: Packing) -> PackedBox {
        let [x, y, z] = [0, 1, 2].map(|axis| packing.join([own.min[axis], !own.max[axis]]));
        PackedBox([x, y, z])
    }

    fn padding(lowest: i32, packing: Packing) -> PackedBox {
        let at = packing.padding(lowest);
        PackedBox([joined([at, !at]), 0, 0])
    }

    #[inline(always)]
    fn set_all<L: Lanes>(
        lanes: &mut [[i32; LANES]; 3],
        simd: L,
        corners: &[[[i32; 3]; LANES]; 2],
        packing: Packing,
    ) {
        let columns = simd.transpose_ints(&rows(corners)).map(|column| simd.load_ints(&column));
        for (axis, lanes) in lanes.iter_mut().enumerate() {
            let max = simd.sub_halves(simd.ints(-1), columns[4 + axis]);
            *lanes = simd.store_ints(simd.join_halves(columns[axis], max, packing.shift()));
        }
    }
}

/// A [`MovingBox`] in 16 bits a coordinate, modulo `2^16`: minima and maxima along each axis, at the beginning
/// in the lower half and at the end in the upper half. Both are compared at once: the difference of one's
/// maximum and the other's minimum is negative in both halves where they are apart at both ends, if differences
/// do not leave 16 bits (see [`Packing`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedMovingBox {
    min: [i32; 3],
    max: [i32; 3],
}

impl LaneBounds for PackedMovingBox {
    type Lanes = BoxLanes;
    const EMPTY: BoxLanes = BoxLanes { min: [[0; LANES]; 3], max: [[0; LANES]; 3] };
    const PADDING_IS_APART: bool = true;

    #[inline(always)]
    fn set(lanes: &mut BoxLanes, lane: usize, own: &PackedMovingBox) {
        let PackedMovingBox { min, max } = *own;
        LatticeBox::set(lanes, lane, &LatticeBox { min, max });
    }

    #[inline(always)]
    fn get(lanes: &BoxLanes, lane: usize) -> PackedMovingBox {
        let LatticeBox { min, max } = LatticeBox::get(lanes, lane);
        PackedMovingBox { min, max }
    }

    #[inline(always)]
    fn apart_from_lanes<L: Lanes>(&self, simd: L, lanes: &BoxLanes) -> u32 {
        // All bits, which is the greatest number, of a lane that is apart at both ends.
        let mut apart = simd.ints(0);
        for axis in 0..3 {
            let [min, max] =
                [&lanes.min[axis], &lanes.max[axis]].map(|lanes| simd.load_ints(lanes));
            let above = simd.sub_halves(simd.ints(self.max[axis]), min);
            let below = simd.sub_halves(max, simd.ints(self.min[axis]));
            apart = simd.max_unsigned(apart, simd.negative_halves(above));
            apart = simd.max_unsigned(apart, simd.negative_halves(below));
        }
        simd.bits_of_negative_halves(apart)
    }
}

impl Stored<MovingBox> for PackedMovingBox {
    #[inline(always)]
    fn from_bounds(own: &MovingBox, packing: Packing) -> PackedMovingBox {
        let end = if required(Condition::MovingBoxesAtBothEnds) { &own.end } else { &own.start };
        let join = |start: [i32; 3], end: [i32; 3]| {
            [0, 1, 2].map(|axis| packing.join([start[axis], end[axis]]))
        };
        PackedMovingBox { min: join(own.start.min, end.min), max: join(own.start.max, end.max) }
    }

    fn padding(lowest: i32, packing: Packing) -> PackedMovingBox {
        let at = [joined([packing.padding(lowest); 2]), 0, 0];
        PackedMovingBox { min: at, max: at }
    }

    #[inline(always)]
    fn set_all<L: Lanes>(
        lanes: &mut BoxLanes,
        simd: L,
        corners: &[[MovingPoint; LANES]; 2],
        packing: Packing,
    ) {
        let end = if required(Condition::MovingBoxesAtBothEnds) { 4 } else { 0 };
        let [lowest, highest] = columns(simd, corners);
        let join = |columns: &[[i32; LANES]; LANES], axis: usize| {
            let ends = [axis, end + axis].map(|at| simd.load_ints(&columns[at]));
            simd.store_ints(simd.join_halves(ends[0], ends[1], packing.shift()))
        };
        for axis in 0..3 {
            lanes.min[axis] = join(&lowest, axis);
            lanes.max[axis] = join(&highest, axis);
        }
    }
}
