//! `jostle info`: what kind of mesh is this?

use crate::Outcome;
use crate::args::InfoArgs;
use crate::error::Error;
use crate::format::{count, counted, point, table};
use crate::input::{self, InputMesh, InputMeshes, Note, notes};
use jostle::Mesh;
use jostle::mesh::MeshDiagnostics;
use jostle::mesh::topology::{SurfaceSummary, VolumeSummary};
use serde_json::{Value, json};
use std::io::Write;

pub fn run(args: &InfoArgs) -> Result<Outcome, Error> {
    let mut reports: Vec<InfoReport> = Vec::new();
    for file in input::mesh_files(&args.files)? {
        let InputMeshes { meshes, mut notes } = InputMeshes::read_one(&file, &args.input)?;
        for own in meshes {
            // What reading changed is said once a file.
            reports.push(describe(own, std::mem::take(&mut notes))?);
        }
    }
    let mut out = std::io::stdout().lock();
    if args.json {
        let all: Vec<Value> = reports.iter().map(InfoReport::json).collect();
        writeln!(out, "{:#}", Value::from(all))?;
    } else {
        for report in &reports {
            write!(out, "\n{}", report.text())?;
        }
        writeln!(out)?;
    }
    Ok(Outcome::Clear)
}

struct InfoReport {
    own: InputMesh,
    /// What reading the file changed or noticed.
    notes: Vec<Note>,
    /// With elements by their numbers in the file.
    findings: MeshDiagnostics,
    /// Of the mesh, or of the boundary of its volume.
    surface: SurfaceSummary,
    volume: Option<VolumeSummary>,
}

fn describe(own: InputMesh, mut notes: Vec<Note>) -> Result<InfoReport, Error> {
    let name = |source| Error::Mesh { file: own.name.clone(), source };
    let mut findings = own.mesh.diagnose().map_err(name)?;
    let number = |element: u32| own.sources[element as usize];
    findings.degenerate = findings.degenerate.iter().map(|&element| number(element)).collect();
    findings.degenerate.dedup();
    let numbered = |&(element, of): &(u32, u32)| (number(element), number(of));
    findings.duplicate = findings.duplicate.iter().map(numbered).collect();
    findings.duplicate.dedup();
    let (surface, volume) = match &own.mesh {
        Mesh::Triangles(mesh) => (SurfaceSummary::from_mesh(mesh).map_err(name)?, None),
        Mesh::Tets(mesh) => {
            let volume = VolumeSummary::from_mesh(mesh).map_err(name)?;
            (volume.surface.clone(), Some(volume))
        }
    };
    notes.extend(input::soup_note(&own.name, own.mesh.clone()));
    Ok(InfoReport { own, notes, findings, surface, volume })
}

impl InfoReport {
    fn json(&self) -> Value {
        let (mesh, surface) = (&self.own.mesh, &self.surface);
        let bounds = mesh.bounds();
        let mut value = json!({
            "name": self.own.name,
            "file": self.own.file,
            "part": self.own.part,
            "format": self.own.format.to_string(),
            "kind": mesh.kind().noun(),
            "vertices": mesh.vertices().len(),
            "elements": mesh.element_count(),
            "bounds": (!bounds.is_empty()).then(|| json!({
                "min": bounds.min.to_array(), "max": bounds.max.to_array(),
            })),
            "components": self.components(),
            "unused_vertices": self.findings.unused_vertices,
            "degenerate": self.findings.degenerate,
            "duplicate": self.findings.duplicate,
            "surface": {
                "vertices": surface.vertices,
                "triangles": surface.triangles,
                "edges": surface.edges,
                "boundary_edges": surface.boundary_edges,
                "boundary_loops": surface.boundary_loops,
                "non_manifold_edges": surface.non_manifold_edges,
                "non_manifold_vertices": surface.non_manifold_vertices,
                "closed": surface.closed,
                "manifold": surface.manifold,
                "oriented": surface.oriented,
                "euler": surface.euler,
                "genus": surface.genus,
                "area": surface.area,
                "volume": surface.volume,
            },
            "notes": notes::json(&self.notes),
        });
        if let Some(volume) = &self.volume {
            value["inverted"] = volume.inverted.into();
            value["non_manifold_faces"] = volume.non_manifold_faces.into();
            value["volume"] = volume.volume.into();
        }
        value
    }

