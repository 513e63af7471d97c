//! The point of a simplex nearest the origin, by signed volumes.
//!
//! Montanari, Petrinic and Barbieri, "Improving the GJK algorithm for faster and more reliable
//! distance queries between convex objects" (2017); sv-gjk-2019, sec. 4.3. The barycentric
//! coordinates of the origin's projection are quotients of signed lengths, areas and volumes of the
//! simplex with one corner replaced. Where all are positive the projection is inside; where some are
//! not, only the sides opposite to those corners can hold the nearest point. Lengths, areas and
//! volumes are taken from edges, never from positions alone, so that a small simplex far from the
//! origin keeps its digits.

use super::number::{Number, Vector};

/// The nearest point of a simplex as weights of its corners.
#[derive(Clone, Copy, Debug)]
pub struct SimplexPoint<T> {
    /// One weight for each corner, none negative; they sum to one but for rounding. Zero says that
    /// the corner is not needed.
    pub weights: [T; 4],
    /// The nearest point. Of a triangle it is computed from the normal, whose direction is good
    /// even where the plane passes close to the origin.
    pub vector: Vector<T>,
    /// For the inside of a tetrahedron the smallest of the four volumes in magnitude, times six;
    /// zero for anything else. What is larger than the error of the volumes is truly inside.
    pub depth: T,
}

impl<T: Number> SimplexPoint<T> {
    #[inline]
    fn corner(at: usize, vector: Vector<T>) -> SimplexPoint<T> {
        let mut weights = [T::ZERO; 4];
        weights[at] = T::ONE;
        SimplexPoint { weights, vector, depth: T::ZERO }
    }

    #[inline]
    fn square(&self) -> f64 {
        self.vector.dot(self.vector).value()
    }

    /// The nearer one; the first unless the second is truly nearer.
    #[inline]
    fn nearer(self, other: SimplexPoint<T>) -> SimplexPoint<T> {
        if other.square() < self.square() { other } else { self }
    }
}

/// The nearest point of the hull of the first `len` points, one to four.
#[inline]
pub fn nearest<T: Number>(points: &[Vector<T>; 4], len: usize) -> SimplexPoint<T> {
    search::<T, false>(points, len)
}

/// The same where the last point is new: without it the nearest point would be further from the
/// origin, so that sides without it need no search.
#[inline]
pub fn nearest_with_last<T: Number>(points: &[Vector<T>; 4], len: usize) -> SimplexPoint<T> {
    search::<T, true>(points, len)
}

#[inline]
fn search<T: Number, const LAST: bool>(points: &[Vector<T>; 4], len: usize) -> SimplexPoint<T> {
    match len {
        1 => SimplexPoint::corner(0, points[0]),
        2 => segment(points, 0, 1),
        3 => triangle::<T, LAST>(points, [0, 1, 2]),
        _ => tetrahedron::<T, LAST>(points),
    }
}

#[inline]
fn segment<T: Number>(points: &[Vector<T>; 4], i: usize, j: usize) -> SimplexPoint<T> {
    let (p, q) = (points[i], points[j]);
    let along = q - p;
    let (to_q, to_p) = (-p.dot(along), q.dot(along));
    if !to_q.is_positive() {
        return SimplexPoint::corner(i, p);
    }
    if !to_p.is_positive() {
        return SimplexPoint::corner(j, q);
    }
    let share = T::ONE / (to_q + to_p);
    let mut weights = [T::ZERO; 4];
    weights[i] = to_p * share;
    weights[j] = to_q * share;
    if !(weights[i].value() + weights[j].value()).is_finite() {
        // Shorter than has a square in the number range: its ends are as good, beside what it is measured with.
        return SimplexPoint::corner(i, p).nearer(SimplexPoint::corner(j, q));
    }
    // From the nearer end, where less is lost.
    let vector = if weights[i].value() > weights[j].value() {
        p + along * weights[j]
    } else {
        q - along * weights[i]
    };
    SimplexPoint { weights, vector, depth: T::ZERO }
}

