//! Self-intersection by trying all pairs of triangles with exact signs, for tests.

use crate::mesh::TriangleMesh;
use glam::DVec3;

/// Pairs of triangles whose intersection is more than the vertex or edge that they share.
pub(super) fn self_intersections(mesh: &TriangleMesh) -> Vec<(usize, usize)> {
    let count = mesh.elements.len();
    let apart = |a: usize, b: usize| {
        let (a, b) = (mesh.corners(a), mesh.corners(b));
        let low = |t: [DVec3; 3]| t[0].min(t[1]).min(t[2]);
        let high = |t: [DVec3; 3]| t[0].max(t[1]).max(t[2]);
        low(a).cmpgt(high(b)).any() || low(b).cmpgt(high(a)).any()
    };
    (0..count)
        .flat_map(|a| (a + 1..count).map(move |b| (a, b)))
        .filter(|&(a, b)| !apart(a, b) && meet(mesh, a, b))
        .collect()
}

fn meet(mesh: &TriangleMesh, a: usize, b: usize) -> bool {
    let (ta, tb) = (mesh.elements[a], mesh.elements[b]);
    let (pa, pb) = (mesh.corners(a), mesh.corners(b));
    let own = |t: [u32; 3], other: [u32; 3]| -> Vec<usize> {
        (0..3).filter(|&i| !other.contains(&t[i])).collect()
    };
    let (own_a, own_b) = (own(ta, tb), own(tb, ta));
    match own_a.len() {
        3 => {
            let edges = |p: [DVec3; 3]| [[p[0], p[1]], [p[1], p[2]], [p[2], p[0]]];
            edges(pa).iter().any(|&e| segment_meets(e, pb))
                || edges(pb).iter().any(|&e| segment_meets(e, pa))
        }
        // Of two triangles at a vertex, one leaves the other through the edge opposite to it.
        2 => {
            segment_meets([pa[own_a[0]], pa[own_a[1]]], pb)
                || segment_meets([pb[own_b[0]], pb[own_b[1]]], pa)
        }
        // Two triangles at an edge overlap only if they are folded flat upon each other.
        1 => {
            let (i, apex) = (own_a[0], pb[own_b[0]]);
            let edge = [pa[(i + 1) % 3], pa[(i + 2) % 3]];
            orient3d(pa[0], pa[1], pa[2], apex) == 0.0 && {
                let drop = flat_axis(pa);
                let side = |p: DVec3| orient2d(drop, edge[0], edge[1], p);
                side(pa[i]) * side(apex) >= 0.0
            }
        }
        _ => true,
    }
}

fn segment_meets([p, q]: [DVec3; 2], [a, b, c]: [DVec3; 3]) -> bool {
    let (sp, sq) = (orient3d(a, b, c, p), orient3d(a, b, c, q));
    if sp == 0.0 && sq == 0.0 {
        return segment_meets_flat([p, q], [a, b, c]);
    }
    if sp > 0.0 && sq > 0.0 || sp < 0.0 && sq < 0.0 {
        return false;
    }
    let sides = [orient3d(p, q, a, b), orient3d(p, q, b, c), orient3d(p, q, c, a)];
    sides.iter().all(|s| *s >= 0.0) || sides.iter().all(|s| *s <= 0.0)
}

fn segment_meets_flat([p, q]: [DVec3; 2], t: [DVec3; 3]) -> bool {
    let drop = flat_axis(t);
    let side = |a, b, c| orient2d(drop, a, b, c);
    let inside = |x| {
        let sides = [side(t[0], t[1], x), side(t[1], t[2], x), side(t[2], t[0], x)];
        sides.iter().all(|s| *s >= 0.0) || sides.iter().all(|s| *s <= 0.0)
    };
    let crosses = |a: DVec3, b: DVec3| {
        side(p, q, a) * side(p, q, b) < 0.0 && side(a, b, p) * side(a, b, q) < 0.0
    };
    // A segment that only touches does so with an end in the triangle, or passes through a corner.
    let through =
        |a: DVec3| side(p, q, a) == 0.0 && a.cmpge(p.min(q)).all() && a.cmple(p.max(q)).all();
    inside(p)
        || inside(q)
        || (0..3).any(|i| crosses(t[i], t[(i + 1) % 3]))
        || t.into_iter().any(through)
}

/// An axis along which the triangle can be flattened without losing its area.
fn flat_axis([a, b, c]: [DVec3; 3]) -> usize {
    let turns = |&axis: &usize| orient2d(axis, a, b, c) != 0.0;
    (0..3).find(turns).expect("shapes have no degenerate triangles")
}

fn orient3d(a: DVec3, b: DVec3, c: DVec3, d: DVec3) -> f64 {
    let [a, b, c, d] = [a, b, c, d].map(|p| robust::Coord3D { x: p.x, y: p.y, z: p.z });
    robust::orient3d(a, b, c, d)
}

fn orient2d(drop: usize, a: DVec3, b: DVec3, c: DVec3) -> f64 {
    let flatten = |p: DVec3| robust::Coord { x: p[(drop + 1) % 3], y: p[(drop + 2) % 3] };
    robust::orient2d(flatten(a), flatten(b), flatten(c))
}
