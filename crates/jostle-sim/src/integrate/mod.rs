//! Advancing a system in time (sv-gjk-2019, sec. 2.2): one trait, five integrators, and steps that adapt.
//!
//! | integrator | order | what it is good for |
//! | --- | --- | --- |
//! | [`ExplicitEuler`] | 1 | comparison: it gains energy in every step |
//! | [`SemiImplicitEuler`] | 1 | soft bodies, small steps: no drift of energy |
//! | [`VelocityVerlet`] | 2 | the same, more accurate, for two evaluations of forces |
//! | [`RungeKutta4`] | 4 | accuracy; loses a little energy in every step |
//! | [`PositionBased`] | 1 | stiff bodies: stable at any step |
//!
//! [`Adaptive`] makes any of them choose its own steps.

mod adaptive;
mod explicit_euler;
mod free_rotation;
mod position_based;
mod runge_kutta4;
mod semi_implicit_euler;
mod velocity_verlet;

pub use adaptive::Adaptive;
pub use explicit_euler::ExplicitEuler;
pub use position_based::PositionBased;
pub use runge_kutta4::RungeKutta4;
pub use semi_implicit_euler::SemiImplicitEuler;
pub use velocity_verlet::VelocityVerlet;

use crate::state::{Forces, Inertia, State};

/// What is advanced in time.
pub trait System {
    /// How hard everything is to move.
    fn inertia(&self) -> &Inertia;

    /// Adds the forces that do not come from deformation and contact: gravity, wind, magnets.
    fn add_external_forces(&mut self, time: f64, state: &State, forces: &mut Forces);

    /// Adds the forces of deformation and contact.
    fn add_internal_forces(&mut self, time: f64, state: &State, forces: &mut Forces);

    /// Moves vertices, which are where they would be without internal forces after a step of length `step` from
    /// `start`, to where internal forces take them, and changes the velocities of rigid bodies likewise.
    fn project(&mut self, start: &State, step: f64, state: &mut State);
}

/// A way to advance a system by a step.
pub trait Integrator: Send {
    /// The power of the step that the error after a fixed time shrinks with.
    fn order(&self) -> u32;

    /// Advances the state from `time` to `time + step`.
    fn step(&mut self, system: &mut dyn System, state: &mut State, time: f64, step: f64);
}

impl Integrator for Box<dyn Integrator> {
    fn order(&self) -> u32 {
        (**self).order()
    }

    fn step(&mut self, system: &mut dyn System, state: &mut State, time: f64, step: f64) {
        (**self).step(system, state, time, step);
    }
}

/// The integrators by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum IntegratorKind {
    /// [`ExplicitEuler`].
    ExplicitEuler,
    /// [`SemiImplicitEuler`].
    SemiImplicitEuler,
    /// [`VelocityVerlet`].
    VelocityVerlet,
    /// [`RungeKutta4`].
    RungeKutta4,
    /// [`PositionBased`].
    #[default]
    PositionBased,
}

impl IntegratorKind {
    /// All of them.
    pub const ALL: [IntegratorKind; 5] = [
        IntegratorKind::ExplicitEuler,
        IntegratorKind::SemiImplicitEuler,
        IntegratorKind::VelocityVerlet,
        IntegratorKind::RungeKutta4,
        IntegratorKind::PositionBased,
    ];

    /// Its name in scene files.
    pub const fn name(self) -> &'static str {
        match self {
            IntegratorKind::ExplicitEuler => "explicit-euler",
            IntegratorKind::SemiImplicitEuler => "semi-implicit-euler",
            IntegratorKind::VelocityVerlet => "velocity-verlet",
            IntegratorKind::RungeKutta4 => "runge-kutta-4",
            IntegratorKind::PositionBased => "position-based",
        }
    }

    /// An integrator of this kind, with buffers of its own.
    pub fn build(self) -> Box<dyn Integrator> {
        match self {
            IntegratorKind::ExplicitEuler => Box::new(ExplicitEuler::default()),
            IntegratorKind::SemiImplicitEuler => Box::new(SemiImplicitEuler::default()),
            IntegratorKind::VelocityVerlet => Box::new(VelocityVerlet::default()),
            IntegratorKind::RungeKutta4 => Box::new(RungeKutta4::default()),
            IntegratorKind::PositionBased => Box::new(PositionBased::default()),
        }
    }
}

/// All forces on a state, in a buffer that is kept.
fn evaluate(system: &mut dyn System, state: &State, time: f64, forces: &mut Forces) {
    forces.clear(state);
    system.add_external_forces(time, state, forces);
    system.add_internal_forces(time, state, forces);
}

/// Changes velocities and momenta by what forces do in a time.
fn kick(inertia: &Inertia, state: &mut State, forces: &Forces, time: f64) {
    let vertices = state.velocities.iter_mut().zip(&forces.vertices).zip(&inertia.inverse_masses);
    for ((velocity, force), inverse_mass) in vertices {
        *velocity += *force * (*inverse_mass * time);
    }
    for ((body, wrench), own) in state.bodies.iter_mut().zip(&forces.bodies).zip(&inertia.bodies) {
        if own.inverse_mass > 0.0 {
            body.velocity += wrench.force * (own.inverse_mass * time);
            body.angular_momentum += wrench.torque * time;
        }
    }
}

/// Moves vertices and centres of mass by their velocities.
fn drift(state: &mut State, time: f64) {
    for (position, velocity) in state.positions.iter_mut().zip(&state.velocities) {
        *position += *velocity * time;
    }
    for body in &mut state.bodies {
        body.position += body.velocity * time;
    }
}
