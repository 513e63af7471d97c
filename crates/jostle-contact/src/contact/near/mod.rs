//! Features of surfaces that are near each other.
//!
//! A vertex and a face, or two edges, that share no vertex and are nearer to each other than the distance, have
//! nearest points. Each of these lies in the interior of one feature: a vertex, an edge or the face. A near
//! contact is the two features that the nearest points of such a pair lie in. Several pairs can lead to the same
//! two features, as all faces round a vertex do to that vertex: it is one contact, and how many pairs led to it is
//! its [multiplicity](NearContact::multiplicity).
//!
//! Edges that are nearly parallel are kept as two edges wherever their nearest points are, if the query has a
//! [mollifier](NearQuery::mollified): what they lead to jumps from end to end as they turn.

mod contact;
mod float_screen;
mod lane_nearest;
mod query;
mod receiver;
mod regions;
mod search;
#[cfg(test)]
mod tests;

pub use contact::{Mollifier, NearContact, NearEdges};
pub use query::{NearError, NearQuery};
pub use search::{NearContacts, NearSearch, NearStatistics};
