//! A convex polytope of vertex differences around the origin, which grows one vertex at a time.

use super::{Simplex, SupportMap};
use crate::geometry::number::{DoubleDouble, Number, Vector};
use crate::geometry::predicates::{self, Sign};
use glam::DVec3;

type WideVector = Vector<DoubleDouble>;

/// 2^-94 and 2^-100.
const PRODUCT: f64 = f64::from_bits((1023 - 94) << 52);
const DIFFERENCE: f64 = f64::from_bits((1023 - 100) << 52);

/// A face of three vertices, counter-clockwise seen from outside.
#[derive(Clone, Copy, Debug)]
pub(super) struct Face {
    corners: [usize; 3],
    /// Outward, of unit length.
    pub normal: DVec3,
    /// From the origin to its plane: what rounding leaves below zero is on the plane.
    pub distance: f64,
}

pub(super) struct Polytope {
    pairs: Vec<[u32; 2]>,
    points: Vec<WideVector>,
    faces: Vec<Face>,
    horizon: Vec<[usize; 2]>,
}

/// The polytope that EPA starts from, if the simplex can be made a tetrahedron.
pub(super) enum InitialPolytope {
    Solid(Polytope),
    /// All vertex differences lie in a plane with this unit normal, or in less.
    Flat(DVec3),
}

impl Polytope {
    /// A tetrahedron that has the simplex as a side, or is it.
    pub fn around(
        a: &impl SupportMap,
        b: &impl SupportMap,
        simplex: &Simplex,
        flat: f64,
    ) -> InitialPolytope {
        let mut polytope = Polytope {
            pairs: Vec::with_capacity(16),
            points: Vec::with_capacity(16),
            faces: Vec::with_capacity(32),
            horizon: Vec::with_capacity(16),
        };
        for &pair in simplex.pairs() {
            polytope.push(a, b, pair);
        }
        if polytope.points.len() == 4 && polytope.side([0, 1, 2], polytope.points[3]) == 0 {
            polytope.pairs.pop();
            polytope.points.pop();
        }
        while polytope.points.len() < 4 {
            let axes = polytope.axes_across();
            // The pair furthest off the span, on either side of one of the axes.
            let mut furthest: Option<(f64, [u32; 2])> = None;
            for axis in axes.into_iter().flat_map(|axis| [axis, -axis]) {
                let pair = [a.support(axis) as u32, b.support(-axis) as u32];
                let off = polytope.height_over_first(a, b, axis, pair);
                if furthest.is_none_or(|(most, _)| off > most) {
                    furthest = Some((off, pair));
                }
            }
            let (off, pair) = furthest.expect("there is always an axis across");
            if off <= flat {
                return InitialPolytope::Flat(axes[0]);
            }
            polytope.push(a, b, pair);
        }
        if polytope.side([0, 1, 2], polytope.points[3]) > 0 {
            polytope.pairs.swap(0, 1);
            polytope.points.swap(0, 1);
        }
        for corners in [[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]] {
            match polytope.face(corners) {
                Some(face) => polytope.faces.push(face),
                None => return InitialPolytope::Flat(polytope.axes_across()[0]),
            }
        }
        InitialPolytope::Solid(polytope)
    }

    fn push(&mut self, a: &impl SupportMap, b: &impl SupportMap, [i, j]: [u32; 2]) {
        self.pairs.push([i, j]);
        self.points.push(Vector::difference(a.vertex(i as usize), b.vertex(j as usize)));
    }

    /// Unit axes at right angles to what the points span; three, two or one of them, repeated.
    fn axes_across(&self) -> [DVec3; 3] {
        match self.points[..] {
            [p, q] => {
                let along = (q - p).value().try_normalize().unwrap_or(DVec3::X);
                let (u, v) = along.any_orthonormal_pair();
                [u, v, u]
            }
            [p, q, r, ..] => {
                let normal = (q - p).cross(r - p).value().try_normalize();
                let across = || (q - p).value().try_normalize().map(|e| e.any_orthonormal_vector());
                [normal.or_else(across).unwrap_or(DVec3::X); 3]
            }
            _ => [DVec3::X, DVec3::Y, DVec3::Z],
        }
    }

