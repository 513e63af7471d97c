//! Volumes that objects share, and what they make together.

pub mod layered;
