//! MEDIT `.mesh`, ascii: keywords, counts, numbers, each entry followed by a reference number.

use crate::error::{ParseError, ParseResult, grouped};
use crate::mesh_builder::{MeshBuilder, Shape};
use crate::output::{Output, text};
use crate::text::{Text, parse_float};
use jostle::{DVec3, Mesh};

pub(crate) fn read(content: &[u8], builder: &mut MeshBuilder) -> ParseResult<()> {
    let mut text = Text::with_comments(content);
    if content.contains(&0) {
        let remedy = "export it as ascii .mesh";
        return Err(ParseError::unsupported(text.place(), "binary MEDIT", remedy));
    }
    let mut dimension = 3;
    while let Some(keyword) = text.word() {
        match keyword {
            b"MeshVersionFormatted" => {
                text.integer("the version")?;
            }
            b"Dimension" => {
                dimension = text.integer("the dimension")? as usize;
                if dimension != 2 && dimension != 3 {
                    return Err(text.error(format!("the dimension is {dimension}, not 2 or 3")));
                }
            }
            b"Vertices" => read_vertices(&mut text, dimension, builder)?,
            b"Triangles" => read_elements(&mut text, Shape::Triangle, 3, builder)?,
            b"Quadrilaterals" => read_elements(&mut text, Shape::Polygon, 4, builder)?,
            b"Tetrahedra" => read_elements(&mut text, Shape::Tet, 4, builder)?,
            b"Hexahedra" => read_elements(&mut text, Shape::Hex, 8, builder)?,
            b"Prisms" | b"Wedges" => read_elements(&mut text, Shape::Wedge, 6, builder)?,
            b"Pyramids" => read_elements(&mut text, Shape::Pyramid, 5, builder)?,
            b"Edges" => read_elements(&mut text, Shape::Line, 2, builder)?,
            b"End" => break,
            // Corners, ridges, required vertices, normals: numbers up to the next keyword.
            word if word[0].is_ascii_alphabetic() => {
                text.integer("the number of items after a keyword")?;
                while text.peek().is_some_and(|word| parse_float(word).is_some()) {
                    text.word();
                }
            }
            word => return Err(text.unexpected("a keyword", word)),
        }
    }
    Ok(())
}

fn read_vertices(text: &mut Text, dimension: usize, builder: &mut MeshBuilder) -> ParseResult<()> {
    // Each number takes a digit and a separator.
    let count = text.count("vertices", 2 * (dimension + 1))?;
    for _ in 0..count {
        let mut position = DVec3::ZERO;
        for axis in 0..dimension {
            position[axis] = text.float("a coordinate")?;
        }
        text.word();
        builder.push_vertex(position)?;
    }
    Ok(())
}

fn read_elements(
    text: &mut Text,
    shape: Shape,
    size: usize,
    builder: &mut MeshBuilder,
) -> ParseResult<()> {
    let count = text.count("elements", 2 * (size + 1))?;
    let mut corners = [0; 8];
    for _ in 0..count {
        for corner in &mut corners[..size] {
            let index = text.integer("a vertex number")?;
            *corner = u32::try_from(index - 1).map_err(|_| {
                let element = grouped(builder.seen());
                text.error(format!("element {element} refers to vertex {index}, counted from 1"))
            })?;
        }
        text.word();
        builder.push(shape, &corners[..size])?;
    }
    Ok(())
}

pub(crate) fn write(mesh: &Mesh) -> Vec<u8> {
    let mut out = Output::new(crate::binary::Order::Little);
    // Version 2 means double coordinates.
    text!(out, "MeshVersionFormatted 2\nDimension 3\nVertices\n{}\n", mesh.vertices().len());
    for p in mesh.vertices() {
        text!(out, "{:?} {:?} {:?} 0\n", p.x, p.y, p.z);
    }
    match mesh {
        Mesh::Triangles(mesh) => elements(&mut out, "Triangles", &mesh.elements),
        Mesh::Tets(mesh) => elements(&mut out, "Tetrahedra", &mesh.elements),
    }
    out.put("End\n");
    out.bytes
}

fn elements<const N: usize>(out: &mut Output, keyword: &str, elements: &[[u32; N]]) {
    text!(out, "{keyword}\n{}\n", elements.len());
    for corners in elements {
        for &corner in corners {
            text!(out, "{} ", corner as u64 + 1);
        }
        out.put("0\n");
    }
}

#[cfg(test)]
mod tests {
    use crate::read_bytes;

    #[test]
    fn keywords_of_no_interest_are_skipped() {
        let mesh = "MeshVersionFormatted 1\n# c\nDimension\n3\nVertices 4\n0 0 0 7\n1 0 0 7\n\
            0 1 0 7\n0 0 1 7\nRidges 1\n1\nNormals 1\n0.5 1e-3 nan\nTriangles 1\n1 2 3 0\n\
            Tetrahedra 1\n1 2 3 4 9\nEnd\n";
        let file = read_bytes("t.mesh", mesh.as_bytes()).unwrap();
        assert_eq!(file.mesh.element_count(), 1);
        assert_eq!(file.report.to_string(), "surface elements skipped in favour of the volume: 1");
    }

    #[test]
    fn vertex_zero_is_refused() {
        let mesh = "MeshVersionFormatted 1\nDimension 2\nVertices 1\n0 0 0\nTriangles 1\n0 1 1 0\n";
        let message = read_bytes("t.mesh", mesh.as_bytes()).unwrap_err().to_string();
        assert!(message.contains("line 6") && message.contains("vertex 0"), "{message}");
    }
}
