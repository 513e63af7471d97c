//! Volumes of solid objects, and what two of them have in common.

pub use jostle_distance::volume::layered;
pub use jostle_distance::volume::{
    Overlap, VolumeError, of, overlap, overlap_with, overlaps, overlaps_with,
};
