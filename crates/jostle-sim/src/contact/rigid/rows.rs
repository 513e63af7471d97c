//! Rows of the complementarity problem, and sweeps over them.

use crate::state::Inertia;
use glam::{DMat3, DVec3};

/// The velocity of a body while rows are solved.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Motion {
    pub velocity: DVec3,
    pub omega: DVec3,
}

/// A direction in which a contact's velocity is changed, with what an impulse along it does to both bodies: all that does
/// not change from sweep to sweep.
#[derive(Clone, Copy, Debug, Default)]
struct Axis {
    direction: DVec3,
    /// The arm of each body times the direction.
    levers: [DVec3; 2],
    /// How each body's rotation changes with an impulse of one.
    turns: [DVec3; 2],
    /// How the contact's velocity changes with an impulse of one, and the reverse.
    mobility: f64,
    mass: f64,
}

impl Axis {
    fn new(
        direction: DVec3,
        bodies: [u32; 2],
        arms: [DVec3; 2],
        inverse_masses: [f64; 2],
        inverse_inertias: &[DMat3],
    ) -> Axis {
        let levers = [arms[0].cross(direction), arms[1].cross(direction)];
        let turn = |side: usize| inverse_inertias[bodies[side] as usize] * levers[side];
        let turns = [turn(0), turn(1)];
        let mobility = inverse_masses[0]
            + inverse_masses[1]
            + levers[0].dot(turns[0])
            + levers[1].dot(turns[1]);
        Axis { direction, levers, turns, mobility, mass: 1.0 / mobility }
    }

    #[inline]
    fn speed(&self, [a, b]: &[Motion; 2]) -> f64 {
        self.direction.dot(a.velocity - b.velocity) + self.levers[0].dot(a.omega)
            - self.levers[1].dot(b.omega)
    }

    #[inline]
    fn push(&self, [a, b]: &mut [Motion; 2], inverse_masses: [f64; 2], impulse: f64) {
        a.velocity += self.direction * (impulse * inverse_masses[0]);
        a.omega += self.turns[0] * impulse;
        b.velocity -= self.direction * (impulse * inverse_masses[1]);
        b.omega -= self.turns[1] * impulse;
    }
}

/// A contact for one step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// A plane is the body after the last, which nothing moves.
    bodies: [u32; 2],
    inverse_masses: [f64; 2],
    /// Along the normal, and across.
    axes: [Axis; 3],
    /// The least velocity at which the contact is to part.
    pub target: f64,
    pub friction: f64,
    /// Along the axes.
    pub impulses: [f64; 3],
    /// The distance of the surfaces, below zero where they overlap.
    pub gap: f64,
}

impl Row {
    /// `arms` lead from the bodies' centres to the contact; `impulse` is where sweeps begin.
    pub fn new(
        bodies: [u32; 2],
        arms: [DVec3; 2],
        normal: DVec3,
        impulse: DVec3,
        inertia: &Inertia,
        inverse_inertias: &[DMat3],
    ) -> Row {
        let inverse_mass =
            |body: u32| inertia.bodies.get(body as usize).map_or(0.0, |own| own.inverse_mass);
        let inverse_masses = bodies.map(inverse_mass);
        let (u, v) = normal.any_orthonormal_pair();
        // Written out: `map` over arrays of such size copies them.
        let axis = |direction| Axis::new(direction, bodies, arms, inverse_masses, inverse_inertias);
        let axes = [axis(normal), axis(u), axis(v)];
        let impulses = [normal.dot(impulse), u.dot(impulse), v.dot(impulse)];
        Row { bodies, inverse_masses, axes, target: 0.0, friction: 0.0, impulses, gap: 0.0 }
    }

    /// The impulse on the first body.
    pub fn impulse(&self) -> DVec3 {
        let own = self.axes.iter().zip(self.impulses);
        own.map(|(axis, impulse)| axis.direction * impulse).sum()
    }

    /// How fast the contact parts.
    pub fn speed(&self, motions: &[Motion]) -> f64 {
        self.axes[0].speed(&self.motions(motions))
    }

    /// Gives both bodies the impulses that it begins with.
    pub fn begin(&self, motions: &mut [Motion]) {
        let mut own = self.motions(motions);
        for (axis, impulse) in self.axes.iter().zip(self.impulses) {
            axis.push(&mut own, self.inverse_masses, impulse);
        }
        self.write(motions, own);
    }

    #[inline]
    fn motions(&self, motions: &[Motion]) -> [Motion; 2] {
        let [a, b] = self.bodies;
        [motions[a as usize], motions[b as usize]]
    }

    #[inline]
    fn write(&self, motions: &mut [Motion], own: [Motion; 2]) {
        let [a, b] = self.bodies;
        motions[a as usize] = own[0];
        motions[b as usize] = own[1];
    }

    /// Solves it for the other rows as they are; returns the largest change of its velocity.
    #[inline]
    fn solve(&mut self, motions: &mut [Motion]) -> f64 {
        let mut own = self.motions(motions);
        let mut change = 0.0;
        let [normal, across @ ..] = &self.axes;
        let [pressure, brake @ ..] = &mut self.impulses;
        // Without pressure there is no friction, and none is left over from before.
        if self.friction > 0.0 && (*pressure > 0.0 || *brake != [0.0; 2]) {
            let wanted = |k: usize| brake[k] - across[k].speed(&own) * across[k].mass;
            let wanted = [wanted(0), wanted(1)];
            let size = (wanted[0] * wanted[0] + wanted[1] * wanted[1]).sqrt();
            let most = self.friction * *pressure;
            let share = if size > most { most / size } else { 1.0 };
            for k in 0..2 {
                let by = share * wanted[k] - brake[k];
                brake[k] += by;
                across[k].push(&mut own, self.inverse_masses, by);
                change = f64::max(change, by.abs() * across[k].mobility);
            }
        }
        let wanted = (*pressure - (normal.speed(&own) - self.target) * normal.mass).max(0.0);
        let by = wanted - *pressure;
        *pressure = wanted;
        normal.push(&mut own, self.inverse_masses, by);
        self.write(motions, own);
        change.max(by.abs() * normal.mobility)
    }
}

/// What sweeps came to.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Swept {
    pub sweeps: u32,
    /// The largest change of a row's velocity in the last sweep.
    pub residual: f64,
}

/// Sweeps until no row's velocity changes by more than `tolerance`, and `most` times at most. They go to and fro: what
/// one end of a stack does reaches the other in one sweep, and no order is favoured.
pub(super) fn sweep(rows: &mut [Row], motions: &mut [Motion], tolerance: f64, most: u32) -> Swept {
    let mut swept = Swept::default();
    while swept.sweeps < most {
        let is_forward = swept.sweeps.is_multiple_of(2);
        let solve = |largest: f64, row: &mut Row| largest.max(row.solve(motions));
        swept.residual = if is_forward {
            rows.iter_mut().fold(0.0, solve)
        } else {
            rows.iter_mut().rev().fold(0.0, solve)
        };
        swept.sweeps += 1;
        if swept.residual <= tolerance {
            break;
        }
    }
    swept
}
