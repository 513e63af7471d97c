//! Velocity Verlet (sv-gjk-2019, eq. 2.13, with the second half of the kick that the text leaves out).

use super::{Integrator, System, drift, evaluate, free_rotation, kick};
use crate::state::{Forces, State};

/// Half a kick, a drift, half a kick. Forces that depend on velocities are taken at those of the half step first and
/// then at the last known ones, so that with damping the order is one.
#[derive(Debug, Default)]
pub struct VelocityVerlet {
    forces: Forces,
}

impl Integrator for VelocityVerlet {
    fn order(&self) -> u32 {
        2
    }

    fn step(&mut self, system: &mut dyn System, state: &mut State, time: f64, step: f64) {
        evaluate(system, state, time, &mut self.forces);
        kick(system.inertia(), state, &self.forces, 0.5 * step);
        drift(state, step);
        for (body, own) in state.bodies.iter_mut().zip(&system.inertia().bodies) {
            free_rotation::advance_second_order(body, own, step);
        }
        evaluate(system, state, time + step, &mut self.forces);
        kick(system.inertia(), state, &self.forces, 0.5 * step);
    }
}
