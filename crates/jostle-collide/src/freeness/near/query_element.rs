//! One element that is compared with blocks of eight.

use super::element_block::{ElementBlock, SizeKey};
use super::lanes::{Lanes, dot, point, points};
use super::separating_axis::are_separated;
use super::simd_token::SimdToken;
use crate::broad::LatticeBox;

/// An element that is compared with the blocks of a target group.
pub struct QueryElement<const N: usize> {
    pub size: SizeKey,
    pub slot: u32,
    /// All bits if its corners lie on the lattice, else none.
    pub on_lattice: u32,
    pub reach: LatticeBox,
    pub vertices: [u32; N],
    /// Relative to the target group's origin.
    pub corners: [[f32; 3]; N],
    corner_sum: [f32; 3],
    pub length: f32,
}

impl<const N: usize> QueryElement<N> {
    /// An element of a block as a query against a target group, given the offset from that group's origin
    /// to the origin of its own group.
    #[inline(always)]
    pub fn new(
        block: &ElementBlock<N>,
        lane: usize,
        slot: u32,
        offset: &[f32; 3],
    ) -> QueryElement<N> {
        let mut query = QueryElement {
            size: block.size(lane),
            slot,
            on_lattice: (block.on_lattice >> lane & 1).wrapping_neg(),
            reach: block.reach(lane),
            vertices: block.vertices(lane),
            corners: [[0.0; 3]; N],
            corner_sum: [0.0; 3],
            length: block.lengths[lane],
        };
        for n in 0..N {
            for x in 0..3 {
                query.corners[n][x] = block.corners[n][x][lane] + offset[x];
                query.corner_sum[x] += query.corners[n][x];
            }
        }
        query
    }

    /// For each element of a block, a bit if the axis from centroid to centroid proves that it is further
    /// away than the reach of the smaller of the two.
    #[inline(always)]
    pub fn is_far_from<S: SimdToken>(&self, simd: S, block: &ElementBlock<N>) -> u32 {
        // The difference of the sums of the corners has the same direction.
        let mut axis = [Lanes::splat(simd, 0.0); 3];
        for x in 0..3 {
            axis[x] = Lanes::splat(simd, -self.corner_sum[x]);
            for n in 0..N {
                axis[x] = axis[x] + Lanes::load(simd, &block.corners[n][x]);
            }
        }
        let mut top = dot(&point(simd, self.corners[0]), &axis);
        let mut bottom = dot(&points(simd, &block.corners[0]), &axis);
        for n in 1..N {
            top = top.max(dot(&point(simd, self.corners[n]), &axis));
            bottom = bottom.min(dot(&points(simd, &block.corners[n]), &axis));
        }
        let own = Lanes::splat(simd, self.length);
        let others = Lanes::load(simd, &block.lengths);
        let reach = own.min(others) * Lanes::splat(simd, 0.5);
        are_separated(simd, &axis, [top, bottom], reach, own + others)
    }
}
