//! Motions of a point and a triangle or of two segments, by seed.
//!
//! A degenerate one is constructed at one time, where something special holds, and moves on from
//! there both ways: with whole velocities and a time that is a multiple of 1/8 all of it is exact.
//!
//! ```
//! use jostle_oracle::{cases::{Family, impact::{Pair, motion}}, impact::edge_edge};
//!
//! let motion = motion(Pair::EdgeEdge, Family::Degenerate, 7);
//! println!("{:?}", edge_edge(&motion.start, &motion.end));
//! ```

use super::case_builder::{
    CaseBuilder, difference, dyadic_weights, inner_weights, product, sum, weighted_mean,
};
use super::{Family, SplitMix64, perturbation};
use crate::Point;
use crate::impact::{FirstTime, edge_edge, vertex_face};

/// Which features move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pair {
    /// A point, and the three corners of a triangle.
    VertexFace,
    /// The two ends of a segment, and those of another.
    EdgeEdge,
}

impl Pair {
    /// Both of them.
    pub const ALL: [Pair; 2] = [Pair::VertexFace, Pair::EdgeEdge];

    /// How many of the four corners are of the first feature.
    pub fn first(self) -> usize {
        match self {
            Pair::VertexFace => 1,
            Pair::EdgeEdge => 2,
        }
    }

    /// What the oracle says.
    pub fn first_time(self, motion: &Motion) -> Option<FirstTime> {
        match self {
            Pair::VertexFace => vertex_face(&motion.start, &motion.end),
            Pair::EdgeEdge => edge_edge(&motion.start, &motion.end),
        }
    }
}

/// The four corners at both ends of their motion.
#[derive(Clone, Debug, PartialEq)]
pub struct Motion {
    /// At time 0, the corners of the first feature before those of the second.
    pub start: [Point; 4],
    /// At time 1.
    pub end: [Point; 4],
    /// A time at which there is contact by construction; not always the first.
    pub contact: Option<f64>,
}

/// The motion of a pair and family with this seed.
pub fn motion(pair: Pair, family: Family, seed: u64) -> Motion {
    let salt = (pair.first() * 10) as u64 + family as u64;
    let random = &mut SplitMix64::new(SplitMix64::new(seed ^ salt << 48).next_u64());
    let motion = match family {
        Family::Random => general(random, pair),
        Family::Degenerate => {
            let motion = random.pick(&CONSTRUCTIONS)(random, pair).motion();
            if random.one_in(2) { motion } else { perturbed(random, motion) }
        }
    };
    relabelled(random, pair, motion)
}

/// Something special at one time, and how it moves.
struct Moment {
    corners: [Point; 4],
    velocities: [Point; 4],
    time: f64,
    is_contact: bool,
}

impl Moment {
    fn motion(self) -> Motion {
        let at = |time: f64| -> [Point; 4] {
            std::array::from_fn(|i| {
                sum(self.corners[i], product(self.velocities[i], time - self.time))
            })
        };
        Motion { start: at(0.0), end: at(1.0), contact: self.is_contact.then_some(self.time) }
    }
}

/// Quarters of corners and eighths of velocities are whole.
const STEP: f64 = 8.0;

const CONSTRUCTIONS: [fn(&mut SplitMix64, Pair) -> Moment; 13] = [
    grid,
    contact,
    contact,
    without_motion,
    translation,
    in_one_plane,
    in_one_plane,
    on_one_line,
    collapsed,
    parallel_edges,
    copied,
    grazing,
    through_an_edge,
];

fn any_time(random: &mut SplitMix64) -> f64 {
    random.pick(&[0.0, 1.0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875])
}

fn grid_point(random: &mut SplitMix64, range: i64) -> Point {
    [0; 3].map(|_| STEP * random.integer(-range, range))
}

/// Velocities are larger than corners: in the time there is they pass each other.
fn grid_velocities(random: &mut SplitMix64) -> [Point; 4] {
    let range = random.pick(&[1, 4, 8]);
    [0; 4].map(|_| product(grid_point(random, range), 4.0))
}

