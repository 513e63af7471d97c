//! Scenes of the other families at the ends of the number range, and of several sizes at once.

use super::{HardSceneFamily, hard_scene, powers};
use crate::random_scene;
use jostle::{DVec3, Scene};
use jostle_oracle::cases::SplitMix64;

/// Exact arithmetic on far apart exponents is slow: scenes with more elements are drawn again.
const MOST_ELEMENTS: usize = 220;

/// A scene of another family, scaled.
pub(super) fn scene(random: &mut SplitMix64) -> Scene {
    let mut scene = loop {
        let scene = any_scene(random);
        if scene.element_count() <= MOST_ELEMENTS {
            break scene;
        }
    };
    match random.below(4) {
        0 => {
            let factor = power(random, -318, 300);
            scale_all(&mut scene, |_| factor);
        }
        1 => {
            // Exact, so that contacts stay.
            let factor = power_of_two(random);
            scale_all(&mut scene, |_| factor);
        }
        2 => {
            let factors: Vec<f64> =
                scene.objects().iter().map(|_| power(random, -30, 30)).collect();
            scale_all(&mut scene, |object| factors[object]);
        }
        _ => move_some_far_away(random, &mut scene),
    }
    scene
}

fn any_scene(random: &mut SplitMix64) -> Scene {
    let seed = random.next_u64();
    match random.below(6) {
        0 => random_scene(seed),
        1 | 2 => hard_scene(HardSceneFamily::Sheets, seed),
        3 => hard_scene(HardSceneFamily::Stars, seed),
        4 => hard_scene(HardSceneFamily::Solids, seed),
        _ => hard_scene(HardSceneFamily::Nested, seed),
    }
}

/// A random power of ten.
fn power(random: &mut SplitMix64, low: i64, high: i64) -> f64 {
    powers::power(random.integer(low, high) as i64)
}

/// A power of two, as a product: each step is exact.
fn power_of_two(random: &mut SplitMix64) -> f64 {
    let exponent = random.integer(-1000, 960);
    let step = if exponent < 0.0 { 0.5 } else { 2.0 };
    (0..exponent.abs() as u32).fold(1.0, |power, _| power * step)
}

/// Multiplies each object by its factor; coordinates that would overflow stay as they are.
fn scale_all(scene: &mut Scene, factor: impl Fn(usize) -> f64) {
    for object in scene.object_ids() {
        let factor = factor(object.index());
        let vertices = scene.vertices_mut(object).expect("an object of the scene");
        let fits = vertices.iter().all(|v| (*v * factor).abs().max_element() < 1e307);
        if fits {
            vertices.iter_mut().for_each(|v| *v *= factor);
        }
    }
}

/// Moves a few vertices far away, along an axis or anywhere.
fn move_some_far_away(random: &mut SplitMix64, scene: &mut Scene) {
    for object in scene.object_ids() {
        let vertices = scene.vertices_mut(object).expect("an object of the scene");
        for _ in 0..random.below(4) {
            let at = random.below(vertices.len() as u64) as usize;
            let far = power(random, 3, 305);
            let direction =
                random.pick(&[DVec3::X, -DVec3::Y, DVec3::Z, DVec3::new(1.0, -0.5, 0.25)]);
            vertices[at] += far * direction;
        }
    }
}
