//! Stars of triangles: injective along one direction.

use super::ODD_DIRECTION;
use crate::conditions::{Condition, bound, required};
use glam::DVec3;

const UNIT_ROUNDOFF: f64 = f64::EPSILON / 2.0;

/// Whether the triangles between consecutive neighbours of a vertex project injectively along their
/// mean normal.
///
/// Seen along the sum of their normals, each triangle must turn the positive way: then each covers
/// a sector of less than half a turn, and they follow one another round the vertex. A ring of them
/// winds once if exactly one covers some direction; a fan does not overlap itself if none covers
/// some direction.
///
/// The direction `n` and the reference `r` are taken as exact, so only determinants with edges `e`
/// as columns carry errors. With `X, Y, Z` the largest edge coordinates, `det(n, e, f)` is off by at
/// most `14u (|nx|YZ + |ny|ZX + |nz|XY)` (as in `narrow/filter.rs`, with `n` exact), and
/// `det(n, r, e)` by at most `8u` times the same sum with the products of `|n|` and `|r|` for areas.
/// Bounds of `32u` leave room for terms in `u^2`.
pub(super) fn is_injective(vertex: DVec3, link: &[u32], positions: &[DVec3]) -> bool {
    if link.len() < 2 {
        return false;
    }
    let edge = |i: usize| positions[link[i] as usize] - vertex;
    let sectors = link.len() - 1;
    let is_ring = link[0] == link[sectors];
    let (mut n, mut reach, mut sum) = (DVec3::ZERO, DVec3::ZERO, DVec3::ZERO);
    let mut from = edge(0);
    for i in 1..=sectors {
        let to = edge(i);
        n += from.cross(to);
        reach = reach.max(from.abs());
        sum += from;
        from = to;
    }
    reach = reach.max(from.abs());
    sum += from;
    if !is_in_range(reach, n) {
        return false;
    }
    let areas = DVec3::new(reach.y * reach.z, reach.z * reach.x, reach.x * reach.y);
    let turn_bound = bound(Condition::StarTurnBound, 32.0 * UNIT_ROUNDOFF * n.abs().dot(areas));
    let r = if is_ring { n.cross(ODD_DIRECTION) } else { -sum };
    let across = n.cross(r);
    let (an, ar) = (n.abs(), r.abs());
    let across_size =
        DVec3::new(an.y * ar.z + an.z * ar.y, an.z * ar.x + an.x * ar.z, an.x * ar.y + an.y * ar.x);
    let side_bound = 32.0 * UNIT_ROUNDOFF * across_size.dot(reach);
    // The edges of a fan can cancel to almost nothing; products that vanish have no error bound.
    if side_bound < SMALLEST_BOUND {
        return false;
    }
    let side_bound = bound(Condition::StarSideBound, side_bound);
    let mut covered = 0;
    let mut from = edge(0);
    let mut from_side = across.dot(from);
    for i in 1..=sectors {
        let to = edge(i);
        let to_side = across.dot(to);
        if n.dot(from.cross(to)) <= turn_bound {
            return false;
        }
        // The sector covers `r` if `r` comes after its begin and before its end.
        let apart = from_side > side_bound || to_side < -side_bound;
        if !apart {
            let covers = from_side < -side_bound && to_side > side_bound;
            if !covers {
                return false;
            }
            covered += 1;
        }
        (from, from_side) = (to, to_side);
    }
    covered == is_ring as u32 || !required(Condition::StarWindsOnce)
}

/// What underflow takes from a product of a component of `across`, itself a product, and an edge of
/// at most `2^100` is below `2^-970`: nothing beside this bound.
const SMALLEST_BOUND: f64 = f64::from_bits((1023 - 900) << 52);

/// Whether products of these can neither overflow nor underflow to any effect.
fn is_in_range(reach: DVec3, n: DVec3) -> bool {
    const SMALLEST: f64 = f64::from_bits((1023 - 100) << 52);
    const LARGEST: f64 = f64::from_bits((1023 + 100) << 52);
    let fits = |x: f64| x == 0.0 || (SMALLEST..=LARGEST).contains(&x);
    fits(reach.x) && fits(reach.y) && fits(reach.z) && n.abs().max_element() >= SMALLEST * SMALLEST
}
