//! Compares a GPU with the CPU, pair by pair, and times both.
//!
//! ```text
//! gpu_trial random FIRST COUNT         scenes that look for trouble
//! gpu_trial hard FIRST COUNT           scenes that are hard on shortcuts, so many of each family
//! gpu_trial scenes RESOLUTION          three frames of every procedural scene
//! gpu_trial models FOLDER              every mesh file, by itself and beside the one before
//! gpu_trial deep FILE FILE             two bodies, a tenth apart and deep in each other
//! gpu_trial sizes                      bumpy spheres from 20,000 to 10,000,000 triangles
//! gpu_trial cloth                      a cloth of 230,000 triangles over a body of 20,000
//! gpu_trial torn [FRAMES REPEATS SCENE ELEMENTS ...]
//!                                      scenes whose topology is new in every frame
//! ```
//!
//! With `--f32` tests are done in `f32`; with `--quiet` nothing is timed, and only what is
//! wrong is shown.

use jostle::collide::baselines::Baseline;
use jostle::mesh::shapes;
use jostle::{DVec3, Mesh, ObjectId, Query, Scene, SceneError, TriangleMesh, Workspace};
use jostle_gpu::{AdapterChoice, FrameStage, GpuEngine, GpuReport, Precision};
use jostle_support::text::grouped;
use jostle_testing::{HardSceneFamily, hard_scene, random_scene};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// Frames that are timed; the fastest counts, because the machine beside a device is often shared.
const REPEATS: usize = 40;
/// Of the CPU, which takes longer.
const CPU_REPEATS: usize = 10;
/// Frames before those that are timed take this long at least, so that the clock of the device is up, and are so many
/// at least, so that topology is prepared.
const WARM_SECONDS: f64 = 0.5;
const WARM_FRAMES: usize = 40;

