//! The scene `pass-through`, after Tetrahedral kDet 2023, sec. 5.2.2, fig. 5.4.

use crate::body::Body;
use crate::figure::{self, ARMADILLO};
use crate::motion::mix;
use crate::rotation::rotate;
use crate::{Coverage, SceneDefinition};
use jostle::DVec3;

pub const DEFINITION: SceneDefinition = SceneDefinition {
    name: "pass-through",
    aliases: &["pass-through-armadillos"],
    summary: "One body glides through another at constant speed: ever deeper, then out again.",
    source: "Tetrahedral kDet 2023, sec. 5.2.2, fig. 5.4",
    frames: 120,
    coverage: Coverage::TETRAHEDRA,
    bodies,
};

fn bodies(elements: usize) -> Vec<Body> {
    let figure = figure::solid(ARMADILLO, elements / 2);
    let glides = |point: DVec3, time: f64| {
        rotate(point, DVec3::Z, 0.3) + DVec3::new(mix(4.2, -4.2, time), 0.05, 0.03)
    };
    vec![Body::fixed("standing", figure.clone()), Body::new("gliding", figure, glides)]
}
