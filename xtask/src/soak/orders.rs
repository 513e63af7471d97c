//! All orders of the corners that leave the question the same.

use jostle_oracle::Point;
use jostle_oracle::cases::{Case, Kind};

/// The shared corners in any order, alike in both elements; the others of each in any order; and,
/// for elements of one shape, either one first.
pub struct Orders {
    kind: Kind,
}

impl Orders {
    pub fn new(kind: Kind) -> Orders {
        Orders { kind }
    }

    fn sizes(&self) -> [u64; 4] {
        let Kind { a, b, shared } = self.kind;
        let swaps = if a == b { 2 } else { 1 };
        [swaps, factorial(shared), factorial(a - shared), factorial(b - shared)]
    }

    pub fn count(&self) -> u64 {
        self.sizes().iter().product()
    }

    /// Both elements in an order; numbers beyond the count begin again.
    pub fn apply(&self, number: u64, case: &Case) -> (Vec<Point>, Vec<Point>) {
        let mut rest = number % self.count();
        let [swap, shared_order, a_order, b_order] = self.sizes().map(|size| {
            let digit = rest % size;
            rest /= size;
            digit
        });
        let element = |points: &[Point], order: u64| {
            let (shared, own) = points.split_at(case.shared);
            let mut points = permuted(shared, shared_order);
            points.append(&mut permuted(own, order));
            points
        };
        let (a, b) = (element(&case.a, a_order), element(&case.b, b_order));
        if swap == 1 { (b, a) } else { (a, b) }
    }
}

fn factorial(n: usize) -> u64 {
    (1..=n as u64).product()
}

/// The permutation of this number, by its digits in the factorial base.
fn permuted(points: &[Point], mut number: u64) -> Vec<Point> {
    let mut left = points.to_vec();
    let mut permuted = Vec::with_capacity(points.len());
    while !left.is_empty() {
        let choices = left.len() as u64;
        permuted.push(left.remove((number % choices) as usize));
        number /= choices;
    }
    permuted
}

#[cfg(test)]
mod tests {
    use super::*;
    use jostle_oracle::cases::{Family, case};

    #[test]
    fn all_orders_are_met_once() {
        for kind in Kind::ALL {
            let case = case(kind, Family::Random, 3);
            let orders = Orders::new(kind);
            let mut met: Vec<_> = (0..orders.count()).map(|i| orders.apply(i, &case)).collect();
            met.sort_by(|x, y| x.partial_cmp(y).expect("finite"));
            met.dedup();
            // Swapping two elements whose corners are all shared changes nothing to see.
            let hidden = if kind.a == kind.shared && kind.a == kind.b { 2 } else { 1 };
            assert_eq!(met.len() as u64, orders.count() / hidden, "{kind}");
        }
    }

    #[test]
    fn an_order_keeps_the_shared_corners_first() {
        let kind = Kind { a: 4, b: 4, shared: 2 };
        let case = case(kind, Family::Random, 3);
        let orders = Orders::new(kind);
        for i in 0..orders.count() {
            let (a, b) = orders.apply(i, &case);
            assert_eq!(a[..2], b[..2]);
        }
    }
}
