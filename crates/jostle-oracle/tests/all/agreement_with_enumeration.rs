//! The linear program gives the answers of the enumeration.

use crate::enumeration;
use jostle_oracle::cases::{Case, Family, Kind, case};
use jostle_oracle::exceeds;

fn compare(family: Family, seeds: std::ops::Range<u64>, wanted: impl Fn(&Case) -> bool) {
    for kind in Kind::ALL {
        for seed in seeds.clone() {
            let case = case(kind, family, seed);
            if wanted(&case) {
                assert_eq!(
                    exceeds(case.shared, &case.a, &case.b),
                    enumeration::exceeds(case.shared, &case.a, &case.b),
                    "{kind} {family:?} {seed}: {case:?}"
                );
            }
        }
    }
}

/// Enumeration takes long where huge and tiny meet; a few of those will do.
fn is_ordinary(case: &Case) -> bool {
    let mut coordinates = case.a.iter().chain(&case.b).flatten();
    coordinates.all(|&x| x == 0.0 || (1e-3..1e3).contains(&x.abs()))
}

#[test]
fn in_general_position() {
    compare(Family::Random, 0..60, |_| true);
}

#[test]
fn in_degenerate_position() {
    compare(Family::Degenerate, 0..300, is_ordinary);
}

#[test]
fn at_the_ends_of_the_number_range() {
    compare(Family::Degenerate, 1000..1020, |case| !is_ordinary(case));
}
