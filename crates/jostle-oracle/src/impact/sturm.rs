//! Real roots by sign variations of remainder sequences.
//!
//! For polynomials `f` and `g` the sequence is `f`, `g`, and then each time the negated remainder of
//! the two before (up to factors above zero). With `g = f'` the variations that it loses from `a` to
//! `b` count the roots of `f` between (Sturm 1829); with `g = f' q` they add up the signs of `q` at
//! those roots (Tarski 1951; Basu, Pollack and Roy, "Algorithms in real algebraic geometry", 2.2).

use super::polynomial::{BinaryFraction, Polynomial};
use std::cmp::Ordering;

/// A remainder sequence.
#[derive(Clone, Debug)]
struct Sequence {
    terms: Vec<Polynomial>,
}

impl Sequence {
    fn new(f: &Polynomial, g: Polynomial) -> Sequence {
        let mut terms = vec![f.clone()];
        let mut next = g;
        while !next.is_zero() {
            let remainder = terms[terms.len() - 1].remainder(&next);
            terms.push(next);
            next = -remainder;
        }
        Sequence { terms }
    }

    /// Its last term is the greatest common divisor, which has the multiple roots.
    fn of_derivative(f: &Polynomial) -> Sequence {
        Sequence::new(f, f.derivative().primitive())
    }

    /// How often the sign changes along it, zeros left out.
    fn variations(&self, at: &BinaryFraction) -> usize {
        let mut last = Ordering::Equal;
        let mut variations = 0;
        for sign in self.terms.iter().map(|f| f.sign_at(at)).filter(|sign| sign.is_ne()) {
            variations += usize::from(last.is_ne() && sign != last);
            last = sign;
        }
        variations
    }
}

/// A root of a polynomial between 0 and 1, neither included.
#[derive(Clone, Debug)]
pub struct Root {
    /// Without multiple roots.
    polynomial: Polynomial,
    sturm: Sequence,
    /// The polynomial has no other root between these, and neither is a root.
    low: BinaryFraction,
    high: BinaryFraction,
}

impl Root {
    /// All roots between 0 and 1 of a polynomial other than zero, of degree 3 at most, in order.
    pub fn all_inside(polynomial: &Polynomial) -> Vec<Root> {
        let whole = polynomial.clone().primitive();
        let mut sturm = Sequence::of_derivative(&whole);
        let common = sturm.terms.last().expect("at least the polynomial itself");
        let common = common.clone().primitive();
        let mut polynomial =
            if common.is_constant() { whole.clone() } else { whole.quotient(&common) };
        for end in [&BinaryFraction::ZERO, &BinaryFraction::ONE] {
            if polynomial.sign_at(end).is_eq() {
                let linear = Polynomial::new(vec![-&end.numerator, 1.into()]);
                polynomial = polynomial.quotient(&linear);
            }
        }
        if polynomial != whole {
            sturm = Sequence::of_derivative(&polynomial);
        }
        let [low, high] = [BinaryFraction::ZERO, BinaryFraction::ONE];
        isolate(Root { polynomial, sturm, low, high })
    }

    pub fn polynomial(&self) -> &Polynomial {
        &self.polynomial
    }

    pub fn interval(&self) -> [&BinaryFraction; 2] {
        [&self.low, &self.high]
    }

    /// The sign of another polynomial at this root.
    pub fn sign_of(&self, q: &Polynomial) -> Ordering {
        // Only its values at roots of the polynomial matter, which the remainder has as well.
        let weighted = (&self.polynomial.derivative() * q).remainder(&self.polynomial);
        let sequence = Sequence::new(&self.polynomial, weighted);
        sequence.variations(&self.low).cmp(&sequence.variations(&self.high))
    }

    /// How the root compares with a number.
    pub fn compare_with(&self, x: &BinaryFraction) -> Ordering {
        if *x <= self.low {
            Ordering::Greater
        } else if *x >= self.high {
            Ordering::Less
        } else if self.polynomial.sign_at(x).is_eq() {
            Ordering::Equal
        } else if self.sturm.variations(&self.low) > self.sturm.variations(x) {
            Ordering::Less
        } else {
            Ordering::Greater
        }
    }

    /// Any number strictly inside the interval that is not a root, near its middle.
    fn split(&self) -> BinaryFraction {
        // Four numbers, and three roots at most.
        [4, 3, 5, 2]
            .into_iter()
            .map(|eighths| BinaryFraction::eighths_between(eighths, &self.low, &self.high))
            .find(|x| self.polynomial.sign_at(x).is_ne())
            .expect("a cubic has at most three roots")
    }

    /// A number inside the interval where two roots that are close together should part.
    ///
    /// Halving needs as many steps as they have bits in common, which can be thousands. But where two
    /// almost are a double root, the linear term of the sequence almost is the common divisor of the
    /// polynomial and its derivative: its root is between them. Bits double with the depth.
    fn between_close_roots(&self, depth: u32) -> Option<BinaryFraction> {
        let linear = self.sturm.terms.iter().find(|f| f.coefficients().len() == 2)?;
        let bits = 8 << depth.min(10);
        let [constant, slope] = linear.coefficients() else { return None };
        let numerator = (-constant << bits) / slope;
        let at = BinaryFraction { numerator, bits };
        let is_inside = at > self.low && at < self.high && self.polynomial.sign_at(&at).is_ne();
        is_inside.then_some(at)
    }
}

