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
//! ```
//!
//! With `--f32` tests are done in `f32`; with `--quiet` nothing is timed, and only what is
//! wrong is shown.

use jostle::collide::baselines::Baseline;
use jostle::mesh::shapes;
use jostle::{DVec3, Mesh, Query, Scene, Workspace};
use jostle_gpu::{AdapterChoice, FrameStage, GpuEngine, Precision};
use jostle_testing::{HardSceneFamily, hard_scene, random_scene};
use jostle_text::grouped;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// Frames that are timed; the fastest counts.
const REPEATS: usize = 10;
/// Frames before those that are timed take this long.
const WARM_SECONDS: f64 = 0.2;

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
        _ => return Err("one of: random, hard, scenes, models, deep, sizes, cloth".into()),
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
        // Devices that were idle begin slowly.
        let begin = Instant::now();
        while !self.is_quiet && begin.elapsed().as_secs_f64() < WARM_SECONDS {
            self.engine.collide(scene, &query)?;
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
        for _ in 0..repeats {
            self.engine.collide(
                scene,
                &query.clone().baseline(Baseline { staged: true, ..Baseline::default() }),
            )?;
            report.stages = self.engine.report().stages;
        }
        for _ in 0..repeats {
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
