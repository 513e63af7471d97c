//! Stars of tetrahedra: all positive, and round their vertex once.

use super::{FREE, ODD_DIRECTION, UNSURE};
use crate::conditions::{Condition, bound, required};
use crate::geometry::Aabb;
use crate::mesh::topology::ClosedStars;
use crate::mesh::{Element, Object, Scene};
use glam::DVec3;
use jostle_support::parallel;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering::Relaxed};

/// Marks the vertices of a volume whose star surrounds them once.
///
/// The tetrahedra of a closed star, all of one sign, cover every direction equally often: as often
/// as one direction that none of them has on its border. If that is once, their cones overlap
/// nowhere, and two tetrahedra meet only in the simplex they share.
///
/// Of vertices in some boxes, if there are any: all tetrahedra of such a vertex reach into one of the boxes.
pub(super) fn certify(
    scene: &Scene,
    object: &Object,
    closed_stars: &ClosedStars,
    boxes: Option<&[Aabb]>,
    counts: &mut Vec<AtomicU32>,
    verdicts: &[AtomicU8],
) {
    const FAILED: u32 = 1 << 31;
    counts.clear();
    counts.resize_with(verdicts.len(), AtomicU32::default);
    let counts = counts.as_slice();
    let first = object.vertices().start;
    let sign = usual_sign(scene, object);
    // Most elements reach into none of them, which one box tells.
    let around = boxes.map(|boxes| boxes.iter().fold(Aabb::EMPTY, |all, own| all.union(*own)));
    let reaches_into = |own: &Aabb| match (boxes, around) {
        (Some(boxes), Some(around)) => {
            around.overlaps(own) && boxes.iter().any(|other| other.overlaps(own))
        }
        _ => true,
    };
    let elements = object.elements();
    parallel::for_each(elements.len(), 1024, |e| {
        let e = elements.start + e;
        let Element::Tetrahedron(points) = scene.element_at(e) else { return };
        if !reaches_into(&Aabb::from_points(points)) {
            return;
        }
        let covers = corner_covers(&points, sign);
        for (cover, &v) in covers.iter().zip(scene.corners_at(e)) {
            let count = &counts[v as usize - first];
            match cover {
                Cover::Unsure => count.fetch_or(FAILED, Relaxed),
                Cover::Covers => count.fetch_add(1, Relaxed),
                Cover::Apart => continue,
            };
        }
    });
    let judge = |v: usize, count: u32, verdict: &AtomicU8| {
        let once = match required(Condition::VolumeStarWindsOnce) {
            true => count == 1,
            false => count & FAILED == 0,
        };
        let is_looked_at = reaches_into(&Aabb::from_points([scene.vertices()[first + v]]));
        let free = once && is_looked_at && closed_stars.is_closed(v);
        verdict.store(if free { FREE } else { UNSURE }, Relaxed);
    };
    parallel::for_each_range(verdicts.len(), 4096, |part| {
        let vertices = part.clone().zip(&counts[part.clone()]).zip(&verdicts[part]);
        vertices.for_each(|((v, count), verdict)| judge(v, count.load(Relaxed), verdict));
    });
}

/// The sign of most of the first tetrahedra: meshes list their corners one way or the other.
fn usual_sign(scene: &Scene, object: &Object) -> f64 {
    const LOOKED_AT: usize = 15;
    let signs = object.elements().take(LOOKED_AT).map(|e| match scene.element_at(e) {
        Element::Tetrahedron([a, b, c, d]) => (b - a).cross(c - a).dot(d - a).signum(),
        Element::Triangle(_) => 0.0,
    });
    if signs.sum::<f64>() < 0.0 { -1.0 } else { 1.0 }
}

/// Whether a tetrahedron covers a direction, seen from one of its corners.
#[derive(Clone, Copy)]
enum Cover {
    /// Flat, of the wrong sign, or its border too near the direction.
    Unsure,
    /// Of the right sign, and does not cover the direction.
    Apart,
    /// Of the right sign, and covers the direction.
    Covers,
}

const UNIT_ROUNDOFF: f64 = f64::EPSILON / 2.0;

