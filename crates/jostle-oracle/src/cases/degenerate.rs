//! Degenerate configurations, where signs are zero or almost: small integers make contact exact.

use super::case_builder::{
    CaseBuilder, difference, dyadic_weights, inner_weights, product, sum, weighted_mean,
};
use super::{Kind, SplitMix64, perturbation};
use crate::Point;

/// Whole coordinates of this step allow exact midpoints and eighths.
const STEP: f64 = 8.0;

const CONSTRUCTIONS: [fn(&mut SplitMix64, Kind) -> CaseBuilder; 12] = [
    |random, kind| grid(random, kind, 1),
    |random, kind| grid(random, kind, 2),
    |random, kind| grid(random, kind, 8),
    coplanar,
    collinear,
    touching,
    copied,
    collapsed,
    affine,
    rounded,
    few_values,
    identical,
];

pub fn build(random: &mut SplitMix64, kind: Kind) -> CaseBuilder {
    let mut case = random.pick(&CONSTRUCTIONS)(random, kind);
    perturbation::apply(random, &mut case);
    case
}

fn grid_point(random: &mut SplitMix64, range: i64) -> Point {
    [0; 3].map(|_| STEP * random.integer(-range, range))
}

fn grid(random: &mut SplitMix64, kind: Kind, range: i64) -> CaseBuilder {
    CaseBuilder::new(kind, || grid_point(random, range))
}

/// In one plane, along the axes or skew to them.
fn coplanar(random: &mut SplitMix64, kind: Kind) -> CaseBuilder {
    let range = random.pick(&[1, 2, 4]);
    let [origin, u, v] = [0; 3].map(|_| grid_point(random, range));
    CaseBuilder::new(kind, || {
        let [i, j] = [0; 2].map(|_| random.integer(-3, 3));
        sum(origin, sum(product(u, i), product(v, j)))
    })
}

/// On one line; sometimes one point strays from it.
fn collinear(random: &mut SplitMix64, kind: Kind) -> CaseBuilder {
    let [origin, u] = [0; 2].map(|_| grid_point(random, 2));
    let mut case = CaseBuilder::new(kind, || sum(origin, product(u, random.integer(-4, 4))));
    if random.one_in(2) {
        *case.any_point(random) = grid_point(random, 2);
    }
    case
}

/// A point of a vertex, edge, face or the inside of `a` is such a point of `b`.
fn touching(random: &mut SplitMix64, kind: Kind) -> CaseBuilder {
    let mut case = grid(random, kind, 3);
    if case.only_b.is_empty() {
        return case;
    }
    let (weights_a, weights_b) =
        (dyadic_weights(random, kind.a, 4), dyadic_weights(random, case.only_b.len(), 4));
    let mut shift =
        difference(weighted_mean(&case.a, &weights_a), weighted_mean(&case.only_b, &weights_b));
    if random.one_in(3) {
        shift = sum(shift, grid_point(random, 1));
    }
    case.only_b.iter_mut().for_each(|p| *p = sum(*p, shift));
    case
}

/// The same place under another index, within an element or across.
fn copied(random: &mut SplitMix64, kind: Kind) -> CaseBuilder {
    let mut case = grid(random, kind, 3);
    for _ in 0..1 + random.below(3) {
        let from = *case.any_point(random);
        *case.any_point(random) = from;
    }
    case
}

/// One or both elements lose a dimension or all of them: a flat quadrilateral, a triangle with a
/// point inside, a needle, a point.
fn collapsed(random: &mut SplitMix64, kind: Kind) -> CaseBuilder {
    let mut case = grid(random, kind, 2);
    if random.one_in(2) {
        collapse(random, &mut case.a, 0);
    }
    let mut b = case.b_points();
    collapse(random, &mut b, kind.shared);
    case.only_b = b.split_off(kind.shared);
    // A collapsed element rarely meets the other by chance.
    if !case.only_b.is_empty() && random.one_in(2) {
        let weights = dyadic_weights(random, kind.a, 4);
        let target = weighted_mean(&case.a, &weights);
        let shift = difference(target, random.pick(&case.only_b));
        case.only_b.iter_mut().for_each(|p| *p = sum(*p, shift));
    }
    case
}

