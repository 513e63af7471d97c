//! The certificate's bounds are never exceeded.

use glam::DQuat;
use jostle::collide::{Broad, Statistics};
use jostle::freeness::Certificate;
use jostle::mesh::shapes;
use jostle::{DVec3, Mesh, ObjectId, Query, Scene, TriangleMesh, collide};
use jostle_testing::SplitMix64;

fn meshes() -> Vec<(&'static str, Mesh)> {
    vec![
        ("icosphere", shapes::icosphere(2, 1.0).into()),
        ("torus", shapes::torus(1.0, 0.3, 24, 12).into()),
        ("knot", shapes::torus_knot(2, 3, 0.3, 60, 8).into()),
        ("comb", shapes::chazelle(10, 0.02).into()),
        ("ball", shapes::ball_tets(2, 1.0).into()),
    ]
}

/// The mesh turned by quarters about an axis, scaled by a power of two and moved: shapes stay exact
/// but for the rounding of the last sum.
fn random_placement(mesh: &Mesh, random: &mut SplitMix64) -> Mesh {
    let mut unit = || random.unit();
    let scale: f64 = [0.25, 1.0, 1.0, 4.0][(unit() * 4.0) as usize];
    let turns = (unit() * 3.0) as usize;
    let by = (DVec3::new(unit(), unit(), unit()) - 0.5) * scale.max(1.0);
    let place = |v: &mut DVec3| {
        for _ in 0..turns {
            *v = DVec3::new(v.y, v.z, v.x);
        }
        *v = *v * scale + by;
    };
    let mut moved = mesh.clone();
    match &mut moved {
        Mesh::Triangles(mesh) => mesh.vertices.iter_mut().for_each(place),
        Mesh::Tets(mesh) => mesh.vertices.iter_mut().for_each(place),
    }
    moved
}

#[test]
fn no_placement_has_more_pairs_than_the_bound() {
    let meshes = meshes();
    let certificates: Vec<Certificate> =
        meshes.iter().map(|(_, mesh)| Certificate::from_mesh(mesh).unwrap()).collect();
    let mut random = SplitMix64::new(5);
    for round in 0..300 {
        let a = round % meshes.len();
        let b = if round % 3 == 0 { (round / 3) % meshes.len() } else { a };
        let mut scene = Scene::new();
        scene.add("a", meshes[a].1.clone()).unwrap();
        scene.add("b", random_placement(&meshes[b].1, &mut random)).unwrap();
        let pairs = collide(&scene, &Query::pair_count()).unwrap().pair_count() as u64;
        let bound = certificates[a].pairs_bound(&certificates[b]);
        assert!(pairs <= bound, "{} and {}: {pairs} > {bound}", meshes[a].0, meshes[b].0);
    }
}

/// Where meshes keep their sizes, a smaller bound holds; and that of a mesh against itself.
#[test]
fn no_placement_has_more_pairs_than_the_bound_at_this_size() {
    let mut random = SplitMix64::new(6);
    let mut signed = || random.signed();
    let meshes = meshes();
    let certificates: Vec<Certificate> =
        meshes.iter().map(|(_, mesh)| Certificate::from_mesh(mesh).unwrap()).collect();
    for round in 0..300 {
        let (a, b) = (round % meshes.len(), (round / 3) % meshes.len());
        let mut scene = Scene::new();
        scene.add("a", meshes[a].1.clone()).unwrap();
        scene.add("b", meshes[b].1.clone()).unwrap();
        let turn = DQuat::from_xyzw(signed(), signed(), signed(), signed()).normalize();
        let by = DVec3::new(signed(), signed(), signed()) * 0.5;
        scene.vertices_mut(ObjectId::new(1)).unwrap().iter_mut().for_each(|p| *p = turn * *p + by);
        scene.set_self_collision(ObjectId::new(1), true).unwrap();
        let collisions = collide(&scene, &Query::pair_count()).unwrap();
        let self_pairs = collisions.self_pair_count() as u64;
        assert!(self_pairs <= certificates[b].self_pairs_bound(), "{}: {self_pairs}", meshes[b].0);
        let pairs = collisions.pair_count() as u64 - self_pairs;
        let bound = certificates[a].pairs_bound_at_fixed_size(&certificates[b]);
        assert_eq!(bound, certificates[b].pairs_bound_at_fixed_size(&certificates[a]));
        assert!(pairs <= bound, "{} and {}: {pairs} > {bound}", meshes[a].0, meshes[b].0);
        assert!(bound <= certificates[a].pairs_bound(&certificates[b]));
    }
}

/// What the grid of a mesh looks like.
fn grid_statistics(mesh: Mesh) -> Statistics {
    let mut scene = Scene::new();
    let object = scene.add("mesh", mesh).unwrap();
    scene.set_self_collision(object, true).unwrap();
    let query = Query::pair_count().broad(Broad::Grid);
    collide(&scene, &query).unwrap().statistics().clone()
}

#[test]
fn the_grid_is_no_larger_and_no_fuller_than_the_bounds() {
    for (name, mesh) in meshes() {
        let certificate = Certificate::from_mesh(&mesh).unwrap();
        let report = grid_statistics(mesh);
        assert!(report.levels <= certificate.levels_bound(), "{name}: {report:?}");
        assert!(report.entries <= certificate.entries_bound(), "{name}: {report:?}");
        assert!(report.fullest_cell <= certificate.cell_occupancy_bound(), "{name}: {report:?}");
        assert!(report.fullest_cell > 1, "{name}: {report:?}");
    }
}