    fn components(&self) -> usize {
        self.volume.as_ref().map_or(self.surface.components, |volume| volume.components)
    }

    fn text(&self) -> String {
        let (mesh, surface) = (&self.own.mesh, &self.surface);
        let mut rows: Vec<[String; 2]> = Vec::new();
        let mut row = |key: &str, value: String| rows.push([key.to_owned(), value]);
        row("format", self.own.format.to_string());
        row(mesh.kind().plural(), count(mesh.element_count()));
        row("vertices", self.vertices_text());
        row("components", count(self.components()));
        let bounds = mesh.bounds();
        if !bounds.is_empty() {
            row("bounds", format!("{} to {}", point(bounds.min), point(bounds.max)));
        }
        if let Some(volume) = &self.volume {
            row("volume", format!("{:.6e}", volume.volume));
            row("inverted", count(volume.inverted));
            row("boundary", counted(surface.triangles, "triangle", "triangles"));
        }
        row("closed", self.closed_text());
        row("manifold", self.manifold_text());
        row("oriented", self.oriented_text());
        if let Some(genus) = surface.genus {
            row("genus", genus.to_string());
        }
        row("degenerate", list_text(&self.findings.degenerate));
        let duplicates: Vec<u32> = self.findings.duplicate.iter().map(|d| d.0).collect();
        row("duplicates", list_text(&duplicates));
        let rows: Vec<Vec<String>> = rows.into_iter().map(Vec::from).collect();
        let notes = notes::lines(&self.notes);
        let name = match self.own.name == self.own.file || self.own.name.starts_with(&self.own.file)
        {
            true => self.own.name.clone(),
            false => format!("{}: {}", self.own.file, self.own.name),
        };
        format!("{name}\n{}{notes}", table(&rows, &[]))
    }

    fn vertices_text(&self) -> String {
        let vertices = count(self.own.mesh.vertices().len());
        match self.findings.unused_vertices {
            0 => vertices,
            unused => format!("{vertices} ({} unused)", count(unused)),
        }
    }

    fn closed_text(&self) -> String {
        let surface = &self.surface;
        match surface.boundary_edges {
            _ if surface.closed => "yes".to_owned(),
            0 => "no".to_owned(),
            edges => format!(
                "no: {} in {}",
                counted(edges, "boundary edge", "boundary edges"),
                counted(surface.boundary_loops, "loop", "loops")
            ),
        }
    }

    fn manifold_text(&self) -> String {
        let surface = &self.surface;
        match surface.manifold {
            true => "yes".to_owned(),
            false => format!(
                "no: {} with more than two triangles, {} with more than one fan",
                counted(surface.non_manifold_edges, "edge", "edges"),
                counted(surface.non_manifold_vertices, "vertex", "vertices")
            ),
        }
    }

    fn oriented_text(&self) -> String {
        match (self.surface.oriented, self.surface.volume) {
            (false, _) => "no: neighbours turn different ways".to_owned(),
            (true, Some(volume)) if volume < 0.0 => {
                format!("yes, but inside out (enclosed volume {volume:.6e})")
            }
            (true, Some(volume)) => format!("yes, outward (enclosed volume {volume:.6e})"),
            (true, None) => "yes".to_owned(),
        }
    }
}

/// A number and the first few of a list.
fn list_text(elements: &[u32]) -> String {
    const SHOWN: usize = 5;
    let first: Vec<String> = elements.iter().take(SHOWN).map(|&e| count(e)).collect();
    let more = if elements.len() > SHOWN { ", ..." } else { "" };
    match elements {
        [] => "none".to_owned(),
        _ => format!("{} (elements {}{more})", count(elements.len()), first.join(", ")),
    }
}
