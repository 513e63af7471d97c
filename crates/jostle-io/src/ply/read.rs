//! Reading of PLY content, element by element; layouts of fixed stride are converted at once.

use super::fixed_stride;
use super::header::{self, BodyEncoding, Element, Property};
use crate::binary::{Bytes, Scalar};
use crate::error::{ParseError, ParseResult, Place, grouped};
use crate::mesh_builder::{MeshBuilder, Shape};
use crate::text::{Text, parse_float, parse_integer};
use jostle::DVec3;

const CORNERS: &[&[u8]] = &[b"vertex_indices", b"vertex_index"];

pub(crate) fn read(content: &[u8], builder: &mut MeshBuilder) -> ParseResult<()> {
    let header = header::parse(content)?;
    let mut body = match header.encoding {
        BodyEncoding::Ascii => {
            let mut text = Text::new(content);
            text.seek(header.end);
            Body::Ascii(text)
        }
        BodyEncoding::Binary(order) => Body::Binary(Bytes::new(content, header.end, order)),
    };
    for element in &header.elements {
        body.check_length(element, header.encoding)?;
        match element.name.as_slice() {
            b"vertex" if !builder.vertices.is_empty() => {
                return Err(body.error("there are two elements 'vertex'".into()));
            }
            b"vertex" => read_vertices(&mut body, element, builder)?,
            b"face" => read_faces(&mut body, element, builder, Shape::Polygon)?,
            b"tristrips" => {
                read_faces(&mut body, element, builder, Shape::Strip { turned: false })?
            }
            name => {
                body.skip(element)?;
                if name == b"edge" {
                    builder.report.lines_skipped += element.count;
                }
            }
        }
    }
    Ok(())
}

enum Body<'a> {
    Ascii(Text<'a>),
    Binary(Bytes<'a>),
}

impl Body<'_> {
    fn error(&self, problem: String) -> ParseError {
        match self {
            Body::Ascii(text) => text.error(problem),
            Body::Binary(bytes) => bytes.error(problem),
        }
    }

    /// No count of the header is believed before the file is long enough for it.
    fn check_length(&self, element: &Element, encoding: BodyEncoding) -> ParseResult<()> {
        let rest = match self {
            Body::Ascii(text) => text.rest().len() + 1,
            Body::Binary(bytes) => bytes.rest().len(),
        };
        match element.count.checked_mul(element.least(encoding)) {
            Some(least) if least <= rest => Ok(()),
            _ => Err(self.error(format!(
                "the header announces {} elements '{}', but only {} bytes follow",
                grouped(element.count),
                String::from_utf8_lossy(&element.name),
                grouped(rest)
            ))),
        }
    }

    fn float(&mut self, scalar: Scalar, what: &str) -> ParseResult<f64> {
        match self {
            Body::Ascii(text) => {
                let value = text.float(what)?;
                Ok(if scalar == Scalar::F32 { value as f32 as f64 } else { value })
            }
            Body::Binary(bytes) => bytes.float(scalar, what),
        }
    }

    fn integer(&mut self, scalar: Scalar, what: &str) -> ParseResult<i64> {
        match self {
            Body::Ascii(text) => {
                let word = text.expect_word(what)?;
                // Some programs write indices as `3.0`.
                let value = parse_integer(word).or_else(|| parse_float(word).map(|v| v as i64));
                value.ok_or_else(|| text.unexpected(what, word))
            }
            Body::Binary(bytes) => bytes.integer(scalar, what),
        }
    }

    fn list_length(&mut self, property: &Property) -> ParseResult<Option<usize>> {
        let Some(length) = property.length else { return Ok(None) };
        let count = self.integer(length, "the length of a list")?;
        let (rest, least) = match self {
            Body::Ascii(text) => (text.rest().len() + 1, 2),
            Body::Binary(bytes) => (bytes.rest().len(), property.scalar.size()),
        };
        match usize::try_from(count) {
            Ok(count) if count <= rest / least => Ok(Some(count)),
            _ => Err(self.error(format!(
                "a list of {count} numbers is announced, but only {} bytes follow",
                grouped(rest)
            ))),
        }
    }

    fn skip_property(&mut self, property: &Property) -> ParseResult<()> {
        let count = self.list_length(property)?.unwrap_or(1);
        match self {
            Body::Ascii(text) => {
                for _ in 0..count {
                    text.expect_word("a number")?;
                }
            }
            Body::Binary(bytes) => {
                bytes.take(count, property.scalar.size(), "numbers")?;
            }
        }
        Ok(())
    }

    fn skip(&mut self, element: &Element) -> ParseResult<()> {
        if let (Body::Binary(bytes), Some(stride)) = (&mut *self, element.stride()) {
            bytes.take(element.count, stride, "elements")?;
            return Ok(());
        }
        if element.properties.is_empty() {
            return Ok(());
        }
        for _ in 0..element.count {
            for property in &element.properties {
                self.skip_property(property)?;
            }
        }
        Ok(())
    }
}

