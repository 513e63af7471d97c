//! `xtask clearance`: pairs within a small distance, beside the collisions of the same scene.

use clap::Args;
use jostle::mesh::shapes;
use jostle::{DVec3, Mesh, Query, Scene, Session, Workspace};
use jostle_support::text::grouped;
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
    /// Rounds, each with a query of every kind; the median of each kind counts, and of the ratios.
    #[arg(long, default_value_t = 31)]
    rounds: usize,
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
            let of_size = |thousandths: &f64| size.max_element() * thousandths * 1e-3;
            let distances: Vec<f64> = options.distances.iter().map(of_size).collect();
            let queries = std::iter::once(Query::all_pairs())
                .chain(distances.iter().map(|&distance| Query::all_pairs().within(distance)));
            let rounds = rounds(&scene, &queries.collect::<Vec<_>>(), options);
            for (i, distance) in (1..).zip(distances) {
                let of = |query: usize| median(rounds.iter().map(|round| round[query].0 * 1e3));
                println!(
                    "{:32}{:>12}{:>14.2}{distance:>12.5}{:>14.2}{:>14}{:>10.2}",
                    format!("{name}, {place}"),
                    grouped(scene.element_count()),
                    of(0),
                    of(i),
                    grouped(rounds[0][i].1),
                    median(rounds.iter().map(|round| round[i].0 / round[0].0))
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

/// Seconds and pairs of each query in each round. The queries take turns, so that what else the machine does
/// meets all of them; a round before, which is not listed, makes the workspaces warm.
fn rounds(scene: &Scene, queries: &[Query], options: &Options) -> Vec<Vec<(f64, usize)>> {
    let workspace = |_| Workspace::in_session(&Session::new().threads(options.threads));
    let mut workspaces: Vec<Workspace> = queries.iter().map(workspace).collect();
    let mut round = || {
        let time = |(query, workspace): (&Query, &mut Workspace)| {
            let start = Instant::now();
            let pairs = workspace.collide(scene, query).expect("a checked scene").pair_count();
            (start.elapsed().as_secs_f64(), pairs)
        };
        queries.iter().zip(&mut workspaces).map(time).collect()
    };
    let _: Vec<_> = round();
    (0..options.rounds.max(1)).map(|_| round()).collect()
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_unstable_by(f64::total_cmp);
    values[values.len() / 2]
}
