//! Sheets of several clusters that are nearly injective seen along some direction, or only look so.

use super::contacts::make_contacts;
use super::defects::add_defects;
use super::draft::Draft;
use super::shaping::{
    append, circle_point, disc, grid, identify, index, round_to_grid, signed_vector,
    tetrahedron_surface,
};
use jostle::{DVec3, TriangleMesh};
use jostle_oracle::cases::SplitMix64;
use std::collections::BTreeMap;

/// One to three sheets, mostly one.
pub(super) fn draft(random: &mut SplitMix64) -> Draft {
    let mut draft = Draft::default();
    for object in 0..random.pick(&[1, 1, 1, 1, 2, 3]) {
        let mut mesh = sheet(random);
        if object > 0 {
            let reach = random.pick(&[0.25, 1.0, 16.0]);
            let by = reach * signed_vector(random);
            mesh.vertices.iter_mut().for_each(|v| *v += by);
        }
        round_to_grid(random, &mut mesh.vertices);
        if random.one_in(4) {
            let defects = 1 + random.below(3);
            add_defects(random, &mut mesh, defects);
        }
        let contacts = random.pick(&[0, 0, 1, 2]);
        let moved = make_contacts(random, &mut mesh, contacts);
        draft.add(mesh, moved, !random.one_in(8));
    }
    draft
}

/// A sheet of one of the kinds, about 60 to 400 triangles.
pub(super) fn sheet(random: &mut SplitMix64) -> TriangleMesh {
    match random.below(13) {
        0 => height_field(random),
        1 => slit_sheet(random),
        2 | 3 => spiral(random),
        4 => helicoid(random),
        5 => helicoid_with_axis_vertex(random),
        6 => moebius_strip(random),
        7 => annulus(random),
        8 => bow_tie(random),
        9 => sheet_with_fin(random),
        10 => sheet_with_closed_parts(random),
        11 => sheet_with_blister(random),
        _ => stacked_sheets(random),
    }
}

/// A grid of unit cells whose vertices are moved: up, and more or less aside.
pub(super) fn height_field(random: &mut SplitMix64) -> TriangleMesh {
    let cells = [(); 2].map(|()| 6 + random.below(8) as u32);
    field_of(random, cells)
}

fn field_of(random: &mut SplitMix64, cells: [u32; 2]) -> TriangleMesh {
    let height = random.pick(&[0.0, 1.0 / 16.0, 0.25, 1.0]);
    let aside = random.pick(&[0.0, 0.0, 0.125, 0.25, 0.375, 0.625]);
    let reach = DVec3::new(aside, aside, height);
    grid(random, cells, |random, i, j| {
        DVec3::new(f64::from(i), f64::from(j), 0.0) + reach * signed_vector(random)
    })
}

/// A height field with a cut along part of a row of vertices, whose lips touch, gape or overlap.
fn slit_sheet(random: &mut SplitMix64) -> TriangleMesh {
    let [columns, rows] = [(); 2].map(|()| 6 + random.below(8) as u32);
    let mut mesh = field_of(random, [columns, rows]);
    let row = 1 + random.below(u64::from(rows) - 1) as u32;
    let begin = random.below(u64::from(columns)) as u32;
    let end = begin + 1 + random.below(u64::from(columns - begin)) as u32;
    let lip = random.pick(&[0.0, 1.0 / 64.0, 1.0 / 64.0, 1.0 / 64.0, 0.25, -1.0 / 64.0]);
    let by = random.pick(&[DVec3::Y, DVec3::Y, DVec3::Z]) * lip;
    for i in begin..=end {
        let vertex = row * (columns + 1) + i;
        let copy = mesh.vertices.len() as u32;
        mesh.vertices.push(mesh.vertices[vertex as usize] + by);
        for corner in mesh.elements[(2 * row * columns) as usize..].as_flattened_mut() {
            if *corner == vertex {
                *corner = copy;
            }
        }
    }
    mesh
}

/// A strip that winds outward round an axis; each turn touches the one before, overlaps it seen along
/// the axis, or does not reach it.
fn spiral(random: &mut SplitMix64) -> TriangleMesh {
    let sections = random.pick(&[12, 16, 20]);
    let turns = random.pick(&[1.0, 1.25, 2.0, 2.5]);
    let across = 2 + random.below(3) as u32;
    let hair = 1.0 / 64.0;
    let width = random.pick(&[0.5, 1.0 - hair, 1.0 - hair, 1.0, 1.0 + hair, 1.25]);
    let pitch = random.pick(&[0.0, 1.0, 1.0, 1.0]);
    let slope = random.pick(&[0.0, 0.0, hair, 0.25]);
    // Half a cell before the last turn is whole, if it goes round and round in place.
    let along = (turns * f64::from(sections)) as u32 - u32::from(pitch == 0.0 && random.one_in(2));
    grid(random, [across, along], |_, i, j| {
        let turns = f64::from(j) / f64::from(sections);
        let radius = 1.0 + pitch * turns + width * f64::from(i) / f64::from(across);
        let [x, y] = circle_point(turns);
        DVec3::new(radius * x, radius * y, slope * turns)
    })
}

