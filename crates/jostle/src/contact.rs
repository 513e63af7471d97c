//! Contacts: what is near what, where, and in which direction it can be pushed.

#[doc(inline)]
pub use jostle_contact::contact::{
    ContactPatch, CrossingPair, CurveFeature, CurvePoint, CurveQuery, CurveSearch, CurveStatistics,
    DepthError, DepthMethod, DepthQuery, DepthSearch, DepthStage, DepthStatistics, EdgeDepth,
    IntersectionCurve, IntersectionCurves, Mollifier, NearContact, NearContacts, NearEdges,
    NearError, NearQuery, NearSearch, NearStatistics, PairDepths, PointDepth, PointDepths, Push,
    TouchingKind, TouchingPair,
};
