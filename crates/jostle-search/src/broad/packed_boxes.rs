//! Boxes with packed coordinates, and the boxes that are stored so where groups are small enough.

use super::LatticeBox;
use super::block::{
    Bounds, BoxLanes, LANES, LaneBounds, MovingBox, MovingPoint, Stored, columns, rows,
};
use super::packing::Packing;
use crate::conditions::{Condition, required};
use crate::geometry::lanes::{Lanes, joined};

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

impl Bounds for LatticeBox {
    type Packed = PackedBox;
    type Corner = [i32; 3];

    #[inline(always)]
    fn around(&self, other: &LatticeBox) -> LatticeBox {
        self.union(other)
    }

    #[inline(always)]
    fn between(&[min, max]: &[[i32; 3]; 2]) -> LatticeBox {
        LatticeBox { min, max }
    }

    #[cfg(test)]
    fn corners(&self) -> [[i32; 3]; 2] {
        [self.min, self.max]
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

impl Bounds for MovingBox {
    type Packed = PackedMovingBox;
    type Corner = MovingPoint;

    /// If one is around another at both ends, it is throughout.
    #[inline(always)]
    fn around(&self, other: &MovingBox) -> MovingBox {
        MovingBox { start: self.start.union(&other.start), end: self.end.union(&other.end) }
    }

    #[inline(always)]
    fn between([low, high]: &[MovingPoint; 2]) -> MovingBox {
        let [a, b, c, _, d, e, f, _] = low.0;
        let [u, v, w, _, x, y, z, _] = high.0;
        MovingBox {
            start: LatticeBox { min: [a, b, c], max: [u, v, w] },
            end: LatticeBox { min: [d, e, f], max: [x, y, z] },
        }
    }

    #[cfg(test)]
    fn corners(&self) -> [MovingPoint; 2] {
        let MovingBox { start, end } = self;
        [MovingPoint::new(start.min, end.min), MovingPoint::new(start.max, end.max)]
    }
}
