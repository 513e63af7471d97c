//! Distances, depths, rays and volumes of the engine Jostle.
//!
//! This crate is a part of the library [`jostle`](https://crates.io/crates/jostle), which re-exports what users need
//! under the same paths. Depend on that one: items that it does not re-export may change in any version.
#![warn(missing_docs)]
#![forbid(unsafe_code)]

mod conditions;
pub mod distance;
pub mod volume;

use jostle_collide::collide;
use jostle_geometry::{geometry, raster};
use jostle_mesh::mesh;
use jostle_narrow::{convex, narrow};
use jostle_search::{candidates, session};
