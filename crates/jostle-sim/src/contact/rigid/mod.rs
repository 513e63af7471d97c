//! Contacts of rigid bodies: simultaneous impulses as a linear complementarity problem (sv-gjk-2019, sec. 5.1.2 and 5.2.3).
//!
//! With `w = A f + b` the velocities at which contacts part after impulses `f`, the problem is `f >= 0`, `w >= 0` and
//! `f . w = 0`. Projected Gauss-Seidel sweeps over the contacts, each solving its own row for the others as they are;
//! friction is a disc about zero whose radius is its coefficient times the impulse. Impulses of the last step are where
//! sweeps begin. What is left is the residual: how far `f` is from what each row alone would make of it, as a velocity.

mod rows;

use super::ContactSettings;
use super::coupling::NO_BODY;
use super::search::RigidDepth;
use crate::body::{RigidParts, RigidShape};
use crate::contact::Plane;
use crate::error::SimError;
use crate::state::{Inertia, State};
use glam::{DMat3, DQuat, DVec3};
use jostle::ObjectId;
use jostle::convex::{ContactManifold, ContactQuery, Hull, PointLimit, Pose, PosedShape};
use jostle_support::parallel;
use rows::{Motion, Row};

/// Faces that are turned further from each other than this, in radians, touch at an edge or a vertex.
const MOST_TILT: f64 = 0.5;

/// Manifolds that a worker makes at a time: each takes microseconds.
const PAIRS_A_TASK: usize = 16;

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
    /// What it had to give the first body in the last step.
    impulse: DVec3,
}

/// What solving came to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct RigidOutcome {
    pub contacts: usize,
    pub sweeps: u32,
    pub residual: f64,
    pub deepest: f64,
}

/// Contacts of rigid bodies, with buffers.
#[derive(Debug, Default)]
pub(crate) struct RigidContacts {
    contacts: Vec<RigidContact>,
    previous: Vec<RigidContact>,
    rows: Vec<Row>,
    motions: Vec<Motion>,
    before: Vec<Motion>,
    pseudo: Vec<Motion>,
    sweep_order: Vec<u32>,
    intervals: Vec<[f64; 6]>,
    inverse_inertias: Vec<DMat3>,
}

