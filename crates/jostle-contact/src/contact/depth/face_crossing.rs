//! Crossings of edges and faces, as workers collect them.

/// An edge that meets a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FaceCrossing {
    /// The pair of objects above, the edge as numbered through the scene below.
    pub key: u64,
    /// The face, numbered within its object.
    pub face: u32,
}

/// Where an edge meets a face: how far along it from its lower end, and the face.
pub(super) type PlaceOnEdge = (f64, u32);
