//! STL, ascii and binary: triangles of `f32` without shared vertices, so equal positions are welded.

use crate::binary::{Bytes, Order, Scalar};
use crate::content_kind::is_text;
use crate::error::{Error, ParseError, ParseResult, grouped};
use crate::format::{Format, find, is_binary_stl};
use crate::mesh_builder::{MeshBuilder, Shape};
use crate::options::{Encoding, WriteOptions};
use crate::output::{Output, text};
use crate::text::Text;
use crate::weld::Welder;
use jostle::{DVec3, TriangleMesh};

const HEADER: usize = 80;

pub(crate) fn read(content: &[u8], builder: &mut MeshBuilder) -> ParseResult<()> {
    let says_solid = content.trim_ascii_start().starts_with(b"solid");
    let has_words = || find(content, b"facet").or(find(content, b"endsolid")).is_some();
    // A text without facets is an empty solid.
    let is_ascii = || has_words() || is_text(content);
    if says_solid && !is_binary_stl(content) && is_ascii() {
        read_ascii(content, builder)
    } else {
        read_binary(content, builder)
    }
}

fn read_binary(content: &[u8], builder: &mut MeshBuilder) -> ParseResult<()> {
    let mut bytes = Bytes::new(content, 0, Order::Little);
    bytes.take(HEADER, 1, "header bytes")?;
    let count = bytes.count(Scalar::U32, "triangles", 50)?;
    let mut welder = Welder::default();
    for _ in 0..count {
        let triangle = bytes.take(1, 50, "triangles")?;
        let mut corners = [0; 3];
        for (corner, place) in corners.iter_mut().zip(triangle[12..48].chunks_exact(12)) {
            let axis = |i: usize| Scalar::F32.float(&place[4 * i..4 * i + 4], Order::Little);
            *corner = welder.vertex(DVec3::new(axis(0), axis(1), axis(2)), builder)?;
        }
        builder.push(Shape::Triangle, &corners)?;
    }
    Ok(())
}

fn read_ascii(content: &[u8], builder: &mut MeshBuilder) -> ParseResult<()> {
    let mut text = Text::new(content);
    let mut welder = Welder::default();
    let mut corners = Vec::new();
    let mut open = false;
    let mut solids = 0;
    while let Some(word) = text.word() {
        match word {
            // The name may be any words, even one of those below.
            b"solid" if !open => {
                let part = builder.add_part(text.line().unwrap_or(b""), "solid", solids);
                builder.enter_part(part);
                solids += 1;
            }
            b"endsolid" if !open => {
                text.line();
            }
            b"facet" if !open => open = true,
            b"vertex" if open => {
                let mut position = DVec3::ZERO;
                for axis in 0..3 {
                    position[axis] = text.float("a coordinate")? as f32 as f64;
                }
                corners.push(welder.vertex(position, builder)?);
            }
            b"endfacet" if open => {
                if corners.len() != 3 {
                    let found = corners.len();
                    return Err(
                        text.error(format!("expected 3 vertices of a facet, found {found}"))
                    );
                }
                builder.push(Shape::Triangle, &corners)?;
                corners.clear();
                open = false;
            }
            b"normal" | b"outer" | b"loop" | b"endloop" if open => {}
            _ if open && crate::text::parse_float(word).is_some() => {}
            _ => return Err(text.unexpected("a word of an STL file", word)),
        }
    }
    if open { Err(cut(&text)) } else { Ok(()) }
}

fn cut(text: &Text) -> ParseError {
    text.error("expected 'endfacet', found the end of the file")
}

/// Number of coordinates that `f32` cannot hold exactly, or an error for one it cannot hold at all.
pub(crate) fn rounded(mesh: &TriangleMesh, file: &str) -> Result<usize, Error> {
    let mut rounded = 0;
    for (vertex, position) in mesh.vertices.iter().enumerate() {
        for x in position.to_array() {
            if !(x as f32).is_finite() {
                return Err(Error::NotRepresentable {
                    file: file.to_owned(),
                    format: Format::Stl,
                    what: format!("the coordinate {x:?} of vertex {}", grouped(vertex)),
                    remedy: "scale the mesh, or write .ply, .obj or .off instead",
                });
            }
            rounded += (x as f32 as f64 != x) as usize;
        }
    }
    Ok(rounded)
}

