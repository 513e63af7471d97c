//! VTK's cell types, and cells given as types, ends and corners.

use crate::error::{ParseError, ParseResult, Place};
use crate::mesh_builder::{MeshBuilder, Shape};

pub(crate) const VERTEX: u8 = 1;
pub(crate) const LINE: u8 = 3;
pub(crate) const POLYLINE: u8 = 4;
pub(crate) const TRIANGLE: u8 = 5;
pub(crate) const TET: u8 = 10;

/// Takes one cell. `place` is where its numbers begin, for messages.
pub(crate) fn push(
    kind: i64,
    corners: &[u32],
    builder: &mut MeshBuilder,
    place: Place,
) -> ParseResult<()> {
    let (shape, least, curved) = match kind {
        1 | 2 => (Shape::Point, 0, false),
        3 | 4 | 21 | 35 | 68 | 75 => (Shape::Line, 0, false),
        5 => (Shape::Triangle, 3, false),
        6 => (Shape::Strip { turned: false }, 3, false),
        7 => (Shape::Polygon, 3, false),
        8 => (Shape::Polygon, 4, false),
        9 => (Shape::Polygon, 4, false),
        10 => (Shape::Tet, 4, false),
        11 | 12 => (Shape::Hex, 8, false),
        13 => (Shape::Wedge, 6, false),
        14 => (Shape::Pyramid, 5, false),
        22 | 34 => (Shape::Triangle, 6, true),
        23 | 28 | 30 => (Shape::Polygon, 6, true),
        24 => (Shape::Tet, 10, true),
        25 | 29 | 33 => (Shape::Hex, 20, true),
        26 | 31 | 32 => (Shape::Wedge, 12, true),
        27 | 37 => (Shape::Pyramid, 13, true),
        _ => (Shape::Other, 0, false),
    };
    if corners.len() < least {
        let (element, found) = (builder.seen(), corners.len());
        let problem = format!("cell {element} of type {kind} has {found} corners, not {least}");
        return Err(ParseError::malformed(place, problem));
    }
    builder.report.curved_straightened += curved as usize;
    match (kind, corners) {
        // Pixels and voxels count along the axes, not around the faces.
        (8, &[a, b, d, c, ..]) => builder.push(shape, &[a, b, c, d]),
        (11, &[a, b, d, c, e, f, h, g, ..]) => builder.push(shape, &[a, b, c, d, e, f, g, h]),
        (9 | 23 | 28 | 30, _) => builder.push(shape, &corners[..4]),
        _ => builder.push(shape, corners),
    }
}

/// Takes cells of which the ends within the list of corners are known.
pub(crate) fn push_all(
    kinds: &[u8],
    ends: impl IntoIterator<Item = i64>,
    corners: &[u32],
    builder: &mut MeshBuilder,
    place: Place,
) -> ParseResult<()> {
    let mut start = 0;
    for (&kind, end) in kinds.iter().zip(ends) {
        let cell = usize::try_from(end).ok().and_then(|end| corners.get(start..end));
        let Some(cell) = cell else {
            let (element, count) = (builder.seen(), corners.len());
            return Err(ParseError::malformed(
                place,
                format!("cell {element} takes corners {start} to {end} of {count}"),
            ));
        };
        push(kind as i64, cell, builder, place)?;
        start += cell.len();
    }
    Ok(())
}

/// A vertex index as an element may hold it; one that is out of range is refused here by name.
pub(crate) fn index(value: i64, place: Place) -> ParseResult<u32> {
    u32::try_from(value)
        .map_err(|_| ParseError::malformed(place, format!("a cell refers to vertex {value}")))
}
