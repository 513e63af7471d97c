//! One small scene at a power of ten: as a whole, or with numbers of usual size beside it.

use jostle::mesh::shapes;
use jostle::{DVec3, Scene};

/// The largest power, and the smallest.
const LARGEST: u64 = 300;
/// All of them, a prime number.
const POWERS: u64 = 2 * LARGEST + 1;

/// The scene of a seed. Any 601 seeds in a row have all powers from `1e-300` to `1e300`, in turn of all
/// coordinates, of every other object, and of one vertex of each object; any 1803 have all three of each.
pub(super) fn scene(seed: u64) -> Scene {
    // Neighbouring seeds have powers far apart.
    let power = power(((seed % POWERS) * 233 % POWERS) as i64 - LARGEST as i64);
    let mut scene = usual_scene();
    for object in scene.object_ids() {
        let own = scene.vertices_mut(object).expect("an object of the scene");
        match (seed + seed / POWERS) % 3 {
            0 => own.iter_mut().for_each(|v| *v *= power),
            1 if object.index() % 2 == 0 => own.iter_mut().for_each(|v| *v *= power),
            1 => {}
            _ => own[object.index()] *= power,
        }
    }
    scene
}

/// A power of ten. Text is read exactly on any machine, which powers are not.
pub(super) fn power(exponent: i64) -> f64 {
    format!("1e{exponent}").parse().expect("a number")
}

/// Two bodies that cross each other, and a folded sheet that crosses itself and both.
fn usual_scene() -> Scene {
    let mut sheet = shapes::cloth(4, 3, [2.0, 1.0]);
    for v in &mut sheet.vertices {
        *v = DVec3::new(v.x * v.x, v.y, v.x * (v.x * v.x - 0.5));
    }
    let mut scene = Scene::new();
    let cube = shapes::box_tets([1; 3], DVec3::ONE, shapes::Split::Six, 0.0, 1);
    scene.add("sheet", sheet).expect("finite");
    scene.add("ball", shapes::icosphere(0, 0.7)).expect("finite");
    scene.add("cube", cube).expect("finite");
    for object in scene.object_ids() {
        scene.set_self_collision(object, true).expect("an object of the scene");
    }
    scene
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BruteForce;
    use std::collections::BTreeSet;

    #[test]
    fn all_objects_collide_and_the_sheet_with_itself() {
        let scene = usual_scene();
        let pairs = BruteForce::from_scene(&scene);
        let objects: BTreeSet<[usize; 2]> = pairs
            .pairs()
            .iter()
            .map(|pair| [pair.a, pair.b].map(|e| scene.owner(e).index()))
            .collect();
        assert!(objects.is_superset(&[[0, 0], [0, 1], [0, 2], [1, 2]].into()), "{objects:?}");
    }

    #[test]
    fn every_power_comes_in_every_way() {
        let scenes = (0..3 * POWERS).map(scene);
        let distinct: BTreeSet<Vec<u64>> = scenes
            .map(|scene| {
                scene.vertices().iter().flat_map(|v| v.to_array().map(f64::to_bits)).collect()
            })
            .collect();
        // The power 0 is one scene in three ways.
        assert_eq!(distinct.len() as u64, 3 * POWERS - 2);
    }
}
