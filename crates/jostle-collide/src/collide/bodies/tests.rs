use super::*;
use crate::collide::{Broad, Query, Workspace};
use crate::geometry::predicates::orient3d;
use crate::mesh::{TetMesh, shapes};
use glam::DVec3;

/// Compares the self pairs of a body with those of brute force, and tells how many there are and whether all of the
/// body, a part or none of it is searched.
fn check(mesh: TetMesh) -> (usize, Searched) {
    let mut scene = Scene::new();
    let before = shapes::icosphere(0, 1.0).translated(DVec3::splat(100.0));
    scene.add("before", before).unwrap();
    let body = scene.add("body", mesh).unwrap();
    scene.set_self_collision(body, true).unwrap();
    let query = |broad| Query::all_pairs().containment(false).broad(broad);
    let mut workspace = Workspace::new();
    let found = workspace.collide(&scene, &query(Broad::Auto)).unwrap().pairs().to_vec();
    // And again with all that is kept.
    assert_eq!(workspace.collide(&scene, &query(Broad::Auto)).unwrap().pairs(), found);
    let expected = crate::collide::collide(&scene, &query(Broad::BrutePairs)).unwrap();
    assert_eq!(found, expected.pairs());
    (found.len(), searched(&scene, body.index()))
}

#[derive(Debug, PartialEq)]
enum Searched {
    All,
    /// The share of the elements that reach into regions of self pairs.
    Part(f64),
    None,
}

fn searched(scene: &Scene, object: usize) -> Searched {
    let mut topology = TopologyCache::new();
    topology.update(scene);
    let mut scope = Scope::default();
    scope.update(scene.objects().iter().map(|own| (true, own.has_self_collision())));
    let mut bodies = Bodies::default();
    let scope = bodies.clear(scene, &topology, &scope);
    match scope.self_pair_masks(object) {
        None => Searched::All,
        Some([]) => Searched::None,
        Some(masks) => {
            let reaching = masks.iter().filter(|mask| **mask != 0).count();
            Searched::Part(reaching as f64 / masks.len() as f64)
        }
    }
}

/// A bar of boxes along `x`, each point moved.
fn bar(length: u32, place: impl Fn(DVec3) -> DVec3) -> TetMesh {
    let size = DVec3::new(length as f64, 2.0, 2.0);
    let mut mesh = shapes::box_tets([length, 2, 2], size, shapes::Split::Six, 0.0, 1);
    let first = mesh.vertices.iter().copied().reduce(DVec3::min).unwrap();
    mesh.vertices.iter_mut().for_each(|v| *v = place(*v - first));
    mesh
}

/// Round a circle by so much in all, rising by so much.
fn bent(length: u32, angle: f64, rise: f64) -> TetMesh {
    bar(length, |p| {
        let at = p.x / length as f64;
        let (sin, cos) = (angle * at).sin_cos();
        let radius = 5.0 + p.y;
        DVec3::new(radius * cos, radius * sin, p.z + rise * at)
    })
}

fn append(mesh: &mut TetMesh, other: &TetMesh) {
    let first = mesh.vertices.len() as u32;
    mesh.vertices.extend_from_slice(&other.vertices);
    mesh.elements.extend(other.elements.iter().map(|corners| corners.map(|v| first + v)));
}

fn turned(mut mesh: TetMesh) -> TetMesh {
    mesh.elements.iter_mut().for_each(|corners| corners.swap(0, 1));
    mesh
}

#[test]
fn free_bodies_are_not_searched() {
    for mesh in [shapes::ball_tets(4, 1.0), bar(12, |p| p), bent(40, 5.5, 0.0), bent(60, 12.0, 9.0)]
    {
        assert_eq!(check(turned(mesh.clone())), (0, Searched::None));
        assert_eq!(check(mesh), (0, Searched::None));
    }
    // Several that are apart.
    let mut apart = shapes::ball_tets(3, 1.0);
    for i in 1..5 {
        append(&mut apart, &shapes::ball_tets(3, 1.0).translated(DVec3::X * 2.5 * i as f64));
    }
    assert_eq!(check(apart), (0, Searched::None));
    assert_eq!(check(TetMesh::default()), (0, Searched::None));
}

