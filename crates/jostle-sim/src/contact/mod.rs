//! What bodies do to each other where they touch.
//!
//! | what touches | how it is found | how it is answered |
//! | --- | --- | --- |
//! | solids and rigid bodies | [consistent depths](jostle::contact::DepthSearch) | penalty forces, implicit in the position-based integrator |
//! | cloth and anything | [near contacts](jostle::contact::NearSearch), and [impacts](jostle::impact::ImpactSearch) of the step | pushes, then impulses, then zones that move as one |
//! | rigid bodies | manifolds of convex shapes; depths of meshes | simultaneous impulses, as a complementarity problem |
//! | anything and a plane | the height above it | as above |

pub(crate) mod coupling;
pub(crate) mod guard;
pub(crate) mod plane;
pub(crate) mod rigid;
pub(crate) mod search;
pub(crate) mod surface_contact;

pub use plane::Plane;

use crate::error::{SimError, check_not_negative, check_positive};
use jostle::contact::DepthMethod;

/// How contacts are answered.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactSettings {
    /// How far cloth stays from everything.
    pub thickness: f64,
    /// How deep solids may rest in each other: contacts that are found again in every search do not come and go.
    pub slop: f64,
    /// How fast overlaps are parted at most.
    pub recovery: f64,
    /// Newton for each metre of depth, of the penalty forces that integrators other than the position-based one see.
    pub stiffness: f64,
    /// A time, of penalty forces: damping in the direction of the contact is this times the stiffness.
    pub damping: f64,
    /// How depths are told.
    pub depth_method: DepthMethod,
    /// The most sweeps over the contacts of rigid bodies.
    pub rigid_sweeps: u32,
    /// The residual at which sweeps end, in metres per second.
    pub rigid_tolerance: f64,
}

impl Default for ContactSettings {
    fn default() -> ContactSettings {
        ContactSettings {
            thickness: 0.005,
            slop: 0.001,
            recovery: 1.0,
            stiffness: 1e4,
            damping: 0.005,
            depth_method: DepthMethod::Refined,
            rigid_sweeps: 8,
            rigid_tolerance: 1e-5,
        }
    }
}

impl ContactSettings {
    pub(crate) fn check(&self) -> Result<(), SimError> {
        check_positive("contact", "thickness", self.thickness)?;
        check_not_negative("contact", "slop", self.slop)?;
        check_not_negative("contact", "recovery", self.recovery)?;
        check_not_negative("contact", "stiffness", self.stiffness)?;
        check_not_negative("contact", "damping", self.damping)?;
        check_not_negative("contact", "rigid-tolerance", self.rigid_tolerance)
    }
}
