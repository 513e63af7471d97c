//! Candidates: pairs of features whose boxes overlap, and what topology implies for the search.
//!
//! One search serves all queries. It is generic over what is bounded, elements, or vertices, edges and
//! faces of surfaces, at rest, widened by a distance or swept over a step, and over who receives
//! candidates and decides about them. There are two ways: through clusters of neighbouring elements,
//! which is the default, or through the boxes of all features and any of the broad phases that
//! `Broad` names. First queries between objects, for which clusters are not made yet, go through
//! runs of elements as they are listed.
//!
//! [`FeatureSearch`] lists candidates for those who decide by themselves, and [`TopologyCache`] keeps
//! what does not change while vertices move.

mod box_search;
mod cancellation;
mod candidate_corners;
mod cluster_features;
mod cluster_search;
mod feature_boxes;
mod feature_numbering;
mod feature_search;
mod group_lists;
mod motion;
mod near_objects;
mod patch_boxes;
mod place_buffer;
mod run_search;
mod scope;
mod search;
mod selection;
#[cfg(test)]
mod tests;
mod topology_cache;

pub use box_search::{BoxMethod, BoxSearch, BoxSettings};
pub use cancellation::Cancellation;
pub use candidate_corners::{CandidateCorners, CornerBuffer};
pub use cluster_search::ClusterSearch;
pub use feature_numbering::FeatureNumbering;
pub use feature_search::{
    EdgeEdge, FeatureCandidates, FeatureSearch, FeatureSearchError, VertexFace,
};
pub use motion::{Motion, MotionError};
pub use near_objects::NearObjects;
pub use patch_boxes::PatchBoxes;
pub use run_search::RunSearch;
pub use scope::Scope;
pub use search::{
    CandidateList, CandidateReceiver, CandidateSearch, CandidateWorkers, FeaturePair, Receiving,
    SearchInput, SearchReport, WorkerReceiver,
};
pub use topology_cache::{CachedTopology, TopologyCache};
