//! From pairs of elements to what an application wants to know: which objects touch, by how many pairs,
//! and where.
//!
//! ```sh
//! cargo run --release -p jostle --example pairs_to_objects
//! ```

use jostle::geometry::Aabb;
use jostle::mesh::shapes;
use jostle::{DVec3, ObjectId, Query, QueryError, Scene, collide};
use std::collections::BTreeMap;

fn main() -> Result<(), QueryError> {
    let mut scene = Scene::new();
    scene.add("plate", shapes::box_surface(DVec3::new(4.0, 4.0, 0.5), [8, 8, 2]))?;
    scene.add("ball", shapes::icosphere(4, 0.6).translated(DVec3::new(1.0, 0.0, 0.7)))?;
    scene.add("ring", shapes::torus(0.8, 0.2, 48, 16).translated(DVec3::new(-0.6, 0.0, 0.3)))?;
    let bead = shapes::ball_tets(3, 0.1).translated(DVec3::new(1.0, 0.0, 0.7));
    scene.add("bead", bead)?;

    let collisions = collide(&scene, &Query::default())?;

    // `ElementId` counts through the scene; `locate` tells the object, and the number that the element
    // has in its own mesh.
    let mut contacts: BTreeMap<(ObjectId, ObjectId), (usize, Aabb)> = BTreeMap::new();
    for pair in collisions.pairs() {
        let [(a, in_a), (b, _)] = [scene.locate(pair.a), scene.locate(pair.b)];
        let overlap = scene.element(pair.a).bounds().intersection(scene.element(pair.b).bounds());
        let (count, region) = contacts.entry((a, b)).or_insert((0, Aabb::EMPTY));
        if *count == 0 {
            println!("object {a} touches object {b} first with its element {in_a}");
        }
        *count += 1;
        *region = region.union(overlap);
    }
    for ((a, b), (count, region)) in &contacts {
        let [a, b] = [a, b].map(|id| scene.object(*id).map(|object| object.name()));
        println!("{} and {}: {count} pairs, from {:.2} to {:.2}", a?, b?, region.min, region.max);
    }
    // What is wholly inside a closed surface has no pair with it.
    for (inner, outer) in collisions.inside() {
        println!("{} is inside {}", scene.object(*inner)?.name(), scene.object(*outer)?.name());
    }
    Ok(())
}
