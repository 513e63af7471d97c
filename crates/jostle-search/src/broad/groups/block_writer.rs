//! Members of a group, written into its blocks.

use super::block_counts;
use crate::broad::Packing;
use crate::broad::block::{Block, Bounds, Corner, LANES, Stored};
use crate::geometry::lanes::{Lanes, with_lanes};
use crate::mesh::{ElementCorners, ElementKind, first_three};

/// Takes the members of a group on one side, one after another.
pub struct BlockWriter<'w, B: Bounds, S: Stored<B>> {
    arounds: &'w mut [Block<S>],
    blocks: &'w mut [Block<S>],
    packing: Packing,
    length: usize,
    at: usize,
    /// What those of the last block are within.
    around: B,
    /// What stands behind the last member.
    padding: S,
}

/// Features by numbers, and their vertices.
pub trait NumberedCorners<const N: usize> {
    fn corners(&self, feature: u32) -> [u32; N];
}

/// Vertices, which are their own.
pub struct Vertices;

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

/// Triangles among elements of four corners, of which they have the first three.
struct MixedTriangles<'e>(&'e [[u32; 4]]);

impl NumberedCorners<3> for MixedTriangles<'_> {
    #[inline(always)]
    fn corners(&self, element: u32) -> [u32; 3] {
        first_three(&self.0[element as usize])
    }
}

impl<'w, B: Bounds, S: Stored<B>> BlockWriter<'w, B, S> {
    /// Writes so many members, in blocks enough for them, given the lowest coordinate of all along the first axis.
    pub(super) fn new(
        blocks: &'w mut [Block<S>],
        length: usize,
        lowest: i32,
        packing: Packing,
    ) -> Self {
        let (arounds, blocks) = blocks.split_at_mut(block_counts(length)[0]);
        let padding = S::padding(lowest, packing);
        BlockWriter { arounds, blocks, packing, length, at: 0, around: B::default(), padding }
    }

    /// Writes the next member.
    #[inline(always)]
    pub fn push(&mut self, member: u32, bounds: B) {
        let (b, lane) = (self.at / LANES, self.at % LANES);
        self.blocks[b].set(lane, member, &S::from_bounds(&bounds, self.packing));
        self.around = if lane == 0 { bounds } else { self.around.around(&bounds) };
        self.at += 1;
        self.end_block(b);
    }

    /// Notes what a block is within, if it is full or the last.
    #[inline(always)]
    fn end_block(&mut self, b: usize) {
        let is_full = self.at.is_multiple_of(LANES) || self.at == self.length;
        if is_full && !self.arounds.is_empty() {
            let around = S::from_bounds(&self.around, self.packing);
            self.arounds[b / LANES].set(b % LANES, b as u32, &around);
        }
        if self.at == self.length {
            self.pad();
        }
    }

    /// Writes what stands behind the last member.
    #[inline(always)]
    fn pad(&mut self) {
        if !self.length.is_multiple_of(LANES) {
            for lane in self.length % LANES..LANES {
                self.blocks[self.length / LANES].set(lane, 0, &self.padding);
            }
        }
    }

    /// Writes elements of one kind.
    pub fn push_elements(
        &mut self,
        kind: ElementKind,
        elements: FeatureCorners<B::Corner, ElementCorners>,
    ) {
        match (elements.corners, kind) {
            (ElementCorners::Triangles(corners), _) => self.push_features(elements.with(corners)),
            (ElementCorners::Mixed(corners), ElementKind::Triangle) => {
                self.push_features(elements.with(MixedTriangles(corners)));
            }
            (ElementCorners::Mixed(corners), ElementKind::Tetrahedron) => {
                self.push_features(elements.with(corners));
            }
        }
    }

    /// Writes features, for many of them in one loop.
    pub fn push_features<C: NumberedCorners<N>, const N: usize>(
        &mut self,
        features: FeatureCorners<B::Corner, C>,
    ) {
        debug_assert!(self.at == 0, "features are all members of the group");
        self.at = features.features.len();
        write_features(self, features);
        self.pad();
    }
}

/// Features of an object that are bounded by the points of their vertices.
pub struct FeatureCorners<'f, P, C> {
    /// The features, numbered from the first of the object.
    pub features: &'f [u32],
    /// The number of the object's first feature among all.
    pub first: u32,
    /// The vertices of each, among the points.
    pub corners: C,
    /// The points of the vertices.
    pub points: &'f [P],
    /// Boxes are widened by so many lattice units.
    pub widening: u32,
}

impl<'f, P, C> FeatureCorners<'f, P, C> {
    fn with<D>(self, corners: D) -> FeatureCorners<'f, P, D> {
        let FeatureCorners { features, first, points, widening, .. } = self;
        FeatureCorners { features, first, corners, points, widening }
    }
}

fn write_features<B: Bounds, S: Stored<B>, C: NumberedCorners<N>, const N: usize>(
    writer: &mut BlockWriter<B, S>,
    features: FeatureCorners<B::Corner, C>,
) {
    with_lanes!(simd => simd.run(FeatureLoop { simd, writer, features }))
}

/// The loop, compiled for an instruction set.
struct FeatureLoop<'f, 'w, L, B: Bounds, S: Stored<B>, C, const N: usize> {
    simd: L,
    writer: &'f mut BlockWriter<'w, B, S>,
    features: FeatureCorners<'f, B::Corner, C>,
}

impl<L: Lanes, B: Bounds, S: Stored<B>, C: NumberedCorners<N>, const N: usize> pulp::NullaryFnOnce
    for FeatureLoop<'_, '_, L, B, S, C, N>
{
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let FeatureLoop { simd, writer, features } = self;
        let FeatureCorners { features, first, corners, points, widening } = features;
        let packing = writer.packing;
        for (b, eight) in features.chunks(LANES).enumerate() {
            let [lowest, highest] = B::Corner::EMPTY;
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
                elements[lane] = first + feature;
            }
            if widening != 0 {
                for lane in 0..LANES {
                    let own = B::Corner::widened([boxes[0][lane], boxes[1][lane]], widening);
                    (boxes[0][lane], boxes[1][lane]) = (own[0], own[1]);
                }
                around = B::Corner::widened(around, widening);
            }
            let block = &mut writer.blocks[b];
            block.elements = elements;
            S::set_all(&mut block.bounds, simd, &boxes, packing);
            if let Some(arounds) = writer.arounds.get_mut(b / LANES) {
                let around = S::from_bounds(&B::between(&around), packing);
                arounds.set(b % LANES, b as u32, &around);
            }
        }
    }
}
