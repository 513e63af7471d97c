//! The two tests by hand, against the oracle, against each other and under relabelling.

use super::contact::Vectors;
use super::*;
use crate::geometry::lanes::PortableLanes;
use jostle_oracle::cases::Family;
use jostle_oracle::cases::impact::{self as cases, motion};
use jostle_support::random::SplitMix64;

mod by_hand;

pub(super) const KINDS: [(Pair, cases::Pair); 2] =
    [(Pair::VertexFace, cases::Pair::VertexFace), (Pair::EdgeEdge, cases::Pair::EdgeEdge)];

pub(super) fn case(oracle: cases::Pair, family: Family, seed: u64) -> Motion {
    let cases::Motion { start, end, .. } = motion(oracle, family, seed);
    Motion { start, end }
}

fn time(pair: Pair, motion: &Motion) -> Option<ImpactTime> {
    first_time(pair, motion, 0.0, &mut Tally::default())
}

fn check_against_oracle(pair: Pair, oracle: cases::Pair, family: Family, seed: u64) {
    let own = case(oracle, family, seed);
    let expected = oracle.first_time(&motion(oracle, family, seed));
    for tolerance in [0.0, 1e-6, 1.0] {
        let time = first_time(pair, &own, tolerance, &mut Tally::default());
        let context =
            || format!("{pair:?} {family:?} {seed}, {tolerance}: {time:?}, not {expected:?}");
        assert_eq!(time.is_some(), expected.is_some(), "{}", context());
        let (Some(time), Some(expected)) = (time, &expected) else { continue };
        assert!(*expected >= time.lower && *expected <= time.upper, "{}", context());
        assert_eq!(time.at_start(), expected.is_start(), "{}", context());
        let is_narrow = time.upper - time.lower <= tolerance || time.upper <= time.lower.next_up();
        assert!(is_narrow, "{}", context());
    }
}

#[test]
fn first_times_are_those_of_the_oracle() {
    for (pair, oracle) in KINDS {
        (0..3000).for_each(|seed| check_against_oracle(pair, oracle, Family::Random, seed));
    }
}

#[test]
fn first_times_of_degenerate_motions_are_those_of_the_oracle() {
    for (pair, oracle) in KINDS {
        (0..3000).for_each(|seed| check_against_oracle(pair, oracle, Family::Degenerate, seed));
    }
}

/// What the stages before integers say, if they do, is what integers say. Whether they do.
fn check_against_integers(pair: Pair, motion: &Motion) -> bool {
    let exact = exact_first_time(pair, motion);
    if floating::are_apart_along_an_axis(pair, motion) {
        assert_eq!(exact, None, "{pair:?} {motion:?}");
        return true;
    }
    let mut contact = Contact::new(pair, motion);
    if !contact.is_in_range() {
        contact = Contact::new(pair, &motion.scaled());
    }
    if !contact.is_in_range() {
        return false;
    }
    for tolerance in [1e-6, 0.0] {
        match contact.decide(tolerance) {
            Verdict::Miss => assert_eq!(exact, None, "{pair:?} {motion:?}"),
            Verdict::Hit([low, high]) | Verdict::HitWithin([low, high]) => {
                let is_within = exact.is_some_and(|time| low <= time.lower && time.upper <= high);
                assert!(is_within, "{pair:?} {motion:?}: {low} to {high}, not {exact:?}");
            }
            Verdict::Unsure => return false,
        }
    }
    true
}

pub(super) fn random_point(random: &mut SplitMix64) -> [f64; 3] {
    [(); 3].map(|()| random.signed())
}

fn between(a: [f64; 3], b: [f64; 3], t: f64) -> [f64; 3] {
    [0, 1, 2].map(|axis: usize| a[axis] + t * (b[axis] - a[axis]))
}

