//! Eight numbers side by side, as vectors of the machine.
//!
//! Two vectors of four, which `glam` has for each kind of machine: loops over arrays of eight are
//! taken apart by the compiler once they are longer than a few lines.

use glam::Vec4;
use std::ops::{Add, Div, Mul, Sub};

/// Numbers side by side.
pub const LANES: usize = 8;

#[derive(Clone, Copy)]
pub struct Lanes([Vec4; 2]);

impl Lanes {
    pub const ZERO: Lanes = Lanes([Vec4::ZERO; 2]);
    pub const INFINITY: Lanes = Lanes([Vec4::INFINITY; 2]);

    #[inline(always)]
    pub fn splat(value: f32) -> Lanes {
        Lanes([Vec4::splat(value); 2])
    }

    #[inline(always)]
    pub fn of(values: &[f32; LANES]) -> Lanes {
        let [a, b, c, d, e, f, g, h] = *values;
        Lanes([Vec4::new(a, b, c, d), Vec4::new(e, f, g, h)])
    }

    #[inline(always)]
    pub fn min(self, other: Lanes) -> Lanes {
        Lanes([self.0[0].min(other.0[0]), self.0[1].min(other.0[1])])
    }

    #[inline(always)]
    pub fn max(self, other: Lanes) -> Lanes {
        Lanes([self.0[0].max(other.0[0]), self.0[1].max(other.0[1])])
    }

    #[inline(always)]
    pub fn abs(self) -> Lanes {
        Lanes([self.0[0].abs(), self.0[1].abs()])
    }

    /// A bit for each lane that is greater than the other.
    #[inline(always)]
    pub fn exceeds(self, other: Lanes) -> u32 {
        self.0[0].cmpgt(other.0[0]).bitmask() | self.0[1].cmpgt(other.0[1]).bitmask() << 4
    }

    /// Of each lane the first vector's where the one is less than the other, else the second's.
    #[inline(always)]
    pub fn if_less<const M: usize>(
        one: Lanes,
        other: Lanes,
        first: [Lanes; M],
        second: [Lanes; M],
    ) -> [Lanes; M] {
        let less = [one.0[0].cmplt(other.0[0]), one.0[1].cmplt(other.0[1])];
        let mut chosen = second;
        for m in 0..M {
            chosen[m] = first[m].where_(less, second[m]);
        }
        chosen
    }

    #[inline(always)]
    fn where_(self, masks: [glam::BVec4A; 2], other: Lanes) -> Lanes {
        Lanes([
            Vec4::select(masks[0], self.0[0], other.0[0]),
            Vec4::select(masks[1], self.0[1], other.0[1]),
        ])
    }
}

impl Add for Lanes {
    type Output = Lanes;

    #[inline(always)]
    fn add(self, other: Lanes) -> Lanes {
        Lanes([self.0[0] + other.0[0], self.0[1] + other.0[1]])
    }
}

impl Sub for Lanes {
    type Output = Lanes;

    #[inline(always)]
    fn sub(self, other: Lanes) -> Lanes {
        Lanes([self.0[0] - other.0[0], self.0[1] - other.0[1]])
    }
}

impl Mul for Lanes {
    type Output = Lanes;

    #[inline(always)]
    fn mul(self, other: Lanes) -> Lanes {
        Lanes([self.0[0] * other.0[0], self.0[1] * other.0[1]])
    }
}

impl Div for Lanes {
    type Output = Lanes;

    #[inline(always)]
    fn div(self, other: Lanes) -> Lanes {
        Lanes([self.0[0] / other.0[0], self.0[1] / other.0[1]])
    }
}

/// Eight points, or differences of points.
pub type Points = [Lanes; 3];

#[inline(always)]
pub fn points(values: &[[f32; LANES]; 3]) -> Points {
    [Lanes::of(&values[0]), Lanes::of(&values[1]), Lanes::of(&values[2])]
}

#[inline(always)]
pub fn dot(a: &Points, b: &Points) -> Lanes {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[inline(always)]
pub fn minus(a: &Points, b: &Points) -> Points {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}
