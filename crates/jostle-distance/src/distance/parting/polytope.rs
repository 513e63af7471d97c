//! The common part of half-spaces around the origin.

use glam::DVec3;

/// The half-space of all `x` with `normal . x <= height`; the height is above zero, and the normal has unit length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct HalfSpace {
    pub normal: DVec3,
    pub height: f64,
}

impl HalfSpace {
    fn over(&self, point: DVec3) -> f64 {
        self.normal.dot(point) - self.height
    }
}

/// Points that span the common part of half-spaces and a cube with the given half edge around the origin, within it as
/// far as products in `f64` tell: a corner that rounding puts outside is moved towards the origin, and one that is lost
/// makes the hull smaller.
pub(super) fn corners(half_edge: f64, half_spaces: &[HalfSpace]) -> Vec<DVec3> {
    let mut faces = cube(half_edge);
    for half_space in half_spaces {
        faces = clip(faces, half_space, half_edge);
    }
    let mut all: Vec<DVec3> = Vec::new();
    for corner in faces.into_iter().flatten() {
        // Faces share corners, but for rounding.
        let is_known = |p: &DVec3| (*p - corner).abs().max_element() <= half_edge * 1e-13;
        if !all.iter().any(is_known) {
            all.push(corner);
        }
    }
    for corner in &mut all {
        for HalfSpace { normal, height } in half_spaces {
            let there = normal.dot(*corner);
            if there > *height {
                *corner *= height / there;
            }
        }
    }
    all
}

fn cube(half_edge: f64) -> Vec<Vec<DVec3>> {
    let axes = [DVec3::X, DVec3::Y, DVec3::Z];
    let side = |axis: usize, sign: f64| {
        let (u, v) = (axes[(axis + 1) % 3], axes[(axis + 2) % 3]);
        let round = [u + v, v - u, -u - v, u - v];
        round.map(|p| (p + axes[axis] * sign) * half_edge).to_vec()
    };
    (0..3).flat_map(|axis| [side(axis, 1.0), side(axis, -1.0)]).collect()
}

/// The faces of a convex polytope that a half-space leaves, and the face where it is cut.
fn clip(faces: Vec<Vec<DVec3>>, by: &HalfSpace, half_edge: f64) -> Vec<Vec<DVec3>> {
    let mut left = Vec::with_capacity(faces.len() + 1);
    let mut cut: Vec<DVec3> = Vec::new();
    for face in faces {
        if face.iter().all(|&p| by.over(p) <= 0.0) {
            left.push(face);
            continue;
        }
        let mut kept = Vec::with_capacity(face.len() + 1);
        for (i, &p) in face.iter().enumerate() {
            let q = face[(i + 1) % face.len()];
            let (over_p, over_q) = (by.over(p), by.over(q));
            if over_p <= 0.0 {
                kept.push(p);
            }
            if (over_p <= 0.0) != (over_q <= 0.0) {
                // From the lower end, so that both faces of an edge find one point.
                let [(low, under), (high, over)] = if over_p <= 0.0 {
                    [(p, over_p), (q, over_q)]
                } else {
                    [(q, over_q), (p, over_p)]
                };
                let at = low + (high - low) * (under / (under - over));
                kept.push(at);
                cut.push(at);
            }
        }
        if kept.len() >= 3 {
            left.push(kept);
        }
    }
    let mut round: Vec<DVec3> = Vec::new();
    for p in cut {
        if !round.iter().any(|q| (*q - p).abs().max_element() <= half_edge * 1e-13) {
            round.push(p);
        }
    }
    if round.len() >= 3 {
        let middle = round.iter().fold(DVec3::ZERO, |sum, p| sum + *p) / round.len() as f64;
        let (u, v) = by.normal.any_orthonormal_pair();
        let angle = |p: &DVec3| (*p - middle).dot(v).atan2((*p - middle).dot(u));
        round.sort_by(|p, q| angle(p).total_cmp(&angle(q)));
        left.push(round);
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cube_with_a_corner_cut_off_has_ten_corners() {
        let normal = DVec3::ONE.normalize();
        let cut = HalfSpace { normal, height: 2.5 / 3f64.sqrt() };
        let unit = [DVec3::X, DVec3::Y, DVec3::Z].into_iter().flat_map(|n| [n, -n]);
        let mut all: Vec<HalfSpace> =
            unit.map(|normal| HalfSpace { normal, height: 1.0 }).collect();
        all.push(cut);
        let corners = corners(10.0, &all);
        assert_eq!(corners.len(), 10);
        for corner in &corners {
            assert!(all.iter().all(|h| h.over(*corner) <= 0.0));
            assert!(all.iter().filter(|h| h.over(*corner) > -1e-12).count() >= 3);
        }
    }
}
