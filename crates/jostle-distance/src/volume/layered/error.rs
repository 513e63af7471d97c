//! Why there is no layered depth image, or no answer from one.

use super::MAX_RESOLUTION;
use crate::geometry::Aabb;
use crate::mesh::{ObjectId, SceneError};
use crate::session::{DeviceError, QueryError};
use glam::DVec3;
use jostle_support::text::grouped;
use thiserror::Error;

/// Why there is no layered depth image, or no answer from one.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum LayeredError {
    /// A position that is not finite, or an object that the scene does not have.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// A query that was cancelled, or threads that cannot be started.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// A surface with a rim has no inside.
    #[error(
        "object {object} ('{name}') is open: a boundary loop of {} edges runs through the vertices \
         {vertices:?}{}; close the hole",
        grouped(*.length), if .vertices.len() < *.length { " and on" } else { "" }
    )]
    Open {
        /// Index of the object.
        object: ObjectId,
        /// Its name.
        name: String,
        /// Number of edges of its first boundary loop.
        length: usize,
        /// The first vertices of the loop, at most [`SHOWN_VERTICES`](Self::SHOWN_VERTICES), numbered
        /// within the object.
        vertices: Vec<u32>,
    },
    /// A surface whose triangles do not agree on a side.
    #[error(
        "object {object} ('{name}') is badly oriented: of the triangles at the edge from vertex {} to \
         vertex {}, {forward} run along it and {backward} against it; turn triangles over until both \
         are as many", edge[0], edge[1]
    )]
    Misoriented {
        /// Index of the object.
        object: ObjectId,
        /// Its name.
        name: String,
        /// The lowest edge that is not used as often one way as the other, numbered within the object.
        edge: [u32; 2],
        /// How many triangles walk it from its first vertex to its second.
        forward: usize,
        /// How many walk it the other way.
        backward: usize,
    },
    /// An image without pixels, or one with too many.
    #[error(
        "a resolution of {} pixels was asked for; give 1 to {} along the longer side",
        grouped(*.resolution as usize), grouped(MAX_RESOLUTION as usize)
    )]
    Resolution {
        /// Pixels asked for.
        resolution: u32,
    },
    /// A region that is not finite.
    #[error("the region from {} to {} is not finite; give a finite box", .region.min, .region.max)]
    Region {
        /// The region as given.
        region: Aabb,
    },
    /// Lengths whose cubes `f64` cannot hold.
    #[error(
        "object {object} ('{name}') reaches {reach:e} from the corner of a region of {:e} x {:e} x {:e}, and \
         volumes of such lengths are beyond `f64`; scale the scene to lengths of 1e-100 to 1e100",
        .size.x, .size.y, .size.z
    )]
    Lengths {
        /// Index of the object.
        object: ObjectId,
        /// Its name.
        name: String,
        /// How far its box is from the lower corner of the region, at most, along an axis.
        reach: f64,
        /// The sides of the region.
        size: DVec3,
    },
    /// An image of nothing.
    #[error("no object is given; name at least one")]
    NoObjects,
    /// One object given twice.
    #[error("object {object} is given twice; give each object once")]
    Repeated {
        /// Index of the object.
        object: ObjectId,
    },
    /// A question about an object that the image does not show.
    #[error("object {object} is not in the image; build it with this object")]
    NotInImage {
        /// Index of the object.
        object: ObjectId,
    },
    /// A point of which the image knows nothing.
    #[error(
        "vertex {vertex} of object {object} lies outside of the region of the image, but in the box of \
         object {other}; build the image of a region that holds it"
    )]
    OutsideRegion {
        /// Index of the object of the vertex.
        object: ObjectId,
        /// The vertex, numbered within its object.
        vertex: u32,
        /// Index of the object that it may be inside of.
        other: ObjectId,
    },
    /// More layers than 32-bit indices can name.
    #[error(
        "the image has {} layers, more than indices of 32 bits can name; lower the resolution",
        grouped(*.layers)
    )]
    TooManyLayers {
        /// How many there would be.
        layers: usize,
    },
    /// A device that could not make the layers.
    #[error(transparent)]
    Device(#[from] DeviceError),
}

impl LayeredError {
    /// The most vertices of a boundary loop that [`Open`](Self::Open) names.
    pub const SHOWN_VERTICES: usize = 4;
}