fn grid(random: &mut SplitMix64, _: Pair) -> Moment {
    let range = random.pick(&[1, 2, 8]);
    Moment {
        corners: [0; 4].map(|_| grid_point(random, range)),
        velocities: grid_velocities(random),
        time: any_time(random),
        is_contact: false,
    }
}

/// Moves the first feature, so that its point with these weights is the second's.
fn join(pair: Pair, values: &mut [Point; 4], weights: &[Vec<f64>; 2]) {
    let (first, second) = values.split_at_mut(pair.first());
    let shift = difference(weighted_mean(second, &weights[1]), weighted_mean(first, &weights[0]));
    first.iter_mut().for_each(|p| *p = sum(*p, shift));
}

/// Of a corner, an edge or the inside of either.
fn any_weights(random: &mut SplitMix64, pair: Pair) -> [Vec<f64>; 2] {
    [pair.first(), 4 - pair.first()].map(|len| dyadic_weights(random, len, 4))
}

/// They touch at the moment, in any way, and then move on.
fn contact(random: &mut SplitMix64, pair: Pair) -> Moment {
    let mut moment = grid(random, pair);
    join(pair, &mut moment.corners, &any_weights(random, pair));
    moment.is_contact = true;
    moment
}

/// All stay, or all move alike.
fn without_motion(random: &mut SplitMix64, pair: Pair) -> Moment {
    let mut moment = if random.one_in(2) { contact(random, pair) } else { grid(random, pair) };
    let common = if random.one_in(2) { [0.0; 3] } else { moment.velocities[0] };
    moment.velocities = [common; 4];
    moment
}

/// Each feature keeps its shape, or one corner alone moves.
fn translation(random: &mut SplitMix64, pair: Pair) -> Moment {
    let mut moment = if random.one_in(3) { grid(random, pair) } else { contact(random, pair) };
    let [first, second, ..] = moment.velocities;
    if random.one_in(3) {
        moment.velocities = [[0.0; 3]; 4];
        moment.velocities[random.below(4) as usize] = first;
    } else {
        moment.velocities = std::array::from_fn(|i| if i < pair.first() { first } else { second });
    }
    moment
}

/// All corners are in one plane throughout, along the axes or skew to them.
fn in_one_plane(random: &mut SplitMix64, pair: Pair) -> Moment {
    let [origin, u, v, drift] = [0; 4].map(|_| grid_point(random, 2));
    let mut in_plane = |range: i64| {
        let [i, j] = [0; 2].map(|_| random.integer(-range, range));
        sum(product(u, i), product(v, j))
    };
    let mut corners = [0; 4].map(|_| sum(origin, in_plane(4)));
    let velocities = [0; 4].map(|_| sum(drift, in_plane(8)));
    let is_contact = random.one_in(3);
    if is_contact {
        join(pair, &mut corners, &any_weights(random, pair));
    }
    Moment { corners, velocities, time: any_time(random), is_contact }
}

/// All corners are on one line, throughout or only now.
fn on_one_line(random: &mut SplitMix64, _: Pair) -> Moment {
    let [origin, u, drift] = [0; 3].map(|_| grid_point(random, 2));
    let corners = [0; 4].map(|_| sum(origin, product(u, random.integer(-6, 6))));
    let velocities = if random.one_in(3) {
        grid_velocities(random)
    } else {
        [0; 4].map(|_| sum(drift, product(u, random.integer(-8, 8))))
    };
    Moment { corners, velocities, time: any_time(random), is_contact: false }
}

