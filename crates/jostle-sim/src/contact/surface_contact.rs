//! A contact of surfaces that deform: a direction, and a gap that is linear in the places of up to five vertices.

use super::ContactSettings;
use super::coupling::{Coupling, NO_BODY};
use crate::state::{Forces, Inertia, State};
use glam::DVec3;

/// The most vertices of a contact: an edge and a triangle.
pub(crate) const MOST: usize = 5;

/// Two places on surfaces, as weights of their vertices: above zero for the first, below for the second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SurfaceContact {
    pub vertices: [u32; MOST],
    pub weights: [f64; MOST],
    pub count: u8,
    /// The way that the first place is pushed.
    pub normal: DVec3,
    /// The gap is `normal . (sum of weights times places) + offset`; what is below zero is to be parted.
    pub offset: f64,
    pub friction: f64,
}

impl SurfaceContact {
    /// A contact whose gap is given where its vertices are now.
    pub fn new(
        parts: impl IntoIterator<Item = (u32, f64)>,
        normal: DVec3,
        gap: f64,
        friction: f64,
        positions: &[DVec3],
    ) -> SurfaceContact {
        let mut contact = SurfaceContact {
            vertices: [0; MOST],
            weights: [0.0; MOST],
            count: 0,
            normal,
            offset: 0.0,
            friction,
        };
        let mut sum = DVec3::ZERO;
        for (vertex, weight) in parts.into_iter().take(MOST) {
            contact.vertices[usize::from(contact.count)] = vertex;
            contact.weights[usize::from(contact.count)] = weight;
            contact.count += 1;
            sum += positions[vertex as usize] * weight;
        }
        contact.offset = gap - normal.dot(sum);
        contact
    }

    fn parts(&self) -> (&[u32], &[f64]) {
        let count = usize::from(self.count);
        (&self.vertices[..count], &self.weights[..count])
    }

    /// Parts the places as far as one step may: what comes nearer in the step is stopped, and an overlap from before is
    /// parted when it is over, at the speed of recovery at most. Friction then holds them against each other, or brakes.
    pub fn project(&self, coupling: &mut Coupling, recovery: f64) {
        let (vertices, weights) = self.parts();
        let (place, way) = coupling.sums(vertices, weights);
        let gap = self.normal.dot(place) + self.offset;
        if gap >= 0.0 {
            return;
        }
        let approach = -self.normal.dot(way);
        let inverse_mass = coupling.inverse_mass(vertices, weights, self.normal);
        if inverse_mass <= 0.0 {
            return;
        }
        let stopped = (-gap).min(approach.max(0.0));
        let parted = (-gap - stopped).min(recovery * coupling.step);
        let pressure = stopped / inverse_mass;
        coupling.push(vertices, weights, self.normal, pressure);
        if parted > 0.0 {
            coupling.push_after(vertices, weights, self.normal, parted / inverse_mass);
        }
        if self.friction == 0.0 || pressure == 0.0 {
            return;
        }
        let (_, way) = coupling.sums(vertices, weights);
        let slide = way - self.normal * self.normal.dot(way);
        let length = slide.length();
        if length == 0.0 {
            return;
        }
        let direction = slide / length;
        let inverse_mass = coupling.inverse_mass(vertices, weights, direction);
        if inverse_mass > 0.0 {
            let brake = (length / inverse_mass).min(self.friction * pressure);
            coupling.push(vertices, weights, direction, -brake);
        }
    }

    /// Adds the penalty forces of the contact.
    pub fn add_forces(
        &self,
        settings: &ContactSettings,
        inertia: &Inertia,
        owners: &[u32],
        state: &State,
        forces: &mut Forces,
    ) {
        let (vertices, weights) = self.parts();
        let mut place = DVec3::ZERO;
        let mut velocity = DVec3::ZERO;
        for (&vertex, &weight) in vertices.iter().zip(weights) {
            let owner = owners[vertex as usize];
            place += state.positions[vertex as usize] * weight;
            velocity += weight
                * if owner == NO_BODY {
                    state.velocities[vertex as usize]
                } else {
                    let body = &state.bodies[owner as usize];
                    let arm = state.positions[vertex as usize] - body.position;
                    let omega = body.angular_velocity(&inertia.bodies[owner as usize]);
                    body.velocity + omega.cross(arm)
                };
        }
        let gap = self.normal.dot(place) + self.offset;
        if gap >= 0.0 {
            return;
        }
        let rate = self.normal.dot(velocity);
        // Never pulls.
        let pressure = (settings.stiffness * (-gap - settings.damping * rate)).max(0.0);
        let slide = velocity - self.normal * rate;
        let speed = slide.length();
        let mut force = self.normal * pressure;
        if speed > 0.0 {
            // Viscous where it is slow, so that it has a direction.
            let brake =
                (self.friction * pressure).min(settings.stiffness * settings.damping * speed);
            force -= slide * (brake / speed);
        }
        for (&vertex, &weight) in vertices.iter().zip(weights) {
            let owner = owners[vertex as usize];
            if owner == NO_BODY {
                forces.vertices[vertex as usize] += force * weight;
            } else {
                let body = &state.bodies[owner as usize];
                let arm = state.positions[vertex as usize] - body.position;
                let wrench = &mut forces.bodies[owner as usize];
                wrench.force += force * weight;
                wrench.torque += arm.cross(force * weight);
            }
        }
    }
}
