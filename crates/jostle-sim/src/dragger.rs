//! Draggers: points of bodies that are drawn to a place, or to each other (deformable-collision-2007, sec. 7.1).

use crate::contact::coupling::{Coupling, NO_BODY};
use crate::state::{Forces, State};
use glam::DVec3;

/// What a vertex is drawn to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DragTarget {
    /// A place that may move at a constant velocity.
    Place {
        /// Where it is at the start.
        position: DVec3,
        /// How fast it moves.
        velocity: DVec3,
    },
    /// Another vertex of the scene.
    Vertex(u32),
}

/// A spring without length between a vertex and a target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dragger {
    /// The vertex of the scene; of a rigid body too.
    pub vertex: u32,
    /// What it is drawn to.
    pub target: DragTarget,
    /// Newton for each metre.
    pub stiffness: f64,
}

impl Dragger {
    fn place(&self, time: f64) -> Option<DVec3> {
        match self.target {
            DragTarget::Place { position, velocity } => Some(position + velocity * time),
            DragTarget::Vertex(_) => None,
        }
    }

    fn parts(&self) -> ([u32; 2], [f64; 2], usize) {
        match self.target {
            DragTarget::Place { .. } => ([self.vertex, 0], [1.0, 0.0], 1),
            DragTarget::Vertex(other) => ([self.vertex, other], [1.0, -1.0], 2),
        }
    }

    /// An implicit step of the spring; `time` is that of the end of the step.
    pub(crate) fn project(&self, coupling: &mut Coupling, time: f64) {
        let (vertices, weights, count) = self.parts();
        let (vertices, weights) = (&vertices[..count], &weights[..count]);
        let (place, _) = coupling.sums(vertices, weights);
        let away = place - self.place(time).unwrap_or(DVec3::ZERO);
        let length = away.length();
        if length == 0.0 {
            return;
        }
        let direction = away / length;
        let inverse_mass = coupling.inverse_mass(vertices, weights, direction);
        let stiff = self.stiffness * coupling.step * coupling.step;
        let multiplier = stiff * length / (1.0 + stiff * inverse_mass);
        coupling.push(vertices, weights, direction, -multiplier);
    }

    /// Adds the force of the spring.
    pub(crate) fn add_forces(&self, time: f64, state: &State, owners: &[u32], forces: &mut Forces) {
        let (vertices, weights, count) = self.parts();
        let mut away = -self.place(time).unwrap_or(DVec3::ZERO);
        for (&vertex, weight) in vertices[..count].iter().zip(weights) {
            away += state.positions[vertex as usize] * weight;
        }
        let force = away * -self.stiffness;
        for (&vertex, weight) in vertices[..count].iter().zip(weights) {
            let owner = owners[vertex as usize];
            if owner == NO_BODY {
                forces.vertices[vertex as usize] += force * weight;
            } else {
                let wrench = &mut forces.bodies[owner as usize];
                let arm = state.positions[vertex as usize] - state.bodies[owner as usize].position;
                wrench.force += force * weight;
                wrench.torque += arm.cross(force * weight);
            }
        }
    }
}
