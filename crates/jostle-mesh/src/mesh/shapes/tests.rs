//! What every shape promises.

use super::brute_force::self_intersections;
use super::*;
use crate::mesh::topology::{Boundary, SurfaceSummary, SurfaceTopology, VolumeSummary, tet_volume};
use crate::mesh::{SimplexMesh, TetMesh, TriangleMesh};
use glam::DVec3;
use jostle_support::random::SplitMix64;
use proptest::prelude::*;

/// What rounding takes from a number near one, at most.
const ULP: f64 = f64::EPSILON / 2.0;

/// Closed, manifold, outward, in one piece; returns the enclosed volume.
fn assert_solid(name: &str, mesh: &TriangleMesh, genus: u64) -> f64 {
    let summary = SurfaceSummary::from_mesh(mesh).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(summary.closed && summary.manifold && summary.oriented, "{name}: {summary:?}");
    assert_eq!((summary.components, summary.genus), (1, Some(genus)), "{name}");
    assert_eq!(summary.euler, 2 - 2 * genus as i64, "{name}");
    assert_eq!(summary.vertices, mesh.vertices.len(), "{name} has unused vertices");
    let volume = summary.volume.unwrap();
    assert!(volume > 0.0, "{name} encloses {volume}");
    volume
}

fn assert_tets(name: &str, mesh: &TetMesh) -> f64 {
    let summary = VolumeSummary::from_mesh(mesh).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!((summary.inverted, summary.flat), (0, 0), "{name}");
    assert_eq!((summary.non_manifold_faces, summary.components), (0, 1), "{name}");
    assert_eq!(summary.vertices, mesh.vertices.len(), "{name} has unused vertices");
    let surface = Boundary::from_mesh(mesh).unwrap().surface;
    let enclosed = assert_solid(name, &surface, 0);
    let bound = sum_error(mesh) + sum_error(&surface);
    let filled = tet_volume(mesh).unwrap();
    assert!((filled - enclosed).abs() <= bound, "{name}: {filled} is not {enclosed}");
    filled
}

/// The error that `topology::measure` states for volumes.
fn sum_error<const N: usize>(mesh: &SimplexMesh<N>) -> f64 {
    let size = mesh.bounds();
    16.0 * mesh.elements.len() as f64 * ULP * (size.max - size.min).max_element().powi(3)
}

fn assert_simple(name: &str, mesh: &TriangleMesh) {
    assert_eq!(self_intersections(mesh), [], "{name} intersects itself");
}

#[test]
fn spheres() {
    for frequency in 1..8 {
        let sphere = geodesic_sphere(frequency, 2.0);
        assert_eq!(sphere.elements.len() as u32, 20 * frequency * frequency);
        assert_solid("sphere", &sphere, 0);
        assert_simple("sphere", &sphere);
        // Each coordinate is rounded four times on its way, and the length again.
        assert!(sphere.vertices.iter().all(|v| (v.length() - 2.0).abs() < 2.0 * 8.0 * ULP));
    }
    let ball = 4.0 / 3.0 * std::f64::consts::PI;
    let volume = assert_solid("icosphere", &icosphere(5, 1.0), 0);
    assert!((0.99 * ball..ball).contains(&volume));
    assert_eq!(icosphere(3, 1.0), geodesic_sphere(8, 1.0));
    for (wanted, got) in [(0, 20), (20, 20), (49, 20), (51, 80), (1_000_000, 20 * 224 * 224)] {
        assert_eq!(icosphere_near(wanted, 1.0).elements.len(), got);
    }
}

#[test]
fn bumpy_spheres() {
    for seed in 0..4 {
        let pebble = bumpy_sphere(8, 0.9, seed);
        assert_solid("bumpy sphere", &pebble, 0);
        assert_simple("bumpy sphere", &pebble);
    }
    assert_ne!(bumpy_sphere(4, 0.3, 1), bumpy_sphere(4, 0.3, 2));
    assert_eq!(bumpy_sphere(4, 0.0, 1), geodesic_sphere(4, 1.0));
}

#[test]
fn tori() {
    for (nu, nv) in [(3, 3), (12, 7), (5, 20)] {
        let ring = torus(2.0, 1.9, nu, nv);
        assert_solid("torus", &ring, 1);
        assert_simple("torus", &ring);
    }
    let exact = 2.0 * std::f64::consts::PI.powi(2) * 2.0 * 0.25;
    let volume = assert_solid("torus", &torus(2.0, 0.5, 200, 100), 1);
    assert!((0.99 * exact..exact).contains(&volume));
}

