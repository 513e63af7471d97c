use super::elements::Elements;
use super::near::{
    Nearness, PortableSimd, counts, counts_with, diameters, nearness, smaller_first,
};
use super::*;
use crate::mesh::shapes;
use crate::mesh::{Mesh, SimplexMesh, TetMesh, TriangleMesh};
use glam::{DQuat, DVec3};
use jostle_support::random::SplitMix64;

fn brute_force<const N: usize>(mesh: &SimplexMesh<N>) -> Vec<Count> {
    let diameters = diameters(mesh);
    let mut counts = vec![Count { half: 1, quarter: 1, neighbours: 0 }; diameters.len()];
    for b in 0..diameters.len() as u32 {
        for a in 0..b {
            let (small, large) = smaller_first(&diameters, a, b);
            let nearness = nearness(mesh, &diameters, small, large);
            let own = &mut counts[small as usize];
            own.half += (nearness != Nearness::Far) as u32;
            own.quarter += matches!(nearness, Nearness::Neighbour | Nearness::Quarter) as u32;
            own.neighbours += (nearness == Nearness::Neighbour) as u32;
        }
    }
    counts
}

fn with_portable_simd<const N: usize>(mesh: &SimplexMesh<N>) -> Vec<Count> {
    counts_with(PortableSimd, mesh, &diameters(mesh))
}

fn check(name: &str, mesh: Mesh) {
    let (expected, portable) = match &mesh {
        Mesh::Triangles(mesh) => (brute_force(mesh), with_portable_simd(mesh)),
        Mesh::Tets(mesh) => (brute_force(mesh), with_portable_simd(mesh)),
    };
    assert_eq!(Certificate::from_mesh(&mesh).unwrap().counts(), expected, "{name}");
    assert_eq!(portable, expected, "{name} with portable SIMD");
}

/// Elements of sizes from `2^-20` to 1, some of them flat or a point.
fn soup<const N: usize>(elements: usize, seed: u64) -> SimplexMesh<N> {
    let mut random = SplitMix64::new(seed);
    let mut unit = || random.unit();
    let mut mesh = SimplexMesh::default();
    for e in 0..elements {
        let size = 2f64.powf(-20.0 * unit() * unit());
        let centre = DVec3::new(unit(), unit(), unit()) * 2.0;
        let first = mesh.vertices.len() as u32;
        for _ in 0..N {
            let flat = if e % 10 == 0 { 0.0 } else { 1.0 };
            let point = if e % 50 == 0 { 0.0 } else { 1.0 };
            let corner = DVec3::new(unit(), unit(), unit() * flat) * point;
            mesh.vertices.push(centre + corner * size);
        }
        mesh.elements.push(std::array::from_fn(|n| first + n as u32));
    }
    mesh
}

fn procedural() -> Vec<(&'static str, Mesh)> {
    vec![
        ("icosphere", shapes::icosphere(2, 1.0).into()),
        ("torus", shapes::torus(1.0, 0.3, 24, 12).into()),
        ("knot", shapes::torus_knot(2, 3, 0.3, 40, 8).into()),
        ("comb", shapes::chazelle(12, 0.02).into()),
        ("box", shapes::box_surface(DVec3::ONE, [4, 3, 2]).into()),
        ("bumps", shapes::bumpy_sphere(2, 0.3, 1).into()),
        ("cloth", shapes::cloth(12, 9, [1.0, 2.0]).into()),
        ("sleeve", shapes::sleeve(0.5, 2.0, 12, 8).into()),
        ("ball", shapes::ball_tets(2, 1.0).into()),
        ("beam", shapes::beam_tets(3.0, 1.0, 2, shapes::Split::Six).into()),
        ("rod", shapes::rod_tets(3.0, 0.5, 2, 4).into()),
    ]
}

#[test]
fn the_grid_counts_as_brute_force_does_on_shapes() {
    for (name, mesh) in procedural() {
        check(name, mesh);
    }
}

#[test]
fn the_grid_counts_as_brute_force_does_on_soups() {
    for seed in 0..6 {
        let far = DVec3::splat(if seed % 2 == 0 { 0.0 } else { 1e6 });
        check("triangles", soup::<3>(250, seed).translated(far).into());
        check("tetrahedra", soup::<4>(150, seed).translated(far).into());
        check("tiny", soup::<3>(100, seed).scaled(DVec3::splat(1e-150)).into());
    }
}

/// Elements whose number of corners is not known at compile time.
struct DynamicCorners<'m, const N: usize>(&'m SimplexMesh<N>);

impl<const N: usize> Elements for DynamicCorners<'_, N> {
    type Vertices = [u32; N];

    const SOLID: bool = SimplexMesh::<N>::SOLID;
    const CORNERS: usize = usize::MAX;

    fn len(&self) -> usize {
        self.0.len()
    }

    fn positions(&self) -> &[DVec3] {
        self.0.positions()
    }

    fn vertices(&self, element: usize) -> [u32; N] {
        self.0.vertices(element)
    }

    fn diameter(&self, element: usize) -> f64 {
        self.0.diameter(element)
    }

    fn proximity(&self, a: usize, b: usize) -> crate::convex::Proximity {
        self.0.proximity(a, b)
    }
}

