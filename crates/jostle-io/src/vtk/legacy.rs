//! Reading of the legacy VTK format: keyword lines, each followed by numbers, in decimals or big-endian bytes.
//!
//! After the VTK File Formats document, "Simple Legacy Formats", with the offset lists that version 5.1
//! brought.

use super::cells;
use crate::binary::{Bytes, Order, Scalar};
use crate::error::{ParseError, ParseResult, Place, grouped};
use crate::mesh_builder::MeshBuilder;
use crate::text::{Text, words};
use jostle::DVec3;

pub(crate) fn read(content: &[u8], builder: &mut MeshBuilder) -> ParseResult<()> {
    let mut text = Text::new(content);
    let mut reader =
        Reader { content, binary: false, polydata: Vec::new(), cells: None, kinds: None };
    let version = text.full_line().unwrap_or(b"");
    if words(version).nth(4).is_none_or(|v| !v[0].is_ascii_digit()) {
        return Err(text.unexpected("'# vtk DataFile Version' and a number", version));
    }
    text.line();
    match text.word() {
        Some(b"ASCII") => {}
        Some(b"BINARY") => reader.binary = true,
        word => return Err(text.unexpected("'ASCII' or 'BINARY'", word.unwrap_or(b""))),
    }
    while let Some(keyword) = text.word() {
        match keyword {
            b"DATASET" => check_dataset(&mut text)?,
            b"POINTS" => reader.points(&mut text, builder)?,
            b"CELLS" => {
                let list = reader.list(&mut text)?;
                reader.cells = Some(list);
            }
            b"CELL_TYPES" => {
                let count = text.count("cells", if reader.binary { 4 } else { 2 })?;
                text.line();
                let kinds = reader.integers(&mut text, count, Scalar::I32, "cell types")?;
                reader.kinds = Some(kinds.into_iter().map(|k| k.clamp(0, 255) as u8).collect());
            }
            b"VERTICES" => reader.polydata(&mut text, 2)?,
            b"LINES" => reader.polydata(&mut text, 4)?,
            b"POLYGONS" => reader.polydata(&mut text, 7)?,
            b"TRIANGLE_STRIPS" => reader.polydata(&mut text, 6)?,
            b"METADATA" => {
                text.line();
                while text.line().is_some_and(|line| !line.trim_ascii().is_empty()) {}
            }
            b"FIELD" => reader.skip_field(&mut text)?,
            // Attributes come last and are not read.
            b"CELL_DATA" | b"POINT_DATA" => break,
            word => return Err(text.unexpected("a keyword", word)),
        }
    }
    reader.finish(&text, builder)
}

/// Cells as the file lists them.
struct List {
    /// Where the corners of each cell end; `None` if the corners hold the size before each cell.
    ends: Option<Vec<i64>>,
    corners: Vec<i64>,
    cells: usize,
    place: Place,
}

struct Reader<'a> {
    content: &'a [u8],
    binary: bool,
    /// Cells of polydata, with their type.
    polydata: Vec<(u8, List)>,
    cells: Option<List>,
    kinds: Option<Vec<u8>>,
}

fn check_dataset(text: &mut Text) -> ParseResult<()> {
    match text.expect_word("the kind of dataset")? {
        b"UNSTRUCTURED_GRID" | b"POLYDATA" => Ok(()),
        word => {
            let feature = format!("a dataset {}", String::from_utf8_lossy(word));
            let remedy = "save it as UNSTRUCTURED_GRID or POLYDATA";
            Err(ParseError::unsupported(text.place(), feature, remedy))
        }
    }
}

