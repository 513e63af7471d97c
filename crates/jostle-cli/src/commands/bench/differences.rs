//! By how many pairs the answer of a test differs from the exact one.

use jostle::Pair;
use std::cmp::Ordering;
use std::ops::Add;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Differences {
    /// Pairs that intersect and were not found.
    pub missed: usize,
    /// Pairs that were found and do not intersect.
    pub false_pairs: usize,
}

impl Differences {
    /// Of two sorted answers to the same query.
    pub fn between(found: &[Pair], exact: &[Pair]) -> Differences {
        let (mut found, mut exact) = (found, exact);
        let mut differences = Differences::default();
        while let ([first, rest @ ..], [true_first, true_rest @ ..]) = (found, exact) {
            match first.cmp(true_first) {
                Ordering::Equal => (found, exact) = (rest, true_rest),
                Ordering::Less => {
                    differences.false_pairs += 1;
                    found = rest;
                }
                Ordering::Greater => {
                    differences.missed += 1;
                    exact = true_rest;
                }
            }
        }
        differences.false_pairs += found.len();
        differences.missed += exact.len();
        differences
    }
}

impl Add for Differences {
    type Output = Differences;

    fn add(self, other: Differences) -> Differences {
        Differences {
            missed: self.missed + other.missed,
            false_pairs: self.false_pairs + other.false_pairs,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jostle::ElementId;

    #[test]
    fn both_kinds_are_counted() {
        let pair = |&b: &usize| Pair::new(ElementId::new(0), ElementId::new(b));
        let pairs = |list: &[usize]| list.iter().map(pair).collect::<Vec<_>>();
        let between = |found: &[usize], exact: &[usize]| {
            let differences = Differences::between(&pairs(found), &pairs(exact));
            [differences.missed, differences.false_pairs]
        };
        assert_eq!(between(&[1, 2, 4, 9], &[2, 3, 4, 5]), [2, 2]);
        assert_eq!(between(&[], &[1, 2]), [2, 0]);
        assert_eq!(between(&[7], &[]), [0, 1]);
        assert_eq!(between(&[7], &[7]), [0, 0]);
    }
}
