//! `jostle info`: what kind of mesh is this?

use crate::Outcome;
use crate::args::InfoArgs;
use crate::error::Error;
use crate::format::{count, counted, point, table};
use crate::input_mesh::{self, InputMesh};
use jostle::Mesh;
use jostle::mesh::MeshDiagnostics;
use jostle::mesh::topology::{SurfaceSummary, VolumeSummary};
use serde_json::{Value, json};
use std::io::Write;

pub fn run(args: &InfoArgs) -> Result<Outcome, Error> {
    let reports: Vec<InfoReport> = input_mesh::read_all(&args.files, args.weld)?
        .into_iter()
        .map(describe)
        .collect::<Result<_, _>>()?;
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
    file: InputMesh,
    findings: MeshDiagnostics,
    /// Of the mesh, or of the boundary of its volume.
    surface: SurfaceSummary,
    volume: Option<VolumeSummary>,
}

fn describe(file: InputMesh) -> Result<InfoReport, Error> {
    let name = |source| Error::Mesh { file: file.name.clone(), source };
    let findings = file.mesh.diagnose().map_err(name)?;
    let (surface, volume) = match &file.mesh {
        Mesh::Triangles(mesh) => (SurfaceSummary::from_mesh(mesh).map_err(name)?, None),
        Mesh::Tets(mesh) => {
            let volume = VolumeSummary::from_mesh(mesh).map_err(name)?;
            (volume.surface.clone(), Some(volume))
        }
    };
    Ok(InfoReport { file, findings, surface, volume })
}

impl InfoReport {
    fn json(&self) -> Value {
        let (mesh, surface) = (&self.file.mesh, &self.surface);
        let bounds = mesh.bounds();
        let mut value = json!({
            "name": self.file.name,
            "format": self.file.format.to_string(),
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
            "notes": self.file.notes,
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
        let (mesh, surface) = (&self.file.mesh, &self.surface);
        let mut rows: Vec<[String; 2]> = Vec::new();
        let mut row = |key: &str, value: String| rows.push([key.to_owned(), value]);
        row("format", self.file.format.to_string());
        row(mesh.kind().plural(), count(mesh.element_count()));
        row("vertices", self.vertices_text());
        row("parts", count(self.components()));
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
        let notes: String =
            self.file.notes.iter().map(|note| format!("  note: {note}\n")).collect();
        format!("{}\n{}{notes}", self.file.name, table(&rows, &[]))
    }

    fn vertices_text(&self) -> String {
        let vertices = count(self.file.mesh.vertices().len());
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
