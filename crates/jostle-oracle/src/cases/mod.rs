//! Configurations of two elements to test, by seed: the same on any machine and for ever.
//!
//! ```
//! use jostle_oracle::{cases::{Family, Kind, case}, exceeds};
//!
//! for kind in Kind::ALL {
//!     let case = case(kind, Family::Degenerate, 7);
//!     println!("{kind}: {}", exceeds(case.shared, &case.a, &case.b));
//! }
//! ```

mod case_builder;
mod degenerate;
mod general_position;
pub mod impact;
mod kind;
mod perturbation;
mod split_mix;

pub use kind::Kind;
pub use split_mix::SplitMix64;

use crate::Point;

/// Two elements, the first `shared` points of which are the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// How many points they have in common by index.
    pub shared: usize,
    /// The points of one element.
    pub a: Vec<Point>,
    /// The points of the other.
    pub b: Vec<Point>,
}

/// What the configurations have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// General position: all sizes, flat and thin shapes, boxes that mostly overlap.
    Random,
    /// Exact contact and near misses, coplanar, collinear, collapsed and copied points, and the ends
    /// of the number range.
    Degenerate,
}

impl Family {
    /// Both of them.
    pub const ALL: [Family; 2] = [Family::Random, Family::Degenerate];

    /// As in tables.
    pub fn name(self) -> &'static str {
        match self {
            Family::Random => "random",
            Family::Degenerate => "degenerate",
        }
    }
}

/// The configuration of a kind and family with this seed.
pub fn case(kind: Kind, family: Family, seed: u64) -> Case {
    // Neighbouring seeds would start neighbouring streams; one mixing step parts them.
    let salt = (kind.a * 100 + kind.b * 10 + kind.shared) as u64;
    let random = &mut SplitMix64::new(SplitMix64::new(seed ^ salt << 48).next_u64());
    let builder = match family {
        Family::Random => general_position::build(random, kind),
        Family::Degenerate => degenerate::build(random, kind),
    };
    builder.finish(random)
}
