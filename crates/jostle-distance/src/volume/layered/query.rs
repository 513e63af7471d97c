//! What image to make.

use crate::geometry::Aabb;
use crate::mesh::ObjectId;

/// The most pixels along the longer side of an image: its pixels and a few dozen layers of each can still be
/// named by 32 bits.
pub const MAX_RESOLUTION: u32 = 1 << 13;

/// The direction that columns run in, toward greater coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ViewAxis {
    /// Along x.
    X,
    /// Along y.
    Y,
    /// Along z.
    Z,
    /// The one along which the fewest layers are expected: the areas of the triangles, projected along the
    /// axis, by that of the region. The first of equals.
    #[default]
    FewestLayers,
}

/// The part of space that an image shows: its volume of interest.
///
/// All answers of an image are about what lies in its region.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Region {
    /// Where the boxes of all objects overlap, which holds what all of them share.
    #[default]
    Overlap,
    /// The box around all objects.
    Whole,
    /// Where the boxes of any two objects overlap: the box around all those overlaps, which holds what
    /// any two of them share.
    AnyOverlap,
    /// A box.
    Box(Aabb),
}

/// What image to make.
///
/// ```
/// use jostle::volume::layered::{LayeredQuery, Region, ViewAxis};
/// use jostle::ObjectId;
///
/// let pair = [ObjectId::new(0), ObjectId::new(1)];
/// let query = LayeredQuery::new(pair).resolution(512).region(Region::Whole).axis(ViewAxis::Z);
/// assert_eq!(query.objects(), pair);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct LayeredQuery {
    objects: Vec<ObjectId>,
    region: Region,
    axis: ViewAxis,
    resolution: u32,
}

impl LayeredQuery {
    /// An image of these objects, where all their boxes overlap, at 256 pixels along the longer side.
    pub fn new(objects: impl IntoIterator<Item = ObjectId>) -> LayeredQuery {
        LayeredQuery {
            objects: objects.into_iter().collect(),
            region: Region::default(),
            axis: ViewAxis::default(),
            resolution: 256,
        }
    }

    /// Shows another part of space.
    pub fn region(mut self, region: Region) -> LayeredQuery {
        self.region = region;
        self
    }

    /// Runs columns along an axis.
    pub fn axis(mut self, axis: ViewAxis) -> LayeredQuery {
        self.axis = axis;
        self
    }

    /// Takes so many pixels along the longer side, 1 to [`MAX_RESOLUTION`].
    pub fn resolution(mut self, resolution: u32) -> LayeredQuery {
        self.resolution = resolution;
        self
    }

    /// The objects, in the order in which the image numbers them.
    pub fn objects(&self) -> &[ObjectId] {
        &self.objects
    }

    pub(super) fn settings(&self) -> (Region, ViewAxis, u32) {
        (self.region, self.axis, self.resolution)
    }
}
