//! Times against exact distances at times, by hand, and under relabelling and scaling.

use super::super::tests::{KINDS, case, random_point, relabellings};
use super::*;
use jostle_oracle::cases::Family;
use jostle_oracle::{Separation, separation_at};
use jostle_support::random::SplitMix64;

fn first(pair: Pair, motion: &Motion, thickness: f64) -> Option<f64> {
    let time = first_time_within(pair, motion, thickness, 0.0, &mut Tally::default());
    time.map(|time| time.lower)
}

/// The distance at a time, exactly.
fn distance_at(pair: Pair, motion: &Motion, time: f64) -> Separation {
    let own = if pair == Pair::VertexFace { 1 } else { 2 };
    let [(a, b), (c, d)] = [&motion.start, &motion.end].map(|corners| corners.split_at(own));
    separation_at([a, c], [b, d], time)
}

/// The largest distance of two corners at either end, and how far one of the first feature moves relative to one
/// of the second; halved, and then finite.
fn size_and_path(pair: Pair, motion: &Motion) -> [f64; 2] {
    let own = if pair == Pair::VertexFace { 1 } else { 2 };
    let minus =
        |p: [f64; 3], q: [f64; 3]| [0, 1, 2].map(|axis: usize| p[axis] / 8.0 - q[axis] / 8.0);
    let length = |v: [f64; 3]| v[0].hypot(v[1]).hypot(v[2]);
    let (mut size, mut path) = (0f64, 0f64);
    for i in 0..4 {
        for j in 0..4 {
            let [start, end] = [&motion.start, &motion.end].map(|p| minus(p[i], p[j]));
            size = size.max(length(start)).max(length(end));
            if i < own && j >= own {
                path = path.max(length([0, 1, 2].map(|axis: usize| end[axis] - start[axis])));
            }
        }
    }
    [size, path]
}

/// That a time is neither late nor earlier than allowed, at many times. Whether something is reported.
fn check(pair: Pair, motion: &Motion, thickness: f64, tolerance: f64) -> bool {
    let time = first_time_within(pair, motion, thickness, tolerance, &mut Tally::default());
    let context = || format!("{pair:?} {motion:?}, {thickness:e}: {time:?}");
    let time = time.map(|time| time.lower);
    let before = time.unwrap_or(1.0);
    let mut samples: Vec<f64> = (0..8).map(|i| before * f64::from(i) / 8.0).collect();
    samples.push(before.next_down().max(0.0));
    samples.extend([0.99, 0.9999].map(|part| before * part));
    if time.is_none() {
        samples.push(1.0);
        // Where they are nearest, about.
        let distance = |t: f64| distance_at(pair, motion, t).distance();
        let around = samples.iter().copied().min_by(|a, b| distance(*a).total_cmp(&distance(*b)));
        let mut around = around.expect("some");
        for step in [0.05, 0.02, 0.005, 0.001] {
            let near = [around - step, around, around + step].map(|t| t.clamp(0.0, 1.0));
            let nearest = near.into_iter().min_by(|a, b| distance(*a).total_cmp(&distance(*b)));
            around = nearest.expect("three");
        }
        samples.push(around);
    }
    for s in samples.into_iter().filter(|&s| time.is_none() || s < before) {
        let is_within = distance_at(pair, motion, s).meets_within([thickness, 0.0]);
        assert!(!is_within, "within at {s}: {}", context());
    }
    let exact = first_time(pair, motion, 0.0, &mut Tally::default());
    if let Some(exact) = exact {
        assert!(time.is_some_and(|time| time <= exact.upper), "{exact:?}: {}", context());
    }
    if let Some(time) = time {
        let [size, path] = size_and_path(pair, motion);
        let [size, path] = [size * 8.0, path * 8.0];
        let early = (TOLERANCE * thickness).max(tolerance.max(LEAST_STEP) * path);
        // As a number, at the ends of the number range.
        let allowed = (early + size * 2f64.powi(-44)).clamp(f64::from_bits(1), f64::MAX);
        let distance = distance_at(pair, motion, time);
        assert!(
            distance.meets_within([thickness, allowed]),
            "{}: {}",
            distance.distance(),
            context()
        );
    }
    time.is_some()
}

/// A thickness from far below the size of a motion to above it.
fn any_thickness(random: &mut SplitMix64, pair: Pair, motion: &Motion) -> f64 {
    let [size, _] = size_and_path(pair, motion);
    (size * 10f64.powf(-16.0 * random.unit().powi(2))).clamp(f64::from_bits(1), f64::MAX)
}

