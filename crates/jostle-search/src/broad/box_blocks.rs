//! A few boxes that many others are compared with, eight at a time.

use super::LatticeBox;
use super::block::{Block, Corner, LANES};
use crate::geometry::lanes::{Lanes, with_lanes};
use crate::mesh::ElementCorners;
use std::ops::Range;

/// Some boxes; keeps its buffer.
#[derive(Debug, Default)]
pub struct BoxBlocks {
    blocks: Vec<Block<LatticeBox>>,
}

/// Overlaps nothing but what is as wide as the lattice.
const NOTHING: LatticeBox = LatticeBox { min: [i32::MAX; 3], max: [i32::MIN; 3] };

impl BoxBlocks {
    /// Takes other boxes.
    pub fn set(&mut self, boxes: impl Iterator<Item = LatticeBox>) {
        self.blocks.clear();
        for (i, own) in boxes.enumerate() {
            if i % LANES == 0 {
                let mut block = Block::EMPTY;
                (0..LANES).for_each(|lane| block.set(lane, 0, &NOTHING));
                self.blocks.push(block);
            }
            self.blocks[i / LANES].set(i % LANES, i as u32, &own);
        }
    }

    /// Appends those of some elements whose boxes overlap one of these, given the corners of all elements and the
    /// points of all vertices. Boxes are widened by so many lattice units.
    pub fn append_overlapping(
        &self,
        elements: Range<u32>,
        (corners, points): (ElementCorners, &[[i32; 3]]),
        widening: u32,
        overlapping: &mut Vec<u32>,
    ) {
        let blocks = &self.blocks[..];
        with_lanes!(simd => simd.run(Comparison {
            simd,
            blocks,
            elements,
            corners,
            points,
            widening,
            overlapping,
        }))
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.blocks.capacity() * size_of::<Block<LatticeBox>>()
    }
}

/// The loop, compiled for an instruction set.
struct Comparison<'c, L> {
    simd: L,
    blocks: &'c [Block<LatticeBox>],
    elements: Range<u32>,
    corners: ElementCorners<'c>,
    points: &'c [[i32; 3]],
    widening: u32,
    overlapping: &'c mut Vec<u32>,
}

impl<L: Lanes> pulp::NullaryFnOnce for Comparison<'_, L> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        const ALL_APART: u32 = (1 << LANES) - 1;
        let Comparison { simd, blocks, elements, corners, points, widening, overlapping } = self;
        for element in elements {
            let [a, b, c, d] = corners.padded(element as usize);
            let [a, b, c] = [points[a as usize], points[b as usize], points[c as usize]];
            // A triangle has its last corner twice.
            let d = points.get(d as usize).copied().unwrap_or(c);
            let min = Corner::min(&Corner::min(&a, &b), &Corner::min(&c, &d));
            let max = Corner::max(&Corner::max(&a, &b), &Corner::max(&c, &d));
            let [min, max] = Corner::widened([min, max], widening);
            let own = LatticeBox { min, max };
            let mut apart = ALL_APART;
            for block in blocks {
                apart &= block.apart_from(simd, &own);
            }
            if apart != ALL_APART {
                overlapping.push(element);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jostle_support::random::SplitMix64;

    #[test]
    fn boxes_that_overlap_one_of_the_others_are_listed() {
        let mut random = SplitMix64::new(1);
        let mut blocks = BoxBlocks::default();
        let mut listed = 0;
        for count in (0..40).chain([100]) {
            let mut random_box = |size: i32| {
                let min = [(); 3].map(|()| (random.signed() * 1000.0) as i32);
                LatticeBox { min, max: min.map(|x| x + size) }
            };
            let others: Vec<LatticeBox> = (0..count).map(|i| random_box(10 * i)).collect();
            let boxes: Vec<LatticeBox> = (0..100).map(|_| random_box(50)).collect();
            blocks.set(others.iter().copied());
            // Each with corners that span its box.
            let points: Vec<[i32; 3]> = boxes.iter().flat_map(|own| [own.min, own.max]).collect();
            let corner = |i: u32| match i % 3 {
                0 => [2 * i, 2 * i + 1, 2 * i, u32::MAX],
                1 => [2 * i, 2 * i, 2 * i, 2 * i + 1],
                _ => [2 * i, 2 * i, 2 * i + 1, u32::MAX],
            };
            let corners: Vec<[u32; 4]> = (0..100).map(corner).collect();
            for widening in [0, 30] {
                let mut found = vec![7];
                let all = (ElementCorners::Mixed(&corners), &points[..]);
                blocks.append_overlapping(20..100, all, widening, &mut found);
                let overlaps = |i: &u32| {
                    let own = boxes[*i as usize].widened(widening);
                    others.iter().any(|other| other.overlaps(&own))
                };
                let mut expected = vec![7];
                expected.extend((20..100).filter(overlaps));
                assert_eq!(found, expected, "{count} boxes");
                listed += found.len();
            }
        }
        assert!(listed > 200, "{listed}");
    }
}
