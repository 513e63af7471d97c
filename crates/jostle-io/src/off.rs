//! Geomview OFF, line by line: what follows the coordinates or the corners of a line is colour.

use crate::attribute::{Attribute, Values};
use crate::error::{ParseError, ParseResult};
use crate::mesh_builder::{MeshBuilder, Shape};
use crate::output::{Output, text};
use crate::text::{Text, parse_float, parse_integer, words};
use jostle::{DVec3, TriangleMesh};

pub(crate) fn read(content: &[u8], builder: &mut MeshBuilder) -> ParseResult<()> {
    let mut text = Text::with_comments(content);
    skip_keyword(&mut text)?;
    // A vertex takes three digits with separators, a face a digit with one.
    let vertices = text.count("vertices", 6)?;
    let faces = text.count("faces", 2)?;
    text.integer("the number of edges")?;
    text.line();
    for vertex in 0..vertices {
        let line = next(&mut text, "vertex", vertex)?;
        let mut words = words(line);
        let mut position = DVec3::ZERO;
        for axis in 0..3 {
            let Some(word) = words.next() else {
                return Err(text.error(format!("expected 3 coordinates, found {axis}")));
            };
            position[axis] =
                parse_float(word).ok_or_else(|| text.unexpected("a coordinate", word))?;
        }
        builder.push_vertex(position)?;
    }
    let mut corners = Vec::new();
    for face in 0..faces {
        let line = next(&mut text, "face", face)?;
        let mut words = words(line);
        let count = words.next().and_then(parse_integer).unwrap_or(-1);
        corners.clear();
        for _ in 0..count.max(0) {
            let Some(word) = words.next() else {
                let found = corners.len();
                return Err(text.error(format!("expected {count} corners, found {found}")));
            };
            let corner = parse_integer(word).and_then(|corner| u32::try_from(corner).ok());
            corners.push(corner.ok_or_else(|| text.unexpected("a vertex index", word))?);
        }
        if corners.is_empty() {
            return Err(text.unexpected("the number of corners of a face", line));
        }
        builder.push(Shape::Polygon, &corners)?;
    }
    Ok(())
}

fn skip_keyword(text: &mut Text) -> ParseResult<()> {
    let word = text.peek().unwrap_or(b"");
    if word.starts_with(b"4") || word.starts_with(b"n") {
        let remedy = "export it as an OFF file of three dimensions";
        return Err(ParseError::unsupported(
            text.place(),
            "an OFF file of other dimensions",
            remedy,
        ));
    }
    // The keyword may be left out.
    if word.ends_with(b"OFF") {
        text.word();
        if text.peek() == Some(b"BINARY") {
            let remedy = "export it as ascii OFF, or as PLY";
            return Err(ParseError::unsupported(text.place(), "binary OFF", remedy));
        }
    }
    Ok(())
}

fn next<'a>(text: &mut Text<'a>, what: &str, number: usize) -> ParseResult<&'a [u8]> {
    match text.full_line() {
        Some(line) => Ok(line),
        None => Err(text.error(format!("expected {what} {number}, found the end of the file"))),
    }
}

pub(crate) fn write(mesh: &TriangleMesh, attributes: &[Attribute]) -> Vec<u8> {
    let colours = attributes.iter().find_map(|attribute| match &attribute.values {
        Values::Colour(colours) => Some(colours),
        _ => None,
    });
    let mut out = Output::new(crate::binary::Order::Little);
    text!(out, "OFF\n{} {} 0\n", mesh.vertices.len(), mesh.elements.len());
    for p in &mesh.vertices {
        text!(out, "{:?} {:?} {:?}\n", p.x, p.y, p.z);
    }
    for (element, [a, b, c]) in mesh.elements.iter().enumerate() {
        text!(out, "3 {a} {b} {c}");
        if let Some([r, g, b]) = colours.map(|colours| colours[element]) {
            text!(out, " {r} {g} {b}");
        }
        out.put("\n");
    }
    out.bytes
}

#[cfg(test)]
mod tests {
    use crate::read_bytes;

    #[test]
    fn dialects_are_understood() {
        for off in [
            "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n",
            "OFF 3 1 0\n# c\n\n0 0 0\n1 0 0 # c\n0 1 0\n3 0 1 2 255 0 0\n",
            "3 1 0\r\n0 0 0\r\n1 0 0\r\n0 1 0\r\n3 0 1 2\r\n",
            "COFF\n3 1 0\n0 0 0 9 9 9 9\n1 0 0 9 9 9 9\n0 1 0 9 9 9 9\n3 0 1 2\n",
        ] {
            let file = read_bytes("t.off", off.as_bytes()).unwrap();
            assert_eq!((file.mesh.vertices().len(), file.mesh.element_count()), (3, 1));
        }
    }

    #[test]
    fn what_is_missing_is_named() {
        for (off, expected) in [
            ("OFF\n3 1 0\n0 0 0\n1 0\n0 1 0\n3 0 1 2\n", "line 4: expected 3 coordinates, found 2"),
            ("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1\n", "line 6: expected 3 corners, found 2"),
            ("OFF\n900 1 0\n0 0 0\n", "line 2: 900 vertices are announced"),
            ("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n", "expected face 0"),
            ("OFF BINARY\n", "binary OFF cannot be read"),
        ] {
            let message = read_bytes("t.off", off.as_bytes()).unwrap_err().to_string();
            assert!(message.contains(expected), "{message}");
        }
    }
}