#[test]
fn no_time_is_late() {
    let random = &mut SplitMix64::new(1);
    for (pair, oracle) in KINDS {
        for family in [Family::Random, Family::Degenerate] {
            let mut reported = 0;
            for seed in 0..1000 {
                let motion = case(oracle, family, seed);
                let thickness = any_thickness(random, pair, &motion);
                let tolerance = if seed % 4 == 0 { 1e-3 } else { 0.0 };
                reported += usize::from(check(pair, &motion, thickness, tolerance));
            }
            assert!((200..990).contains(&reported), "{pair:?} {family:?}: {reported}");
        }
    }
}

/// Thin triangles, edges that are almost parallel, and what slides along at almost the thickness.
fn thin(random: &mut SplitMix64, pair: Pair) -> Motion {
    let [mut start, mut end] = [(); 2].map(|()| [(); 4].map(|()| random_point(random)));
    let thinness = 10f64.powf(-18.0 * random.unit());
    for corners in [&mut start, &mut end] {
        let along = [0, 1, 2].map(|axis: usize| corners[2][axis] - corners[1][axis]);
        let part = random.signed();
        let base = if pair == Pair::VertexFace { corners[1] } else { corners[0] };
        let other = if pair == Pair::VertexFace { 3 } else { 1 };
        let noise = random_point(random);
        corners[other] =
            [0, 1, 2].map(|axis: usize| base[axis] + part * along[axis] + thinness * noise[axis]);
        if pair == Pair::EdgeEdge {
            corners[3] = [0, 1, 2].map(|axis: usize| corners[2][axis] + along[axis]);
        }
    }
    if random.unit() < 0.5 {
        // A corner onto an edge.
        let ([from, to], part) =
            (if pair == Pair::VertexFace { [1, 2] } else { [2, 3] }, random.unit());
        let target =
            [0, 1, 2].map(|axis: usize| end[from][axis] + part * (end[to][axis] - end[from][axis]));
        let by = [0, 1, 2].map(|axis: usize| target[axis] - end[0][axis]);
        for corner in if pair == Pair::VertexFace { 0..1 } else { 0..2 } {
            end[corner] = [0, 1, 2].map(|axis: usize| end[corner][axis] + by[axis]);
        }
    } else if random.unit() < 0.5 {
        let slow = 10f64.powf(-12.0 * random.unit());
        for i in 0..4 {
            for axis in 0..3 {
                end[i][axis] = start[i][axis] + slow * (end[i][axis] - start[i][axis]);
            }
        }
    }
    Motion { start, end }
}

#[test]
fn no_time_of_thin_features_is_late_or_too_early() {
    let random = &mut SplitMix64::new(2);
    for (pair, _) in KINDS {
        let mut paired = 0;
        for _ in 0..1000 {
            let motion = thin(random, pair);
            let time = random.unit();
            // About the distance at some time, or far less.
            let near = distance_at(pair, &motion, time).distance();
            let factor =
                [1.0, 1.0 - 1e-9, 1.0 + 1e-12, 0.5, 1e-6, 1e-12][(6.0 * random.unit()) as usize];
            check(pair, &motion, (near * factor).max(1e-300), 0.0);
            paired += usize::from(advance(pair, &motion, near * factor + 1e-300, 0.0).is_paired);
        }
        assert!(paired > 20, "{pair:?}: {paired}");
    }
}

/// Still, or turning slowly, and as far apart as the thickness but for the last digit.
#[test]
fn what_is_almost_within_the_thickness_is_reported() {
    let random = &mut SplitMix64::new(3);
    for (pair, _) in KINDS {
        let mut within = 0;
        for _ in 0..2000 {
            let start = [(); 4].map(|()| random_point(random));
            let mut motion = Motion { start, end: start };
            let distance = distance_at(pair, &motion, 0.0);
            let thickness = distance.distance();
            if random.unit() < 0.5 {
                // They start further apart.
                let own = if pair == Pair::VertexFace { 1 } else { 2 };
                let by = random_point(random);
                motion.start[..own].iter_mut().for_each(|p| {
                    *p = [0, 1, 2].map(|axis: usize| p[axis] + by[axis]);
                });
            }
            if distance.meets_within([thickness, 0.0]) {
                within += 1;
                assert!(
                    first(pair, &motion, thickness).is_some(),
                    "{pair:?} {motion:?} {thickness:e}"
                );
            }
        }
        assert!((500..1500).contains(&within), "{within}");
    }
}

