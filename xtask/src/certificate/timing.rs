//! The time of a certificate relative to a query of the same mesh.

use jostle::freeness::Certificate;
use jostle::mesh::shapes;
use jostle::{Mesh, Query, Scene, Workspace};
use jostle_support::text::grouped;
use rayon::ThreadPoolBuilder;
use std::process::ExitCode;
use std::time::Instant;

/// A certificate may take this many queries.
const ALLOWED: f64 = 10.0;
/// Queries after the first, and certificates, in turn, so that a busy machine slows down both; the best of
/// each counts.
const REPEAT: u32 = 8;

/// Times smooth and rough spheres of about as many triangles.
pub fn run(triangles: usize) -> ExitCode {
    // A geodesic of frequency f has 20 f^2 triangles.
    let frequency = (triangles as f64 / 20.0).sqrt().round() as u32;
    let meshes: [(&str, Mesh); 4] = [
        ("sphere", shapes::geodesic_sphere(frequency, 1.0).into()),
        ("bumpy sphere", shapes::bumpy_sphere(frequency, 0.2, 1).into()),
        ("noisy sphere", noisy_sphere(frequency).into()),
        ("torus", shapes::torus(1.0, 0.3, 5 * frequency, 2 * frequency).into()),
    ];
    println!(
        "{:<14}{:>12}{:>9}{:>12}{:>18}{:>8}",
        "mesh", "triangles", "threads", "query (ms)", "certificate (ms)", "ratio"
    );
    let mut worst = 0f64;
    for (name, mesh) in meshes {
        let elements = mesh.element_count();
        let mut scene = Scene::new();
        let object = scene.add(name, mesh.clone()).expect("a shape is valid");
        scene.set_self_collision(object, true).expect("just added");
        for threads in [1, 2] {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("few threads");
            let (query, certificate) = pool.install(|| time_in_turn(&scene, &mesh));
            let ratio = certificate / query;
            worst = worst.max(ratio);
            println!(
                "{name:<14}{:>12}{threads:>9}{:>12.1}{:>18.1}{ratio:>8.1}",
                grouped(elements),
                query * 1e3,
                certificate * 1e3
            );
        }
    }
    println!("\nworst ratio {worst:.1}, allowed {ALLOWED}");
    ExitCode::from((worst > ALLOWED) as u8)
}

/// A sphere whose vertices are off by a third of an edge, each on its own: every star is rough.
fn noisy_sphere(frequency: u32) -> jostle::TriangleMesh {
    let mut mesh = shapes::geodesic_sphere(frequency, 1.0);
    let mut random = jostle_testing::SplitMix64::new(1);
    let edge = 1.2 / f64::from(frequency);
    for vertex in &mut mesh.vertices {
        *vertex *= 1.0 + (random.unit() - 0.5) * 0.6 * edge;
    }
    mesh
}

/// Seconds of the library's default query on a warm workspace, and of a certificate.
fn time_in_turn(scene: &Scene, mesh: &Mesh) -> (f64, f64) {
    let mut workspace = Workspace::new();
    let query = Query::default();
    workspace.collide(scene, &query).expect("a shape is valid");
    let (mut query_seconds, mut certificate_seconds) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..REPEAT {
        let start = Instant::now();
        workspace.collide(scene, &query).expect("a shape is valid");
        query_seconds = query_seconds.min(start.elapsed().as_secs_f64());
        let start = Instant::now();
        Certificate::from_mesh(mesh).expect("a shape is valid");
        certificate_seconds = certificate_seconds.min(start.elapsed().as_secs_f64());
    }
    (query_seconds, certificate_seconds)
}
