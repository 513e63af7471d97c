//! The scene `cloth-on-body`, after kDet 2017, sec. 6.2, table 1.

use crate::body::Body;
use crate::cloth::{Drape, sheet};
use crate::figure::{self, BUDDHA};
use crate::motion::{ease, fall, mix};
use crate::{Coverage, SceneDefinition};
use jostle::DVec3;

pub const DEFINITION: SceneDefinition = SceneDefinition {
    name: "cloth-on-body",
    aliases: &["cloth-on-buddha", "cloth"],
    summary: "A cloth comes down on a body, drapes over it, and falls into folds that touch.",
    source: "kDet 2017, sec. 6.2, table 1 (Cloth on Buddha, 20k to 250k polygons)",
    frames: 120,
    coverage: Coverage::TRIANGLES.with_self_pairs(),
    bodies,
};

fn bodies(elements: usize) -> Vec<Body> {
    let drapes = |point: DVec3, time: f64| {
        let hung = ease(time, 0.3, 0.85);
        let drape = Drape {
            radius: 1.25,
            slope: mix(0.0, 0.24, hung),
            folds: 9,
            depth: 0.75 * hung,
            lean: mix(0.0, 0.75, ease(time, 0.55, 1.0)),
        };
        let height = mix(3.2, 1.72, fall(time, 0.0, 0.33)) - 0.1 * ease(time, 0.33, 0.8);
        drape.place(point) + DVec3::Z * height
    };
    let body = figure::surface(BUDDHA, elements / 2);
    vec![
        Body::new("cloth", sheet(elements / 2, 4.4), drapes).with_self_collision(),
        Body::fixed("body", body),
    ]
}
