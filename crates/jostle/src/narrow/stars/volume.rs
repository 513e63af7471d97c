//! Stars of tetrahedra: all positive, and round their vertex once.

use super::{FREE, ODD_DIRECTION, UNSURE};
use crate::mesh::topology::ClosedStars;
use crate::mesh::{Element, Object, Scene};
use glam::DVec3;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering::Relaxed};

/// Marks the vertices of a volume whose star surrounds them once.
///
/// The tetrahedra of a closed star, all of one sign, cover every direction equally often: as often
/// as one direction that none of them has on its border. If that is once, their cones overlap
/// nowhere, and two tetrahedra meet only in the simplex they share.
pub(super) fn certify(
    scene: &Scene,
    object: &Object,
    closed_stars: &ClosedStars,
    counts: &mut Vec<AtomicU32>,
    verdicts: &[AtomicU8],
) {
    const FAILED: u32 = 1 << 31;
    counts.clear();
    counts.resize_with(verdicts.len(), AtomicU32::default);
    let counts = counts.as_slice();
    let first = object.vertices().start;
    let sign = usual_sign(scene, object);
    object.elements().into_par_iter().with_min_len(1024).for_each(|e| {
        let Element::Tetrahedron(points) = scene.element_at(e) else { return };
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
    verdicts.par_iter().with_min_len(4096).enumerate().for_each(|(v, verdict)| {
        let once = counts[v].load(Relaxed) == 1;
        let free = once && closed_stars.is_closed(v);
        verdict.store(if free { FREE } else { UNSURE }, Relaxed);
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
    if !(fits(reach.x) && fits(reach.y) && fits(reach.z)) {
        return [Cover::Unsure; 4];
    }
    let volume = (b - a).cross(c - a).dot(d - a) * sign;
    if volume <= 64.0 * UNIT_ROUNDOFF * reach.x * reach.y * reach.z {
        return [Cover::Unsure; 4];
    }
    let bound = 32.0 * UNIT_ROUNDOFF * (reach.y * reach.z + reach.z * reach.x + reach.x * reach.y);
    // The coordinates of the direction in the cone of a corner are, up to the volume, its fluxes
    // through the three faces there, so four fluxes serve all corners. Opposite corners 0 to 3:
    let flux = |p: DVec3, q: DVec3, r: DVec3| sign * ODD_DIRECTION.dot((q - p).cross(r - p));
    let faces = [flux(b, d, c), flux(a, c, d), flux(a, d, b), flux(a, b, c)];
    std::array::from_fn(|corner| {
        let (mut covers, mut apart) = (true, false);
        for face in (0..4).filter(|&face| face != corner) {
            covers &= faces[face] > bound;
            apart |= faces[face] < -bound;
        }
        match (covers, apart) {
            (true, _) => Cover::Covers,
            (_, true) => Cover::Apart,
            _ => Cover::Unsure,
        }
    })
}
