//! Elements that an axis proves to be out of reach of another, eight at a time.

use super::block::{Block, OFF, ROUNDING};
use super::lanes::{LANES, Lanes, Points, dot, points};
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
pub fn are_apart(axis: &Points, heights: [Lanes; 2], reach: Lanes, diameters: Lanes) -> u32 {
    let [top, bottom] = heights;
    let square = dot(axis, axis);
    let sum = axis[0].abs() + axis[1].abs() + axis[2].abs();
    let reach = reach + Lanes::splat(OFF) + (diameters + sum) * Lanes::splat(ROUNDING);
    let gap = bottom - top;
    gap.exceeds(Lanes::ZERO)
        & (gap * gap).exceeds(reach * reach * square)
        & square.exceeds(Lanes::splat(LEAST_SQUARE))
}

/// An element that is compared with blocks of a group.
pub struct Guest<const N: usize> {
    pub element: u32,
    pub reach: LatticeBox,
    vertices: [u32; N],
    /// From the lower corner of the group's box on.
    corners: [[f32; 3]; N],
    sum: [f32; 3],
    diameter: f32,
}

impl<const N: usize> Guest<N> {
    /// An element of a block, as a guest in a group, given the way from that group's lower corner to its
    /// own group's.
    #[inline(always)]
    pub fn of(block: &Block<N>, lane: usize, way: &[f32; 3]) -> Guest<N> {
        let mut own = Guest {
            element: block.elements[lane],
            reach: block.reach(lane),
            vertices: [0; N],
            corners: [[0.0; 3]; N],
            sum: [0.0; 3],
            diameter: block.diameters[lane],
        };
        for n in 0..N {
            own.vertices[n] = block.vertices[n][lane];
            for x in 0..3 {
                own.corners[n][x] = block.corners[n][x][lane] + way[x];
                own.sum[x] += own.corners[n][x];
            }
        }
        own
    }

    #[inline(always)]
    pub fn shares(&self, block: &Block<N>) -> [u32; LANES] {
        block.sharing(&self.vertices)
    }

    /// For each element of a block, a bit if the axis from middle to middle proves that it is further
    /// away than the reach of the smaller of the two.
    #[inline(always)]
    pub fn is_far_from(&self, block: &Block<N>) -> u32 {
        // The difference of the sums of the corners has the same direction.
        let mut axis = self.sum.map(|sum| Lanes::splat(-sum));
        for n in 0..N {
            let corner = points(&block.corners[n]);
            for x in 0..3 {
                axis[x] = axis[x] + corner[x];
            }
        }
        let height = |n: usize| {
            let [x, y, z] = self.corners[n];
            Lanes::splat(x) * axis[0] + Lanes::splat(y) * axis[1] + Lanes::splat(z) * axis[2]
        };
        let mut top = height(0);
        let mut bottom = dot(&points(&block.corners[0]), &axis);
        for n in 1..N {
            top = top.max(height(n));
            bottom = bottom.min(dot(&points(&block.corners[n]), &axis));
        }
        let (own, others) = (Lanes::splat(self.diameter), Lanes::of(&block.diameters));
        let reach = own.min(others) * Lanes::splat(0.5);
        are_apart(&axis, [top, bottom], reach, own + others)
    }
}
