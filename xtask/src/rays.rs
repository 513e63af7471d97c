//! `xtask rays`: rays and closest points a second on one thread, beside parry's, with hits compared.
//!
//! Both take turns, so that other work on the machine disturbs them alike, and the best turn of each counts.

use clap::Args;
use jostle::distance::{ClosestPoint, PointQuery, Ray, RayHit, SceneTree};
use jostle::mesh::shapes;
use jostle::{DVec3, Mesh, Scene, TriangleMesh};
use jostle_testing::SplitMix64;
use jostle_text::grouped;
use parry3d_f64::math::Vector;
use parry3d_f64::query::{PointQuery as _, RayCast};
use parry3d_f64::shape::TriMesh;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

#[derive(Args)]
pub struct Options {
    /// Rays of each kind.
    #[arg(long, default_value_t = 1_000_000)]
    rays: usize,
    /// A mesh file of triangles; else a bumpy sphere.
    #[arg(long)]
    mesh: Option<PathBuf>,
    /// Triangles of the bumpy sphere, about.
    #[arg(long, default_value_t = 100_000)]
    triangles: usize,
    /// Turns of each.
    #[arg(long, default_value_t = 3)]
    turns: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub fn run(options: &Options) -> ExitCode {
    match mesh(options) {
        Ok(mesh) => {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
            pool.expect("one thread").install(|| measure(options, mesh))
        }
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

fn mesh(options: &Options) -> Result<TriangleMesh, String> {
    let Some(file) = &options.mesh else {
        // A geodesic of frequency f has 20 f^2 triangles.
        let frequency = (options.triangles as f64 / 20.0).sqrt().round() as u32;
        return Ok(shapes::bumpy_sphere(frequency, 0.2, options.seed));
    };
    match jostle_io::read(file).map_err(|error| error.to_string())?.mesh {
        Mesh::Triangles(mesh) => Ok(mesh),
        Mesh::Tets(_) => Err(format!("'{}' is not of triangles; give a surface", file.display())),
    }
}

/// The best of several turns, in seconds, and the last answer.
struct Timed<T> {
    best: f64,
    answer: T,
}

impl<T: Default> Timed<T> {
    fn new() -> Timed<T> {
        Timed { best: f64::INFINITY, answer: T::default() }
    }

    fn turn(&mut self, question: impl FnOnce(&mut T)) {
        let start = Instant::now();
        question(&mut self.answer);
        self.best = self.best.min(start.elapsed().as_secs_f64());
    }
}

fn measure(options: &Options, mesh: TriangleMesh) -> ExitCode {
    let vector = |p: DVec3| Vector::new(p.x, p.y, p.z);
    let mut scene = Scene::new();
    let object = scene.add("mesh", mesh.clone()).expect("a mesh that was checked");
    let bounds = scene.bounds(object).expect("just added");
    let mut tree = SceneTree::new();
    let start = Instant::now();
    tree.update(&scene).expect("a mesh that was checked");
    let build = start.elapsed().as_secs_f64();
    let mut refit = Timed::<()>::new();
    for _ in 0..5 {
        refit.turn(|()| tree.update(&scene).expect("nothing changed"));
    }
    let start = Instant::now();
    let theirs = TriMesh::new(mesh.vertices.iter().map(|&p| vector(p)).collect(), mesh.elements);
    let theirs = theirs.expect("a mesh with triangles");
    println!(
        "{} triangles, one thread: built in {:.0} ms (parry {:.0} ms), refitted in {:.1} ms, {:.1} MB\n",
        grouped(scene.element_count()),
        build * 1e3,
        start.elapsed().as_secs_f64() * 1e3,
        refit.best * 1e3,
        tree.bytes() as f64 * 1e-6
    );
    println!("{:<32}{:>12}{:>12}{:>8}{:>10}", "", "jostle ns", "parry ns", "ratio", "hits");
    let random = &mut SplitMix64::new(options.seed);
    let centre = (bounds.min + bounds.max) * 0.5;
    let size = bounds.size();
    let within = |random: &mut SplitMix64, factor: f64| {
        let by = DVec3::new(random.signed(), random.signed(), random.signed());
        centre + by * size * (0.5 * factor)
    };
    let side = (options.rays as f64).sqrt() as usize;
    let eye = centre + DVec3::new(0.3, 0.2, 2.0) * size.length();
    let kinds: [(&str, Vec<Ray>); 3] = [
        ("rays between random points", {
            let ray = |_| Ray::segment(within(random, 3.0), within(random, 1.0)).up_to(f64::MAX);
            (0..options.rays).map(ray).collect()
        }),
        ("rays from inside the box", {
            let ray = |_| {
                let by = DVec3::new(random.signed(), random.signed(), random.signed());
                Ray::new(within(random, 1.0), by).up_to(f64::MAX)
            };
            (0..options.rays).map(ray).collect()
        }),
        ("a picture", {
            let ray = |i: usize| {
                let (x, y) = ((i % side) as f64 / side as f64, (i / side) as f64 / side as f64);
                let at = bounds.min + size * DVec3::new(x, y, 0.5);
                Ray::segment(eye, at).up_to(f64::MAX)
            };
            (0..side * side).map(ray).collect()
        }),
    ];
    let mut wrong = 0;
    for (name, rays) in &kinds {
        let other: Vec<_> = rays
            .iter()
            .map(|ray| parry3d_f64::query::Ray::new(vector(ray.origin), vector(ray.direction)))
            .collect();
        let mut ours = Timed::<Vec<Option<RayHit>>>::new();
        let mut parry = Timed::<Vec<Option<f64>>>::new();
        for _ in 0..options.turns {
            ours.turn(|hits| tree.cast_many(&scene, rays, hits).expect("valid rays"));
            parry.turn(|hits| {
                hits.clear();
                hits.extend(other.iter().map(|ray| theirs.cast_local_ray(ray, f64::MAX, false)));
            });
        }
        let hits = ours.answer.iter().flatten().count();
        line(name, rays.len(), ours.best, parry.best, hits);
        wrong += differences(&ours.answer, &parry.answer);
    }
    let points: Vec<PointQuery> =
        (0..options.rays / 10).map(|_| PointQuery::new(within(random, 1.2))).collect();
    let mut ours = Timed::<Vec<Option<ClosestPoint>>>::new();
    let mut parry = Timed::<Vec<f64>>::new();
    for _ in 0..options.turns {
        ours.turn(|closest| tree.closest_point_many(&scene, &points, closest).expect("valid points"));
        parry.turn(|distances| {
            distances.clear();
            distances.extend(
                points.iter().map(|query| theirs.distance_to_local_point(vector(query.point), false)),
            );
        });
    }
    line("closest points", points.len(), ours.best, parry.best, points.len());
    let off = ours.answer.iter().zip(&parry.answer).filter(|(ours, theirs)| {
        ours.is_none_or(|ours| (ours.distance - theirs.abs()).abs() > 1e-9 * size.length())
    });
    println!("\n{wrong} rays and {} points are told differently by parry", off.count());
    ExitCode::SUCCESS
}

fn line(name: &str, count: usize, ours: f64, theirs: f64, hits: usize) {
    let per = |seconds: f64| seconds / count as f64 * 1e9;
    let share = 100.0 * hits as f64 / count as f64;
    println!(
        "{name:<32}{:>12.0}{:>12.0}{:>8.2}{share:>8.1} %",
        per(ours),
        per(theirs),
        theirs / ours
    );
}

/// Rays that one says hit and the other does not, or at places that differ by more than rounding.
fn differences(ours: &[Option<RayHit>], theirs: &[Option<f64>]) -> usize {
    let differ = |(ours, theirs): &(&Option<RayHit>, &Option<f64>)| match (ours, theirs) {
        (Some(ours), Some(theirs)) => (ours.t - theirs).abs() > 1e-6 * theirs.abs().max(1e-6),
        (None, None) => false,
        _ => true,
    };
    ours.iter().zip(theirs).filter(differ).count()
}