#[test]
fn folded_bodies_are_as_brute_force_has_them() {
    // Round more than once, into itself, by a little and by much, and touching.
    for (angle, rise, share) in [(6.4, 0.0, 0.5), (7.5, 0.0, 0.8), (7.0, 1.9, 0.8), (7.0, 2.0, 1.0)]
    {
        let (pairs, searched) = check(bent(60, angle, rise));
        assert!(pairs > 0, "{angle}, {rise}");
        let Searched::Part(part) = searched else { panic!("{searched:?}") };
        assert!(part <= share, "{angle}, {rise}: {part}");
    }
}

#[test]
fn bodies_within_a_body_are_found() {
    let mut nested = shapes::ball_tets(4, 1.0);
    append(&mut nested, &shapes::ball_tets(2, 0.2).translated(DVec3::X * 0.3));
    assert!(check(nested.clone()).0 > 0);
    assert!(check(turned(nested)).0 > 0);
    let mut twice = shapes::ball_tets(3, 1.0);
    let copy = twice.clone();
    append(&mut twice, &copy);
    assert!(check(twice).0 > 0);
    let mut one_twice = shapes::ball_tets(3, 1.0);
    one_twice.elements.push(one_twice.elements[7]);
    check(one_twice);
}

#[test]
fn tetrahedra_turned_inside_out_are_found() {
    // An inner vertex beyond the faces opposite it, of a bar in which these are many, and of a long one.
    let moved = |length: u32, by: f64| {
        let mut mesh = bar(length, |p| p);
        let inner = mesh.vertices.iter().position(|p| *p == DVec3::ONE).unwrap();
        mesh.vertices[inner].x += by;
        mesh
    };
    let (pairs, searched) = check(moved(2, 1.7));
    assert!(pairs > 0 && searched == Searched::All);
    for mesh in [moved(40, 1.7), turned(moved(40, 1.7))] {
        let (pairs, searched) = check(mesh);
        let Searched::Part(part) = searched else { panic!("{searched:?}") };
        assert!(pairs > 0 && part < 0.3, "{pairs}, {part}");
    }
    // In the plane of the faces opposite it: some are flat.
    let (_, searched) = check(moved(40, 1.0));
    assert!(matches!(searched, Searched::Part(part) if part < 0.3), "{searched:?}");
}

/// Vertices within the body and on its boundary, its ends too, far enough from where they belong.
#[test]
fn bodies_with_vertices_out_of_place_are_as_brute_force_has_them() {
    let (mut parts, mut with_pairs) = (0, 0);
    for seed in 0..60 {
        let mut random = jostle_support::random::SplitMix64::new(seed);
        let mut mesh = match seed % 3 {
            0 => bar(30, |p| p),
            1 => bent(60, 6.4, 0.5),
            _ => shapes::ball_tets(5, 4.0),
        };
        for _ in 0..1 + seed % 4 {
            let v = (random.signed().abs() * mesh.vertices.len() as f64) as usize;
            let by = DVec3::new(random.signed(), random.signed(), random.signed());
            // Often onto the lattice, where much is flat.
            mesh.vertices[v] += if seed % 2 == 0 { (by * 2.0).round() } else { by * 2.0 };
        }
        let (pairs, searched) = check(mesh);
        parts += matches!(searched, Searched::Part(_)) as usize;
        with_pairs += (pairs > 0) as usize;
    }
    assert!(parts > 20 && with_pairs > 20, "{parts} {with_pairs}");
}

#[test]
fn components_inside_out_are_as_brute_force_has_them() {
    for at in [0.0, 1.0, 2.9, 3.0, 3.1, 6.0] {
        let mut mesh = shapes::ball_tets(5, 3.0);
        append(&mut mesh, &turned(shapes::ball_tets(1, 0.4)).translated(DVec3::X * at));
        let (pairs, searched) = check(mesh);
        assert_eq!(pairs > 0, at < 4.0, "{at}");
        assert!(matches!(searched, Searched::Part(part) if part < 0.5), "{at}: {searched:?}");
    }
}

