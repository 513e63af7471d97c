//! Writing of both MSH versions: one block of nodes, one block of elements, one `$ElementData` per attribute.

use super::element_type;
use crate::attribute::{Attribute, Values};
use crate::binary::Order;
use crate::options::{Encoding, WriteOptions};
use crate::output::{Output, text};
use jostle::{DVec3, Mesh};

pub(crate) fn write_22(mesh: &Mesh, attributes: &[Attribute], options: &WriteOptions) -> Vec<u8> {
    match mesh {
        Mesh::Triangles(mesh) => {
            write(V22, element_type::TRIANGLE, &mesh.vertices, &mesh.elements, attributes, options)
        }
        Mesh::Tets(mesh) => {
            write(V22, element_type::TET, &mesh.vertices, &mesh.elements, attributes, options)
        }
    }
}

pub(crate) fn write_41(mesh: &Mesh, attributes: &[Attribute], options: &WriteOptions) -> Vec<u8> {
    match mesh {
        Mesh::Triangles(mesh) => {
            write(V41, element_type::TRIANGLE, &mesh.vertices, &mesh.elements, attributes, options)
        }
        Mesh::Tets(mesh) => {
            write(V41, element_type::TET, &mesh.vertices, &mesh.elements, attributes, options)
        }
    }
}

const V22: &str = "2.2";
const V41: &str = "4.1";

fn write<const N: usize>(
    version: &str,
    kind: i32,
    vertices: &[DVec3],
    elements: &[[u32; N]],
    attributes: &[Attribute],
    options: &WriteOptions,
) -> Vec<u8> {
    let order =
        if options.encoding == Encoding::BinaryBigEndian { Order::Big } else { Order::Little };
    let mut out = Output::new(order);
    let ascii = options.encoding == Encoding::Ascii;
    text!(out, "$MeshFormat\n{version} {} 8\n", !ascii as u8);
    if !ascii {
        out.i32(1);
        out.put("\n");
    }
    out.put("$EndMeshFormat\n$Nodes\n");
    match (version, ascii) {
        (V22, true) => nodes_22_ascii(&mut out, vertices),
        (V22, false) => nodes_22_binary(&mut out, vertices),
        (_, true) => nodes_41_ascii(&mut out, vertices, N - 1),
        (_, false) => nodes_41_binary(&mut out, vertices, N - 1),
    }
    out.put("$EndNodes\n$Elements\n");
    match (version, ascii) {
        (V22, true) => elements_22_ascii(&mut out, kind, elements),
        (V22, false) => elements_22_binary(&mut out, kind, elements),
        (_, true) => elements_41_ascii(&mut out, kind, elements),
        (_, false) => elements_41_binary(&mut out, kind, elements),
    }
    out.put("$EndElements\n");
    for attribute in attributes {
        element_data(&mut out, attribute, ascii);
    }
    out.bytes
}

fn nodes_22_ascii(out: &mut Output, vertices: &[DVec3]) {
    text!(out, "{}\n", vertices.len());
    for (i, p) in vertices.iter().enumerate() {
        text!(out, "{} {:?} {:?} {:?}\n", i + 1, p.x, p.y, p.z);
    }
}

fn nodes_22_binary(out: &mut Output, vertices: &[DVec3]) {
    text!(out, "{}\n", vertices.len());
    for (i, p) in vertices.iter().enumerate() {
        out.u32(i as u32 + 1);
        p.to_array().into_iter().for_each(|x| out.f64(x));
    }
    out.put("\n");
}

fn nodes_41_ascii(out: &mut Output, vertices: &[DVec3], dimension: usize) {
    let count = vertices.len();
    text!(out, "1 {count} 1 {count}\n{dimension} 1 0 {count}\n");
    for i in 1..=count {
        text!(out, "{i}\n");
    }
    for p in vertices {
        text!(out, "{:?} {:?} {:?}\n", p.x, p.y, p.z);
    }
}

