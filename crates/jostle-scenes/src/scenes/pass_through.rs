use crate::body::Body;
use crate::figure::{self, ARMADILLO};
use crate::motion::mix;
use crate::turn::turned;
use crate::{Entry, Exercises};
use jostle::DVec3;

pub const ENTRY: Entry = Entry {
    name: "pass-through",
    aliases: &["pass-through-armadillos"],
    sentence: "One body glides through another at constant speed: ever deeper, then out again.",
    source: "Tetrahedral kDet 2023, sec. 5.2.2, fig. 5.4",
    frames: 120,
    exercises: Exercises::TETRAHEDRA,
    bodies,
};

fn bodies(elements: usize) -> Vec<Body> {
    let figure = figure::solid(ARMADILLO, elements / 2);
    let glides = |point: DVec3, time: f64| {
        turned(point, DVec3::Z, 0.3) + DVec3::new(mix(4.2, -4.2, time), 0.05, 0.03)
    };
    vec![Body::still("standing", figure.clone()), Body::new("gliding", figure, glides)]
}
