//! Energies of deformation, each of the form `k C(x)^2 / 2` for a measure `C` of an element (Teschner, Heidelberger,
//! Mueller and Gross, "A versatile and robust model for geometrically complex deformable solids", 2004).
//!
//! | measure | of | what it keeps |
//! | --- | --- | --- |
//! | [`EdgeStrain`] | two vertices | a length |
//! | [`AreaStrain`] | a triangle | an area |
//! | [`VolumeStrain`] | a tetrahedron | a volume, with its sign |
//! | [`Corotated`]: [`Distortion`] and [`Dilation`] | a tetrahedron | its shape, as a material with Young's modulus |
//! | [`WeaveStretch`], [`WeaveShear`] | a triangle | the threads of a cloth |
//! | [`BendAngle`] | two triangles | the angle between them |
//!
//! The force of an element is `-(k (C - p) + d dC/dt)` times the gradient of `C`, with `d` the damping and `p` what has
//! flowed plastically.

mod cloth_measures;
mod element_energy;
mod plasticity;
mod solid_measures;

pub(crate) use cloth_measures::weave;
pub use cloth_measures::{BendAngle, WeaveShear, WeaveStretch};
pub use element_energy::ElementEnergy;
pub use plasticity::Plasticity;
pub use solid_measures::{AreaStrain, Corotated, Dilation, Distortion, EdgeStrain, VolumeStrain};

use glam::DVec3;

/// What an element measures of the places of its `N` corners.
pub trait Measure<const N: usize>: Copy + Send + Sync {
    /// The measure, and how it changes with each corner.
    fn value_and_gradients(&self, corners: [DVec3; N]) -> (f64, [DVec3; N]);
}

/// `K` measures of one element, which are projected together: those that hold each other in balance would otherwise push the
/// element to and fro.
pub trait Measures<const N: usize, const K: usize>: Copy + Send + Sync {
    /// The measures, and how each changes with each corner.
    fn values_and_gradients(&self, corners: [DVec3; N]) -> [(f64, [DVec3; N]); K];
}

impl<const N: usize, M: Measure<N>> Measures<N, 1> for M {
    #[inline(always)]
    fn values_and_gradients(&self, corners: [DVec3; N]) -> [(f64, [DVec3; N]); 1] {
        [self.value_and_gradients(corners)]
    }
}
