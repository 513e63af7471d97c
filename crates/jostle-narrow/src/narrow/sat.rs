//! The classic separating-axis tests in plain `f64`, as the literature uses them (tet-kDet 2023,
//! sec. 2.2.1 and 4.5). They round, so they are kept for comparison only; the exact test is
//! [`elements_collide`](super::elements_collide).

use crate::mesh::Element;
use glam::DVec3;

/// Two elements of any kind: face normals, cross products of edges, and for two triangles the
/// normals of their edges in their planes, which tell coplanar ones apart.
///
/// ```
/// use jostle::{DVec3, mesh::Element, narrow::sat};
///
/// let floor = Element::Triangle([DVec3::ZERO, DVec3::X, DVec3::Y]);
/// let above = Element::Triangle([DVec3::Z, DVec3::X, DVec3::Y].map(|p| p + DVec3::Z * 0.1));
/// assert!(sat::elements(&floor, &floor));
/// assert!(!sat::elements(&floor, &above));
/// ```
pub fn elements(a: &Element, b: &Element) -> bool {
    use Element::{Tetrahedron, Triangle};
    elements_without_edges(a, b)
        && match (a, b) {
            (Triangle(p), Triangle(q)) => !crosses(TRIANGLE, p, TRIANGLE, q),
            (Tetrahedron(p), Tetrahedron(q)) => !crosses(TETRAHEDRON, p, TETRAHEDRON, q),
            (Triangle(p), Tetrahedron(q)) | (Tetrahedron(q), Triangle(p)) => {
                !crosses(TRIANGLE, p, TETRAHEDRON, q)
            }
        }
}

/// The same without the cross products of edges: finds every pair that [`elements`] finds, and more.
pub fn elements_without_edges(a: &Element, b: &Element) -> bool {
    use Element::{Tetrahedron, Triangle};
    match (a, b) {
        (Tetrahedron(p), Tetrahedron(q)) => tetrahedra_without_edges(p, q),
        (Triangle(p), Triangle(q)) => {
            let axes = plane_axes(p).into_iter().chain(plane_axes(q));
            !axes.into_iter().any(|axis| separates(axis, p, q))
        }
        (Triangle(p), Tetrahedron(q)) | (Tetrahedron(q), Triangle(p)) => {
            !separates(normal(p), p, q) && !normals(q).any(|axis| separates(axis, p, q))
        }
    }
}

/// All 44 axes: 4 face normals of each, and the 36 cross products of an edge of each.
///
/// ```
/// use jostle::{DVec3, narrow::sat};
///
/// let a = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
/// assert!(sat::tetrahedra(&a, &a.map(|p| p + DVec3::splat(0.1))));
/// assert!(!sat::tetrahedra(&a, &a.map(|p| p + DVec3::splat(0.5))));
/// ```
pub fn tetrahedra(a: &[DVec3; 4], b: &[DVec3; 4]) -> bool {
    tetrahedra_without_edges(a, b) && !crosses(TETRAHEDRON, a, TETRAHEDRON, b)
}

/// The 8 face normals only: finds every intersecting pair, and some that do not intersect.
///
/// ```
/// use jostle::{DVec3, narrow::sat};
///
/// let a = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
/// assert!(!sat::tetrahedra_without_edges(&a, &a.map(|p| p + DVec3::splat(0.5))));
/// ```
pub fn tetrahedra_without_edges(a: &[DVec3; 4], b: &[DVec3; 4]) -> bool {
    !normals(a).any(|n| separates(n, a, b)) && !normals(b).any(|n| separates(n, a, b))
}

fn normals(t: &[DVec3; 4]) -> impl Iterator<Item = DVec3> {
    let t = *t;
    [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]]
        .into_iter()
        .map(move |[i, j, k]: [usize; 3]| (t[j] - t[i]).cross(t[k] - t[i]))
}

fn normal([a, b, c]: &[DVec3; 3]) -> DVec3 {
    (b - a).cross(c - a)
}

/// The normal of a triangle, and those of its edges in its plane.
fn plane_axes(t: &[DVec3; 3]) -> [DVec3; 4] {
    let n = normal(t);
    let [a, b, c] = *t;
    [n, n.cross(b - a), n.cross(c - b), n.cross(a - c)]
}

/// Ends of the edges, as corners.
const TRIANGLE: &[[usize; 2]] = &[[0, 1], [0, 2], [1, 2]];
const TETRAHEDRON: &[[usize; 2]] = &[[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];

/// Whether the cross product of an edge of each separates the two.
#[inline]
fn crosses<const N: usize, const M: usize>(
    edges_a: &[[usize; 2]],
    a: &[DVec3; N],
    edges_b: &[[usize; 2]],
    b: &[DVec3; M],
) -> bool {
    edges_a.iter().any(|&[i, j]| {
        let e = a[j] - a[i];
        edges_b.iter().any(|&[k, l]| separates(e.cross(b[l] - b[k]), a, b))
    })
}

/// Whether the projections onto the axis are disjoint.
#[inline]
fn separates<const N: usize, const M: usize>(axis: DVec3, a: &[DVec3; N], b: &[DVec3; M]) -> bool {
    let ((a_low, a_high), (b_low, b_high)) = (range(axis, a), range(axis, b));
    a_high < b_low || b_high < a_low
}

#[inline]
fn range<const N: usize>(axis: DVec3, t: &[DVec3; N]) -> (f64, f64) {
    let values = t.map(|p| axis.dot(p));
    values[1..]
        .iter()
        .fold((values[0], values[0]), |(low, high), &value| (low.min(value), high.max(value)))
}
