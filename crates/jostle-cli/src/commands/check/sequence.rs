//! `jostle check --sequence`: the frames of a mesh, a file each, with warm buffers.

use super::report::CheckReport;
use super::{check, query, result_files, results};
use crate::Outcome;
use crate::args::CheckArgs;
use crate::element_numbers::ElementNumbers;
use crate::error::Error;
use crate::filters;
use crate::format::{count, number, seconds, table};
use crate::input::{self, InputMesh, InputMeshes, InputScene, Note, ObjectOrigin, notes};
use crate::output_file;
use crate::progress::progress;
use crate::thread_count::ThreadCount;
use jostle::geometry::Aabb;
use jostle::{Filters, Mesh, ObjectId, Query, Workspace};
use jostle_io::NewFile;
use jostle_picture::{Animation, Paint, Picture, Zoom};
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Frames a second of an animation.
const FRAMES_PER_SECOND: f64 = 10.0;

pub fn run(args: &CheckArgs) -> Result<Outcome, Error> {
    // A shell lists frame_10 before frame_2.
    let frames = input::sorted(input::mesh_files(&args.sequence.sequence)?);
    let still = input::mesh_files(&args.sequence.with)?;
    let results = results(args);
    let inputs: Vec<PathBuf> = frames.iter().chain(&still).cloned().collect();
    input::refuse_overwriting(&inputs, &results.iter().map(|own| own.1).collect::<Vec<_>>())?;
    output_file::check_distinct(&results)?;
    if output_file::check_standard_output(&results, false)? {
        let what = "the rows of a sequence".to_owned();
        return Err(Error::StandardOutput { what });
    }
    input::check_standard_input(&inputs)?;
    let is_standard = |file: &PathBuf| output_file::is_standard_output(file);
    if args.sequence.animation.is_some() && inputs.iter().any(is_standard) {
        // An animation looks through the frames first.
        return Err(Error::StandardInputAgain { times: 2 });
    }
    let still = InputMeshes::read(&still, &args.input)?;
    let mut drawing = Drawing::new(args, &frames, &still)?;
    let mut sequence = Sequence::new(still, args);
    let mut pair_table =
        args.pairs.as_deref().map(|path| PairTable::create(path, args)).transpose()?;
    let (mut rows, mut reports) = (Vec::with_capacity(frames.len()), Vec::new());
    let (mut notes, mut said): (Vec<Note>, HashSet<Note>) = Default::default();
    if args.sequence.csv {
        writeln!(std::io::stdout().lock(), "{}", FrameRow::CSV)?;
    }
    let session = ThreadCount::session(args.threads);
    let mut engine = None;
    let progress = progress("checking", frames.len() as u64);
    for (frame, file) in frames.iter().enumerate() {
        progress.set_message(file.display().to_string());
        let start = Instant::now();
        sequence.set_frame(InputMeshes::read_one(file, &args.input)?)?;
        let query = sequence.query()?;
        let load_seconds = start.elapsed().as_secs_f64();
        let engine = match &mut engine {
            Some(engine) => engine,
            none => none.insert(args.backend.open_for(&sequence.input.scene, &session)?),
        };
        let mut report = check(&sequence.input, &query, args.output(), engine, load_seconds)?;
        report.note_what_was_not_tested()?;
        if let Some(table) = &mut pair_table {
            table.add(frame, &report)?;
        }
        if let Some(drawing) = &mut drawing {
            drawing.add(frame, frames.len(), file, &report)?;
        }
        let row = FrameRow::new(frame, file, &report);
        if args.sequence.csv {
            progress.suspend(|| writeln!(std::io::stdout().lock(), "{}", row.csv()))?;
        }
        if args.json {
            let mut value = json!({ "frame": frame, "file": row.file });
            if let (Value::Object(all), Value::Object(own)) = (&mut value, report.json()) {
                all.extend(own);
            }
            reports.push(value);
        }
        // What is said of the meshes that stay is said once.
        notes.extend(report.notes.into_iter().filter(|note| said.insert(note.clone())));
        rows.push(row);
        progress.inc(1);
    }
    progress.finish_and_clear();
    if let Some(drawing) = drawing {
        drawing.finish()?;
    }
    if let Some(table) = pair_table {
        table.finish()?;
    }
    notes.extend(args.threads.map(ThreadCount::new).and_then(ThreadCount::note).map(Note::new));
    let written: Vec<String> = results.iter().map(|(_, path)| path.display().to_string()).collect();
    let summary = Summary { rows, notes, written, has_colour: args.color.is_on() };
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{:#}", summary.json(reports))?;
    } else if args.sequence.csv {
        notes::warn(&summary.notes);
    } else if !args.quiet {
        write!(out, "\n{}\n", summary.text())?;
    }
    Ok(summary.outcome())
}

