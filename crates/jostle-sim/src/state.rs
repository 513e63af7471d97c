//! What moves: vertices and rigid bodies, with their inertia and the forces on them.

use glam::{DMat3, DQuat, DVec3};

/// Where everything is and how it moves.
///
/// Vertices are those of the scene, in its order. Those of rigid bodies are among them, but follow their body:
/// their inverse masses are zero, and integrators leave them where they are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// Where each vertex is.
    pub positions: Vec<DVec3>,
    /// How fast each vertex moves.
    pub velocities: Vec<DVec3>,
    /// The rigid bodies.
    pub bodies: Vec<RigidMotion>,
}

impl State {
    /// Takes over another state without a new allocation where this one has room.
    pub fn copy_from(&mut self, other: &State) {
        self.positions.clone_from(&other.positions);
        self.velocities.clone_from(&other.velocities);
        self.bodies.clone_from(&other.bodies);
    }
}

/// The motion of a rigid body, by its centre of mass and its principal axes (sv-gjk-2019, sec. 2.1).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RigidMotion {
    /// The centre of mass.
    pub position: DVec3,
    /// From the principal axes to the world; of unit length.
    pub orientation: DQuat,
    /// Of the centre of mass.
    pub velocity: DVec3,
    /// About the centre of mass, in the world.
    pub angular_momentum: DVec3,
}

impl RigidMotion {
    /// At rest in a place.
    pub fn at(position: DVec3, orientation: DQuat) -> RigidMotion {
        RigidMotion { position, orientation, velocity: DVec3::ZERO, angular_momentum: DVec3::ZERO }
    }

    /// The angular velocity that the momentum means for a body of this inertia.
    pub fn angular_velocity(&self, inertia: &RigidInertia) -> DVec3 {
        let local = self.orientation.inverse() * self.angular_momentum;
        self.orientation * (inertia.inverse_moments * local)
    }

    /// The inverse of the inertia tensor in the world.
    pub fn inverse_inertia(&self, inertia: &RigidInertia) -> DMat3 {
        let rotation = DMat3::from_quat(self.orientation);
        rotation * DMat3::from_diagonal(inertia.inverse_moments) * rotation.transpose()
    }

    /// Energy of motion; zero for a body that cannot move.
    pub fn kinetic_energy(&self, inertia: &RigidInertia) -> f64 {
        if inertia.inverse_mass == 0.0 {
            return 0.0;
        }
        let spin = self.angular_momentum.dot(self.angular_velocity(inertia));
        0.5 * (self.velocity.length_squared() / inertia.inverse_mass + spin)
    }
}

/// How hard a rigid body is to move; zeros for one that only prescribed motion moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RigidInertia {
    /// One over the mass.
    pub inverse_mass: f64,
    /// One over the principal moments.
    pub inverse_moments: DVec3,
}

/// How hard everything is to move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inertia {
    /// One over the mass of each vertex; zero for those that forces do not move.
    pub inverse_masses: Vec<f64>,
    /// The rigid bodies.
    pub bodies: Vec<RigidInertia>,
}

/// A force at the centre of mass and a torque about it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Wrench {
    /// The force.
    pub force: DVec3,
    /// The torque.
    pub torque: DVec3,
}

/// The forces on everything.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Forces {
    /// On each vertex.
    pub vertices: Vec<DVec3>,
    /// On each rigid body.
    pub bodies: Vec<Wrench>,
}

impl Forces {
    /// No force on anything of a state.
    pub fn clear(&mut self, state: &State) {
        self.vertices.clear();
        self.vertices.resize(state.positions.len(), DVec3::ZERO);
        self.bodies.clear();
        self.bodies.resize(state.bodies.len(), Wrench::default());
    }
}
