//! Members of a group, written into its blocks.

use super::block_counts;
use crate::broad::block::{Block, Bounds, LANES, MovingBox, MovingPoint};
use crate::geometry::lanes::{Lanes, with_lanes};

/// Takes the members of a group on one side, one after another.
pub(crate) struct BlockWriter<'w, B: Bounds> {
    arounds: &'w mut [Block<B>],
    blocks: &'w mut [Block<B>],
    length: usize,
    at: usize,
    /// What those of the last block are within.
    around: B,
}

/// Features by numbers, and their vertices.
pub(crate) trait NumberedCorners<const N: usize> {
    fn corners(&self, feature: u32) -> [u32; N];
}

/// Vertices, which are their own.
pub(crate) struct Vertices;

impl NumberedCorners<1> for Vertices {
    #[inline(always)]
    fn corners(&self, vertex: u32) -> [u32; 1] {
        [vertex]
    }
}

impl<const N: usize> NumberedCorners<N> for &[[u32; N]] {
    #[inline(always)]
    fn corners(&self, feature: u32) -> [u32; N] {
        self[feature as usize]
    }
}

impl<'w, B: Bounds> BlockWriter<'w, B> {
    /// Writes so many members, in blocks enough for them.
    pub(super) fn new(blocks: &'w mut [Block<B>], length: usize) -> BlockWriter<'w, B> {
        let (arounds, blocks) = blocks.split_at_mut(block_counts(length)[0]);
        BlockWriter { arounds, blocks, length, at: 0, around: B::default() }
    }

    /// Writes the next member.
    #[inline(always)]
    pub fn push(&mut self, member: u32, bounds: B) {
        let (b, lane) = (self.at / LANES, self.at % LANES);
        self.blocks[b].set(lane, member, &bounds);
        self.around = if lane == 0 { bounds } else { self.around.around(&bounds) };
        self.at += 1;
        self.end_block(b);
    }

    /// Notes what a block is within, if it is full or the last.
    #[inline(always)]
    fn end_block(&mut self, b: usize) {
        let is_full = self.at.is_multiple_of(LANES) || self.at == self.length;
        if is_full && !self.arounds.is_empty() {
            self.arounds[b / LANES].set(b % LANES, b as u32, &self.around);
        }
    }
}

impl BlockWriter<'_, MovingBox> {
    /// Writes features, given the points of all vertices, which of both are the first of the object, and which
    /// features of the object they are: for many of them, in one loop.
    pub fn push_features<const N: usize>(
        &mut self,
        points: &[MovingPoint],
        [first_feature, first_vertex]: [u32; 2],
        corners: impl NumberedCorners<N>,
        features: &[u32],
    ) {
        debug_assert!(self.at == 0, "features are all members of the group");
        self.at = features.len();
        let points = &points[first_vertex as usize..];
        write_features(FeatureLoop { writer: self, points, first_feature, corners, features });
    }
}

fn write_features<C: NumberedCorners<N>, const N: usize>(features: FeatureLoop<C, N>) {
    with_lanes!(simd => simd.run(LoopOf { simd, features }))
}

struct FeatureLoop<'f, 'w, C, const N: usize> {
    writer: &'f mut BlockWriter<'w, MovingBox>,
    points: &'f [MovingPoint],
    first_feature: u32,
    corners: C,
    features: &'f [u32],
}

/// The loop, compiled for an instruction set.
struct LoopOf<'f, 'w, L, C, const N: usize> {
    simd: L,
    features: FeatureLoop<'f, 'w, C, N>,
}

impl<L: Lanes, C: NumberedCorners<N>, const N: usize> pulp::NullaryFnOnce
    for LoopOf<'_, '_, L, C, N>
{
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let FeatureLoop { writer, points, first_feature, corners, features } = self.features;
        for (b, eight) in features.chunks(LANES).enumerate() {
            let [lowest, highest] = MovingPoint::EMPTY;
            let mut boxes = [[lowest; LANES], [highest; LANES]];
            let mut around = [lowest, highest];
            let mut elements = [0; LANES];
            for (lane, &feature) in eight.iter().enumerate() {
                let corners = corners.corners(feature);
                let mut own = [points[corners[0] as usize]; 2];
                for &corner in &corners[1..] {
                    let point = &points[corner as usize];
                    own = [own[0].min(point), own[1].max(point)];
                }
                around = [around[0].min(&own[0]), around[1].max(&own[1])];
                (boxes[0][lane], boxes[1][lane]) = (own[0], own[1]);
                elements[lane] = first_feature + feature;
            }
            writer.blocks[b].set_all_between(self.simd, elements, &boxes);
            if let Some(arounds) = writer.arounds.get_mut(b / LANES) {
                arounds.set(b % LANES, b as u32, &MovingBox::between(&around));
            }
        }
    }
}