/// The scene of one frame after the other: the parts of the frame first, then what stays.
struct Sequence<'a> {
    args: &'a CheckArgs,
    input: InputScene,
    /// What stays.
    still: InputMeshes,
    /// The parts of the frame before.
    parts: Vec<InputMesh>,
}

impl<'a> Sequence<'a> {
    fn new(still: InputMeshes, args: &'a CheckArgs) -> Sequence<'a> {
        Sequence { args, input: InputScene::default(), still, parts: Vec::new() }
    }

    /// Goes to a frame. Where the topology is that of the frame before, only vertices move.
    fn set_frame(&mut self, frame: InputMeshes) -> Result<(), Error> {
        let InputMeshes { meshes, notes } = frame;
        if meshes.len() != self.parts.len() || self.input.scene.objects().is_empty() {
            let all = meshes.iter().chain(&self.still.meshes).cloned().collect();
            self.input = InputMeshes { meshes: all, notes: Vec::new() }.into_scene()?;
        } else {
            for (i, (own, before)) in meshes.iter().zip(&self.parts).enumerate() {
                let object = ObjectId::new(i);
                let scene = &mut self.input.scene;
                scene.rename(object, own.name.clone())?;
                match have_one_topology(&own.mesh, &before.mesh) {
                    true => scene.set_vertices(object, own.mesh.vertices())?,
                    false => scene.replace(object, own.mesh.clone())?,
                }
                let (file, part) = (own.file.clone(), own.part.clone());
                self.input.origins[i] = ObjectOrigin { file, part };
            }
        }
        let all = meshes.iter().chain(&self.still.meshes).map(|own| &own.sources[..]);
        self.input.numbers = match self.args.elements {
            true => ElementNumbers::default(),
            false => ElementNumbers::new(all),
        };
        self.input.notes = notes.into_iter().chain(self.still.notes.iter().cloned()).collect();
        let is_implied = self.still.meshes.is_empty() && self.args.implies_self(meshes.len());
        if self.args.has_self_collision || is_implied {
            for object in (0..meshes.len()).map(ObjectId::new) {
                self.input.scene.set_self_collision(object, true)?;
            }
        }
        self.parts = meshes;
        Ok(())
    }

    /// What to ask about the frame: nothing among the meshes that stay.
    fn query(&mut self) -> Result<Query, Error> {
        let still = self.parts.len()..self.input.scene.objects().len();
        let pairs = still.clone().flat_map(|a| (a + 1..still.end).map(move |b| (a, b)));
        let pairs = pairs.map(|(a, b)| (ObjectId::new(a), ObjectId::new(b)));
        let filters = Filters::new().exclude(pairs);
        let query = query(self.args, &self.input.numbers);
        // Parts may come and go.
        let is_strict = false;
        let InputScene { scene, origins, .. } = &mut self.input;
        let filters = filters::apply(&self.args.filter, scene, origins, filters, is_strict)?;
        Ok(query.filters(filters))
    }
}

fn have_one_topology(a: &Mesh, b: &Mesh) -> bool {
    let are_equal = match (a, b) {
        (Mesh::Triangles(a), Mesh::Triangles(b)) => a.elements == b.elements,
        (Mesh::Tets(a), Mesh::Tets(b)) => a.elements == b.elements,
        _ => false,
    };
    are_equal && a.vertices().len() == b.vertices().len()
}

/// The pairs of all frames as one table.
struct PairTable<'p> {
    path: &'p Path,
    file: NewFile,
}

