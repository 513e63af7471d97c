//! Vertices with many triangles, that wind round them almost once, once or more, and fold.

use super::contacts::make_contacts;
use super::defects::add_defects;
use super::draft::Draft;
use super::shaping::{append, circle_point, disc, grid, identify, round_to_grid, signed_vector};
use super::sheets;
use jostle::{DVec3, TriangleMesh};
use jostle_oracle::cases::SplitMix64;

/// One to three surfaces of stars, with contacts in the last digit.
pub(super) fn draft(random: &mut SplitMix64) -> Draft {
    let mut draft = Draft::default();
    for object in 0..random.pick(&[1, 1, 1, 2, 3]) {
        let mut mesh = match random.below(6) {
            0..3 => wheel(random),
            3 => fans_at_a_hub(random),
            4 => leaves_of_a_book(random),
            _ => folded_field(random),
        };
        if object > 0 {
            let by = random.pick(&[0.5, 8.0]) * signed_vector(random);
            mesh.vertices.iter_mut().for_each(|v| *v += by);
        }
        round_to_grid(random, &mut mesh.vertices);
        if random.one_in(8) {
            add_defects(random, &mut mesh, 1);
        }
        let contacts = random.pick(&[0, 1, 1, 2]);
        let moved = make_contacts(random, &mut mesh, contacts);
        draft.add(mesh, moved, !random.one_in(8));
    }
    draft
}

/// How high the spokes of a wheel point.
#[derive(Clone, Copy)]
enum Profile {
    Flat,
    Cone(f64),
    /// Up and down in turn.
    Zigzag(f64),
    /// Higher and higher.
    Helix(f64),
    Random(f64),
}

/// Rings of triangles round one vertex, that go round it by any number of turns.
fn wheel(random: &mut SplitMix64) -> TriangleMesh {
    let is_closed = random.one_in(2);
    let turns = match is_closed {
        true => random.pick(&[1.0, 1.0, 1.0, 2.0, 3.0]),
        false => random.pick(&[0.5, 0.9, 0.984_375, 0.984_375, 1.0, 1.015_625, 1.5, 2.0]),
    };
    let spokes = random.pick(&[5, 8, 12, 24, 40, 63, 64, 65, 80]);
    // Rings and spokes for some hundred triangles.
    let rings = random.pick(&[1, 2, 4, 8]).min(1 + 180 / spokes);
    let size = random.pick(&[1.0 / 64.0, 0.25, 1.0, 4.0]);
    let profile = random.pick(&[
        Profile::Flat,
        Profile::Cone(size),
        Profile::Zigzag(size),
        Profile::Helix(size),
        Profile::Random(size),
    ]);
    let steps = if is_closed { spokes } else { spokes - 1 };
    let noise: Vec<f64> = (0..spokes).map(|_| random.signed()).collect();
    let wobble = random.pick(&[0.0, 0.0, 0.5]);
    // Spokes are longest opposite the first, so that their sum points away from the gap of a fan.
    let lopsided = random.pick(&[0.0, 0.0, 0.75]);
    disc([spokes, rings], is_closed, DVec3::ZERO, |k, r| {
        let share = f64::from(k) / f64::from(steps);
        let [x, y] = circle_point(turns * share);
        let height = match profile {
            Profile::Flat => 0.0,
            Profile::Cone(size) => size,
            Profile::Zigzag(size) if k % 2 == 0 => size,
            Profile::Zigzag(size) => -size,
            Profile::Helix(size) => size * turns * share,
            Profile::Random(size) => size * noise[k as usize],
        };
        let wobble = wobble * noise[noise.len() - 1 - k as usize];
        let radius = f64::from(r) * (1.0 + wobble - lopsided * x);
        DVec3::new(x, y, height) * radius
    })
}

/// Two to four fans that have nothing in common but their vertex.
fn fans_at_a_hub(random: &mut SplitMix64) -> TriangleMesh {
    let mut mesh = TriangleMesh::default();
    let fans = 2 + random.below(3);
    for fan in 0..fans {
        let [spokes, rings] = [5 + random.below(20) as u32, 1 + random.below(3) as u32];
        let begin = fan as f64 / fans as f64;
        let width = random.pick(&[0.5, 0.9, 1.0, 1.125]) / fans as f64;
        let height = random.pick(&[0.0, 0.25, -0.25, 1.0]);
        let part = disc([spokes, rings], false, DVec3::ZERO, |k, r| {
            let [x, y] = circle_point(begin + width * f64::from(k) / f64::from(spokes - 1));
            DVec3::new(x, y, height) * f64::from(r)
        });
        let first = append(&mut mesh, &part);
        if first > 0 {
            identify(&mut mesh, 0, first);
        }
    }
    mesh
}

/// Grids that share a row of edges, like the leaves of a book.
fn leaves_of_a_book(random: &mut SplitMix64) -> TriangleMesh {
    let [along, out] = [2 + random.below(5) as u32, 2 + random.below(5) as u32];
    let leaves = 2 + random.below(5) as u32;
    let opening = random.pick(&[1.0, 0.25, 1.0 / 1024.0]);
    let mut mesh = TriangleMesh::default();
    for leaf in 0..leaves {
        let [x, y] = circle_point(opening * f64::from(leaf) / f64::from(leaves));
        let page = grid(random, [along, out], |_, i, j| {
            let reach = f64::from(j);
            DVec3::new(reach * x, reach * y, f64::from(i))
        });
        let first = append(&mut mesh, &page);
        if first > 0 {
            (0..=along).for_each(|i| identify(&mut mesh, i, first + i));
        }
    }
    mesh
}

/// A height field with a few vertices moved across the edge opposite, so that neighbours fold over.
fn folded_field(random: &mut SplitMix64) -> TriangleMesh {
    let mut mesh = sheets::height_field(random);
    for _ in 0..random.below(3) {
        let element = random.below(mesh.elements.len() as u64) as usize;
        let [a, b, c] = mesh.elements[element].map(|v| v as usize);
        let middle = (mesh.vertices[b] + mesh.vertices[c]) / 2.0;
        let beyond = random.pick(&[-0.25, 1.0 / 64.0, 0.5]);
        mesh.vertices[a] = middle + beyond * (middle - mesh.vertices[a]);
    }
    mesh
}
