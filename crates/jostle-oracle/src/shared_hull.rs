//! Facets of the hull of the shared points: affine functions that are all at most zero on the hull, and
//! on nothing else.

use crate::integer::Integer;
use std::cmp::Ordering;

type Vector<T> = [T; 3];

/// The facets of the hull, each by its values at the points of `a`, the first `shared` of which span the hull.
///
/// A plane through the hull is two facets, one for either side. Points are given by how they differ
/// from the first one.
pub fn facets<T: Integer>(shared: usize, a: &[Vector<T>]) -> Vec<Vec<T>> {
    let points: Vec<Vector<T>> =
        [const { [T::ZERO; 3] }].into_iter().chain(a.iter().cloned()).collect();
    let mut facets = match &points[..shared] {
        [p, q, r] => {
            let normal = cross(&minus(q, p), &minus(r, p));
            match (0..3).find(|&axis| !normal[axis].is_zero()) {
                Some(axis) => triangle(axis, &normal, [p, q, r], &points),
                None => collinear(&points[..3], &points),
            }
        }
        hull => collinear(hull, &points),
    };
    facets.iter_mut().for_each(|facet| reduce(facet));
    facets
}

/// A triangle with an area: its plane from both sides, and its edges as seen along the axis.
fn triangle<T: Integer>(
    axis: usize,
    normal: &Vector<T>,
    corners: [&Vector<T>; 3],
    points: &[Vector<T>],
) -> Vec<Vec<T>> {
    let height: Vec<T> = points.iter().map(|x| dot(normal, &minus(x, corners[0]))).collect();
    let mut facets = Vec::from(both_sides(height));
    let seen = [(axis + 1) % 3, (axis + 2) % 3];
    for i in 0..3 {
        let (tail, head) = (corners[i], corners[(i + 1) % 3]);
        let edge = minus(head, tail);
        let mut outward: Vec<T> =
            points.iter().map(|x| cross_seen(seen, &minus(x, tail), &edge)).collect();
        // The component of the normal along the axis is twice the area seen, with its sign.
        if normal[axis].sign() == Ordering::Less {
            outward.iter_mut().for_each(T::negate);
        }
        facets.push(outward);
    }
    facets
}

/// Points on a line, or all in one place.
fn collinear<T: Integer>(hull: &[Vector<T>], points: &[Vector<T>]) -> Vec<Vec<T>> {
    let ends = |axis: usize| {
        let by_axis = |p: &&Vector<T>, q: &&Vector<T>| p[axis].cmp(&q[axis]);
        let low = hull.iter().min_by(by_axis).expect("a point is shared");
        let high = hull.iter().max_by(by_axis).expect("a point is shared");
        (low, high)
    };
    let extended = (0..3).find(|&axis| {
        let (low, high) = ends(axis);
        low[axis] != high[axis]
    });
    let Some(axis) = extended else {
        let along = |axis: usize| points.iter().map(|x| x[axis].minus(&hull[0][axis])).collect();
        return (0..3).flat_map(|axis| both_sides(along(axis))).collect();
    };
    let (low, high) = ends(axis);
    let direction = minus(high, low);
    let mut facets = vec![
        points.iter().map(|x| low[axis].minus(&x[axis])).collect(),
        points.iter().map(|x| x[axis].minus(&high[axis])).collect(),
    ];
    for other in [(axis + 1) % 3, (axis + 2) % 3] {
        let beside = |x: &Vector<T>| cross_seen([axis, other], &direction, &minus(x, low));
        facets.extend(both_sides(points.iter().map(beside).collect()));
    }
    facets
}

fn both_sides<T: Integer>(values: Vec<T>) -> [Vec<T>; 2] {
    let mut opposite = values.clone();
    opposite.iter_mut().for_each(T::negate);
    [values, opposite]
}

/// Where one value decides, only its sign matters; this keeps the height above a triangle, of
/// degree three, out of the linear program.
fn reduce<T: Integer>(facet: &mut [T]) {
    if facet.iter().filter(|value| !value.is_zero()).count() == 1 {
        for value in facet {
            *value = value.signum();
        }
    }
}

fn minus<T: Integer>(p: &Vector<T>, q: &Vector<T>) -> Vector<T> {
    std::array::from_fn(|axis| p[axis].minus(&q[axis]))
}

fn cross_seen<T: Integer>([x, y]: [usize; 2], p: &Vector<T>, q: &Vector<T>) -> T {
    T::cross(&p[x], &q[y], &p[y], &q[x])
}

fn cross<T: Integer>(p: &Vector<T>, q: &Vector<T>) -> Vector<T> {
    std::array::from_fn(|axis| cross_seen([(axis + 1) % 3, (axis + 2) % 3], p, q))
}

fn dot<T: Integer>(p: &Vector<T>, q: &Vector<T>) -> T {
    let products = std::array::from_fn::<T, 3, _>(|axis| p[axis].times(&q[axis]));
    products[0].plus(&products[1]).plus(&products[2])
}