struct Trial {
    engine: GpuEngine,
    workspace: Workspace,
    wrong: usize,
    tried: usize,
    is_quiet: bool,
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let mut flag = |name: &str| {
        let at = args.iter().position(|arg| arg == name);
        at.map(|at| args.remove(at)).is_some()
    };
    let (is_f32, is_quiet) = (flag("--f32"), flag("--quiet"));
    let precision = if is_f32 { Precision::F32 } else { Precision::Auto };
    let start = Instant::now();
    let engine = GpuEngine::with_adapter(&AdapterChoice::Best, precision)?;
    println!("opened in {:.3} s", start.elapsed().as_secs_f64());
    let adapter = engine.adapter();
    let arithmetic = if engine.uses_f64() { "f64" } else { "f32" };
    println!("{} ({}, {}), {arithmetic}", adapter.name, adapter.backend, adapter.driver);
    let workspace = Workspace::new();
    let mut trial = Trial { engine, workspace, wrong: 0, tried: 0, is_quiet };
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words[..] {
        ["random", first, count] => trial.random(first.parse()?, count.parse()?)?,
        ["hard", first, count] => trial.hard(first.parse()?, count.parse()?)?,
        ["scenes", resolution] => trial.scenes(resolution.parse()?)?,
        ["models", folder] => trial.models(Path::new(folder))?,
        ["deep", a, b] => trial.deep(Path::new(a), Path::new(b))?,
        ["sizes"] => trial.sizes()?,
        ["cloth"] => trial.cloth()?,
        ["torn"] => {
            for (scene, elements) in [("exploding", 252_000), ("breaking", 120_000)] {
                trial.torn(scene, elements, 8, 9)?;
            }
        }
        ["torn", frames, repeats, ref scenes @ ..] => {
            for scene in scenes.chunks_exact(2) {
                trial.torn(scene[0], scene[1].parse()?, frames.parse()?, repeats.parse()?)?;
            }
        }
        _ => return Err("one of: random, hard, scenes, models, deep, sizes, cloth, torn".into()),
    }
    println!("{} queries, {} wrong", trial.tried, trial.wrong);
    Ok(if trial.wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

impl Trial {
    fn try_scene(&mut self, what: &str, scene: &Scene) -> Result<(), Box<dyn Error>> {
        let query = Query::default().containment(false);
        let repeats = if self.is_quiet { 1 } else { REPEATS };
        let (mut cpu, mut wall, mut device) = (f64::MAX, f64::MAX, f64::MAX);
        let mut report = None;
        if !self.is_quiet {
            let start = Instant::now();
            self.engine.collide(scene, &query)?;
            let cold = start.elapsed().as_secs_f64();
            let start = Instant::now();
            Workspace::new().collide(scene, &query)?;
            println!("first {:.4} s, on the CPU {:.4} s", cold, start.elapsed().as_secs_f64());
        }
        let begin = Instant::now();
        let mut frames = 0;
        let is_cold = |frames| begin.elapsed().as_secs_f64() < WARM_SECONDS || frames < WARM_FRAMES;
        while !self.is_quiet && is_cold(frames) {
            self.engine.collide(scene, &query)?;
            frames += 1;
        }
        for _ in 0..repeats {
            let start = Instant::now();
            self.engine.collide(scene, &query)?;
            wall = wall.min(start.elapsed().as_secs_f64());
            let own = self.engine.report().clone();
            if own.device_seconds.unwrap_or(0.0) <= device {
                device = own.device_seconds.unwrap_or(0.0);
                report = Some((own, self.engine.collisions().clone()));
            }
        }
        let (mut report, found) = report.ok_or("at least one frame")?;
        for _ in 0..repeats.min(CPU_REPEATS) {
            self.engine.collide(
                scene,
                &query.clone().baseline(Baseline { staged: true, ..Baseline::default() }),
            )?;
            report.stages = self.engine.report().stages;
        }
        for _ in 0..repeats.min(CPU_REPEATS) {
            let start = Instant::now();
            self.workspace.collide(scene, &query)?;
            cpu = cpu.min(start.elapsed().as_secs_f64());
        }
        let expected = self.workspace.collide(scene, &query)?;
        let right = found.pairs() == expected.pairs();
        self.tried += 1;
        self.wrong += !right as usize;
        if self.is_quiet && right {
            return Ok(());
        }
        let elements = scene.element_count();
        println!(
            "{what}: {} elements, {} pairs ({} of one object): {}",
            grouped(elements),
            grouped(expected.pair_count()),
            grouped(expected.self_pair_count()),
            if right { "equal" } else { "DIFFERENT" }
        );
        let ms = |seconds: f64| format!("{:.3}", 1e3 * seconds);
        print!("    device {} ms (", ms(device));
        for (stage, seconds) in FrameStage::ALL.iter().zip(report.stages.unwrap_or_default()) {
            print!("{} {}, ", stage.name(), ms(seconds));
        }
        println!(
            "unsure {}, exact {}) {} ms, upload {}, frame {} (record {}), sort {}, wall {}, CPU {} ms, {:.1}x",
            grouped(report.unsure as usize),
            grouped(report.exact as usize),
            ms(report.exact_seconds),
            ms(report.upload_seconds),
            ms(report.frame_seconds),
            ms(report.record_seconds),
            ms(report.sort_seconds),
            ms(wall),
            ms(cpu),
            cpu / wall
        );
        println!(
            "    level 1 pairs {}, cluster pairs {}, overlapping {}, candidates {} in {} rounds, {:.0} bytes an element, {:.2} of the allowed",
            grouped(report.level1_pairs as usize),
            grouped(report.cluster_pairs as usize),
            grouped(report.overlapping as usize),
            grouped(report.candidates as usize),
            report.rounds,
            report.bytes as f64 / elements as f64,
            report.bytes as f64 / (200 * elements + 16 * expected.pair_count()) as f64
        );
        Ok(())
    }

    fn random(&mut self, first: u64, count: u64) -> Result<(), Box<dyn Error>> {
        self.is_quiet = true;
        for seed in first..first + count {
            self.try_scene(&format!("seed {seed}"), &random_scene(seed))?;
        }
        Ok(())
    }

    fn hard(&mut self, first: u64, count: u64) -> Result<(), Box<dyn Error>> {
        self.is_quiet = true;
        for family in HardSceneFamily::ALL {
            for seed in first..first + count {
                let what = format!("{} {seed}", family.name());
                self.try_scene(&what, &hard_scene(family, seed))?;
            }
        }
        Ok(())
    }

    fn scenes(&mut self, resolution: usize) -> Result<(), Box<dyn Error>> {
        for entry in jostle_scenes::ALL {
            let options = jostle_scenes::SceneOptions {
                has_self_collision: Some(true),
                ..jostle_scenes::SceneOptions::with_resolution(resolution)
            };
            let mut animated = entry.build(&options)?;
            for frame in [entry.frames / 4, entry.frames / 2, entry.frames - 1] {
                let what = format!("{} {frame}", entry.name);
                self.try_scene(&what, animated.set_frame(frame)?)?;
            }
        }
        Ok(())
    }

    fn models(&mut self, folder: &Path) -> Result<(), Box<dyn Error>> {
        let mut files: Vec<PathBuf> = std::fs::read_dir(folder)?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<Result<_, _>>()?;
        files.retain(|file| file.extension().is_some_and(|e| e == "ply" || e == "msh"));
        files.sort();
        let mut before: Option<Mesh> = None;
        for file in files {
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let mesh = jostle_io::read(&file)?.mesh;
            self.try_scene(&name, &beside(&[&mesh], DVec3::ZERO)?)?;
            if let Some(before) = &before {
                let what = format!("{name} and the one before");
                self.try_scene(&what, &beside(&[&mesh, before], DVec3::splat(0.1))?)?;
            }
            before = Some(mesh);
        }
        Ok(())
    }

    fn deep(&mut self, a: &Path, b: &Path) -> Result<(), Box<dyn Error>> {
        let meshes = [jostle_io::read(a)?.mesh, jostle_io::read(b)?.mesh];
        let [one, other] = [&meshes[0], &meshes[1]];
        // Along x the boxes overlap by a tenth of the first one's.
        let (first, second) = (one.bounds(), other.bounds());
        let apart = first.max.x - second.min.x - 0.1 * first.size().x;
        for (what, by) in [("a tenth", apart), ("deep", 0.4)] {
            self.try_scene(what, &beside(&[one, other], DVec3::X * by)?)?;
        }
        Ok(())
    }

    fn cloth(&mut self) -> Result<(), Box<dyn Error>> {
        let body: Mesh = shapes::bumpy_sphere(32, 0.05, 1).into();
        let mut cloth = shapes::cloth(339, 339, [3.0, 3.0]);
        // Draped: pulled onto the body, with folds that cross it and themselves.
        for v in &mut cloth.vertices {
            let from_axis = v.x.hypot(v.y);
            let fold = 0.03 * (11.0 * v.y.atan2(v.x)).sin() * from_axis;
            let height = (1.02 - 0.45 * from_axis * from_axis).max(-0.6) + fold;
            *v = DVec3::new(v.x * 0.8, v.y * 0.8, height);
        }
        let cloth: Mesh = cloth.into();
        self.try_scene("cloth over a body", &beside(&[&cloth, &body], DVec3::ZERO)?)
    }

    /// Frames of a scene, each with its meshes replaced before every query, so that their topology is new to both
    /// backends.
    fn torn(
        &mut self,
        name: &str,
        elements: usize,
        frames: usize,
        repeats: usize,
    ) -> Result<(), Box<dyn Error>> {
        let entry = jostle_scenes::find(name)?;
        let mut options = jostle_scenes::SceneOptions::with_elements(elements);
        options.has_self_collision = Some(true);
        let mut animated = entry.build(&options)?;
        let mut scene = animated.scene().clone();
        let mut all: Vec<TornFrame> = Vec::new();
        let topologies =
            |scene: &Scene| scene.objects().iter().map(|o| o.topology_id()).collect::<Vec<u64>>();
        let first = topologies(&scene);
        let mut is_torn = vec![false; first.len()];
        for i in 0..frames {
            let number = (entry.frames - 1) * (i + 1) / frames;
            let moved = animated.set_frame(number)?;
            for (is_torn, (first, now)) in
                is_torn.iter_mut().zip(first.iter().zip(topologies(moved)))
            {
                *is_torn |= *first != now;
            }
            let meshes = moved.object_ids().map(|object| Ok((object, moved.mesh(object)?)));
            let meshes = meshes.collect::<Result<_, SceneError>>()?;
            all.push(TornFrame { number, meshes, ..TornFrame::default() });
        }
        all.iter_mut().for_each(|frame| frame.is_torn.clone_from(&is_torn));
        let query = Query::default().containment(false);
        let staged = query.clone().baseline(Baseline { staged: true, ..Baseline::default() });
        self.engine.set_preparation_threshold(u32::MAX);
        // Devices that were idle begin slowly.
        let begin = Instant::now();
        while begin.elapsed().as_secs_f64() < WARM_SECONDS {
            all[0].put_into(&mut scene)?;
            self.engine.collide(&scene, &query)?;
        }
        // Frame after frame, so that what is kept from one is of another.
        for _ in 0..repeats {
            for frame in &mut all {
                let replace = frame.put_into(&mut scene)?;
                frame.replace.push(replace);
                let start = Instant::now();
                self.engine.collide(&scene, &query)?;
                frame.wall.push(start.elapsed().as_secs_f64());
                frame.reports.push(self.engine.report().clone());
            }
        }
        for _ in 0..repeats {
            for frame in &mut all {
                frame.put_into(&mut scene)?;
                self.engine.collide(&scene, &staged)?;
                frame.stages.push(self.engine.report().stages.unwrap_or_default());
            }
        }
        for repeat in 0..repeats {
            for frame in &mut all {
                frame.put_into(&mut scene)?;
                let start = Instant::now();
                self.workspace.collide(&scene, &query)?;
                frame.cpu.push(start.elapsed().as_secs_f64());
                if repeat == 0 {
                    frame.put_into(&mut scene)?;
                    let found = self.engine.collide(&scene, &query)?;
                    frame.pairs = self.workspace.collisions().pair_count();
                    frame.is_right = found.pairs() == self.workspace.collisions().pairs();
                }
            }
        }
        for frame in &mut all {
            frame.put_into(&mut scene)?;
            self.engine.set_preparation_threshold(0);
            for _ in 0..1 + repeats {
                self.engine.collide(&scene, &query)?;
                frame.prepared.push(self.engine.report().clone());
            }
            self.engine.set_preparation_threshold(u32::MAX);
            self.engine.collide(&scene, &query)?;
        }
        println!("{name}, {} elements; ms, medians of {repeats}", grouped(scene.element_count()));
        for frame in &all {
            self.tried += 1;
            self.wrong += usize::from(!frame.is_right);
            frame.print();
        }
        let mean = |times: fn(&TornFrame) -> f64| {
            1e3 * all.iter().map(times).sum::<f64>() / all.len().max(1) as f64
        };
        let wall = mean(|frame| median(&frame.wall));
        let device = mean(|frame| median(&frame.of_reports(|r| r.device_seconds.unwrap_or(0.0))));
        let cpu = mean(|frame| median(&frame.cpu));
        println!(
            "mean of frames: wall {wall:.3}, device {device:.3}, CPU {cpu:.3}, {:.1}x",
            cpu / wall
        );
        Ok(())
    }

    fn sizes(&mut self) -> Result<(), Box<dyn Error>> {
        for resolution in [32, 100, 316, 708] {
            let mesh: Mesh = shapes::bumpy_sphere(resolution, 0.05, 1).into();
            self.try_scene("bumpy sphere", &beside(&[&mesh], DVec3::ZERO)?)?;
            let half: Mesh = shapes::bumpy_sphere(resolution * 7 / 10, 0.05, 2).into();
            self.try_scene("two of them", &beside(&[&half, &half], DVec3::new(0.4, 0.1, 0.05))?)?;
        }
        for resolution in [10, 22, 46, 79] {
            let mesh: Mesh = shapes::ball_tets(resolution, 1.0).into();
            let what = format!("ball of {} tetrahedra", grouped(mesh.element_count()));
            self.try_scene(&what, &beside(&[&mesh], DVec3::ZERO)?)?;
        }
        Ok(())
    }
}

/// A frame of a scene whose topology changes, and what it took, in seconds.
#[derive(Default)]
struct TornFrame {
    number: usize,
    /// The mesh of each object.
    meshes: Vec<(ObjectId, Mesh)>,
    /// Which objects have new topology in each frame.
    is_torn: Vec<bool>,
    replace: Vec<f64>,
    wall: Vec<f64>,
    reports: Vec<GpuReport>,
    /// Of queries about the frame with its topology prepared: the first, and those after it.
    prepared: Vec<GpuReport>,
    stages: Vec<[f64; FrameStage::ALL.len()]>,
    cpu: Vec<f64>,
    pairs: usize,
    is_right: bool,
}

impl TornFrame {
    /// Replaces the meshes of a scene, and returns how long that took. What is torn is taken for new, even if it has the
    /// elements of the frame before.
    fn put_into(&self, scene: &mut Scene) -> Result<f64, Box<dyn Error>> {
        let meshes = self.meshes.clone();
        for (&(object, _), _) in
            self.meshes.iter().zip(&self.is_torn).filter(|(_, is_torn)| **is_torn)
        {
            scene.replace(object, TriangleMesh::default())?;
        }
        let start = Instant::now();
        for ((object, mesh), &is_torn) in meshes.into_iter().zip(&self.is_torn) {
            if is_torn {
                scene.replace(object, mesh)?;
            } else {
                scene.set_vertices(object, mesh.vertices())?;
            }
        }
        Ok(start.elapsed().as_secs_f64())
    }

    fn of_reports(&self, value: impl Fn(&GpuReport) -> f64) -> Vec<f64> {
        self.reports.iter().map(value).collect()
    }

    fn print(&self) {
        let ms = |times: &[f64]| format!("{:.3}", 1e3 * median(times));
        let of = |value: fn(&GpuReport) -> f64| ms(&self.of_reports(value));
        let least = self.wall.iter().copied().fold(f64::INFINITY, f64::min);
        let most = self.wall.iter().copied().fold(0.0, f64::max);
        let verdict = if self.is_right { "equal" } else { "DIFFERENT" };
        println!(
            "frame {}: {} pairs, {verdict}; wall {} ({:.3} to {:.3}), CPU {}, replacing {}",
            self.number,
            grouped(self.pairs),
            ms(&self.wall),
            1e3 * least,
            1e3 * most,
            ms(&self.cpu),
            ms(&self.replace),
        );
        println!(
            "    host: upload {} (topology {}), record {}, frame {}, exact {}, sort {}",
            of(|r| r.upload_seconds),
            of(|r| r.topology_seconds),
            of(|r| r.record_seconds),
            of(|r| r.frame_seconds),
            of(|r| r.exact_seconds),
            of(|r| r.sort_seconds),
        );
        print!("    device: {} in all", of(|r| r.device_seconds.unwrap_or(0.0)));
        for (i, stage) in FrameStage::ALL.iter().enumerate() {
            let times: Vec<f64> = self.stages.iter().map(|stages| stages[i]).collect();
            print!(", {} {}", stage.name(), ms(&times));
        }
        println!();
        for (what, reports) in [("new", &self.reports[..]), ("prepared", &self.prepared[1..])] {
            let Some(last) = reports.last() else { continue };
            let device: Vec<f64> = reports.iter().filter_map(|r| r.device_seconds).collect();
            println!(
                "    {what}: device {}, cluster pairs {}, overlapping {}, candidates {}, unsure {}, exact {}, at most {} runs, {} bytes",
                ms(&device),
                grouped(last.cluster_pairs as usize),
                grouped(last.overlapping as usize),
                grouped(last.candidates as usize),
                grouped(last.unsure as usize),
                grouped(last.exact as usize),
                reports.iter().map(|report| report.runs).max().unwrap_or(0),
                grouped(last.bytes as usize),
            );
        }
    }
}

fn median(times: &[f64]) -> f64 {
    let mut times = times.to_vec();
    times.sort_unstable_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(0.0)
}

/// Meshes tested against themselves and each other, each moved from the one before.
fn beside(meshes: &[&Mesh], by: DVec3) -> Result<Scene, Box<dyn Error>> {
    let mut scene = Scene::new();
    for (i, mesh) in meshes.iter().enumerate() {
        let object = scene.add("mesh", (*mesh).clone())?;
        scene.vertices_mut(object)?.iter_mut().for_each(|v| *v += by * i as f64);
        scene.set_self_collision(object, true)?;
    }
    Ok(scene)
}