impl<'p> PairTable<'p> {
    fn create(path: &'p Path, args: &CheckArgs) -> Result<PairTable<'p>, Error> {
        let create = || {
            let mut file = NewFile::create(path)?;
            let with_distance = if args.within.is_some() { ",distance" } else { "" };
            writeln!(file, "frame,{}{with_distance}", result_files::PAIR_COLUMNS)?;
            Ok(file)
        };
        let file = create().map_err(|source| Error::Write { path: path.to_owned(), source })?;
        Ok(PairTable { path, file })
    }

    fn add(&mut self, frame: usize, report: &CheckReport) -> Result<(), Error> {
        result_files::write_pair_rows(&mut self.file, report, &format!("{frame},"))
            .map_err(|source| Error::Write { path: self.path.to_owned(), source })
    }

    fn finish(self) -> Result<(), Error> {
        let PairTable { path, file } = self;
        file.finish().map_err(|source| Error::Write { path: path.to_owned(), source })
    }
}

/// An animation of all frames, from where all of them fit, or all that collides in them.
struct Drawing<'a> {
    args: &'a CheckArgs,
    picture: Picture,
    animation: Animation,
}

impl<'a> Drawing<'a> {
    /// An animation if one is asked for; the frames are looked through for what the camera has to hold.
    fn new(
        args: &'a CheckArgs,
        frames: &[PathBuf],
        still: &InputMeshes,
    ) -> Result<Option<Drawing<'a>>, Error> {
        let Some(path) = &args.sequence.animation else { return Ok(None) };
        let animation = Animation::create(path, FRAMES_PER_SECOND)?;
        let style = &args.picture.style;
        let (mut whole, mut marked) = (Aabb::EMPTY, Aabb::EMPTY);
        let mut sequence = Sequence::new(still.clone(), args);
        let mut workspace = Workspace::in_session(&ThreadCount::session(args.threads));
        let progress = progress("framing", frames.len() as u64);
        for file in frames {
            let frame = InputMeshes::read_one(file, &args.input)?;
            // What moves is what is watched.
            let bounds = frame.meshes.iter().map(|own| own.mesh.bounds());
            whole = bounds.fold(whole, Aabb::union);
            if style.zoom() == Zoom::Collisions {
                sequence.set_frame(frame)?;
                let query = sequence.query()?;
                let scene = &sequence.input.scene;
                let collisions = workspace.collide(scene, &query)?;
                marked = marked.union(Paint::collisions(scene, collisions).marked_bounds(scene));
            }
            progress.inc(1);
        }
        progress.finish_and_clear();
        let frame = style.zoom().frame(whole, marked).unwrap_or(whole);
        let picture = style.picture().frame_within(frame, whole);
        Ok(Some(Drawing { args, picture, animation }))
    }

    fn add(
        &mut self,
        frame: usize,
        frames: usize,
        file: &Path,
        report: &CheckReport,
    ) -> Result<(), Error> {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let paint = self.args.picture.style.paint(report.scene(), report.collisions);
        let picture = self.picture.clone().caption(format!("{name}, frame {frame} of {frames}"));
        Ok(self.animation.add(&picture.draw(report.scene(), &paint)?)?)
    }

    fn finish(self) -> Result<(), Error> {
        Ok(self.animation.finish()?)
    }
}

/// What was found in a frame; `None` for what was not asked for.
struct FrameRow {
    frame: usize,
    file: String,
    outcome: Outcome,
    pairs: Option<usize>,
    self_pairs: Option<usize>,
    inside: usize,
    duplicates: usize,
    colliding: Option<usize>,
    distance: Option<f64>,
    seconds: f64,
}

impl FrameRow {
    const CSV: &str =
        "frame,file,verdict,pairs,self_pairs,inside,duplicates,colliding,distance,seconds";

    fn new(frame: usize, file: &Path, report: &CheckReport) -> FrameRow {
        let counts = report.pair_counts();
        FrameRow {
            frame,
            file: file.display().to_string(),
            outcome: report.outcome(),
            pairs: counts.map(|counts| counts.0),
            self_pairs: counts.map(|counts| counts.1),
            inside: report.collisions.inside().len(),
            duplicates: report.duplicates.len(),
            colliding: report.colliding().map(|own| own.iter().sum()),
            distance: report.distance(),
            seconds: report.query_seconds,
        }
    }

