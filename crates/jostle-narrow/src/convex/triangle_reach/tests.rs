//! Against exact arithmetic: pairs in lanes, and pairs that are removed before.

use super::*;
use crate::convex::{Proximity, Reach, SupportMap, intersects, proximity};
use crate::geometry::lanes::PortableLanes;
use jostle_support::random::SplitMix64;

type Triangle = [DVec3; 3];

fn point(random: &mut SplitMix64) -> DVec3 {
    DVec3::new(random.signed(), random.signed(), random.signed())
}

fn triangle(random: &mut SplitMix64) -> Triangle {
    [(); 3].map(|()| point(random))
}

fn in_lanes(pairs: &[[Triangle; 2]; PAIRS]) -> TrianglePairs {
    let mut lanes = TrianglePairs::default();
    for (lane, pair) in pairs.iter().enumerate() {
        lanes.set(lane, [pair[0].each_ref(), pair[1].each_ref()]);
    }
    lanes
}

fn told(pairs: &TrianglePairs, limit: f64) -> [Reach; PAIRS] {
    let reaches = pairs.reach(limit);
    std::array::from_fn(|lane| match [reaches.within, reaches.unsure].map(|m| m >> lane & 1) {
        [0, 0] => Reach::Beyond,
        [1, 0] => Reach::Within(reaches.distances[lane]),
        [0, 1] => Reach::Unsure,
        _ => panic!("within and unsure"),
    })
}

/// What is said of a pair. It is what exact arithmetic says, and the distance is
/// as good as promised.
fn check(a: Triangle, b: Triangle, limit: f64) -> Reach {
    let found = told(&in_lanes(&[[a, b]; PAIRS]), limit)[0];
    if found != Reach::Unsure {
        let is_within = intersects(&a, &b.inflated(limit)).unwrap();
        assert_eq!(matches!(found, Reach::Within(_)), is_within, "{a:?} {b:?} {limit:e}");
    }
    if let Reach::Within(distance) = found {
        let Proximity::Apart(apart) = proximity(&a, &b).unwrap() else {
            panic!("triangles that meet: {a:?} {b:?}");
        };
        // Each is off by half as much.
        let size = distance + a.extent() + b.extent();
        let error = (distance - apart.distance).abs();
        assert!(error <= 2f64.powi(-46) * size, "{a:?} {b:?}: {error:e}");
    }
    found
}

/// Two triangles whose nearest features are of each kind, about as far apart as long.
fn apart(random: &mut SplitMix64, kind: usize) -> [Triangle; 2] {
    let [mut a, mut b] = [triangle(random), triangle(random)];
    match kind % 3 {
        // Corners and edges.
        0 => b = b.map(|p| p + DVec3::X * 3.0),
        // A corner above a face.
        1 => {
            a = a.map(|p| DVec3::new(p.x * 5.0, p.y * 5.0, p.z * 0.01));
            b = b.map(|p| p + DVec3::Z * (1.5 + random.unit()));
        }
        // Edges that cross.
        _ => {
            let flat = |p: DVec3, by: DVec3| DVec3::new(p.x, p.y, p.z * 0.01) * by;
            a = a.map(|p| flat(p, DVec3::new(9.0, 0.1, 1.0)));
            b = b.map(|p| flat(p, DVec3::new(0.1, 9.0, 1.0)) + DVec3::Z * (0.1 + random.unit()));
        }
    }
    [a, b]
}

#[test]
fn what_is_almost_within_reach_is_told_as_in_exact_arithmetic() {
    let mut random = SplitMix64::new(1);
    let (mut told, mut asked) = (0, 0);
    for kind in 0..3000 {
        let [a, b] = apart(&mut random, kind);
        let Proximity::Apart(apart) = proximity(&a, &b).unwrap() else { continue };
        for digits in -3..=3 {
            check(a, b, apart.distance * (1.0 + f64::from(digits) * f64::EPSILON));
        }
        for limit in [1e-3, 0.99, 1.01, 1e3, 1e300].map(|factor| apart.distance * factor) {
            told += (check(a, b, limit) != Reach::Unsure) as u32;
            asked += 1;
        }
    }
    assert!(asked > 10_000);
    // The others have edges that are nearly parallel.
    assert!(told > asked - asked / 50, "floating point tells {told} of {asked}");
}

#[test]
fn triangles_that_meet_are_not_told() {
    let mut random = SplitMix64::new(1);
    let mut meet = 0;
    for _ in 0..3000 {
        let [a, b] = [triangle(&mut random), triangle(&mut random)];
        if intersects(&a, &b).unwrap() {
            assert_eq!(check(a, b, 10.0), Reach::Unsure);
            meet += 1;
        }
    }
    assert!(meet > 300);
}

#[test]
fn what_almost_touches_is_told_as_in_exact_arithmetic() {
    let mut random = SplitMix64::new(1);
    for _ in 0..3000 {
        let [mut a, b] = [triangle(&mut random), triangle(&mut random)];
        // On the plane of the other, but for the last digits.
        let (s, t) = (random.unit() * 0.5, random.unit() * 0.5);
        let normal = (b[1] - b[0]).cross(b[2] - b[0]);
        a = a.map(|p| p + normal * (3.0 * random.unit()));
        a[0] = b[0] + (b[1] - b[0]) * s + (b[2] - b[0]) * t;
        for [a, b] in [[a, b], [b, a]] {
            check(a, b, 0.5);
            check(a, b, 1e-17);
        }
    }
}

