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
pub(super) fn is_injective(vertex: DVec3, link: &[u32], positions: &[DVec3]) -> bool {
    if link.len() < 2 {
        return false;
    }
    let edge = |i: usize| positions[link[i] as usize] - vertex;
    let sectors = link.len() - 1;
    let is_ring = link[0] == link[sectors];
    let Some(view) = View::new((0..=sectors).map(edge), is_ring) else { return false };
    let mut covered = 0;
    let mut from = edge(0);
    let mut from_side = view.side(from);
    for i in 1..=sectors {
        let to = edge(i);
        let to_side = view.side(to);
        if !view.turns(from, to) {
            return false;
        }
        // The sector covers `r` if `r` comes after its begin and before its end.
        match (from_side, to_side) {
            (Some(true), _) | (_, Some(false)) => {}
            (Some(false), Some(true)) => covered += 1,
            _ => return false,
        }
        (from, from_side) = (to, to_side);
    }
    covered == is_ring as u32 || !required(Condition::StarWindsOnce)
}

/// A star seen along a direction `n`, and in this picture a direction `r` to count by.
///
/// Both are taken as exact, so only determinants with edges `e` as columns carry errors. With
/// `X, Y, Z` the largest edge coordinates, `det(n, e, f)` is off by at most
/// `14u (|nx|YZ + |ny|ZX + |nz|XY)` (as in `narrow/filter.rs`, with `n` exact), and `det(n, r, e)` by
/// at most `8u` times the same sum with the products of `|n|` and `|r|` for areas. Bounds of `32u`
/// also cover terms in `u^2`.
struct View {
    n: DVec3,
    /// The product of `n` and `r`.
    across: DVec3,
    turn_bound: f64,
    side_bound: f64,
}

impl View {
    /// The view of edges, in their order round the vertex, if numbers are in range. What a ring counts by
    /// is arbitrary; where a fan is open, if it is, is against the sum of its edges.
    #[inline]
    fn new(mut edges: impl Iterator<Item = DVec3>, is_ring: bool) -> Option<View> {
        let mut from = edges.next()?;
        let (mut n, mut reach, mut sum) = (DVec3::ZERO, from.abs(), from);
        for to in edges {
            n += from.cross(to);
            reach = reach.max(to.abs());
            sum += to;
            from = to;
        }
        let r = if is_ring { n.cross(ODD_DIRECTION) } else { -sum };
        let fits = reach.max_element() <= LARGEST_REACH || !required(Condition::StarReach);
        if fits { View::along(n, r, reach) } else { None }
    }

    #[inline]
    fn along(n: DVec3, r: DVec3, reach: DVec3) -> Option<View> {
        let areas = DVec3::new(reach.y * reach.z, reach.z * reach.x, reach.x * reach.y);
        let turn_bound = 32.0 * UNIT_ROUNDOFF * n.abs().dot(areas);
        let (an, ar) = (n.abs(), r.abs());
        let across_size = DVec3::new(
            an.y * ar.z + an.z * ar.y,
            an.z * ar.x + an.x * ar.z,
            an.x * ar.y + an.y * ar.x,
        );
        let side_bound = 32.0 * UNIT_ROUNDOFF * across_size.dot(reach);
        if side_bound < SMALLEST_BOUND && required(Condition::StarSideRange) {
            return None;
        }
        Some(View {
            n,
            across: n.cross(r),
            turn_bound: bound(Condition::StarTurnBound, turn_bound),
            side_bound: bound(Condition::StarSideBound, side_bound),
        })
    }

    /// Whether `from` certainly turns the positive way to `to`.
    #[inline]
    fn turns(&self, from: DVec3, to: DVec3) -> bool {
        self.n.dot(from.cross(to)) > self.turn_bound
    }

    /// Whether `r` certainly turns the positive way to the edge, or certainly the negative way.
    #[inline]
    fn side(&self, edge: DVec3) -> Option<bool> {
        let value = self.across.dot(edge);
        (value.abs() > self.side_bound).then_some(value > 0.0)
    }
}

/// With edges of at most this, normals of fewer than `2^32` triangles are below `2^233` and nothing
/// overflows.
const LARGEST_REACH: f64 = f64::from_bits((1023 + 100) << 52);

/// Underflow takes less than `2^-1074` from a product, and less than `2^-970` from its product with an
/// edge: nothing beside this bound of sides. Edges that are short, or that cancel in their sum, have
/// less. That turns do not vanish either follows (docs/conditions.md).
const SMALLEST_BOUND: f64 = f64::from_bits((1023 - 800) << 52);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::predicates::orient3d;
    use jostle_support::random::SplitMix64;

    /// What is said of turns and sides of these edges holds in exact arithmetic.
    fn check(edges: &[DVec3], is_ring: bool) {
        let Some(view) = View::new(edges.iter().copied(), is_ring) else { return };
        let r = match is_ring {
            true => view.n.cross(ODD_DIRECTION),
            false => -edges.iter().sum::<DVec3>(),
        };
        let det = |p: DVec3, q: DVec3| orient3d(DVec3::ZERO, view.n, p, q);
        for pair in edges.windows(2) {
            let [from, to] = [pair[0], pair[1]];
            assert!(!view.turns(from, to) || det(from, to) > 0, "{from} to {to} of {edges:?}");
        }
        for &edge in edges {
            if let Some(is_left) = view.side(edge) {
                let exact = i32::from(det(r, edge)).signum();
                assert_eq!(exact, if is_left { 1 } else { -1 }, "{edge} of {edges:?}");
            }
        }
    }

    fn point(random: &mut SplitMix64) -> DVec3 {
        DVec3::new(random.signed(), random.signed(), random.signed())
    }

    #[test]
    fn turns_and_sides_of_any_size_are_certain_only_if_they_are_exact() {
        let mut random = SplitMix64::new(1);
        for power in -1000..1000 {
            for _ in 0..20 {
                let edges = [(); 4].map(|()| point(&mut random) * 2f64.powi(power));
                check(&edges, random.signed() > 0.0);
            }
        }
    }

    /// Edges that cancel but for some components next to zero.
    #[test]
    fn sides_of_what_cancels_are_certain_only_if_they_are_exact() {
        let mut random = SplitMix64::new(1);
        for bits in 1..100 {
            for _ in 0..100 {
                let [x, y, z] = point(&mut random).to_array();
                let smallest = f64::from_bits(1) * 2f64.powi(bits);
                let mut rest = || random.signed() * smallest;
                let edges =
                    [[x, rest(), z], [rest(), y, -z], [-x, rest(), rest()], [rest(), -y, rest()]];
                check(&edges.map(DVec3::from), false);
            }
        }
    }

    /// Components of all sizes, most of them the same or opposite.
    #[test]
    fn what_is_said_of_long_thin_edges_holds() {
        let mut random = SplitMix64::new(1);
        for _ in 0..20_000 {
            let [x, y, z, rest] = [(); 4].map(|()| 2f64.powi((random.signed() * 500.0) as i32));
            let mut component = |size: f64| match (random.signed() * 4.0) as i32 {
                0 => random.signed() * rest,
                1 => size,
                -1 => -size,
                _ => 0.0,
            };
            let edges = [(); 5].map(|()| DVec3::from([x, y, z].map(&mut component)));
            check(&edges, false);
        }
    }
}
