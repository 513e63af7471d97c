//! The order that each integrator is observed to have, what it does to energy, and what steps that adapt achieve.

use glam::{DQuat, DVec3};
use jostle_sim::energy::{EdgeStrain, ElementEnergy};
use jostle_sim::integrate::{
    Adaptive, Integrator, IntegratorKind, RungeKutta4, SemiImplicitEuler, System, VelocityVerlet,
};
use jostle_sim::state::{Forces, Inertia, RigidInertia, RigidMotion, State};

/// A spring between two masses, and a body of three different moments that no force acts on.
struct Toy {
    inertia: Inertia,
    spring: ElementEnergy<2, EdgeStrain>,
}

impl Toy {
    fn new() -> (Toy, State) {
        let mut spring = ElementEnergy::new();
        spring.push([0, 1], EdgeStrain { length: 1.0 }, [4.0]);
        spring.finish(2);
        let bodies = vec![RigidInertia {
            inverse_mass: 1.0,
            inverse_moments: DVec3::new(1.0, 0.5, 1.0 / 3.0),
        }];
        let inertia = Inertia { inverse_masses: vec![1.0, 0.5], bodies };
        // Turning and swinging: the spring is not linear.
        let state = State {
            positions: vec![DVec3::ZERO, DVec3::new(1.2, 0.1, 0.0)],
            velocities: vec![DVec3::new(0.0, -0.6, 0.2), DVec3::new(0.1, 0.3, -0.1)],
            bodies: vec![RigidMotion {
                angular_momentum: DVec3::new(0.8, 1.6, 0.5),
                velocity: DVec3::new(0.2, 0.0, 0.1),
                ..RigidMotion::at(DVec3::ZERO, DQuat::from_rotation_x(0.3))
            }],
        };
        (Toy { inertia, spring }, state)
    }

    fn energies(&self, state: &State) -> [f64; 2] {
        let moving: f64 = (0..2)
            .map(|i| 0.5 * state.velocities[i].length_squared() / self.inertia.inverse_masses[i])
            .sum();
        let spring = self.spring.energy(&state.positions);
        [moving + spring, state.bodies[0].kinetic_energy(&self.inertia.bodies[0])]
    }

    fn momentum(&self, state: &State) -> DVec3 {
        (0..2).map(|i| state.velocities[i] / self.inertia.inverse_masses[i]).sum()
    }
}

impl System for Toy {
    fn inertia(&self) -> &Inertia {
        &self.inertia
    }

    fn add_external_forces(&mut self, _: f64, _: &State, _: &mut Forces) {}

    fn add_internal_forces(&mut self, _: f64, state: &State, forces: &mut Forces) {
        self.spring.add_forces(&state.positions, &state.velocities, 0.0, &mut forces.vertices);
    }

    fn project(&mut self, start: &State, step: f64, state: &mut State) {
        let masses = &self.inertia.inverse_masses;
        self.spring.project(&start.positions, step, masses, 0.0, &mut state.positions);
    }
}

fn run(integrator: &mut dyn Integrator, duration: f64, steps: u32) -> (Toy, State) {
    let (mut toy, mut state) = Toy::new();
    let step = duration / f64::from(steps);
    for i in 0..steps {
        integrator.step(&mut toy, &mut state, f64::from(i) * step, step);
    }
    (toy, state)
}

/// How far the spring and the body are from the true solution after two seconds.
fn errors(kind: IntegratorKind, steps: u32, truth: &State) -> [f64; 2] {
    let (_, state) = run(&mut *kind.build(), 2.0, steps);
    let spring = state.positions[1].distance(truth.positions[1])
        + state.velocities[1].distance(truth.velocities[1]);
    let [a, b] = [state.bodies[0].orientation, truth.bodies[0].orientation];
    [spring, (a - b).length().min((a + b).length())]
}

#[test]
fn observed_orders_are_those_stated() {
    let truth = run(&mut RungeKutta4::default(), 2.0, 20_000).1;
    for kind in IntegratorKind::ALL {
        let expected = f64::from(kind.build().order());
        let coarse = errors(kind, 200, &truth);
        let fine = errors(kind, 400, &truth);
        let orders = [0, 1].map(|i| (coarse[i] / fine[i]).log2());
        println!("{}: oscillator {:.3}, spinning body {:.3}", kind.name(), orders[0], orders[1]);
        for order in orders {
            assert!((order - expected).abs() < 0.15, "{}: {order} for {expected}", kind.name());
        }
    }
}

#[test]
fn momentum_is_kept_to_rounding_and_energy_as_each_method_keeps_it() {
    for kind in IntegratorKind::ALL {
        let (toy, start) = Toy::new();
        let [spring, spin] = toy.energies(&start);
        let (toy, end) = run(&mut *kind.build(), 20.0, 2_000);
        let drift = (toy.momentum(&end) - toy.momentum(&start)).length();
        // Velocities that come from positions carry the rounding of those, divided by the step.
        let rounding = if kind == IntegratorKind::PositionBased { 1e-11 } else { 1e-13 };
        assert!(drift < rounding, "{}: momentum changed by {drift}", kind.name());
        let spun = end.bodies[0].angular_momentum - start.bodies[0].angular_momentum;
        assert_eq!(spun, DVec3::ZERO);
        let [spring_end, spin_end] = toy.energies(&end);
        let drifts = [spring_end / spring - 1.0, spin_end / spin - 1.0];
        println!("{}: energy drift {:+.2e}, spin {:+.2e}", kind.name(), drifts[0], drifts[1]);
        let (lowest, highest) = match kind {
            // Gains energy.
            IntegratorKind::ExplicitEuler => (1e-3, 1.0),
            // Oscillates about the true energy.
            IntegratorKind::SemiImplicitEuler => (-2e-2, 2e-2),
            IntegratorKind::VelocityVerlet => (-1e-4, 1e-4),
            IntegratorKind::RungeKutta4 => (-1e-6, 1e-6),
            // An implicit step loses energy.
            IntegratorKind::PositionBased => (-0.5, 0.0),
        };
        assert!((lowest..=highest).contains(&drifts[0]), "{}: {}", kind.name(), drifts[0]);
    }
}

#[test]
fn steps_that_adapt_keep_the_tolerance() {
    let truth = run(&mut RungeKutta4::default(), 2.0, 20_000).1;
    let mut used = Vec::new();
    for tolerance in [1e-3, 1e-5, 1e-7] {
        let mut adaptive = Adaptive::new(VelocityVerlet::default(), tolerance, 20);
        let (_, state) = run(&mut adaptive, 2.0, 4);
        let error = state.positions[1].distance(truth.positions[1]);
        println!("tolerance {tolerance:.0e}: error {error:.1e} in {} steps", adaptive.steps());
        assert!(error < 20.0 * tolerance && adaptive.forced() == 0);
        used.push(adaptive.steps());
    }
    assert!(used.is_sorted_by(|a, b| a < b));
}

#[test]
fn a_tolerance_that_cannot_be_kept_ends_and_is_counted() {
    let mut adaptive = Adaptive::new(SemiImplicitEuler::default(), 1e-12, 3);
    run(&mut adaptive, 2.0, 4);
    assert_eq!((adaptive.steps(), adaptive.forced()), (32, 32));
}
