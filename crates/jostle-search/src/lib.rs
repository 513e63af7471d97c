//! The search for candidates of the engine Jostle.
//!
//! This crate is a part of the library [`jostle`](https://crates.io/crates/jostle), which re-exports what users need
//! under the same paths. Depend on that one: items that it does not re-export may change in any version.
#![warn(missing_docs)]
#![forbid(unsafe_code)]

pub mod broad;
pub mod candidates;
mod conditions;
pub mod session;

use jostle_geometry::geometry;
use jostle_mesh::mesh;
use jostle_narrow::narrow;
