//! Random solids against the sum over pairs of tetrahedra.

use super::{block, boundary, clipping, measured, voxels};
use crate::mesh::shapes;
use crate::mesh::{TetMesh, TriangleMesh};
use glam::{DMat3, DVec3};
use jostle_support::random::SplitMix64;
use num_rational::BigRational;
use proptest::prelude::*;

/// A map of lattices that turns and stretches: planes of voxels become oblique ones.
fn oblique() -> DMat3 {
    DMat3::from_cols(
        DVec3::new(2.0, 1.0, 0.0),
        DVec3::new(-1.0, 2.0, 1.0),
        DVec3::new(1.0, 0.0, 3.0),
    )
}

fn mapped<const N: usize>(
    mut mesh: crate::mesh::SimplexMesh<N>,
    map: DMat3,
    offset: DVec3,
) -> crate::mesh::SimplexMesh<N> {
    mesh.vertices.iter_mut().for_each(|v| *v = map * *v + offset);
    mesh
}

fn lattice_point(range: i32) -> impl Strategy<Value = DVec3> {
    let c = move || (-range..=range).prop_map(f64::from);
    (c(), c(), c()).prop_map(DVec3::from)
}

fn places() -> impl Strategy<Value = Vec<[i32; 3]>> {
    proptest::collection::btree_set([0..3i32, 0..3, 0..3], 1..9)
        .prop_map(|set| set.into_iter().collect())
}

fn tet_mesh(corners: [DVec3; 4]) -> TetMesh {
    TetMesh::new(corners.to_vec(), vec![[0, 1, 2, 3]])
}

