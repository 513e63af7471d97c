//! Meshes, topology, clusters and scenes of the engine Jostle.
//!
//! This crate is a part of the library [`jostle`](https://crates.io/crates/jostle), which re-exports what users need
//! under the same paths. Depend on that one: items that it does not re-export may change in any version.
#![warn(missing_docs)]
#![forbid(unsafe_code)]

mod conditions;
pub mod mesh;

use jostle_geometry::geometry;