/// A strip that winds up round an axis once or more, without a core, or with one of its edges on it.
fn helicoid(random: &mut SplitMix64) -> TriangleMesh {
    let sections = random.pick(&[12, 16, 24]);
    let turns = random.pick(&[1.0, 1.5, 2.0, 2.25, 3.0]);
    let across = 2 + random.below(3) as u32;
    let core = random.pick(&[0.0, 0.5, 1.0]);
    let slope = random.pick(&[0.0, 1.0 / 64.0, 1.0 / 64.0, 0.25, 1.0]);
    let along = (turns * f64::from(sections)) as u32;
    grid(random, [across, along], |_, i, j| {
        let turns = f64::from(j) / f64::from(sections);
        let [x, y] = circle_point(turns);
        let radius = core + f64::from(i);
        DVec3::new(radius * x, radius * y, slope * turns)
    })
}

/// The same round a single vertex; if it is closed, it comes down again.
fn helicoid_with_axis_vertex(random: &mut SplitMix64) -> TriangleMesh {
    let per_turn = random.pick(&[6, 12, 20]);
    let turns = random.pick(&[1, 2, 3]);
    let [spokes, rings] = [per_turn * turns, 1 + random.below(4) as u32];
    let slope = random.pick(&[0.0, 1.0 / 64.0, 0.25, 1.0]);
    let is_closed = random.one_in(2);
    disc([spokes, rings], is_closed, DVec3::ZERO, |k, r| {
        let [x, y] = circle_point(f64::from(k) / f64::from(per_turn));
        let up = if is_closed { k.min(spokes - k) } else { k };
        let height = slope * f64::from(up) / f64::from(per_turn);
        DVec3::new(x, y, height) * f64::from(r)
    })
}

/// A strip joined to its own begin after an odd or even number of half turns.
fn moebius_strip(random: &mut SplitMix64) -> TriangleMesh {
    let sections = random.pick(&[16, 24, 40]);
    let half_turns = random.pick(&[0, 1, 1, 1, 2, 3]);
    let across = 2 + random.below(3) as u32;
    let width = random.pick(&[0.25, 1.0, 2.5]);
    let place = |i: u32, j: u32| {
        let turns = f64::from(j) / f64::from(sections);
        let [x, y] = circle_point(turns);
        let [out, up] = circle_point(turns * f64::from(half_turns) / 2.0);
        let aside = width * (f64::from(i) / f64::from(across) - 0.5);
        let radius = 1.0 + aside * out;
        DVec3::new(radius * x, radius * y, aside * up)
    };
    let mut mesh = grid(random, [across, sections], |_, i, j| place(i, j));
    for i in 0..=across {
        let first = if half_turns % 2 == 0 { i } else { across - i };
        identify(&mut mesh, first, sections * (across + 1) + i);
    }
    mesh
}

/// A ring whose hole lies at its rim: just inside, touching, or reaching across.
fn annulus(random: &mut SplitMix64) -> TriangleMesh {
    let sections = random.pick(&[16, 24, 40]);
    let across = 2 + random.below(3) as u32;
    let gap = random.pick(&[0.25, 1.0 / 1024.0, 1.0 / 1024.0, 0.0, -1.0 / 1024.0]);
    let (hole, height) = (random.pick(&[0.25, 0.5]), random.pick(&[0.0, 0.25]));
    let place = |i: u32, j: u32| {
        let share = f64::from(i) / f64::from(across);
        let [x, y] = circle_point(f64::from(j) / f64::from(sections));
        let inner = DVec3::new(1.0 - gap - hole + hole * x, hole * y, height);
        inner.lerp(DVec3::new(x, y, 0.0), share)
    };
    let mut mesh = grid(random, [across, sections], |_, i, j| place(i, j));
    (0..=across).for_each(|i| identify(&mut mesh, i, sections * (across + 1) + i));
    mesh
}

/// Two height fields with one vertex in common: corner to corner, or one above the other.
fn bow_tie(random: &mut SplitMix64) -> TriangleMesh {
    let cells = [(); 2].map(|()| 5 + random.below(5) as u32);
    let mut mesh = field_of(random, cells);
    let other = field_of(random, cells);
    let count = mesh.vertices.len() as u32;
    let (kept, gone, by) = match random.below(4) {
        0 | 1 => {
            let overlap = random.pick(&[0.0, 0.0, 0.5]);
            let by = DVec3::new(f64::from(cells[0]), f64::from(cells[1]), 0.0);
            (count - 1, 0, by - DVec3::splat(overlap))
        }
        2 => (0, count - 1, DVec3::new(1.0, 1.0, 2.5)),
        _ => {
            let vertex = random.below(u64::from(count)) as u32;
            (vertex, vertex, DVec3::Z * random.pick(&[0.5, 2.5, 2.5]))
        }
    };
    let first = append(&mut mesh, &other.translated(by));
    identify(&mut mesh, kept, first + gone);
    mesh
}

