//! The impacts of a step.

use super::{ContactPoint, ImpactTime, Tally, ViewStatistics};
use crate::candidates::{EdgeEdge, VertexFace};
use crate::mesh::{ObjectId, Scene};
use glam::DVec3;

/// Two features that touch in a step, by their vertices in the scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TouchingFeatures {
    /// A vertex and a face.
    VertexFace(VertexFace),
    /// Two edges.
    EdgeEdge(EdgeEdge),
}

impl TouchingFeatures {
    /// The four vertices: the one and the three of the face, or the ends of the first edge and the second.
    pub fn vertices(&self) -> [u32; 4] {
        match *self {
            TouchingFeatures::VertexFace(VertexFace { vertex, face: [a, b, c] }) => {
                [vertex, a, b, c]
            }
            TouchingFeatures::EdgeEdge(EdgeEdge { edges: [[a, b], [c, d]] }) => [a, b, c, d],
        }
    }
}

/// Two features that touch in a step, and when they first do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact {
    /// The features.
    pub features: TouchingFeatures,
    /// The objects of the vertex and of the face, or of the first edge and the second.
    pub objects: [ObjectId; 2],
    /// When they first touch, or are within the thickness of each other.
    pub time: ImpactTime,
    /// The thickness that was asked for: zero if they touch.
    pub thickness: f64,
}

impl Impact {
    /// Where they touch first or are nearest when they come within the thickness, given the scene that the step
    /// starts from and where it ends.
    pub fn contact_point(&self, scene: &Scene, end: &[DVec3]) -> ContactPoint {
        ContactPoint::new(self, scene.vertices(), end)
    }

    /// What impacts of a step are told apart by, and the first found by: earlier ones are less.
    pub(super) fn is_before(&self, other: &Impact) -> bool {
        self.time.is_before(&other.time, || self.features < other.features)
    }
}

/// How much work the impacts of a step were.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ImpactStatistics {
    /// Vertices and faces whose boxes overlap along the step, and that share no vertex.
    pub vertex_faces: u64,
    /// Edges whose boxes overlap along the step, and that share no vertex.
    pub edge_edges: u64,
    /// Which stage decided about how many of them.
    pub tally: Tally,
    /// Seconds in all.
    pub seconds: f64,
    /// Seconds of them before features were compared: boxes, groups and what topology implies.
    pub populate_seconds: f64,
    /// Seconds of elementary tests, of all threads together.
    pub elementary_seconds: f64,
    /// How surfaces were seen, if they [were](super::ImpactMethod::View).
    pub view: ViewStatistics,
    /// Bytes of the buffers that are kept.
    pub bytes: u64,
}

/// The impacts of a step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Impacts {
    pub(super) all: Vec<Impact>,
    pub(super) first: Option<Impact>,
    pub(super) statistics: ImpactStatistics,
}

impl Impacts {
    /// All impacts, sorted by their features, those of vertices and faces first; the first impact only if
    /// the query asks for no more.
    pub fn all(&self) -> &[Impact] {
        &self.all
    }

    /// The first impact: none has an earlier [`lower`](ImpactTime::lower) time. Of several with the same
    /// time, the first by its features.
    pub fn first(&self) -> Option<&Impact> {
        self.first.as_ref()
    }

    /// Whether nothing touches in the step, its beginning and its end included; and with a thickness, whether
    /// nothing is within it.
    pub fn is_free(&self) -> bool {
        self.first.is_none()
    }

    /// How far all vertices can go so that nothing touches on the way: a time that there is no contact at nor
    /// before, next to the first one as far as it is known. It is 1 if nothing touches, and 0 if something does
    /// at the start or right after it, which [`starts_in_contact`](Self::starts_in_contact) tells apart. With a
    /// thickness, so that nothing comes within it.
    pub fn free_step(&self) -> f64 {
        match &self.first {
            None => 1.0,
            Some(first) if first.time.lower == 0.0 => 0.0,
            Some(first) => first.time.lower.next_down(),
        }
    }

    /// Whether something touches where the step starts, or is within the thickness.
    pub fn starts_in_contact(&self) -> bool {
        self.first.is_some_and(|first| first.time.at_start())
    }

    /// How much work they were.
    pub fn statistics(&self) -> &ImpactStatistics {
        &self.statistics
    }
}
