//! Bodies that deform, collide and come to rest.
#![warn(missing_docs)]
#![forbid(unsafe_code)]

pub mod energy;
pub mod integrate;
mod linear_algebra;
pub mod state;