/// A height field with another along one of its rows of vertices: edges of three triangles.
fn sheet_with_fin(random: &mut SplitMix64) -> TriangleMesh {
    let [columns, rows] = [6 + random.below(6) as u32, 6 + random.below(6) as u32];
    let mut mesh = field_of(random, [columns, rows]);
    let row = random.below(u64::from(rows) + 1) as u32;
    let lean = random.pick(&[0.0, 0.25, 1.0]);
    let rise = random.pick(&[1.0, 1.0, -1.0, 1.0 / 16.0]);
    let height = 2 + random.below(3) as u32;
    let base: Vec<DVec3> =
        (0..=columns).map(|i| mesh.vertices[(row * (columns + 1) + i) as usize]).collect();
    let fin = grid(random, [columns, height], |_, i, j| {
        base[i as usize] + f64::from(j) * DVec3::new(0.0, lean, rise)
    });
    let first = append(&mut mesh, &fin);
    (0..=columns).for_each(|i| identify(&mut mesh, row * (columns + 1) + i, first + i));
    mesh
}

/// A height field with small closed surfaces on, above or below it, some hanging on by a vertex.
fn sheet_with_closed_parts(random: &mut SplitMix64) -> TriangleMesh {
    let mut mesh = height_field(random);
    let own = mesh.vertices.len() as u64;
    for _ in 0..1 + random.below(3) {
        let vertex = random.below(own) as u32;
        let at = mesh.vertices[vertex as usize];
        let size = random.pick(&[0.125, 0.25, 2.0]);
        let up = random.pick(&[0.0, 0.0, 1.0 / 1024.0, 1.5, -1.5]);
        let first = append(&mut mesh, &tetrahedron_surface(at + DVec3::Z * up, size));
        if up == 0.0 {
            identify(&mut mesh, vertex, first);
        }
    }
    mesh
}

/// A height field with part of it there twice, joined all round: the edges between have three triangles,
/// and the border does not show it.
fn sheet_with_blister(random: &mut SplitMix64) -> TriangleMesh {
    let [columns, rows] = [(); 2].map(|()| 6 + random.below(6) as u32);
    let mut mesh = field_of(random, [columns, rows]);
    let begin = [columns, rows].map(|cells| random.below(u64::from(cells) - 3) as u32);
    let size = [(); 2].map(|()| 2 + random.below(2) as u32);
    let reach = random.pick(&[DVec3::splat(0.25), DVec3::Z]);
    let lift = DVec3::Z * random.pick(&[0.0, 1.0, 2.5]);
    let mut copies = BTreeMap::new();
    for j in 1..size[1] {
        for i in 1..size[0] {
            let vertex = (begin[1] + j) * (columns + 1) + begin[0] + i;
            copies.insert(vertex, mesh.vertices.len() as u32);
            mesh.vertices
                .push(mesh.vertices[vertex as usize] + lift + reach * signed_vector(random));
        }
    }
    for j in begin[1]..begin[1] + size[1] {
        for i in begin[0]..begin[0] + size[0] {
            let first = 2 * (j * columns + i) as usize;
            for element in [first, first + 1] {
                let corners = mesh.elements[element].map(|v| copies.get(&v).copied().unwrap_or(v));
                mesh.elements.push(corners);
            }
        }
    }
    mesh
}

/// A sheet and the same again exactly above it, loose or joined along one side.
fn stacked_sheets(random: &mut SplitMix64) -> TriangleMesh {
    let cells = [(); 2].map(|()| 5 + random.below(5) as u32);
    let mut mesh = field_of(random, cells);
    let mut above = mesh.clone();
    let up = random.pick(&[0.0, 1.0 / 65536.0, 0.125, 0.125, 2.5, 2.5]);
    above.vertices.iter_mut().for_each(|v| v.z += up);
    if random.one_in(2) {
        above.elements.iter_mut().for_each(|corners| corners.swap(1, 2));
    }
    let first = append(&mut mesh, &above);
    match random.below(3) {
        0 => (0..=cells[0]).for_each(|i| identify(&mut mesh, i, first + i)),
        1 => {
            let vertex = index(random, &above.vertices) as u32;
            identify(&mut mesh, vertex, first + vertex);
        }
        _ => {}
    }
    mesh
}
