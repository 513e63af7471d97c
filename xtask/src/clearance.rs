//! `xtask clearance`: pairs within a small distance, beside the collisions of the same scene.

use clap::Args;
use jostle::mesh::shapes;
use jostle::{DVec3, Mesh, Query, Scene, Workspace};
use jostle_text::grouped;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

#[derive(Args)]
pub struct Options {
    /// Meshes, each placed beside itself; otherwise procedural ones of 100,000 triangles.
    meshes: Vec<PathBuf>,
    /// Distances, in thousandths of the size of one object.
    #[arg(long, value_delimiter = ',', default_values_t = [0.1, 1.0, 5.0])]
    distances: Vec<f64>,
    /// Queries of each kind at least, and for half a second; the best counts.
    #[arg(long, default_value_t = 5)]
    repeat: u32,
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

pub fn run(options: &Options) -> ExitCode {
    println!("two objects, {} threads, warm workspace\n", options.threads);
    println!(
        "{:32}{:>12}{:>14}{:>12}{:>14}{:>14}{:>10}",
        "scene", "elements", "collide (ms)", "distance", "within (ms)", "pairs", "ratio"
    );
    let meshes = if options.meshes.is_empty() { procedural() } else { read(&options.meshes) };
    for (name, mesh) in meshes {
        let size = mesh.bounds().size();
        // Beside each other, about touching; and half across.
        for (place, by) in [("beside", 1.0), ("across", 0.5)] {
            let mut scene = Scene::new();
            scene.add("one", mesh.clone()).expect("a mesh that was checked");
            let other = scene.add("other", mesh.clone()).expect("a mesh that was checked");
            let by = DVec3::X * (size.x * by);
            let vertices = scene.vertices_mut(other).expect("just added");
            vertices.iter_mut().for_each(|v| *v += by);
            let (collide, _) = time(&scene, &Query::all_pairs(), options);
            for thousandths in &options.distances {
                let distance = size.max_element() * thousandths * 1e-3;
                let (within, pairs) = time(&scene, &Query::all_pairs().within(distance), options);
                println!(
                    "{:32}{:>12}{:>14.2}{distance:>12.5}{:>14.2}{:>14}{:>10.2}",
                    format!("{name}, {place}"),
                    grouped(scene.element_count()),
                    collide * 1e3,
                    within * 1e3,
                    grouped(pairs),
                    within / collide
                );
            }
        }
    }
    ExitCode::SUCCESS
}

fn procedural() -> Vec<(String, Mesh)> {
    vec![
        ("bumpy sphere".to_owned(), shapes::bumpy_sphere(71, 0.05, 1).into()),
        ("torus knot".to_owned(), shapes::torus_knot(2, 3, 0.2, 2500, 20).into()),
    ]
}

fn read(files: &[PathBuf]) -> Vec<(String, Mesh)> {
    let named = |file: &PathBuf| {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        match jostle_io::read(file) {
            Ok(read) => Some((name, read.mesh)),
            Err(error) => {
                eprintln!("{error}");
                None
            }
        }
    };
    files.iter().filter_map(named).collect()
}

/// The best time of a query, in seconds, and how many pairs it finds.
fn time(scene: &Scene, query: &Query, options: &Options) -> (f64, usize) {
    let query = query.clone().threads(options.threads);
    let mut workspace = Workspace::new();
    let (mut best, mut pairs, mut queries) = (f64::INFINITY, 0, 0);
    let begin = Instant::now();
    while queries <= options.repeat || begin.elapsed().as_secs_f64() < 0.5 {
        queries += 1;
        let start = Instant::now();
        pairs = workspace.collide(scene, &query).expect("a checked scene").pair_count();
        best = best.min(start.elapsed().as_secs_f64());
    }
    (best, pairs)
}
