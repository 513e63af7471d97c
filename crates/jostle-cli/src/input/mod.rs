//! Mesh files as objects: their parts, their names, and what reading them changed.

pub mod notes;
mod paths;

pub use notes::Note;
pub use paths::{STANDARD_STREAM, check_standard_input, mesh_files, sorted};

use crate::element_numbers::ElementNumbers;
use crate::error::Error;
use crate::format::{count, number};
use crate::progress::progress;
use clap::Args;
use jostle::mesh::ElementKind;
use jostle::{Mesh, ObjectId, Scene, SimplexMesh};
use jostle_io::{Format, PartMesh, ReadOptions};
use std::collections::{HashMap, HashSet};
use std::io::Read;
use std::path::{Path, PathBuf};

/// How files become objects, for every command that reads meshes.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Reading")]
pub struct InputArgs {
    /// Treat vertices at exactly equal positions as one, for files that repeat them; with a distance,
    /// those at most so far apart
    #[arg(long, value_name = "DISTANCE", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "0", value_parser = distance)]
    pub weld: Option<f64>,
    /// Take each file as one object; otherwise the parts that it names are objects of their own
    #[arg(long, conflicts_with = "split")]
    pub join: bool,
    /// Cut each part into its connected components
    #[arg(long)]
    pub split: bool,
    /// Take files without elements as empty meshes
    #[arg(long)]
    pub allow_empty: bool,
}

/// A distance as people type it.
pub fn distance(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value >= 0.0 && value.is_finite() => Ok(value),
        _ => Err("a distance is a number that is finite and not negative, such as 0.5".to_owned()),
    }
}

/// A part of a step as people type it.
pub fn time(text: &str) -> Result<f64, String> {
    distance(text).map_err(|_| {
        "a time is a number that is finite and not negative, such as 1e-6; a step takes 1"
            .to_owned()
    })
}

/// A mesh that becomes an object.
#[derive(Clone, Debug)]
pub struct InputMesh {
    /// The name of the object: that of the part, or of the file if it has no parts.
    pub name: String,
    /// The file as it was given.
    pub file: String,
    /// The name of the part in the file.
    pub part: Option<String>,
    pub mesh: Mesh,
    pub format: Format,
    /// For each element, its number in the file.
    pub sources: Vec<u32>,
}

/// The meshes of some files, and what reading them changed.
#[derive(Clone, Debug, Default)]
pub struct InputMeshes {
    pub meshes: Vec<InputMesh>,
    pub notes: Vec<Note>,
}

impl InputMeshes {
    /// Reads all files; the first that fails ends it.
    pub fn read(files: &[PathBuf], args: &InputArgs) -> Result<InputMeshes, Error> {
        let progress = progress("reading", files.len() as u64);
        let mut all = InputMeshes::default();
        for file in files {
            progress.set_message(file.display().to_string());
            let own = InputMeshes::read_one(file, args)?;
            all.meshes.extend(own.meshes);
            all.notes.extend(own.notes);
            progress.inc(1);
        }
        progress.finish_and_clear();
        all.distinguish();
        Ok(all)
    }

    /// Reads one file.
    pub fn read_one(file: &Path, args: &InputArgs) -> Result<InputMeshes, Error> {
        let name = file.display().to_string();
        let options = ReadOptions::default().allow_empty(args.allow_empty);
        let read = match file == Path::new(STANDARD_STREAM) {
            true => {
                let mut content = Vec::new();
                std::io::stdin().read_to_end(&mut content).map_err(Error::StandardInput)?;
                jostle_io::read_bytes_with("standard input", &content, options)?
            }
            false => jostle_io::read_with(file, options)?,
        };
        let lines = read.report.to_string();
        let mut notes: Vec<Note> = lines.lines().map(|line| Note::about(&name, line)).collect();
        let shared = if args.join { 0 } else { read.shared_vertices() };
        let what = "vertices that parts share, where they touch; --join takes them as one mesh";
        notes.extend((shared > 0).then(|| Note::counted(&name, what.to_owned(), shared)));
        let format = read.format;
        let mut parts = if args.join { vec![read.into_joined()] } else { read.into_parts() };
        if let Some(distance) = args.weld {
            let (mut welded, mut collapsed) = (0, 0);
            for part in &mut parts {
                let (own, dropped) = match &mut part.mesh {
                    Mesh::Triangles(mesh) => weld(mesh, distance),
                    Mesh::Tets(mesh) => weld(mesh, distance),
                };
                welded += own;
                collapsed += dropped.len();
                let mut element = 0;
                if part.mesh.element_count() == 0 && !dropped.is_empty() && !args.allow_empty {
                    return Err(Error::WeldedAway { name, distance });
                }
                part.sources.retain(|_| {
                    element += 1;
                    dropped.binary_search(&(element - 1)).is_err()
                });
            }
            let what = match distance {
                0.0 => "vertices welded to one at the same position".to_owned(),
                _ => format!("vertices welded to one within {}", number(distance)),
            };
            notes.extend((welded > 0).then(|| Note::counted(&name, what, welded)));
            let what = "elements collapsed by welding were dropped".to_owned();
            notes.extend((collapsed > 0).then(|| Note::counted(&name, what, collapsed)));
        }
        let (is_alone, mut meshes) = (parts.len() == 1, Vec::new());
        for part in parts {
            let has_name = part.name.is_some();
            let own = if args.split { part.into_components() } else { vec![part] };
            let is_alone = is_alone && own.len() == 1;
            meshes.extend(own.into_iter().map(|PartMesh { name: part, mesh, sources, .. }| {
                let object = match &part {
                    Some(part) if !is_alone && has_name => part.clone(),
                    Some(part) if !is_alone => format!("{name}:{part}"),
                    _ => name.clone(),
                };
                InputMesh { name: object, file: name.clone(), part, mesh, format, sources }
            }));
        }
        Ok(InputMeshes { meshes, notes })
    }

