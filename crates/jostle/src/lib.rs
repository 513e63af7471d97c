//! Exact collision detection for meshes that deform, tear and crumple.
//!
//! # A first query
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
//! # Ok::<(), jostle::QueryError>(())
//! ```
//!
//! # From pairs to objects
//!
//! Numbers have types: [`ObjectId`] is what [`Scene::add`] returns, [`ElementId`] counts elements
//! through the scene, as pairs do, and [`LocalElementId`] within an object, as its mesh does.
//! [`Scene::locate`] leads from the second to the others, [`Scene::element_id`] back.
//!
//! ```
//! # use jostle::mesh::shapes;
//! # use jostle::{DVec3, Query, Scene, collide};
//! # let mut scene = Scene::new();
//! # let sphere = scene.add("sphere", shapes::icosphere(3, 1.0))?;
//! # scene.add("torus", shapes::torus(1.0, 0.3, 64, 24).translated(DVec3::X))?;
//! for pair in collide(&scene, &Query::default())?.pairs() {
//!     let (object, triangle) = scene.locate(pair.a);
//!     assert_eq!(object, sphere, "the lower element comes first");
//!     assert!(triangle.index() < 1280);
//! }
//! # Ok::<(), jostle::QueryError>(())
//! ```
//!
//! # How much to ask for
//!
//! | the question | the query | the answer |
//! | --- | --- | --- |
//! | every pair | [`Query::all_pairs`], the default | [`Collisions::pairs`] |
//! | which elements collide | [`Query::colliding_elements`] | [`Collisions::colliding`] |
//! | does anything touch | [`Query::first_pair`] | [`Collisions::any`] |
//! | how many pairs | [`Query::pair_count`] | [`Collisions::pair_count`] |
//! | what is shut inside what | any of them | [`Collisions::inside`] |
//! | how far apart, or how deep | [`distance()`](distance::distance) | [`Distance`](distance::Distance) |
//! | how deep each vertex is, and which way is out | [`DepthSearch`](contact::DepthSearch) | [`PointDepths`](contact::PointDepths) |
//! | along which curves surfaces cross | [`CurveQuery`](contact::CurveQuery) | [`IntersectionCurves`](contact::IntersectionCurves) |
//! | how much of two solids is common | [`volume::overlap`] | [`Overlap`](volume::Overlap) |
//!
//! [`Filters`] choose the objects and pairs that a query compares, the same way for all kinds of queries. By default,
//! pairs within an object count only if [`Scene::set_self_collision`] says so.
//!
//! # Frame by frame
//!
//! Queries of several kinds about one scene share threads, cancellation and what topology implies in a [`Session`].
//! A [`Workspace`] keeps its buffers, and what topology implies, from one query to the next: a warm frame
//! allocates nothing. [`Collisions::statistics`] tells why a query cost what it did. The crate
//! `jostle-gpu` has the same [`Engine`](collide::Engine) on GPUs. For loops that must not allocate in
//! any frame there are [`Reservation`](collide::Reservation)s, and [`freeness`] bounds the number of
//! pairs beforehand.
//!
//! # What a pair is
//!
//! Sets are closed: touching counts. An element is the convex hull of its corners, degenerate or not.
//! Elements that share vertices are a pair only if they meet outside the simplex they share, so a
//! valid mesh has no self-collisions, and a folded or inverted neighbour is found. All of it is
//! exact over the given `f64` coordinates, whatever finite values they have.
//!
//! # Errors
//!
//! A mesh that cannot be used is refused when it is added ([`SceneError`], with the [`MeshError`] inside);
//! a position that became NaN is refused by the next query ([`QueryError`]). Messages name the object,
//! the element, the value and the way out. Nothing panics on bad input but an id that its scene does not
//! have.
//!
//! # Layers
//!
//! A module uses only those below it.
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`contact`] | what is near what, with points, normals and gradients; how deep vertices are, and which way is out; intersection curves |
//! | [`distance`](mod@distance) | how far apart two objects are, or how deep in each other |
//! | [`volume`] | volumes of solids, and what two of them have in common |
//! | [`impact`] | continuous tests: when moving features first touch |
//! | [`collide`](mod@collide) | discrete queries: scene and query in, collisions out |
//! | [`freeness`] | how many pairs a mesh can cost: the k-free certificate |
//! | [`session`] | what queries share: threads, cancellation, filters, errors |
//! | [`candidates`] | the search for pairs that can collide, and what topology implies |
//! | `broad` | pairs of overlapping boxes |
//! | [`narrow`] | exact tests of one pair of elements |
//! | [`convex`] | distances and contacts of convex shapes |
//! | [`raster`] | triangles into pixels: cameras and scan conversion |
//! | [`mesh`] | meshes, topology, procedural shapes, scenes |
//! | [`geometry`] | boxes, spheres and exact predicates |
//! | `conditions` | the conditions of proofs, which tests can switch off one by one |
#![warn(missing_docs)]
#![forbid(unsafe_code)]

pub mod candidates;
pub mod collide;
pub mod contact;
pub mod convex;
pub mod distance;
pub mod freeness;
pub mod geometry;
pub mod impact;
pub mod mesh;
pub mod narrow;
pub mod raster;
pub mod session;
pub mod volume;

pub use collide::{Collisions, Query, Workspace, collide};
pub use glam;
pub use glam::DVec3;
pub use mesh::{
    ElementId, LocalElementId, Mesh, MeshError, ObjectId, Scene, SceneError, SimplexMesh, TetMesh,
    TriangleMesh,
};
pub use session::{Filters, Pair, QueryError, SelfPairs, Session};

/// Runs the Rust of the README with the doc tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