#[test]
fn torus_knots() {
    for (p, q) in [(1, 1), (1, 3), (3, 1), (2, 3), (3, 2), (2, 5), (3, 4)] {
        let safe = (2.8 / ((p * p + q * q) as f64).sqrt()).min(0.85);
        let knot = torus_knot(p, q, safe, 30 * p.max(q), 7);
        assert_solid("knot", &knot, 1);
        assert_simple("knot", &knot);
    }
    assert!(!self_intersections(&torus_knot(2, 3, 1.2, 60, 6)).is_empty());
    assert_eq!(torus_knot(4, 6, 0.2, 40, 5), torus_knot(2, 3, 0.2, 40, 5));
    assert_eq!(torus_knot(2, 3, 0.3, 5_000, 20).elements.len(), 200_000);
}

#[test]
fn boxes() {
    for divisions in [[1, 1, 1], [2, 1, 3], [1, 4, 1], [3, 4, 5]] {
        let brick = box_surface(DVec3::new(1.0, 2.0, 3.0), divisions);
        let volume = assert_solid("box", &brick, 0);
        assert!((volume - 6.0).abs() <= sum_error(&brick));
        assert_simple("box", &brick);
    }
}

#[test]
fn cloths() {
    for diagonals in [Diagonals::Same, Diagonals::Alternating] {
        let cloth = rippled_cloth(7, 4, [7.0, 4.0], diagonals, 0.5, 9);
        let topology = SurfaceTopology::from_mesh(&cloth).unwrap();
        assert!(topology.is_oriented() && topology.is_vertex_manifold());
        assert_eq!(topology.boundary_loops().len(), 1);
        assert_eq!(topology.boundary_loops().get(0).unwrap().len(), 22);
        let component = &topology.component_summaries()[0];
        assert_eq!((component.euler(), component.genus()), (1, Some(0)));
        assert_simple("cloth", &cloth);
    }
    let flat = cloth(4, 8, [2.0, 3.0]);
    assert_eq!(SurfaceSummary::from_mesh(&flat).unwrap().area, 6.0);
    let up = |t| {
        let [a, b, c] = flat.corners(t);
        (b - a).cross(c - a).z > 0.0
    };
    assert!((0..64).all(up));
}

#[test]
fn sleeves() {
    for (nu, nv) in [(3, 1), (16, 5)] {
        let sleeve = sleeve(1.0, 2.0, nu, nv);
        let summary = SurfaceSummary::from_mesh(&sleeve).unwrap();
        assert!(summary.manifold && summary.oriented && !summary.closed);
        assert_eq!((summary.boundary_loops, summary.euler, summary.genus), (2, 0, Some(0)));
        for triangle in 0..sleeve.elements.len() {
            let [a, b, c] = sleeve.corners(triangle);
            let outward = (a + b + c) * DVec3::new(0.0, 1.0, 1.0);
            assert!((b - a).cross(c - a).dot(outward) > 0.0);
        }
        assert_simple("sleeve", &sleeve);
    }
}

#[test]
fn chazelles() {
    for n in [1, 2, 3, 8, 15] {
        for gap in [0.001, 0.05, 0.5] {
            let comb = chazelle(n, gap);
            assert_eq!(comb.elements.len() as u32, 24 * n + 12);
            let volume = assert_solid("chazelle", &comb, 0);
            assert!(volume < 16.0);
            assert_simple("chazelle", &comb);
        }
    }
    assert_solid("chazelle", &chazelle(1000, 1e-6), 0);
}

#[test]
fn chazelle_bottoms_lie_on_the_saddles() {
    let gap = 0.1;
    for v in chazelle(5, gap).vertices.iter().filter(|v| v.z.abs() < 2.0) {
        assert!(((v.z - v.x * v.y).abs() - gap).abs() < 4.0 * ULP);
    }
}

#[test]
fn balls() {
    for resolution in 1..8 {
        let ball = ball_tets(resolution, 1.0);
        assert_eq!(ball.elements.len() as u32, 20 * resolution.pow(3));
        assert_tets("ball", &ball);
    }
    // Shell k is the same up to size for every resolution: this covers all balls up to here, and
    // the further shells approach a smooth map.
    let ball = ball_tets(24, 1.0);
    let cell = 1.0 / 24f64.powi(3);
    for tet in 0..ball.elements.len() {
        let [a, b, c, d] = ball.corners(tet);
        let volume = (b - a).cross(c - a).dot(d - a) / 6.0;
        // A lattice tetrahedron of the icosahedron has 0.126 of a cell.
        assert!(volume > 0.09 * cell, "tetrahedron {tet} has {}", volume / cell);
    }
}

