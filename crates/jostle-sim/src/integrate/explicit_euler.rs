//! Explicit Euler (sv-gjk-2019, eq. 2.9).

use super::{Integrator, System, drift, evaluate, kick};
use crate::state::{Forces, State};
use glam::DQuat;

/// `x += h v`, `v += h f(x, v) / m`.
#[derive(Debug, Default)]
pub struct ExplicitEuler {
    forces: Forces,
}

impl Integrator for ExplicitEuler {
    fn order(&self) -> u32 {
        1
    }

    fn step(&mut self, system: &mut dyn System, state: &mut State, time: f64, step: f64) {
        evaluate(system, state, time, &mut self.forces);
        let inertia = system.inertia();
        for (body, own) in state.bodies.iter_mut().zip(&inertia.bodies) {
            let omega = body.angular_velocity(own);
            let rate = DQuat::from_xyzw(omega.x, omega.y, omega.z, 0.0) * body.orientation * 0.5;
            body.orientation = (body.orientation + rate * step).normalize();
        }
        drift(state, step);
        kick(inertia, state, &self.forces, step);
    }
}
