//! `xtask depths`: time and memory per colliding point at many sizes, which should stay the same.

use clap::Args;
use jostle::contact::{DepthMethod, DepthQuery, DepthSearch};
use jostle::mesh::shapes::{self, Split};
use jostle::{DVec3, ObjectId, Scene, Session};
use jostle_support::text::grouped;
use std::process::ExitCode;
use std::time::Instant;

#[derive(Args)]
pub struct Options {
    /// Most colliding points, about.
    #[arg(long, default_value_t = 1_000_000)]
    most: usize,
    /// Frames of each size at least, and for half a second; the best counts.
    #[arg(long, default_value_t = 3)]
    repeat: u32,
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Time the closest points of surfaces instead.
    #[arg(long)]
    closest: bool,
}

/// Numbers of colliding points, about.
const SIZES: [usize; 7] = [1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000];

/// What is pressed into what, given how many points are to collide.
type MakeScene = fn(usize) -> Scene;

pub fn run(options: &Options) -> ExitCode {
    println!(
        "a body in another that moves in every frame, {} threads, warm search",
        options.threads
    );
    let scenes: [(&str, MakeScene); 3] = [
        ("boxes of tetrahedra, half in each other", boxes),
        ("plates of tetrahedra, all points at the border", plates),
        ("closed surfaces, half in each other", spheres),
    ];
    for (name, make) in scenes {
        println!(
            "\n{name}\n{:>12}{:>12}{:>12}{:>10}{:>12}{:>14}{:>16}",
            "points", "border", "edges", "layers", "time (ms)", "ns a point", "bytes a point"
        );
        let mut costs = Vec::new();
        for size in SIZES.into_iter().filter(|&size| size <= options.most) {
            costs.push(measure(make(size), options));
        }
        let (low, high) = costs.iter().fold((f64::MAX, 0f64), |(l, h), &c| (l.min(c), h.max(c)));
        println!("slowest over fastest point: {:.2}", high / low);
    }
    ExitCode::SUCCESS
}

/// Half of the points of each collide.
fn boxes(points: usize) -> Scene {
    let count = (points as f64).cbrt().round() as u32;
    let cube = |seed| shapes::box_tets([count; 3], DVec3::ONE, Split::Six, 0.1, seed);
    scene([cube(1).into(), cube(2).translated(DVec3::new(0.5, 0.01, 0.013)).into()])
}

/// Plates of one layer of cells: the lower vertices of one are in the other.
fn plates(points: usize) -> Scene {
    let count = (points as f64 / 2.0).sqrt().round() as u32;
    let size = DVec3::new(1.0, 1.0, 1.0 / f64::from(count));
    let plate = |seed| shapes::box_tets([count, count, 1], size, Split::Six, 0.1, seed);
    let by = DVec3::new(0.3, 0.3, 0.7) / f64::from(count);
    scene([plate(1).into(), plate(2).translated(by).into()])
}

/// A little less than a third of the vertices of each collide.
fn spheres(points: usize) -> Scene {
    let sphere = || shapes::icosphere_near(3 * points, 1.0);
    scene([sphere().into(), sphere().translated(DVec3::new(0.8, 0.01, 0.013)).into()])
}

fn scene(meshes: [jostle::Mesh; 2]) -> Scene {
    let mut scene = Scene::new();
    for mesh in meshes {
        scene.add("body", mesh).expect("a shape is valid");
    }
    scene
}

/// Prints a row, and returns the nanoseconds of a point.
fn measure(mut scene: Scene, options: &Options) -> f64 {
    let method = if options.closest { DepthMethod::Closest } else { DepthMethod::Consistent };
    let query = DepthQuery::new().method(method);
    let mut search = DepthSearch::in_session(&Session::new().threads(options.threads));
    let mut best = f64::INFINITY;
    let begin = Instant::now();
    let mut frames = 0;
    while frames <= options.repeat || begin.elapsed().as_secs_f64() < 0.5 {
        let by = DVec3::splat(if frames % 2 == 0 { 1e-7 } else { -1e-7 });
        let moving = scene.vertices_mut(ObjectId::new(1)).expect("there are two");
        moving.iter_mut().for_each(|v| *v += by);
        frames += 1;
        let start = Instant::now();
        search.find(&scene, &query).expect("a shape is valid");
        best = best.min(start.elapsed().as_secs_f64());
    }
    let (statistics, points) = (search.statistics(), search.depths().points().len());
    let cost = best / points as f64 * 1e9;
    println!(
        "{:>12}{:>12}{:>12}{:>10}{:>12.2}{cost:>14.1}{:>16.1}",
        grouped(points),
        grouped(statistics.border_points as usize),
        grouped(statistics.intersecting_edges as usize),
        statistics.layers,
        best * 1e3,
        statistics.bytes as f64 / points as f64
    );
    cost
}