#[test]
fn elements_are_counted_without_their_corners_too() {
    let mesh = soup::<3>(200, 7);
    assert_eq!(counts(&DynamicCorners(&mesh), &diameters(&mesh)), brute_force(&mesh));
    let mesh = shapes::torus(1.0, 0.3, 24, 12);
    assert_eq!(counts(&DynamicCorners(&mesh), &diameters(&mesh)), brute_force(&mesh));
}

#[test]
fn reach_is_half_and_a_quarter_of_the_smaller_diameter() {
    // Right triangles of diameters 2 and 20, one above the other.
    let above = |height: f64| {
        let corners = [DVec3::ZERO, DVec3::X * 2.0, DVec3::new(1.0, 1.0, 0.0)];
        let below = corners.map(|p| p * 10.0 - DVec3::X * 9.0 - DVec3::Y * 4.0);
        let mut vertices = corners.map(|p| p + DVec3::Z * height).to_vec();
        vertices.extend(below);
        let mesh = TriangleMesh::new(vertices, vec![[0, 1, 2], [3, 4, 5]]);
        let certificate = Certificate::from_mesh(&mesh.into()).unwrap();
        let [small, large] = [certificate.counts()[0], certificate.counts()[1]];
        assert_eq!((large.half, large.quarter), (1, 1), "it looks at larger ones only");
        (small.half, small.quarter)
    };
    assert_eq!(above(0.499), (2, 2));
    assert_eq!(above(0.501), (2, 1));
    assert_eq!(above(0.999), (2, 1));
    assert_eq!(above(1.001), (1, 1));
}

/// Pairs whose nearest points are on edges or corners, and whose distance is a threshold but for a share
/// from `1e-3` down to nothing; far enough apart for each to count itself only. With `wide`, the whole
/// is so large that a lattice unit is a thousandth of a diameter.
fn almost_within_reach(seed: u64, wide: bool) -> TriangleMesh {
    let mut random = SplitMix64::new(seed);
    let mut unit = || random.unit() * 2.0 - 1.0;
    let mut mesh = TriangleMesh::default();
    let mut add = |corners: [DVec3; 3]| {
        let first = mesh.vertices.len() as u32;
        mesh.vertices.extend(corners);
        mesh.elements.push([first, first + 1, first + 2]);
    };
    for at in 0..60 {
        // Of diameter 2, its highest edge or its highest corner at the origin.
        let below = [DVec3::new(-1.0, 0.0, 0.0), DVec3::X, DVec3::new(0.0, 0.0, -1.0)];
        let below = if at % 3 == 0 { below.map(|p| p - DVec3::X) } else { below };
        let off = unit().signum() * 10f64.powf(-3.0 - 14.0 * unit().abs());
        let height = if at % 2 == 0 { 1.0 } else { 0.5 } * (1.0 + off);
        let above = [DVec3::Y * -1.2, DVec3::Y * 1.2, DVec3::Z * 1.2];
        let above = if at % 3 == 0 { above.map(|p| p + DVec3::Y * 1.2) } else { above };
        let axis = DVec3::new(unit(), unit(), unit()).normalize();
        let turn = DQuat::from_axis_angle(axis, unit() * 3.0);
        let place = DVec3::new(f64::from(at % 4), f64::from(at / 4 % 4), f64::from(at / 16)) * 20.0;
        let shift = DVec3::new(unit(), unit(), unit());
        let placed = |p: DVec3| turn * p + place + shift;
        add(below.map(placed));
        add(above.map(|p| placed(p + DVec3::Z * height)));
    }
    if wide {
        for far in [-1.0, 1.0] {
            add([DVec3::X, DVec3::Y, DVec3::Z].map(|p| (p + DVec3::ONE * 3.0) * far * 1e6));
        }
    }
    mesh
}

#[test]
fn what_is_almost_within_reach_is_counted_as_by_brute_force() {
    for seed in 0..60 {
        check("pairs", almost_within_reach(seed, seed % 2 == 0).into());
    }
}

#[test]
fn neighbours_are_counted_apart() {
    // Two equal triangles with a common edge: the later one counts as larger.
    let vertices = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::new(1.0, 1.0, 0.0)];
    let mesh = TriangleMesh::new(vertices, vec![[0, 1, 2], [2, 1, 3]]);
    let certificate = Certificate::from_mesh(&mesh.into()).unwrap();
    let mut counts: Vec<_> = certificate.counts().iter().map(|c| (c.half, c.neighbours)).collect();
    counts.sort_unstable();
    assert_eq!(counts, [(1, 0), (2, 1)]);
    assert_eq!(certificate.largest_k_elements(1)[0].k, 2);
}

