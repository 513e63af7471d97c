//! Shapes made by formula, for tests, benchmarks and examples.
//!
//! The same parameters give the same mesh, bit for bit, on every platform: angles are computed
//! from fractions of a turn with sums and products only, and what looks random is seeded
//! (SplitMix64).
//!
//! Shapes are centred at the origin, and long ones lie along x. Closed surfaces are manifold, free
//! of self-intersection and wound counter-clockwise seen from outside; tetrahedra are positive.
//! No parameter is refused: lengths are clamped to `1e-90..=1e90` (NaN reads as 1), counts are
//! raised to the least that makes the shape and lowered until 32-bit indices can name its parts.
//!
//! ```
//! use jostle::mesh::shapes;
//!
//! let knot = shapes::torus_knot(2, 3, 0.3, 500, 20);
//! assert_eq!(knot.elements.len(), 20_000);
//! assert!(knot.check().is_ok());
//! ```

mod ball;
mod box_surface;
mod box_tets;
#[cfg(test)]
mod brute_force;
mod bumpy_sphere;
mod chazelle;
mod circle;
mod cloth;
mod geodesic;
mod grid;
mod icosphere;
mod limits;
mod noise;
mod random;
mod rod;
mod sleeve;
#[cfg(test)]
mod tests;
mod torus;
mod torus_knot;

pub use ball::ball_tets;
pub use box_surface::box_surface;
pub use box_tets::{MAX_JITTER, Split, beam_tets, box_tets};
pub use bumpy_sphere::bumpy_sphere;
pub use chazelle::chazelle;
pub use cloth::{Diagonals, cloth, rippled_cloth};
pub use icosphere::{geodesic_sphere, icosphere, icosphere_near};
pub use rod::rod_tets;
pub use sleeve::sleeve;
pub use torus::torus;
pub use torus_knot::torus_knot;
