//! How deep vertices are in other objects, and which way is out (Heidelberger 2007, ch. 6).
//!
//! A vertex that lies in a body or in a closed surface is a colliding point of it. Touching counts, as it does
//! everywhere: a vertex on the surface is a colliding point of depth zero. The closest point of the surface would
//! give each of them a depth by itself, and a direction that jumps where another part of the surface becomes the
//! closest. The consistent depth is found in four stages:
//!
//! 1. Colliding points: vertices, those inside bodies too, against tetrahedra (`colliding.rs`), and against closed
//!    surfaces by winding numbers. Exact.
//! 2. Border points, which have an edge to a vertex that does not collide, and where that edge meets the surface
//!    first from outside, with the normal there, interpolated between vertices (`border.rs`, `normals.rs`).
//! 3. Depth and direction of border points: means of those places and normals, weighted by inverse squares of
//!    distances (`weighted_mean.rs`).
//! 4. Layer after layer, the colliding points next to those that are known get theirs from these (`propagation.rs`).
//!
//! What no border leads to, as an object wholly inside another, gets the closest point of the surface.
//!
//! # Curved surfaces
//!
//! Propagation continues what border points say in a straight line, which is exact in flat surfaces. In curved ones the depth of
//! points further in stays off, however fine the mesh (sec. 6.3). [`DepthMethod::Refined`] follows the direction of each
//! point to the surface and corrects it there (`border.rs`): then all of them converge.
//!
//! # Edges
//!
//! Vertices do not tell of all that overlaps: edges may cross with no vertex inside, which is what is left when bodies
//! come apart. So edges of surfaces that pass through an object with both ends outside are [listed](PointDepths::edges)
//! beside them, each with the closest point of the surface to the middle of its longest part inside. Then nothing is
//! missed:
//!
//! **Theorem.** If the interiors of two solids have a point in common, then a vertex of one of them is in the other, or an edge of one
//! of the surfaces passes through the other.
//!
//! The common part is bounded by parts of faces. If no vertex of either is in the other, its corners are where edges of
//! one surface meet faces of the other; a common part without corners would be a solid itself. Such an edge is inside
//! next to its corner, and its ends are outside.
//!
//! ```
//! use jostle::contact::{DepthQuery, DepthSearch, DepthStage};
//! use jostle::mesh::shapes::{self, Split};
//! use jostle::{DVec3, Scene};
//!
//! let mut scene = Scene::new();
//! scene.add("floor", shapes::box_tets([8, 8, 2], DVec3::new(4.0, 4.0, 1.0), Split::Six, 0.0, 0))?;
//! let ball = scene.add("ball", shapes::ball_tets(6, 1.0).translated(DVec3::Z * 1.3))?;
//! let mut search = DepthSearch::new();
//! let depths = search.find(&scene, &DepthQuery::new())?;
//! let own = depths.pairs().iter().find(|own| own.object == ball).expect("the ball is in the floor");
//! assert!((own.largest - 0.2).abs() < 1e-9, "as deep as it is");
//! assert!(own.direction().distance(DVec3::Z) < 1e-9, "and up is out");
//! assert!(depths.points().iter().all(|own| own.stage != DepthStage::Closest));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod border;
mod colliding;
mod crossed_edges;
mod error;
mod face_crossing;
mod normals;
mod point_depths;
mod propagation;
mod query;
mod rows;
mod search;
mod surface_parts;
#[cfg(test)]
mod tests;
mod weighted_mean;
mod worker;

pub use error::DepthError;
pub use point_depths::{DepthStage, EdgeDepth, PairDepths, PointDepth, PointDepths, Push};
pub use query::{DepthMethod, DepthQuery};
pub use search::{DepthSearch, DepthStatistics};