/// Puts the points after the first `kept` into the affine hull of fewer points.
fn collapse(random: &mut SplitMix64, element: &mut [Point], kept: usize) {
    let base = 1 + random.below(element.len() as u64) as usize;
    for i in kept.max(base)..element.len() {
        let mut weights: Vec<f64> = (0..base).map(|_| random.integer(-1, 2)).collect();
        weights[0] += 4.0 - weights.iter().sum::<f64>();
        element[i] = weighted_mean(&element[..base], &weights);
    }
}

/// Corners of one element are combinations of those of the other: inside, on the boundary, on
/// extended faces and edges, folded over, mirrored.
fn affine(random: &mut SplitMix64, kind: Kind) -> CaseBuilder {
    let CaseBuilder { shared, mut a, mut only_b } = grid(random, kind, 3);
    let (base, combined) =
        if kind.a < kind.b { (&only_b[..], &mut a[..]) } else { (&a[..], &mut only_b[..]) };
    for corner in combined {
        if random.one_in(4) {
            continue;
        }
        let mut weights: Vec<f64> = base.iter().map(|_| random.integer(-2, 2)).collect();
        weights[random.below(base.len() as u64) as usize] += 4.0 - weights.iter().sum::<f64>();
        *corner = weighted_mean(base, &weights);
    }
    CaseBuilder { shared, a, only_b }
}

/// Corners of `b` on `a` up to rounding: on the boundary, or just inside or outside of it.
fn rounded(random: &mut SplitMix64, kind: Kind) -> CaseBuilder {
    let mut case = CaseBuilder::new(kind, || [0; 3].map(|_| random.between(-1.0, 1.0)));
    if case.only_b.is_empty() {
        return case;
    }
    let support = 1 + random.below(kind.a as u64) as usize;
    let weights = inner_weights(random, support);
    let on_a = weighted_mean(&case.a[..support], &weights);
    match random.below(3) {
        // A corner at the place, or all of `b` through it, or an edge across it.
        0 => case.only_b[0] = on_a,
        1 => {
            let weights = inner_weights(random, case.only_b.len());
            let shift = difference(on_a, weighted_mean(&case.only_b, &weights));
            case.only_b.iter_mut().for_each(|p| *p = sum(*p, shift));
        }
        _ => {
            let from = case.only_b[0];
            let last = case.only_b.len() - 1;
            case.only_b[last] =
                sum(on_a, product(difference(on_a, from), random.between(0.0, 1.0)));
        }
    }
    case
}

/// Few values per axis: boxes and faces line up with the axes, and nothing is a small integer.
fn few_values(random: &mut SplitMix64, kind: Kind) -> CaseBuilder {
    let values = [0; 3].map(|_| [0; 3].map(|_| random.between(-1.0, 1.0)));
    CaseBuilder::new(kind, || values.map(|choices| random.pick(&choices)))
}

/// As many corners of `b` as there are come from `a`, sometimes all but one, sometimes sum.
fn identical(random: &mut SplitMix64, kind: Kind) -> CaseBuilder {
    let mut case = grid(random, kind, 3);
    let mut theirs = case.a.split_off(kind.shared);
    random.shuffle(&mut theirs);
    for (point, &corner) in case.only_b.iter_mut().zip(&theirs) {
        *point = corner;
    }
    case.a.append(&mut theirs);
    match random.below(3) {
        0 => {}
        1 => *case.any_point(random) = grid_point(random, 3),
        _ => {
            let shift = grid_point(random, 4);
            case.only_b.iter_mut().for_each(|p| *p = sum(*p, shift));
        }
    }
    case
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_construction_gives_both_answers() {
        for kind in Kind::ALL.into_iter().filter(|kind| !kind.shares_all_points()) {
            for (which, construction) in CONSTRUCTIONS.iter().enumerate() {
                let random = &mut SplitMix64::new(which as u64);
                let yes = (0..400)
                    .filter(|_| {
                        let case = construction(random, kind).finish(random);
                        crate::exceeds(case.shared, &case.a, &case.b)
                    })
                    .count();
                // Segments in space and the like do not meet by chance.
                let least = if kind.is_disjoint_in_general() { 0 } else { 4 };
                assert!((least..=396).contains(&yes), "{kind}, {which}: {yes} yes of 400");
            }
        }
    }
}
