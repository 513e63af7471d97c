//! What holds of first contact whatever the motion.

use jostle_oracle::Point;
use jostle_oracle::cases::Family;
use jostle_oracle::cases::impact::{Motion, Pair, motion};
use jostle_oracle::impact::{FirstTime, vertex_face};
use jostle_oracle::{intersect, separation};

type Corners = [Point; 4];

fn each(seeds: std::ops::Range<u64>, mut check: impl FnMut(Pair, Motion)) {
    for pair in Pair::ALL {
        for family in Family::ALL {
            seeds.clone().for_each(|seed| check(pair, motion(pair, family, seed)));
        }
    }
}

/// Motions of small whole coordinates, where a few operations are exact.
fn each_of_small_integers(seeds: std::ops::Range<u64>, mut check: impl FnMut(Pair, Motion)) {
    let mut found = 0;
    each(seeds.clone(), |pair, motion| {
        let mut coordinates = motion.start.iter().chain(&motion.end).flatten();
        if coordinates.all(|x| x.fract() == 0.0 && x.abs() < 1e6) {
            found += 1;
            check(pair, motion);
        }
    });
    assert!(found > seeds.count(), "only {found} motions of small integers");
}

fn mapped(motion: &Motion, map: impl Fn(Corners) -> Corners) -> Motion {
    Motion { start: map(motion.start), end: map(motion.end), contact: None }
}

fn at(motion: &Motion, time: f64) -> Corners {
    std::array::from_fn(|i| {
        let (from, to) = (motion.start[i], motion.end[i]);
        std::array::from_fn(|axis| from[axis] + (to[axis] - from[axis]) * time)
    })
}

#[test]
fn the_names_of_corners_do_not_matter() {
    let of_face = [[0, 2, 3, 1], [0, 3, 1, 2], [0, 1, 3, 2], [0, 3, 2, 1], [0, 2, 1, 3]];
    let of_edges =
        [[1, 0, 2, 3], [0, 1, 3, 2], [1, 0, 3, 2], [2, 3, 0, 1], [3, 2, 0, 1], [3, 2, 1, 0]];
    each(0..250, |pair, motion| {
        let expected = pair.first_time(&motion);
        let orders = match pair {
            Pair::VertexFace => &of_face[..],
            Pair::EdgeEdge => &of_edges[..],
        };
        for order in orders {
            let renamed = mapped(&motion, |corners| order.map(|i| corners[i]));
            assert_eq!(pair.first_time(&renamed), expected, "{order:?} {motion:?}");
        }
    });
}

#[test]
fn backwards_there_is_contact_as_well() {
    each(0..500, |pair, motion| {
        let backwards = Motion { start: motion.end, end: motion.start, contact: None };
        let times = [&motion, &backwards].map(|motion| pair.first_time(motion));
        assert_eq!(times[0].is_some(), times[1].is_some(), "{motion:?}");
        // One touches before the other has touched for the last time: t1 <= 1 - t2.
        if let [Some(forth), Some(back)] = times {
            let last = 1.0 - back.enclosure()[0];
            assert!(forth <= last.next_up(), "{motion:?}");
        }
    });
}

/// The linear program knows nothing of time, or of planes and lines.
///
/// At `step / steps` the corners times `steps` are whole, and contact stays if all is scaled.
#[test]
fn agrees_with_the_linear_program_at_many_times() {
    let [mut contacts, mut firsts] = [0; 2];
    for steps in [64, 45] {
        let times: Vec<FirstTime> = (0..=steps).map(|step| ratio(step, steps)).collect();
        each_of_small_integers(0..1500, |pair, motion| {
            let first = pair.first_time(&motion);
            for (step, time) in (0..).zip(&times) {
                let [left, done] = [steps - step, step].map(f64::from);
                let corners: Corners = std::array::from_fn(|i| {
                    std::array::from_fn(|axis| {
                        left * motion.start[i][axis] + done * motion.end[i][axis]
                    })
                });
                if intersect(&corners[..pair.first()], &corners[pair.first()..]) {
                    contacts += 1;
                    firsts += usize::from(first.as_ref() == Some(time));
                    assert!(first.as_ref().is_some_and(|first| first <= time), "{time} {motion:?}");
                } else {
                    assert!(first.as_ref() != Some(time), "{time} {motion:?}");
                }
            }
        });
    }
    assert!(contacts > 1000 && firsts > 100, "{contacts} contacts, {firsts} first ones");
}

/// The time at which a falling point reaches a triangle, exactly that ratio.
fn ratio(numerator: u32, denominator: u32) -> FirstTime {
    let triangle = [[-8.0, -8.0, 0.0], [8.0, -8.0, 0.0], [0.0, 8.0, 0.0]];
    let at = |z: f64| [[0.0, 0.0, z], triangle[0], triangle[1], triangle[2]];
    let [height, fall] = [numerator, denominator].map(f64::from);
    vertex_face(&at(height), &at(height - fall)).expect("it falls through")
}

