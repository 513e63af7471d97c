//! `peers rays`: rays and closest points a second on one thread, beside parry's, with hits compared.
//!
//! Both take turns, so that other work on the machine disturbs them alike, and the best turn of each counts.

use clap::Args;
use jostle::distance::{ClosestPoint, PointQuery, Ray, RayHit, SceneTree};
use jostle::geometry::Aabb;
use jostle::mesh::shapes;
use jostle::{DVec3, Mesh, ObjectId, Scene, TriangleMesh};
use jostle_support::text::grouped;
use jostle_testing::SplitMix64;
use parry3d_f64::math::Vector;
use parry3d_f64::query::{PointQuery as _, RayCast};
use parry3d_f64::shape::TriMesh;
use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;

/// Rays and closest points a second beside parry's, on one thread.
#[derive(Args, Debug)]
pub struct RaysArgs {
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

pub fn run(options: &RaysArgs) -> Result<(), Box<dyn Error>> {
    let mesh = mesh(options)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    pool.expect("one thread").install(|| measure(options, mesh));
    Ok(())
}

fn mesh(options: &RaysArgs) -> Result<TriangleMesh, String> {
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

fn vector(p: DVec3) -> Vector {
    Vector::new(p.x, p.y, p.z)
}

fn parry_mesh(mesh: &TriangleMesh) -> TriMesh {
    let vertices = mesh.vertices.iter().map(|&p| vector(p)).collect();
    TriMesh::new(vertices, mesh.elements.clone()).expect("a mesh with triangles")
}

fn measure(options: &RaysArgs, mesh: TriangleMesh) {
    let mut scene = Scene::new();
    let object = scene.add("mesh", mesh.clone()).expect("a mesh that was checked");
    let bounds = scene.bounds(object).expect("just added");
    println!(
        "{} triangles, one thread; the best of {} turns\n",
        grouped(scene.element_count()),
        options.turns
    );
    println!("{:<32}{:>12}{:>12}{:>8}{:>10}", "", "jostle", "parry", "ratio", "hits");
    let (tree, theirs) = measure_trees(options, &mut scene, &mesh);
    let mut wrong = 0;
    for (name, rays) in &ray_kinds(options, &bounds, &scene, &tree) {
        wrong += measure_rays(options, name, rays, &scene, &tree, &theirs);
    }
    let mut off = 0;
    for (name, points) in &point_kinds(options, &bounds, &mesh) {
        let tolerance = 1e-12 * bounds.size().length();
        off += measure_points(options, name, points, tolerance, &scene, &tree, &theirs);
    }
    println!("\n{wrong} rays and {off} points are told differently by parry");
}

/// Building, and fitting to vertices that moved: parry builds anew for that.
fn measure_trees(
    options: &RaysArgs,
    scene: &mut Scene,
    mesh: &TriangleMesh,
) -> (SceneTree, TriMesh) {
    let (mut build, mut refit) = (Timed::<SceneTree>::new(), f64::INFINITY);
    let mut parry = Timed::<Option<TriMesh>>::new();
    for _ in 0..options.turns.max(1) {
        build.turn(|tree| {
            *tree = SceneTree::new();
            tree.update(scene).expect("a mesh that was checked");
        });
        scene.set_vertices(ObjectId::new(0), &mesh.vertices).expect("as many");
        let start = Instant::now();
        build.answer.update(scene).expect("as before");
        refit = refit.min(start.elapsed().as_secs_f64());
        parry.turn(|theirs| *theirs = Some(parry_mesh(mesh)));
    }
    for (name, ours) in [("build", build.best), ("refit, parry builds again", refit)] {
        let ratio = parry.best / ours;
        println!("{name:<32}{:>9.1} ms{:>9.1} ms{ratio:>8.2}", ours * 1e3, parry.best * 1e3);
    }
    println!("{:<32}{:>9.1} MB", "memory", build.answer.bytes() as f64 * 1e-6);
    (build.answer, parry.answer.expect("a turn"))
}

fn random_vector(random: &mut SplitMix64) -> DVec3 {
    DVec3::new(random.signed(), random.signed(), random.signed())
}

/// Rays of several kinds, without an end.
fn ray_kinds(
    options: &RaysArgs,
    bounds: &Aabb,
    scene: &Scene,
    tree: &SceneTree,
) -> [(&'static str, Vec<Ray>); 4] {
    let random = &mut SplitMix64::new(options.seed);
    let (centre, size) = ((bounds.min + bounds.max) * 0.5, bounds.size());
    let within = |random: &mut SplitMix64, factor: f64| {
        centre + random_vector(random) * size * (0.5 * factor)
    };
    let (mut hit, mut missed) = (Vec::new(), Vec::new());
    // A mesh that no ray hits, or none misses, is not waited for.
    for _ in 0..options.rays * 20 {
        let (from, to) = (within(random, 3.0), within(random, 1.0));
        let ray = Ray::new(from, to - from);
        let is_hit = tree.cast(scene, &ray).expect("a valid ray").is_some();
        let kind = if is_hit { &mut hit } else { &mut missed };
        if kind.len() < options.rays {
            kind.push(ray);
        } else if hit.len() == missed.len() {
            break;
        }
    }
    let inside = |_| Ray::new(within(random, 1.0), random_vector(random));
    let inside = (0..options.rays).map(inside).collect();
    let side = (options.rays as f64).sqrt() as usize;
    let eye = centre + DVec3::new(0.3, 0.2, 2.0) * size.length();
    let pixel = |i: usize| {
        let (x, y) = ((i % side) as f64 / side as f64, (i / side) as f64 / side as f64);
        Ray::new(eye, bounds.min + size * DVec3::new(x, y, 0.5) - eye)
    };
    let picture = (0..side * side).map(pixel).collect();
    [
        ("random rays that hit", hit),
        ("random rays through the box that miss", missed),
        ("rays from inside the box", inside),
        ("rays of a picture", picture),
    ]
}

fn point_kinds(
    options: &RaysArgs,
    bounds: &Aabb,
    mesh: &TriangleMesh,
) -> [(&'static str, Vec<PointQuery>); 2] {
    let random = &mut SplitMix64::new(options.seed);
    let (centre, size) = ((bounds.min + bounds.max) * 0.5, bounds.size());
    let count = options.rays / 10;
    let anywhere = |_| PointQuery::new(centre + random_vector(random) * size * 0.6);
    let anywhere = (0..count).map(anywhere).collect();
    let near = |i: usize| {
        let at = mesh.vertices[i % mesh.vertices.len()];
        PointQuery::new(at + random_vector(random) * size * 0.01)
    };
    [
        ("closest points in the box", anywhere),
        ("closest points nearby", (0..count).map(near).collect()),
    ]
}

fn measure_rays(
    options: &RaysArgs,
    name: &str,
    rays: &[Ray],
    scene: &Scene,
    tree: &SceneTree,
    theirs: &TriMesh,
) -> usize {
    let other: Vec<_> = rays
        .iter()
        .map(|ray| parry3d_f64::query::Ray::new(vector(ray.origin), vector(ray.direction)))
        .collect();
    let mut ours = Timed::<Vec<Option<RayHit>>>::new();
    let mut parry = Timed::<Vec<Option<f64>>>::new();
    for _ in 0..options.turns {
        ours.turn(|hits| tree.cast_many(scene, rays, hits).expect("valid rays"));
        parry.turn(|hits| {
            hits.clear();
            hits.extend(other.iter().map(|ray| theirs.cast_local_ray(ray, f64::MAX, false)));
        });
    }
    line(name, rays.len(), ours.best, parry.best, ours.answer.iter().flatten().count());
    differences(&ours.answer, &parry.answer)
}

fn measure_points(
    options: &RaysArgs,
    name: &str,
    points: &[PointQuery],
    tolerance: f64,
    scene: &Scene,
    tree: &SceneTree,
    theirs: &TriMesh,
) -> usize {
    let mut ours = Timed::<Vec<Option<ClosestPoint>>>::new();
    let mut parry = Timed::<Vec<f64>>::new();
    for _ in 0..options.turns {
        ours.turn(|closest| tree.closest_point_many(scene, points, closest).expect("valid points"));
        parry.turn(|distances| {
            distances.clear();
            distances.extend(points.iter().map(|query| {
                let at = vector(query.point);
                let projection = theirs.project_local_point(at, false);
                (projection.point - at).length()
            }));
        });
    }
    line(name, points.len(), ours.best, parry.best, points.len());
    let is_off = |(ours, theirs): &(&Option<ClosestPoint>, &f64)| {
        ours.is_none_or(|ours| (ours.distance - **theirs).abs() > tolerance)
    };
    ours.answer.iter().zip(&parry.answer).filter(is_off).count()
}

fn line(name: &str, count: usize, ours: f64, theirs: f64, hits: usize) {
    let per = |seconds: f64| seconds / count as f64 * 1e9;
    let share = 100.0 * hits as f64 / count as f64;
    println!(
        "{name:<38}{:>6.0} ns{:>9.0} ns{:>8.2}{share:>8.1} %",
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
