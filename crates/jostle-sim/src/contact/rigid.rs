//! Contacts of rigid bodies: simultaneous impulses as a linear complementarity problem (sv-gjk-2019, sec. 5.1.2 and 5.2.3).
//!
//! With `w = A f + b` the velocities at which contacts part after impulses `f`, the problem is `f >= 0`, `w >= 0` and
//! `f . w = 0`. Projected Gauss-Seidel sweeps over the contacts, each solving its own row for the others as they are;
//! friction is a disc about zero whose radius is its coefficient times the impulse. Impulses of the last step are where
//! sweeps begin. What is left is the residual: how far `f` is from what each row alone would make of it, as a velocity.

use super::ContactSettings;
use super::coupling::NO_BODY;
use super::search::RigidDepth;
use crate::body::{RigidParts, RigidShape};
use crate::contact::Plane;
use crate::error::SimError;
use crate::state::{Inertia, State};
use glam::{DMat3, DQuat, DVec3};
use jostle::ObjectId;
use jostle::convex::{ContactQuery, Hull, PointLimit, Pose, PosedShape};

/// A place where two bodies touch, or a body and a plane.
#[derive(Clone, Copy, Debug)]
struct RigidContact {
    /// The second is [`NO_BODY`] for a plane.
    bodies: [u32; 2],
    /// Where it is on each body, in its own frame; in the world on a plane.
    anchors: [DVec3; 2],
    /// From the second to the first.
    normal: DVec3,
    friction: f64,
    restitution: f64,
    /// What it had to give in the last step: along the normal, and across.
    impulse: f64,
    brake: DVec3,
}

/// A row of the problem, for one step.
#[derive(Clone, Copy, Debug)]
struct Row {
    bodies: [u32; 2],
    arms: [DVec3; 2],
    normal: DVec3,
    tangents: [DVec3; 2],
    /// One over the mass along the normal and the tangents.
    inverse_mass: f64,
    tangent_masses: [f64; 2],
    /// The least velocity at which the contact is to part.
    target: f64,
    friction: f64,
    impulse: f64,
    brake: [f64; 2],
    gap: f64,
}

/// What solving came to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct RigidOutcome {
    pub contacts: usize,
    pub sweeps: u32,
    pub residual: f64,
    pub deepest: f64,
}

/// Velocities of bodies while rows are solved.
#[derive(Clone, Copy, Debug, Default)]
struct Motion {
    velocity: DVec3,
    omega: DVec3,
}

/// Contacts of rigid bodies, with buffers.
#[derive(Debug, Default)]
pub(crate) struct RigidContacts {
    contacts: Vec<RigidContact>,
    previous: Vec<RigidContact>,
    rows: Vec<Row>,
    motions: Vec<Motion>,
    pseudo: Vec<Motion>,
    sweep_order: Vec<u32>,
    intervals: Vec<[f64; 6]>,
}

impl RigidContacts {
    /// Finds the contacts of bodies as they are; `reach` is how far surfaces can come nearer until the next search.
    pub fn find(
        &mut self,
        state: &State,
        parts: &[RigidParts],
        objects: &[ObjectId],
        planes: &[Plane],
        depths: &[RigidDepth],
        inertia: &Inertia,
        reach: f64,
    ) -> Result<(), SimError> {
        std::mem::swap(&mut self.contacts, &mut self.previous);
        self.contacts.clear();
        for (index, own) in parts.iter().enumerate() {
            if inertia.bodies[index].inverse_mass > 0.0 {
                self.find_planes(index, own, state, planes, reach);
            }
        }
        self.find_pairs(state, parts, inertia, reach)?;
        let body_of = |object: ObjectId| objects.binary_search(&object).ok();
        for depth in depths {
            let [Some(a), Some(b)] = depth.objects.map(body_of) else { continue };
            // The points on either surface, opposite to each other.
            let ends = [depth.point, depth.point + depth.normal * depth.depth];
            self.push([a, b], ends, depth.normal, state, parts);
        }
        self.take_over_impulses(parts);
        Ok(())
    }

    fn push(
        &mut self,
        [a, b]: [usize; 2],
        ends: [DVec3; 2],
        normal: DVec3,
        state: &State,
        parts: &[RigidParts],
    ) {
        let local = |body: usize, point: DVec3| {
            let motion = &state.bodies[body];
            motion.orientation.inverse() * (point - motion.position)
        };
        self.contacts.push(RigidContact {
            bodies: [a as u32, b as u32],
            anchors: [local(a, ends[0]), local(b, ends[1])],
            normal,
            friction: (parts[a].friction * parts[b].friction).sqrt(),
            restitution: parts[a].restitution.max(parts[b].restitution),
            impulse: 0.0,
            brake: DVec3::ZERO,
        });
    }

