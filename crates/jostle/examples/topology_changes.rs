//! Topology may change in every frame: a body that loses elements, is cut, is replaced by another. What
//! depends on topology is made anew for the object that changed and kept for the others.
//!
//! ```sh
//! cargo run --release -p jostle --example topology_changes
//! ```

use jostle::mesh::shapes;
use jostle::{DVec3, Query, QueryError, Scene, TetMesh, Workspace};

fn main() -> Result<(), QueryError> {
    let whole = shapes::ball_tets(6, 1.0);
    let mut scene = Scene::new();
    let body = scene.add("body", whole.clone())?;
    let blade = shapes::box_surface(DVec3::new(3.0, 0.02, 3.0), [12, 1, 12]);
    let blade = scene.add("blade", blade.translated(DVec3::Y * 1.3))?;

    let mut workspace = Workspace::new();
    for frame in 0..14 {
        scene.vertices_mut(blade)?.iter_mut().for_each(|v| v.y -= 0.1);
        let collisions = workspace.collide(&scene, &Query::default())?;
        // The elements that the blade is in, as the body numbers them.
        let mut cut: Vec<usize> = collisions
            .colliding()
            .iter()
            .map(|&element| scene.locate(element))
            .filter(|(object, _)| *object == body)
            .map(|(_, element)| element.index())
            .collect();
        cut.sort_unstable();
        println!("frame {frame}: the blade is in {} tetrahedra", cut.len());
        // They are gone in the next frame.
        let mesh = scene.mesh(body).map_err(QueryError::from)?;
        let jostle::Mesh::Tets(TetMesh { vertices, mut elements, .. }) = mesh else {
            unreachable!("the body is of tetrahedra");
        };
        for element in cut.into_iter().rev() {
            elements.remove(element);
        }
        scene.replace(body, TetMesh::new(vertices, elements))?;
    }
    let left = scene.object(body)?.elements().len();
    println!("{left} of {} tetrahedra are left", whole.elements.len());
    Ok(())
}
