//! Tetrahedral kDet (2023), ch. 6, measured there on an RTX 3080.

pub mod brute_force;
pub mod options;
pub mod resolutions;

/// The paper's scenes of two bodies, and ours.
const SCENES: [(&str, &str); 3] =
    [("Armadillos", "pressed"), ("Bunny & Planck", "dented"), ("Buddha & Armadillo", "falling")];

/// Our names, as `jostle bench` takes them.
const NAMES: &str = "pressed dented falling";

/// Columns of the stages, with their names.
const STAGES: [(&str, &str); 5] = [
    ("boxes", "box_ms"),
    ("populate", "populate_ms"),
    ("find", "find_ms"),
    ("narrow", "narrow_ms"),
    ("sort", "sort_ms"),
];
