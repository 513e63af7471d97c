//! Bodies: what they are made of, and what they become in a world.
//!
//! | body | mesh | how it deforms |
//! | --- | --- | --- |
//! | [`Solid`] | tetrahedra | energies of edges, areas and volumes; elastic materials; shape matching |
//! | [`Cloth`] | triangles | stretch, shear and bend |
//! | [`Rigid`] | a closed surface | not at all |
//! | [`Points`] | none | shape matching |
//!
//! A [`Skin`] is a detailed surface that a coarse solid carries.

mod cloth;
mod mass_properties;
mod points;
mod rigid;
mod skin;
mod soft_body;
mod solid;

pub use cloth::{Cloth, ClothMaterial};
pub use mass_properties::MassProperties;
pub use points::Points;
pub use rigid::{Rigid, RigidShape};
pub use skin::Skin;
pub use solid::{Mass, Solid, SolidMaterial, SolidModel};

pub(crate) use rigid::RigidParts;
pub(crate) use soft_body::SoftBody;
pub(crate) use solid::volume;

use glam::DVec3;

/// What all deformable bodies have.
#[derive(Clone, Debug, PartialEq)]
pub struct Common {
    /// Its name in messages and recordings.
    pub name: String,
    /// How fast all of it moves at the start.
    pub velocity: DVec3,
    /// Vertices that forces do not move.
    pub fixed: Vec<u32>,
    /// How fast those move, whatever comes.
    pub fixed_velocity: DVec3,
    /// Coulomb's coefficient; that of two bodies is the geometric mean of theirs.
    pub friction: f64,
    /// Whether it collides with itself.
    pub self_collision: bool,
    /// The share of velocity that is lost in a second, as a rate: `exp(-drag t)` is left.
    pub drag: f64,
}

impl Common {
    /// At rest, free, with a friction of 0.4, without self-collision and drag.
    pub fn new(name: impl Into<String>) -> Common {
        Common {
            name: name.into(),
            velocity: DVec3::ZERO,
            fixed: Vec::new(),
            fixed_velocity: DVec3::ZERO,
            friction: 0.4,
            self_collision: false,
            drag: 0.0,
        }
    }
}
