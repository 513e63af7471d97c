//! The classical Runge-Kutta method of order four (sv-gjk-2019, eq. 2.12).

use super::{Integrator, System, evaluate};
use crate::state::{Forces, Inertia, State};
use glam::{DQuat, DVec3};

/// How a rigid body changes.
#[derive(Clone, Copy, Debug)]
struct BodyRate {
    velocity: DVec3,
    /// Of the orientation, which is not of unit length on the way.
    rotation: DQuat,
    acceleration: DVec3,
    torque: DVec3,
}

/// How a state changes.
#[derive(Debug, Default)]
struct Rate {
    velocities: Vec<DVec3>,
    accelerations: Vec<DVec3>,
    bodies: Vec<BodyRate>,
}

impl Rate {
    fn evaluate(&mut self, inertia: &Inertia, state: &State, forces: &Forces) {
        self.velocities.clone_from(&state.velocities);
        self.accelerations.clear();
        let vertices = forces.vertices.iter().zip(&inertia.inverse_masses);
        self.accelerations.extend(vertices.map(|(force, inverse_mass)| *force * *inverse_mass));
        self.bodies.clear();
        let bodies = state.bodies.iter().zip(&inertia.bodies).zip(&forces.bodies);
        self.bodies.extend(bodies.map(|((body, own), wrench)| {
            let mut unit = *body;
            unit.orientation = body.orientation.normalize();
            let omega = unit.angular_velocity(own);
            let is_free = f64::from(u8::from(own.inverse_mass > 0.0));
            BodyRate {
                velocity: body.velocity,
                rotation: DQuat::from_xyzw(omega.x, omega.y, omega.z, 0.0) * body.orientation * 0.5,
                acceleration: wrench.force * own.inverse_mass,
                torque: wrench.torque * is_free,
            }
        }));
    }

    /// Adds the rate times a length of time to a state.
    fn advance(&self, state: &mut State, time: f64) {
        state.positions.iter_mut().zip(&self.velocities).for_each(|(x, v)| *x += *v * time);
        state.velocities.iter_mut().zip(&self.accelerations).for_each(|(v, a)| *v += *a * time);
        for (body, rate) in state.bodies.iter_mut().zip(&self.bodies) {
            body.position += rate.velocity * time;
            body.orientation += rate.rotation * time;
            body.velocity += rate.acceleration * time;
            body.angular_momentum += rate.torque * time;
        }
    }
}

/// Four evaluations of forces for each step.
#[derive(Debug, Default)]
pub struct RungeKutta4 {
    forces: Forces,
    rate: Rate,
    start: State,
    stage: State,
}

impl Integrator for RungeKutta4 {
    fn order(&self) -> u32 {
        4
    }

    fn step(&mut self, system: &mut dyn System, state: &mut State, time: f64, step: f64) {
        let RungeKutta4 { forces, rate, start, stage } = self;
        start.copy_from(state);
        stage.copy_from(state);
        // Where each stage is evaluated, and its weight in the sum.
        let stages = [(0.0, 1.0 / 6.0), (0.5, 1.0 / 3.0), (0.5, 1.0 / 3.0), (1.0, 1.0 / 6.0)];
        for (index, (at, weight)) in stages.into_iter().enumerate() {
            evaluate(system, stage, time + at * step, forces);
            rate.evaluate(system.inertia(), stage, forces);
            rate.advance(state, weight * step);
            if let Some((next, _)) = stages.get(index + 1) {
                stage.copy_from(start);
                rate.advance(stage, next * step);
            }
        }
        for body in &mut state.bodies {
            body.orientation = body.orientation.normalize();
        }
    }
}