#[test]
fn rods() {
    for (rings, layers) in [(1, 1), (2, 5), (5, 3)] {
        let rod = rod_tets(3.0, 0.5, rings, layers);
        assert_eq!(rod.elements.len() as u32, 18 * rings * rings * layers);
        assert_tets("rod", &rod);
    }
    let exact = std::f64::consts::PI * 0.25 * 3.0;
    let volume = assert_tets("rod", &rod_tets(3.0, 0.5, 20, 2));
    assert!((0.99 * exact..exact).contains(&volume));
}

#[test]
fn box_volumes() {
    for split in [Split::Five, Split::Six] {
        for divisions in [[1, 1, 1], [2, 3, 4], [1, 5, 2]] {
            let size = DVec3::new(2.0, 1.0, 0.5);
            let mesh = box_tets(divisions, size, split, 0.0, 0);
            let volume = assert_tets("box", &mesh);
            assert!((volume - 1.0).abs() <= sum_error(&mesh));
        }
        let shaken = box_tets([6, 6, 6], DVec3::ONE, split, 1.0, 11);
        assert_tets("shaken box", &shaken);
        assert_simple("shaken box", &Boundary::from_mesh(&shaken).unwrap().surface);
        assert_tets("beam", &beam_tets(20.0, 1.0, 2, split));
        assert_eq!(beam_tets(0.1, 1.0, 1, split), beam_tets(0.1, 1.0, 0, split));
    }
}

#[test]
fn wild_parameters_make_valid_meshes() {
    for x in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, -0.0, -1.0, 1e300, 1e-300] {
        let surfaces = [
            icosphere(0, x),
            bumpy_sphere(0, x, 0),
            torus(x, x, 0, 0),
            torus_knot(0, 0, x, 0, 0),
            cloth(0, 0, [x, 1.0]),
            rippled_cloth(2, 2, [x, 1.0], Diagonals::Same, 0.5, 0),
            sleeve(x, x, 0, 0),
            box_surface(DVec3::splat(x), [0, 0, 0]),
            chazelle(0, x),
        ];
        assert!(surfaces.iter().all(|mesh| mesh.check().is_ok() && !mesh.elements.is_empty()));
        let volumes = [
            box_tets([0, 0, 0], DVec3::splat(x), Split::Five, x, 0),
            beam_tets(1.0, 1.0, 0, Split::Six),
            ball_tets(0, x),
            rod_tets(x, x, 0, 0),
        ];
        assert!(volumes.iter().all(|mesh| mesh.check().is_ok() && !mesh.elements.is_empty()));
    }
}

/// A digest of the bits of a mesh, to notice if a platform or a change makes another one.
fn digest<'m>(vertices: impl IntoIterator<Item = &'m DVec3>) -> u64 {
    let bits = vertices.into_iter().flat_map(|v| v.to_array()).map(f64::to_bits);
    bits.fold(0, |digest, bits| SplitMix64::new(digest ^ bits).next_u64())
}

#[test]
fn shapes_are_the_same_everywhere() {
    let digests = [
        digest(&torus_knot(2, 3, 0.3, 50, 9).vertices),
        digest(&bumpy_sphere(6, 0.4, 42).vertices),
        digest(&rod_tets(2.0, 0.3, 3, 4).vertices),
        digest(&box_tets([3, 3, 3], DVec3::ONE, Split::Six, 0.1, 42).vertices),
        digest(&ball_tets(3, 1.5).vertices),
    ];
    assert_eq!(
        digests,
        [
            5498539022145310799,
            2135524132811752448,
            2069451522579068730,
            2096063703304818235,
            10324390742462164207
        ]
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn shaking_never_inverts(
        divisions in prop::array::uniform3(1u32..5),
        size in prop::array::uniform3(0.01..100.0f64),
        five in any::<bool>(),
        seed in any::<u64>(),
    ) {
        let split = if five { Split::Five } else { Split::Six };
        let shaken = box_tets(divisions, size.into(), split, MAX_JITTER, seed);
        assert_tets("shaken box", &shaken);
    }

    #[test]
    fn any_counts_make_solids(nu in 0u32..14, nv in 0u32..14, seed in any::<u64>()) {
        assert_solid("torus", &torus(1.0, 0.4, nu, nv), 1);
        assert_solid("knot", &torus_knot(nu, nv, 0.01, 0, nv), 1);
        assert_solid("box", &box_surface(DVec3::ONE, [nu, nv, 2]), 0);
        assert_solid("bumpy sphere", &bumpy_sphere(nu, 0.5, seed), 0);
        assert_solid("chazelle", &chazelle(nu, 0.1), 0);
        assert_tets("rod", &rod_tets(1.0, 1.0, nu.min(5), nv.min(5)));
    }
}
