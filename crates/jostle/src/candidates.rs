//! Candidates: pairs of features whose boxes overlap, and what topology implies for the search.

#[doc(inline)]
pub use jostle_search::candidates::{
    CachedTopology, Cancellation, EdgeEdge, FeatureCandidates, FeatureSearch, FeatureSearchError,
    Motion, MotionError, TopologyCache, VertexFace,
};
