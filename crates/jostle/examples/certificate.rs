//! How many pairs can a mesh cost, whatever it collides with? The k-free certificate bounds them
//! beforehand, and a workspace can be made that never allocates.
//!
//! ```sh
//! cargo run --release -p jostle --example certificate
//! ```

use jostle::collide::certified_reservation;
use jostle::freeness::Certificate;
use jostle::mesh::shapes;
use jostle::{DVec3, Query, Scene, Session};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let ball = shapes::bumpy_sphere(16, 0.1, 1);
    let certificate = Certificate::from_mesh(&ball.clone().into())?;
    println!(
        "{} triangles, k = {}: at most {} pairs with a copy, however both are placed",
        ball.elements.len(),
        certificate.k(),
        certificate.pairs_bound_at_fixed_size(&certificate)
    );

    let mut scene = Scene::new();
    scene.add("still", ball.clone())?;
    let moving = scene.add("moving", ball.translated(DVec3::X * 3.0))?;
    let (session, query) = (Session::new().threads(1), Query::default());
    let certificates = [&certificate, &certificate];
    let reservation = certified_reservation(&session, &scene, &query, &certificates)?;
    let mut workspace = reservation.workspace(&session, &scene, &query)?;
    println!("{} bytes are reserved, of which {} for pairs", workspace.bytes(), reservation.bytes);
    let mut most = 0;
    for _ in 0..30 {
        scene.vertices_mut(moving)?.iter_mut().for_each(|v| v.x -= 0.1);
        most = most.max(workspace.collide(&scene, &query)?.pair_count());
    }
    println!(
        "{most} pairs at most in 30 frames; more memory was needed: {}",
        workspace.has_outgrown()
    );
    Ok(())
}