impl Ord for Root {
    fn cmp(&self, other: &Root) -> Ordering {
        if self.compare_with(&other.low).is_le() {
            return Ordering::Less;
        }
        if self.compare_with(&other.high).is_ge() {
            return Ordering::Greater;
        }
        // The other polynomial changes its sign between its ends once, at the other root.
        let before = other.polynomial.sign_at(&other.low);
        match self.sign_of(&other.polynomial) {
            Ordering::Equal => Ordering::Equal,
            sign if sign == before => Ordering::Less,
            _ => Ordering::Greater,
        }
    }
}

impl PartialOrd for Root {
    fn partial_cmp(&self, other: &Root) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Root {
    fn eq(&self, other: &Root) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Root {}

/// Splits the interval of a polynomial until each part has one root.
fn isolate(whole: Root) -> Vec<Root> {
    let variations = [&whole.low, &whole.high].map(|end| whole.sturm.variations(end));
    let mut roots = Vec::new();
    // The lowest part is on top. Depths are too large for the stack of a thread.
    let mut parts = vec![(whole, variations, 0)];
    while let Some((part, variations, depth)) = parts.pop() {
        match variations[0] - variations[1] {
            0 => {}
            1 => roots.push(part),
            _ => {
                // In turn, so that halving ends it where the other does not help.
                let between = (depth % 2 == 1).then(|| part.between_close_roots(depth)).flatten();
                let split = between.unwrap_or_else(|| part.split());
                let middle = part.sturm.variations(&split);
                let upper = Root { low: split.clone(), ..part.clone() };
                let lower = Root { high: split, ..part };
                parts.push((upper, [middle, variations[1]], depth + 1));
                parts.push((lower, [variations[0], middle], depth + 1));
            }
        }
    }
    roots
}

#[cfg(test)]
mod tests {
    use super::*;
    use dashu_int::IBig;

    fn polynomial(coefficients: &[i64]) -> Polynomial {
        Polynomial::new(coefficients.iter().map(|&c| IBig::from(c)).collect())
    }

    /// `denominator x - numerator`
    fn factor(numerator: i64, denominator: i64) -> Polynomial {
        polynomial(&[-numerator, denominator])
    }

    fn only_root(f: &Polynomial) -> Root {
        let roots = Root::all_inside(f);
        assert_eq!(roots.len(), 1, "{f:?}");
        roots.into_iter().next().expect("one")
    }

    #[test]
    fn counts_roots_inside() {
        let count = |f: Polynomial| Root::all_inside(&f).len();
        assert_eq!(count(polynomial(&[5])), 0);
        assert_eq!(count(polynomial(&[1, 0, 1])), 0, "no real root");
        assert_eq!(count(polynomial(&[-1, 0, 2])), 1);
        assert_eq!(count(&factor(1, 2) * &factor(1, 2)), 1, "a double root");
        assert_eq!(count(&(&factor(1, 3) * &factor(1, 3)) * &factor(1, 3)), 1, "a triple root");
        assert_eq!(count(&(&factor(0, 1) * &factor(1, 1)) * &factor(1, 2)), 1, "both ends");
        assert_eq!(count(&(&factor(0, 1) * &factor(0, 1)) * &factor(1, 1)), 0, "only the ends");
        assert_eq!(count(&(&factor(1, 2) * &factor(1, 4)) * &factor(3, 4)), 3, "at split points");
        assert_eq!(count(&(&factor(4, 8) * &factor(3, 8)) * &factor(5, 8)), 3);
        assert_eq!(count(&factor(1 << 40, (1 << 41) + 1) * &factor(1, 2)), 2, "close together");
        let square = &(&factor(1, 3) * &factor(1, 3)) * &Polynomial::new(vec![IBig::ONE << 3000]);
        let close = &square - &polynomial(&[1]);
        assert_eq!(count(close.clone()), 2, "1500 bits in common");
        assert_eq!(count(&close * &factor(2, 3)), 3, "1500 bits in common, and another");
    }

    #[test]
    fn signs_at_an_irrational_root() {
        let root = only_root(&polynomial(&[-1, 0, 2]));
        assert_eq!(root.sign_of(&polynomial(&[-7, 10])), Ordering::Greater);
        assert_eq!(root.sign_of(&polynomial(&[-71, 100])), Ordering::Less);
        assert_eq!(root.sign_of(&polynomial(&[0, -1, 0, 2])), Ordering::Equal, "a multiple");
        assert_eq!(root.sign_of(&polynomial(&[])), Ordering::Equal);
        assert_eq!(root.sign_of(&polynomial(&[-3])), Ordering::Less);
    }

    #[test]
    fn orders_roots_of_different_polynomials() {
        let diagonal = only_root(&polynomial(&[-1, 0, 2]));
        let multiple = only_root(&(&polynomial(&[-1, 0, 2]) * &polynomial(&[7, 1])));
        let third = only_root(&factor(1, 3));
        let near = only_root(&factor(707_106_781_187, 1_000_000_000_000));
        assert_eq!(diagonal, multiple);
        assert_eq!(diagonal.cmp(&multiple), Ordering::Equal);
        let ordered = [&third, &diagonal, &near];
        for (i, left) in ordered.iter().enumerate() {
            for (j, right) in ordered.iter().enumerate() {
                assert_eq!(left.cmp(right), i.cmp(&j));
            }
        }
        assert_eq!(near.cmp(&multiple), Ordering::Greater);
    }
}
