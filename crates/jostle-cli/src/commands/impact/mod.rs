//! `jostle impact`: what touches between the frames of a mesh, and when first.

mod moment;
mod queries;
mod report;
mod table;

use crate::Outcome;
use crate::args::ImpactArgs;
use crate::commands::check::TestedObjects;
use crate::error::Error;
use crate::input::{self, InputMeshes, InputScene, Note, notes};
use crate::progress::progress;
use crate::thread_count::ThreadCount;
use crate::{filters, output_file};
use jostle::impact::{Impact, ImpactQuery, ImpactSearch, TouchingFeatures};
use jostle::{DVec3, Filters, Mesh, ObjectId, Scene};
use moment::Moment;
use report::{StepReport, Summary};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use table::ImpactTable;

pub fn run(args: &ImpactArgs) -> Result<Outcome, Error> {
    if let Some(path) = &args.queries {
        return queries::run(args, path);
    }
    let given = [("--kind", args.kind.is_some()), ("--out", args.out.is_some())];
    if let Some((option, _)) = given.into_iter().find(|own| own.1) {
        let remedy = "it is for --queries; --impacts writes those of frames";
        return Err(Error::NoEffect { option, with: "frames", remedy });
    }
    run_steps(args)
}

fn run_steps(args: &ImpactArgs) -> Result<Outcome, Error> {
    moment::check_options(args)?;
    let frames = frames(&args.files)?;
    let still = input::mesh_files(&args.with)?;
    let named = [("--impacts", &args.impacts), ("--picture", &args.picture.picture)];
    let results: Vec<(&'static str, &Path)> =
        named.into_iter().filter_map(|(name, path)| Some((name, path.as_deref()?))).collect();
    output_file::check_distinct(&results)?;
    let inputs: Vec<PathBuf> = frames.iter().chain(&still).cloned().collect();
    input::refuse_overwriting(&inputs, &results.iter().map(|own| own.1).collect::<Vec<_>>())?;
    input::check_standard_input(&inputs)?;
    let is_taken = output_file::check_standard_output(&results, args.json)?;
    let mut table = args.impacts.as_deref().map(ImpactTable::create).transpose()?;
    let mut steps = Steps::new(args, &frames[0], InputMeshes::read(&still, &args.input)?)?;
    let mut search = ImpactSearch::in_session(&ThreadCount::session(args.threads));
    let mut reports = Vec::with_capacity(frames.len() - 1);
    let mut moment = None;
    let mut tested = TestedObjects::default();
    let progress = progress("stepping", frames.len() as u64 - 1);
    for (step, pair) in frames.windows(2).enumerate() {
        progress.set_message(pair[1].display().to_string());
        let end = steps.end(&pair[1])?;
        let filters = steps.filters()?;
        tested = TestedObjects::new(&steps.input.scene, &filters);
        let query = steps.query(filters);
        let scene = &steps.input.scene;
        let impacts = search.find(scene, &end, &query)?;
        if let Some(table) = &mut table {
            table.add(step, scene, impacts.all())?;
        }
        if let (None, Some(_), Some(first)) = (&moment, &args.picture.picture, impacts.first()) {
            moment = Some(Moment::of_impact(step, scene, &end, first)?);
        }
        reports.push(StepReport::new(step, [&pair[0], &pair[1]], scene, &end, impacts));
        steps.go_to(&end)?;
        progress.inc(1);
    }
    progress.finish_and_clear();
    if let Some(table) = table {
        table.finish()?;
    }
    if args.picture.picture.is_some() {
        let moment = moment.unwrap_or_else(|| Moment::of_end(reports.len(), &steps.input.scene));
        moment.draw(args)?;
    }
    let mut notes = steps.notes;
    notes.extend(args.threads.map(ThreadCount::new).and_then(ThreadCount::note).map(Note::new));
    let mut said = HashSet::new();
    notes.retain(|note| said.insert(note.clone()));
    let files = results.iter().filter(|(_, path)| !output_file::is_standard_output(path));
    let written = files.map(|(_, path)| path.display().to_string()).collect();
    let (has_colour, thickness) = (args.color.is_on(), args.thickness);
    let summary = Summary {
        is_first_only: args.is_first_only(),
        thickness,
        method: args.method,
        tested,
        reports,
        notes,
        written,
        has_colour,
    };
    if args.json {
        output_file::print(&format!("{:#}\n", summary.json()), is_taken)?;
    } else if args.free_step {
        notes::warn(&summary.notes);
        output_file::print(&summary.free_steps(), is_taken)?;
    } else if !args.quiet {
        output_file::print(&format!("\n{}\n", summary.text()), is_taken)?;
    }
    Ok(summary.outcome())
}

/// The frames in their order: two as they are given, more by the numbers in their names, because a shell lists
/// frame_10 before frame_2.
fn frames(files: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
    let frames = input::mesh_files(files)?;
    match frames.len() {
        0 | 1 => Err(Error::OneFrame),
        2 => Ok(frames),
        _ => Ok(input::sorted(frames)),
    }
}

/// The scene from one frame to the next: the parts of the frame first, then what stays.
struct Steps<'a> {
    args: &'a ImpactArgs,
    input: InputScene,
    /// The first frame, and how it is connected.
    first: String,
    parts: Vec<Mesh>,
    still: usize,
    notes: Vec<Note>,
}

