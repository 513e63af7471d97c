//! First contact in `f64`, where error bounds can tell it.
//!
//! With the vectors `x`, `y`, `z` of a [motion](super::motion), `q = y × z`, `r = z × x`, `p = x × y`
//! and any direction `n`, the volume `x · q` is a cubic in time, and `n · q`, `n · r` and `n · p` are
//! quadratics. At a time of contact the volume is zero, and the three cross products are multiples
//! of one vector. So there is none in an interval of time where
//!
//! - the coefficients of the volume in the Bernstein basis of the interval have one sign, or
//! - two sides that must not have opposite signs ([`super::exact`]) have them, along one direction `n`,
//!   by their coefficients: if one of them is not zero along `n`, the cross products are not all zero.
//!
//! And there is one where the volume changes its sign, and all sides that must agree do so, and none is
//! zero. Otherwise the interval is halved, up to a depth (Bernstein signs as a filter: Tang, Tong, Wang
//! and Manocha, "Fast and exact continuous collision detection with Bernstein sign classification",
//! 2014; the side conditions are not theirs).

use super::contact::{Contact, mean};
use super::motion::{Motion, Pair};
use crate::conditions::{Condition, required};

/// How often an interval is halved; what is not told by then is rarely told later.
const DEPTH: usize = 12;
/// Intervals looked at in all.
const INTERVALS: usize = 48;
/// Rounds of narrowing a bracket: secants need fewer, and halving needs more than there are bits.
const ROUNDS: usize = 24;

/// What floating point says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Verdict {
    /// There is no contact.
    Miss,
    /// The first contact is between these times.
    Hit([f64; 2]),
    /// The first contact is where the volume changes its sign between these times, which it does once;
    /// they are further apart than asked.
    HitWithin([f64; 2]),
    /// That is for exact arithmetic to say.
    Unsure,
}

/// Two times with values of opposite signs.
struct Bracket {
    low: f64,
    high: f64,
    at_low: f64,
    at_high: f64,
}

impl Bracket {
    /// Where a line between the values is zero.
    #[inline(always)]
    fn secant(&self) -> f64 {
        self.low + (self.high - self.low) * (self.at_low / (self.at_low - self.at_high))
    }

    /// Takes the place of one end, if the time is in between and the value is certain.
    #[inline(always)]
    fn narrow(&mut self, t: f64, value: f64, bound: f64) {
        if t > self.low && t < self.high && value.abs() > bound {
            if (value > 0.0) == (self.at_low > 0.0) {
                (self.low, self.at_low) = (t, value);
            } else {
                (self.high, self.at_high) = (t, value);
            }
        }
    }
}

/// Whether the features are on different sides of a plane across an axis, throughout: what is so at both
/// ends of a linear motion is so in between. Comparisons are exact.
#[inline(always)]
pub(super) fn are_apart_along_an_axis(pair: Pair, motion: &Motion) -> bool {
    let min = |a: f64, b: f64| if b < a { b } else { a };
    let max = |a: f64, b: f64| if b > a { b } else { a };
    let mut apart = false;
    for axis in 0..3 {
        let (mut above, mut below) = (true, true);
        for corners in [&motion.start, &motion.end] {
            if std::ptr::eq(corners, &motion.end) && !required(Condition::ImpactApartAtBothEnds) {
                break;
            }
            let [a, b, c, d] = [0, 1, 2, 3].map(|i: usize| corners[i][axis]);
            let (low, high, other_low, other_high) = match pair {
                Pair::VertexFace => (a, a, min(min(b, c), d), max(max(b, c), d)),
                Pair::EdgeEdge => (min(a, b), max(a, b), min(c, d), max(c, d)),
            };
            above &= low > other_high;
            below &= high < other_low;
        }
        apart |= above | below;
    }
    apart
}

impl Contact {
    /// What the volume and the sides say; they are in range.
    #[inline(always)]
    pub fn decide(&self, tolerance: f64) -> Verdict {
        self.decide_until(1.0, tolerance)
    }

    /// What they say about contact up to some time of the step.
    #[inline(always)]
    pub fn decide_until(&self, time: f64, tolerance: f64) -> Verdict {
        let mut open = [[0.0, time]; DEPTH + 1];
        let mut count = 1usize;
        for _ in 0..INTERVALS {
            let Some(top) = count.checked_sub(1) else { return Verdict::Miss };
            let [low, high] = open[top];
            count = top;
            let signs = self.volume_between(low, high).map(|value| self.volume_sign(value));
            if signs == [1; 4] || signs == [-1; 4] {
                continue;
            }
            let sides = self.sides_between(low, high);
            if sides == Agreement::Apart {
                continue;
            }
            if crosses_once(signs) {
                match self.narrow([low, high], sides, tolerance) {
                    Verdict::Miss => continue,
                    verdict => return verdict,
                }
            }
            if count + 2 > open.len() {
                return Verdict::Unsure;
            }
            let middle = 0.5 * (low + high);
            open[count] = [middle, high];
            open[count + 1] = [low, middle];
            count += 2;
        }
        Verdict::Unsure
    }