#[test]
fn flat_tetrahedra_have_the_sign_of_exact_arithmetic() {
    // In one plane, all of them, by coordinates whose products are rounded.
    let mut state = 1u64;
    let mut whole = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 34) as i64 - (1 << 29)) as f64
    };
    let mut point = || DVec3::new(whole(), whole(), whole());
    for _ in 0..200 {
        let [a, along, across] = [point(), point(), point()];
        let corners = vec![a, a + along, a + across, a + along + across];
        let mut scene = Scene::new();
        scene.add("flat", TetMesh::new(corners.clone(), vec![[0, 1, 2, 3]])).unwrap();
        assert!(!BodySurface::has_one_sign(&scene, ObjectId::new(0)));
        // And off it by the least there is.
        let mut corners = corners;
        corners[3].z = corners[3].z.next_up();
        let mut scene = Scene::new();
        let [a, b, c, d] = [0, 1, 2, 3].map(|i: usize| corners[i]);
        scene.add("nearly flat", TetMesh::new(corners, vec![[0, 1, 2, 3]])).unwrap();
        assert_eq!(BodySurface::has_one_sign(&scene, ObjectId::new(0)), orient3d(a, b, c, d) != 0);
    }
}

#[test]
fn wedges_within_wedges_are_found() {
    // Two that share an edge, one within the other, so that no faces cross.
    let vertices = vec![
        DVec3::ZERO,
        DVec3::Z,
        DVec3::new(4.0, -4.0, -1.0),
        DVec3::new(4.0, 4.0, -1.0),
        DVec3::new(1.0, -0.1, 0.3),
        DVec3::new(1.0, 0.1, 0.3),
    ];
    let wedges = TetMesh::new(vertices, vec![[0, 1, 3, 2], [0, 1, 5, 4]]);
    let (pairs, searched) = check(wedges);
    assert_eq!((pairs, searched), (1, Searched::All));
}

#[test]
fn a_cone_over_a_band_that_overlaps_itself_is_as_brute_force_has_it() {
    // The end of the band is narrow, and nearer the apex than its beginning, into whose cone it comes. In layers, so
    // that most of it is not at the apex.
    const STEPS: u32 = 120;
    const LAYERS: u32 = 3;
    let apex = DVec3::new(0.0, 0.0, 12.0);
    let mut vertices = vec![apex];
    for layer in 1..=LAYERS {
        for i in 0..=STEPS {
            let at = i as f64 / STEPS as f64;
            let (sin, cos) = (8.2 * at).sin_cos();
            let half_width = 1.0 - 0.8 * at;
            for radius in [4.0 - half_width, 4.0 + half_width] {
                let base = DVec3::new(radius * cos, radius * sin, 0.6 * at);
                vertices.push(apex + (base - apex) * (layer as f64 / LAYERS as f64));
            }
        }
    }
    let vertex = |[step, side, layer]: [u32; 3]| 1 + layer * 2 * (STEPS + 1) + 2 * step + side;
    let mut elements = Vec::new();
    for i in 0..STEPS {
        let [a, b, c, d] =
            [[i, 0], [i, 1], [i + 1, 0], [i + 1, 1]].map(|[i, side]| vertex([i, side, 0]));
        elements.extend([[a, b, d, 0], [a, d, c, 0]]);
        for layer in 0..LAYERS - 1 {
            // From one corner of a cell to the opposite one, along the axes in any order.
            for axes in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
                let mut corner = [i, 0, layer];
                let mut corners = [vertex(corner); 4];
                for (to, axis) in corners[1..].iter_mut().zip(axes) {
                    corner[axis] += 1;
                    *to = vertex(corner);
                }
                elements.push(corners);
            }
        }
    }
    for corners in &mut elements {
        let [a, b, c, d] = corners.map(|v| vertices[v as usize]);
        if orient3d(a, b, c, d) < 0 {
            corners.swap(0, 1);
        }
    }
    let (pairs, searched) = check(TetMesh::new(vertices, elements));
    assert!(pairs > 100, "{pairs}");
    assert!(matches!(searched, Searched::Part(_)), "{searched:?}");
}

#[test]
fn tetrahedra_wound_twice_round_an_edge_are_as_brute_force_has_them() {
    for (turns, rise) in [(1.0, 0.0), (1.9, 0.0), (2.0, 0.0), (1.9, 0.3)] {
        const STEPS: u32 = 14;
        let mut vertices = vec![DVec3::NEG_Z, DVec3::Z];
        for i in 0..=STEPS {
            let at = i as f64 / STEPS as f64;
            let (sin, cos) = (std::f64::consts::TAU * turns * at).sin_cos();
            vertices.push(DVec3::new(cos, sin, rise * (at - 0.5)) * (1.0 + 0.2 * at));
        }
        let elements = (0..STEPS).map(|i| [0, 1, i + 2, i + 3]).collect();
        check(TetMesh::new(vertices, elements));
    }
}
