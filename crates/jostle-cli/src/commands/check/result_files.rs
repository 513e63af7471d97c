//! Results as files: pairs as a table, and meshes with the result on each element.

use super::report::CheckReport;
use crate::element_numbers::NumberedPair;
use crate::error::Error;
use crate::format::loss_note;
use crate::output_file::{self, is_standard_output};
use jostle::mesh::ElementKind;
use jostle::mesh::topology::Boundary;
use jostle::{ElementId, Mesh, ObjectId, TetMesh, TriangleMesh};
use jostle_io::{Attribute, Format, MixedMesh, Values, WriteOptions};
use std::collections::HashMap;
use std::io::{self, Write};
use std::path::Path;

/// Writes all pairs, sorted, objects and elements numbered from 0, with distances if there are any.
pub fn write_pairs(out: &mut dyn Write, report: &CheckReport) -> io::Result<()> {
    let with_distance = if report.query.distance().is_some() { ",distance" } else { "" };
    writeln!(out, "{PAIR_COLUMNS}{with_distance}")?;
    write_pair_rows(out, report, "")
}

/// The columns of a table of pairs.
pub const PAIR_COLUMNS: &str = "object_a,element_a,object_b,element_b";

/// Writes a row a pair, each after the same cells.
pub fn write_pair_rows(out: &mut dyn Write, report: &CheckReport, cells: &str) -> io::Result<()> {
    for (NumberedPair { a, b }, distance) in &report.pairs {
        write!(out, "{cells}{},{},{},{}", a.0, a.1, b.0, b.1)?;
        distance.map_or(Ok(()), |distance| write!(out, ",{distance:?}"))?;
        writeln!(out)?;
    }
    Ok(())
}

/// Writes all objects as one mesh with attributes per element, and returns what had to be left out.
///
/// Scenes of tetrahedra only stay tetrahedra where the format can hold them, and mixed ones in VTU.
/// Otherwise bodies of tetrahedra are shown by their boundary, each triangle with the result of its
/// tetrahedron. Standard output gets PLY, or VTU where there are tetrahedra.
pub fn write_meshes(path: &Path, report: &CheckReport) -> Result<Vec<String>, Error> {
    let kinds = || report.scene().objects().iter().map(|own| own.kind());
    let has_tets = kinds().any(|kind| kind == ElementKind::Tetrahedron);
    let has_triangles = kinds().any(|kind| kind == ElementKind::Triangle);
    let standard = if has_tets { "standard output.vtu" } else { "standard output.ply" };
    let name = match is_standard_output(path) {
        true => standard.to_owned(),
        false => path.display().to_string(),
    };
    let extension = Path::new(&name).extension().and_then(|own| own.to_str());
    let format = extension.and_then(Format::from_extension);
    let options = WriteOptions::default();
    let mut notes = Vec::new();
    let (bytes, written) = if has_tets && has_triangles && format == Some(Format::Vtu) {
        let (mesh, elements) = merged_elements(report)?;
        jostle_io::mixed_to_bytes(&name, &mesh, &attributes(report, &elements), options)?
    } else if has_tets && !has_triangles && format.is_some_and(Format::holds_tets) {
        let (MixedMesh { vertices, tets, .. }, elements) = merged_elements(report)?;
        let mesh = TetMesh::new(vertices, tets).into();
        jostle_io::to_bytes(&name, &mesh, &attributes(report, &elements), options)?
    } else {
        if has_tets {
            notes.push(format!("'{name}': tetrahedra are shown by their boundary"));
        }
        let (mesh, elements) = merged_surfaces(report)?;
        jostle_io::to_bytes(&name, &mesh.into(), &attributes(report, &elements), options)?
    };
    output_file::write(path, |out| out.write_all(&bytes))?;
    notes.extend(loss_note(path, &written));
    Ok(notes)
}

/// All objects, and the element of the scene that each element of the mesh is, triangles first.
fn merged_elements(report: &CheckReport) -> Result<(MixedMesh, Vec<usize>), Error> {
    let mut all = MixedMesh::default();
    let (mut triangles, mut tets) = (Vec::new(), Vec::new());
    let scene = report.scene();
    for (object, own) in scene.object_ids().zip(scene.objects()) {
        let first = all.vertices.len() as u32;
        match scene.mesh(object)? {
            Mesh::Triangles(mesh) => {
                all.vertices.extend(mesh.vertices);
                all.triangles.extend(mesh.elements.iter().map(|t| t.map(|v| v + first)));
                triangles.extend(own.elements());
            }
            Mesh::Tets(mesh) => {
                all.vertices.extend(mesh.vertices);
                all.tets.extend(mesh.elements.iter().map(|t| t.map(|v| v + first)));
                tets.extend(own.elements());
            }
        }
    }
    triangles.extend(tets);
    Ok((all, triangles))
}

/// All surfaces and boundaries, and the element of the scene that each triangle shows.
fn merged_surfaces(report: &CheckReport) -> Result<(TriangleMesh, Vec<usize>), Error> {
    let mut all = TriangleMesh::default();
    let mut elements = Vec::new();
    let scene = report.scene();
    for (object, own) in scene.object_ids().zip(scene.objects()) {
        let start = own.elements().start;
        let surface = match scene.mesh(object)? {
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
    let mut counts: HashMap<(ObjectId, u32), u32> = HashMap::new();
    for (pair, _) in &report.pairs {
        *counts.entry(pair.a).or_default() += 1;
        // Pieces of one element may collide with each other.
        if pair.b != pair.a {
            *counts.entry(pair.b).or_default() += 1;
        }
    }
    let number = |&e: &usize| report.input.numbers.element(report.scene(), ElementId::new(e));
    let located: Vec<(ObjectId, u32)> = elements.iter().map(number).collect();
    let pairs = located.iter().map(|own| counts.get(own).copied().unwrap_or(0)).collect();
    let (objects, numbers): (Vec<u32>, Vec<u32>) =
        located.iter().map(|(object, number)| (object.index() as u32, number)).unzip();
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
