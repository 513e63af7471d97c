//! Coordinates as integers: all scaled by one power of two, which moves no answer.

use dashu_int::IBig;

use crate::Point;

/// Where two elements lie, by what their points differ.
pub struct Coordinates<T> {
    /// From the first point of `a` to its others.
    pub a: Vec<[T; 3]>,
    /// From the first point of `b` to its others.
    pub b: Vec<[T; 3]>,
    /// From the first point of `b` to the first point of `a`.
    pub gap: [T; 3],
}

impl<T: Copy> Coordinates<T> {
    pub fn map<U>(self, convert: impl Fn(T) -> U + Copy) -> Coordinates<U> {
        let points = |element: Vec<[T; 3]>| element.into_iter().map(|p| p.map(convert)).collect();
        Coordinates { a: points(self.a), b: points(self.b), gap: self.gap.map(convert) }
    }
}

impl Coordinates<i128> {
    fn numbers(&self) -> impl Iterator<Item = i128> + '_ {
        self.a.iter().chain(&self.b).chain([&self.gap]).flatten().copied()
    }

    /// Bits of the largest magnitude.
    pub fn bits(&self) -> u32 {
        self.numbers().map(|x| i128::BITS - x.unsigned_abs().leading_zeros()).max().unwrap_or(0)
    }
}

/// Narrow where the ratio of the largest coordinate to the finest binary digit allows.
pub enum Differences {
    Narrow(Coordinates<i128>),
    Wide(Coordinates<IBig>),
}

impl Differences {
    pub fn from_points(a: &[Point], b: &[Point]) -> Differences {
        let numbers =
            || a.iter().chain(b).flatten().map(|&x| Dyadic::from_f64(x)).filter(|x| x.odd != 0);
        let finest = numbers().map(|x| x.exponent).min().unwrap_or(0);
        let highest = numbers().map(|x| x.exponent + x.bits()).max().unwrap_or(0);
        // One bit for the sign, one for the difference.
        if highest - finest <= i128::BITS as i32 - 2 {
            let integer = |x: f64| {
                let x = Dyadic::from_f64(x);
                if x.odd == 0 { 0 } else { i128::from(x.odd) << (x.exponent - finest) }
            };
            let exact = coordinates(a, b, integer, |x, y| x - y);
            // Points far from the origin and near each other leave only low zeros behind.
            let zeros = exact.numbers().fold(0, |all, x| all | x).trailing_zeros();
            Differences::Narrow(if zeros < 128 { exact.map(|x| x >> zeros) } else { exact })
        } else {
            let integer = |x: f64| {
                let x = Dyadic::from_f64(x);
                if x.odd == 0 {
                    IBig::ZERO
                } else {
                    IBig::from(x.odd) << (x.exponent - finest) as usize
                }
            };
            Differences::Wide(coordinates(a, b, integer, |x, y| x - y))
        }
    }
}

fn coordinates<T>(
    a: &[Point],
    b: &[Point],
    integer: impl Fn(f64) -> T,
    minus: impl Fn(T, T) -> T,
) -> Coordinates<T> {
    let difference = |p: &Point, q: &Point| -> [T; 3] {
        std::array::from_fn(|axis| minus(integer(p[axis]), integer(q[axis])))
    };
    let from_first = |element: &[Point]| {
        element[1..].iter().map(|point| difference(point, &element[0])).collect()
    };
    Coordinates { a: from_first(a), b: from_first(b), gap: difference(&a[0], &b[0]) }
}

/// `odd * 2^exponent`; zero is zero times one.
#[derive(Debug, PartialEq)]
pub struct Dyadic {
    pub odd: i64,
    pub exponent: i32,
}

impl Dyadic {
    pub fn from_f64(x: f64) -> Dyadic {
        if x == 0.0 {
            return Dyadic { odd: 0, exponent: 0 };
        }
        let bits = x.to_bits();
        let fraction = (bits & ((1 << 52) - 1)) as i64;
        let (magnitude, exponent) = match (bits >> 52 & 0x7ff) as i32 {
            0 => (fraction, -1074),
            biased => (fraction | 1 << 52, biased - 1075),
        };
        let zeros = magnitude.trailing_zeros();
        let odd = magnitude >> zeros;
        Dyadic { odd: if x < 0.0 { -odd } else { odd }, exponent: exponent + zeros as i32 }
    }

    fn bits(&self) -> i32 {
        (u64::BITS - self.odd.unsigned_abs().leading_zeros()) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_finite_number_is_dyadic() {
        let smallest = f64::from_bits(1);
        assert_eq!(Dyadic::from_f64(smallest), Dyadic { odd: 1, exponent: -1074 });
        assert_eq!(Dyadic::from_f64(-0.0), Dyadic { odd: 0, exponent: 0 });
        assert_eq!(Dyadic::from_f64(-6.0), Dyadic { odd: -3, exponent: 1 });
        assert_eq!(Dyadic::from_f64(f64::MAX), Dyadic { odd: (1 << 53) - 1, exponent: 971 });
        assert_eq!(Dyadic::from_f64(f64::MIN_POSITIVE), Dyadic { odd: 1, exponent: -1022 });
    }
}
