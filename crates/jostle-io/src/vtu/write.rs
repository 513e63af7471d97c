//! Writing of VTU: one piece, in the layout that the options ask for.

use crate::attribute::{Attribute, Values};
use crate::base64;
use crate::binary::Order;
use crate::mixed_mesh::MixedMesh;
use crate::options::{Encoding, VtuData, WriteOptions};
use crate::output::{Output, text, value_text};
use crate::polylines::Polylines;
use crate::vtk::cells;
use flate2::{Compression, write::ZlibEncoder};
use jostle::{DVec3, Mesh};
use std::io::Write;

/// Bytes per compressed block, as VTK has it.
const BLOCK: usize = 32 * 1024;

pub(crate) fn write(mesh: &Mesh, attributes: &[Attribute], options: &WriteOptions) -> Vec<u8> {
    let corners = |i: usize| match mesh {
        Mesh::Triangles(own) => &own.elements[i][..],
        Mesh::Tets(own) => &own.elements[i][..],
    };
    write_cells(mesh.vertices(), mesh.element_count(), corners, attributes, options)
}

/// Triangles first, then tetrahedra.
pub(crate) fn write_mixed(
    mesh: &MixedMesh,
    attributes: &[Attribute],
    options: &WriteOptions,
) -> Vec<u8> {
    let count = mesh.element_count();
    write_cells(&mesh.vertices, count, |i| mesh.corners(i), attributes, options)
}

/// Cells of one corner are vertices, those of two lines, those of more polylines.
pub(crate) fn write_polylines(
    lines: &Polylines,
    point_attributes: &[Attribute],
    attributes: &[Attribute],
    options: &WriteOptions,
) -> Vec<u8> {
    let kind = |corners: &[u32]| match corners.len() {
        1 => cells::VERTEX,
        2 => cells::LINE,
        _ => cells::POLYLINE,
    };
    let written = Cells { vertices: lines.points(), corners: |i| lines.corners(i), kind };
    let largest = lines.corner_count();
    let writer = Writer::new(options, lines.points().len(), lines.len().max(largest));
    writer.write(written, lines.len(), point_attributes, attributes)
}

/// Cells of three corners are triangles, those of four tetrahedra.
fn write_cells<'m>(
    vertices: &'m [DVec3],
    count: usize,
    corners: impl Fn(usize) -> &'m [u32],
    attributes: &[Attribute],
    options: &WriteOptions,
) -> Vec<u8> {
    let kind = |corners: &[u32]| if corners.len() == 3 { cells::TRIANGLE } else { cells::TET };
    let cells = Cells { vertices, corners, kind };
    Writer::new(options, vertices.len(), count).write(cells, count, &[], attributes)
}

/// What is written: points, the corners of each cell, and the kind of cells with such corners.
struct Cells<'m, C, K> {
    vertices: &'m [DVec3],
    corners: C,
    kind: K,
}

struct Writer {
    out: Output,
    appended: Vec<u8>,
    ascii: bool,
    compress: bool,
    wide: bool,
    data: VtuData,
}

impl Writer {
    fn new(options: &WriteOptions, vertices: usize, elements: usize) -> Writer {
        let order = match options.encoding {
            Encoding::BinaryBigEndian => Order::Big,
            _ => Order::Little,
        };
        // The largest array holds three `f64` per vertex, or an `i64` per corner.
        let largest = (24 * vertices).max(32 * elements);
        let ascii = options.encoding == Encoding::Ascii;
        Writer {
            out: Output::new(order),
            appended: Vec::new(),
            ascii,
            compress: options.vtu_compress && !ascii,
            wide: options.vtu_wide_headers || largest > u32::MAX as usize,
            data: options.vtu_data,
        }
    }