    /// Vertices of a body that are near a plane or below it.
    fn find_planes(
        &mut self,
        index: usize,
        own: &RigidParts,
        state: &State,
        planes: &[Plane],
        reach: f64,
    ) {
        let body = &state.bodies[index];
        for plane in planes {
            if plane.height(body.position) > own.radius + reach {
                continue;
            }
            for local in &own.local {
                let point = body.position + body.orientation * *local;
                let height = plane.height(point);
                if height <= reach {
                    self.contacts.push(RigidContact {
                        bodies: [index as u32, NO_BODY],
                        anchors: [*local, point - plane.normal * height],
                        normal: plane.normal,
                        friction: (own.friction * plane.friction).sqrt(),
                        restitution: own.restitution,
                        impulse: 0.0,
                        brake: DVec3::ZERO,
                    });
                }
            }
        }
    }

    /// Manifolds of convex bodies whose boxes are within reach: sorted along x, and swept.
    fn find_pairs(
        &mut self,
        state: &State,
        parts: &[RigidParts],
        inertia: &Inertia,
        reach: f64,
    ) -> Result<(), SimError> {
        self.intervals.clear();
        for (body, own) in state.bodies.iter().zip(parts) {
            let places = own.local.iter().map(|v| body.position + body.orientation * *v);
            let (low, high) = places
                .fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(low, high), p| {
                    (low.min(p), high.max(p))
                });
            let (low, high) = (low - 0.5 * reach, high + 0.5 * reach);
            self.intervals.push([low.x, low.y, low.z, high.x, high.y, high.z]);
        }
        let mut order = std::mem::take(&mut self.sweep_order);
        order.clear();
        order.extend(0..parts.len() as u32);
        order.sort_by(|&a, &b| {
            let [a, b] = [a, b].map(|i| self.intervals[i as usize][0]);
            a.total_cmp(&b)
        });
        let mut pairs: Vec<[u32; 2]> = Vec::new();
        for (at, &i) in order.iter().enumerate() {
            let own = self.intervals[i as usize];
            for &j in &order[at + 1..] {
                let other = self.intervals[j as usize];
                if other[0] > own[3] {
                    break;
                }
                let overlaps = (1..3).all(|k| own[k] <= other[k + 3] && other[k] <= own[k + 3]);
                let moves = [i, j].iter().any(|&k| inertia.bodies[k as usize].inverse_mass > 0.0);
                let are_convex =
                    [i, j].iter().all(|&k| parts[k as usize].shape == RigidShape::Convex);
                if overlaps && moves && are_convex {
                    pairs.push([i.min(j), i.max(j)]);
                }
            }
        }
        self.sweep_order = order;
        pairs.sort_unstable();
        let query = ContactQuery { reach, limit: PointLimit::Four, ..ContactQuery::default() };
        for [a, b] in pairs {
            let [a, b] = [a as usize, b as usize];
            let posed = |index: usize| {
                let motion = &state.bodies[index];
                let hull = Hull::from_points(&parts[index].local)?;
                Some(PosedShape::new(hull, Pose::new(motion.orientation, motion.position)))
            };
            let (Some(first), Some(second)) = (posed(a), posed(b)) else { continue };
            let Some(manifold) = query.between(&first, &second)? else { continue };
            for point in &manifold.points {
                self.push([a, b], point.points, -manifold.normal, state, parts);
            }
        }
        Ok(())
    }

    /// Contacts that are where one was in the last search begin with its impulse.
    fn take_over_impulses(&mut self, parts: &[RigidParts]) {
        self.contacts.sort_by_key(|contact| contact.bodies);
        let previous = &self.previous;
        for contact in &mut self.contacts {
            let first = previous.partition_point(|old| old.bodies < contact.bodies);
            let same = previous[first..].iter().take_while(|old| old.bodies == contact.bodies);
            // A point that slid further than this on its body is another contact.
            let near = 0.05 * parts[contact.bodies[0] as usize].radius;
            let distance = |old: &RigidContact| {
                old.anchors[0].distance(contact.anchors[0])
                    + (1.0 - old.normal.dot(contact.normal)) * near
            };
            let best = same.min_by(|a, b| distance(a).total_cmp(&distance(b)));
            if let Some(old) = best.filter(|old| distance(old) < near) {
                contact.impulse = old.impulse;
                contact.brake = old.brake;
            }
        }
    }

    /// Changes the velocities of bodies so that no contact closes in the step, given what external forces will add, and
    /// parts what overlaps.
    pub fn solve(
        &mut self,
        state: &mut State,
        inertia: &Inertia,
        external: &[crate::state::Wrench],
        settings: &ContactSettings,
        step: f64,
        gravity: f64,
    ) -> RigidOutcome {
        if self.contacts.is_empty() {
            return RigidOutcome::default();
        }
        let inverse_inertias: Vec<DMat3> = state
            .bodies
            .iter()
            .zip(&inertia.bodies)
            .map(|(b, own)| b.inverse_inertia(own))
            .collect();
        self.motions.clear();
        for (index, body) in state.bodies.iter().enumerate() {
            let is_free = inertia.bodies[index].inverse_mass > 0.0;
            let kick = if is_free { external[index] } else { Default::default() };
            self.motions.push(Motion {
                velocity: body.velocity + kick.force * (inertia.bodies[index].inverse_mass * step),
                omega: inverse_inertias[index] * (body.angular_momentum + kick.torque * step),
            });
        }
        self.fill_rows(state, inertia, &inverse_inertias, step, gravity);
        let before: Vec<Motion> = self.motions.clone();
        for row in &self.rows {
            let impulse = row.normal * row.impulse
                + row.tangents[0] * row.brake[0]
                + row.tangents[1] * row.brake[1];
            apply(&mut self.motions, row, impulse, inertia, &inverse_inertias);
        }
        let mut outcome = RigidOutcome { contacts: self.rows.len(), ..RigidOutcome::default() };
        for sweep in 0..settings.rigid_sweeps {
            let residual =
                sweep_rows(&mut self.rows, &mut self.motions, inertia, &inverse_inertias);
            outcome.sweeps = sweep + 1;
            outcome.residual = residual;
            if residual <= settings.rigid_tolerance {
                break;
            }
        }
        for (index, body) in state.bodies.iter_mut().enumerate() {
            if inertia.bodies[index].inverse_mass > 0.0 {
                let change = self.motions[index].omega - before[index].omega;
                body.velocity += self.motions[index].velocity - before[index].velocity;
                // From velocity back to momentum, by the principal axes.
                let local = body.orientation.inverse() * change;
                body.angular_momentum +=
                    body.orientation * (local / inertia.bodies[index].inverse_moments);
            }
        }
        for (contact, row) in self.contacts.iter_mut().zip(&self.rows) {
            contact.impulse = row.impulse;
            contact.brake = row.tangents[0] * row.brake[0] + row.tangents[1] * row.brake[1];
            outcome.deepest = outcome.deepest.max(-row.gap);
        }
        self.part(state, inertia, &inverse_inertias, settings, step);
        outcome
    }

    fn fill_rows(
        &mut self,
        state: &State,
        inertia: &Inertia,
        inverse_inertias: &[DMat3],
        step: f64,
        gravity: f64,
    ) {
        self.rows.clear();
        // What a fall through one step brings is no impact.
        let slow = 2.0 * gravity * step;
        for contact in &self.contacts {
            let point = |side: usize| match contact.bodies[side] {
                NO_BODY => contact.anchors[side],
                body => {
                    let motion = &state.bodies[body as usize];
                    motion.position + motion.orientation * contact.anchors[side]
                }
            };
            let points = [point(0), point(1)];
            let arm = |side: usize| match contact.bodies[side] {
                NO_BODY => DVec3::ZERO,
                body => points[side] - state.bodies[body as usize].position,
            };
            let arms = [arm(0), arm(1)];
            let gap = contact.normal.dot(points[0] - points[1]);
            let (u, v) = contact.normal.any_orthonormal_pair();
            let tangents = [u, v];
            let inverse_mass = |direction: DVec3| {
                let side = |side: usize| match contact.bodies[side] {
                    NO_BODY => 0.0,
                    body => {
                        let turning = arms[side].cross(direction);
                        inertia.bodies[body as usize].inverse_mass
                            + turning.dot(inverse_inertias[body as usize] * turning)
                    }
                };
                side(0) + side(1)
            };
            let mut row = Row {
                bodies: contact.bodies,
                arms,
                normal: contact.normal,
                tangents,
                inverse_mass: inverse_mass(contact.normal),
                tangent_masses: tangents.map(inverse_mass),
                target: 0.0,
                friction: contact.friction,
                impulse: contact.impulse,
                brake: tangents.map(|t| t.dot(contact.brake)),
                gap,
            };
            let speed = relative_velocity(&self.motions, &row).dot(contact.normal);
            row.target = if gap > 0.0 { -gap / step } else { 0.0 };
            if contact.restitution > 0.0 && speed < -slow && speed * step <= -gap {
                row.target = row.target.max(-contact.restitution * speed);
            }
            self.rows.push(row);
        }
    }

    /// Moves bodies out of each other, without a change of their velocities: the same rows, with the speeds at which
    /// depths are to shrink.
    fn part(
        &mut self,
        state: &mut State,
        inertia: &Inertia,
        inverse_inertias: &[DMat3],
        settings: &ContactSettings,
        step: f64,
    ) {
        if self.rows.iter().all(|row| row.gap >= -settings.slop) {
            return;
        }
        self.pseudo.clear();
        self.pseudo.resize(state.bodies.len(), Motion::default());
        for row in &mut self.rows {
            row.impulse = 0.0;
            row.brake = [0.0; 2];
            row.friction = 0.0;
            // A fifth of the depth in each step, so that contacts that disagree do not shake.
            let speed = 0.2 * (-row.gap - settings.slop) / step;
            // Surfaces that are apart may come nearer by what is between them.
            row.target =
                if row.gap < 0.0 { speed.clamp(0.0, settings.recovery) } else { -row.gap / step };
        }
        for _ in 0..settings.rigid_sweeps {
            let residual = sweep_rows(&mut self.rows, &mut self.pseudo, inertia, inverse_inertias);
            if residual <= settings.rigid_tolerance {
                break;
            }
        }
        for (index, body) in state.bodies.iter_mut().enumerate() {
            if inertia.bodies[index].inverse_mass > 0.0 {
                body.position += self.pseudo[index].velocity * step;
                let turn = DQuat::from_scaled_axis(self.pseudo[index].omega * step);
                body.orientation = (turn * body.orientation).normalize();
            }
        }
    }
}

