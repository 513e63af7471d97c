//! Bodies of tetrahedra with stars that are open, inverted, flat or wound twice.

use super::contacts::{crumple, make_contacts};
use super::defects::add_defects;
use super::draft::Draft;
use super::shaping::{append, circle_point, identify, index, round_to_grid, signed_vector};
use jostle::mesh::shapes::{self, Split};
use jostle::{DVec3, TetMesh};
use jostle_oracle::cases::SplitMix64;

/// One or two bodies, and sometimes a surface through them.
pub(super) fn draft(random: &mut SplitMix64) -> Draft {
    let mut draft = Draft::default();
    for object in 0..random.pick(&[1, 1, 1, 2]) {
        let mut mesh = body(random);
        if object > 0 {
            let by = random.pick(&[0.25, 1.0, 4.0]) * signed_vector(random);
            mesh.vertices.iter_mut().for_each(|v| *v += by);
        }
        round_to_grid(random, &mut mesh.vertices);
        let defects = random.pick(&[0, 0, 1, 3]);
        add_defects(random, &mut mesh, defects);
        let contacts = random.pick(&[0, 0, 0, 1, 2]);
        let moved = make_contacts(random, &mut mesh, contacts);
        draft.add(mesh, moved, !random.one_in(8));
    }
    draft
}

/// A body of about 60 to 400 tetrahedra.
fn body(random: &mut SplitMix64) -> TetMesh {
    match random.below(5) {
        0 => box_body(random),
        1 => {
            let mut ball = shapes::ball_tets(2, 1.0);
            let distance = random.pick(&[0.0, 0.0625, 0.25]);
            crumple(random, &mut ball.vertices, distance);
            ball
        }
        2 => shapes::rod_tets(2.0, 0.5, 2, 2 + random.below(3) as u32),
        3 => box_with_wound_star(random),
        _ => two_bodies_at_a_vertex(random),
    }
}

fn box_body(random: &mut SplitMix64) -> TetMesh {
    let divisions = [(); 3].map(|()| random.pick(&[2, 2, 3, 3, 3, 4]));
    let size = DVec3::from(divisions.map(f64::from));
    let jitter = random.pick(&[0.0, 0.0, 0.125, shapes::MAX_JITTER]);
    let split = random.pick(&[Split::Five, Split::Six]);
    shapes::box_tets(divisions, size, split, jitter, random.next_u64())
}

/// Tetrahedra between two poles and a ring, round the middle so many times.
fn wound_star(random: &mut SplitMix64, turns: u32) -> TetMesh {
    let per_turn = 3 + random.below(5) as u32;
    let ring = per_turn * turns;
    let rise = random.pick(&[0.0, 0.0, 0.0625]);
    let mut vertices = vec![DVec3::ZERO, DVec3::Z, -DVec3::Z];
    vertices.extend((0..ring).map(|k| {
        let [x, y] = circle_point(f64::from(k) / f64::from(per_turn) + 1.0 / 64.0);
        DVec3::new(x, y, rise * f64::from(k.min(ring - k)))
    }));
    let between = |k: u32| [3 + k, 3 + (k + 1) % ring];
    let above = (0..ring).map(between).map(|[a, b]| [0, a, b, 1]);
    let below = (0..ring).map(between).map(|[a, b]| [0, b, a, 2]);
    let elements = above.chain(below).collect();
    TetMesh::new(vertices, elements)
}

/// A box, and a star round a vertex of its own or of the box.
fn box_with_wound_star(random: &mut SplitMix64) -> TetMesh {
    let turns = random.pick(&[1, 1, 2, 2, 3]);
    let mut star = wound_star(random, turns);
    // The usual sign is that of the first tetrahedra, so either may come first.
    let mut mesh = box_body(random);
    let away = DVec3::new(8.0, 0.5, 0.25);
    if random.one_in(2) {
        let first = append(&mut star, &mesh.translated(away));
        if random.one_in(2) {
            identify(&mut star, 3, first);
        }
        return star;
    }
    let vertex = index(random, &mesh.vertices) as u32;
    let is_joined = random.one_in(3);
    let by = if is_joined { mesh.vertices[vertex as usize] } else { away };
    let first = append(&mut mesh, &star.translated(by));
    if is_joined {
        identify(&mut mesh, vertex, first);
    }
    mesh
}

/// Two boxes that share one vertex, edge or face of vertices, with or without overlap.
fn two_bodies_at_a_vertex(random: &mut SplitMix64) -> TetMesh {
    let mut mesh = shapes::box_tets([3, 3, 2], DVec3::new(3.0, 3.0, 2.0), Split::Five, 0.0, 0);
    let mut other = shapes::box_tets([2, 3, 2], DVec3::new(2.0, 3.0, 2.0), Split::Six, 0.0, 0);
    let by = random.pick(&[
        DVec3::new(2.5, 3.0, 2.0),
        DVec3::new(2.5, 0.0, 0.0),
        DVec3::new(2.5, 0.0, 0.0),
        DVec3::new(2.0, 0.25, 0.25),
    ]);
    other.vertices.iter_mut().for_each(|v| *v += by);
    let first = append(&mut mesh, &other) as usize;
    let most = random.below(20);
    let mut joined = 0;
    for gone in first..mesh.vertices.len() {
        let same = (0..first).find(|&v| mesh.vertices[v] == mesh.vertices[gone]);
        if let Some(kept) = same.filter(|_| joined < most) {
            identify(&mut mesh, kept as u32, gone as u32);
            joined += 1;
        }
    }
    mesh
}
