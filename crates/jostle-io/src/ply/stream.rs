//! The commonest PLY files, converted piece by piece as they come from the disk: little endian, tight
//! coordinates, tight triangles. The whole file is never in memory beside the mesh, and the pieces are
//! still in the cache when they are converted; this makes loading a third faster.
//!
//! All or nothing: whatever is out of the ordinary is left to the reader of whole files.

use super::fixed_stride::{self, Corners};
use super::header::{self, BodyEncoding, Element};
use crate::binary::{Order, Scalar};
use jostle::TriangleMesh;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

/// No header of the files meant here is longer.
const HEAD: usize = 4096;

/// Items per piece: well within the second-level cache, and few system calls.
const PIECE: usize = 8192;

/// The mesh of an ordinary file, known to be valid; the file is left at any position.
pub(crate) fn read(file: &mut File) -> Option<TriangleMesh> {
    let length = usize::try_from(file.metadata().ok()?.len()).ok()?;
    let mut head = Vec::with_capacity(HEAD);
    file.take(HEAD as u64).read_to_end(&mut head).ok()?;
    if !head.starts_with(b"ply\n") && !head.starts_with(b"ply\r\n") {
        return None;
    }
    let header = header::parse(&head).ok()?;
    let (BodyEncoding::Binary(Order::Little), [vertex, face]) =
        (header.encoding, &header.elements[..])
    else {
        return None;
    };
    let scalar = coordinates(vertex)?;
    if !is_triangles(face) {
        return None;
    }
    let size = vertex.count.checked_mul(3 * scalar.size())?;
    let size = size.checked_add(face.count.checked_mul(fixed_stride::TRIANGLE)?)?;
    if size.checked_add(header.end)? > length {
        return None;
    }
    file.seek(SeekFrom::Start(header.end as u64)).ok()?;
    let (vertices, finite) = match scalar {
        Scalar::F64 => {
            convert(file, vertex.count, fixed_stride::doubles, |_, all| fixed_stride::finite(all))?
        }
        _ => convert(file, vertex.count, fixed_stride::floats, |_, all| fixed_stride::finite(all))?,
    };
    let below = u32::try_from(vertices.len()).ok()?;
    let (triangles, valid): (Vec<Corners>, bool) =
        convert(file, face.count, fixed_stride::triangle, |faces, all| {
            fixed_stride::three_each(faces) & fixed_stride::are_valid(all, below)
        })?;
    (finite && valid).then(|| TriangleMesh::new(vertices, triangles))
}

/// The type of the coordinates, if a vertex is these and nothing else.
fn coordinates(vertex: &Element) -> Option<Scalar> {
    let [x, y, z] = &vertex.properties[..] else { return None };
    let names = [&x.name[..], &y.name, &z.name] == [b"x", b"y", b"z"];
    let scalars = x.scalar == y.scalar && y.scalar == z.scalar;
    let usual = vertex.name == b"vertex" && names && scalars && vertex.stride().is_some();
    (usual && matches!(x.scalar, Scalar::F32 | Scalar::F64)).then_some(x.scalar)
}

/// Whether a face is a list of vertices in the usual types and nothing else.
fn is_triangles(face: &Element) -> bool {
    let [list] = &face.properties[..] else { return false };
    let named = matches!(list.name.as_slice(), b"vertex_indices" | b"vertex_index");
    let usual = list.length == Some(Scalar::U8) && matches!(list.scalar, Scalar::I32 | Scalar::U32);
    face.name == b"face" && named && usual
}

fn convert<T, const SIZE: usize>(
    file: &mut File,
    count: usize,
    item: impl Fn(&[u8; SIZE]) -> T,
    check: impl Fn(&[[u8; SIZE]], &[T]) -> bool,
) -> Option<(Vec<T>, bool)> {
    let mut converted = Vec::with_capacity(count);
    let mut piece = vec![0; PIECE.min(count) * SIZE];
    let mut passed = true;
    while converted.len() < count {
        let start = converted.len();
        let bytes = &mut piece[..(count - start).min(PIECE) * SIZE];
        file.read_exact(bytes).ok()?;
        let items = bytes.as_chunks().0;
        converted.extend(items.iter().map(&item));
        passed &= check(items, &converted[start..]);
    }
    Some((converted, passed))
}