/// In contact at a time, or almost, with what touches near the border of each feature and both almost in
/// one plane for long, each up to the last digits.
fn almost_touching(random: &mut SplitMix64, pair: Pair) -> Motion {
    let [mut start, mut end] = [(); 2].map(|()| [(); 4].map(|()| random_point(random)));
    let t = random.unit();
    let weight = if random.unit() < 0.5 { 1e-15 * random.signed() } else { random.unit() };
    let [now_1, now_2, now_3] = [1, 2, 3].map(|i| between(start[i], end[i], t));
    let velocity = random_point(random);
    match pair {
        Pair::VertexFace => {
            let contact = between(between(now_1, now_2, weight), now_3, random.unit());
            start[0] = between(contact, velocity, -t);
            end[0] = between(contact, velocity, 1.0 - t);
        }
        Pair::EdgeEdge => {
            let contact = between(now_2, now_3, weight);
            let along = random.unit();
            let first =
                [0, 1, 2].map(|axis: usize| (contact[axis] - along * now_1[axis]) / (1.0 - along));
            start[0] = between(first, velocity, -t);
            end[0] = between(first, velocity, 1.0 - t);
        }
    }
    if random.unit() < 0.3 {
        let flat = 1e-14 * random.unit();
        start.iter_mut().chain(&mut end).for_each(|p| p[2] = p[0] - p[1] + flat * p[2]);
    }
    Motion { start, end }
}

#[test]
fn what_floating_point_says_is_what_integers_say() {
    for (pair, oracle) in KINDS {
        let random = &mut SplitMix64::new(1);
        let sure =
            (0..4000).filter(|_| check_against_integers(pair, &almost_touching(random, pair)));
        let sure = sure.count();
        assert!((400..3900).contains(&sure), "{sure}");
        for family in [Family::Random, Family::Degenerate] {
            (0..1500).for_each(|seed| {
                check_against_integers(pair, &case(oracle, family, seed));
            });
        }
    }
}

/// Features in a plane across an axis each, which meet along it.
fn meeting_along_an_axis(random: &mut SplitMix64, pair: Pair) -> Motion {
    let mut motion = almost_touching(random, pair);
    let axis = (random.unit() * 3.0) as usize;
    let first = if pair == Pair::VertexFace { 1 } else { 2 };
    for corners in [&mut motion.start, &mut motion.end] {
        let [a, b] = [random.signed(), random.signed()];
        corners[..first].iter_mut().for_each(|p| p[axis] = a);
        corners[first..].iter_mut().for_each(|p| p[axis] = b);
    }
    motion
}

#[test]
fn what_is_missed_until_a_time_is_not_met_before() {
    let mut missed = [0; 2];
    for (pair, _) in KINDS {
        let random = &mut SplitMix64::new(1);
        for i in 0..20_000 {
            let motion = match i % 2 {
                0 => almost_touching(random, pair),
                _ => meeting_along_an_axis(random, pair),
            };
            let Some(time) = exact_first_time(pair, &motion) else { continue };
            let number = |x: f64| screen::Number::splat(PortableLanes, x);
            let corners = |corners: &[[f64; 3]; 4]| corners.map(|p| p.map(number));
            let lanes = Motion { start: corners(&motion.start), end: corners(&motion.end) };
            let scale = 1.0 + 1e-15 * random.unit();
            for until in [time.upper, (time.upper * scale).min(1.0), 0.5 * time.lower] {
                let until_lanes = number(until);
                let apart = screen::apart_until(pair, &lanes, until_lanes) != 0;
                let vectors = Vectors::until(pair, &lanes, until_lanes);
                let misses = screen::misses_by_volume(&vectors) | screen::misses_by_sides(&vectors);
                let contact = Contact::new(pair, &motion);
                let verdict = contact.decide_until(until, 0.0);
                if until >= time.upper {
                    assert!(!apart && misses == 0, "{pair:?} {motion:?} until {until}");
                    assert_ne!(verdict, Verdict::Miss, "{pair:?} {motion:?} until {until}");
                } else {
                    missed[0] += apart as u32;
                    missed[1] += (misses != 0) as u32;
                }
            }
        }
    }
    assert!(missed.iter().all(|&count| count > 1000), "{missed:?}");
}

