//! The minimum translation vector by separating axes (tet-kDet 2023, sec. 2.2.1 and 4.5): along
//! every axis that can be the best, by how much do the projections overlap?

use super::elements::with_corners;
use super::gjk::PairScale;
use super::penetration::{deepest, overlap_error};
use super::scaled_shape;
use super::{
    ConvexError, MinimumTranslation, OrientedBox, Penetration, Proximity, SupportMap, intersects,
    proximity,
};
use crate::geometry::number::{DoubleDouble, Vector};
use crate::mesh::Element;
use glam::DVec3;

/// The minimum translation of two tetrahedra, over 44 axes: 4 face normals of each and 36 cross products of edges.
///
/// Agrees with [`penetration`](super::penetration()) to within the errors of both; where two
/// axes are equally good it may take the other.
///
/// ```
/// use jostle::DVec3;
/// use jostle::convex::{Penetration, separating_axes};
///
/// let a = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
/// let b = a.map(|p| -p + DVec3::splat(0.25));
/// let Penetration::Overlap(overlap) = separating_axes::tetrahedra(&a, &b)? else { panic!() };
/// assert_eq!(overlap.depth, 0.25, "back along any of the coordinate axes");
/// # Ok::<(), jostle::convex::ConvexError>(())
/// ```
pub fn tetrahedra(a: &[DVec3; 4], b: &[DVec3; 4]) -> Result<Penetration, ConvexError> {
    simplices(a, b)
}

/// The minimum translation of two elements, over face normals of each and cross products of edges: 11 axes
/// for two triangles, 23 for a triangle and a tetrahedron, 44 for two tetrahedra.
///
/// ```
/// use jostle::DVec3;
/// use jostle::convex::{Penetration, separating_axes};
/// use jostle::mesh::Element;
///
/// let floor = Element::Triangle([DVec3::ZERO, DVec3::X * 4.0, DVec3::Y * 4.0]);
/// let spike = [[1.0, 1.0, -0.125], [1.0, 1.5, 1.0], [1.5, 1.0, 1.0]].map(DVec3::from_array);
/// let spike = Element::Triangle(spike);
/// let Penetration::Overlap(overlap) = separating_axes::elements(&floor, &spike)? else { panic!() };
/// assert_eq!((overlap.axis, overlap.depth), (DVec3::Z, 0.125));
/// # Ok::<(), jostle::convex::ConvexError>(())
/// ```
pub fn elements(a: &Element, b: &Element) -> Result<Penetration, ConvexError> {
    with_corners!(simplices, a, b)
}

/// Pairs of corners.
fn edges<const N: usize>(corners: &[DVec3; N]) -> impl Iterator<Item = [DVec3; 2]> {
    let corners = *corners;
    (0..N).flat_map(move |i| (i + 1..N).map(move |k| [corners[i], corners[k]]))
}

/// Faces by two of their edges.
fn faces<const N: usize>(corners: &[DVec3; N]) -> impl Iterator<Item = [[DVec3; 2]; 2]> {
    const FACES: [[usize; 3]; 4] = [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]];
    let corners = *corners;
    // A triangle is its own only face.
    let count = if N == 3 { 1 } else { 4 };
    FACES[..count]
        .iter()
        .map(move |&[i, j, k]| [[corners[i], corners[j]], [corners[i], corners[k]]])
}

fn simplices<const A: usize, const B: usize>(
    a: &[DVec3; A],
    b: &[DVec3; B],
) -> Result<Penetration, ConvexError> {
    if let Some(factor) = range_scale(a, b)? {
        let found = simplices(&a.map(|p| p * factor), &b.map(|p| p * factor))?;
        return unscaled(a, b, found, factor);
    }
    const MOST_AXES: usize = 8 + 36;
    let crossed = edges(a).flat_map(|e| edges(b).map(move |f| [e, f]));
    let mut axes = [None; MOST_AXES];
    let all = faces(a).chain(faces(b)).chain(crossed);
    axes.iter_mut().zip(all).for_each(|(axis, [e, f])| *axis = across(e, f));
    least_overlap(a, b, &axes)
}

/// The minimum translation of two boxes, over 15 axes: 3 of each and 9 cross products.
///
/// ```
/// use jostle::DVec3;
/// use jostle::convex::{OrientedBox, Penetration, Pose, separating_axes};
///
/// let a = OrientedBox::new(DVec3::ONE, Pose::IDENTITY);
/// let b = OrientedBox::new(DVec3::ONE, Pose { translation: DVec3::X * -1.75, ..Pose::IDENTITY });
/// let Penetration::Overlap(overlap) = separating_axes::boxes(&a, &b)? else { panic!() };
/// assert_eq!((overlap.axis, overlap.depth), (-DVec3::X, 0.25));
/// # Ok::<(), jostle::convex::ConvexError>(())
/// ```
pub fn boxes(a: &OrientedBox, b: &OrientedBox) -> Result<Penetration, ConvexError> {
    if let Some(factor) = range_scale(a, b)? {
        let near = |s: &OrientedBox| OrientedBox {
            centre: s.centre * factor,
            axes: s.axes.map(|axis| axis * factor),
        };
        return unscaled(a, b, boxes(&near(a), &near(b))?, factor);
    }
    const AXES: usize = 6 + 9;
    let edges = |s: &OrientedBox| s.axes.map(|axis| [DVec3::ZERO, axis]);
    let (edges_a, edges_b) = (edges(a), edges(b));
    // Normals as cross products too, in case the axes are not quite at right angles.
    let normals =
        [edges_a, edges_b].into_iter().flat_map(|e| [(e[0], e[1]), (e[1], e[2]), (e[2], e[0])]);
    let crossed = edges_a.into_iter().flat_map(|e| edges_b.map(|f| (e, f)));
    let mut axes = [None; AXES];
    let all = normals.chain(crossed);
    axes.iter_mut().zip(all).for_each(|(axis, (e, f))| *axis = across(e, f));
    least_overlap(a, b, &axes)
}