/// Triangles so far apart that none is near another: many large ones, and fewer than a fifth of all
/// that are small and in one cell of the large ones.
#[test]
fn small_elements_that_are_merged_into_cells_of_larger_ones_are_within_the_bound() {
    let mut mesh = TriangleMesh::default();
    let mut add = |at: DVec3, size: f64| {
        let first = mesh.vertices.len() as u32;
        mesh.vertices.extend([at, at + DVec3::X * size, at + DVec3::Y * size]);
        mesh.elements.push([first, first + 1, first + 2]);
    };
    let place = |x: i32, y: i32, z: i32| DVec3::new(x.into(), y.into(), z.into()) * 2.0;
    let most = 28 * 28 * 28;
    let small = 30 * 29 * 29;
    for i in 0..4 * small + 1_000 {
        add(place(i % 320, i / 320, 0), 1.0);
    }
    // The lattice is centred, and so the middle is a corner of cells: a little beyond it.
    add(place(0, 0, -9), 1.0);
    add(place(0, 0, 9), 1.0);
    let middle = DVec3::new(319.5, (f64::from((4 * small + 999) / 320) * 2.0 + 1.0) / 2.0, 0.0);
    for i in 0..small {
        let at = place(i % 30, i / 30 % 29, i / 30 / 29) / 64.0;
        add(middle + 0.8 + at, 1.0 / 64.0);
    }
    let mesh = Mesh::from(mesh);
    let certificate = Certificate::from_mesh(&mesh).unwrap();
    assert_eq!(certificate.k(), 1);
    let report = grid_statistics(mesh);
    assert_eq!(report.levels, 1);
    assert!(report.fullest_cell > most, "more than there could be of one size: {report:?}");
    assert!(report.fullest_cell <= certificate.cell_occupancy_bound(), "{report:?}");
}

/// A comb and its copy, a quarter turn round: every fin of the one crosses every fin of the other.
fn crossed_combs(n: u32) -> (u64, Certificate) {
    let comb = shapes::chazelle(n, 0.05);
    let turned = comb.vertices.iter().map(|v| DVec3::new(-v.y, v.x, v.z)).collect();
    let certificate = Certificate::from_mesh(&comb.clone().into()).unwrap();
    let mut scene = Scene::new();
    scene.add("turned", TriangleMesh::new(turned, comb.elements.clone())).unwrap();
    scene.add("comb", comb).unwrap();
    (collide(&scene, &Query::pair_count()).unwrap().pair_count() as u64, certificate)
}

#[test]
fn crossed_combs_have_quadratically_many_pairs_and_the_certificate_says_so_beforehand() {
    let combs = [10, 20, 40, 80].map(crossed_combs);
    for (pair, n) in combs.windows(2).zip([10, 20, 40]) {
        let [(few, before), (many, after)] = pair else { unreachable!("two of them") };
        // Twice the triangles, nearly four times the pairs: some grow with the triangles only.
        assert!(*many >= 3 * few, "{n}: {few} {many}");
        assert!(2 * after.k() >= 3 * before.k(), "{n}");
        let bounds = [before, after].map(|own| own.pairs_bound(own));
        assert!(bounds[1] >= 3 * bounds[0], "{n}: {bounds:?}");
        assert!(*many <= bounds[1], "{n}: {many} {bounds:?}");
    }
    // Of a sphere the bound on the pairs of an element does not grow.
    let pairs_per_element = |n: u32| {
        let own = Certificate::from_mesh(&shapes::icosphere(n, 1.0).into()).unwrap();
        own.pairs_bound(&own) / own.elements() as u64
    };
    assert!(pairs_per_element(5) <= pairs_per_element(4) + 12);
}

/// The covering that the bound rests on: balls with the segments from the centre to the corners as
/// diameters, on random simplices and on points as far outside as they get.
#[test]
fn balls_of_half_the_diameter_cover_every_simplex() {
    let mut random = SplitMix64::new(9);
    let mut unit = || random.unit() * 2.0 - 1.0;
    for round in 0..3_000 {
        let count = 3 + round % 2;
        let flat = 10f64.powi(-(round % 9));
        let corners: Vec<DVec3> =
            (0..count).map(|_| DVec3::new(unit(), unit() * flat.sqrt(), unit() * flat)).collect();
        let sphere = jostle::geometry::BoundingSphere::smallest(&corners);
        // How far outside of all balls, in diameters; climbs while it can.
        let outside = |weights: &[f64]| {
            let sum: f64 = weights.iter().sum();
            let x = corners.iter().zip(weights).fold(DVec3::ZERO, |s, (c, w)| s + *c * (w / sum));
            let gap = |corner: &DVec3| {
                x.distance((*corner + sphere.centre) * 0.5) - corner.distance(sphere.centre) * 0.5
            };
            corners.iter().map(gap).fold(f64::INFINITY, f64::min) / sphere.radius
        };
        let mut weights: Vec<f64> = (0..count).map(|_| unit().abs() + 1e-9).collect();
        let mut best = outside(&weights);
        for step in 0..60 {
            let size = 0.5 * 0.9f64.powi(step);
            let tried: Vec<f64> =
                weights.iter().map(|w| (w + unit() * size).max(0.0) + 1e-12).collect();
            let at = outside(&tried);
            if at > best {
                (best, weights) = (at, tried);
            }
        }
        assert!(best <= 1e-9, "{corners:?}: {best}");
    }
}
