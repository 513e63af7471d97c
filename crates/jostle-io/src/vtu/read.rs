//! Reading of VTU: the XML around the arrays.

use super::array::{AppendedData, Array, ArrayEncoding};
use crate::binary::{Order, Scalar};
use crate::budget::{Budget, Meter};
use crate::error::{ParseError, ParseResult, Place, grouped};
use crate::format::find;
use crate::mesh_builder::MeshBuilder;
use crate::vtk::cells;
use jostle::DVec3;
use roxmltree::{Document, Node, ParsingOptions};

pub(crate) fn read(content: &[u8], builder: &mut MeshBuilder) -> ParseResult<()> {
    let (xml, appended) = part(content)?;
    let xml = std::str::from_utf8(&xml).map_err(|error| {
        ParseError::malformed(Place::Byte(error.valid_up_to()), "the XML is not UTF-8 text")
    })?;
    // Every node takes at least three characters, so this refuses nothing honest.
    let options = ParsingOptions { nodes_limit: xml.len() as u32, ..Default::default() };
    let document = Document::parse_with_options(xml, options).map_err(|error| {
        ParseError::malformed(
            Place::Line(error.pos().row as usize),
            format!("the XML is damaged: {error}"),
        )
    })?;
    let root = document.root_element();
    let kind = root.attribute("type").unwrap_or("");
    if root.tag_name().name() != "VTKFile" || kind != "UnstructuredGrid" {
        let feature = format!("a VTK XML file of type '{kind}'");
        return Err(ParseError::unsupported(
            node_place(root),
            feature,
            "save it as UnstructuredGrid (.vtu)",
        ));
    }
    let appended = match appended {
        None => None,
        Some(bytes) => {
            let node = child(root, "AppendedData");
            let base64 = node.and_then(|node| node.attribute("encoding")) != Some("raw");
            Some(AppendedData { bytes, base64 })
        }
    };
    let encoding = encoding(root, appended, builder.budget(), node_place(root))?;
    let grid = child(root, "UnstructuredGrid")
        .ok_or_else(|| ParseError::malformed(node_place(root), "there is no 'UnstructuredGrid'"))?;
    let pieces = grid.children().filter(|node| node.has_tag_name("Piece"));
    for (number, piece) in pieces.enumerate() {
        let part = builder.add_part(b"", "piece", number);
        builder.enter_part(part);
        read_piece(piece, &encoding, builder)?;
    }
    Ok(())
}

/// Appended data need not be XML, so they are cut out: the XML without them, and the bytes after `_`.
fn part(content: &[u8]) -> ParseResult<(Vec<u8>, Option<&[u8]>)> {
    let Some(start) = find(content, b"<AppendedData") else {
        return Ok((content.to_vec(), None));
    };
    let after = &content[start..];
    let opened = after.iter().position(|&b| b == b'>');
    let marked = opened.and_then(|end| {
        let space = after[end + 1..].iter().take_while(|b| b.is_ascii_whitespace()).count();
        (after.get(end + 1 + space) == Some(&b'_')).then_some((end, end + 2 + space))
    });
    let Some((end, begin)) = marked else {
        return Err(ParseError::malformed(
            Place::Byte(start),
            "'AppendedData' do not begin with '_'",
        ));
    };
    let mut xml = content[..start + end + 1].to_vec();
    xml.extend_from_slice(b"</AppendedData></VTKFile>");
    Ok((xml, Some(&after[begin..])))
}

fn encoding<'a>(
    root: Node,
    appended: Option<AppendedData<'a>>,
    budget: Budget,
    place: Place,
) -> ParseResult<ArrayEncoding<'a>> {
    let order = match root.attribute("byte_order") {
        Some("BigEndian") => Order::Big,
        _ => Order::Little,
    };
    let header = match root.attribute("header_type") {
        None | Some("UInt32") => Scalar::U32,
        Some("UInt64") => Scalar::U64,
        Some(other) => {
            return Err(ParseError::malformed(place, format!("the header type is '{other}'")));
        }
    };
    let compressed = match root.attribute("compressor") {
        None | Some("") => false,
        Some("vtkZLibDataCompressor") => true,
        Some(other) => {
            let feature = format!("data compressed by {other}");
            return Err(ParseError::unsupported(
                place,
                feature,
                "save it with zlib or no compression",
            ));
        }
    };
    let meter = Meter::new(budget);
    Ok(ArrayEncoding { order, header, compressed, appended, budget, meter })
}

