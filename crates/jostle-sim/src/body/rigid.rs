//! Rigid bodies.

use super::MassProperties;
use crate::error::{SimError, check, check_not_negative, check_positive};
use crate::linear_algebra::principal_axes;
use crate::state::{RigidInertia, RigidMotion};
use glam::DVec3;
use jostle::TriangleMesh;
use jostle::mesh::topology::SurfaceTopology;

/// What a rigid body collides as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RigidShape {
    /// The convex hull of its vertices: contacts are manifolds.
    #[default]
    Convex,
    /// Its mesh: contacts are the depths of vertices and edges.
    Mesh,
}

/// A rigid body.
#[derive(Clone, Debug, PartialEq)]
pub struct Rigid {
    /// Its name in messages and recordings.
    pub name: String,
    /// Its surface, closed, where it starts.
    pub mesh: TriangleMesh,
    /// What it collides as.
    pub shape: RigidShape,
    /// Kilogram for each cubic metre.
    pub density: f64,
    /// Of the centre of mass, at the start; always, if it is fixed.
    pub velocity: DVec3,
    /// At the start; zero if it is fixed.
    pub angular_velocity: DVec3,
    /// Coulomb's coefficient.
    pub friction: f64,
    /// The share of the speed of an impact that it leaves with.
    pub restitution: f64,
    /// Whether forces and contacts do not move it: it keeps its velocity.
    pub is_fixed: bool,
}

impl Rigid {
    /// At rest, of 1,000 kg/m^3 and a friction of 0.5, without restitution.
    pub fn new(name: impl Into<String>, mesh: TriangleMesh) -> Rigid {
        Rigid {
            name: name.into(),
            mesh,
            shape: RigidShape::Convex,
            density: 1000.0,
            velocity: DVec3::ZERO,
            angular_velocity: DVec3::ZERO,
            friction: 0.5,
            restitution: 0.0,
            is_fixed: false,
        }
    }

    pub(crate) fn check(&self) -> Result<(), SimError> {
        check_positive(&self.name, "density", self.density)?;
        check_not_negative(&self.name, "friction", self.friction)?;
        let is_share = |value: f64| (0.0..=1.0).contains(&value);
        check(&self.name, "restitution", self.restitution, is_share, "from 0 to 1")?;
        for (key, vector) in
            [("velocity", self.velocity), ("angular-velocity", self.angular_velocity)]
        {
            check(&self.name, key, vector.length(), |_| true, "finite")?;
        }
        if self.is_fixed {
            let is_zero = |speed: f64| speed == 0.0;
            let speed = self.angular_velocity.length();
            check(&self.name, "angular-velocity", speed, is_zero, "zero, as the body is fixed")?;
        }
        Ok(())
    }

    /// What a world keeps of it.
    pub(crate) fn parts(&self) -> Result<(RigidParts, RigidMotion, RigidInertia), SimError> {
        let refuse = |problem: String| SimError::NotSolid { body: self.name.clone(), problem };
        let topology = SurfaceTopology::from_mesh(&self.mesh)
            .map_err(|source| SimError::Mesh { body: self.name.clone(), source })?;
        if !topology.is_closed() {
            return Err(refuse("it has edges with one triangle".to_owned()));
        }
        if !topology.is_oriented() {
            return Err(refuse("neighbouring triangles face opposite ways".to_owned()));
        }
        let own = MassProperties::from_surface(&self.mesh);
        if own.volume.is_nan() || own.volume <= 0.0 {
            return Err(refuse(format!("its volume is {}", own.volume)));
        }
        let (moments, orientation) = principal_axes(own.inertia);
        if moments.min_element() <= 0.0 {
            return Err(refuse(format!("its moments of inertia are {moments}")));
        }
        let inertia = if self.is_fixed {
            RigidInertia::default()
        } else {
            RigidInertia {
                inverse_mass: 1.0 / (own.volume * self.density),
                inverse_moments: 1.0 / (moments * self.density),
            }
        };
        let back = orientation.inverse();
        let local: Vec<DVec3> =
            self.mesh.vertices.iter().map(|v| back * (*v - own.centre)).collect();
        let radius = local.iter().map(|v| v.length()).fold(0.0, f64::max);
        let spin = back * self.angular_velocity;
        let momentum =
            if self.is_fixed { DVec3::ZERO } else { orientation * (spin * moments * self.density) };
        let motion = RigidMotion {
            velocity: self.velocity,
            angular_momentum: momentum,
            ..RigidMotion::at(own.centre, orientation)
        };
        let parts = RigidParts {
            local,
            radius,
            shape: self.shape,
            friction: self.friction,
            restitution: self.restitution,
        };
        Ok((parts, motion, inertia))
    }
}

/// What a world keeps of a rigid body.
#[derive(Clone, Debug)]
pub(crate) struct RigidParts {
    /// Its vertices about the centre of mass along its principal axes.
    pub local: Vec<DVec3>,
    /// How far the furthest is.
    pub radius: f64,
    pub shape: RigidShape,
    pub friction: f64,
    pub restitution: f64,
}
