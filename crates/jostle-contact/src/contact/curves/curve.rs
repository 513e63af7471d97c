//! Intersection curves as they are returned.

use super::ContactPatch;
use crate::mesh::{ElementId, ObjectId};
use glam::DVec3;
use std::ops::Range;

/// What a point of a curve is, by numbers of vertices through the scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CurveFeature {
    /// An edge of one surface passes a triangle of the other.
    Crossing {
        /// The edge, lower vertex first.
        edge: [u32; 2],
        /// The triangle.
        triangle: [u32; 3],
    },
    /// A vertex of an object that crosses itself there.
    Vertex(u32),
}

/// A point of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurvePoint {
    /// Where it is: off by at most `2^-52` of the largest coordinate of the edge's ends.
    pub position: DVec3,
    /// What it is.
    pub feature: CurveFeature,
}

/// Two triangles that cross.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CrossingPair {
    /// The elements: triangles, or the tetrahedra behind the faces. Of two objects, that of the first comes first;
    /// within an object, they are in the order in which the segment runs along the first normal crossed with the
    /// second.
    pub elements: [ElementId; 2],
    /// The corners of the triangles, numbered through the scene.
    pub triangles: [[u32; 3]; 2],
}

/// What two triangles that touch without crossing have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TouchingKind {
    /// A point.
    Point,
    /// A segment that is not where the triangles cross: an edge lies on the other triangle, or the segment ends on the
    /// border of both.
    Segment,
    /// An area, in one plane.
    Area,
}

impl TouchingKind {
    /// The name in the vocabulary of the command line and of reports.
    pub const fn name(self) -> &'static str {
        match self {
            TouchingKind::Point => "point",
            TouchingKind::Segment => "segment",
            TouchingKind::Area => "area",
        }
    }
}

/// Two triangles that touch without crossing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TouchingPair {
    /// The elements, the lower first: triangles, or the tetrahedra behind the faces.
    pub elements: [ElementId; 2],
    /// The corners of the triangles, numbered through the scene.
    /// [`common_part`](crate::geometry::common_part) has their common points.
    pub triangles: [[u32; 3]; 2],
    /// What they have in common.
    pub kind: TouchingKind,
    /// The mean of its corners.
    pub place: DVec3,
}

/// A curve along which surfaces cross.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IntersectionCurve<'c> {
    /// The two objects, the lower first; twice the same where an object crosses itself.
    pub objects: [ObjectId; 2],
    /// Whether it ends where it starts; the first point is not repeated.
    pub is_closed: bool,
    /// Its points in order.
    pub points: &'c [CurvePoint],
    /// The triangles that cross from each point to the next.
    pub pairs: &'c [CrossingPair],
    /// The number of its patch.
    pub patch: usize,
}

impl<'c> IntersectionCurve<'c> {
    /// The segments in order; the last one of a closed curve leads to its first point.
    pub fn segments(&self) -> impl ExactSizeIterator<Item = [DVec3; 2]> + use<'c> {
        let points = self.points;
        (0..self.pairs.len()).map(move |i| [i, (i + 1) % points.len()].map(|i| points[i].position))
    }

    /// How long it is.
    pub fn length(&self) -> f64 {
        self.segments().map(|[from, to]| from.distance(to)).sum()
    }
}

/// Where one curve is in the lists of points and pairs.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CurveSpan {
    pub objects: [ObjectId; 2],
    pub is_closed: bool,
    pub points: Range<usize>,
    pub pairs: Range<usize>,
    pub patch: usize,
}

/// Where surfaces cross: curves, ordered by their objects and patches, and what touches without crossing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct IntersectionCurves {
    pub(super) points: Vec<CurvePoint>,
    pub(super) pairs: Vec<CrossingPair>,
    pub(super) spans: Vec<CurveSpan>,
    pub(super) patches: Vec<ContactPatch>,
    pub(super) touching: Vec<TouchingPair>,
}

impl IntersectionCurves {
    /// How many curves there are.
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// Whether there is no curve; surfaces may [touch](Self::touching) even so.
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// A curve.
    ///
    /// # Panics
    ///
    /// If there are not as many.
    pub fn curve(&self, curve: usize) -> IntersectionCurve<'_> {
        let span = &self.spans[curve];
        IntersectionCurve {
            objects: span.objects,
            is_closed: span.is_closed,
            points: &self.points[span.points.clone()],
            pairs: &self.pairs[span.pairs.clone()],
            patch: span.patch,
        }
    }

    /// All curves; those of a patch follow each other.
    pub fn curves(&self) -> impl ExactSizeIterator<Item = IntersectionCurve<'_>> {
        (0..self.len()).map(|curve| self.curve(curve))
    }

    /// The points of all curves, one after the other.
    pub fn points(&self) -> &[CurvePoint] {
        &self.points
    }

    /// The pairs of triangles that cross, each once, curve by curve.
    pub fn pairs(&self) -> &[CrossingPair] {
        &self.pairs
    }

    /// Curves that have points in common, by their objects.
    pub fn patches(&self) -> &[ContactPatch] {
        &self.patches
    }

    /// Pairs of triangles that touch without crossing, sorted by their elements.
    pub fn touching(&self) -> &[TouchingPair] {
        &self.touching
    }

    pub(super) fn bytes(&self) -> usize {
        self.points.capacity() * size_of::<CurvePoint>()
            + self.pairs.capacity() * size_of::<CrossingPair>()
            + self.spans.capacity() * size_of::<CurveSpan>()
            + self.patches.capacity() * size_of::<ContactPatch>()
            + self.touching.capacity() * size_of::<TouchingPair>()
    }
}