/// Irrational times cannot be sampled, but the features must be near each other there.
#[test]
fn features_are_near_each_other_at_first_contact() {
    let mut irrational = 0;
    each_of_small_integers(400..1400, |pair, motion| {
        let Some(first) = pair.first_time(&motion) else { return };
        let [low, high] = first.enclosure();
        irrational += usize::from(low < high);
        let corners = at(&motion, low);
        let distance = separation(&corners[..pair.first()], &corners[pair.first()..]).distance();
        let size = motion.start.iter().chain(&motion.end).flatten();
        let size = size.fold(1.0, |size: f64, x| size.max(x.abs()));
        // Times and positions are rounded by half a unit in the last place each.
        assert!(distance <= 8.0 * f64::EPSILON * size, "{distance} apart at {low}: {motion:?}");
    });
    assert!(irrational > 100, "{irrational} times between floating-point numbers");
}

#[test]
fn contact_by_construction_is_found() {
    let mut planned = 0;
    each(0..1000, |pair, motion| {
        if let Some(time) = motion.contact {
            planned += 1;
            let first = pair.first_time(&motion);
            assert!(first.is_some_and(|first| first <= time), "{time} {motion:?}");
        }
    });
    assert!(planned > 300, "{planned}");
}

/// Compared at what the enclosure says and about it.
fn assert_same_after(map: impl Fn(f64) -> f64, part: &FirstTime, whole: &FirstTime) {
    let [low, high] = part.enclosure();
    for time in [low, high, 0.25, 0.75] {
        assert_eq!(part.partial_cmp(&time), whole.partial_cmp(&map(time)), "{part} {whole} {time}");
    }
}

/// The first half of a motion, or else its second half, has the first contact.
#[test]
fn halves_agree_with_the_whole() {
    each_of_small_integers(0..700, |pair, motion| {
        let middle = at(&motion, 0.5);
        let first_half = Motion { end: middle, ..motion.clone() };
        let second_half = Motion { start: middle, ..motion.clone() };
        let whole = pair.first_time(&motion);
        if let Some(time) = pair.first_time(&first_half) {
            assert_same_after(|t| t / 2.0, &time, &whole.expect("contact in a half"));
        } else if let Some(time) = pair.first_time(&second_half) {
            let whole = whole.expect("contact in a half");
            assert!(whole > 0.5, "{motion:?}");
            // One half more may round; quarters do not.
            for t in [0.25, 0.5, 0.75, 1.0] {
                assert_eq!(time.partial_cmp(&t), whole.partial_cmp(&(0.5 + t / 2.0)), "{motion:?}");
            }
        } else {
            assert!(whole.is_none(), "{motion:?}");
        }
    });
}

/// What moves with both, and whatever keeps lines straight, changes nothing.
#[test]
fn first_contact_is_affine() {
    each_of_small_integers(0..400, |pair, motion| {
        let expected = pair.first_time(&motion);
        let mut carried = mapped(&motion, |corners| {
            corners.map(|[x, y, z]| [x + 2.0 * y - z, y + 3.0 * z, z * 2f64.powi(-300)])
        });
        for (corners, by) in [(&mut carried.start, [5.0, -7.0]), (&mut carried.end, [90.0, 33.0])] {
            corners.iter_mut().for_each(|p| (p[0], p[1]) = (p[0] + by[0], p[1] + by[1]));
        }
        assert_eq!(pair.first_time(&carried), expected, "{motion:?}");
    });
}

#[test]
fn the_generators_give_both_answers() {
    for pair in Pair::ALL {
        for family in Family::ALL {
            const MOTIONS: u64 = 500;
            let [mut yes, mut starts, mut ends] = [0; 3];
            for seed in 0..MOTIONS {
                let motion = motion(pair, family, seed);
                assert!(motion.start.iter().chain(&motion.end).flatten().all(|x| x.is_finite()));
                let time = pair.first_time(&motion);
                yes += u64::from(time.is_some());
                starts += u64::from(time.as_ref().is_some_and(FirstTime::is_start));
                ends += u64::from(time.is_some_and(|time| time == 1.0));
            }
            println!("{pair:?} {family:?}: {yes} of {MOTIONS}, {starts} at 0, {ends} at 1");
            assert!((MOTIONS / 5..MOTIONS * 4 / 5).contains(&yes), "{pair:?} {family:?}: {yes}");
            assert!(family == Family::Random || (starts > 20 && ends > 5), "{starts} {ends}");
        }
    }
}