fn read_vertices(body: &mut Body, element: &Element, builder: &mut MeshBuilder) -> ParseResult<()> {
    let mut axes = [0; 3];
    for (axis, name) in axes.iter_mut().zip([b"x", b"y", b"z"]) {
        *axis = match element.find(&[name]) {
            Some(property) if element.properties[property].length.is_none() => property,
            _ => {
                let problem = format!("the vertices have no coordinate '{}'", name[0] as char);
                return Err(ParseError::malformed(Place::Line(1), problem)
                    .advise("export the file with vertex properties x, y and z"));
            }
        };
    }
    if let Body::Binary(bytes) = body
        && let Some(vertices) = fixed_stride::vertices(bytes, element, axes)?
    {
        builder.vertices = vertices.positions;
        builder.finite = vertices.finite;
        return Ok(());
    }
    builder.vertices.reserve_exact(element.count);
    for _ in 0..element.count {
        let mut position = DVec3::ZERO;
        for (i, property) in element.properties.iter().enumerate() {
            match axes.iter().position(|&axis| axis == i) {
                Some(axis) => position[axis] = body.float(property.scalar, "a coordinate")?,
                None => body.skip_property(property)?,
            }
        }
        builder.vertices.push(position);
    }
    Ok(())
}

fn read_faces(
    body: &mut Body,
    element: &Element,
    builder: &mut MeshBuilder,
    shape: Shape,
) -> ParseResult<()> {
    let list = element.find(CORNERS).filter(|&p| element.properties[p].length.is_some());
    let Some(list) = list else {
        if element.count == 0 {
            return Ok(());
        }
        return Err(ParseError::malformed(
            Place::Line(1),
            "the faces have no list 'vertex_indices'",
        )
        .advise("export the file with a face property 'list uchar int vertex_indices'"));
    };
    if let (Body::Binary(bytes), Shape::Polygon, 0) = (&mut *body, shape, builder.seen())
        && let Some(triangles) =
            fixed_stride::triangles(bytes, element, list, builder.vertices.len())
    {
        builder.set_valid_triangles(triangles);
        return Ok(());
    }
    let mut corners = Vec::new();
    for _ in 0..element.count {
        for (i, property) in element.properties.iter().enumerate() {
            if i != list {
                body.skip_property(property)?;
                continue;
            }
            corners.clear();
            for _ in 0..body.list_length(property)?.unwrap_or(0) {
                let index = body.integer(property.scalar, "a vertex index")?;
                match u32::try_from(index) {
                    Ok(index) => corners.push(index),
                    // In strips, -1 ends one and begins the next.
                    Err(_) if shape != Shape::Polygon && index == -1 => {
                        builder.push_each(shape, &corners)?;
                        corners.clear();
                    }
                    Err(_) => {
                        let face = grouped(builder.seen());
                        return Err(body.error(format!("face {face} refers to vertex {index}")));
                    }
                }
            }
            match shape {
                Shape::Polygon => builder.push(shape, &corners)?,
                // A strip has no number of its own: pyvista 0.49 and trimesh 5.2 do not read them.
                _ => builder.push_each(shape, &corners)?,
            }
        }
    }
    Ok(())
}
