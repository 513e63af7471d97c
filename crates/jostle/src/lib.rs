//! Exact collision detection for meshes that deform, tear and crumple.
//!
//! A [`Scene`] holds objects: [`TriangleMesh`]es and [`TetMesh`]es. [`collide()`] returns every
//! pair of elements that intersect, between objects and within those that are tested against
//! themselves, sorted, and the same for any broad phase and any number of threads.
//!
//! ```
//! use jostle::mesh::shapes;
//! use jostle::{DVec3, Query, Scene, collide};
//!
//! let mut scene = Scene::new();
//! let sphere = scene.add("sphere", shapes::icosphere(3, 1.0))?;
//! let torus = scene.add("torus", shapes::torus(1.0, 0.3, 64, 24).translated(DVec3::X))?;
//! let collisions = collide(&scene, &Query::default())?;
//! assert!(!collisions.pairs().is_empty());
//!
//! // Positions may change every frame, and so may topology.
//! scene.vertices_mut(torus)?.iter_mut().for_each(|v| v.x += 5.0);
//! scene.replace(sphere, shapes::ball_tets(4, 1.0))?;
//! assert!(!collide(&scene, &Query::default())?.any());
//! # Ok::<(), jostle::SceneError>(())
//! ```
//!
//! # What a pair is
//!
//! Sets are closed: touching counts. An element is the convex hull of its corners, degenerate or not.
//! Elements that share vertices are a pair only if they meet outside the simplex they share, so a
//! valid mesh has no self-collisions, and a folded or inverted neighbour is found. All of it is
//! exact over the given `f64` coordinates, whatever finite values they have.
//!
//! # The house
//!
//! A room uses only the rooms below it.
//!
//! | room | what it holds |
//! | --- | --- |
//! | [`distance`](mod@distance) | how far apart two objects are, or how deep in each other |
//! | [`collide`](mod@collide) | discrete queries: scene and query in, collisions out |
//! | [`freeness`] | how many pairs a mesh can cost: the k-free certificate |
//! | [`broad`] | pairs of elements whose boxes overlap |
//! | [`narrow`] | exact tests of one pair of elements |
//! | [`raster`] | triangles into pixels: cameras and scan conversion |
//! | [`convex`] | distances and contacts of convex shapes |
//! | [`mesh`] | meshes, topology, procedural shapes, scenes |
//! | [`geometry`] | boxes, spheres and exact predicates |
#![warn(missing_docs)]
#![forbid(unsafe_code)]

pub mod broad;
pub mod collide;
pub mod convex;
pub mod distance;
pub mod freeness;
pub mod geometry;
pub mod mesh;
pub mod narrow;
pub mod raster;

pub use collide::{Collisions, Pair, Query, Workspace, collide};
pub use glam::DVec3;
pub use mesh::{Mesh, MeshError, Scene, SceneError, SimplexMesh, TetMesh, TriangleMesh};

/// Runs the Rust of the README with the doc tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
