//! Writing of legacy VTK: an unstructured grid of version 3.0, which every reader of the format knows.

use super::cells;
use crate::attribute::{Attribute, Values};
use crate::binary::Order;
use crate::options::{Encoding, WriteOptions};
use crate::output::{Output, text, value_text};
use jostle::Mesh;

pub(crate) fn write(mesh: &Mesh, attributes: &[Attribute], options: &WriteOptions) -> Vec<u8> {
    let mut out = Output::new(Order::Big);
    let ascii = options.encoding == Encoding::Ascii;
    let encoding = if ascii { "ASCII" } else { "BINARY" };
    text!(out, "# vtk DataFile Version 3.0\njostle\n{encoding}\nDATASET UNSTRUCTURED_GRID\n");
    text!(out, "POINTS {} double\n", mesh.vertices().len());
    for p in mesh.vertices() {
        if ascii {
            text!(out, "{:?} {:?} {:?}\n", p.x, p.y, p.z);
        } else {
            p.to_array().into_iter().for_each(|x| out.f64(x));
        }
    }
    if !ascii {
        out.put("\n");
    }
    match mesh {
        Mesh::Triangles(mesh) => elements(&mut out, ascii, cells::TRIANGLE, &mesh.elements),
        Mesh::Tets(mesh) => elements(&mut out, ascii, cells::TET, &mesh.elements),
    }
    if !attributes.is_empty() {
        text!(out, "CELL_DATA {}\n", mesh.element_count());
    }
    for attribute in attributes {
        element_data(&mut out, ascii, attribute);
    }
    out.bytes
}

fn elements<const N: usize>(out: &mut Output, ascii: bool, kind: u8, elements: &[[u32; N]]) {
    let count = elements.len();
    text!(out, "CELLS {count} {}\n", count * (N + 1));
    for corners in elements {
        if ascii {
            text!(out, "{N}");
            corners.iter().for_each(|&corner| text!(out, " {corner}"));
            out.put("\n");
        } else {
            out.i32(N as i32);
            corners.iter().for_each(|&corner| out.u32(corner));
        }
    }
    text!(out, "{}CELL_TYPES {count}\n", if ascii { "" } else { "\n" });
    for _ in 0..count {
        if ascii { text!(out, "{kind}\n") } else { out.i32(kind as i32) }
    }
    if !ascii {
        out.put("\n");
    }
}

fn element_data(out: &mut Output, ascii: bool, attribute: &Attribute) {
    let kind = match attribute.values {
        Values::U32(_) => "unsigned_int",
        Values::I32(_) => "int",
        Values::F64(_) => "double",
        Values::Bool(_) | Values::Colour(_) => "unsigned_char",
    };
    // VTK writes names with spaces this way, and undoes it when reading.
    let name = attribute.word("%20");
    let components = attribute.values.components();
    text!(out, "SCALARS {name} {kind} {components}\nLOOKUP_TABLE default\n");
    for element in 0..attribute.values.len() {
        if ascii {
            value_text(out, &attribute.values, element);
            out.put("\n");
        } else {
            out.value(&attribute.values, element);
        }
    }
    if !ascii {
        out.put("\n");
    }
}
