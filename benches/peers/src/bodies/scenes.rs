//! What falls.

use glam::{DQuat, DVec3};
use jostle::TetMesh;
use jostle::mesh::shapes;

/// A scene, made by formula. Its ground is the half-space below zero.
pub struct BodyScene {
    pub name: &'static str,
    pub about: &'static str,
    pub steps: usize,
    pub make: fn() -> Vec<Body>,
}

/// A body of 1,000 kg/m^3 at rest, with a friction of 0.5.
pub enum Body {
    /// A rigid box.
    Box { half: DVec3, place: DVec3, turn: DQuat },
    /// A solid that deforms.
    Soft { mesh: TetMesh, young: f64 },
}

pub const ALL: [BodyScene; 5] = [
    BodyScene {
        name: "tower",
        about: "eight cubes of a metre on each other",
        steps: 1_200,
        make: || tower(8, 1.0),
    },
    BodyScene {
        name: "tall-tower",
        about: "twenty cubes of a metre on each other",
        steps: 1_200,
        make: || tower(20, 1.0),
    },
    BodyScene {
        name: "dropped-tower",
        about: "eight cubes that are dropped on each other",
        steps: 1_200,
        make: || tower(8, 1.2),
    },
    BodyScene {
        name: "thousand",
        about: "a thousand boxes that fall on a heap",
        steps: 900,
        make: thousand,
    },
    BodyScene {
        name: "soft-ball",
        about: "a soft ball of 0.1 MPa that falls by its diameter",
        steps: 600,
        make: || {
            let mesh = shapes::ball_tets(6, 0.5).translated(DVec3::Z * 1.5);
            vec![Body::Soft { mesh, young: 1e5 }]
        },
    },
];

fn tower(cubes: u32, spacing: f64) -> Vec<Body> {
    let cube = |i: u32| Body::Box {
        half: DVec3::splat(0.5),
        place: DVec3::Z * (0.5 + f64::from(i) * spacing),
        turn: DQuat::IDENTITY,
    };
    (0..cubes).map(cube).collect()
}

/// A lattice of boxes of different shapes, each turned by another angle.
fn thousand() -> Vec<Body> {
    // The golden ratio's multiples are spread evenly.
    let noise = |i: u32, k: u32| (f64::from(i + 1) * 0.618_033_988_75 * f64::from(k)).fract();
    let body = |i: u32| {
        let cell = [i % 10, i / 10 % 10, i / 100].map(f64::from);
        let half = 0.15 + 0.15 * DVec3::new(noise(i, 1), noise(i, 2), noise(i, 3));
        Body::Box {
            half,
            place: DVec3::from_array(cell) * 1.1 + DVec3::new(-5.0, -5.0, 0.6),
            turn: DQuat::from_axis_angle(
                DVec3::new(noise(i, 5) - 0.5, noise(i, 7) - 0.5, 1.0).normalize(),
                std::f64::consts::TAU * noise(i, 11),
            ),
        }
    };
    (0..1_000).map(body).collect()
}
