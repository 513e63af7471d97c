//! Objects inside others, with rays that meet vertices and edges.

use super::contacts::{Contact, make_contacts};
use super::draft::Draft;
use super::shaping::{append, index, round_to_grid, tetrahedron_surface};
use jostle::mesh::shapes::{self, Split};
use jostle::{DVec3, TriangleMesh};
use jostle_oracle::cases::SplitMix64;
use std::collections::{BTreeMap, BTreeSet};

/// An outer object, and one or two others, mostly inside it.
pub(super) fn draft(random: &mut SplitMix64) -> Draft {
    let mut draft = Draft::default();
    let inner = random.pick(&[1, 1, 2]);
    let outer_at = random.below(inner + 1);
    for object in 0..=inner {
        match object == outer_at {
            true => add_outer(random, &mut draft),
            false => add_inner(random, &mut draft),
        }
    }
    draft
}

fn add_outer(random: &mut SplitMix64, draft: &mut Draft) {
    let mut mesh = outer_surface(random);
    round_to_grid(random, &mut mesh.vertices);
    let contacts = random.one_in(8) as u64;
    let moved = make_contacts(random, &mut mesh, contacts);
    draft.add(mesh, moved, random.one_in(2));
}

fn add_inner(random: &mut SplitMix64, draft: &mut Draft) {
    let middle = DVec3::from([(); 3].map(|()| random.integer(-2, 2)));
    let has_self_collision = random.one_in(2);
    if random.one_in(5) {
        let size = DVec3::splat(random.pick(&[0.25, 1.0, 2.0]));
        let body = shapes::box_tets([2, 2, 2], size, Split::Five, 0.0, 0);
        return draft.add(body.translated(middle), Vec::new(), has_self_collision);
    }
    let mut mesh = inner_surface(random).translated(middle);
    round_to_grid(random, &mut mesh.vertices);
    // Tips of octahedra and corners of boxes lie on planes of the outer surface: one digit decides.
    let vertex = index(random, &mesh.vertices) as u32;
    let mut contacts = Vec::new();
    if random.one_in(2) {
        contacts.push(Contact { vertex, support: Vec::new() });
    }
    draft.add(mesh, contacts, has_self_collision);
}

/// A surface about the origin that reaches about 4 in all directions; most are closed.
fn outer_surface(random: &mut SplitMix64) -> TriangleMesh {
    let mut mesh = match random.below(6) {
        0 => shapes::box_surface(DVec3::splat(8.0), [4, 4, 4]),
        1 => shapes::icosphere(2, 4.0),
        2 => shapes::torus(3.0, 1.5, 16, 10),
        3 => shell(random),
        _ => blocks(random, 2.0),
    };
    match random.below(8) {
        // Doubled surfaces are closed, and enclose nothing.
        0 => mesh.elements.extend_from_within(..),
        1 => {
            let element = index(random, &mesh.elements);
            mesh.elements.swap_remove(element);
        }
        2 => {
            // A second component far away.
            append(&mut mesh, &tetrahedron_surface(DVec3::splat(8.0), 1.0));
        }
        3 => mesh.vertices.push(DVec3::splat(16.0)),
        _ => {}
    }
    if random.one_in(3) {
        random.shuffle(&mut mesh.elements);
    }
    mesh
}

/// A box in a box: the inner one is outside.
fn shell(random: &mut SplitMix64) -> TriangleMesh {
    let mut mesh = shapes::box_surface(DVec3::splat(8.0), [3, 3, 3]);
    let mut hollow = shapes::box_surface(DVec3::splat(random.pick(&[2.0, 4.0, 7.0])), [2, 2, 2]);
    if random.one_in(2) {
        hollow.elements.iter_mut().for_each(|corners| corners.swap(0, 1));
    }
    append(&mut mesh, &hollow);
    mesh
}

/// The surface of a random union of cubes of a grid of 4 by 4 by 4: closed, with edges of four
/// triangles where two cubes meet in an edge only.
fn blocks(random: &mut SplitMix64, size: f64) -> TriangleMesh {
    let mut cubes = BTreeSet::new();
    let rarity = random.pick(&[2, 3, 6]);
    for cell in 0..64i32 {
        if random.below(rarity) == 0 {
            cubes.insert([cell % 4, cell / 4 % 4, cell / 16]);
        }
    }
    cubes.insert([1, 1, 1]);
    let mut numbers = BTreeMap::new();
    let mut mesh = TriangleMesh::default();
    for &cube in &cubes {
        for axis in 0..3 {
            for side in [0, 1] {
                let mut beyond = cube;
                beyond[axis] += 2 * side - 1;
                if !cubes.contains(&beyond) {
                    add_face(&mut mesh, &mut numbers, cube, axis, side, size);
                }
            }
        }
    }
    mesh
}

/// The two triangles of a cube's face, seen from outside.
fn add_face(
    mesh: &mut TriangleMesh,
    numbers: &mut BTreeMap<[i32; 3], u32>,
    cube: [i32; 3],
    axis: usize,
    side: i32,
    size: f64,
) {
    let corners = [[0, 0], [1, 0], [1, 1], [0, 1]].map(|[u, v]| {
        let mut corner = cube;
        corner[axis] += side;
        corner[(axis + 1) % 3] += u;
        corner[(axis + 2) % 3] += v;
        *numbers.entry(corner).or_insert_with(|| {
            let middle = DVec3::splat(2.0);
            mesh.vertices.push((DVec3::from(corner.map(f64::from)) - middle) * size);
            mesh.vertices.len() as u32 - 1
        })
    });
    let [a, b, c, d] = if side == 1 { corners } else { [3, 2, 1, 0].map(|i| corners[i]) };
    mesh.elements.extend([[a, b, c], [a, c, d]]);
}

/// One to three small parts, closed or not, at multiples of a half.
fn inner_surface(random: &mut SplitMix64) -> TriangleMesh {
    let mut mesh = TriangleMesh::default();
    for part in 0..random.pick(&[1, 1, 1, 2, 3]) {
        let size = random.pick(&[0.25, 0.5, 1.0]);
        let mut own = match random.below(6) {
            0 => shapes::box_surface(DVec3::splat(2.0 * size), [2, 2, 2]),
            1 => octahedron(size),
            2 => shapes::icosphere(1, size),
            3 => shapes::cloth(4, 4, [size, size]),
            4 => blocks(random, size / 4.0),
            _ => tetrahedron_surface(DVec3::ZERO, size),
        };
        if part > 0 {
            let by = DVec3::from([(); 3].map(|()| random.integer(-6, 6) / 2.0));
            own.vertices.iter_mut().for_each(|v| *v += by);
        }
        if random.one_in(8) {
            own.elements.pop();
        }
        append(&mut mesh, &own);
    }
    if random.one_in(6) {
        mesh.vertices.push(DVec3::splat(random.pick(&[0.0, 12.0])));
    }
    mesh
}

fn octahedron(size: f64) -> TriangleMesh {
    let tips = [DVec3::X, DVec3::Y, -DVec3::X, -DVec3::Y, DVec3::Z, -DVec3::Z];
    let upper = (0..4).map(|k| [k, (k + 1) % 4, 4]);
    let lower = (0..4).map(|k| [(k + 1) % 4, k, 5]);
    TriangleMesh::new(tips.map(|tip| size * tip).to_vec(), upper.chain(lower).collect())
}