#[test]
fn what_floating_point_says_of_all_sizes_is_what_integers_say() {
    let random = &mut SplitMix64::new(1);
    for (pair, _) in KINDS {
        for power in [-1070, -362, -360, -358, -356, -354, -350, 338, 340, 341, 1022] {
            for _ in 0..400 {
                let scale = 2f64.powi(power / 2) * 2f64.powi(power - power / 2);
                let mut motion = almost_touching(random, pair);
                let corners = motion.start.iter_mut().chain(&mut motion.end);
                corners.flatten().for_each(|x| *x *= scale);
                if motion.start.iter().chain(&motion.end).flatten().all(|x| x.is_finite()) {
                    check_against_integers(pair, &motion);
                }
            }
        }
    }
}

/// Features in a plane across an axis, which no extent is along, are mostly told apart without integers; so are
/// edges that are parallel.
#[test]
fn features_in_a_plane_across_an_axis_are_decided_in_floating_point() {
    let random = &mut SplitMix64::new(1);
    for (pair, _) in KINDS {
        let (mut misses, mut decided) = (0, 0);
        for i in 0..4000 {
            let [start, end] = [(); 2].map(|()| [(); 4].map(|()| random_point(random)));
            let mut motion = Motion { start, end };
            let corners = motion.start.iter_mut().chain(&mut motion.end);
            corners.for_each(|p| p[i % 3] = 0.25);
            if i % 2 == 1 && pair == Pair::EdgeEdge {
                for corners in [&mut motion.start, &mut motion.end] {
                    // Steps of a grid, so that differences are exact.
                    corners.as_flattened_mut().iter_mut().for_each(|x| *x = (64.0 * *x).round());
                    corners[3] = [0, 1, 2]
                        .map(|axis: usize| corners[2][axis] + corners[1][axis] - corners[0][axis]);
                }
            }
            let is_decided = check_against_integers(pair, &motion);
            let is_miss = exact_first_time(pair, &motion).is_none();
            misses += usize::from(is_miss);
            decided += usize::from(is_miss && is_decided);
        }
        assert!(misses > 500 && 5 * decided > 4 * misses, "{pair:?} {decided} of {misses}");
    }
}

/// The volume changes its sign three times, and each time there is contact: a point that goes up and down
/// through a triangle that turns.
#[test]
fn the_first_of_three_times_is_found() {
    let random = &mut SplitMix64::new(1);
    let mut three = 0;
    for _ in 0..200_000 {
        let [start, end] = [(); 2].map(|()| [(); 4].map(|()| random_point(random)));
        let motion = Motion { start, end };
        let contact = Contact::new(Pair::VertexFace, &motion);
        if contact.sign_changes() == 3 {
            three += 1;
            check_against_integers(Pair::VertexFace, &motion);
        }
    }
    assert!(three > 500, "{three}");
}

/// A root so close to a number that 100 bits do not tell on which side it is.
#[test]
fn times_that_pairs_of_floats_cannot_tell_are_left_to_integers() {
    let random = &mut SplitMix64::new(1);
    let (mut refined, mut integers) = (0, 0);
    for _ in 0..2000 {
        // Contact at 1/2, or next to it.
        let tiny = 1e-40 * (3.0 * random.signed()).round();
        // Sums are exact, and products of three have more digits than pairs do.
        let fine = 2f64.powi(40);
        let mut point = || random_point(random).map(|x| (fine * x).round() / fine);
        let [a, b, c, by] = [point(), point(), point(), point()];
        let inside = [0, 1, 2].map(|axis: usize| (2.0 * a[axis] + b[axis] + c[axis]) / 4.0);
        let mut vertex = [
            [0, 1, 2].map(|axis: usize| inside[axis] - by[axis]),
            [0, 1, 2].map(|axis: usize| inside[axis] + by[axis]),
        ];
        // Only next to zero are numbers so close together.
        let shift = vertex[0][0];
        let mut corners = [a, b, c];
        corners.iter_mut().for_each(|p| p[0] -= shift);
        vertex.iter_mut().for_each(|p| p[0] -= shift);
        vertex[0][0] += tiny;
        let motion = vertex_face_motion(
            &Swept::new([vertex[0]], [vertex[1]]),
            &Swept::new(corners, corners),
        );
        let mut tally = Tally::default();
        let time = first_time(Pair::VertexFace, &motion, 0.0, &mut tally);
        assert_eq!(time, exact_first_time(Pair::VertexFace, &motion), "{motion:?}");
        refined += tally.refined;
        integers += tally.exact;
    }
    assert!(refined + integers > 100 && integers > 100, "{refined} {integers}");
}

