//! Solids on lattices, where faces coincide and edges lie on faces: every curve is closed.

use super::{block, curves_of, vector_area};
use crate::mesh::{TetMesh, TriangleMesh};
use glam::DVec3;
use proptest::prelude::*;

fn lattice_point(range: i32) -> impl Strategy<Value = DVec3> {
    let c = move || (-range..=range).prop_map(f64::from);
    (c(), c(), c()).prop_map(DVec3::from)
}

fn lattice_box() -> impl Strategy<Value = TriangleMesh> {
    (lattice_point(2), [1..4i32, 1..4, 1..4]).prop_map(|(low, size)| {
        block(low.to_array(), (low + DVec3::from(size.map(f64::from))).to_array())
    })
}

fn lattice_tetrahedron() -> impl Strategy<Value = TriangleMesh> {
    [lattice_point(2), lattice_point(2), lattice_point(2), lattice_point(2)].prop_map(|corners| {
        let faces = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
        TriangleMesh::new(corners.to_vec(), faces)
    })
}

/// Unit cubes as tetrahedra that share vertices: edges and vertices of the boundary may be of more than two faces.
fn voxels(places: &std::collections::BTreeSet<[i32; 3]>) -> TetMesh {
    let mut numbers = std::collections::BTreeMap::new();
    let mut elements = Vec::new();
    for place in places {
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let mut at = *place;
            let mut number = |at: [i32; 3]| {
                let next = numbers.len() as u32;
                *numbers.entry(at).or_insert(next)
            };
            let mut corners = [number(at), 0, 0, 0];
            for step in 0..3 {
                at[order[step]] += 1;
                corners[step + 1] = number(at);
            }
            elements.push(corners);
        }
    }
    let mut vertices = vec![DVec3::ZERO; numbers.len()];
    numbers.iter().for_each(|(at, &i)| vertices[i as usize] = DVec3::from(at.map(f64::from)));
    TetMesh::new(vertices, elements)
}

fn places() -> impl Strategy<Value = std::collections::BTreeSet<[i32; 3]>> {
    proptest::collection::btree_set([0..3i32, 0..3, 0..3], 1..7)
}

fn check_closed(curves: &super::IntersectionCurves) -> Result<(), TestCaseError> {
    prop_assert!(curves.curves().all(|curve| curve.is_closed));
    // The vector area of closed curves is the same about any origin.
    let (one, other) =
        (vector_area(curves, DVec3::ZERO), vector_area(curves, DVec3::new(3.0, -2.0, 5.0)));
    prop_assert!(one.distance(other) < 1e-9, "{one} {other}");
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn curves_of_boxes_are_closed(a in lattice_box(), b in lattice_box()) {
        check_closed(&curves_of(a, b))?;
    }

    #[test]
    fn curves_of_tetrahedra_are_closed(a in lattice_tetrahedron(), b in lattice_tetrahedron()) {
        check_closed(&curves_of(a, b))?;
    }

    #[test]
    fn curves_of_a_box_and_a_tetrahedron_are_closed(a in lattice_box(), b in lattice_tetrahedron()) {
        check_closed(&curves_of(a.clone(), b.clone()))?;
        check_closed(&curves_of(b, a))?;
    }

    #[test]
    fn curves_of_voxels_are_closed(a in places(), b in places(), halves in [-3..=3i32, -3..=3, -3..=3]) {
        let offset = DVec3::from(halves.map(f64::from)) / 2.0;
        let (a, b) = (voxels(&a), voxels(&b).translated(offset));
        check_closed(&curves_of(a, b))?;
    }
}

#[test]
fn curves_of_a_solid_and_its_copy_are_closed() {
    let cube = block([0.0; 3], [1.0; 3]);
    check_closed(&curves_of(cube.clone(), cube)).unwrap();
}
