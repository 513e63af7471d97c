//! Configurations in general position, which a floating-point filter should decide.

use super::case_builder::{
    CaseBuilder, difference, dyadic_weights, inner_weights, product, sum, weighted_mean,
};
use super::{Kind, SplitMix64};
use crate::Point;

pub fn build(random: &mut SplitMix64, kind: Kind) -> CaseBuilder {
    // In general position the answer of a thin kind is no; half of them get a chance of yes.
    let mut case = if kind.is_disjoint_in_general() && random.one_in(2) {
        contact(random, kind)
    } else if kind.shared == 0 {
        apart(random, kind)
    } else {
        neighbours(random, kind)
    };
    // By a power of two, which no contact is lost to.
    let scale = 2f64.powi(random.integer(-30, 30) as i32);
    case.coordinates_mut().for_each(|x| *x *= scale);
    case
}

/// Two elements of any relative size, drawn together to a common point or to beside one.
fn apart(random: &mut SplitMix64, kind: Kind) -> CaseBuilder {
    let ratio = if random.one_in(3) { random.magnitude(-20, 20) } else { 1.0 };
    let a = element(random, kind.a, 1.0);
    let b = element(random, kind.b, ratio);
    let has_common_point = random.one_in(3);
    let (extent_a, extent_b) = (extent(&a), extent(&b));
    // Boxes apart teach little; a few attempts leave few of them.
    for attempt in 0.. {
        let (weights_a, weights_b) = (inner_weights(random, kind.a), inner_weights(random, kind.b));
        let mut shift = difference(weighted_mean(&a, &weights_a), weighted_mean(&b, &weights_b));
        if !has_common_point {
            let reach = sum(extent_a, extent_b).map(|sum| 0.4 * sum);
            shift = sum(shift, reach.map(|reach| random.between(-reach, reach)));
        }
        let only_b: Vec<Point> = b.iter().map(|p| sum(*p, shift)).collect();
        if attempt == 8 || !crate::boxes_apart(&a, &only_b) {
            return CaseBuilder { shared: 0, a, only_b };
        }
    }
    unreachable!("some attempt is the last")
}

/// The edges of its box.
fn extent(element: &[Point]) -> Point {
    std::array::from_fn(|axis| {
        let values = || element.iter().map(|p| p[axis]);
        values().fold(f64::NEG_INFINITY, f64::max) - values().fold(f64::INFINITY, f64::min)
    })
}

/// Elements at common points; triangles at a vertex rarely meet again, so half of them are drawn across.
fn neighbours(random: &mut SplitMix64, kind: Kind) -> CaseBuilder {
    let a = element(random, kind.a, 1.0);
    let mut only_b = element(random, kind.b - kind.shared, 1.0);
    if let [first, .., last] = &mut only_b[..]
        && kind.a == 3
        && random.one_in(2)
    {
        let weights = inner_weights(random, kind.a);
        let through = weighted_mean(&a, &weights);
        let on = random.between(0.1, 1.0);
        *last = sum(through, product(difference(through, *first), on));
    }
    CaseBuilder { shared: kind.shared, a, only_b }
}

/// About as large as `size`: a box, a plate, a needle or an uneven box.
fn element(random: &mut SplitMix64, points: usize, size: f64) -> Vec<Point> {
    let thin = random.magnitude(-16, 0);
    match random.below(4) {
        0 | 1 => (0..points).map(|_| [0; 3].map(|_| size * random.between(-1.0, 1.0))).collect(),
        2 => {
            let stretch = [0; 3].map(|_| if random.one_in(2) { thin } else { 1.0 });
            (0..points).map(|_| stretch.map(|s| size * s * random.between(-1.0, 1.0))).collect()
        }
        _ => {
            let axis = [0; 3].map(|_| random.between(-1.0, 1.0));
            let point = |random: &mut SplitMix64| {
                let along = random.between(-1.0, 1.0);
                axis.map(|x| size * (along * x + thin * random.between(-1.0, 1.0)))
            };
            (0..points).map(|_| point(random)).collect()
        }
    }
}

/// Exact contact in general directions, through whole coordinates of about 20 bits.
fn contact(random: &mut SplitMix64, kind: Kind) -> CaseBuilder {
    const RANGE: i64 = 1 << 20;
    if kind.shared > 0 {
        // In one plane: `origin + i u + j v`.
        let mut vector = || [0; 3].map(|_| random.integer(-RANGE, RANGE));
        let [origin, u, v] = [vector(), vector(), vector()];
        let point = |[i, j]: [f64; 2]| sum(origin, sum(product(u, i), product(v, j)));
        return CaseBuilder::new(kind, || point([0; 2].map(|_| random.integer(-16, 16))));
    }
    const PARTS: u64 = 16;
    let mut case =
        CaseBuilder::new(kind, || [0; 3].map(|_| random.integer(-RANGE, RANGE) * PARTS as f64));
    let on_a = dyadic_weights(random, kind.a, PARTS);
    let on_b = dyadic_weights(random, kind.b, PARTS);
    let shift = difference(weighted_mean(&case.a, &on_a), weighted_mean(&case.only_b, &on_b));
    case.only_b.iter_mut().for_each(|p| *p = sum(*p, shift));
    case
}
