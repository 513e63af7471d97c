//! Results as files: pairs as a table, and meshes with the result on each element.

use super::report::CheckReport;
use crate::error::Error;
use crate::format::loss_note;
use jostle::mesh::topology::Boundary;
use jostle::{ElementId, Mesh, TetMesh, TriangleMesh};
use jostle_io::{Attribute, Format, Values, WriteOptions};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

/// Writes all pairs, sorted, objects and elements numbered from 0.
pub fn write_pairs(path: &Path, report: &CheckReport) -> Result<(), Error> {
    let write = || {
        let mut out = BufWriter::new(File::create(path)?);
        writeln!(out, "object_a,element_a,object_b,element_b")?;
        for pair in report.collisions.pairs() {
            let (object_a, a) = report.scene.locate(pair.a);
            let (object_b, b) = report.scene.locate(pair.b);
            writeln!(out, "{object_a},{a},{object_b},{b}")?;
        }
        out.flush()
    };
    write().map_err(|source| Error::Write { path: path.to_owned(), source })
}

/// Writes all objects as one mesh with attributes per element, and returns what had to be left out.
///
/// Scenes of tetrahedra only stay tetrahedra where the format can hold them. Otherwise bodies of
/// tetrahedra are shown by their boundary, each triangle with the result of its tetrahedron.
pub fn write_meshes(path: &Path, report: &CheckReport) -> Result<Vec<String>, Error> {
    let mut notes = Vec::new();
    let tets_only = report.scene.objects().iter().all(|o| o.kind().corners() == 4);
    let (mesh, elements): (Mesh, Vec<usize>) = if tets_only && holds_tets(path) {
        let (mesh, elements) = merged_tets(report)?;
        (mesh.into(), elements)
    } else {
        if report.scene.objects().iter().any(|object| object.kind().corners() == 4) {
            notes.push(format!("'{}': tetrahedra are shown by their boundary", path.display()));
        }
        let (mesh, elements) = merged_surfaces(report)?;
        (mesh.into(), elements)
    };
    let written =
        jostle_io::write(path, &mesh, &attributes(report, &elements), WriteOptions::default())?;
    notes.extend(loss_note(path, &written));
    Ok(notes)
}

fn holds_tets(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.and_then(Format::from_extension).is_some_and(Format::holds_tets)
}

/// All objects, and the element of the scene that each element of the mesh is.
fn merged_tets(report: &CheckReport) -> Result<(TetMesh, Vec<usize>), Error> {
    let mut all = TetMesh::default();
    for object in report.scene.object_ids() {
        if let Mesh::Tets(mesh) = report.scene.mesh(object)? {
            let first = all.vertices.len() as u32;
            all.vertices.extend(mesh.vertices);
            all.elements.extend(mesh.elements.iter().map(|t| t.map(|v| v + first)));
        }
    }
    let elements = (0..all.elements.len()).collect();
    Ok((all, elements))
}

/// All surfaces and boundaries, and the element of the scene that each triangle shows.
fn merged_surfaces(report: &CheckReport) -> Result<(TriangleMesh, Vec<usize>), Error> {
    let mut all = TriangleMesh::default();
    let mut elements = Vec::new();
    for (object, own) in report.scene.object_ids().zip(report.scene.objects()) {
        let start = own.elements().start;
        let surface = match report.scene.mesh(object)? {
            Mesh::Triangles(mesh) => {
                elements.extend(own.elements());
                mesh
            }
            Mesh::Tets(mesh) => {
                let boundary = Boundary::from_mesh(&mesh)
                    .map_err(|source| Error::Mesh { file: own.name().to_owned(), source })?;
                elements.extend(boundary.tets.iter().map(|&tet| start + tet as usize));
                boundary.surface
            }
        };
        let first = all.vertices.len() as u32;
        all.vertices.extend(surface.vertices);
        all.elements.extend(surface.elements.iter().map(|t| t.map(|v| v + first)));
    }
    Ok((all, elements))
}

const COLLIDING: [u8; 3] = [214, 39, 40];
/// Muted, so that red stands out; objects take them in turn.
const CLEAR: [[u8; 3]; 4] = [[198, 205, 214], [176, 190, 197], [207, 200, 186], [188, 200, 184]];

fn attributes(report: &CheckReport, elements: &[usize]) -> Vec<Attribute> {
    let pair_counts_per_element = report.collisions.pair_counts_per_element(&report.scene);
    let located = elements.iter().map(|&e| report.scene.locate(ElementId::new(e)));
    let (objects, numbers): (Vec<u32>, Vec<u32>) =
        located.map(|(object, element)| (object.index() as u32, element.index() as u32)).unzip();
    let pairs: Vec<u32> = elements.iter().map(|&e| pair_counts_per_element[e]).collect();
    let hits = report.hits();
    let colliding: Vec<bool> = elements.iter().map(|&e| hits[e]).collect();
    let colour = |(&object, &hit): (&u32, &bool)| {
        if hit { COLLIDING } else { CLEAR[object as usize % CLEAR.len()] }
    };
    let colours = objects.iter().zip(&colliding).map(colour).collect();
    vec![
        Attribute::new("object", Values::U32(objects)),
        Attribute::new("element", Values::U32(numbers)),
        Attribute::new("colliding", Values::Bool(colliding)),
        Attribute::new("pairs", Values::U32(pairs)),
        Attribute::new("colour", Values::Colour(colours)),
    ]
}
