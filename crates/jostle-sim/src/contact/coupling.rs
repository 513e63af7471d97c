//! Vertices that move by themselves and vertices of rigid bodies, pushed alike.

use crate::state::{Inertia, State};
use glam::{DMat3, DQuat, DVec3};

/// The owner of a vertex that is of no rigid body.
pub(crate) const NO_BODY: u32 = u32::MAX;

/// What a rigid body does in a push.
#[derive(Clone, Copy)]
struct Share {
    body: usize,
    weight: f64,
    arm: DVec3,
}

/// A state in the middle of a step: vertices are where they are to be, bodies have the velocities that they are to have.
pub(crate) struct Coupling<'s> {
    pub start: &'s State,
    pub step: f64,
    pub inertia: &'s Inertia,
    /// The rigid body of each vertex.
    pub owners: &'s [u32],
    /// Of bodies at the start, in the world.
    pub inverse_inertias: &'s [DMat3],
    /// Angular velocities that belong to the momenta.
    pub omegas: &'s mut [DVec3],
    pub state: &'s mut State,
    pub shifts: &'s mut Shifts,
}

/// What overlaps from before are parted by in a step. It moves vertices and bodies when the step is over, and does not
/// count as velocity: or what rests on something would be thrown off it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shifts {
    pub vertices: Vec<DVec3>,
    /// Of the centre, and as a turn about it.
    pub bodies: Vec<[DVec3; 2]>,
}

impl Shifts {
    pub fn clear(&mut self, state: &State) {
        self.vertices.clear();
        self.vertices.resize(state.positions.len(), DVec3::ZERO);
        self.bodies.clear();
        self.bodies.resize(state.bodies.len(), [DVec3::ZERO; 2]);
    }

    /// Moves everything, and is none any more.
    pub fn apply(&mut self, state: &mut State) {
        for (place, by) in state.positions.iter_mut().zip(&mut self.vertices) {
            *place += std::mem::take(by);
        }
        for (body, by) in state.bodies.iter_mut().zip(&mut self.bodies) {
            let [way, turn] = std::mem::take(by);
            if turn != DVec3::ZERO {
                let turn = DQuat::from_scaled_axis(turn);
                body.orientation = (turn * body.orientation).normalize();
            }
            body.position += way;
        }
    }
}

impl Coupling<'_> {
    #[inline]
    fn body(&self, vertex: u32) -> Option<usize> {
        let owner = self.owners[vertex as usize];
        (owner != NO_BODY).then_some(owner as usize)
    }

    #[inline]
    fn arm(&self, vertex: u32, body: usize) -> DVec3 {
        self.start.positions[vertex as usize] - self.start.bodies[body].position
    }

    /// How far a vertex moves in the step.
    #[inline]
    pub fn way(&self, vertex: u32) -> DVec3 {
        match self.body(vertex) {
            None => self.state.positions[vertex as usize] - self.start.positions[vertex as usize],
            Some(body) => {
                let turning = self.omegas[body].cross(self.arm(vertex, body));
                (self.state.bodies[body].velocity + turning) * self.step
            }
        }
    }

    /// How far a vertex is shifted when the step is over.
    #[inline]
    fn shift(&self, vertex: u32) -> DVec3 {
        match self.body(vertex) {
            None => self.shifts.vertices[vertex as usize],
            Some(body) => {
                let [way, turn] = self.shifts.bodies[body];
                way + turn.cross(self.arm(vertex, body))
            }
        }
    }

    /// The weighted sums of where vertices are to be when all is done, and of how far they move in the step.
    #[inline]
    pub fn sums(&self, vertices: &[u32], weights: &[f64]) -> (DVec3, DVec3) {
        let mut way = DVec3::ZERO;
        let mut place = DVec3::ZERO;
        for (&vertex, &weight) in vertices.iter().zip(weights) {
            let own = self.way(vertex);
            way += own * weight;
            place += (self.start.positions[vertex as usize] + own + self.shift(vertex)) * weight;
        }
        (place, way)
    }

    /// As [`push`](Self::push), for when the step is over.
    pub fn push_after(
        &mut self,
        vertices: &[u32],
        weights: &[f64],
        direction: DVec3,
        multiplier: f64,
    ) {
        for (&vertex, &weight) in vertices.iter().zip(weights) {
            if self.owners[vertex as usize] == NO_BODY {
                let share = weight * self.inertia.inverse_masses[vertex as usize] * multiplier;
                self.shifts.vertices[vertex as usize] += direction * share;
            }
        }
        for share in self.shares(vertices, weights).into_iter().flatten() {
            let inverse_mass = self.inertia.bodies[share.body].inverse_mass;
            let push = direction * multiplier;
            let [way, turn] = &mut self.shifts.bodies[share.body];
            *way += push * (share.weight * inverse_mass);
            *turn += self.inverse_inertias[share.body] * share.arm.cross(push);
        }
    }

    /// The rigid bodies among some vertices: two at most, as contacts are of two objects.
    #[inline]
    fn shares(&self, vertices: &[u32], weights: &[f64]) -> [Option<Share>; 2] {
        let mut shares: [Option<Share>; 2] = [None; 2];
        for (&vertex, &weight) in vertices.iter().zip(weights) {
            let Some(body) = self.body(vertex) else { continue };
            let arm = self.arm(vertex, body) * weight;
            let place = shares.iter().position(|s| s.is_none_or(|s| s.body == body));
            let Some(place) = place else { continue };
            let own = shares[place].get_or_insert(Share { body, weight: 0.0, arm: DVec3::ZERO });
            own.weight += weight;
            own.arm += arm;
        }
        shares
    }

    /// One over the mass that a push along a direction meets.
    #[inline]
    pub fn inverse_mass(&self, vertices: &[u32], weights: &[f64], direction: DVec3) -> f64 {
        let mut sum = 0.0;
        for (&vertex, &weight) in vertices.iter().zip(weights) {
            if self.owners[vertex as usize] == NO_BODY {
                sum += weight * weight * self.inertia.inverse_masses[vertex as usize];
            }
        }
        for share in self.shares(vertices, weights).into_iter().flatten() {
            let turning = share.arm.cross(direction);
            sum += share.weight * share.weight * self.inertia.bodies[share.body].inverse_mass
                + turning.dot(self.inverse_inertias[share.body] * turning);
        }
        sum
    }

    /// Moves vertices by `multiplier direction weight / mass`, and bodies likewise.
    #[inline]
    pub fn push(&mut self, vertices: &[u32], weights: &[f64], direction: DVec3, multiplier: f64) {
        for (&vertex, &weight) in vertices.iter().zip(weights) {
            if self.owners[vertex as usize] == NO_BODY {
                let share = weight * self.inertia.inverse_masses[vertex as usize] * multiplier;
                self.state.positions[vertex as usize] += direction * share;
            }
        }
        for share in self.shares(vertices, weights).into_iter().flatten() {
            let inverse_mass = self.inertia.bodies[share.body].inverse_mass;
            if inverse_mass == 0.0 {
                continue;
            }
            let impulse = direction * (multiplier / self.step);
            let body = &mut self.state.bodies[share.body];
            body.velocity += impulse * (share.weight * inverse_mass);
            let turning = share.arm.cross(impulse);
            body.angular_momentum += turning;
            self.omegas[share.body] += self.inverse_inertias[share.body] * turning;
        }
    }
}
