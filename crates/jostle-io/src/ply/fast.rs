//! Binary layouts of fixed stride, converted in parallel: every vertex without lists, and every face
//! that is a triangle. What does not fit is left, untouched, to the general road.

use super::header::Element;
use crate::binary::{Bytes, Order, Scalar};
use crate::error::Parsed;
use jostle::DVec3;
use rayon::prelude::*;

/// Vertices per task: enough work to be worth handing out.
const CHUNK: usize = 1 << 15;

/// All vertices, if they have the same size; `axes` are the properties x, y and z.
pub(super) fn vertices(
    bytes: &mut Bytes,
    element: &Element,
    axes: [usize; 3],
) -> Parsed<Option<Vec<DVec3>>> {
    let Some(stride) = element.stride() else { return Ok(None) };
    let order = bytes.order;
    let content = bytes.take(element.count, stride, "vertices")?;
    let offsets =
        axes.map(|axis| element.properties[..axis].iter().map(|p| p.scalar.size()).sum::<usize>());
    let scalars = axes.map(|axis| element.properties[axis].scalar);
    let [x, y, z] = offsets;
    let together = |size| y == x + size && z == y + size;
    Ok(Some(match (scalars, order) {
        ([Scalar::F64, Scalar::F64, Scalar::F64], Order::Little) if together(8) => {
            convert(content, stride, |v| {
                let p = &v[x..x + 24];
                DVec3::new(f64_le(&p[..8]), f64_le(&p[8..16]), f64_le(&p[16..24]))
            })
        }
        ([Scalar::F32, Scalar::F32, Scalar::F32], Order::Little) if together(4) => {
            convert(content, stride, |v| {
                let p = &v[x..x + 12];
                DVec3::new(f32_le(&p[..4]), f32_le(&p[4..8]), f32_le(&p[8..12]))
            })
        }
        _ => convert(content, stride, |v| {
            let axis =
                |i: usize| scalars[i].float(&v[offsets[i]..offsets[i] + scalars[i].size()], order);
            DVec3::new(axis(0), axis(1), axis(2))
        }),
    }))
}

/// All faces, if they are triangles of the usual index types; otherwise nothing is consumed.
pub(super) fn triangles(
    bytes: &mut Bytes,
    element: &Element,
    list: usize,
) -> Option<Vec<[u32; 3]>> {
    let property = &element.properties[list];
    let usual = matches!(property.length, Some(Scalar::U8 | Scalar::I8))
        && matches!(property.scalar, Scalar::I32 | Scalar::U32);
    let others = || element.properties.iter().enumerate().filter(|&(i, _)| i != list);
    if !usual || others().any(|(_, p)| p.length.is_some()) {
        return None;
    }
    let at: usize = others().take_while(|&(i, _)| i < list).map(|(_, p)| p.scalar.size()).sum();
    let stride = 13 + others().map(|(_, p)| p.scalar.size()).sum::<usize>();
    let mut ahead = bytes.clone();
    let content = ahead.take(element.count, stride, "triangles").ok()?;
    let is_triangle = |face: &[u8]| face[at] == 3;
    if !content.par_chunks(CHUNK * stride).all(|chunk| chunk.chunks_exact(stride).all(is_triangle))
    {
        return None;
    }
    let from = if bytes.order == Order::Little { u32::from_le_bytes } else { u32::from_be_bytes };
    let triangles = convert(content, stride, |face| {
        let corner = |i: usize| {
            let b = &face[at + 1 + 4 * i..at + 5 + 4 * i];
            from([b[0], b[1], b[2], b[3]])
        };
        [corner(0), corner(1), corner(2)]
    });
    // Negative indices are named as such on the general road.
    let negative = |t: &[u32; 3]| (t[0] | t[1] | t[2]) >> 31 == 1;
    if property.scalar == Scalar::I32 && triangles.par_iter().with_min_len(CHUNK).any(negative) {
        return None;
    }
    *bytes = ahead;
    Some(triangles)
}

fn convert<T: Send>(
    content: &[u8],
    stride: usize,
    item: impl Fn(&[u8]) -> T + Sync + Send,
) -> Vec<T> {
    let mut items = Vec::new();
    if content.len() < CHUNK * stride {
        items.extend(content.chunks_exact(stride).map(item));
    } else {
        let parallel = content.par_chunks_exact(stride).with_min_len(CHUNK).map(item);
        parallel.collect_into_vec(&mut items);
    }
    items
}

fn f64_le(b: &[u8]) -> f64 {
    f64::from_le_bytes([b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7]])
}

fn f32_le(b: &[u8]) -> f64 {
    f32::from_le_bytes([b[0], b[1], b[2], b[3]]) as f64
}
