//! Integers of a fixed width, without allocation.
//!
//! Allocation is most of the cost of a general big integer at the 50 to 400 bits that ordinary
//! coordinates need.
#![allow(clippy::needless_range_loop, reason = "limbs of several numbers go by one index")]

use crate::integer::Integer;
use std::cmp::Ordering;

/// Sign and magnitude, little end first. The first `len` limbs count, the last of them is not zero,
/// and those beyond are zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FixedInteger<const LIMBS: usize> {
    limbs: [u64; LIMBS],
    len: usize,
    negative: bool,
}

impl<const LIMBS: usize> FixedInteger<LIMBS> {
    /// Bits of the magnitude.
    pub const BITS: u32 = 64 * LIMBS as u32;

    fn used(&self) -> &[u64] {
        &self.limbs[..self.len]
    }

    fn trimmed(mut limbs: [u64; LIMBS], mut len: usize, negative: bool) -> Self {
        while len > 0 && limbs[len - 1] == 0 {
            len -= 1;
        }
        limbs[len..].fill(0);
        FixedInteger { limbs, len, negative: negative && len > 0 }
    }

    fn compare_magnitude(&self, other: &Self) -> Ordering {
        self.len
            .cmp(&other.len)
            .then_with(|| self.used().iter().rev().cmp(other.used().iter().rev()))
    }

    fn add_magnitude(&self, other: &Self, negative: bool) -> Self {
        let len = self.len.max(other.len);
        let mut limbs = [0; LIMBS];
        let mut carry = false;
        for i in 0..len {
            (limbs[i], carry) = carrying_add(self.limbs[i], other.limbs[i], carry);
        }
        if carry {
            assert!(len < LIMBS, "sum fits");
            limbs[len] = 1;
        }
        FixedInteger { limbs, len: len + usize::from(carry), negative }
    }

    /// For a magnitude at least the other's.
    fn subtract_magnitude(&self, other: &Self, negative: bool) -> Self {
        let mut limbs = [0; LIMBS];
        let mut borrow = false;
        for i in 0..self.len {
            (limbs[i], borrow) = borrowing_sub(self.limbs[i], other.limbs[i], borrow);
        }
        debug_assert!(!borrow);
        Self::trimmed(limbs, self.len, negative)
    }

    fn add_signed(&self, other: &Self, other_negative: bool) -> Self {
        if self.negative == other_negative {
            return self.add_magnitude(other, self.negative && self.len + other.len > 0);
        }
        match self.compare_magnitude(other) {
            Ordering::Equal => Self::ZERO,
            Ordering::Greater => self.subtract_magnitude(other, self.negative),
            Ordering::Less => other.subtract_magnitude(self, other_negative),
        }
    }

    /// The magnitude without its lowest `bits` bits, which are zero.
    fn shifted_down(&self, bits: u32) -> Self {
        let (whole, part) = ((bits / 64) as usize, bits % 64);
        let mut limbs = [0; LIMBS];
        for i in whole..self.len {
            let above =
                if part == 0 || i + 1 == self.len { 0 } else { self.limbs[i + 1] << (64 - part) };
            limbs[i - whole] = self.limbs[i] >> part | above;
        }
        Self::trimmed(limbs, self.len - whole, self.negative)
    }

    fn trailing_zeros(&self) -> u32 {
        let whole = self.used().iter().take_while(|&&limb| limb == 0).count();
        64 * whole as u32 + self.limbs[whole].trailing_zeros()
    }
}

impl<const LIMBS: usize> From<i128> for FixedInteger<LIMBS> {
    fn from(value: i128) -> Self {
        let magnitude = value.unsigned_abs();
        let mut limbs = [0; LIMBS];
        limbs[0] = magnitude as u64;
        limbs[1] = (magnitude >> 64) as u64;
        Self::trimmed(limbs, 2, value < 0)
    }
}

impl<const LIMBS: usize> Ord for FixedInteger<LIMBS> {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.negative, other.negative) {
            (false, false) => self.compare_magnitude(other),
            (true, true) => other.compare_magnitude(self),
            (negative, _) => {
                if negative {
                    Ordering::Less
                } else {
                    Ordering::Greater
                }
            }
        }
    }
}

impl<const LIMBS: usize> PartialOrd for FixedInteger<LIMBS> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const LIMBS: usize> Integer for FixedInteger<LIMBS> {
    const ZERO: Self = FixedInteger { limbs: [0; LIMBS], len: 0, negative: false };
    const ONE: Self = {
        let mut limbs = [0; LIMBS];
        limbs[0] = 1;
        FixedInteger { limbs, len: 1, negative: false }
    };

    fn minus(&self, other: &Self) -> Self {
        self.add_signed(other, !other.negative)
    }

    fn plus(&self, other: &Self) -> Self {
        self.add_signed(other, other.negative)
    }

    fn times(&self, other: &Self) -> Self {
        let mut limbs = [0; LIMBS];
        for (i, &x) in self.used().iter().enumerate() {
            let mut carry = 0;
            for (j, &y) in other.used().iter().enumerate() {
                // The one place past the end that a product of two full widths touches.
                if i + j == LIMBS {
                    assert!(carry == 0 && u128::from(x) * u128::from(y) == 0, "product fits");
                    break;
                }
                let sum =
                    u128::from(x) * u128::from(y) + u128::from(limbs[i + j]) + u128::from(carry);
                limbs[i + j] = sum as u64;
                carry = (sum >> 64) as u64;
            }
            match limbs.get_mut(i + other.len) {
                Some(limb) => *limb = carry,
                None => assert!(carry == 0, "product fits"),
            }
        }
        let len = (self.len + other.len).min(LIMBS);
        Self::trimmed(limbs, len, self.negative != other.negative)
    }

