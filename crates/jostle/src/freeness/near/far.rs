//! Elements that an axis proves to be out of reach of another, eight at a time.

use super::block::{Block, OFF, ROUNDING, Size};
use super::lanes::{Lanes, Points, dot, point, points};
use super::machine::Machine;
use crate::broad::LatticeBox;

/// Axes are longer than this, squared, or nothing is concluded from them: shorter ones come of rounding
/// only, and their squares vanish.
const LEAST_SQUARE: f32 = 1e-12;

/// For each lane a bit if the heights along an axis prove that two elements are further apart than the
/// reach, given the top of the lower and the bottom of the upper one and both diameters together.
///
/// Squares are compared, as roots cost more, and in the bound of the error the sum of the axis'
/// coordinates stands for its length.
#[inline(always)]
pub fn are_apart<M: Machine>(
    machine: M,
    axis: &Points<M>,
    heights: [Lanes<M>; 2],
    reach: Lanes<M>,
    diameters: Lanes<M>,
) -> u32 {
    let [top, bottom] = heights;
    let square = dot(axis, axis);
    let sum = axis[0].abs() + axis[1].abs() + axis[2].abs();
    let off = Lanes::splat(machine, OFF);
    let reach = (diameters + sum).mul_add(Lanes::splat(machine, ROUNDING), reach + off);
    let gap = bottom - top;
    gap.exceeds(Lanes::splat(machine, 0.0))
        & (gap * gap).exceeds(reach * reach * square)
        & square.exceeds(Lanes::splat(machine, LEAST_SQUARE))
}

/// An element that is compared with blocks of a group.
pub struct Guest<const N: usize> {
    pub size: Size,
    pub slot: u32,
    /// All bits if its corners are where they seem to be, else none.
    pub sure: u32,
    pub reach: LatticeBox,
    pub vertices: [u32; N],
    /// From the group's origin on.
    pub corners: [[f32; 3]; N],
    sum: [f32; 3],
    pub length: f32,
}

impl<const N: usize> Guest<N> {
    /// An element of a block, as a guest in a group, given the way from that group's origin to its own
    /// group's.
    #[inline(always)]
    pub fn of(block: &Block<N>, lane: usize, slot: u32, way: &[f32; 3]) -> Guest<N> {
        let mut own = Guest {
            size: block.size(lane),
            slot,
            sure: (block.sure >> lane & 1).wrapping_neg(),
            reach: block.reach(lane),
            vertices: block.vertices(lane),
            corners: [[0.0; 3]; N],
            sum: [0.0; 3],
            length: block.lengths[lane],
        };
        for n in 0..N {
            for x in 0..3 {
                own.corners[n][x] = block.corners[n][x][lane] + way[x];
                own.sum[x] += own.corners[n][x];
            }
        }
        own
    }

    /// For each element of a block, a bit if the axis from middle to middle proves that it is further
    /// away than the reach of the smaller of the two.
    #[inline(always)]
    pub fn is_far_from<M: Machine>(&self, machine: M, block: &Block<N>) -> u32 {
        // The difference of the sums of the corners has the same direction.
        let mut axis = [Lanes::splat(machine, 0.0); 3];
        for x in 0..3 {
            axis[x] = Lanes::splat(machine, -self.sum[x]);
            for n in 0..N {
                axis[x] = axis[x] + Lanes::of(machine, &block.corners[n][x]);
            }
        }
        let mut top = dot(&point(machine, self.corners[0]), &axis);
        let mut bottom = dot(&points(machine, &block.corners[0]), &axis);
        for n in 1..N {
            top = top.max(dot(&point(machine, self.corners[n]), &axis));
            bottom = bottom.min(dot(&points(machine, &block.corners[n]), &axis));
        }
        let own = Lanes::splat(machine, self.length);
        let others = Lanes::of(machine, &block.lengths);
        let reach = own.min(others) * Lanes::splat(machine, 0.5);
        are_apart(machine, &axis, [top, bottom], reach, own + others)
    }
}
