//! Queries of a whole scene as it moves: what a ray hits, how far a point is from it, what is in a ball.
//!
//! ```sh
//! cargo run --release -p jostle --example rays
//! ```

use jostle::convex::Sphere;
use jostle::distance::{PointQuery, Ray, SceneTree, SceneTreeError};
use jostle::mesh::shapes;
use jostle::{DVec3, Scene};

fn main() -> Result<(), SceneTreeError> {
    let mut scene = Scene::new();
    scene.add("torus", shapes::torus(2.0, 0.5, 96, 48))?;
    let ball = scene.add("ball", shapes::ball_tets(8, 0.4))?;

    let mut tree = SceneTree::new();
    let (mut hits, mut elements) = (Vec::new(), Vec::new());
    for frame in 0..8 {
        scene.vertices_mut(ball)?.iter_mut().for_each(|v| v.x += 0.25);
        // Refitted, since vertices moved; built anew for objects that were replaced.
        tree.update(&scene)?;

        let ray = Ray::new(DVec3::new(-4.0, 0.01, 0.02), DVec3::X);
        tree.cast_all(&scene, &ray, &mut hits)?;
        let names = hits.iter().map(|hit| scene.objects()[hit.object.index()].name());
        let names: Vec<&str> = names.collect();

        let query = PointQuery::new(DVec3::X * 0.5).of(ball);
        let distance = tree.signed_distance(&scene, &query)?.map_or(f64::NAN, |own| own.distance);
        tree.elements_in_ball(&scene, &Sphere::new(DVec3::X * 1.4, 0.2), &mut elements)?;
        println!(
            "frame {frame}: the ray meets {names:?}, the ball is {distance:.3} away, {} elements are near",
            elements.len()
        );
    }
    Ok(())
}
