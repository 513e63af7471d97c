//! The scene `drape`: a cloth over a sphere, which every cloth simulator shows.

use crate::body::Body;
use crate::cloth::{Drape, sheet};
use crate::motion::{ease, fall, mix, soft_maximum};
use crate::rotation::sin;
use crate::{Coverage, SceneDefinition};
use jostle::DVec3;
use jostle::mesh::shapes;

pub const DEFINITION: SceneDefinition = SceneDefinition {
    name: "drape",
    aliases: &["draped-cloth", "cloth-on-sphere"],
    summary: "A cloth falls on a sphere, lies down on it from the top, and hangs in folds that close.",
    source: "Bridson, Fedkiw and Anderson 2002 (cloth draped over a ball)",
    frames: 120,
    coverage: Coverage::TRIANGLES.with_self_pairs(),
    bodies,
};

/// Over which distance from the sphere, whose radius is 1, the cloth comes to lie on it.
const SOFTNESS: f64 = 0.03;

/// How far wrinkles of the cloth sink in: a little further than it is held off where it just lies.
const SUNK: f64 = 0.6 * SOFTNESS;

/// Space outside of the sphere: what was inside lies on it, or as far below as it sinks.
fn on_sphere(point: DVec3, sunk: f64) -> DVec3 {
    let distance = point.length();
    if distance == 0.0 {
        return DVec3::Z;
    }
    point * ((1.0 + soft_maximum(distance - 1.0, SOFTNESS) - sunk) / distance)
}

fn bodies(elements: usize) -> Vec<Body> {
    let drapes = |point: DVec3, time: f64| {
        let hung = ease(time, 0.2, 0.75);
        let drape = Drape {
            radius: 1.0,
            slope: mix(0.0, 0.242, hung),
            folds: 10,
            depth: 0.5 * hung,
            lean: 0.95 * ease(time, 0.4, 1.15),
        };
        let height = mix(1.6, 1.0, fall(time, 0.0, 0.2));
        let placed = drape.place(point);
        // The hem swings while it comes down.
        let below = (-placed.z).max(0.0);
        let swing = 0.05 * below * hung * (1.0 - ease(time, 0.6, 1.0)) * sin(3.0 * time);
        let hanging = placed + DVec3::new(swing, 0.4 * swing, height);
        // Wrinkles run over it, so that now one place touches and now another.
        let wrinkle = sin(1.3 * point.x + time) * sin(1.1 * point.y - 0.7 * time);
        on_sphere(hanging, SUNK * ease(time, 0.15, 0.4) * wrinkle)
    };
    let sphere = shapes::icosphere_near(elements / 4, 1.0);
    vec![
        Body::new("cloth", sheet(elements * 3 / 4, 4.0), drapes).with_self_collision(),
        Body::fixed("sphere", sphere),
    ]
}