#[test]
fn planes_are_beyond_only_where_they_are() {
    let random = &mut SplitMix64::new(7);
    for (pair, _) in KINDS {
        let (mut beyond, mut within) = (0, 0);
        for _ in 0..4000 {
            let start = [(); 4].map(|()| random_point(random));
            let motion = Motion { start, end: start };
            let distance = distance_at(pair, &motion, 0.0);
            let thickness = distance.distance() * [1.0, 0.999][usize::from(random.unit() < 0.1)];
            let relative = RelativeMotion::new(pair, &motion, thickness).expect("of some size");
            if distance.meets_within([thickness, 0.0]) {
                within += 1;
                let is_beyond = relative.latest_beyond_plane(0.0) > 0.0;
                let is_inside = nearest(pair, relative.at::<f64>(0.0)).is_inside();
                assert!(!(is_beyond && is_inside), "{pair:?} {start:?} {thickness:e}");
            }
            beyond += usize::from(relative.latest_beyond_plane(0.0) == f64::INFINITY);
        }
        assert!(beyond > 20 && within > 1000, "{beyond} {within}");
    }
}

/// Until the time that it says, the plane is beyond the thickness, and so are the features.
#[test]
fn planes_that_turn_are_beyond_until_they_are_not() {
    let random = &mut SplitMix64::new(8);
    for (pair, _) in KINDS {
        let mut some = 0;
        for _ in 0..2000 {
            let [start, end] = [(); 2].map(|()| [(); 4].map(|()| random_point(random)));
            let motion = Motion { start, end };
            let thickness = 0.3 * random.unit();
            let relative = RelativeMotion::new(pair, &motion, thickness).expect("of some size");
            let from = if random.unit() < 0.5 { 0.0 } else { random.unit() };
            let until = relative.latest_beyond_plane(from).min(1.0);
            if until > from {
                some += 1;
                for part in [0.0, 0.3, 0.6, 0.9, 1.0] {
                    let time = (from + part * (until - from)).min(until);
                    let is_within = distance_at(pair, &motion, time).meets_within([thickness, 0.0]);
                    assert!(!is_within, "{pair:?} {motion:?} {thickness:e} {from} {time}");
                }
            }
        }
        assert!(some > 200, "{some}");
    }
}

#[test]
fn times_do_not_depend_on_the_unit_of_length() {
    let random = &mut SplitMix64::new(4);
    for (pair, _) in KINDS {
        for _ in 0..200 {
            // With digits to spare at the lower end of the number range.
            let coarse = |x: f64| (x * 2f64.powi(30)).round() / 2f64.powi(30);
            let [start, end] = [(); 2].map(|()| [(); 4].map(|()| random_point(random).map(coarse)));
            let thickness = coarse(0.3 * random.unit()).max(2f64.powi(-10));
            let expected = first(pair, &Motion { start, end }, thickness);
            for power in [-1040, -700, -530, -400, 330, 500, 600, 1000, 1023] {
                let scaled = |x: f64| x * 2f64.powi(power / 2) * 2f64.powi(power - power / 2);
                let [start, end] = [start, end].map(|corners| corners.map(|p| p.map(scaled)));
                let time = first(pair, &Motion { start, end }, scaled(thickness));
                assert_eq!(time, expected, "{pair:?} {start:?} {end:?}: 2^{power}");
            }
        }
    }
}

#[test]
fn names_of_corners_do_not_matter() {
    let random = &mut SplitMix64::new(5);
    for (pair, oracle) in KINDS {
        for family in [Family::Random, Family::Degenerate] {
            for seed in 0..400 {
                let motion = case(oracle, family, seed);
                let thickness = any_thickness(random, pair, &motion);
                let expected = first(pair, &motion, thickness);
                for order in relabellings(pair) {
                    let [start, end] = [motion.start, motion.end].map(|p| order.map(|i| p[i]));
                    let same = first(pair, &Motion { start, end }, thickness);
                    assert_eq!(same, expected, "{pair:?} {family:?} {seed} {order:?}");
                }
            }
        }
    }
}

#[test]
fn without_a_thickness_times_are_exact() {
    for (pair, oracle) in KINDS {
        for seed in 0..400 {
            let motion = case(oracle, Family::Degenerate, seed);
            for tolerance in [0.0, 1e-3] {
                let [own, exact] = [(); 2].map(|()| Tally::default());
                let (mut own, mut exact) = (own, exact);
                let time = first_time_within(pair, &motion, 0.0, tolerance, &mut own);
                assert_eq!(time, first_time(pair, &motion, tolerance, &mut exact));
                assert_eq!(own, exact);
            }
        }
    }
}

