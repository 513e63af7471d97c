//! Continuous collision: whether and when moving features first touch, exactly, or come within a distance.

#[doc(inline)]
pub use jostle_impact::impact::{
    CandidateTimes, ContactPoint, Impact, ImpactError, ImpactMethod, ImpactQuery, ImpactSearch,
    ImpactStatistics, ImpactTime, Impacts, Swept, Tally, TouchingFeatures, ViewFallback,
    ViewStatistics, edge_edge, edge_edge_batch, edge_edge_within, edge_edge_within_distance,
    first_impact_among, impact_times_among, vertex_face, vertex_face_batch, vertex_face_within,
    vertex_face_within_distance,
};
