//! Continuous collision: whether and when moving features first touch, exactly, or come within a distance.
//!
//! A vertex moves along a straight line at constant speed, from `start` at time 0 to `end` at time 1:
//! at `t` it is at `start + t (end - start)` in real numbers, where nothing is rounded. A feature at `t`
//! is the convex hull of its corners at `t`, so a triangle without area is the segment or the point
//! that it is, and a segment without length a point. There is **contact** at `t` if two features
//! have a common point; touching counts. Of a scene, the features that are compared are the vertices of its
//! surfaces with the faces and the edges with the edges, without those that share a vertex.
//!
//! | motion | what it means |
//! | --- | --- |
//! | in contact at time 0 | the first time is 0, and [`ImpactTime::at_start`] says so |
//! | in contact only at time 1 | the first time is 1 |
//! | no motion, or all corners alike | contact at 0 or none |
//! | in one plane throughout | when a corner reaches an edge, a corner or the inside |
//! | parallel edges | when they come to overlap on one line |
//! | a triangle or an edge that is degenerate, for a moment or throughout | as the segment or point that it is then |
//!
//! [`ImpactSearch`] finds all impacts of a scene in a step, or the first. [`vertex_face`] and [`edge_edge`]
//! are the two tests that it makes, for two features, to be called by themselves or in batches.
//!
//! ```
//! use jostle::impact::{Swept, vertex_face};
//!
//! let triangle = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
//! let face = Swept::new(triangle, triangle);
//! let down = |height: f64| Swept::new([[0.25, 0.25, height]], [[0.25, 0.25, -1.0]]);
//! let time = vertex_face(&down(2.0), &face).expect("it passes through");
//! assert_eq!([time.lower, time.upper], [2.0 / 3.0, (2.0f64 / 3.0).next_up()]);
//! assert!(vertex_face(&down(0.0), &face).expect("contact").at_start());
//! assert!(vertex_face(&down(-1e-300), &face).is_none(), "below from the start");
//! ```
//!
//! With a [thickness](ImpactQuery::thickness) the question is when features first come within a distance of each
//! other. The answer is never late, and early by a tolerance at most: [`vertex_face_within_distance`] says by how
//! much. What the two tests above say is not changed by it.
//!
//! All coordinates are to be finite: a search refuses others, and of the two tests nothing is promised then.

mod among;
mod contact_point;
mod deadline;
mod elementary;
mod error;
mod impacts;
mod methods;
mod moving;
mod query;
mod receiver;
mod search;
mod step;
#[cfg(test)]
mod tests;
mod view;
mod view_search;

pub use among::{CandidateTimes, first_impact_among, impact_times_among};
pub use contact_point::ContactPoint;
pub use elementary::{
    ImpactTime, Swept, Tally, edge_edge, edge_edge_batch, edge_edge_within,
    edge_edge_within_distance, vertex_face, vertex_face_batch, vertex_face_within,
    vertex_face_within_distance,
};
pub use error::ImpactError;
pub use impacts::{Impact, ImpactStatistics, Impacts, TouchingFeatures};
pub use methods::ImpactMethod;
pub use query::ImpactQuery;
pub use search::ImpactSearch;
pub use view::{ViewFallback, ViewStatistics};