#[inline]
fn triangle<T: Number, const LAST: bool>(
    points: &[Vector<T>; 4],
    corners: [usize; 3],
) -> SimplexPoint<T> {
    let [i, j, k] = corners;
    let [p, q, r] = corners.map(|corner| points[corner]);
    let (pq, qr, rp) = (q - p, r - q, p - r);
    let normal = pq.cross(qr);
    // Areas of the projected origin with two corners, times twice the length of the normal.
    let at_p = normal.dot(q.cross(qr));
    let at_q = normal.dot(r.cross(rp));
    let at_r = normal.dot(p.cross(pq));
    let (in_p, in_q, in_r) = (at_p.is_positive(), at_q.is_positive(), at_r.is_positive());
    if in_p && in_q && in_r {
        let share = T::ONE / (at_p + at_q + at_r);
        let mut weights = [T::ZERO; 4];
        weights[i] = at_p * share;
        weights[j] = at_q * share;
        weights[k] = at_r * share;
        let vector = normal * (normal.dot(p) / normal.dot(normal));
        return SimplexPoint { weights, vector, depth: T::ZERO };
    }
    // The sides opposite to the corners whose areas are not positive.
    let last = match (in_p, in_q) {
        (true, true) => return segment(points, i, j),
        (false, true) => segment(points, j, k),
        (true, false) => segment(points, k, i),
        (false, false) => segment(points, j, k).nearer(segment(points, k, i)),
    };
    if LAST || in_r { last } else { last.nearer(segment(points, i, j)) }
}

#[inline]
fn tetrahedron<T: Number, const LAST: bool>(points: &[Vector<T>; 4]) -> SimplexPoint<T> {
    let [p, q, r, s] = *points;
    let (pq, pr, ps) = (q - p, r - p, s - p);
    let normal_s = pq.cross(pr);
    let whole = ps.dot(normal_s);
    // The volume with the origin in the place of each corner.
    let at_q = -p.dot(pr.cross(ps));
    let at_r = p.dot(pq.cross(ps));
    let at_s = -p.dot(normal_s);
    let at_p = whole - at_q - at_r - at_s;
    let volumes = [at_p, at_q, at_r, at_s];
    let inside = volumes.map(|volume| match whole.is_positive() {
        true => volume.is_positive(),
        false => (-volume).is_positive(),
    });
    if inside == [true; 4] {
        let share = T::ONE / whole;
        let magnitude = |volume: &T| volume.value().abs();
        let depth = volumes.into_iter().min_by(|v, w| magnitude(v).total_cmp(&magnitude(w)));
        let depth = depth.expect("four volumes");
        let depth = if depth.is_positive() { depth } else { -depth };
        return SimplexPoint { weights: volumes.map(|v| v * share), vector: Vector::ZERO, depth };
    }
    let mut best: Option<SimplexPoint<T>> = None;
    for (k, face) in [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]].into_iter().enumerate() {
        let needless = LAST && k == 3 && best.is_some();
        if !inside[k] && !needless {
            let face = triangle::<T, LAST>(points, face);
            best = Some(best.map_or(face, |best| best.nearer(face)));
        }
    }
    best.expect("some volume had the other sign")
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    fn nearest_point(points: &[[f64; 3]]) -> SimplexPoint<f64> {
        let mut corners = [Vector::ZERO; 4];
        for (corner, &point) in corners.iter_mut().zip(points) {
            *corner = Vector::difference(DVec3::from_array(point), DVec3::ZERO);
        }
        nearest(&corners, points.len())
    }

    #[test]
    fn every_kind_of_side_can_be_nearest() {
        let (a, b, c, d) = ([1.0, -1.0, -1.0], [1.0, 2.0, 0.0], [1.0, -1.0, 2.0], [5.0, 0.0, 0.0]);
        let face = nearest_point(&[a, b, c, d]);
        assert_eq!(face.vector.value(), DVec3::X);
        assert!(face.weights[3] == 0.0 && face.weights[..3].iter().all(|&w| w > 0.0));
        assert_eq!(
            nearest_point(&[[1.0, -1.0, 0.0], [1.0, 3.0, 0.0]]).weights,
            [0.75, 0.25, 0.0, 0.0]
        );
        assert_eq!(
            nearest_point(&[[3.0, 1.0, 0.0], [2.0, 1.0, 0.0]]).weights,
            [0.0, 1.0, 0.0, 0.0]
        );
        let inside =
            nearest_point(&[[-1.0, -1.0, -1.0], [3.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 3.0]]);
        assert!(inside.depth > 0.0 && inside.weights.iter().all(|&w| w > 0.0));
    }

    #[test]
    fn collapsed_simplices_are_what_their_corners_span() {
        assert_eq!(nearest_point(&[[2.0, 0.0, 0.0]; 4]).vector.value(), 2.0 * DVec3::X);
        let line = [[-1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [3.0, 1.0, 0.0], [5.0, 1.0, 0.0]];
        assert_eq!(nearest_point(&line).vector.value(), DVec3::Y);
        let plane = [[-1.0, -1.0, 1.0], [2.0, 0.0, 1.0], [-1.0, 2.0, 1.0], [7.0, 7.0, 1.0]];
        assert_eq!(nearest_point(&plane).vector.value(), DVec3::Z);
    }
}