/// One feature or both are a segment or a point, now or throughout; sometimes in contact.
fn collapsed(random: &mut SplitMix64, pair: Pair) -> Moment {
    let mut moment = grid(random, pair);
    let throughout = random.one_in(2);
    if pair == Pair::EdgeEdge && random.one_in(3) {
        moment.corners[0] = moment.corners[1];
        if throughout {
            moment.velocities[0] = moment.velocities[1];
        }
    }
    let base = pair.first() + random.below(3 - pair.first() as u64) as usize;
    for i in base + 1..4 {
        // Quarters of the line through the first two kept corners, or the one kept corner.
        let kept = pair.first()..=base;
        let mut weights: Vec<f64> = kept.clone().map(|_| random.integer(-2, 4)).collect();
        weights[0] += 4.0 - weights.iter().sum::<f64>();
        moment.corners[i] = weighted_mean(&moment.corners[kept.clone()], &weights);
        if throughout {
            moment.velocities[i] = weighted_mean(&moment.velocities[kept], &weights);
        }
    }
    moment.is_contact = random.one_in(2);
    if moment.is_contact {
        let weights = any_weights(random, pair);
        join(pair, &mut moment.corners, &weights);
        // Touching throughout, up to a motion along the edge.
        if random.one_in(2) {
            join(pair, &mut moment.velocities, &weights);
            let along = product(difference(moment.corners[3], moment.corners[2]), 4.0);
            moment.velocities[0] = sum(moment.velocities[0], along);
        }
    }
    moment
}

/// The first corners and the last are ends of parallel edges, now or throughout, often on one line.
fn parallel_edges(random: &mut SplitMix64, pair: Pair) -> Moment {
    let mut moment = grid(random, pair);
    let factor = random.pick(&[-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0]);
    let is_throughout = random.one_in(2);
    for values in [&mut moment.corners, &mut moment.velocities] {
        values[3] = sum(values[2], product(difference(values[1], values[0]), factor));
        if !is_throughout {
            break;
        }
    }
    if random.one_in(2) {
        let along = product(difference(moment.corners[1], moment.corners[0]), 0.5);
        let shift = sum(
            difference(moment.corners[0], moment.corners[2]),
            product(along, random.integer(-4, 4)),
        );
        moment.corners[2..].iter_mut().for_each(|p| *p = sum(*p, shift));
    }
    moment
}

/// Two corners or more are in one place, now or throughout.
fn copied(random: &mut SplitMix64, pair: Pair) -> Moment {
    let mut moment = if random.one_in(2) { contact(random, pair) } else { grid(random, pair) };
    for _ in 0..1 + random.below(2) {
        let (from, to) = (random.below(4) as usize, random.below(4) as usize);
        moment.corners[to] = moment.corners[from];
        if random.one_in(2) {
            moment.velocities[to] = moment.velocities[from];
        }
        // The first and the third are of different features in both pairs.
        moment.is_contact = [from.min(to), from.max(to)] == [0, 2];
    }
    moment
}

/// They slide on each other at the moment: the volume has a double root there, or a triple one.
///
/// The points in contact differ by `s w` after time `s`, with `w` in the common plane; the volume is
/// `s w · n`, and `w · n` vanishes with `s`. For a triple root it does so twice: `w` is an edge that
/// turns only within the plane.
fn grazing(random: &mut SplitMix64, pair: Pair) -> Moment {
    let mut moment = grid(random, pair);
    let weights = any_weights(random, pair);
    // Two directions of the plane: an edge of either segment, or two of the triangle.
    let edges = match pair {
        Pair::VertexFace => [[1, 2], [1, 3]],
        Pair::EdgeEdge => [[0, 1], [2, 3]],
    };
    let [u, v] = edges.map(|[from, to]| difference(moment.corners[to], moment.corners[from]));
    let [i, j, k] = [0; 3].map(|_| 4.0 * random.integer(-3, 3));
    let along = if random.one_in(2) {
        let [from, to] = edges[0];
        moment.velocities[to] = sum(moment.velocities[from], sum(product(u, j), product(v, k)));
        product(u, i)
    } else {
        sum(product(u, i), product(v, j))
    };
    join(pair, &mut moment.corners, &weights);
    join(pair, &mut moment.velocities, &weights);
    moment.velocities[..pair.first()].iter_mut().for_each(|p| *p = sum(*p, along));
    moment.is_contact = true;
    moment
}

