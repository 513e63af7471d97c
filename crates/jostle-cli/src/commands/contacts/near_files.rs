//! Near contacts as files: a row, an object or a line each.

use super::TableFormat;
use crate::error::Error;
use crate::output_file;
use jostle::contact::{NearContact, NearContacts};
use jostle::{DVec3, Scene};
use jostle_io::{Attribute, Polylines, Values};
use serde_json::json;
use std::io::{self, Write};
use std::path::Path;

const HEADER: &str =
    "kind,object_a,object_b,i0,i1,i2,i3,distance,x_a,y_a,z_a,x_b,y_b,z_b,x_n,y_n,z_n,pairs";

/// What the numbers of kinds stand for in VTU.
const KINDS: [&str; 4] = ["vv", "ev", "ee", "fv"];

/// A contact, whatever its features are.
struct Row {
    /// Which of the kinds it is of.
    kind: usize,
    objects: [usize; 2],
    /// Numbered within the objects, those of the first feature first.
    vertices: Vec<usize>,
    distance: f64,
    points: [DVec3; 2],
    normal: DVec3,
    pairs: u32,
}

impl Row {
    /// Given how many of the vertices are of the first feature.
    fn new<const N: usize>(
        scene: &Scene,
        kind: usize,
        contact: &NearContact<N>,
        first: usize,
    ) -> Row {
        let objects = scene.objects();
        let object_of =
            |vertex: u32| objects.partition_point(|own| own.vertices().end <= vertex as usize);
        let local = |v: u32| v as usize - objects[object_of(v)].vertices().start;
        Row {
            kind,
            objects: [contact.vertices[0], contact.vertices[first]].map(object_of),
            vertices: contact.vertices.iter().map(|&v| local(v)).collect(),
            distance: contact.distance,
            points: contact.points,
            normal: contact.normal,
            pairs: contact.multiplicity,
        }
    }
}

/// All contacts, kind by kind.
fn rows<'c>(scene: &'c Scene, contacts: &'c NearContacts) -> impl Iterator<Item = Row> + 'c {
    let edges = contacts.edge_edge.iter().map(|own| &own.contact);
    (contacts.vertex_vertex.iter().map(move |own| Row::new(scene, 0, own, 1)))
        .chain(contacts.edge_vertex.iter().map(move |own| Row::new(scene, 1, own, 2)))
        .chain(edges.map(move |own| Row::new(scene, 2, own, 2)))
        .chain(contacts.face_vertex.iter().map(move |own| Row::new(scene, 3, own, 3)))
}

/// The nearest points of all contacts.
pub fn all_points(contacts: &NearContacts) -> impl Iterator<Item = [DVec3; 2]> + '_ {
    (contacts.vertex_vertex.iter().map(|own| own.points))
        .chain(contacts.edge_vertex.iter().map(|own| own.points))
        .chain(contacts.edge_edge.iter().map(|own| own.contact.points))
        .chain(contacts.face_vertex.iter().map(|own| own.points))
}

pub fn write(
    path: &Path,
    format: TableFormat,
    scene: &Scene,
    contacts: &NearContacts,
) -> Result<(), Error> {
    match format {
        TableFormat::Csv => output_file::write(path, |file| write_csv(file, scene, contacts)),
        TableFormat::Json => output_file::write(path, |file| write_json(file, scene, contacts)),
        TableFormat::Vtu => {
            let bytes = vtu(path, scene, contacts)?;
            output_file::write(path, |file| file.write_all(&bytes))
        }
    }
}

fn write_csv(file: &mut dyn Write, scene: &Scene, contacts: &NearContacts) -> io::Result<()> {
    writeln!(file, "{HEADER}")?;
    for row in rows(scene, contacts) {
        let [a, b] = row.objects;
        write!(file, "{},{a},{b}", KINDS[row.kind])?;
        for place in 0..4 {
            match row.vertices.get(place) {
                Some(vertex) => write!(file, ",{vertex}")?,
                None => write!(file, ",")?,
            }
        }
        write!(file, ",{:?}", row.distance)?;
        for vector in [row.points[0], row.points[1], row.normal] {
            let [x, y, z] = vector.to_array();
            write!(file, ",{x:?},{y:?},{z:?}")?;
        }
        writeln!(file, ",{}", row.pairs)?;
    }
    Ok(())
}

fn write_json(file: &mut dyn Write, scene: &Scene, contacts: &NearContacts) -> io::Result<()> {
    writeln!(file, "[")?;
    for (i, row) in rows(scene, contacts).enumerate() {
        let value = json!({
            "kind": KINDS[row.kind],
            "objects": row.objects,
            "vertices": row.vertices,
            "distance": row.distance,
            "points": row.points.map(|point| point.to_array()),
            "normal": row.normal.to_array(),
            "pairs": row.pairs,
        });
        write!(file, "{}{value}", if i == 0 { "" } else { ",\n" })?;
    }
    writeln!(file, "\n]")
}

/// A line between the nearest points of each contact.
fn vtu(path: &Path, scene: &Scene, contacts: &NearContacts) -> Result<Vec<u8>, Error> {
    let mut lines = Polylines::new();
    let (mut kinds, mut pairs, mut distances) = (Vec::new(), Vec::new(), Vec::new());
    let mut objects = [Vec::new(), Vec::new()];
    let mut normals = [Vec::new(), Vec::new(), Vec::new()];
    for row in rows(scene, contacts) {
        lines.push(row.points, false);
        kinds.push(row.kind as u32);
        pairs.push(row.pairs);
        distances.push(row.distance);
        (0..2).for_each(|i| objects[i].push(row.objects[i] as u32));
        (0..3).for_each(|axis| normals[axis].push(row.normal[axis]));
    }
    let [object_a, object_b] = objects;
    let [x, y, z] = normals;
    let attributes = [
        Attribute::new("kind", Values::U32(kinds)),
        Attribute::new("object_a", Values::U32(object_a)),
        Attribute::new("object_b", Values::U32(object_b)),
        Attribute::new("distance", Values::F64(distances)),
        Attribute::new("normal_x", Values::F64(x)),
        Attribute::new("normal_y", Values::F64(y)),
        Attribute::new("normal_z", Values::F64(z)),
        Attribute::new("pairs", Values::U32(pairs)),
    ];
    Ok(lines.to_vtu(&path.display().to_string(), &[], &attributes, Default::default())?)
}
