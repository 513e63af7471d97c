//! `xtask linear`: time and memory per element of one shape at many sizes, which should stay the same.

use clap::Args;
use jostle::mesh::shapes;
use jostle::{Query, Scene, Session, TriangleMesh, Workspace};
use jostle_support::text::grouped;
use std::process::ExitCode;
use std::time::Instant;

#[derive(Args)]
pub struct Options {
    /// Most elements.
    #[arg(long, default_value_t = 5_000_000)]
    most: usize,
    /// Queries of each size at least, and for half a second; the best counts.
    #[arg(long, default_value_t = 3)]
    repeat: u32,
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Height of the bumps. A coarse mesh of a rough shape has more to search an element than a fine
    /// one, whose neighbours are about in one plane.
    #[arg(long, default_value_t = 0.05)]
    bumps: f64,
}

/// Sizes, each about three times the one before.
const SIZES: [usize; 6] = [20_000, 60_000, 200_000, 600_000, 2_000_000, 5_000_000];

pub fn run(options: &Options) -> ExitCode {
    println!("a bumpy sphere against itself, {} threads, warm workspace\n", options.threads);
    println!(
        "{:>12}{:>12}{:>16}{:>20}",
        "elements", "time (ms)", "ns an element", "bytes an element"
    );
    let mut costs = Vec::new();
    for size in SIZES.into_iter().filter(|&size| size <= options.most) {
        let (elements, seconds, bytes) = measure(sphere(size, options.bumps), options);
        let cost = seconds / elements as f64 * 1e9;
        println!(
            "{:>12}{:>12.1}{cost:>16.1}{:>20.1}",
            grouped(elements),
            seconds * 1e3,
            bytes as f64 / elements as f64
        );
        costs.push(cost);
    }
    let (low, high) = costs.iter().fold((f64::MAX, 0f64), |(l, h), &c| (l.min(c), h.max(c)));
    println!("\nslowest over fastest element: {:.2}", high / low);
    ExitCode::SUCCESS
}

/// A geodesic of frequency f has 20 f^2 triangles.
fn sphere(triangles: usize, bumps: f64) -> TriangleMesh {
    shapes::bumpy_sphere((triangles as f64 / 20.0).sqrt().round() as u32, bumps, 1)
}

fn measure(mesh: TriangleMesh, options: &Options) -> (usize, f64, u64) {
    let mut scene = Scene::new();
    let object = scene.add("sphere", mesh).expect("a shape is valid");
    scene.set_self_collision(object, true).expect("just added");
    let query = Query::all_pairs();
    let mut workspace = Workspace::in_session(&Session::new().threads(options.threads));
    let mut best = f64::INFINITY;
    let mut bytes = 0;
    let begin = Instant::now();
    let mut queries = 0;
    while queries <= options.repeat || begin.elapsed().as_secs_f64() < 0.5 {
        queries += 1;
        let start = Instant::now();
        let collisions = workspace.collide(&scene, &query).expect("a shape is valid");
        best = best.min(start.elapsed().as_secs_f64());
        assert_eq!(collisions.pair_count(), 0, "the sphere does not cross itself");
        bytes = collisions.statistics().bytes;
    }
    (scene.element_count(), best, bytes)
}