    /// Decides the one root in an interval at whose ends the volume has certain signs.
    #[inline(always)]
    fn narrow(&self, [low, high]: [f64; 2], sides: Agreement, tolerance: f64) -> Verdict {
        let [at_low, at_high] = [low, high].map(|t| self.volume_at(t));
        let mut bracket = Bracket { low, high, at_low, at_high };
        let mut sides = sides;
        for _ in 0..ROUNDS {
            let width = bracket.high - bracket.low;
            match sides {
                Agreement::Apart => return Verdict::Miss,
                Agreement::Meet if width <= tolerance => {
                    return Verdict::Hit([bracket.low, bracket.high]);
                }
                _ => {}
            }
            // Where the secant is zero, and so far on either side that signs are certain.
            let steepness = (bracket.at_high - bracket.at_low).abs() / width;
            let certain = 2.0 * self.volume_bound / steepness;
            let enough = if sides == Agreement::Meet { 0.25 * tolerance } else { 0.015625 * width };
            let margin = if enough > certain { enough } else { certain };
            let secant = bracket.secant();
            for t in [secant - margin, secant + margin] {
                bracket.narrow(t, self.volume_at(t), self.volume_bound);
            }
            if bracket.high - bracket.low > 0.5 * width {
                let middle = 0.5 * (bracket.low + bracket.high);
                bracket.narrow(middle, self.volume_at(middle), self.volume_bound);
            }
            if bracket.high - bracket.low > 0.9 * width {
                let is_contact = sides == Agreement::Meet;
                let enclosure = [bracket.low, bracket.high];
                return if is_contact { Verdict::HitWithin(enclosure) } else { Verdict::Unsure };
            }
            if sides != Agreement::Meet {
                sides = self.sides_between(bracket.low, bracket.high);
            }
        }
        Verdict::Unsure
    }

    /// How often certain signs of the volume's coefficients change; 0 if one is not certain.
    #[cfg(test)]
    pub fn sign_changes(&self) -> usize {
        let signs = self.volume.map(|value| self.volume_sign(value));
        if signs.contains(&0) { 0 } else { signs.windows(2).filter(|s| s[0] != s[1]).count() }
    }

    #[inline(always)]
    fn volume_sign(&self, value: f64) -> i8 {
        i8::from(value > self.volume_bound) - i8::from(value < -self.volume_bound)
    }

    #[inline(always)]
    fn volume_at(&self, t: f64) -> f64 {
        self.volume_blossom(t, t, t)
    }

    /// The coefficients of the volume in the Bernstein basis of an interval.
    #[inline(always)]
    fn volume_between(&self, low: f64, high: f64) -> [f64; 4] {
        [
            self.volume_blossom(low, low, low),
            self.volume_blossom(low, low, high),
            self.volume_blossom(low, high, high),
            self.volume_blossom(high, high, high),
        ]
    }

    /// De Casteljau's scheme with a time for each round (Ramshaw's blossom).
    #[inline(always)]
    fn volume_blossom(&self, r: f64, s: f64, t: f64) -> f64 {
        let [a, b, c, d] = self.volume;
        let [a, b, c] = [mean(a, b, r), mean(b, c, r), mean(c, d, r)];
        let [a, b] = [mean(a, b, s), mean(b, c, s)];
        mean(a, b, t)
    }

    /// What the sides say about an interval, along the normal at its middle.
    #[inline(always)]
    fn sides_between(&self, low: f64, high: f64) -> Agreement {
        let sides = self.sides(self.direction_at(0.5 * (low + high)));
        let sign = |[a, b, c]: [f64; 3]| {
            let within = [
                mean(mean(a, b, low), mean(b, c, low), low),
                mean(mean(a, b, low), mean(b, c, low), high),
                mean(mean(a, b, high), mean(b, c, high), high),
            ];
            let is_above = within.iter().all(|&x| x > sides.bound);
            let is_below = within.iter().all(|&x| x < -sides.bound);
            i8::from(is_above) - i8::from(is_below)
        };
        let [q, r, p] = [sides.q, sides.r, sides.p];
        match self.pair {
            Pair::VertexFace => {
                let [q, r, p] = [sign(q), sign(r), sign(p)];
                Agreement::from_signs(&[[q, r], [r, p], [p, q]])
            }
            Pair::EdgeEdge => {
                let q_and_p = [q[0] + p[0], q[1] + p[1], q[2] + p[2]];
                let p_less_r = [p[0] - r[0], p[1] - r[1], p[2] - r[2]];
                Agreement::from_signs(&[[-sign(q), sign(q_and_p)], [sign(r), sign(p_less_r)]])
            }
        }
    }
}

/// What the sides of corners say about an interval of time.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Agreement {
    /// There is no contact.
    Apart,
    /// There is contact where the volume is zero.
    Meet,
    Unknown,
}

impl Agreement {
    #[inline(always)]
    fn from_signs<const N: usize>(pairs: &[[i8; 2]; N]) -> Agreement {
        let products = pairs.map(|[a, b]| a * b);
        if products.contains(&-1) {
            Agreement::Apart
        } else if products == [1; N] {
            Agreement::Meet
        } else {
            Agreement::Unknown
        }
    }
}

/// Whether coefficients of these signs, of which 0 may be any, change their sign once, with certain signs
/// at the ends.
#[inline(always)]
fn crosses_once([a, b, c, d]: [i8; 4]) -> bool {
    a * d < 0 && (a * b > 0 || c * d > 0 || !required(Condition::ImpactCrossesOnce))
}