fn assert_near(found: f64, expected: f64, size: f64) -> Result<(), TestCaseError> {
    prop_assert!((found - expected).abs() <= 1e-9 * size, "{found} is not {expected}");
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn voxels_have_their_voxels_in_common(a in places(), b in places(), halves in [-4..=4i32, -4..=4, -4..=4]) {
        // Shifted by halves, each cube shares a quarter, a half, all or nothing along each axis.
        let along = |p: i32, q: i32, axis: usize| {
            (2 - (2 * (p - q) - halves[axis]).abs()).max(0)
        };
        let shared = |p: &[i32; 3], q: &[i32; 3]| -> i32 {
            (0..3).map(|axis| along(p[axis], q[axis], axis)).product()
        };
        let eighths: i32 = a.iter().flat_map(|p| b.iter().map(|q| shared(p, q))).sum();
        let offset = DVec3::from(halves.map(f64::from)) / 2.0;
        for (map, volume) in [(DMat3::IDENTITY, 1.0), (oblique(), oblique().determinant())] {
            let expected = f64::from(eighths) / 8.0 * volume;
            let first = mapped(voxels(&a), map, DVec3::ZERO);
            let second = mapped(voxels(&b), map, map * offset);
            for far in [0.0, 1e7] {
                let far = |mesh: &TetMesh| mesh.clone().translated(DVec3::splat(far));
                let (first, second) = (far(&first), far(&second));
                let found = measured(first.clone(), second.clone()).volume;
                assert_near(found, expected, expected)?;
                prop_assert_eq!(found == 0.0, expected == 0.0);
                let found = measured(boundary(&first), second.clone()).volume;
                assert_near(found, expected, expected)?;
                let found = measured(first, boundary(&second)).volume;
                assert_near(found, expected, expected)?;
            }
        }
    }

    #[test]
    fn single_tetrahedra_of_a_lattice(a in [lattice_point(2), lattice_point(2), lattice_point(2), lattice_point(2)],
                                      b in [lattice_point(2), lattice_point(2), lattice_point(2), lattice_point(2)]) {
        let [a, b] = [tet_mesh(a), tet_mesh(b)];
        let six: BigRational = clipping::of_tets(&a, &b);
        let is_zero = six == BigRational::from_integer(0.into());
        let expected = quotient(&six) / 6.0;
        let found = measured(a, b).volume;
        assert_near(found, expected, expected)?;
        prop_assert_eq!(found == 0.0, is_zero);
    }

    #[test]
    fn boxes_of_a_lattice_turned_or_not(low in lattice_point(3), size in [1..4i32, 1..4, 1..4],
                                        other in lattice_point(3), other_size in [1..4i32, 1..4, 1..4], turn: bool) {
        let cuboid = |low: DVec3, size: [i32; 3]| {
            block(low.to_array(), (low + DVec3::from(size.map(f64::from))).to_array())
        };
        let a = cuboid(low, size);
        // Against one that is oblique to it, or not.
        let map = if turn { oblique() } else { DMat3::IDENTITY };
        let b = mapped(cuboid(other, other_size), map, DVec3::ZERO);
        let expected: f64 = clipping::of_surfaces::<f64>(&a, &b) / 6.0;
        let found = measured(a, b).volume;
        assert_near(found, expected, 1.0 + expected)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn bumpy_surfaces(seed: u64) {
        let mut random = SplitMix64::new(seed);
        let mut bumpy = |mesh: TriangleMesh| -> TriangleMesh {
            let mut mesh = mesh;
            mesh.vertices.iter_mut().for_each(|v| *v *= 1.0 + 0.4 * random.signed());
            let shift = DVec3::new(random.signed(), random.signed(), random.signed());
            mesh.translated(shift * 0.8)
        };
        let (a, b) = (bumpy(shapes::icosphere(1, 1.0)), bumpy(shapes::torus(0.8, 0.4, 6, 5)));
        let expected = clipping::of_surfaces::<f64>(&a, &b) / 6.0;
        let found = measured(a.clone(), b.clone());
        assert_near(found.volume, expected, 1.0)?;
        let far = DVec3::new(-3.0, 7.0, 11.0);
        let moved = measured(a.translated(far), b.translated(far));
        // Coordinates are rounded by the move.
        assert_near(moved.volume, found.volume, 1e-3)?;
        if let (Some(p), Some(q)) = (found.centroid, moved.centroid)
            && found.volume > 1e-6 {
            prop_assert!((p + far).distance(q) < 1e-6);
        }
    }

    #[test]
    fn surfaces_that_almost_coincide(seed: u64, digits in 5..17i32) {
        // Every crossing is of planes that are almost parallel.
        let mut random = SplitMix64::new(seed);
        let ball = shapes::icosphere(1, 1.0).translated(DVec3::splat(0.7));
        let mut shaken = ball.clone();
        let size = 10f64.powi(-digits);
        for v in &mut shaken.vertices {
            *v += size * DVec3::new(random.signed(), random.signed(), random.signed());
        }
        let found = measured(ball.clone(), shaken.clone());
        let own = measured(ball.clone(), ball).volume;
        prop_assert!((found.volume - own).abs() <= 16.0 * size + 1e-13, "{found:?} {own}");
        prop_assert!(found.error < 1e-13);
    }

    #[test]
    fn the_parts_of_a_solid_share_out_the_overlap(seed: u64) {
        // A ball in tetrahedra, one by one, against a torus.
        let mut random = SplitMix64::new(seed);
        let ball = shapes::ball_tets(2, 1.0);
        let shift = DVec3::new(random.signed(), random.signed(), random.signed());
        let torus = shapes::torus(0.9, 0.4, 9, 7).translated(shift * 0.5);
        let whole = measured(ball.clone(), torus.clone());
        let mut volume = 0.0;
        let mut moment = DVec3::ZERO;
        for tet in &ball.elements {
            let part = measured(tet_mesh(tet.map(|v| ball.vertices[v as usize])), torus.clone());
            volume += part.volume;
            moment += part.volume * part.centroid.unwrap_or_default();
        }
        assert_near(volume, whole.volume, whole.volume)?;
        let centroid = whole.centroid.unwrap();
        prop_assert!((moment / volume).distance(centroid) < 1e-9, "{centroid}");
    }
}

fn quotient(value: &BigRational) -> f64 {
    crate::geometry::integers::quotient(value.numer(), value.denom(), 0)
}
