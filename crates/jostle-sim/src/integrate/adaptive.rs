//! Steps that adapt to the error, by step doubling.

use super::{Integrator, System};
use crate::state::{Inertia, State};

/// Splits the steps of an integrator so that none is off by more than a length.
///
/// Each step is made at once and in two halves. Their difference estimates the error of the halves, which are what is
/// kept; a step whose error is above its share of the tolerance is made again, shorter.
#[derive(Debug)]
pub struct Adaptive<I> {
    integrator: I,
    tolerance: f64,
    most_halvings: u32,
    whole: State,
    halves: State,
    /// What the last step came to, as part of the step asked for.
    part: f64,
    steps: u64,
    forced: u64,
}

impl<I: Integrator> Adaptive<I> {
    /// Errors of positions up to `tolerance` in each step asked for, which is split into `2^most_halvings` parts at
    /// most: parts of that length are kept whatever their error, and [counted](Self::forced).
    pub fn new(integrator: I, tolerance: f64, most_halvings: u32) -> Adaptive<I> {
        Adaptive {
            integrator,
            tolerance,
            most_halvings,
            whole: State::default(),
            halves: State::default(),
            part: 1.0,
            steps: 0,
            forced: 0,
        }
    }

    /// How many steps were kept so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// How many of them are off by more than the tolerance, because they could not be shorter.
    pub fn forced(&self) -> u64 {
        self.forced
    }
}

impl<I: Integrator> Integrator for Adaptive<I> {
    fn order(&self) -> u32 {
        self.integrator.order()
    }

    fn step(&mut self, system: &mut dyn System, state: &mut State, time: f64, step: f64) {
        let order = self.integrator.order() as f64;
        let shortest = 0.5f64.powi(self.most_halvings as i32);
        let mut done = 0.0;
        while done < 1.0 {
            let left = 1.0 - done;
            // The last part is all that is left, and the last but one half of it, so that no sliver is left. A part that is
            // refused is not offered again: factors after that are below one.
            let part = if self.part >= left { left } else { self.part.min(0.5 * left) };
            let (at, length) = (time + done * step, part * step);
            self.whole.copy_from(state);
            self.integrator.step(system, &mut self.whole, at, length);
            self.halves.copy_from(state);
            self.integrator.step(system, &mut self.halves, at, 0.5 * length);
            self.integrator.step(system, &mut self.halves, at + 0.5 * length, 0.5 * length);
            let error =
                difference(system.inertia(), &self.whole, &self.halves) / (2f64.powf(order) - 1.0);
            let allowed = self.tolerance * part;
            // 0.9 and the bounds on growth are customary: they keep refusals rare.
            let factor = if error == 0.0 {
                2.0
            } else if error.is_finite() {
                (0.9 * (allowed / error).powf(1.0 / order)).clamp(0.2, 2.0)
            } else {
                0.2
            };
            let is_shortest = part <= shortest * (1.0 + 1e-12);
            if error <= allowed || is_shortest {
                state.copy_from(&self.halves);
                done = if part == left { 1.0 } else { done + part };
                self.steps += 1;
                self.forced += u64::from(error > allowed);
            }
            self.part = (part * factor).clamp(shortest, 1.0);
        }
    }
}

/// The largest distance between positions; a turn counts as what it moves at the radius of gyration.
fn difference(inertia: &Inertia, a: &State, b: &State) -> f64 {
    let vertices = a.positions.iter().zip(&b.positions).map(|(a, b)| a.distance(*b));
    let bodies = a.bodies.iter().zip(&b.bodies).zip(&inertia.bodies).map(|((a, b), own)| {
        let moment = own.inverse_moments.min_element();
        let radius = if moment > 0.0 { (own.inverse_mass / moment).sqrt() } else { 0.0 };
        let turn = 2.0
            * (a.orientation - b.orientation)
                .length()
                .min((a.orientation + b.orientation).length());
        a.position.distance(b.position) + turn * radius
    });
    // A state that is no number any more is as far off as can be.
    vertices
        .chain(bodies)
        .fold(0.0, |most, own| if own > most || own.is_nan() { own } else { most })
}
