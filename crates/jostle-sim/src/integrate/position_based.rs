//! Position-based dynamics with compliance (Macklin, Mueller and Chentanez, "XPBD", 2016), one projection for each
//! small step (Macklin et al., "Small steps in physics simulation", 2019).
//!
//! Every energy is of the form `k C(x)^2 / 2`. Its implicit step moves the corners along the gradient of `C` by
//! `-C / (w + 1 / (k h^2))` with `w` the inverse mass that the gradient meets, so that `C` never overshoots
//! zero, however large `k h^2` is.

use super::{Integrator, System, free_rotation, kick};
use crate::state::{Forces, State};

/// External forces, a drift, and then a projection; velocities are what the positions came to.
#[derive(Debug, Default)]
pub struct PositionBased {
    forces: Forces,
    start: State,
}

impl Integrator for PositionBased {
    fn order(&self) -> u32 {
        1
    }

    fn step(&mut self, system: &mut dyn System, state: &mut State, time: f64, step: f64) {
        self.start.copy_from(state);
        self.forces.clear(state);
        system.add_external_forces(time, state, &mut self.forces);
        kick(system.inertia(), state, &self.forces, step);
        for (position, velocity) in state.positions.iter_mut().zip(&state.velocities) {
            *position += *velocity * step;
        }
        system.project(&self.start, step, state);
        let moved = state.positions.iter().zip(&self.start.positions);
        for (velocity, (end, start)) in state.velocities.iter_mut().zip(moved) {
            *velocity = (*end - *start) / step;
        }
        for (body, own) in state.bodies.iter_mut().zip(&system.inertia().bodies) {
            body.position += body.velocity * step;
            free_rotation::advance_first_order(body, own, step);
        }
    }
}
