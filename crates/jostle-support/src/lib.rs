//! Small helpers that the crates of Jostle share. No promise is made to other users: everything here may change.
//!
//! - [`text`]: numbers as messages show them, misspelt names, bytes as text.
//! - [`files`]: files that appear whole or not at all.
//! - [`parallel`]: loops on all threads that are compiled once.
//! - [`memory`]: bytes of buffers.
//! - [`random`]: random numbers by seed.
//! - [`conditions!`]: the conditions of a crate's proofs, which its tests can switch off one by one.
#![warn(missing_docs)]
#![deny(unsafe_op_in_unsafe_fn)]

pub mod conditions;
pub mod files;
pub mod memory;
pub mod parallel;
pub mod random;
pub mod text;
