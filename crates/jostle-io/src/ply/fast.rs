//! Binary layouts of fixed stride, converted and checked in one pass: vertices without lists, and faces
//! that are all triangles. What is out of the ordinary is left to the general road, which names it.
//!
//! One thread does: two were measured to be slower, as the pass waits for memory.

use super::header::Element;
use crate::binary::{Bytes, Order, Scalar};
use crate::error::Parsed;
use jostle::DVec3;

/// A length and three indices.
const TRIANGLE: usize = 13;

pub(super) struct Vertices {
    pub positions: Vec<DVec3>,
    pub finite: bool,
}

/// All vertices, if they have the same size; `axes` are the properties x, y and z.
pub(super) fn vertices(
    bytes: &mut Bytes,
    element: &Element,
    axes: [usize; 3],
) -> Parsed<Option<Vertices>> {
    let Some(stride) = element.stride() else { return Ok(None) };
    let order = bytes.order;
    let content = bytes.take(element.count, stride, "vertices")?;
    let offsets = axes.map(|axis| before(element, axis));
    let scalars = axes.map(|axis| element.properties[axis].scalar);
    let mut finite = true;
    // No branch, so that the loop can be vectorized.
    let mut checked = |position: DVec3| {
        finite &= position.is_finite();
        position
    };
    let positions = match (scalars, offsets, stride, order) {
        ([Scalar::F64, Scalar::F64, Scalar::F64], [0, 8, 16], 24, Order::Little) => {
            content.as_chunks().0.iter().map(|v| checked(doubles(v))).collect()
        }
        ([Scalar::F32, Scalar::F32, Scalar::F32], [0, 4, 8], 12, Order::Little) => {
            content.as_chunks().0.iter().map(|v| checked(floats(v))).collect()
        }
        _ => {
            let axis = |vertex: &[u8], i: usize| {
                scalars[i].float(&vertex[offsets[i]..offsets[i] + scalars[i].size()], order)
            };
            let vertices = content.chunks_exact(stride);
            vertices.map(|v| checked(DVec3::new(axis(v, 0), axis(v, 1), axis(v, 2)))).collect()
        }
    };
    Ok(Some(Vertices { positions, finite }))
}

/// All faces, if they are triangles of three different vertices below `vertices`, in the usual number
/// types; otherwise nothing is consumed.
pub(super) fn triangles(
    bytes: &mut Bytes,
    element: &Element,
    list: usize,
    vertices: usize,
) -> Option<Vec<[u32; 3]>> {
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
    let vertices = u32::try_from(vertices).unwrap_or(u32::MAX);
    let mut sound = true;
    let mut checked = |(length, [a, b, c]): (u8, [u32; 3])| {
        sound &= (length == 3) & (a.max(b).max(c) < vertices) & (a != b) & (b != c) & (c != a);
        [a, b, c]
    };
    let mut triangles = Vec::with_capacity(element.count);
    match (stride, bytes.order) {
        (TRIANGLE, Order::Little) => {
            let faces = content.as_chunks().0.iter();
            triangles.extend(faces.map(|face| checked(corners(face, u32::from_le_bytes))));
        }
        (_, order) => {
            let index = match order {
                Order::Little => u32::from_le_bytes,
                Order::Big => u32::from_be_bytes,
            };
            let faces = content.chunks_exact(stride).filter_map(|f| f[start..].first_chunk());
            triangles.extend(faces.map(|face| checked(corners(face, index))));
        }
    }
    if !sound {
        return None;
    }
    *bytes = ahead;
    Some(triangles)
}

/// Bytes of one element before a property.
fn before(element: &Element, property: usize) -> usize {
    element.properties[..property].iter().map(|p| p.scalar.size()).sum()
}

#[inline(always)]
fn doubles(bytes: &[u8; 24]) -> DVec3 {
    let axes = bytes.as_chunks().0;
    DVec3::new(
        f64::from_le_bytes(axes[0]),
        f64::from_le_bytes(axes[1]),
        f64::from_le_bytes(axes[2]),
    )
}

#[inline(always)]
fn floats(bytes: &[u8; 12]) -> DVec3 {
    let axes = bytes.as_chunks().0;
    let axis = |i: usize| f32::from_le_bytes(axes[i]) as f64;
    DVec3::new(axis(0), axis(1), axis(2))
}

#[inline(always)]
fn corners(face: &[u8; TRIANGLE], index: impl Fn([u8; 4]) -> u32) -> (u8, [u32; 3]) {
    let corners = face[1..].as_chunks().0;
    (face[0], [index(corners[0]), index(corners[1]), index(corners[2])])
}
