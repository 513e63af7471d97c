//! Triangulation of polygons: a fan where the polygon is convex, ear clipping where it is not.
//!
//! The polygon is projected along the axis nearest to its Newell normal (M. Newell, in: I. Sutherland
//! et al., "A Characterization of Ten Hidden-Surface Algorithms", 1974), and turns are decided there
//! by exact predicates, so that collinear corners do not depend on rounding.

use jostle::DVec3;
use robust::{Coord, orient2d};

/// Non-convex polygons beyond this are refused: clipping ears is quadratic, and a file of a few
/// megabytes must not take hours.
pub(crate) const MOST_CORNERS: usize = 4096;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The triangles tile the polygon.
    Tiled,
    /// The polygon crosses itself or has no area; the triangles use its corners as well as can be.
    NotSimple,
    /// Not convex and more than [`MOST_CORNERS`] corners; no triangles were given.
    TooLarge,
}

/// Cuts a polygon into `corners.len() - 2` triangles of its orientation, given as positions in
/// `corners`. A convex polygon becomes the fan from its first corner.
pub(crate) fn triangulate(corners: &[DVec3], mut emit: impl FnMut([usize; 3])) -> Outcome {
    let count = corners.len();
    let Some(flat) = project(corners) else {
        (2..count).for_each(|i| emit([0, i - 1, i]));
        return Outcome::NotSimple;
    };
    if is_convex(&flat) {
        (2..count).for_each(|i| emit([0, i - 1, i]));
        return Outcome::Tiled;
    }
    if count > MOST_CORNERS {
        return Outcome::TooLarge;
    }
    clip_ears(&flat, emit)
}

/// The polygon in the coordinate plane it faces most, counterclockwise; `None` without area.
fn project(corners: &[DVec3]) -> Option<Vec<Coord<f64>>> {
    let largest = corners.iter().fold(0.0f64, |m, p| m.max(p.abs().max_element()));
    if !(largest > 0.0 && largest.is_finite()) {
        return None;
    }
    // A power of two keeps the bits, and products of what remains cannot overflow.
    let exponent = (largest.to_bits() >> 52) as i32 - 1023;
    let scale = 2f64.powi(-exponent.clamp(-1000, 1000));
    let scaled: Vec<DVec3> = corners.iter().map(|&p| p * scale).collect();
    let origin = scaled[0];
    let mut normal = DVec3::ZERO;
    for i in 0..scaled.len() {
        let (a, b) = (scaled[i] - origin, scaled[(i + 1) % scaled.len()] - origin);
        normal += a.cross(b);
    }
    let axis = (0..3).max_by(|&i, &j| normal[i].abs().total_cmp(&normal[j].abs()))?;
    if normal[axis] == 0.0 || !normal.is_finite() {
        return None;
    }
    let (mut u, mut v) = ((axis + 1) % 3, (axis + 2) % 3);
    if normal[axis] < 0.0 {
        (u, v) = (v, u);
    }
    Some(scaled.iter().map(|p| Coord { x: p[u], y: p[v] }).collect())
}

/// All turns go left, and so does the fan from the first corner: the latter tells a pentagram.
fn is_convex(flat: &[Coord<f64>]) -> bool {
    let n = flat.len();
    (0..n).all(|i| orient2d(flat[i], flat[(i + 1) % n], flat[(i + 2) % n]) > 0.0)
        && (2..n).all(|i| orient2d(flat[0], flat[i - 1], flat[i]) > 0.0)
}

/// What is left of a polygon while its ears are clipped, as a ring.
struct Ring<'a> {
    flat: &'a [Coord<f64>],
    previous: Vec<usize>,
    next: Vec<usize>,
    /// Corners that are not strictly convex: only they can lie in an ear.
    blunt: Vec<bool>,
}

impl Ring<'_> {
    fn turn(&self, i: usize) -> f64 {
        orient2d(self.flat[self.previous[i]], self.flat[i], self.flat[self.next[i]])
    }

    fn is_ear(&self, i: usize) -> bool {
        let (before, after) = (self.previous[i], self.next[i]);
        let ear = [before, i, after].map(|k| self.flat[k]);
        let mut k = self.next[after];
        while k != before {
            let p = self.flat[k];
            // A corner at the place of a corner of the ear is where a bridge to a hole begins.
            if self.blunt[k] && !ear.iter().any(|&c| c.x == p.x && c.y == p.y) && holds(ear, p) {
                return false;
            }
            k = self.next[k];
        }
        true
    }

    fn clip(&mut self, i: usize) {
        let (before, after) = (self.previous[i], self.next[i]);
        self.next[before] = after;
        self.previous[after] = before;
        for k in [before, after] {
            self.blunt[k] = self.turn(k) <= 0.0;
        }
    }
}

fn holds([a, b, c]: [Coord<f64>; 3], p: Coord<f64>) -> bool {
    orient2d(a, b, p) >= 0.0 && orient2d(b, c, p) >= 0.0 && orient2d(c, a, p) >= 0.0
}

