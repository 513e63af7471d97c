//! General position: what a filter should decide without help.

use super::draft::{Draft, difference, dyadic_weights, inner_weights, moved, scaled, weighted};
use super::{Kind, Prng};
use crate::Point;

pub fn draft(prng: &mut Prng, kind: Kind) -> Draft {
    // In general position the answer of a thin kind is no; half of them get a chance of yes.
    let mut draft = if kind.is_thin() && prng.one_in(2) {
        contact(prng, kind)
    } else if kind.shared == 0 {
        apart(prng, kind)
    } else {
        neighbours(prng, kind)
    };
    // By a power of two, which no contact is lost to.
    let scale = 2f64.powi(prng.integer(-30, 30) as i32);
    draft.coordinates_mut().for_each(|x| *x *= scale);
    draft
}

/// Two elements of any relative size, drawn together to a common point or to beside one.
fn apart(prng: &mut Prng, kind: Kind) -> Draft {
    let ratio = if prng.one_in(3) { prng.magnitude(-20, 20) } else { 1.0 };
    let a = element(prng, kind.a, 1.0);
    let b = element(prng, kind.b, ratio);
    let meeting = prng.one_in(3);
    let (extent_a, extent_b) = (extent(&a), extent(&b));
    // Boxes apart teach little; a few attempts leave few of them.
    for attempt in 0.. {
        let (of_a, of_b) = (inner_weights(prng, kind.a), inner_weights(prng, kind.b));
        let mut shift = difference(weighted(&a, &of_a), weighted(&b, &of_b));
        if !meeting {
            let reach = moved(extent_a, extent_b).map(|sum| 0.4 * sum);
            shift = moved(shift, reach.map(|reach| prng.between(-reach, reach)));
        }
        let own: Vec<Point> = b.iter().map(|p| moved(*p, shift)).collect();
        if attempt == 8 || !crate::boxes_apart(&a, &own) {
            return Draft { shared: 0, a, own };
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
fn neighbours(prng: &mut Prng, kind: Kind) -> Draft {
    let a = element(prng, kind.a, 1.0);
    let mut own = element(prng, kind.b - kind.shared, 1.0);
    if let [first, .., last] = &mut own[..]
        && kind.a == 3
        && prng.one_in(2)
    {
        let weights = inner_weights(prng, kind.a);
        let through = weighted(&a, &weights);
        let on = prng.between(0.1, 1.0);
        *last = moved(through, scaled(difference(through, *first), on));
    }
    Draft { shared: kind.shared, a, own }
}

/// About as large as `size`: a box, a plate, a needle or an uneven box.
fn element(prng: &mut Prng, points: usize, size: f64) -> Vec<Point> {
    let thin = prng.magnitude(-16, 0);
    match prng.below(4) {
        0 | 1 => (0..points).map(|_| [0; 3].map(|_| size * prng.between(-1.0, 1.0))).collect(),
        2 => {
            let stretch = [0; 3].map(|_| if prng.one_in(2) { thin } else { 1.0 });
            (0..points).map(|_| stretch.map(|s| size * s * prng.between(-1.0, 1.0))).collect()
        }
        _ => {
            let axis = [0; 3].map(|_| prng.between(-1.0, 1.0));
            let point = |prng: &mut Prng| {
                let along = prng.between(-1.0, 1.0);
                axis.map(|x| size * (along * x + thin * prng.between(-1.0, 1.0)))
            };
            (0..points).map(|_| point(prng)).collect()
        }
    }
}

/// Exact contact in general directions, through whole coordinates of about 20 bits.
fn contact(prng: &mut Prng, kind: Kind) -> Draft {
    const RANGE: i64 = 1 << 20;
    if kind.shared > 0 {
        // In one plane: `origin + i u + j v`.
        let mut vector = || [0; 3].map(|_| prng.integer(-RANGE, RANGE));
        let [origin, u, v] = [vector(), vector(), vector()];
        let point = |[i, j]: [f64; 2]| moved(origin, moved(scaled(u, i), scaled(v, j)));
        return Draft::new(kind, || point([0; 2].map(|_| prng.integer(-16, 16))));
    }
    const PARTS: u64 = 16;
    let mut draft = Draft::new(kind, || [0; 3].map(|_| prng.integer(-RANGE, RANGE) * PARTS as f64));
    let on_a = dyadic_weights(prng, kind.a, PARTS);
    let on_b = dyadic_weights(prng, kind.b, PARTS);
    let shift = difference(weighted(&draft.a, &on_a), weighted(&draft.own, &on_b));
    draft.own.iter_mut().for_each(|p| *p = moved(*p, shift));
    draft
}
