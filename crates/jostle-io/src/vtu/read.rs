//! The XML around the arrays.

use super::array::{Appended, Array, Coding};
use crate::binary::{Order, Scalar};
use crate::draft::{Budget, Draft, Meter};
use crate::error::{Flaw, Parsed, Place, grouped};
use crate::format::find;
use crate::vtk::cells;
use jostle::DVec3;
use roxmltree::{Document, Node, ParsingOptions};

pub(crate) fn read(content: &[u8], draft: &mut Draft) -> Parsed<()> {
    let (xml, appended) = part(content)?;
    let xml = std::str::from_utf8(&xml).map_err(|error| {
        Flaw::malformed(Place::Byte(error.valid_up_to()), "the XML is not UTF-8 text")
    })?;
    // Every node takes at least three characters, so this refuses nothing honest.
    let options = ParsingOptions { nodes_limit: xml.len() as u32, ..Default::default() };
    let document = Document::parse_with_options(xml, options).map_err(|error| {
        Flaw::malformed(
            Place::Line(error.pos().row as usize),
            format!("the XML is damaged: {error}"),
        )
    })?;
    let root = document.root_element();
    let kind = root.attribute("type").unwrap_or("");
    if root.tag_name().name() != "VTKFile" || kind != "UnstructuredGrid" {
        let feature = format!("a VTK XML file of type '{kind}'");
        return Err(Flaw::unsupported(
            place_of(root),
            feature,
            "save it as UnstructuredGrid (.vtu)",
        ));
    }
    let appended = match appended {
        None => None,
        Some(bytes) => {
            let node = child(root, "AppendedData");
            let base64 = node.and_then(|node| node.attribute("encoding")) != Some("raw");
            Some(Appended { bytes, base64 })
        }
    };
    let coding = coding(root, appended, draft.budget(), place_of(root))?;
    let grid = child(root, "UnstructuredGrid")
        .ok_or_else(|| Flaw::malformed(place_of(root), "there is no 'UnstructuredGrid'"))?;
    for piece in grid.children().filter(|node| node.has_tag_name("Piece")) {
        read_piece(piece, &coding, draft)?;
    }
    Ok(())
}

/// Appended data need not be XML, so they are cut out: the XML without them, and the bytes after `_`.
fn part(content: &[u8]) -> Parsed<(Vec<u8>, Option<&[u8]>)> {
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
        return Err(Flaw::malformed(Place::Byte(start), "'AppendedData' do not begin with '_'"));
    };
    let mut xml = content[..start + end + 1].to_vec();
    xml.extend_from_slice(b"</AppendedData></VTKFile>");
    Ok((xml, Some(&after[begin..])))
}

fn coding<'a>(
    root: Node,
    appended: Option<Appended<'a>>,
    budget: Budget,
    place: Place,
) -> Parsed<Coding<'a>> {
    let order = match root.attribute("byte_order") {
        Some("BigEndian") => Order::Big,
        _ => Order::Little,
    };
    let header = match root.attribute("header_type") {
        None | Some("UInt32") => Scalar::U32,
        Some("UInt64") => Scalar::U64,
        Some(other) => return Err(Flaw::malformed(place, format!("the header type is '{other}'"))),
    };
    let compressed = match root.attribute("compressor") {
        None | Some("") => false,
        Some("vtkZLibDataCompressor") => true,
        Some(other) => {
            let feature = format!("data compressed by {other}");
            return Err(Flaw::unsupported(place, feature, "save it with zlib or no compression"));
        }
    };
    let meter = Meter::new(budget);
    Ok(Coding { order, header, compressed, appended, budget, meter })
}

/// Lines would have to be counted for each node, bytes are known.
fn place_of(node: Node) -> Place {
    Place::Byte(node.range().start)
}

fn child<'a, 'd>(node: Node<'a, 'd>, name: &str) -> Option<Node<'a, 'd>> {
    node.children().find(|child| child.has_tag_name(name))
}

fn read_piece(piece: Node, coding: &Coding, draft: &mut Draft) -> Parsed<()> {
    let missing = |what: &str| Flaw::malformed(place_of(piece), format!("the piece has no {what}"));
    let base = draft.vertices.len();
    if let Some(points) = child(piece, "Points") {
        let node = child(points, "DataArray").ok_or_else(|| missing("points"))?;
        let place = place_of(node);
        let coordinates = array(node, coding, place)?.floats(coding, place)?;
        if !coordinates.len().is_multiple_of(3) {
            let count = grouped(coordinates.len());
            return Err(Flaw::malformed(
                place,
                format!("{count} coordinates make no whole points"),
            ));
        }
        for p in coordinates.chunks_exact(3) {
            draft.push_vertex(DVec3::new(p[0], p[1], p[2]))?;
        }
    }
    let Some(cells) = child(piece, "Cells") else { return Ok(()) };
    let named = |name: &str| {
        let node = cells.children().find(|node| node.attribute("Name") == Some(name));
        let node = node.ok_or_else(|| missing(&format!("array '{name}'")))?;
        let place = place_of(node);
        array(node, coding, place)?.integers(coding, place)
    };
    let kinds: Vec<u8> = named("types")?.into_iter().map(|k| k.clamp(0, 255) as u8).collect();
    let ends = named("offsets")?;
    let place = place_of(cells);
    if kinds.len() != ends.len() {
        let (kinds, ends) = (grouped(kinds.len()), grouped(ends.len()));
        return Err(Flaw::malformed(place, format!("there are {kinds} types, but {ends} offsets")));
    }
    let mut corners = named("connectivity")?;
    for corner in &mut corners {
        // Pieces count their points from 0.
        *corner = match *corner {
            own if own < 0 => own,
            own => own.saturating_add(base as i64),
        };
    }
    let corners: Vec<u32> =
        corners.into_iter().map(|corner| cells::index(corner, place)).collect::<Parsed<_>>()?;
    cells::push_all(&kinds, ends, &corners, draft, place)
}

fn array<'a>(node: Node<'a, '_>, coding: &Coding, place: Place) -> Parsed<Array<'a>> {
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
        other => return Err(Flaw::malformed(place, format!("there is no number type '{other}'"))),
    };
    let text = node.text().unwrap_or("").as_bytes();
    match node.attribute("format").unwrap_or("ascii") {
        "ascii" => Ok(Array::Ascii(text)),
        "binary" => Array::inline_binary(text, scalar, coding, place),
        "appended" => {
            let offset = node.attribute("offset").and_then(|offset| offset.parse().ok());
            let offset = offset.ok_or_else(|| Flaw::malformed(place, "an array has no offset"))?;
            Array::appended(offset, scalar, coding, place)
        }
        other => Err(Flaw::malformed(place, format!("there is no array format '{other}'"))),
    }
}
