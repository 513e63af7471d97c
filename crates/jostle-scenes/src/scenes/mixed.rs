//! The scene `mixed`, after Heidelberger 2007, sec. 3.3.3.

use crate::body::Body;
use crate::figure::{self, ARMADILLO, BUNNY};
use crate::motion::{ease, fall};
use crate::rotation::{cos_sin, rotate};
use crate::{Coverage, SceneDefinition};
use jostle::mesh::shapes::{self, Split};
use jostle::{DVec3, Mesh};

pub const DEFINITION: SceneDefinition = SceneDefinition {
    name: "mixed",
    aliases: &[],
    summary: "Eight bodies of many shapes, solid and hollow, fall together, collide, and roll apart.",
    source: "Heidelberger 2007, sec. 3.3.3 (Mixed: 8 objects, 1,939 tetrahedra)",
    frames: 120,
    coverage: Coverage { triangles: true, ..Coverage::TETRAHEDRA.with_many_bodies() },
    bodies,
};

fn bodies(elements: usize) -> Vec<Body> {
    let each = elements / 8;
    // Cubes of n cells have 5 n^3 tetrahedra, tori 2 n^2 triangles, boxes 12 n^2.
    let cells = (1..100).find(|n| 5 * n * n * n >= each).unwrap_or(100) as u32;
    let root = |triangles: usize| ((triangles as f64).sqrt() as u32).max(3);
    let meshes: [(&str, Mesh); 8] = [
        ("ball", figure::solid(&[], each).into()),
        ("cube", shapes::box_tets([cells; 3], DVec3::ONE, Split::Five, 0.1, 1).into()),
        ("ring", shapes::torus(0.7, 0.25, 2 * root(each / 4), root(each / 4)).into()),
        ("bunny", figure::solid(BUNNY, each).into()),
        ("knot", shapes::torus_knot(2, 3, 0.4, 6 * root(each / 12), root(each / 12)).into()),
        ("armadillo", figure::surface(ARMADILLO, each).into()),
        ("brick", shapes::box_surface(DVec3::new(1.6, 0.9, 0.6), [root(each / 12); 3]).into()),
        ("pebble", shapes::bumpy_sphere(root(each / 20), 0.3, 4).into()),
    ];
    let sizes = [0.8, 1.2, 1.0, 0.6, 0.33, 0.6, 1.0, 0.7];
    let placed = meshes.into_iter().zip(sizes).enumerate().map(|(i, ((name, mesh), size))| {
        let (c, s) = cos_sin(i as f64 / 8.0 + 0.03 * (i % 3) as f64);
        let direction = DVec3::new(c, s, 0.0);
        let axis = DVec3::new(s, c, 0.4).normalize();
        let layer = (i % 4) as f64;
        let moves = move |point: DVec3, time: f64| {
            // They fall from above the middle, one after the other, and roll outward.
            let falling = fall(time, 0.0, 0.35 + 0.05 * layer);
            let apart = ease(time, 0.4, 1.0);
            let together = ease(time, 0.0, 0.35);
            let reach = 2.2 - 1.5 * together + 3.2 * apart;
            let height = (2.0 + 1.3 * layer) * (1.0 - falling) + 0.45 * layer * (1.0 - apart);
            let turns = 0.4 * time + 0.5 * apart;
            rotate(point * size, axis, turns) + direction * reach + DVec3::Z * height
        };
        Body::new(name, mesh, moves)
    });
    placed.collect()
}
