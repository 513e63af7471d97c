//! The rotation of a rigid body on which no torque acts.
//!
//! The energy of rotation is a sum over the three principal axes; each term alone turns the body about its axis at
//! a constant rate. Composing these turns keeps the angular momentum, is symplectic, and reversible if composed
//! symmetrically (Dullweber, Leimkuhler and McLachlan, "Symplectic splitting methods for rigid body molecular
//! dynamics", 1997). The energy of rotation then does not drift.

use crate::state::{RigidInertia, RigidMotion};
use glam::{DQuat, DVec3};

/// Turns about one principal axis for a time.
fn turn(body: &mut RigidMotion, inertia: &RigidInertia, axis: usize, time: f64) {
    let momentum = (body.orientation.inverse() * body.angular_momentum)[axis];
    let angle = time * momentum * inertia.inverse_moments[axis];
    body.orientation *= DQuat::from_axis_angle(DVec3::AXES[axis], angle);
}

/// Order one.
pub(super) fn advance_first_order(body: &mut RigidMotion, inertia: &RigidInertia, time: f64) {
    (0..3).for_each(|axis| turn(body, inertia, axis, time));
    body.orientation = body.orientation.normalize();
}

/// Order two, symmetric.
pub(super) fn advance_second_order(body: &mut RigidMotion, inertia: &RigidInertia, time: f64) {
    turn(body, inertia, 0, 0.5 * time);
    turn(body, inertia, 1, 0.5 * time);
    turn(body, inertia, 2, time);
    turn(body, inertia, 1, 0.5 * time);
    turn(body, inertia, 0, 0.5 * time);
    body.orientation = body.orientation.normalize();
}