#[test]
fn triangles_of_all_sizes_are_told_as_in_exact_arithmetic() {
    let mut random = SplitMix64::new(1);
    let mut told = [0; 2];
    for power in -540..=500 {
        for kind in 0..3 {
            let scale = 2f64.powi(power);
            let [a, b] = apart(&mut random, kind).map(|t| t.map(|p| p * scale));
            let Proximity::Apart(apart) = proximity(&a, &b).unwrap() else { continue };
            for factor in [0.1, 1.0 - 1e-15, 1.0 + 1e-15, 10.0] {
                let is_told = check(a, b, apart.distance * factor) != Reach::Unsure;
                told[(power.abs() < 140) as usize] += is_told as u32;
            }
        }
    }
    assert!(told[1] > 1000, "{told:?}");
}

/// Segments, points, equal triangles, parallel edges: whatever is said of them holds.
#[test]
fn degenerate_triangles_are_told_as_in_exact_arithmetic() {
    let mut random = SplitMix64::new(1);
    let mut told = 0;
    for _ in 0..5000 {
        let mut small = || (random.next_u64() % 3) as f64 - 1.0;
        let mut corner = || DVec3::new(small(), small(), small());
        let a = [(); 3].map(|()| corner());
        let b = [(); 3].map(|()| corner() + DVec3::new(0.0, 0.0, 2.5));
        for limit in [0.5, 1.0, 2.0] {
            told += (check(a, b, limit) != Reach::Unsure) as u32;
        }
    }
    assert!(told > 5000, "{told}");
}

#[test]
fn what_is_said_of_a_pair_depends_neither_on_the_others_nor_on_the_instructions() {
    let mut random = SplitMix64::new(1);
    for round in 0..500 {
        let pairs: [[Triangle; 2]; PAIRS] =
            std::array::from_fn(|lane| apart(&mut random, round + lane));
        let lanes = in_lanes(&pairs);
        for limit in [0.5, 10.0] {
            let portable = ReachOfPairs { simd: PortableLanes, pairs: &lanes, limit }.call();
            let reaches = lanes.reach(limit);
            assert_eq!([portable.within, portable.unsure], [reaches.within, reaches.unsure]);
            assert_eq!(portable.distances, reaches.distances);
            let together = told(&lanes, limit);
            for (lane, &pair) in pairs.iter().enumerate() {
                assert_eq!(told(&in_lanes(&[pair; PAIRS]), limit)[0], together[lane]);
            }
        }
    }
}

/// Whether a pair is removed from a list of its own. If so, it is beyond the limit in exact arithmetic.
fn is_removed(a: Triangle, b: Triangle, limit: f64) -> bool {
    let all = [a, b];
    let corners = || all.iter().flatten().copied();
    let size = corners().reduce(DVec3::max).unwrap() - corners().reduce(DVec3::min).unwrap();
    let mut pairs = vec![[0, 1]];
    remove_beyond(&mut pairs, |t| all[t as usize].each_ref(), limit, size);
    let is_within = intersects(&a, &b.inflated(limit)).unwrap();
    assert!(!pairs.is_empty() || !is_within, "{a:?} {b:?} {limit:e}");
    pairs.is_empty()
}

/// Triangles that face each other, so that the axis between their middles is the one that counts.
#[test]
fn what_is_almost_beyond_is_not_removed() {
    let mut random = SplitMix64::new(1);
    let (mut removed, mut asked) = (0, 0);
    for kind in 0..2000 {
        let [a, b] = facing(&mut random);
        for b in [b, apart(&mut random, kind)[1]] {
            let Proximity::Apart(apart) = proximity(&a, &b).unwrap() else { continue };
            for digits in -3..=3 {
                is_removed(a, b, apart.distance * (1.0 + f64::from(digits) * f64::EPSILON));
            }
            removed += is_removed(a, b, apart.distance * 0.3) as u32;
            asked += 1;
        }
    }
    assert!(removed > asked / 2, "{removed} of {asked}");
}

fn facing(random: &mut SplitMix64) -> [Triangle; 2] {
    let a = triangle(random);
    let normal = (a[1] - a[0]).cross(a[2] - a[0]).normalize();
    let by = normal * (0.1 + random.unit());
    [a, a.map(|p| p + by)]
}

#[test]
fn triangles_of_all_sizes_are_removed_only_if_they_are_beyond() {
    let mut random = SplitMix64::new(1);
    let mut removed = 0;
    for power in -400..=1015 {
        for kind in 0..12 {
            let scale = 2f64.powi(power);
            let [a, b] = apart(&mut random, kind).map(|t| t.map(|p| p * scale));
            let Proximity::Apart(apart) = proximity(&a, &b).unwrap() else { continue };
            for factor in [0.1, 0.9, 1.0 + 1e-15, 1.1, 2.0, 10.0] {
                removed += is_removed(a, b, apart.distance * factor) as u32;
            }
        }
    }
    assert!(removed > 5000, "{removed}");
    // Where squares of gaps are a few times the least number.
    for power in -275..=-260 {
        for _ in 0..300 {
            let [a, b] = facing(&mut random).map(|t| t.map(|p| p * 2f64.powi(power)));
            let Proximity::Apart(apart) = proximity(&a, &b).unwrap() else { continue };
            for factor in [1.0 + 1e-15, 1.05, 1.2] {
                is_removed(a, b, apart.distance * factor);
            }
        }
    }
}
