//! Forces from outside: gravity, wind, magnets (deformable-collision-2007, sec. 7.1).

use crate::error::{SimError, check, check_not_negative, check_positive};
use crate::state::{Forces, Inertia, State};
use glam::DVec3;

/// A force on everything in its reach.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Field {
    /// The same acceleration everywhere.
    Gravity(DVec3),
    /// Air that moves past the surfaces of deformable bodies: pressure on a triangle is `density` times the square of the
    /// relative speed along its normal.
    Wind {
        /// Of the air.
        velocity: DVec3,
        /// Kilogram for each cubic metre.
        density: f64,
    },
    /// A pull to a point: an acceleration of `strength / (d^2 + core^2)` at the distance `d`; below zero it repels.
    Magnet {
        /// Where it is.
        position: DVec3,
        /// Cubic metre per second squared.
        strength: f64,
        /// Within this the pull does not grow any more.
        core: f64,
    },
}

impl Field {
    pub(crate) fn check(&self) -> Result<(), SimError> {
        match self {
            Field::Gravity(by) => check("field", "gravity", by.length(), |_| true, "finite"),
            Field::Wind { velocity, density } => {
                check("field", "wind", velocity.length(), |_| true, "finite")?;
                check_not_negative("field", "density", *density)
            }
            Field::Magnet { position, strength, core } => {
                check("field", "position", position.length(), |_| true, "finite")?;
                check("field", "strength", *strength, |_| true, "finite")?;
                check_positive("field", "core", *core)
            }
        }
    }

    /// Adds the forces on vertices and bodies. `surfaces` are the triangles of deformable bodies, by vertices of the
    /// scene.
    pub(crate) fn add_forces(
        &self,
        state: &State,
        inertia: &Inertia,
        surfaces: &[[u32; 3]],
        forces: &mut Forces,
    ) {
        match self {
            Field::Gravity(by) => add_accelerations(state, inertia, forces, |_| *by),
            Field::Magnet { position, strength, core } => {
                add_accelerations(state, inertia, forces, |place| {
                    let to = *position - place;
                    let squared = to.length_squared();
                    to.normalize_or_zero() * (strength / (squared + core * core))
                });
            }
            Field::Wind { velocity, density } => {
                for corners in surfaces {
                    let [a, b, c] = corners.map(|vertex| state.positions[vertex as usize]);
                    let area = (b - a).cross(c - a) * 0.5;
                    let mean = corners.map(|vertex| state.velocities[vertex as usize]);
                    let relative = *velocity - (mean[0] + mean[1] + mean[2]) / 3.0;
                    let size = area.length();
                    if size == 0.0 {
                        continue;
                    }
                    let along = relative.dot(area) / size;
                    let force = area * (density * along * along.abs() / 3.0);
                    corners.iter().for_each(|&v| forces.vertices[v as usize] += force);
                }
            }
        }
    }

    /// The energy that everything has in the field; that of wind is not defined.
    pub(crate) fn energy(&self, state: &State, inertia: &Inertia) -> f64 {
        let potential = |place: DVec3| match self {
            Field::Gravity(by) => -by.dot(place),
            Field::Wind { .. } => 0.0,
            Field::Magnet { position, strength, core } => {
                strength / core * ((place - *position).length() / core).atan()
            }
        };
        let vertices = state.positions.iter().zip(&inertia.inverse_masses);
        let bodies = state.bodies.iter().zip(&inertia.bodies);
        let of = |place: DVec3, inverse: f64| {
            if inverse > 0.0 { potential(place) / inverse } else { 0.0 }
        };
        vertices.map(|(place, inverse)| of(*place, *inverse)).sum::<f64>()
            + bodies.map(|(body, own)| of(body.position, own.inverse_mass)).sum::<f64>()
    }
}

fn add_accelerations(
    state: &State,
    inertia: &Inertia,
    forces: &mut Forces,
    acceleration: impl Fn(DVec3) -> DVec3,
) {
    let vertices = forces.vertices.iter_mut().zip(&state.positions).zip(&inertia.inverse_masses);
    for ((force, place), inverse_mass) in vertices {
        if *inverse_mass > 0.0 {
            *force += acceleration(*place) / *inverse_mass;
        }
    }
    for ((wrench, body), own) in forces.bodies.iter_mut().zip(&state.bodies).zip(&inertia.bodies) {
        if own.inverse_mass > 0.0 {
            wrench.force += acceleration(body.position) / own.inverse_mass;
        }
    }
}
