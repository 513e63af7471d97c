//! Wavefront OBJ: the lines `v`, `f`, `l` and `p`; the rest is about looks.

use crate::error::{ParseError, ParseResult, quoted};
use crate::mesh_builder::{MeshBuilder, Shape};
use crate::output::{Output, text};
use crate::text::{Text, parse_float, parse_integer, words};
use jostle::{DVec3, TriangleMesh};

pub(crate) fn read(content: &[u8], builder: &mut MeshBuilder) -> ParseResult<()> {
    let mut text = Text::with_comments(content);
    let mut corners = Vec::new();
    let mut joined = Vec::new();
    while let Some(line) = text.full_line() {
        let line = join(line, &mut text, &mut joined);
        let mut words = words(line);
        let shape = match words.next() {
            Some(b"v") => {
                builder.push_vertex(position(&mut words, &text)?)?;
                continue;
            }
            Some(b"f") => Shape::Polygon,
            Some(b"l") => Shape::Line,
            Some(b"p") => Shape::Point,
            _ => continue,
        };
        corners.clear();
        for word in words {
            corners
                .push(corner(word, builder.vertices.len()).ok_or_else(|| bad_corner(word, &text))?);
        }
        if shape == Shape::Polygon && corners.len() < 3 {
            let problem = format!("expected 3 or more corners of a face, found {}", corners.len());
            return Err(text.error(problem));
        }
        builder.push(shape, &corners)?;
    }
    Ok(())
}

/// A line that ends in `\` goes on in the next.
fn join<'j, 'a: 'j>(line: &'a [u8], text: &mut Text<'a>, joined: &'j mut Vec<u8>) -> &'j [u8] {
    if !line.ends_with(b"\\") {
        return line;
    }
    joined.clear();
    let mut part = Some(line);
    while let Some(line) = part {
        let more = line.strip_suffix(b"\\");
        joined.extend_from_slice(more.unwrap_or(line));
        joined.push(b' ');
        part = more.and_then(|_| text.full_line());
    }
    joined
}

fn position<'a>(words: &mut impl Iterator<Item = &'a [u8]>, text: &Text) -> ParseResult<DVec3> {
    let mut position = DVec3::ZERO;
    for axis in 0..3 {
        let Some(word) = words.next() else {
            return Err(text.error(format!("expected 3 coordinates, found {axis}")));
        };
        position[axis] = parse_float(word).ok_or_else(|| text.unexpected("a coordinate", word))?;
    }
    Ok(position)
}

/// `7`, `7/1`, `7//3`, `7/1/3`; counted from 1, or back from the last vertex if negative.
fn corner(word: &[u8], vertices: usize) -> Option<u32> {
    let index = parse_integer(word.split(|&b| b == b'/').next()?)?;
    let index = if index < 0 { index.checked_add(vertices as i64)? } else { index - 1 };
    u32::try_from(index).ok()
}

fn bad_corner(word: &[u8], text: &Text) -> ParseError {
    text.error(format!("expected the number of a vertex, from 1, found {}", quoted(word)))
}

pub(crate) fn write(mesh: &TriangleMesh) -> Vec<u8> {
    let mut out = Output::new(crate::binary::Order::Little);
    for p in &mesh.vertices {
        text!(out, "v {:?} {:?} {:?}\n", p.x, p.y, p.z);
    }
    for [a, b, c] in &mesh.elements {
        text!(out, "f {} {} {}\n", *a as u64 + 1, *b as u64 + 1, *c as u64 + 1);
    }
    out.bytes
}

#[cfg(test)]
mod tests {
    use crate::read_bytes;
    use jostle::Mesh;

    fn elements(obj: &str) -> Vec<[u32; 3]> {
        match read_bytes("t.obj", obj.as_bytes()).unwrap().mesh {
            Mesh::Triangles(mesh) => mesh.elements,
            Mesh::Tets(_) => panic!("OBJ has no tetrahedra"),
        }
    }

    const CORNERS: &str = "v 0 0 0 1\nv 1 0 0 0.5 0.5 0.5\nv 0 1 0\nv 0 0 1\n";

    #[test]
    fn corners_come_in_every_notation() {
        let faces = "vn 0 0 1\nf 1/1 2/2 3/3\nf 1//1 2//1 4//1\nf -4 -2 -1 # back\nf 1 \\\n 2 3\n";
        assert_eq!(
            elements(&format!("{CORNERS}{faces}")),
            [[0, 1, 2], [0, 1, 3], [0, 2, 3], [0, 1, 2]]
        );
    }

    #[test]
    fn faces_may_come_before_their_vertices() {
        assert_eq!(elements(&format!("f 1 2 3 4\n{CORNERS}")).len(), 2);
    }

    #[test]
    fn bad_lines_are_named() {
        for (obj, expected) in [
            ("v 0 0 0\nf 1 2\n", "line 2"),
            ("v 0 0 0\nf 1 0 2\n", "line 2"),
            ("v 0 0 0\nv 0 zero 0\n", "line 2: expected a coordinate, found 'zero'"),
            ("v 0 0 0\nf 1 1000 2\n", "vertex 999"),
            ("v 0 nan 0\n", "vertex 0 is at (0, NaN, 0)"),
        ] {
            let message = read_bytes("t.obj", obj.as_bytes()).unwrap_err().to_string();
            assert!(message.contains(expected) && message.contains("t.obj"), "{message}");
        }
    }
}