impl<'a> Steps<'a> {
    fn new(args: &'a ImpactArgs, first: &Path, still: InputMeshes) -> Result<Steps<'a>, Error> {
        let frame = InputMeshes::read_one(first, &args.input)?;
        let parts: Vec<Mesh> = frame.meshes.iter().map(|own| own.mesh.clone()).collect();
        let (moving, still_count) = (parts.len(), still.meshes.len());
        let notes = frame.notes.into_iter().chain(still.notes).collect();
        let meshes = frame.meshes.into_iter().chain(still.meshes).collect();
        let mut input = InputMeshes { meshes, notes: Vec::new() }.into_scene()?;
        if args.has_self_collision || moving + still_count == 1 {
            for object in (0..moving).map(ObjectId::new) {
                input.scene.set_self_collision(object, true)?;
            }
        }
        let first = first.display().to_string();
        Ok(Steps { args, input, first, parts, still: still_count, notes })
    }

    /// Where the vertices of the scene are in a frame, which has the topology of the first.
    fn end(&mut self, file: &Path) -> Result<Vec<DVec3>, Error> {
        let frame = InputMeshes::read_one(file, &self.args.input)?;
        let name = || file.display().to_string();
        let differs =
            |what: String| Error::OtherTopology { file: name(), first: self.first.clone(), what };
        if frame.meshes.len() != self.parts.len() {
            let (own, first) = (frame.meshes.len(), self.parts.len());
            return Err(differs(format!("it has {own} parts and not {first}")));
        }
        let mut end = self.input.scene.vertices().to_vec();
        for (object, (own, first)) in frame.meshes.iter().zip(&self.parts).enumerate() {
            if let Some(mut what) = difference(&own.mesh, first) {
                let is_joined = own.mesh.vertices().len() != first.vertices().len();
                if is_joined && let Some(why) = why_vertices_are_joined(file, self.args) {
                    what = format!("{what}, because {why}");
                }
                return Err(differs(what));
            }
            let range = self.input.scene.objects()[object].vertices();
            end[range].copy_from_slice(own.mesh.vertices());
        }
        self.notes.extend(frame.notes);
        Ok(end)
    }

    fn go_to(&mut self, end: &[DVec3]) -> Result<(), Error> {
        for object in (0..self.parts.len()).map(ObjectId::new) {
            let range = self.input.scene.objects()[object.index()].vertices();
            self.input.scene.set_vertices(object, &end[range])?;
        }
        Ok(())
    }

    /// Which objects are compared: none of the meshes that stay with each other.
    fn filters(&mut self) -> Result<Filters, Error> {
        let still = self.parts.len()..self.parts.len() + self.still;
        let pairs = still.clone().flat_map(|a| (a + 1..still.end).map(move |b| (a, b)));
        let pairs = pairs.map(|(a, b)| (ObjectId::new(a), ObjectId::new(b)));
        let InputScene { scene, origins, .. } = &mut self.input;
        filters::apply(&self.args.filter, scene, origins, Filters::new().exclude(pairs), true)
    }

    /// What to ask about a step.
    fn query(&self, filters: Filters) -> ImpactQuery {
        let output = match self.args.is_first_only() {
            true => ImpactQuery::first(),
            false => ImpactQuery::all(),
        };
        let ImpactArgs { thickness, tolerance, method, .. } = *self.args;
        output.thickness(thickness).tolerance(tolerance).filters(filters).method(method)
    }
}

/// Why vertices in one place are one vertex, if they are: then frames in which they meet have fewer.
fn why_vertices_are_joined(file: &Path, args: &ImpactArgs) -> Option<&'static str> {
    let is_stl = file.extension().is_some_and(|own| own.eq_ignore_ascii_case("stl"));
    match (args.input.weld.is_some(), is_stl) {
        (true, _) => Some("--weld joins those that meet; leave it out"),
        (false, true) => Some("STL joins those in one place; write the frames as PLY or OBJ"),
        (false, false) => None,
    }
}

/// How the topology of two meshes differs, if it does.
fn difference(own: &Mesh, first: &Mesh) -> Option<String> {
    let counts = |mesh: &Mesh| [mesh.vertices().len(), mesh.element_count()];
    let [own_counts, first_counts] = [counts(own), counts(first)];
    for (noun, (own, first)) in
        ["vertices", "elements"].iter().zip(own_counts.iter().zip(first_counts))
    {
        if *own != first {
            return Some(format!("it has {own} {noun} and not {first}"));
        }
    }
    let at = match (own, first) {
        (Mesh::Triangles(a), Mesh::Triangles(b)) => {
            (0..a.elements.len()).find(|&e| a.elements[e] != b.elements[e])
        }
        (Mesh::Tets(a), Mesh::Tets(b)) => {
            (0..a.elements.len()).find(|&e| a.elements[e] != b.elements[e])
        }
        _ => return Some("its elements are of another kind".to_owned()),
    };
    at.map(|element| format!("element {element} has other vertices"))
}

fn kind_name(features: TouchingFeatures) -> &'static str {
    match features {
        TouchingFeatures::VertexFace(_) => "vf",
        TouchingFeatures::EdgeEdge(_) => "ee",
    }
}

/// The vertices of an impact, each numbered in its object.
fn local_vertices(scene: &Scene, impact: &Impact) -> [usize; 4] {
    let own = if matches!(impact.features, TouchingFeatures::VertexFace(_)) { 1 } else { 2 };
    let vertices = impact.features.vertices();
    std::array::from_fn(|i| {
        let object = impact.objects[(i >= own) as usize];
        vertices[i] as usize - scene.objects()[object.index()].vertices().start
    })
}
