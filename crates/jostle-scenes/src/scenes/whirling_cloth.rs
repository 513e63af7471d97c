//! The scene `whirling-cloth`, after kDet 2017, sec. 6.2, table 1.

use crate::body::Body;
use crate::cloth::{Drape, sheet};
use crate::motion::{ease, mix};
use crate::rotation::rotate;
use crate::{Coverage, SceneDefinition};
use jostle::DVec3;
use jostle::mesh::shapes;

pub const DEFINITION: SceneDefinition = SceneDefinition {
    name: "whirling-cloth",
    aliases: &["swirling-cloth", "cloth-ball"],
    summary: "A ball under a cloth begins to spin and winds the cloth around itself.",
    source: "kDet 2017, sec. 6.2, table 1 (Whirling cloth, 92k polygons)",
    frames: 120,
    coverage: Coverage::TRIANGLES.with_self_pairs(),
    bodies,
};

fn spin(time: f64) -> f64 {
    1.6 * time * time
}

fn bodies(elements: usize) -> Vec<Body> {
    let whirls = |point: DVec3, time: f64| {
        let hung = ease(time, 0.0, 0.3);
        let wound = ease(time, 0.3, 1.0);
        let drape = Drape {
            radius: 1.03,
            slope: mix(0.0, 0.235, hung),
            folds: 8,
            depth: 0.7 * hung,
            lean: 0.95 * wound,
        };
        let placed = drape.place(point) + DVec3::Z * mix(1.25, 1.02, hung);
        // The hem lags behind, and is drawn in and flung up as it winds.
        let below = ((1.0 - placed.z) / 2.0).clamp(0.0, 2.0);
        let lag = 0.55 * wound * below;
        let drawn = 1.0 - 0.12 * wound * below;
        let turning = rotate(placed, DVec3::Z, spin(time) - lag);
        DVec3::new(turning.x * drawn, turning.y * drawn, turning.z + 0.3 * wound * below * below)
    };
    let ball = shapes::bumpy_sphere((((elements / 4) as f64 / 20.0).sqrt() as u32).max(3), 0.06, 2);
    let spins = |point: DVec3, time: f64| rotate(point, DVec3::Z, spin(time));
    vec![
        Body::new("cloth", sheet(elements * 3 / 4, 4.0), whirls).with_self_collision(),
        Body::new("ball", ball, spins),
    ]
}