/// What a tetrahedron says about the stars of its four corners.
///
/// With `X, Y, Z` the extents of its box, the volume is off by at most `46u XYZ`, as in
/// `narrow/filter.rs`, and `det(r, e, f)`, with the direction `r` exact and its coordinates below
/// one, by at most `14u (YZ + ZX + XY)`.
fn corner_covers(points: &[DVec3; 4], sign: f64) -> [Cover; 4] {
    let [a, b, c, d] = *points;
    let reach = a.max(b).max(c.max(d)) - a.min(b).min(c.min(d));
    const SMALLEST: f64 = f64::from_bits((1023 - 200) << 52);
    const LARGEST: f64 = f64::from_bits((1023 + 200) << 52);
    let fits = |x: f64| (SMALLEST..=LARGEST).contains(&x);
    let is_in_range = fits(reach.x) && fits(reach.y) && fits(reach.z);
    if !is_in_range && required(Condition::VolumeStarRange) {
        return [Cover::Unsure; 4];
    }
    let volume = (b - a).cross(c - a).dot(d - a) * sign;
    let volume_bound = 64.0 * UNIT_ROUNDOFF * reach.x * reach.y * reach.z;
    if volume <= bound(Condition::VolumeStarVolumeBound, volume_bound) {
        return [Cover::Unsure; 4];
    }
    let areas = reach.y * reach.z + reach.z * reach.x + reach.x * reach.y;
    let flux_bound = bound(Condition::VolumeStarFluxBound, 32.0 * UNIT_ROUNDOFF * areas);
    // The coordinates of the direction in the cone of a corner are, up to the volume, its fluxes
    // through the three faces there, so four fluxes serve all corners. Opposite corners 0 to 3:
    let flux = |p: DVec3, q: DVec3, r: DVec3| sign * ODD_DIRECTION.dot((q - p).cross(r - p));
    let faces = [flux(b, d, c), flux(a, c, d), flux(a, d, b), flux(a, b, c)];
    std::array::from_fn(|corner| {
        let (mut covers, mut apart) = (true, false);
        for face in (0..4).filter(|&face| face != corner) {
            covers &= faces[face] > flux_bound;
            apart |= faces[face] < -flux_bound;
        }
        match (covers, apart) {
            (true, _) => Cover::Covers,
            (_, true) => Cover::Apart,
            _ => Cover::Unsure,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::predicates::orient3d;
    use jostle_support::random::SplitMix64;

    fn point(random: &mut SplitMix64) -> DVec3 {
        DVec3::new(random.signed(), random.signed(), random.signed())
    }

    /// What is said of a corner at the origin holds in exact arithmetic.
    fn check(b: DVec3, c: DVec3, d: DVec3) {
        let points = [DVec3::ZERO, b, c, d];
        for sign in [1, -1] {
            let cover = corner_covers(&points, f64::from(sign))[0];
            let det =
                |p: DVec3, q: DVec3, r: DVec3| sign * i32::from(orient3d(DVec3::ZERO, p, q, r));
            let fluxes = [[c, d], [d, b], [b, c]].map(|[p, q]| det(p, q, ODD_DIRECTION));
            match cover {
                Cover::Unsure => continue,
                Cover::Covers => assert!(fluxes.iter().all(|&flux| flux > 0), "{points:?}"),
                Cover::Apart => assert!(fluxes.iter().any(|&flux| flux < 0), "{points:?}"),
            }
            assert!(det(b, c, d) > 0, "{points:?}");
        }
    }

    #[test]
    fn flat_tetrahedra_are_positive_only_in_exact_arithmetic() {
        let mut random = SplitMix64::new(1);
        for _ in 0..3000 {
            let [b, c] = [point(&mut random), point(&mut random)];
            check(b, c, b * random.signed() + c * random.signed());
        }
    }

    #[test]
    fn faces_along_the_direction_are_left_or_right_only_in_exact_arithmetic() {
        let mut random = SplitMix64::new(1);
        for _ in 0..3000 {
            let [b, d] = [point(&mut random), point(&mut random)];
            check(b, b * random.signed() + ODD_DIRECTION * random.signed(), d);
        }
    }

    #[test]
    fn what_is_said_holds_at_the_ends_of_the_number_range() {
        let mut random = SplitMix64::new(1);
        for power in (-365..-335).chain(335..345) {
            for _ in 0..200 {
                let [b, c, d] = [(); 3].map(|()| point(&mut random) * 2f64.powi(power));
                check(b, c, d);
            }
        }
    }
}
