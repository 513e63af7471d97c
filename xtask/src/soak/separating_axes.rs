//! The inexact separating-axis tests: they may say yes too often, but must not miss a pair whose answer
//! does not depend on rounding.

use super::{Disagreement, Row, check_each};
use jostle::DVec3;
use jostle::narrow::sat;
use jostle_oracle::cases::{Case, Kind, SplitMix64};
use jostle_testing::random_pairs;

pub const KIND: Kind = Kind { a: 4, b: 4, shared: 0 };

type Test = fn(&[DVec3; 4], &[DVec3; 4]) -> bool;

const TESTS: [(&str, Test); 2] = [
    ("sat::tetrahedra", sat::tetrahedra),
    ("sat::.._without_edges", sat::tetrahedra_without_edges),
];

pub fn compare(seed: u64, count: u64) -> impl Iterator<Item = (&'static str, Row)> {
    TESTS.into_iter().map(move |(name, test)| {
        let row = check_each(count, |i| {
            let seed = seed.wrapping_add(i);
            let (a, b) = random_pairs::overlapping::<4, 4>(&mut SplitMix64::new(seed));
            let points = |element: [DVec3; 4]| element.map(|p| p.to_array()).to_vec();
            let case = Case { shared: 0, a: points(a), b: points(b) };
            let expected = jostle_oracle::intersect(&case.a, &case.b);
            let missed = expected && !test(&a, &b);
            let label = || format!("{name} seed {seed}");
            let disagreement =
                || Disagreement { name: label(), expected, answer: Some(false), case };
            (expected, missed.then(disagreement))
        });
        (name, row)
    })
}
