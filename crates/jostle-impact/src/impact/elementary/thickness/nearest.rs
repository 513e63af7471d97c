//! The point of a triangle or parallelogram nearest the origin, and axes along which it may be proven.

use super::super::motion::Pair;
use crate::geometry::number::{Number, Vector};
use glam::DVec3;

/// A point that seems to be nearest.
pub(super) struct Nearest {
    /// Its distance, which is not less than that of the nearest point but for rounding.
    pub distance: f64,
    /// From the origin to the nearest point of all edges; and across the plane, if its nearest point is inside.
    /// Far from unit length.
    pub axes: [Option<DVec3>; 2],
}

impl Nearest {
    /// Whether the nearest point of the plane is inside.
    pub fn is_inside(&self) -> bool {
        self.axes[1].is_some()
    }
}

/// Of the triangle or parallelogram at `g` along `x` and `y`.
///
/// All edges are looked at, and the inside too: which of them is nearest may be lost in rounding, but never that one
/// of them is.
pub(super) fn nearest<T: Number>(pair: Pair, [g, x, y]: [Vector<T>; 3]) -> Nearest {
    let edges = match pair {
        Pair::VertexFace => [Some((g, x)), Some((g, y)), Some((g + x, y - x)), None],
        Pair::EdgeEdge => [Some((g, x)), Some((g, y)), Some((g + x, y)), Some((g + y, x))],
    };
    let edges = edges.into_iter().flatten().map(|(from, along)| nearest_on_edge(from, along));
    let square = |v: &Vector<T>| v.dot(*v).value();
    let edge = edges.min_by(|v, w| square(v).total_cmp(&square(w))).expect("three edges or four");
    let inside = nearest_inside(pair, [g, x, y]);
    let squares = inside.iter().map(|(point, _)| square(point)).chain([square(&edge)]);
    let distance = squares.fold(f64::INFINITY, f64::min).sqrt();
    Nearest { distance, axes: [Some(edge.value()), inside.map(|(_, normal)| normal)] }
}

fn nearest_on_edge<T: Number>(from: Vector<T>, along: Vector<T>) -> Vector<T> {
    let part = -from.dot(along);
    let whole = along.dot(along);
    if !part.is_positive() {
        from
    } else if !(whole - part).is_positive() {
        from + along
    } else {
        from + along * (part / whole)
    }
}

/// The point where the normal through the origin passes the inside, and the normal on that side.
fn nearest_inside<T: Number>(pair: Pair, [g, x, y]: [Vector<T>; 3]) -> Option<(Vector<T>, DVec3)> {
    let normal = x.cross(y);
    let whole = normal.dot(normal);
    let (along_x, along_y) = (y.cross(g).dot(normal), g.cross(x).dot(normal));
    let is_inside = along_x.is_positive()
        && along_y.is_positive()
        && match pair {
            Pair::VertexFace => (whole - along_x - along_y).is_positive(),
            Pair::EdgeEdge => (whole - along_x).is_positive() && (whole - along_y).is_positive(),
        };
    is_inside.then(|| {
        // From the weights: whatever they are, it is a point of the triangle or parallelogram.
        let point = g + x * (along_x / whole) + y * (along_y / whole);
        let side = if normal.dot(g).is_positive() { 1.0 } else { -1.0 };
        (point, normal.value() * side)
    })
}