pub(crate) fn write(mesh: &TriangleMesh, options: &WriteOptions) -> Vec<u8> {
    let mut out = Output::new(Order::Little);
    if options.encoding == Encoding::Ascii {
        out.put("solid jostle\n");
        for element in 0..mesh.elements.len() {
            let (normal, corners) = facet(mesh, element);
            text!(
                out,
                "facet normal {:?} {:?} {:?}\nouter loop\n",
                normal[0],
                normal[1],
                normal[2]
            );
            for [x, y, z] in corners {
                text!(out, "vertex {x:?} {y:?} {z:?}\n");
            }
            out.put("endloop\nendfacet\n");
        }
        out.put("endsolid jostle\n");
    } else {
        out.bytes.resize(HEADER, b' ');
        out.bytes[..6].copy_from_slice(b"jostle");
        out.u32(mesh.elements.len() as u32);
        for element in 0..mesh.elements.len() {
            let (normal, corners) = facet(mesh, element);
            normal.into_iter().for_each(|x| out.f32(x));
            corners.as_flattened().iter().for_each(|&x| out.f32(x));
            out.u16(0);
        }
    }
    out.bytes
}

fn facet(mesh: &TriangleMesh, element: usize) -> ([f32; 3], [[f32; 3]; 3]) {
    let [a, b, c] = mesh.corners(element);
    let normal = (b - a).cross(c - a).normalize_or_zero().as_vec3().to_array();
    (normal, [a, b, c].map(|p| p.as_vec3().to_array()))
}

#[cfg(test)]
mod tests {
    use crate::{Encoding, Error, WriteOptions, read_bytes, to_bytes};
    use jostle::{DVec3, Mesh, TriangleMesh};

    fn tetrahedron() -> Mesh {
        let vertices = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
        TriangleMesh::new(vertices, vec![[0, 1, 2], [0, 3, 1], [1, 3, 2], [0, 2, 3]]).into()
    }

    #[test]
    fn vertices_are_welded_and_negative_zero_is_zero() {
        let stl = "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n\
            endloop\nendfacet\nfacet normal 0 0 1\nouter loop\nvertex -0.0 0 -0\nvertex 0 1 0\n\
            vertex -1 0 0\nendloop\nendfacet\nendsolid\n";
        let file = read_bytes("t.stl", stl.as_bytes()).unwrap();
        assert_eq!((file.mesh.vertices().len(), file.report.vertices_welded), (4, 2));
    }

    #[test]
    fn both_encodings_round_trip() {
        for encoding in [Encoding::Ascii, Encoding::Binary] {
            let options = WriteOptions { encoding, ..Default::default() };
            let (bytes, written) = to_bytes("t.stl", &tetrahedron(), &[], options).unwrap();
            assert_eq!(written.coordinates_rounded, 0);
            assert_eq!(read_bytes("t.stl", &bytes).unwrap().mesh, tetrahedron());
        }
    }

    #[test]
    fn a_binary_file_that_says_solid_is_read() {
        let (mut bytes, _) =
            to_bytes("t.stl", &tetrahedron(), &[], WriteOptions::default()).unwrap();
        bytes[..12].copy_from_slice(b"solid facet ");
        assert_eq!(read_bytes("t.stl", &bytes).unwrap().mesh, tetrahedron());
    }

    #[test]
    fn what_single_precision_cannot_hold_is_refused() {
        let vertices = vec![DVec3::ZERO, DVec3::X, DVec3::new(0.0, 1e300, 0.0)];
        let mesh = TriangleMesh::new(vertices, vec![[0, 1, 2]]).into();
        let error = to_bytes("t.stl", &mesh, &[], WriteOptions::default()).unwrap_err();
        assert!(matches!(error, Error::NotRepresentable { .. }));
    }
}