impl Reader<'_> {
    fn points(&self, text: &mut Text, builder: &mut MeshBuilder) -> ParseResult<()> {
        let count = text.count("points", if self.binary { 3 } else { 6 })?;
        let scalar = scalar(text)?;
        text.line();
        builder.vertices.reserve_exact(count);
        if self.binary {
            let mut bytes = self.bytes(text);
            let content = bytes.take(count, 3 * scalar.size(), "points")?;
            text.seek(bytes.at());
            for point in content.chunks_exact(3 * scalar.size()) {
                let mut axes = point.chunks_exact(scalar.size());
                let mut axis = || axes.next().map_or(0.0, |x| scalar.float(x, Order::Big));
                builder.vertices.push(DVec3::new(axis(), axis(), axis()));
            }
        } else {
            for _ in 0..count {
                let mut axis = || -> ParseResult<f64> {
                    let x = text.float("a coordinate")?;
                    Ok(if scalar == Scalar::F32 { x as f32 as f64 } else { x })
                };
                builder.vertices.push(DVec3::new(axis()?, axis()?, axis()?));
            }
        }
        Ok(())
    }

    fn bytes(&self, text: &Text) -> Bytes<'_> {
        Bytes::new(self.content, text.at(), Order::Big)
    }

    fn integers(
        &self,
        text: &mut Text,
        count: usize,
        scalar: Scalar,
        what: &str,
    ) -> ParseResult<Vec<i64>> {
        if self.binary {
            let mut bytes = self.bytes(text);
            let content = bytes.take(count, scalar.size(), what)?;
            text.seek(bytes.at());
            let items = content.chunks_exact(scalar.size());
            return Ok(items.map(|x| scalar.integer(x, Order::Big)).collect());
        }
        let mut integers = Vec::with_capacity(count);
        for _ in 0..count {
            integers.push(text.integer(what)?);
        }
        Ok(integers)
    }

    /// `CELLS`, `POLYGONS` and the like, with the sizes among the corners or, since 5.1, beside them.
    fn list(&self, text: &mut Text) -> ParseResult<List> {
        // The smallest numbers are bytes in a binary file, and a digit and separator in ascii.
        let least = if self.binary { 1 } else { 2 };
        let first = text.count("cells", least)?;
        let second = text.count("corners", least)?;
        let place = text.place();
        text.line();
        if !text.rest().trim_ascii_start().starts_with(b"OFFSETS") {
            let corners = self.integers(text, second, Scalar::I32, "a corner")?;
            return Ok(List { ends: None, corners, cells: first, place });
        }
        text.word();
        let offset_scalar = scalar(text)?;
        text.line();
        let mut ends = self.integers(text, first, offset_scalar, "an offset")?;
        match text.word() {
            Some(b"CONNECTIVITY") => {}
            word => return Err(text.unexpected("'CONNECTIVITY'", word.unwrap_or(b""))),
        }
        let corner_scalar = scalar(text)?;
        text.line();
        let corners = self.integers(text, second, corner_scalar, "a corner")?;
        if !ends.is_empty() {
            ends.remove(0);
        }
        Ok(List { cells: ends.len(), ends: Some(ends), corners, place })
    }

    fn polydata(&mut self, text: &mut Text, kind: u8) -> ParseResult<()> {
        let list = self.list(text)?;
        self.polydata.push((kind, list));
        Ok(())
    }

    fn skip_field(&self, text: &mut Text) -> ParseResult<()> {
        text.expect_word("the name of a field")?;
        for _ in 0..text.count("arrays", 2)? {
            text.expect_word("the name of an array")?;
            let components = text.count("components", 0)?;
            let tuples = text.count("tuples", 0)?;
            let type_name = text.expect_word("a number type")?;
            let Some(scalar) = scalar_named(type_name) else {
                let remedy = "save the file without field data";
                return Err(ParseError::unsupported(
                    text.place(),
                    "a field that is no numbers",
                    remedy,
                ));
            };
            text.line();
            let count = components.saturating_mul(tuples);
            if self.binary {
                let mut bytes = self.bytes(text);
                bytes.take(count, scalar.size(), "numbers of a field")?;
                text.seek(bytes.at());
            } else {
                for _ in 0..count {
                    text.expect_word("a number of a field")?;
                }
            }
        }
        Ok(())
    }

    fn finish(mut self, text: &Text, builder: &mut MeshBuilder) -> ParseResult<()> {
        // VTK numbers the cells of polydata in this order, whatever that of the file.
        self.polydata.sort_by_key(|(kind, _)| [2, 4, 7, 6].iter().position(|k| k == kind));
        for (kind, list) in self.polydata {
            let kinds = vec![kind; list.cells];
            list.push(&kinds, builder)?;
        }
        match (self.cells, self.kinds) {
            (Some(list), Some(kinds)) if list.cells == kinds.len() => list.push(&kinds, builder),
            (Some(list), Some(kinds)) => Err(text.error(format!(
                "there are {} cells, but {} cell types",
                grouped(list.cells),
                grouped(kinds.len())
            ))),
            (Some(_), None) => Err(text.error("there are 'CELLS', but no 'CELL_TYPES'")),
            (None, Some(kinds)) if !kinds.is_empty() => {
                Err(text.error("there are 'CELL_TYPES', but no 'CELLS'"))
            }
            _ => Ok(()),
        }
    }
}

impl List {
    fn push(self, kinds: &[u8], builder: &mut MeshBuilder) -> ParseResult<()> {
        let place = self.place;
        if let Some(ends) = self.ends {
            let mut corners = Vec::with_capacity(self.corners.len());
            for corner in self.corners {
                corners.push(cells::index(corner, place)?);
            }
            return cells::push_all(kinds, ends, &corners, builder, place);
        }
        let mut rest = self.corners.as_slice();
        let mut cell = Vec::new();
        for &kind in kinds {
            let size = rest.first().and_then(|&size| usize::try_from(size).ok());
            let Some((size, corners)) = size.and_then(|s| Some((s, rest.get(1..)?.get(..s)?)))
            else {
                let element = builder.seen();
                let problem = format!("the corners of cell {element} are not in the list");
                return Err(ParseError::malformed(place, problem));
            };
            cell.clear();
            for &corner in corners {
                cell.push(cells::index(corner, place)?);
            }
            cells::push(kind as i64, &cell, builder, place)?;
            rest = &rest[1 + size..];
        }
        Ok(())
    }
}

fn scalar(text: &mut Text) -> ParseResult<Scalar> {
    let word = text.expect_word("a number type")?;
    scalar_named(word).ok_or_else(|| text.unexpected("a number type", word))
}

fn scalar_named(word: &[u8]) -> Option<Scalar> {
    Some(match word.to_ascii_lowercase().as_slice() {
        b"char" | b"signed_char" | b"vtktypeint8" => Scalar::I8,
        b"unsigned_char" | b"vtktypeuint8" => Scalar::U8,
        b"short" | b"vtktypeint16" => Scalar::I16,
        b"unsigned_short" | b"vtktypeuint16" => Scalar::U16,
        b"int" | b"vtktypeint32" => Scalar::I32,
        b"unsigned_int" | b"vtktypeuint32" => Scalar::U32,
        // VTK's own writers are of machines where these have 8 bytes.
        b"long" | b"vtktypeint64" | b"vtkidtype" => Scalar::I64,
        b"unsigned_long" | b"vtktypeuint64" => Scalar::U64,
        b"float" => Scalar::F32,
        b"double" => Scalar::F64,
        _ => return None,
    })
}