    /// Puts the file before the names of parts that occur in several files.
    pub fn distinguish(&mut self) {
        let mut files: HashMap<String, &str> = HashMap::new();
        let mut in_several: HashSet<String> = HashSet::new();
        for own in &self.meshes {
            let first = files.entry(own.name.clone()).or_insert(&own.file);
            if *first != own.file {
                in_several.insert(own.name.clone());
            }
        }
        for own in &mut self.meshes {
            if own.name != own.file && in_several.contains(&own.name) {
                own.name = format!("{}:{}", own.file, own.name);
            }
        }
    }

    /// A scene of all meshes, in their order.
    pub fn into_scene(self) -> Result<InputScene, Error> {
        let numbers = ElementNumbers::new(self.meshes.iter().map(|own| &own.sources[..]));
        let (mut scene, mut origins) = (Scene::new(), Vec::with_capacity(self.meshes.len()));
        for own in self.meshes {
            scene.add(own.name, own.mesh)?;
            origins.push(ObjectOrigin { file: own.file, part: own.part });
        }
        Ok(InputScene { scene, origins, numbers, notes: self.notes })
    }
}

/// Where an object was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectOrigin {
    pub file: String,
    /// The name of the part in the file.
    pub part: Option<String>,
}

/// A scene of files.
#[derive(Clone, Debug, Default)]
pub struct InputScene {
    pub scene: Scene,
    /// Of each object; none for scenes that were not read.
    pub origins: Vec<ObjectOrigin>,
    pub numbers: ElementNumbers,
    pub notes: Vec<Note>,
}

impl InputScene {
    /// An element of an object by its number, and the object.
    pub fn element_name(&self, object: ObjectId, number: u32) -> String {
        let name = self.scene.objects()[object.index()].name();
        format!("{} {} of object {object} ({name})", self.element_noun(object), count(number))
    }

    /// What the numbered elements of an object are.
    pub fn element_noun(&self, object: ObjectId) -> &'static str {
        let kind = self.scene.objects()[object.index()].kind();
        match (self.numbers.is_plain(object), kind) {
            (true, _) => kind.noun(),
            (false, ElementKind::Triangle) => "face",
            (false, ElementKind::Tetrahedron) => "cell",
        }
    }
}

/// How many vertices are welded, and the elements that collapse and are dropped.
fn weld<const N: usize>(mesh: &mut SimplexMesh<N>, distance: f64) -> (usize, Vec<u32>) {
    (mesh.weld_within(distance), mesh.without_collapsed())
}

/// Refuses results that are to be written where a mesh is read from, whatever both paths are called.
pub fn refuse_overwriting(inputs: &[PathBuf], results: &[&Path]) -> Result<(), Error> {
    let same = |a: &Path, b: &Path| match (a.canonicalize(), b.canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        _ => false, // One of them does not exist.
    };
    match results.iter().find(|result| inputs.iter().any(|input| same(input, result))) {
        None => Ok(()),
        Some(path) => Err(Error::OverwritesInput { path: path.to_path_buf() }),
    }
}

/// What to say about an object whose elements share no vertices although they could.
pub fn soup_note(name: &str, mesh: Mesh) -> Option<Note> {
    let (vertices, elements) = (mesh.vertices().len(), mesh.element_count());
    if elements < 2 || mesh.kind().corners() * elements + mesh.unused_vertices() != vertices {
        return None;
    }
    let welded = match mesh {
        Mesh::Triangles(mut mesh) => mesh.weld(),
        Mesh::Tets(mut mesh) => mesh.weld(),
    };
    const TEXT: &str = "no two elements share a vertex, so neighbours count as touching; --weld makes vertices at \
                        the same position one";
    (welded > 0).then(|| Note::about(name, TEXT))
}
