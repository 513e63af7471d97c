//! `xtask impacts`: the steps from frame to frame of a surface that is tested against itself, against a test of
//! every pair of features.

use clap::Args;
use jostle::impact::ImpactSearch;
use jostle::{DVec3, Mesh, Scene, TriangleMesh};
use jostle_support::text::grouped;
use jostle_testing::{brute_force_impacts, check_impacts};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

#[derive(Args)]
pub struct Options {
    /// Frames of one surface.
    #[arg(required = true, num_args = 2.., value_name = "FRAME")]
    frames: Vec<PathBuf>,
}

pub fn run(options: &Options) -> ExitCode {
    match check(&options.frames) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn check(frames: &[PathBuf]) -> Result<(), String> {
    let mut search = ImpactSearch::new();
    for pair in frames.windows(2) {
        let (start, end) = (read(&pair[0])?, read(&pair[1])?);
        if start.elements != end.elements {
            return Err(format!("{} has other triangles", pair[1].display()));
        }
        let (scene, end) = (scene_of(start)?, end.vertices);
        let impacts = check_step(&mut search, &scene, &end)
            .map_err(|message| format!("{}: {message}", pair[0].display()))?;
        println!("{}: {impacts}", pair[0].display());
    }
    Ok(())
}

fn check_step(search: &mut ImpactSearch, scene: &Scene, end: &[DVec3]) -> Result<String, String> {
    let begin = Instant::now();
    let expected = brute_force_impacts(scene, end, 0.0);
    let seconds = begin.elapsed().as_secs_f64();
    for threads in [1, 2, 3] {
        check_impacts(search, scene, end, threads, &expected)?;
    }
    let impacts = grouped(expected.len());
    Ok(format!("{impacts} impacts, all as brute force ({seconds:.0} s) with 1, 2 and 3 threads"))
}

/// A surface that is tested against itself.
pub fn scene_of(mesh: TriangleMesh) -> Result<Scene, String> {
    let mut scene = Scene::new();
    let object = scene.add("surface", mesh).map_err(|error| error.to_string())?;
    scene.set_self_collision(object, true).map_err(|error| error.to_string())?;
    Ok(scene)
}

/// The surface in a file.
pub fn read(file: &Path) -> Result<TriangleMesh, String> {
    let name = file.display();
    match jostle_io::read(file).map_err(|error| format!("{name}: {error}"))?.mesh {
        Mesh::Triangles(mesh) => Ok(mesh),
        _ => Err(format!("{name} is no surface")),
    }
}
