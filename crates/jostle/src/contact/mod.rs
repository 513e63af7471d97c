//! Contacts: what is near what, where, and in which direction it can be pushed.
//!
//! [`NearSearch`] lists the features of surfaces that are nearer to each other than a distance, as barrier and
//! projection methods want them: vertices, edges and faces by the features that their nearest points lie in, each
//! two once, with points, weights, normal, distance and its gradient.
//!
//! [`DepthSearch`] tells how deep vertices are in bodies and closed surfaces, and which way is out: consistently from
//! one to the next and from frame to frame, or by the closest point of the surface.

mod depth;
mod near;

pub use depth::{
    DepthError, DepthMethod, DepthQuery, DepthSearch, DepthStage, DepthStatistics, PairDepths,
    PointDepth, PointDepths,
};
pub use near::{
    Mollifier, NearContact, NearContacts, NearEdges, NearError, NearQuery, NearSearch,
    NearStatistics,
};
