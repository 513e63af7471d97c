//! Binary layouts of fixed stride, converted and checked without looking at each list: vertices without
//! lists, and faces that are all triangles. Other content is left to the general
//! reader, which reports errors.

use super::header::Element;
use crate::binary::{Bytes, Order, Scalar};
use crate::error::ParseResult;
use jostle::DVec3;

/// Bytes of a length and three indices.
pub(super) const TRIANGLE: usize = 13;

pub(super) type Corners = [u32; 3];

pub(super) struct Vertices {
    pub positions: Vec<DVec3>,
    pub finite: bool,
}

/// All vertices, if they have the same size; `axes` are the properties x, y and z.
pub(super) fn vertices(
    bytes: &mut Bytes,
    element: &Element,
    axes: [usize; 3],
) -> ParseResult<Option<Vertices>> {
    let Some(stride) = element.stride() else { return Ok(None) };
    let order = bytes.order;
    let content = bytes.take(element.count, stride, "vertices")?;
    let offsets = axes.map(|axis| before(element, axis));
    let scalars = axes.map(|axis| element.properties[axis].scalar);
    let positions: Vec<DVec3> = match (scalars, offsets, stride, order) {
        ([Scalar::F64, Scalar::F64, Scalar::F64], [0, 8, 16], 24, Order::Little) => {
            content.as_chunks().0.iter().map(doubles).collect()
        }
        ([Scalar::F32, Scalar::F32, Scalar::F32], [0, 4, 8], 12, Order::Little) => {
            content.as_chunks().0.iter().map(floats).collect()
        }
        _ => {
            let axis = |vertex: &[u8], i: usize| {
                scalars[i].float(&vertex[offsets[i]..offsets[i] + scalars[i].size()], order)
            };
            let position = |v| DVec3::new(axis(v, 0), axis(v, 1), axis(v, 2));
            content.chunks_exact(stride).map(position).collect()
        }
    };
    let finite = finite(&positions);
    Ok(Some(Vertices { positions, finite }))
}

/// All faces, if they are triangles of three different vertices below `vertices`, in the usual number
/// types; otherwise nothing is consumed.
pub(super) fn triangles(
    bytes: &mut Bytes,
    element: &Element,
    list: usize,
    vertices: usize,
) -> Option<Vec<Corners>> {
    let property = &element.properties[list];
    let usual = matches!(property.length, Some(Scalar::U8 | Scalar::I8))
        && matches!(property.scalar, Scalar::I32 | Scalar::U32);
    let lists = element.properties.iter().filter(|p| p.length.is_some()).count();
    if !usual || lists != 1 {
        return None;
    }
    let start = before(element, list);
    let others: usize = element.properties.iter().map(|p| p.scalar.size()).sum();
    let stride = others - property.scalar.size() + TRIANGLE;
    let mut ahead = bytes.clone();
    let content = ahead.take(element.count, stride, "triangles").ok()?;
    let faces = content.chunks_exact(stride).filter_map(|face| face[start..].first_chunk());
    if !faces.clone().all(|face: &[u8; TRIANGLE]| face[0] == 3) {
        return None;
    }
    let triangles: Vec<Corners> = match bytes.order {
        Order::Little => faces.map(triangle).collect(),
        Order::Big => faces.map(|face| triangle(face).map(u32::swap_bytes)).collect(),
    };
    if !are_valid(&triangles, u32::try_from(vertices).unwrap_or(u32::MAX)) {
        return None;
    }
    *bytes = ahead;
    Some(triangles)
}

/// Bytes of one element before a property.
fn before(element: &Element, property: usize) -> usize {
    element.properties[..property].iter().map(|p| p.scalar.size()).sum()
}

// The checks have no branches, so that they can be vectorized.

/// One more carries a full exponent, of infinity or NaN, into the sign.
pub(super) fn finite(positions: &[DVec3]) -> bool {
    const EXPONENT: u64 = 0x7ff0_0000_0000_0000;
    const ONE: u64 = 0x0010_0000_0000_0000;
    let carry = |x: f64| (x.to_bits() & EXPONENT) + ONE;
    let carries = positions.iter().fold(0, |all, p| all | carry(p.x) | carry(p.y) | carry(p.z));
    carries >> 63 == 0
}

/// Whether all triangles have three different vertices, each below the given one.
pub(super) fn are_valid(triangles: &[Corners], vertices: u32) -> bool {
    triangles.iter().fold(true, |valid, &[a, b, c]| {
        valid & (a.max(b).max(c) < vertices) & (a != b) & (b != c) & (c != a)
    })
}

/// Whether all faces are triangles.
pub(super) fn three_each(faces: &[[u8; TRIANGLE]]) -> bool {
    faces.iter().fold(true, |three, face| three & (face[0] == 3))
}

#[inline(always)]
pub(super) fn doubles(bytes: &[u8; 24]) -> DVec3 {
    let axes = bytes.as_chunks().0;
    let axis = |i: usize| f64::from_le_bytes(axes[i]);
    DVec3::new(axis(0), axis(1), axis(2))
}

#[inline(always)]
pub(super) fn floats(bytes: &[u8; 12]) -> DVec3 {
    let axes = bytes.as_chunks().0;
    let axis = |i: usize| f32::from_le_bytes(axes[i]) as f64;
    DVec3::new(axis(0), axis(1), axis(2))
}

#[inline(always)]
pub(super) fn triangle(face: &[u8; TRIANGLE]) -> Corners {
    let corners = face[1..].as_chunks().0;
    let corner = |i: usize| u32::from_le_bytes(corners[i]);
    [corner(0), corner(1), corner(2)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_finite_positions_are_finite() {
        for x in [0.0, -0.0, 5e-324, f64::MAX, f64::MIN, 1.0] {
            assert!(finite(&[DVec3::ONE, DVec3::new(1.0, x, 1.0)]), "{x}");
        }
        for x in [f64::NAN, -f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert!(!finite(&[DVec3::new(x, 1.0, 1.0), DVec3::ONE]), "{x}");
            assert!(!finite(&[DVec3::ONE, DVec3::new(1.0, 1.0, x)]), "{x}");
        }
    }

    #[test]
    fn only_valid_triangles_are_valid() {
        assert!(are_valid(&[[0, 1, 2], [2, 1, 0]], 3));
        for bad in [[0, 1, 3], [3, 0, 1], [1, 1, 0], [0, 1, 1], [1, 0, 1], [u32::MAX, 0, 1]] {
            assert!(!are_valid(&[[0, 1, 2], bad], 3), "{bad:?}");
        }
    }
}