    fn write<'m>(
        mut self,
        cells: Cells<'m, impl Fn(usize) -> &'m [u32], impl Fn(&[u32]) -> u8>,
        elements: usize,
        point_attributes: &[Attribute],
        attributes: &[Attribute],
    ) -> Vec<u8> {
        let Cells { vertices, corners, kind } = cells;
        let order = if self.out.order == Order::Big { "BigEndian" } else { "LittleEndian" };
        let header = if self.wide { "UInt64" } else { "UInt32" };
        let compressor = if self.compress { " compressor=\"vtkZLibDataCompressor\"" } else { "" };
        text!(
            self.out,
            "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" \
             byte_order=\"{order}\" header_type=\"{header}\"{compressor}>\n<UnstructuredGrid>\n\
             <Piece NumberOfPoints=\"{}\" NumberOfCells=\"{}\">\n<Points>\n",
            vertices.len(),
            elements
        );
        self.array("Points", "Float64", 3, vertices.len(), |out, ascii, i| {
            let p = vertices[i];
            match ascii {
                true => text!(out, "{:?} {:?} {:?}", p.x, p.y, p.z),
                false => {
                    p.to_array().into_iter().for_each(|x| out.f64(x));
                }
            }
        });
        self.out.put("</Points>\n<Cells>\n");
        // What VTK itself writes, and reads without converting.
        self.array("connectivity", "Int64", 1, elements, |out, ascii, i| {
            for &corner in corners(i) {
                if ascii { text!(out, "{corner} ") } else { out.u64(corner as u64) }
            }
        });
        let mut end = 0;
        self.array("offsets", "Int64", 1, elements, |out, ascii, i| {
            end += corners(i).len();
            if ascii { text!(out, "{end}") } else { out.u64(end as u64) }
        });
        self.array("types", "UInt8", 1, elements, |out, ascii, i| {
            let kind = kind(corners(i));
            if ascii { text!(out, "{kind}") } else { out.u8(kind) }
        });
        self.out.put("</Cells>\n");
        if !point_attributes.is_empty() {
            self.out.put("<PointData>\n");
            self.attributes(point_attributes);
            self.out.put("</PointData>\n");
        }
        self.out.put("<CellData>\n");
        self.attributes(attributes);
        self.out.put("</CellData>\n</Piece>\n</UnstructuredGrid>\n");
        self.finish()
    }

    fn attributes(&mut self, attributes: &[Attribute]) {
        for Attribute { name, values } in attributes {
            let number = match values {
                Values::U32(_) => "UInt32",
                Values::I32(_) => "Int32",
                Values::F64(_) => "Float64",
                Values::Bool(_) | Values::Colour(_) => "UInt8",
            };
            let name = escaped(name);
            self.array(&name, number, values.components(), values.len(), |out, ascii, i| {
                if ascii { value_text(out, values, i) } else { out.value(values, i) }
            });
        }
    }

    fn array(
        &mut self,
        name: &str,
        number: &str,
        components: usize,
        count: usize,
        mut item: impl FnMut(&mut Output, bool, usize),
    ) {
        text!(self.out, "<DataArray type=\"{number}\" Name=\"{name}\"");
        if components > 1 {
            text!(self.out, " NumberOfComponents=\"{components}\"");
        }
        if self.ascii {
            self.out.put(" format=\"ascii\">\n");
            for i in 0..count {
                item(&mut self.out, true, i);
                self.out.put("\n");
            }
            self.out.put("</DataArray>\n");
            return;
        }
        let mut bytes = Output::new(self.out.order);
        (0..count).for_each(|i| item(&mut bytes, false, i));
        let (header, body) = self.pack(bytes.bytes);
        match self.data {
            VtuData::Inline => {
                self.out.put(" format=\"binary\">\n");
                encode(&header, &body, self.compress, &mut self.out.bytes);
                self.out.put("\n</DataArray>\n");
            }
            VtuData::AppendedRaw | VtuData::AppendedBase64 => {
                text!(self.out, " format=\"appended\" offset=\"{}\"/>\n", self.appended.len());
                if self.data == VtuData::AppendedRaw {
                    self.appended.extend(header);
                    self.appended.extend(body);
                } else {
                    encode(&header, &body, self.compress, &mut self.appended);
                }
            }
        }
    }

    /// The sizes that go before an array, and its content.
    fn pack(&self, bytes: Vec<u8>) -> (Vec<u8>, Vec<u8>) {
        let mut header = Output::new(self.out.order);
        let mut size = |size: usize| {
            if self.wide { header.u64(size as u64) } else { header.u32(size as u32) }
        };
        if !self.compress {
            size(bytes.len());
            return (header.bytes, bytes);
        }
        let blocks = bytes.len().div_ceil(BLOCK);
        size(blocks);
        size(BLOCK);
        size(bytes.len() % BLOCK);
        let mut body = Vec::new();
        for block in bytes.chunks(BLOCK) {
            let start = body.len();
            let mut encoder = ZlibEncoder::new(&mut body, Compression::default());
            // A vector takes all that is written to it.
            let _ = encoder.write_all(block);
            let _ = encoder.finish();
            size(body.len() - start);
        }
        (header.bytes, body)
    }

    fn finish(mut self) -> Vec<u8> {
        if !self.appended.is_empty() {
            let encoding = if self.data == VtuData::AppendedRaw { "raw" } else { "base64" };
            text!(self.out, "<AppendedData encoding=\"{encoding}\">\n_");
            self.out.bytes.append(&mut self.appended);
            self.out.put("\n</AppendedData>\n");
        }
        self.out.put("</VTKFile>\n");
        self.out.bytes
    }
}

/// Header and content are one stream, but two if compressed.
fn encode(header: &[u8], body: &[u8], compressed: bool, out: &mut Vec<u8>) {
    if compressed {
        base64::encode(header, out);
        base64::encode(body, out);
    } else {
        base64::encode(&[header, body].concat(), out);
    }
}

fn escaped(name: &str) -> String {
    let mut text = String::new();
    for character in name.chars() {
        match character {
            '&' => text.push_str("&amp;"),
            '<' => text.push_str("&lt;"),
            '"' => text.push_str("&quot;"),
            c if c.is_control() => text.push('_'),
            c => text.push(c),
        }
    }
    text
}
