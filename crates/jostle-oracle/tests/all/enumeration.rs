//! The same definition by enumeration: slow, and too simple to be wrong.
//!
//! The weights that describe a common place form a polytope, and a polytope is the hull of its
//! basic solutions: those with as few weights as possible. So it has a point outside a convex set
//! if and only if one of those is outside.

use jostle_oracle::Point;
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

type Number = BigRational;
type Place = [Number; 3];

/// As `jostle_oracle::exceeds`.
pub fn exceeds(shared: usize, a: &[Point], b: &[Point]) -> bool {
    let exact = |points: &[Point]| -> Vec<Place> {
        points.iter().map(|p| p.map(|x| Number::from_float(x).expect("finite"))).collect()
    };
    let (a, b) = (exact(a), exact(b));
    common_places(&a, &b).any(|place| {
        shared == 0 || common_places(std::slice::from_ref(&place), &a[..shared]).next().is_none()
    })
}

/// The places of all basic solutions of `sum(w a) = sum(v b)`, `sum(w) = sum(v) = 1`, `w, v >= 0`.
fn common_places<'a>(a: &'a [Place], b: &'a [Place]) -> impl Iterator<Item = Place> + 'a {
    // The first equation is as true for integers, which need no reduction to lowest terms.
    let denominators = a.iter().chain(b).flatten().map(Number::denom);
    let scale = denominators.fold(BigInt::one(), |scale, x| scale.lcm(x));
    let integer = move |x: &Number| x.numer() * (&scale / x.denom());
    let column = |i: usize| -> Vec<BigInt> {
        let (place, sums) = if i < a.len() { (&a[i], [1, 0]) } else { (&b[i - a.len()], [0, 1]) };
        let sign = sums[0] - sums[1];
        place.iter().map(|x| integer(x) * sign).chain(sums.map(BigInt::from)).collect()
    };
    let columns: Vec<Vec<BigInt>> = (0..a.len() + b.len()).map(column).collect();
    (1u32..1 << columns.len()).filter(|subset| subset.count_ones() <= 5).filter_map(move |subset| {
        let chosen: Vec<usize> = (0..columns.len()).filter(|i| subset >> i & 1 == 1).collect();
        let weights = unique_solution(chosen.iter().map(|&i| &columns[i][..]))?;
        if weights.iter().any(|w| w.is_negative()) {
            return None;
        }
        let mut place = [0; 3].map(|_| Number::zero());
        for (&i, w) in chosen.iter().zip(&weights).filter(|(i, _)| **i < a.len()) {
            (0..3).for_each(|axis| place[axis] += w * &a[i][axis]);
        }
        Some(place)
    })
}

/// Weights of the columns that give `(0, 0, 0, 1, 1)`, if there is exactly one choice.
fn unique_solution<'a>(columns: impl Iterator<Item = &'a [BigInt]> + Clone) -> Option<Vec<Number>> {
    let width = columns.clone().count();
    let right = [0, 0, 0, 1, 1].map(BigInt::from);
    let row = |i: usize| columns.clone().map(|c| c[i].clone()).chain([right[i].clone()]).collect();
    let mut rows: Vec<Vec<BigInt>> = (0..5).map(row).collect();
    for i in 0..width {
        let pivot = (i..5).find(|&row| !rows[row][i].is_zero())?;
        rows.swap(i, pivot);
        let pivot_row = rows[i].clone();
        for (_, other) in rows.iter_mut().enumerate().filter(|(row, _)| *row != i) {
            let factor = other[i].clone();
            if !factor.is_zero() {
                let eliminated = |(x, y): (&BigInt, &BigInt)| x * &pivot_row[i] - &factor * y;
                *other = other.iter().zip(&pivot_row).map(eliminated).collect();
            }
        }
    }
    let consistent = rows[width..].iter().all(|row| row[width].is_zero());
    consistent.then(|| {
        (0..width).map(|i| Number::new(rows[i][width].clone(), rows[i][i].clone())).collect()
    })
}
