//! Arithmetic on eight numbers side by side.
//!
//! Functions that are always inlined, here and where lanes are used, and neither closures nor maps of arrays:
//! those the compiler may keep apart, and then they are compiled for the least of machines.

use super::machine::Machine;
use crate::broad::LANES;
use std::ops::{Add, Div, Mul, Sub};

/// Numbers side by side.
#[derive(Clone, Copy)]
pub struct Lanes<M: Machine> {
    machine: M,
    values: M::Floats,
}

impl<M: Machine> Lanes<M> {
    #[inline(always)]
    pub fn splat(machine: M, value: f32) -> Lanes<M> {
        Lanes { machine, values: machine.splat(value) }
    }

    #[inline(always)]
    pub fn of(machine: M, values: &[f32; LANES]) -> Lanes<M> {
        Lanes { machine, values: machine.of(values) }
    }

    #[inline(always)]
    fn with(self, values: M::Floats) -> Lanes<M> {
        Lanes { values, ..self }
    }

    /// The second where the first is not a number.
    #[inline(always)]
    pub fn min(self, other: Lanes<M>) -> Lanes<M> {
        self.with(self.machine.min(self.values, other.values))
    }

    /// The second where the first is not a number.
    #[inline(always)]
    pub fn max(self, other: Lanes<M>) -> Lanes<M> {
        self.with(self.machine.max(self.values, other.values))
    }

    #[inline(always)]
    pub fn abs(self) -> Lanes<M> {
        self.with(self.machine.abs(self.values))
    }

    /// Its product with the one, and the other added, with one rounding or two.
    #[inline(always)]
    pub fn mul_add(self, factor: Lanes<M>, term: Lanes<M>) -> Lanes<M> {
        self.with(self.machine.mul_add(self.values, factor.values, term.values))
    }

    /// A bit for each lane that is greater than the other.
    #[inline(always)]
    pub fn exceeds(self, other: Lanes<M>) -> u32 {
        self.machine.exceeds(self.values, other.values)
    }

    /// Of each lane the first point where the one is less than the other, else the second.
    #[inline(always)]
    pub fn if_less(
        one: Lanes<M>,
        other: Lanes<M>,
        first: Points<M>,
        second: Points<M>,
    ) -> Points<M> {
        let [[a, b, c], [d, e, f]] = [first, second];
        let (first, second) = ([a.values, b.values, c.values], [d.values, e.values, f.values]);
        let [x, y, z] = one.machine.if_less(one.values, other.values, first, second);
        [one.with(x), one.with(y), one.with(z)]
    }
}

impl<M: Machine> Add for Lanes<M> {
    type Output = Lanes<M>;

    #[inline(always)]
    fn add(self, other: Lanes<M>) -> Lanes<M> {
        self.with(self.machine.add(self.values, other.values))
    }
}

impl<M: Machine> Sub for Lanes<M> {
    type Output = Lanes<M>;

    #[inline(always)]
    fn sub(self, other: Lanes<M>) -> Lanes<M> {
        self.with(self.machine.sub(self.values, other.values))
    }
}

impl<M: Machine> Mul for Lanes<M> {
    type Output = Lanes<M>;

    #[inline(always)]
    fn mul(self, other: Lanes<M>) -> Lanes<M> {
        self.with(self.machine.mul(self.values, other.values))
    }
}

impl<M: Machine> Div for Lanes<M> {
    type Output = Lanes<M>;

    #[inline(always)]
    fn div(self, other: Lanes<M>) -> Lanes<M> {
        self.with(self.machine.div(self.values, other.values))
    }
}

/// Eight points, or differences of points.
pub type Points<M> = [Lanes<M>; 3];

#[inline(always)]
pub fn points<M: Machine>(machine: M, values: &[[f32; LANES]; 3]) -> Points<M> {
    let [x, y, z] = values;
    [Lanes::of(machine, x), Lanes::of(machine, y), Lanes::of(machine, z)]
}

/// Eight times the same point.
#[inline(always)]
pub fn point<M: Machine>(machine: M, [x, y, z]: [f32; 3]) -> Points<M> {
    [Lanes::splat(machine, x), Lanes::splat(machine, y), Lanes::splat(machine, z)]
}

#[inline(always)]
pub fn dot<M: Machine>(a: &Points<M>, b: &Points<M>) -> Lanes<M> {
    a[2].mul_add(b[2], a[1].mul_add(b[1], a[0] * b[0]))
}

#[inline(always)]
pub fn minus<M: Machine>(a: &Points<M>, b: &Points<M>) -> Points<M> {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}
