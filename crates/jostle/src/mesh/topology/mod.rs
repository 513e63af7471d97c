//! What hangs together in a mesh: sides, neighbours, components, boundaries, and what is odd about
//! them.
//!
//! Everything here works on any mesh that passes [`check`](crate::SimplexMesh::check), however
//! tangled, in time `n log n` and memory linear in the elements: keys are packed, sorted and read
//! as ranges.
//!
//! ```
//! use jostle::mesh::{shapes, topology::SurfaceSummary};
//!
//! let torus = shapes::torus(2.0, 0.5, 24, 12);
//! let summary = SurfaceSummary::from_mesh(&torus)?;
//! assert!(summary.closed && summary.manifold && summary.oriented);
//! assert_eq!(summary.genus, Some(1));
//! # Ok::<(), jostle::MeshError>(())
//! ```

mod boundary;
mod components;
mod facets;
mod loops;
mod measure;
mod orientation;
mod pieces;
mod scale;
mod stars;
mod summary;
mod surface;
#[cfg(test)]
mod tests;
mod union_find;
mod volume;

pub use boundary::Boundary;
pub use components::Components;
pub use facets::{Edges, Faces, Facets};
pub use loops::Loops;
pub use measure::{signed_volume, surface_area, tet_volume};
pub use pieces::Piece;
pub use summary::{SurfaceSummary, VolumeSummary};
pub use surface::SurfaceTopology;
pub use volume::VolumeTopology;
