//! The generators give both answers, finite points, and boxes that overlap.

use jostle_oracle::cases::{Family, Kind, case};
use jostle_oracle::exceeds;

fn yes_share(kind: Kind, family: Family) -> f64 {
    const CASES: u64 = 3000;
    let yes = |seed: &u64| {
        let case = case(kind, family, *seed);
        exceeds(case.shared, &case.a, &case.b)
    };
    (0..CASES).filter(yes).count() as f64 / CASES as f64
}

/// A test that is always answered alike tests nothing.
#[test]
fn both_answers_are_common() {
    for kind in Kind::ALL {
        for family in Family::ALL {
            let share = yes_share(kind, family);
            println!("{kind:26} {:12} {share:.2}", family.name());
            if kind.shares_all_points() {
                assert_eq!(share, 0.0, "{kind} {family:?}");
            } else {
                assert!((0.15..0.85).contains(&share), "{kind} {family:?}: {share}");
            }
        }
    }
}

#[test]
fn shared_points_are_shared_and_all_are_finite() {
    for kind in Kind::ALL {
        for family in Family::ALL {
            for seed in 0..2000 {
                let case = case(kind, family, seed);
                assert_eq!((case.a.len(), case.b.len()), (kind.a, kind.b));
                assert_eq!(case.a[..kind.shared], case.b[..kind.shared]);
                assert!(case.a.iter().chain(&case.b).flatten().all(|x| x.is_finite()));
            }
        }
    }
}

#[test]
fn a_seed_determines_the_case() {
    let kind = Kind { a: 3, b: 3, shared: 0 };
    assert_eq!(case(kind, Family::Random, 5), case(kind, Family::Random, 5));
    assert_ne!(case(kind, Family::Random, 5), case(kind, Family::Random, 6));
}

/// What boxes decide never reaches an exact test.
#[test]
fn boxes_in_general_position_mostly_overlap() {
    for kind in Kind::ALL {
        let apart = |seed: &u64| {
            let case = case(kind, Family::Random, *seed);
            (0..3).any(|axis| {
                let by_axis = |points: &[[f64; 3]]| -> Vec<f64> {
                    let mut values: Vec<f64> = points.iter().map(|p| p[axis]).collect();
                    values.sort_by(f64::total_cmp);
                    values
                };
                let (a, b) = (by_axis(&case.a), by_axis(&case.b));
                a[a.len() - 1] < b[0] || b[b.len() - 1] < a[0]
            })
        };
        let share = (0..1000).filter(apart).count() as f64 / 1000.0;
        println!("{kind:26} {share:.3}");
        assert!(share < 0.25, "{kind}: {share} of the boxes are apart");
    }
}