/// How many rounds it takes: few for most, and not many for what turns above a face for long.
#[test]
fn rounds_are_few() {
    let random = &mut SplitMix64::new(6);
    for (pair, _) in KINDS {
        let (mut all, mut most, mut count) = (0, 0, 0);
        for _ in 0..2000 {
            let [start, end] = [(); 2].map(|()| [(); 4].map(|()| random_point(random)));
            let motion = Motion { start, end };
            let rounds = advance(pair, &motion, 1e-3, 0.0).rounds;
            (all, most, count) = (all + rounds, most.max(rounds), count + 1);
        }
        println!("{pair:?}: {} rounds each, {most} at most", all as f64 / f64::from(count));
        assert!(all < 16 * count as usize && most < FINE_ROUNDS, "{all} {most}");
    }
}

/// A vertex over a face that turns by a right angle, next to the thickness for long: as long as it takes, and no
/// longer.
#[test]
fn hovering_ends() {
    let face = [[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [0.0, 1.0, 0.0]];
    let turned = face.map(|[x, y, _]| [x, 0.0, y]);
    for thickness in [1e-2, 1e-4, 1e-6] {
        let mut most = 0;
        for factor in [0.9, 1.0 + 1e-9, 1.0 + 1e-6, 1.0 + 1e-3, 1.1, 2.0] {
            // Nearest at 1/2, where the normal is shortest.
            let height = 2f64.sqrt() * factor * thickness;
            let motion = Motion {
                start: [[0.0, 0.0, height], face[0], face[1], face[2]],
                end: [[0.0, -height, 0.0], turned[0], turned[1], turned[2]],
            };
            let advanced = advance(Pair::VertexFace, &motion, thickness, 0.0);
            println!("{thickness:e} {factor}: {advanced:?}");
            most = most.max(advanced.rounds);
            check(Pair::VertexFace, &motion, thickness, 0.0);
        }
        assert!(most < ROUNDS, "{most}");
    }
}

#[test]
fn by_hand() {
    let face = Swept::new(
        [[0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]],
        [[0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]],
    );
    let time = |from: [f64; 3], to: [f64; 3], thickness: f64| {
        vertex_face_within_distance(&Swept::new([from], [to]), &face, thickness, 0.0)
    };
    // As close as the thickness at the start; beyond it; not before the end.
    assert!(time([1.0, 1.0, 0.5], [1.0, 1.0, 9.0], 0.5).expect("at the start").at_start());
    assert_eq!(time([1.0, 1.0, 0.51], [1.0, 1.0, 9.0], 0.5), None);
    let last = time([1.0, 1.0, 2.0], [1.0, 1.0, 0.5], 0.5).expect("at the end").lower;
    assert!(last <= 1.0 && last > 1.0 - 1e-6);
    // Past a corner, which it comes within 3/4 of, and past an edge.
    assert_eq!(time([-0.75, -4.0, 0.0], [-0.75, 4.0, 0.0], 0.74), None);
    let corner = time([-0.6, -4.0, 0.0], [-0.6, 0.0, 0.0], 1.0).expect("a corner").lower;
    assert!((corner - 0.8).abs() < 1e-5 && corner <= 0.8);
    let edge = time([1.0, -3.0, 0.0], [1.0, 0.0, 0.0], 1.5).expect("an edge").lower;
    assert!((edge - 0.5).abs() < 1e-5 && edge <= 0.5);
    // More than anything is apart; all in one place; parallel edges.
    assert!(time([1e150; 3], [-1e150; 3], 1e300).expect("near").at_start());
    let point = Swept::new([[1.0; 3]; 2], [[1.0; 3]; 2]);
    assert!(edge_edge_within_distance(&point, &point, 1e-300, 0.0).expect("there").at_start());
    let bar = |z: f64, end: f64| {
        Swept::new([[0.0, 0.0, z], [1.0, 0.0, z]], [[0.0, 0.0, end], [1.0, 0.0, end]])
    };
    let time = edge_edge_within_distance(&bar(0.0, 0.0), &bar(3.0, 1.0), 2.0, 0.0);
    let time = time.expect("parallel").lower;
    assert!((time - 0.5).abs() < 1e-5 && time <= 0.5);
}