/// Lines would have to be counted for each node, bytes are known.
fn node_place(node: Node) -> Place {
    Place::Byte(node.range().start)
}

fn child<'a, 'd>(node: Node<'a, 'd>, name: &str) -> Option<Node<'a, 'd>> {
    node.children().find(|child| child.has_tag_name(name))
}

fn read_piece(piece: Node, encoding: &ArrayEncoding, builder: &mut MeshBuilder) -> ParseResult<()> {
    let missing =
        |what: &str| ParseError::malformed(node_place(piece), format!("the piece has no {what}"));
    let base = builder.vertices.len();
    if let Some(points) = child(piece, "Points") {
        let node = child(points, "DataArray").ok_or_else(|| missing("points"))?;
        let place = node_place(node);
        let coordinates = array(node, encoding, place)?.floats(encoding, place)?;
        if !coordinates.len().is_multiple_of(3) {
            let count = grouped(coordinates.len());
            return Err(ParseError::malformed(
                place,
                format!("{count} coordinates make no whole points"),
            ));
        }
        for p in coordinates.chunks_exact(3) {
            builder.push_vertex(DVec3::new(p[0], p[1], p[2]))?;
        }
    }
    let Some(cells) = child(piece, "Cells") else { return Ok(()) };
    let named = |name: &str| {
        let node = cells.children().find(|node| node.attribute("Name") == Some(name));
        let node = node.ok_or_else(|| missing(&format!("array '{name}'")))?;
        let place = node_place(node);
        array(node, encoding, place)?.integers(encoding, place)
    };
    let kinds: Vec<u8> = named("types")?.into_iter().map(|k| k.clamp(0, 255) as u8).collect();
    let ends = named("offsets")?;
    let place = node_place(cells);
    if kinds.len() != ends.len() {
        let (kinds, ends) = (grouped(kinds.len()), grouped(ends.len()));
        return Err(ParseError::malformed(
            place,
            format!("there are {kinds} types, but {ends} offsets"),
        ));
    }
    let mut corners = named("connectivity")?;
    for corner in &mut corners {
        // Pieces count their points from 0.
        *corner = match *corner {
            own if own < 0 => own,
            own => own.saturating_add(base as i64),
        };
    }
    let corners: Vec<u32> = corners
        .into_iter()
        .map(|corner| cells::index(corner, place))
        .collect::<ParseResult<_>>()?;
    cells::push_all(&kinds, ends, &corners, builder, place)
}

fn array<'a>(node: Node<'a, '_>, encoding: &ArrayEncoding, place: Place) -> ParseResult<Array<'a>> {
    let scalar = match node.attribute("type").unwrap_or("") {
        "Int8" => Scalar::I8,
        "UInt8" => Scalar::U8,
        "Int16" => Scalar::I16,
        "UInt16" => Scalar::U16,
        "Int32" => Scalar::I32,
        "UInt32" => Scalar::U32,
        "Int64" => Scalar::I64,
        "UInt64" => Scalar::U64,
        "Float32" => Scalar::F32,
        "Float64" => Scalar::F64,
        other => {
            return Err(ParseError::malformed(place, format!("there is no number type '{other}'")));
        }
    };
    let text = node.text().unwrap_or("").as_bytes();
    match node.attribute("format").unwrap_or("ascii") {
        "ascii" => Ok(Array::Ascii(text)),
        "binary" => Array::inline_binary(text, scalar, encoding, place),
        "appended" => {
            let offset = node.attribute("offset").and_then(|offset| offset.parse().ok());
            let offset =
                offset.ok_or_else(|| ParseError::malformed(place, "an array has no offset"))?;
            Array::appended(offset, scalar, encoding, place)
        }
        other => Err(ParseError::malformed(place, format!("there is no array format '{other}'"))),
    }
}