    fn height_over_first(
        &self,
        a: &impl SupportMap,
        b: &impl SupportMap,
        axis: DVec3,
        [i, j]: [u32; 2],
    ) -> f64 {
        let point = WideVector::difference(a.vertex(i as usize), b.vertex(j as usize));
        axis.dot((point - self.points[0]).value())
    }

    /// On which side of the plane of three vertices a point is: positive outside, zero where
    /// rounding could make it either.
    fn side(&self, corners: [usize; 3], point: WideVector) -> Sign {
        let [p, q, r] = corners.map(|i| self.points[i]);
        let (pq, pr, ps) = (q - p, r - p, point - p);
        let volume = pq.cross(pr).dot(ps).value();
        // The product of three vectors is good to 2^-94 of their lengths; each is a difference of
        // two differences, which is good to 2^-100 of the longest of those.
        let [x, y, z] = [pq, pr, ps].map(|v| v.value().length());
        let longest = [p, q, r, point].map(|v| v.value().length()).into_iter().fold(0.0, f64::max);
        let bound = PRODUCT * x * y * z + DIFFERENCE * longest * (x * y + y * z + z * x);
        if volume.abs() <= bound { 0 } else { predicates::sign_of(volume) }
    }

    /// `None` if the vertices lie on a line.
    fn face(&self, corners: [usize; 3]) -> Option<Face> {
        let [p, q, r] = corners.map(|i| self.points[i]);
        let normal = (q - p).cross(r - p).value().try_normalize()?;
        Some(Face { corners, normal, distance: normal.dot(p.value()) })
    }

    pub fn nearest_face(&self) -> Face {
        let nearest = self.faces.iter().min_by(|f, g| f.distance.total_cmp(&g.distance));
        *nearest.expect("a polytope has faces")
    }

    /// Grows by a vertex; false if that changes nothing that could be told from rounding.
    ///
    /// A face in whose plane the vertex lies counts as seen, so that no face without area comes
    /// about: the vertex is truly behind the faces that stay.
    pub fn add(&mut self, a: &impl SupportMap, b: &impl SupportMap, pair: [u32; 2]) -> bool {
        if self.pairs.contains(&pair) {
            return false;
        }
        let [i, j] = pair.map(|index| index as usize);
        let point = WideVector::difference(a.vertex(i), b.vertex(j));
        let seen: Vec<bool> =
            self.faces.iter().map(|face| self.side(face.corners, point) >= 0).collect();
        self.horizon.clear();
        for (face, _) in self.faces.iter().zip(&seen).filter(|(_, seen)| **seen) {
            let [p, q, r] = face.corners;
            for [from, to] in [[p, q], [q, r], [r, p]] {
                match self.horizon.iter().position(|edge| *edge == [to, from]) {
                    Some(at) => drop(self.horizon.swap_remove(at)),
                    None => self.horizon.push([from, to]),
                }
            }
        }
        if !self.is_one_loop() {
            return false;
        }
        self.pairs.push(pair);
        self.points.push(point);
        let new = self.points.len() - 1;
        let grown: Option<Vec<Face>> =
            self.horizon.iter().map(|&[from, to]| self.face([from, to, new])).collect();
        let Some(grown) = grown else {
            self.pairs.pop();
            self.points.pop();
            return false;
        };
        let mut seen = seen.into_iter();
        self.faces.retain(|_| !seen.next().expect("one for each face"));
        self.faces.extend(grown);
        true
    }

    /// Whether the horizon is one closed walk that meets no vertex twice.
    fn is_one_loop(&self) -> bool {
        let Some(&[start, mut at]) = self.horizon.first() else { return false };
        let mut walked = 1;
        while at != start {
            let next = self.horizon.iter().find(|edge| edge[0] == at);
            match next {
                Some(edge) if walked < self.horizon.len() => at = edge[1],
                _ => return false,
            }
            walked += 1;
        }
        walked == self.horizon.len() && walked >= 3
    }
}