fn nodes_41_binary(out: &mut Output, vertices: &[DVec3], dimension: usize) {
    let count = vertices.len() as u64;
    [1, count, 1, count].into_iter().for_each(|n| out.u64(n));
    [dimension as i32, 1, 0].into_iter().for_each(|n| out.i32(n));
    out.u64(count);
    (1..=count).for_each(|tag| out.u64(tag));
    for p in vertices {
        p.to_array().into_iter().for_each(|x| out.f64(x));
    }
    out.put("\n");
}

fn elements_22_ascii<const N: usize>(out: &mut Output, kind: i32, elements: &[[u32; N]]) {
    text!(out, "{}\n", elements.len());
    for (i, corners) in elements.iter().enumerate() {
        // Two labels, physical and elementary, are what old readers expect.
        text!(out, "{} {kind} 2 0 1", i + 1);
        corners.iter().for_each(|&corner| text!(out, " {}", corner as u64 + 1));
        out.put("\n");
    }
}

fn elements_22_binary<const N: usize>(out: &mut Output, kind: i32, elements: &[[u32; N]]) {
    text!(out, "{}\n", elements.len());
    if !elements.is_empty() {
        out.i32(kind);
        out.u32(elements.len() as u32);
        out.i32(2);
    }
    for (i, corners) in elements.iter().enumerate() {
        [i as u32 + 1, 0, 1].into_iter().for_each(|n| out.u32(n));
        corners.iter().for_each(|&corner| out.u32(corner + 1));
    }
    out.put("\n");
}

fn elements_41_ascii<const N: usize>(out: &mut Output, kind: i32, elements: &[[u32; N]]) {
    let count = elements.len();
    text!(out, "1 {count} 1 {count}\n{} 1 {kind} {count}\n", N - 1);
    for (i, corners) in elements.iter().enumerate() {
        text!(out, "{}", i + 1);
        corners.iter().for_each(|&corner| text!(out, " {}", corner as u64 + 1));
        out.put("\n");
    }
}

fn elements_41_binary<const N: usize>(out: &mut Output, kind: i32, elements: &[[u32; N]]) {
    let count = elements.len() as u64;
    [1, count, 1, count].into_iter().for_each(|n| out.u64(n));
    [N as i32 - 1, 1, kind].into_iter().for_each(|n| out.i32(n));
    out.u64(count);
    for (i, corners) in elements.iter().enumerate() {
        out.u64(i as u64 + 1);
        corners.iter().for_each(|&corner| out.u64(corner as u64 + 1));
    }
    out.put("\n");
}

/// Gmsh knows `f64` only, which holds every value of the other types.
fn element_data(out: &mut Output, attribute: &Attribute, ascii: bool) {
    let name = attribute.name.replace(|c: char| c.is_control() || c == '"', "_");
    let (count, components) = (attribute.values.len(), attribute.values.components());
    text!(out, "$ElementData\n1\n\"{name}\"\n1\n0\n3\n0\n{components}\n{count}\n");
    for element in 0..count {
        let values = as_floats(&attribute.values, element);
        let values = &values[..components];
        if ascii {
            text!(out, "{}", element + 1);
            values.iter().for_each(|x| text!(out, " {x:?}"));
            out.put("\n");
        } else {
            out.u32(element as u32 + 1);
            values.iter().for_each(|&x| out.f64(x));
        }
    }
    out.put(if ascii { "$EndElementData\n" } else { "\n$EndElementData\n" });
}

fn as_floats(values: &Values, element: usize) -> [f64; 3] {
    match values {
        Values::U32(values) => [values[element] as f64, 0.0, 0.0],
        Values::I32(values) => [values[element] as f64, 0.0, 0.0],
        Values::F64(values) => [values[element], 0.0, 0.0],
        Values::Bool(values) => [values[element] as u8 as f64, 0.0, 0.0],
        Values::Colour(values) => values[element].map(f64::from),
    }
}
