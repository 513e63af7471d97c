//! A loop over frames in which vertices move: one workspace, kept from frame to frame, and no allocation
//! once its buffers have grown.
//!
//! ```sh
//! cargo run --release -p jostle --example deforming_loop
//! ```

use jostle::mesh::shapes;
use jostle::{DVec3, Query, QueryError, Scene, Workspace};

const FRAMES: usize = 60;

fn main() -> Result<(), QueryError> {
    let mut scene = Scene::new();
    let cloth = scene.add("cloth", shapes::cloth(120, 120, [2.0, 2.0]))?;
    scene.add("ball", shapes::icosphere(4, 0.5))?;
    scene.set_self_collision(cloth, true)?;
    let rest = scene.vertices()[scene.object(cloth)?.vertices()].to_vec();

    let mut workspace = Workspace::new();
    for frame in 0..FRAMES {
        let t = frame as f64 / FRAMES as f64;
        // Positions are written in place; nothing has to be told that they changed.
        for (vertex, at) in scene.vertices_mut(cloth)?.iter_mut().zip(&rest) {
            let radius = at.truncate().length();
            let angle = 9.0 * t * (1.0 - 0.5 * radius);
            let turned = DVec3::new(
                at.x * angle.cos() - at.y * angle.sin(),
                at.x * angle.sin() + at.y * angle.cos(),
                0.0,
            );
            *vertex = turned * (1.0 - 0.4 * t) + DVec3::Z * (0.9 - 1.2 * t * radius);
        }
        let collisions = workspace.collide(&scene, &Query::default())?;
        if frame % 10 == 0 {
            let statistics = collisions.statistics();
            println!(
                "frame {frame}: {} pairs ({} within the cloth), {} candidates, {} bytes",
                collisions.pair_count(),
                collisions.self_pair_count(),
                statistics.candidates,
                statistics.bytes
            );
        }
    }
    Ok(())
}
