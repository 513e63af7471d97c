//! Topology of meshes: edges and faces, neighbours, components, boundaries and non-manifold places.
//!
//! Everything here works on any mesh that passes [`check`](crate::mesh::SimplexMesh::check), however
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

mod body_boundary;
mod boundary;
mod boundary_loops;
mod closed_stars;
mod closed_surface;
mod component_summary;
mod component_vertices;
mod components;
mod facets;
mod incidence;
mod measure;
mod orientation;
mod owned_features;
mod owned_vertices;
mod scale;
mod stars;
mod summary;
mod surface;
#[cfg(test)]
mod tests;
mod union_find;
mod vertex_links;
mod vertex_neighbours;
mod volume;

pub use body_boundary::BodyBoundary;
pub use boundary::Boundary;
pub use boundary_loops::BoundaryLoops;
pub use closed_stars::ClosedStars;
pub use closed_surface::{is_closed_surface, is_oriented_surface};
pub use component_summary::ComponentSummary;
pub use component_vertices::ComponentVertices;
pub use components::Components;
pub use facets::{Edges, Faces, Facets};
pub use incidence::Incidence;
pub use measure::{signed_volume, surface_area, tet_volume};
pub use owned_features::OwnedFeatures;
pub use owned_vertices::OwnedVertices;
pub use summary::{SurfaceSummary, VolumeSummary};
pub use surface::SurfaceTopology;
pub use union_find::UnionFind;
pub use vertex_links::{VertexLink, VertexLinks};
pub use vertex_neighbours::VertexNeighbours;
pub use volume::VolumeTopology;