#[test]
fn batches_say_what_single_queries_say() {
    for tolerance in [0.0, 1e-6] {
        let motions = |oracle| {
            (0..700).map(move |seed| case(oracle, Family::Random, seed)).collect::<Vec<_>>()
        };
        let swept_1 = |m: &Motion| Swept::new([m.start[0]], [m.end[0]]);
        let last = |[_, a, b, c]: [[f64; 3]; 4]| [a, b, c];
        let swept_3 = |m: &Motion| Swept::new(last(m.start), last(m.end));
        let queries: Vec<_> =
            motions(cases::Pair::VertexFace).iter().map(|m| (swept_1(m), swept_3(m))).collect();
        let mut times = vec![None; 3];
        let tally = vertex_face_batch(&queries, tolerance, &mut times);
        assert_eq!(times.len(), queries.len());
        assert_eq!(tally.apart + tally.floating + tally.refined + tally.exact, 700);
        for ((vertex, face), time) in queries.iter().zip(&times) {
            assert_eq!(vertex_face_within(vertex, face, tolerance), *time);
        }
        let half = |m: &Motion, i: usize| {
            Swept::new([m.start[i], m.start[i + 1]], [m.end[i], m.end[i + 1]])
        };
        let queries: Vec<_> =
            motions(cases::Pair::EdgeEdge).iter().map(|m| (half(m, 0), half(m, 2))).collect();
        edge_edge_batch(&queries, tolerance, &mut times);
        for ((a, b), time) in queries.iter().zip(&times) {
            assert_eq!(edge_edge_within(a, b, tolerance), *time);
        }
    }
}

/// All names of corners and features that mean the same motion.
pub(super) fn relabellings(pair: Pair) -> Vec<[usize; 4]> {
    match pair {
        Pair::VertexFace => {
            vec![[0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2], [0, 2, 1, 3], [0, 3, 2, 1], [0, 1, 3, 2]]
        }
        Pair::EdgeEdge => {
            let own = [[0, 1, 2, 3], [1, 0, 2, 3], [0, 1, 3, 2], [1, 0, 3, 2]];
            own.into_iter().chain(own.map(|[a, b, c, d]| [c, d, a, b])).collect()
        }
    }
}

#[test]
fn names_of_corners_do_not_matter() {
    for (pair, oracle) in KINDS {
        for family in [Family::Random, Family::Degenerate] {
            for seed in 0..400 {
                let motion = case(oracle, family, seed);
                let expected = time(pair, &motion);
                for order in relabellings(pair) {
                    let start = order.map(|i| motion.start[i]);
                    let end = order.map(|i| motion.end[i]);
                    let same = time(pair, &Motion { start, end });
                    assert_eq!(same, expected, "{pair:?} {family:?} {seed} {order:?}");
                }
            }
        }
    }
}

#[test]
fn backwards_there_is_contact_too() {
    for (pair, oracle) in KINDS {
        for family in [Family::Random, Family::Degenerate] {
            for seed in 0..1500 {
                let Motion { start, end } = case(oracle, family, seed);
                let [forth, back] = [[start, end], [end, start]]
                    .map(|[start, end]| time(pair, &Motion { start, end }));
                assert_eq!(forth.is_some(), back.is_some(), "{pair:?} {family:?} {seed}");
                // The last time is not before the first, up to the rounding of its complement.
                if let (Some(forth), Some(back)) = (forth, back) {
                    assert!(forth.lower <= 1.0 - back.lower + f64::EPSILON);
                }
            }
        }
    }
}