impl RigidContacts {
    /// Finds the contacts of bodies as they are; `reach` is how far surfaces can come nearer until the next
    /// search, which is an `interval` away.
    pub fn find(
        &mut self,
        state: &State,
        parts: &[RigidParts],
        objects: &[ObjectId],
        planes: &[Plane],
        depths: &[RigidDepth],
        inertia: &Inertia,
        reach: f64,
        interval: f64,
    ) -> Result<(), SimError> {
        std::mem::swap(&mut self.contacts, &mut self.previous);
        self.contacts.clear();
        for (index, own) in parts.iter().enumerate() {
            if inertia.bodies[index].inverse_mass > 0.0 {
                self.find_planes(index, own, state, planes, reach);
            }
        }
        self.find_pairs(state, parts, inertia, reach, interval)?;
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
            impulse: DVec3::ZERO,
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
                        impulse: DVec3::ZERO,
                    });
                }
            }
        }
    }

    /// Manifolds of convex bodies whose boxes are within reach: sorted along the axis on which bodies are spread the
    /// furthest, and swept.
    fn find_pairs(
        &mut self,
        state: &State,
        parts: &[RigidParts],
        inertia: &Inertia,
        reach: f64,
        interval: f64,
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
        let axis = widest_axis(state);
        order.sort_by(|&a, &b| {
            let [a, b] = [a, b].map(|i| self.intervals[i as usize][axis]);
            a.total_cmp(&b)
        });
        let mut pairs: Vec<[u32; 2]> = Vec::new();
        for (at, &i) in order.iter().enumerate() {
            let own = self.intervals[i as usize];
            for &j in &order[at + 1..] {
                let other = self.intervals[j as usize];
                if other[axis] > own[axis + 3] {
                    break;
                }
                let overlaps = (0..3).all(|k| own[k] <= other[k + 3] && other[k] <= own[k + 3]);
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
        let spin = |index: u32| {
            let own = &inertia.bodies[index as usize];
            state.bodies[index as usize].angular_velocity(own).length()
        };
        let previous = &self.previous;
        let manifold = |i: usize| {
            let pair = &pairs[i];
            let posed = |index: u32| {
                let motion = &state.bodies[index as usize];
                let hull = Hull::from_points(&parts[index as usize].local)?;
                Some(PosedShape::new(hull, Pose::new(motion.orientation, motion.position)))
            };
            let [Some(first), Some(second)] = pair.map(posed) else { return Ok(None) };
            // A face that can turn to lie on the other until the next search is in touch with it all over.
            let turn = (spin(pair[0]) + spin(pair[1])) * interval;
            let query = ContactQuery { tilt: (query.tilt + turn).min(MOST_TILT), ..query };
            let at = previous.partition_point(|old| old.bodies < *pair);
            match previous.get(at).filter(|old| old.bodies == *pair) {
                Some(old) => query.between_from(&first, &second, -old.normal),
                None => query.between(&first, &second),
            }
        };
        let manifolds = parallel::map(pairs.len(), PAIRS_A_TASK, manifold);
        let manifolds: Vec<Option<ContactManifold>> =
            manifolds.into_iter().collect::<Result<_, _>>()?;
        for (&[a, b], manifold) in pairs.iter().zip(&manifolds) {
            let Some(manifold) = manifold else { continue };
            for point in &manifold.points {
                self.push([a as usize, b as usize], point.points, -manifold.normal, state, parts);
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
        self.inverse_inertias.clear();
        self.motions.clear();
        for ((body, own), kick) in state.bodies.iter().zip(&inertia.bodies).zip(external) {
            let inverse_inertia = body.inverse_inertia(own);
            let kick = if own.inverse_mass > 0.0 { *kick } else { Default::default() };
            self.motions.push(Motion {
                velocity: body.velocity + kick.force * (own.inverse_mass * step),
                omega: inverse_inertia * (body.angular_momentum + kick.torque * step),
            });
            self.inverse_inertias.push(inverse_inertia);
        }
        // What planes are.
        self.motions.push(Motion::default());
        self.inverse_inertias.push(DMat3::ZERO);
        self.fill_rows(state, inertia, step, gravity);
        self.before.clone_from(&self.motions);
        for row in &self.rows {
            row.begin(&mut self.motions);
        }
        let ContactSettings { rigid_tolerance, rigid_sweeps, .. } = *settings;
        let swept = rows::sweep(&mut self.rows, &mut self.motions, rigid_tolerance, rigid_sweeps);
        let mut outcome = RigidOutcome {
            contacts: self.rows.len(),
            sweeps: swept.sweeps,
            residual: swept.residual,
            deepest: 0.0,
        };
        for (index, body) in state.bodies.iter_mut().enumerate() {
            if inertia.bodies[index].inverse_mass > 0.0 {
                let change = self.motions[index].omega - self.before[index].omega;
                body.velocity += self.motions[index].velocity - self.before[index].velocity;
                // From velocity back to momentum, by the principal axes.
                let local = body.orientation.inverse() * change;
                body.angular_momentum +=
                    body.orientation * (local / inertia.bodies[index].inverse_moments);
            }
        }
        for (contact, row) in self.contacts.iter_mut().zip(&self.rows) {
            contact.impulse = row.impulse();
            outcome.deepest = outcome.deepest.max(-row.gap);
        }
        self.part(state, inertia, settings, step);
        outcome
    }

    fn fill_rows(&mut self, state: &State, inertia: &Inertia, step: f64, gravity: f64) {
        self.rows.clear();
        let plane = state.bodies.len() as u32;
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
            let bodies = contact.bodies.map(|body| if body == NO_BODY { plane } else { body });
            let mut row = Row::new(
                bodies,
                arms,
                contact.normal,
                contact.impulse,
                inertia,
                &self.inverse_inertias,
            );
            row.friction = contact.friction;
            row.gap = gap;
            let speed = row.speed(&self.motions);
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
        settings: &ContactSettings,
        step: f64,
    ) {
        if self.rows.iter().all(|row| row.gap >= -settings.slop) {
            return;
        }
        self.pseudo.clear();
        self.pseudo.resize(state.bodies.len() + 1, Motion::default());
        for row in &mut self.rows {
            row.impulses = [0.0; 3];
            row.friction = 0.0;
            // A fifth of the depth in each step, so that contacts that disagree do not shake.
            let speed = 0.2 * (-row.gap - settings.slop) / step;
            // Surfaces that are apart may come nearer by what is between them.
            row.target =
                if row.gap < 0.0 { speed.clamp(0.0, settings.recovery) } else { -row.gap / step };
        }
        let ContactSettings { rigid_tolerance, rigid_sweeps, .. } = *settings;
        rows::sweep(&mut self.rows, &mut self.pseudo, rigid_tolerance, rigid_sweeps);
        for (index, body) in state.bodies.iter_mut().enumerate() {
            if inertia.bodies[index].inverse_mass > 0.0 {
                body.position += self.pseudo[index].velocity * step;
                let turn = DQuat::from_scaled_axis(self.pseudo[index].omega * step);
                body.orientation = (turn * body.orientation).normalize();
            }
        }
    }
}

/// The axis along which the bodies' places differ the most from their mean.
fn widest_axis(state: &State) -> usize {
    let count = state.bodies.len() as f64;
    let places = || state.bodies.iter().map(|body| body.position);
    let mean = places().sum::<DVec3>() / count;
    let spread: DVec3 = places().map(|place| (place - mean) * (place - mean)).sum();
    (0..3).max_by(|&a, &b| spread[a].total_cmp(&spread[b])).unwrap_or(0)
}
