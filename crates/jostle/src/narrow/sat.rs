//! The classic separating-axis tests of two tetrahedra in plain `f64`, as the literature uses them
//! (tet-kDet 2023, sec. 2.2.1 and 4.5). They round, so they are kept for comparison only; the
//! exact test is [`tetrahedron_tetrahedron`](super::tetrahedron_tetrahedron()).

use glam::DVec3;

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
    tetrahedra_without_edges(a, b)
        && !edges(a).any(|e| edges(b).any(|f| separates(e.cross(f), a, b)))
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

fn edges(t: &[DVec3; 4]) -> impl Iterator<Item = DVec3> {
    let t = *t;
    [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]
        .into_iter()
        .map(move |[i, j]: [usize; 2]| t[j] - t[i])
}

/// Whether the projections onto the axis are disjoint.
fn separates(axis: DVec3, a: &[DVec3; 4], b: &[DVec3; 4]) -> bool {
    let range = |t: &[DVec3; 4]| {
        let values = t.map(|p| axis.dot(p));
        let low = values[0].min(values[1]).min(values[2].min(values[3]));
        let high = values[0].max(values[1]).max(values[2].max(values[3]));
        (low, high)
    };
    let ((a_low, a_high), (b_low, b_high)) = (range(a), range(b));
    a_high < b_low || b_high < a_low
}
