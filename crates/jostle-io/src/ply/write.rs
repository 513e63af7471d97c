//! Writing of PLY: double coordinates, so that reading gives the same bits; attributes as face properties.

use crate::attribute::{Attribute, Values};
use crate::binary::Order;
use crate::options::{Encoding, WriteOptions};
use crate::output::{Output, text, value_text};
use jostle::TriangleMesh;

pub(crate) fn write(
    mesh: &TriangleMesh,
    attributes: &[Attribute],
    options: &WriteOptions,
) -> Vec<u8> {
    let (order, format) = match options.encoding {
        Encoding::Ascii => (Order::Little, "ascii"),
        Encoding::Binary => (Order::Little, "binary_little_endian"),
        Encoding::BinaryBigEndian => (Order::Big, "binary_big_endian"),
    };
    let mut out = Output::new(order);
    header(&mut out, format, mesh, attributes);
    if options.encoding == Encoding::Ascii {
        for p in &mesh.vertices {
            text!(out, "{:?} {:?} {:?}\n", p.x, p.y, p.z);
        }
        for (element, [a, b, c]) in mesh.elements.iter().enumerate() {
            text!(out, "3 {a} {b} {c}");
            for attribute in attributes {
                out.put(" ");
                value_text(&mut out, &attribute.values, element);
            }
            out.put("\n");
        }
    } else {
        out.bytes.reserve(24 * mesh.vertices.len() + 13 * mesh.elements.len());
        for p in &mesh.vertices {
            p.to_array().into_iter().for_each(|x| out.f64(x));
        }
        for (element, corners) in mesh.elements.iter().enumerate() {
            out.u8(3);
            corners.iter().for_each(|&corner| out.u32(corner));
            for attribute in attributes {
                out.value(&attribute.values, element);
            }
        }
    }
    out.bytes
}

fn header(out: &mut Output, format: &str, mesh: &TriangleMesh, attributes: &[Attribute]) {
    text!(out, "ply\nformat {format} 1.0\n");
    text!(out, "element vertex {}\n", mesh.vertices.len());
    out.put("property double x\nproperty double y\nproperty double z\n");
    text!(out, "element face {}\n", mesh.elements.len());
    // Older readers know `int` only.
    let index = if mesh.vertices.len() <= i32::MAX as usize { "int" } else { "uint" };
    text!(out, "property list uchar {index} vertex_indices\n");
    for attribute in attributes {
        let name = attribute.word("_");
        match attribute.values {
            Values::U32(_) => text!(out, "property uint {name}\n"),
            Values::I32(_) => text!(out, "property int {name}\n"),
            Values::F64(_) => text!(out, "property double {name}\n"),
            Values::Bool(_) => text!(out, "property uchar {name}\n"),
            Values::Colour(_) => {
                out.put("property uchar red\nproperty uchar green\nproperty uchar blue\n");
            }
        }
    }
    out.put("end_header\n");
}