    fn negate(&mut self) {
        self.negative = !self.negative && self.len > 0;
    }

    /// From the low end up (Jebelean, "An algorithm for exact division", 1993): the lowest limb of
    /// the quotient is that of the dividend times the inverse of the divisor modulo `2^64`.
    fn over(&self, divisor: &Self) -> Self {
        let negative = self.negative != divisor.negative;
        if self.len == 0 {
            return Self::ZERO;
        }
        if divisor.len == 1 && divisor.limbs[0] == 1 {
            return FixedInteger { negative, ..*self };
        }
        let zeros = divisor.trailing_zeros();
        let divisor = divisor.shifted_down(zeros);
        let mut rest = self.shifted_down(zeros);
        let inverse = inverse_of_odd(divisor.limbs[0]);
        let len = rest.len + 1 - divisor.len;
        let mut quotient = [0; LIMBS];
        for i in 0..len {
            let digit = rest.limbs[i].wrapping_mul(inverse);
            quotient[i] = digit;
            let mut owed = 0;
            for j in 0..divisor.len.min(len - i) {
                let product = u128::from(digit) * u128::from(divisor.limbs[j]) + u128::from(owed);
                let (difference, borrow) = rest.limbs[i + j].overflowing_sub(product as u64);
                rest.limbs[i + j] = difference;
                owed = (product >> 64) as u64 + u64::from(borrow);
            }
            for limb in rest.limbs[..len].iter_mut().skip(i + divisor.len) {
                if owed == 0 {
                    break;
                }
                let (difference, borrow) = limb.overflowing_sub(owed);
                *limb = difference;
                owed = u64::from(borrow);
            }
        }
        Self::trimmed(quotient, len, negative)
    }

    fn sign(&self) -> Ordering {
        match (self.len, self.negative) {
            (0, _) => Ordering::Equal,
            (_, true) => Ordering::Less,
            (_, false) => Ordering::Greater,
        }
    }
}

fn carrying_add(a: u64, b: u64, carry: bool) -> (u64, bool) {
    let (sum, first) = a.overflowing_add(b);
    let (sum, second) = sum.overflowing_add(u64::from(carry));
    (sum, first | second)
}

fn borrowing_sub(a: u64, b: u64, borrow: bool) -> (u64, bool) {
    let (difference, first) = a.overflowing_sub(b);
    let (difference, second) = difference.overflowing_sub(u64::from(borrow));
    (difference, first | second)
}

/// Modulo `2^64`, by Newton: an odd number is its own inverse to three bits, and each step doubles them.
fn inverse_of_odd(odd: u64) -> u64 {
    let step = |inverse: u64| inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
    step(step(step(step(step(odd)))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::SplitMix64;
    use dashu_int::IBig;

    fn value(fixed: &FixedInteger<8>) -> IBig {
        let magnitude = fixed.used().iter().rev().fold(IBig::ZERO, |sum, &limb| (sum << 64) + limb);
        if fixed.negative { -magnitude } else { magnitude }
    }

    /// Long runs of equal bits and low zeros are what carries and shifts stumble over.
    fn number(random: &mut SplitMix64, most_limbs: u64) -> FixedInteger<8> {
        let len = random.below(most_limbs + 1) as usize;
        let mut limbs = [0; 8];
        for limb in &mut limbs[..len] {
            *limb = match random.below(5) {
                0 => 0,
                1 => u64::MAX,
                2 => 1 << random.below(64),
                3 => random.below(10),
                _ => random.next_u64(),
            };
        }
        FixedInteger::trimmed(limbs, len, random.below(2) == 0)
    }

    #[test]
    fn agrees_with_a_general_big_integer() {
        let random = &mut SplitMix64::new(1);
        for _ in 0..200_000 {
            let [a, b, c] = [3, 3, 2].map(|most_limbs| number(random, most_limbs));
            assert_eq!(value(&a.plus(&b)), value(&a) + value(&b));
            assert_eq!(value(&a.minus(&b)), value(&a) - value(&b));
            assert_eq!(value(&a.times(&b)), value(&a) * value(&b));
            assert_eq!(a.cmp(&b), value(&a).cmp(&value(&b)));
            assert_eq!(Integer::sign(&a), value(&a).cmp(&IBig::ZERO));
            let sum = a.times(&b).plus(&c);
            if !c.is_zero() {
                assert_eq!(sum.times(&c).over(&c), sum);
                assert_eq!(c.times(&sum).cmp(&a), value(&c.times(&sum)).cmp(&value(&a)));
            }
        }
    }

    #[test]
    fn fills_its_whole_width() {
        let all_ones = FixedInteger::<8>::trimmed([u64::MAX; 8], 8, false);
        let two = FixedInteger::<8>::from(2);
        assert_eq!(value(&all_ones), (IBig::ONE << 512) - 1);
        let half = all_ones.minus(&FixedInteger::ONE).over(&two);
        assert_eq!(half.times(&two), all_ones.minus(&FixedInteger::ONE));
    }

    #[test]
    #[should_panic(expected = "fits")]
    fn overflow_is_loud() {
        let half = FixedInteger::<8>::trimmed([0, 0, 0, 0, 1, 0, 0, 0], 5, false);
        half.times(&half);
    }
}