fn clip_ears(flat: &[Coord<f64>], mut emit: impl FnMut([usize; 3])) -> Outcome {
    let n = flat.len();
    let mut ring = Ring {
        flat,
        previous: (0..n).map(|i| (i + n - 1) % n).collect(),
        next: (0..n).map(|i| (i + 1) % n).collect(),
        blunt: vec![false; n],
    };
    for i in 0..n {
        ring.blunt[i] = ring.turn(i) <= 0.0;
    }
    let mut outcome = Outcome::Tiled;
    let (mut left, mut at, mut looked) = (n, 0, 0);
    while left > 2 {
        let last = left == 3;
        let found = !ring.blunt[at] && (last || ring.is_ear(at));
        if !found && looked < left {
            looked += 1;
            at = ring.next[at];
            continue;
        }
        if !found {
            // A simple polygon always has an ear (Meisters 1975), so this one is not.
            outcome = Outcome::NotSimple;
        }
        emit([ring.previous[at], at, ring.next[at]]);
        let after = ring.next[at];
        ring.clip(at);
        (left, at, looked) = (left - 1, after, 0);
    }
    outcome
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn cut(corners: &[DVec3]) -> (Outcome, Vec<[usize; 3]>) {
        let mut triangles = Vec::new();
        let outcome = triangulate(corners, |t| triangles.push(t));
        (outcome, triangles)
    }

    fn flat(points: &[(f64, f64)]) -> Vec<DVec3> {
        points.iter().map(|&(x, y)| DVec3::new(x, y, 0.0)).collect()
    }

    fn doubled_area(corners: &[DVec3], t: [usize; 3]) -> f64 {
        let [a, b, c] = t.map(|i| corners[i]);
        (b - a).cross(c - a).z
    }

    #[test]
    fn a_convex_polygon_is_a_fan() {
        let square = flat(&[(0., 0.), (1., 0.), (1., 1.), (0., 1.)]);
        assert_eq!(cut(&square), (Outcome::Tiled, vec![[0, 1, 2], [0, 2, 3]]));
    }

    #[test]
    fn a_dart_is_cut_at_its_dent() {
        let dart = flat(&[(0., 0.), (2., 1.), (4., 0.), (2., 4.)]);
        let (outcome, triangles) = cut(&dart);
        assert_eq!(outcome, Outcome::Tiled);
        assert!(triangles.iter().all(|t| t.contains(&1) && t.contains(&3)));
    }

    #[test]
    fn corners_on_an_edge_leave_no_empty_triangle() {
        let square = flat(&[(0., 0.), (1., 0.), (2., 0.), (3., 0.), (3., 3.), (0., 3.)]);
        let (outcome, triangles) = cut(&square);
        assert_eq!(outcome, Outcome::Tiled);
        assert!(triangles.iter().all(|&t| doubled_area(&square, t) > 0.0));
    }

    #[test]
    fn crossing_and_empty_polygons_still_give_triangles() {
        let bow = flat(&[(0., 0.), (1., 1.), (1., 0.), (0., 2.)]);
        let pentagram: Vec<_> =
            (0..5).map(|i| (i as f64 * 4.0 * std::f64::consts::PI / 5.0).sin_cos()).collect();
        for corners in [bow, flat(&pentagram), vec![DVec3::ONE; 6]] {
            let (outcome, triangles) = cut(&corners);
            assert_eq!(outcome, Outcome::NotSimple);
            assert_eq!(triangles.len(), corners.len() - 2);
        }
    }

    #[test]
    fn sizes_at_the_ends_of_the_range_are_no_obstacle() {
        for size in [1e308, 1e-300, 5e-324] {
            let square = flat(&[(0., 0.), (size, 0.), (size, size), (0., size)]);
            assert_eq!(cut(&square).0, Outcome::Tiled, "{size}");
        }
    }

    proptest! {
        /// Star-shaped polygons, tilted: the parts have positive area and add up to the whole.
        #[test]
        fn parts_tile_the_polygon(radii in prop::collection::vec(1u32..50, 4..40), tilt in 0.0..1.0) {
            let n = radii.len();
            let corners: Vec<DVec3> = radii.iter().enumerate().map(|(i, &r)| {
                let (y, x) = (i as f64 / n as f64 * std::f64::consts::TAU).sin_cos();
                DVec3::new(x * r as f64, y * r as f64, tilt * x * r as f64)
            }).collect();
            let (outcome, triangles) = cut(&corners);
            prop_assert_eq!(outcome, Outcome::Tiled);
            prop_assert_eq!(triangles.len(), n - 2);
            let areas: Vec<f64> = triangles.iter().map(|&t| doubled_area(&corners, t)).collect();
            prop_assert!(areas.iter().all(|&a| a > 0.0));
            let whole: f64 =
                (0..n).map(|i| corners[i].cross(corners[(i + 1) % n]).z).sum();
            let rounding = 8.0 * n as f64 * 2500.0 * f64::EPSILON;
            prop_assert!((areas.iter().sum::<f64>() - whole).abs() <= rounding);
        }
    }
}