#[test]
fn a_comb_grows_and_a_sphere_does_not() {
    let k = |mesh: TriangleMesh| Certificate::from_mesh(&mesh.into()).unwrap().k();
    let combs = [10, 20, 40, 80].map(|n| k(shapes::chazelle(n, 0.01)));
    assert!(combs.windows(2).all(|w| 2 * w[1] >= 3 * w[0]), "{combs:?}");
    let spheres = [2, 3, 4].map(|n| k(shapes::icosphere(n, 1.0)));
    assert!(spheres.iter().all(|&k| k < 60), "{spheres:?}");
}

#[test]
fn a_vertex_that_flew_away_costs_its_own_elements_only() {
    let seconds = |mesh: &TriangleMesh| {
        let start = std::time::Instant::now();
        let certificate = Certificate::from_mesh(&mesh.clone().into()).unwrap();
        (start.elapsed().as_secs_f64(), certificate)
    };
    for far in [1e12, 1e100, f64::MAX / 16.0] {
        let mut small = shapes::bumpy_sphere(4, 0.2, 1);
        small.vertices[7] = DVec3::new(far, -far, far);
        check("exploded", small.into());
        let mut unused = shapes::torus(1.0, 0.3, 12, 8);
        unused.vertices.push(DVec3::splat(far));
        check("unused", unused.into());
        // Its triangles are near all others in their own measure, which takes a distance each. If all others
        // shared a cell of the lattice, it would take thousands of times as long.
        if far > 1e12 {
            continue;
        }
        let mut large = shapes::bumpy_sphere(30, 0.2, 1);
        let (before, whole) = seconds(&large);
        large.vertices[7] = DVec3::new(far, -far, far);
        let (exploded, certificate) = seconds(&large);
        assert!(exploded < 100.0 * before + 1.0, "{far}: {exploded} s after {before} s");
        assert!(certificate.k_mean() < 2.0 * whole.k_mean());
    }
}

/// Corners beyond the lattice are not where its points are.
#[test]
fn triangles_that_reach_beyond_the_lattice_count_as_by_brute_force() {
    let mut near = 0;
    for seed in 0..20 {
        let mut random = SplitMix64::new(seed);
        let mut unit = || random.unit() * 2.0 - 1.0;
        let mut mesh = TriangleMesh::default();
        for _ in 0..4 {
            let mut far = || DVec3::new(unit(), unit(), unit()) * 1e5;
            let (a, b) = (far(), far());
            let large = [a, b, -(a + b) * 0.7];
            mesh.vertices.extend(large);
            // Small ones on it, not far from the origin.
            for _ in 0..40 {
                let (s, t) = (unit() * 0.01, unit() * 0.01);
                let at = (a * (0.7 + s) + b * (0.7 + t) + large[2]) / (2.4 + s + t);
                mesh.vertices.extend([DVec3::X, DVec3::Y, DVec3::Z].map(|p| at + p * 0.01));
            }
        }
        let corners = (0..mesh.vertices.len() as u32).collect::<Vec<u32>>();
        mesh.elements = corners.chunks(3).map(|c| [c[0], c[1], c[2]]).collect();
        near += Certificate::from_mesh(&mesh.clone().into()).unwrap().self_pairs_bound();
        check("large triangles", mesh.into());
    }
    assert!(near >= 20 * 160, "{near}");
}

#[test]
fn nothing_and_bad_meshes() {
    let none = Certificate::from_mesh(&TetMesh::default().into()).unwrap();
    assert_eq!((none.k(), none.height(), none.pairs_bound(&none)), (0, 0.0, 0));
    let bad = TriangleMesh::new(vec![DVec3::NAN; 3], vec![[0, 1, 2]]);
    assert!(Certificate::from_mesh(&bad.into()).is_err());
}

#[test]
fn counts_at_every_power_of_ten_are_those_of_brute_force() {
    for power in -300..=300 {
        let ball = shapes::icosphere(0, 10f64.powi(power));
        let expected = brute_force(&ball);
        let certificate = Certificate::from_mesh(&ball.into()).unwrap();
        assert_eq!(certificate.counts(), expected, "1e{power}");
    }
}

/// Most elements are so small that the lattice ends before the large ones do, and half the reach of these is more
/// than half of the lattice.
#[test]
fn large_elements_beyond_the_lattice_reach_each_other() {
    let mut mesh = TriangleMesh::default();
    let mut add = |corners: [DVec3; 3]| {
        let first = mesh.vertices.len() as u32;
        mesh.vertices.extend(corners);
        mesh.elements.push([first, first + 1, first + 2]);
    };
    for i in 0..5 {
        let at = DVec3::X * 10.0 * f64::from(i);
        add([at, at + DVec3::X, at + DVec3::Y]);
    }
    for x in [-4.5e6, 4.5e6] {
        add([[x, -2e7, 0.0], [x, 2e7, 0.0], [x, 0.0, 1e7]].map(DVec3::from));
    }
    check("large", mesh.clone().into());
    let certificate = Certificate::from_mesh(&mesh.into()).unwrap();
    assert_eq!(certificate.counts().iter().map(|count| count.half).max(), Some(2));
}