/// A point and an edge of the other feature move in a plane, where they meet at an algebraic time; the
/// fourth corner is elsewhere.
fn through_an_edge(random: &mut SplitMix64, pair: Pair) -> Moment {
    let mut moment = grid(random, pair);
    let fourth = match pair {
        Pair::VertexFace => 1 + random.below(3) as usize,
        Pair::EdgeEdge => random.below(4) as usize,
    };
    let axis = random.below(3) as usize;
    for i in (0..4).filter(|&i| i != fourth) {
        moment.corners[i][axis] = 0.0;
        moment.velocities[i][axis] = 0.0;
    }
    moment
}

/// General position: one scale, small integers, or coordinates of mixed exponents; half of them are
/// aimed at each other.
fn general(random: &mut SplitMix64, pair: Pair) -> Motion {
    let range = random.pick(&[4, 20, 20, 500]);
    let kind = random.below(4);
    let mut coordinate = || match kind {
        0 | 1 => random.between(-1.0, 1.0),
        2 => random.integer(-6, 6),
        _ => random.magnitude(-range, range) * random.pick(&[-1.0, 1.0]),
    };
    let mut place = || [0; 3].map(|_| coordinate());
    let (start, mut end) = ([0; 4].map(|_| place()), [0; 4].map(|_| place()));
    if random.one_in(2) {
        let time = random.between(0.1, 1.0);
        let weights = [pair.first(), 4 - pair.first()].map(|len| inner_weights(random, len));
        let mut then: [Point; 4] =
            std::array::from_fn(|i| sum(start[i], product(difference(end[i], start[i]), time)));
        join(pair, &mut then, &weights);
        for i in 0..pair.first() {
            end[i] = sum(start[i], product(difference(then[i], start[i]), 1.0 / time));
        }
    }
    let scale = 2f64.powi(random.integer(-30, 30) as i32);
    let scaled = |corners: [Point; 4]| corners.map(|p| product(p, scale));
    Motion { start: scaled(start), end: scaled(end), contact: None }
}

/// To the ends of the number range, or by the last bit, so that contact by construction may be lost.
fn perturbed(random: &mut SplitMix64, motion: Motion) -> Motion {
    let mut corners =
        CaseBuilder { shared: 0, a: motion.start.to_vec(), only_b: motion.end.to_vec() };
    perturbation::apply(random, &mut corners);
    let four = |points: Vec<Point>| points.try_into().expect("as many as before");
    Motion { start: four(corners.a), end: four(corners.only_b), contact: None }
}

/// The same motion with other names for corners and features, and half of the time backwards.
fn relabelled(random: &mut SplitMix64, pair: Pair, motion: Motion) -> Motion {
    let mut order = [0, 1, 2, 3];
    let (first, second) = order.split_at_mut(pair.first());
    random.shuffle(first);
    random.shuffle(second);
    if pair == Pair::EdgeEdge && random.one_in(2) {
        order.rotate_left(2);
    }
    let [start, end] = [motion.start, motion.end].map(|corners| order.map(|i| corners[i]));
    if random.one_in(2) {
        Motion { start: end, end: start, contact: motion.contact.map(|time| 1.0 - time) }
    } else {
        Motion { start, end, contact: motion.contact }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contact_by_construction_is_found() {
        for pair in Pair::ALL {
            for (which, construction) in CONSTRUCTIONS.iter().enumerate() {
                let random = &mut SplitMix64::new(which as u64);
                let (mut yes, mut starts, mut inside) = (0, 0, 0);
                for _ in 0..200 {
                    let motion = construction(random, pair).motion();
                    let time = pair.first_time(&motion);
                    if let Some(contact) = motion.contact {
                        let is_found = time.as_ref().is_some_and(|time| *time <= contact);
                        assert!(is_found, "{which}: {motion:?}, but {time:?}");
                    }
                    yes += usize::from(time.is_some());
                    starts += usize::from(time.as_ref().is_some_and(FirstTime::is_start));
                    inside += usize::from(time.is_some_and(|time| !time.is_start() && time < 1.0));
                }
                println!("{pair:?} {which:2}: {yes:3} yes of 200, {starts} at 0, {inside} inside");
                assert!((4..=200).contains(&yes), "{pair:?}, {which}: {yes} yes of 200");
            }
        }
    }
}