    fn csv(&self) -> String {
        fn cell(value: Option<usize>) -> String {
            value.map_or(String::new(), |value| value.to_string())
        }
        // A quote within quotes is doubled (RFC 4180).
        let file = self.file.replace('"', "\"\"");
        format!(
            "{},\"{file}\",{},{},{},{},{},{},{},{}",
            self.frame,
            self.outcome.word(),
            cell(self.pairs),
            cell(self.self_pairs),
            self.inside,
            self.duplicates,
            cell(self.colliding),
            self.distance.map_or(String::new(), |distance| format!("{distance:?}")),
            self.seconds
        )
    }

    fn cells(&self) -> Vec<String> {
        let cell = |value: Option<usize>| value.map_or(String::new(), count);
        vec![
            self.frame.to_string(),
            self.file.clone(),
            self.outcome.word().to_owned(),
            cell(self.pairs),
            cell(self.self_pairs),
            cell(self.colliding),
            self.distance.map_or(String::new(), number),
            seconds(self.seconds),
        ]
    }
}

/// All frames together.
struct Summary {
    rows: Vec<FrameRow>,
    notes: Vec<Note>,
    written: Vec<String>,
    has_colour: bool,
}

impl Summary {
    /// The worst of all frames: one that could not be tested spoils a clear verdict.
    fn outcome(&self) -> Outcome {
        let worst = [Outcome::Colliding, Outcome::Near, Outcome::NothingTested];
        let occurs = |outcome: &Outcome| self.rows.iter().any(|row| row.outcome == *outcome);
        worst.into_iter().find(occurs).unwrap_or(Outcome::Clear)
    }

    /// The frames in which something was found.
    fn found(&self) -> impl Iterator<Item = &FrameRow> {
        let is_found = |row: &&FrameRow| matches!(row.outcome, Outcome::Colliding | Outcome::Near);
        self.rows.iter().filter(is_found)
    }

    fn json(&self, frames: Vec<Value>) -> Value {
        json!({
            "verdict": self.outcome().word(),
            "colliding_frames": self.found().count(),
            "first_frame": self.found().next().map(|row| row.frame),
            "frames": frames,
            "notes": notes::json(&self.notes),
            "written": self.written,
        })
    }

    fn text(&self) -> String {
        let header = ["frame", "file", "verdict", "pairs", "self", "elements", "distance", "time"];
        let mut rows = vec![header.map(str::to_owned).to_vec()];
        rows.extend(self.rows.iter().map(FrameRow::cells));
        // Columns without a number in any frame are left out.
        let is_kept = |column: usize| rows[1..].iter().any(|row| !row[column].is_empty());
        let kept: Vec<usize> = (0..header.len()).filter(|&column| is_kept(column)).collect();
        let pick = |row: &Vec<String>| kept.iter().map(|&column| row[column].clone()).collect();
        let rows: Vec<Vec<String>> = rows.iter().map(pick).collect();
        let right: Vec<bool> = kept.iter().map(|&column| column != 1 && column != 2).collect();
        let notes = notes::lines(&self.notes);
        let written: String =
            self.written.iter().map(|file| format!("  wrote: {file}\n")).collect();
        let gap = if notes.is_empty() { "" } else { "\n" };
        format!("{}\n{notes}{gap}  {}\n{written}", table(&rows, &right), self.verdict())
    }

    fn verdict(&self) -> String {
        let word = self.outcome().verdict(self.has_colour);
        let frames = count(self.rows.len());
        let Some(first) = self.found().next() else {
            return match self.outcome() {
                Outcome::NothingTested => {
                    let empty = self.rows.iter().find(|row| row.outcome == Outcome::NothingTested);
                    let frame = empty.map_or(0, |row| row.frame);
                    format!("{word} in frame {frame}: there are no two elements to compare.")
                }
                _ => format!("{word} in all of {frames} frames."),
            };
        };
        let found = count(self.found().count());
        let mut text = format!(
            "{word} in {found} of {frames} frames: first in frame {} ({})",
            first.frame, first.file
        );
        let pairs = |row: &FrameRow| Some(row.pairs? + row.self_pairs?);
        let counted = self.found().filter_map(|row| Some((pairs(row)?, row.frame)));
        // Of several with as many pairs, the first.
        if let Some((most, frame)) = counted.max_by_key(|&(pairs, frame)| (pairs, Reverse(frame))) {
            text += &format!(", most pairs in frame {frame} ({})", count(most));
        }
        text + "."
    }
}
