//! Semi-implicit Euler (sv-gjk-2019, eq. 2.10), which is symplectic.

use super::{Integrator, System, drift, evaluate, free_rotation, kick};
use crate::state::{Forces, State};

/// `v += h f(x, v) / m`, then `x += h v`.
#[derive(Debug, Default)]
pub struct SemiImplicitEuler {
    forces: Forces,
}

impl Integrator for SemiImplicitEuler {
    fn order(&self) -> u32 {
        1
    }

    fn step(&mut self, system: &mut dyn System, state: &mut State, time: f64, step: f64) {
        evaluate(system, state, time, &mut self.forces);
        let inertia = system.inertia();
        kick(inertia, state, &self.forces, step);
        drift(state, step);
        for (body, own) in state.bodies.iter_mut().zip(&inertia.bodies) {
            free_rotation::advance_first_order(body, own, step);
        }
    }
}