/// A factor other than one for shapes near the ends of the number range.
fn range_scale(a: &impl SupportMap, b: &impl SupportMap) -> Result<Option<f64>, ConvexError> {
    if PairScale::new(a, b).is_plain() {
        return Ok(None);
    }
    super::check(a, b)?;
    Ok(scaled_shape::factor(a, b).filter(|&factor| factor != 1.0))
}

/// The answer for the shapes as given, from that for the scaled ones.
fn unscaled(
    a: &impl SupportMap,
    b: &impl SupportMap,
    found: Penetration,
    factor: f64,
) -> Result<Penetration, ConvexError> {
    match (found, proximity(a, b)?) {
        (_, Proximity::Apart(apart)) => Ok(Penetration::Apart(apart)),
        (Penetration::Overlap(overlap), _) => Ok(Penetration::Overlap(overlap.unscaled(factor))),
        // They touch by less than the rounding of the scaled shapes.
        (Penetration::Apart(apart), _) => Ok(Penetration::Overlap(MinimumTranslation {
            axis: apart.axis,
            depth: 0.0,
            least: 0.0,
            error: (apart.error + apart.distance) / factor,
            points: apart.points.map(|p| p / factor),
        })),
    }
}

/// The unit axis at right angles to two edges; `None` if they are parallel, or so nearly that their cross product may be
/// rounding (2^-98 of the largest it could be, in pairs of `f64`): it would bound a sliver that nothing depends on.
fn across(e: [DVec3; 2], f: [DVec3; 2]) -> Option<DVec3> {
    let (along_e, along_f) = (e[1] - e[0], f[1] - f[0]);
    let plain = along_e.cross(along_f);
    // Below one thousandth of the largest it could be, three digits are lost already.
    if plain.length_squared() > 1e-6 * along_e.length_squared() * along_f.length_squared() {
        return plain.try_normalize();
    }
    let wide = |[from, to]: [DVec3; 2]| Vector::<DoubleDouble>::difference(to, from);
    let across = wide(e).cross(wide(f)).value();
    let rounding = 2f64.powi(-98) * along_e.length() * along_f.length();
    across.try_normalize().filter(|_| across.length() > rounding)
}

fn least_overlap(
    a: &impl SupportMap,
    b: &impl SupportMap,
    axes: &[Option<DVec3>],
) -> Result<Penetration, ConvexError> {
    let scale = PairScale::new(a, b);
    let apart = || match proximity(a, b)? {
        Proximity::Apart(apart) => Ok(Some(Penetration::Apart(apart))),
        Proximity::Intersection(_) => Ok::<_, ConvexError>(None),
    };
    let error = overlap_error(&scale);
    let along = |axis: DVec3| {
        let points = [a.vertex(a.support(axis)), b.vertex(b.support(-axis))];
        let depth = axis.dot(points[0] - points[1]);
        MinimumTranslation { axis, depth, least: depth, error, points }
    };
    let overlaps = || axes.iter().flatten().flat_map(|&axis| [along(axis), along(-axis)]);
    let best = overlaps().min_by(|one, other| one.depth.total_cmp(&other.depth));
    // Nothing but parallel edges, or no edge at all: nothing to overlap across them. No axis tells whether they lie in
    // one line, and so whether they meet.
    let mut overlap = best.unwrap_or_else(|| {
        let along = (0..a.vertex_count()).map(|i| a.vertex(i) - a.vertex(0));
        let along = along.chain((0..b.vertex_count()).map(|i| b.vertex(i) - b.vertex(0)));
        let along = along.filter_map(|edge| edge.try_normalize()).next();
        let axis = along.map_or(DVec3::X, |along| along.any_orthonormal_vector());
        let points = [a.vertex(0), b.vertex(0)];
        MinimumTranslation {
            axis,
            depth: axis.dot(points[0] - points[1]),
            least: 0.0,
            error,
            points,
        }
    });
    // A gap, or no more than rounding.
    if (best.is_none() || overlap.depth <= scale.margin(0.0))
        && !intersects(a, b)?
        && let Some(apart) = apart()?
    {
        return Ok(apart);
    }
    overlap.least = overlap.least.max(0.0);
    // Of axes that differ by rounding only, the true one has features opposite to each other.
    let mut nearest = f64::INFINITY;
    let limit = overlap.depth + scale.margin(0.0);
    let without_axis = best.is_none().then_some(overlap);
    for candidate in overlaps().filter(|o| o.depth <= limit).chain(without_axis) {
        let depth = candidate.depth.max(0.0);
        let points = deepest(a, b, candidate.axis, depth, &scale)?;
        let off = (points[0] - points[1] - candidate.axis * depth).length();
        if off < nearest {
            nearest = off;
            overlap = MinimumTranslation { depth, points, least: overlap.least, ..candidate };
        }
    }
    Ok(Penetration::Overlap(overlap))
}
