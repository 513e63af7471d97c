//! Where signs are zero, or almost: small integers make contact exact.

use super::draft::{Draft, difference, dyadic_weights, inner_weights, moved, scaled, weighted};
use super::{Kind, Prng, strain};
use crate::Point;

/// Whole coordinates of this step leave room for exact midpoints and eighths.
const STEP: f64 = 8.0;

const CONSTRUCTIONS: [fn(&mut Prng, Kind) -> Draft; 12] = [
    |prng, kind| grid(prng, kind, 1),
    |prng, kind| grid(prng, kind, 2),
    |prng, kind| grid(prng, kind, 8),
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

pub fn draft(prng: &mut Prng, kind: Kind) -> Draft {
    let mut draft = prng.pick(&CONSTRUCTIONS)(prng, kind);
    strain::apply(prng, &mut draft);
    draft
}

fn grid_point(prng: &mut Prng, range: i64) -> Point {
    [0; 3].map(|_| STEP * prng.integer(-range, range))
}

fn grid(prng: &mut Prng, kind: Kind, range: i64) -> Draft {
    Draft::new(kind, || grid_point(prng, range))
}

/// In one plane, along the axes or skew to them.
fn coplanar(prng: &mut Prng, kind: Kind) -> Draft {
    let range = prng.pick(&[1, 2, 4]);
    let [origin, u, v] = [0; 3].map(|_| grid_point(prng, range));
    Draft::new(kind, || {
        let [i, j] = [0; 2].map(|_| prng.integer(-3, 3));
        moved(origin, moved(scaled(u, i), scaled(v, j)))
    })
}

/// On one line; sometimes one point strays from it.
fn collinear(prng: &mut Prng, kind: Kind) -> Draft {
    let [origin, u] = [0; 2].map(|_| grid_point(prng, 2));
    let mut draft = Draft::new(kind, || moved(origin, scaled(u, prng.integer(-4, 4))));
    if prng.one_in(2) {
        *draft.any_point(prng) = grid_point(prng, 2);
    }
    draft
}

/// A point of a vertex, edge, face or the inside of `a` is such a point of `b`.
fn touching(prng: &mut Prng, kind: Kind) -> Draft {
    let mut draft = grid(prng, kind, 3);
    if draft.own.is_empty() {
        return draft;
    }
    let (of_a, of_b) = (dyadic_weights(prng, kind.a, 4), dyadic_weights(prng, draft.own.len(), 4));
    let mut shift = difference(weighted(&draft.a, &of_a), weighted(&draft.own, &of_b));
    if prng.one_in(3) {
        shift = moved(shift, grid_point(prng, 1));
    }
    draft.own.iter_mut().for_each(|p| *p = moved(*p, shift));
    draft
}

/// The same place under another index, within an element or across.
fn copied(prng: &mut Prng, kind: Kind) -> Draft {
    let mut draft = grid(prng, kind, 3);
    for _ in 0..1 + prng.below(3) {
        let from = *draft.any_point(prng);
        *draft.any_point(prng) = from;
    }
    draft
}

/// One or both elements lose a dimension or all of them: a flat quadrilateral, a triangle with a
/// point inside, a needle, a point.
fn collapsed(prng: &mut Prng, kind: Kind) -> Draft {
    let mut draft = grid(prng, kind, 2);
    if prng.one_in(2) {
        collapse(prng, &mut draft.a, 0);
    }
    let mut b = draft.points_of_b();
    collapse(prng, &mut b, kind.shared);
    draft.own = b.split_off(kind.shared);
    // A collapsed element rarely meets the other by chance.
    if !draft.own.is_empty() && prng.one_in(2) {
        let weights = dyadic_weights(prng, kind.a, 4);
        let target = weighted(&draft.a, &weights);
        let shift = difference(target, prng.pick(&draft.own));
        draft.own.iter_mut().for_each(|p| *p = moved(*p, shift));
    }
    draft
}

/// Puts the points after the first `kept` into the affine hull of fewer points.
fn collapse(prng: &mut Prng, element: &mut [Point], kept: usize) {
    let base = 1 + prng.below(element.len() as u64) as usize;
    for i in kept.max(base)..element.len() {
        let mut weights: Vec<f64> = (0..base).map(|_| prng.integer(-1, 2)).collect();
        weights[0] += 4.0 - weights.iter().sum::<f64>();
        element[i] = weighted(&element[..base], &weights);
    }
}

/// Corners of one element are combinations of those of the other: inside, on the boundary, on
/// extended faces and edges, folded over, mirrored.
fn affine(prng: &mut Prng, kind: Kind) -> Draft {
    let Draft { shared, mut a, mut own } = grid(prng, kind, 3);
    let (base, combined) =
        if kind.a < kind.b { (&own[..], &mut a[..]) } else { (&a[..], &mut own[..]) };
    for corner in combined {
        if prng.one_in(4) {
            continue;
        }
        let mut weights: Vec<f64> = base.iter().map(|_| prng.integer(-2, 2)).collect();
        weights[prng.below(base.len() as u64) as usize] += 4.0 - weights.iter().sum::<f64>();
        *corner = weighted(base, &weights);
    }
    Draft { shared, a, own }
}

/// Corners of `b` on `a` up to rounding: on the boundary, or just inside or outside of it.
fn rounded(prng: &mut Prng, kind: Kind) -> Draft {
    let mut draft = Draft::new(kind, || [0; 3].map(|_| prng.between(-1.0, 1.0)));
    if draft.own.is_empty() {
        return draft;
    }
    let support = 1 + prng.below(kind.a as u64) as usize;
    let weights = inner_weights(prng, support);
    let on_a = weighted(&draft.a[..support], &weights);
    match prng.below(3) {
        // A corner at the place, or all of `b` through it, or an edge across it.
        0 => draft.own[0] = on_a,
        1 => {
            let weights = inner_weights(prng, draft.own.len());
            let shift = difference(on_a, weighted(&draft.own, &weights));
            draft.own.iter_mut().for_each(|p| *p = moved(*p, shift));
        }
        _ => {
            let from = draft.own[0];
            let last = draft.own.len() - 1;
            draft.own[last] = moved(on_a, scaled(difference(on_a, from), prng.between(0.0, 1.0)));
        }
    }
    draft
}

/// Few values per axis: boxes and faces line up with the axes, and nothing is a small integer.
fn few_values(prng: &mut Prng, kind: Kind) -> Draft {
    let values = [0; 3].map(|_| [0; 3].map(|_| prng.between(-1.0, 1.0)));
    Draft::new(kind, || values.map(|of_axis| prng.pick(&of_axis)))
}

/// As many corners of `b` as there are come from `a`, sometimes all but one, sometimes moved.
fn identical(prng: &mut Prng, kind: Kind) -> Draft {
    let mut draft = grid(prng, kind, 3);
    let mut theirs = draft.a.split_off(kind.shared);
    prng.shuffle(&mut theirs);
    for (own, &corner) in draft.own.iter_mut().zip(&theirs) {
        *own = corner;
    }
    draft.a.append(&mut theirs);
    match prng.below(3) {
        0 => {}
        1 => *draft.any_point(prng) = grid_point(prng, 3),
        _ => {
            let shift = grid_point(prng, 4);
            draft.own.iter_mut().for_each(|p| *p = moved(*p, shift));
        }
    }
    draft
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_construction_gives_both_answers() {
        for kind in Kind::ALL.into_iter().filter(|kind| !kind.is_whole()) {
            for (which, construction) in CONSTRUCTIONS.iter().enumerate() {
                let prng = &mut Prng::new(which as u64);
                let yes = (0..400)
                    .filter(|_| {
                        let case = construction(prng, kind).finish(prng);
                        crate::exceeds(case.shared, &case.a, &case.b)
                    })
                    .count();
                // Segments in space and the like do not meet by chance.
                let least = if kind.is_thin() { 0 } else { 4 };
                assert!((least..=396).contains(&yes), "{kind}, {which}: {yes} yes of 400");
            }
        }
    }
}