fn relative_velocity(motions: &[Motion], row: &Row) -> DVec3 {
    let side = |side: usize| match row.bodies[side] {
        NO_BODY => DVec3::ZERO,
        body => {
            let own = &motions[body as usize];
            own.velocity + own.omega.cross(row.arms[side])
        }
    };
    side(0) - side(1)
}

fn apply(
    motions: &mut [Motion],
    row: &Row,
    impulse: DVec3,
    inertia: &Inertia,
    inverse_inertias: &[DMat3],
) {
    for (side, sign) in [(0, 1.0), (1, -1.0)] {
        if row.bodies[side] == NO_BODY {
            continue;
        }
        let body = row.bodies[side] as usize;
        let own = &mut motions[body];
        own.velocity += impulse * (sign * inertia.bodies[body].inverse_mass);
        own.omega += inverse_inertias[body] * row.arms[side].cross(impulse * sign);
    }
}

/// One sweep; returns the largest change of a row's velocity that it made.
fn sweep_rows(
    rows: &mut [Row],
    motions: &mut [Motion],
    inertia: &Inertia,
    inverse_inertias: &[DMat3],
) -> f64 {
    let mut residual = 0.0f64;
    for row in rows {
        if row.friction > 0.0 {
            let velocity = relative_velocity(motions, row);
            let mut brake = row.brake;
            for k in 0..2 {
                brake[k] -= row.tangents[k].dot(velocity) / row.tangent_masses[k];
            }
            let size = brake[0].hypot(brake[1]);
            let most = row.friction * row.impulse;
            if size > most {
                brake = brake.map(|own| own * (most / size));
            }
            let change = [brake[0] - row.brake[0], brake[1] - row.brake[1]];
            row.brake = brake;
            let impulse = row.tangents[0] * change[0] + row.tangents[1] * change[1];
            residual =
                residual.max(impulse.length() * row.tangent_masses[0].max(row.tangent_masses[1]));
            apply(motions, row, impulse, inertia, inverse_inertias);
        }
        let speed = relative_velocity(motions, row).dot(row.normal);
        let impulse = (row.impulse - (speed - row.target) / row.inverse_mass).max(0.0);
        let change = impulse - row.impulse;
        row.impulse = impulse;
        residual = residual.max(change.abs() * row.inverse_mass);
        apply(motions, row, row.normal * change, inertia, inverse_inertias);
    }
    residual
}
