//! Meshes with something wrong with them, and random ones against brute force.

use super::*;
use crate::mesh::{MeshError, TetMesh, TriangleMesh, shapes};
use glam::DVec3;
use proptest::collection::vec;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// Triangles without a meaningful shape: only their corners count.
fn loose(elements: Vec<[u32; 3]>) -> TriangleMesh {
    let count = elements.as_flattened().iter().max().map_or(0, |&v| v + 1);
    let vertices = (0..count).map(|v| DVec3::new(v as f64, (v * v) as f64, 1.0)).collect();
    TriangleMesh::new(vertices, elements)
}

/// A strip of `n` quadrilaterals closed to a band, with or without half a twist.
fn band(n: u32, twist: bool) -> TriangleMesh {
    let rung = |i: u32| {
        let [a, b] = [2 * (i % n), 2 * (i % n) + 1];
        if i == n && twist { [b, a] } else { [a, b] }
    };
    loose(
        (0..n)
            .flat_map(|i| {
                let ([a, b], [d, c]) = (rung(i), rung(i + 1));
                [[a, b, c], [a, c, d]]
            })
            .collect(),
    )
}

/// A torus of `n` by `n` cells, or a Klein bottle, in which one direction closes reversed.
fn wrapped_grid(n: u32, reversed: bool) -> TriangleMesh {
    let at = |i: u32, j: u32| {
        let j = if reversed && i == n { n - j } else { j };
        (i % n) * n + j % n
    };
    loose(
        (0..n)
            .flat_map(|i| (0..n).map(move |j| (i, j)))
            .flat_map(|(i, j)| {
                let (a, b, c, d) = (at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
                [[a, b, c], [a, c, d]]
            })
            .collect(),
    )
}

/// The edges that the loops walk, lower vertex first; fails if one is walked twice.
fn walked(loops: &BoundaryLoops) -> BTreeSet<[u32; 2]> {
    let mut edges = BTreeSet::new();
    for vertices in loops.iter() {
        for (i, &a) in vertices.iter().enumerate() {
            let b = vertices[(i + 1) % vertices.len()];
            assert!(edges.insert([a.min(b), a.max(b)]), "edge {a}-{b} is walked twice");
        }
    }
    edges
}

fn boundary_edges(topology: &SurfaceTopology) -> BTreeSet<[u32; 2]> {
    topology.edges().boundary().map(|edge| topology.edges().corners()[edge]).collect()
}

#[test]
fn nothing_is_closed_and_manifold() {
    let summary = SurfaceSummary::from_mesh(&TriangleMesh::default()).unwrap();
    assert!(summary.closed && summary.manifold && summary.oriented);
    assert_eq!((summary.components, summary.edges, summary.euler), (0, 0, 0));
    assert_eq!((summary.area, summary.volume), (0.0, Some(0.0)));
    let topology = SurfaceTopology::from_mesh(&TriangleMesh::default()).unwrap();
    assert!(topology.boundary_loops().is_empty() && topology.boundary_loops().get(0).is_none());

    let boundary = Boundary::from_mesh(&TetMesh::default()).unwrap();
    assert!(boundary.surface.vertices.is_empty() && boundary.tets.is_empty());
    assert_eq!(VolumeSummary::from_mesh(&TetMesh::default()).unwrap().volume, 0.0);
}

#[test]
fn isolated_vertices_belong_to_nothing() {
    let mut mesh = loose(vec![[1, 3, 5]]);
    mesh.vertices.push(DVec3::MAX);
    let summary = SurfaceSummary::from_mesh(&mesh).unwrap();
    assert_eq!((summary.vertices, summary.components, summary.euler), (3, 1, 1));
    assert!(summary.manifold && summary.area.is_finite());
    assert_eq!(
        SurfaceSummary::from_mesh(&TriangleMesh::new(vec![DVec3::X], vec![])).unwrap().vertices,
        0
    );
}

#[test]
fn bad_meshes_are_refused() {
    let mesh = TriangleMesh::new(vec![DVec3::X], vec![[0, 1, 2]]);
    assert!(matches!(SurfaceTopology::from_mesh(&mesh), Err(MeshError::BadIndex { .. })));
    assert!(signed_volume(&mesh).is_err() && Components::from_mesh(&mesh).is_err());
    let mesh = TetMesh::new(vec![DVec3::X], vec![[0, 0, 0, 0]]);
    assert!(matches!(Boundary::from_mesh(&mesh), Err(MeshError::RepeatedVertex { .. })));
}

#[test]
fn mobius_strip_has_one_edge_and_one_side() {
    let topology = SurfaceTopology::from_mesh(&band(6, true)).unwrap();
    assert!(topology.is_edge_manifold() && topology.is_vertex_manifold());
    assert!(!topology.is_closed() && !topology.is_oriented() && topology.orientation().is_none());
    let loops = topology.boundary_loops();
    assert_eq!((loops.len(), loops.get(0).unwrap().len()), (1, 12));
    let piece = &topology.component_summaries()[0];
    assert_eq!((piece.euler(), piece.orientable, piece.genus()), (0, false, None));
}

#[test]
fn plain_band_has_two_edges_and_two_sides() {
    let topology = SurfaceTopology::from_mesh(&band(6, false)).unwrap();
    assert!(topology.is_oriented());
    assert_eq!(topology.boundary_loops().len(), 2);
    assert_eq!(topology.component_summaries()[0].genus(), Some(0));
}

#[test]
fn cones_that_share_an_apex_are_not_manifold_there() {
    let cone = |first: u32| (0..5).map(move |i| [0, first + i, first + (i + 1) % 5]);
    let topology = SurfaceTopology::from_mesh(&loose(cone(1).chain(cone(6)).collect())).unwrap();
    assert!(topology.is_edge_manifold() && !topology.is_vertex_manifold());
    assert_eq!(topology.non_manifold_vertices(), [0]);
    assert_eq!(topology.components().count(), 1);
    let loops = topology.boundary_loops();
    assert_eq!(loops.iter().collect::<Vec<_>>(), [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]]);
    assert_eq!(topology.component_summaries()[0].genus(), None);
}

#[test]
fn triangles_that_touch_at_a_corner_keep_their_own_loops() {
    let topology = SurfaceTopology::from_mesh(&loose(vec![[0, 1, 3], [0, 2, 4]])).unwrap();
    let loops = topology.boundary_loops();
    assert_eq!(loops.iter().collect::<Vec<_>>(), [[0, 1, 3], [0, 2, 4]]);
}

#[test]
fn three_triangles_on_an_edge() {
    let topology =
        SurfaceTopology::from_mesh(&loose(vec![[0, 1, 2], [1, 0, 3], [0, 1, 4]])).unwrap();
    assert_eq!(topology.edges().non_manifold().collect::<Vec<_>>(), [0]);
    assert_eq!(topology.non_manifold_vertices(), [0, 1]);
    assert!(!topology.is_closed());
    assert_eq!(topology.neighbours(0).collect::<Vec<_>>(), [1, 2]);
    // Counted modulo two, the edge of three is on the boundary, and all seven close up.
    assert_eq!(walked(&topology.boundary_loops()).len(), 7);
    assert_eq!(
        SurfaceSummary::from_mesh(&loose(vec![[0, 1, 2], [1, 0, 3], [0, 1, 4]])).unwrap().genus,
        None
    );
}

#[test]
fn four_triangles_on_an_edge_can_be_closed_and_oriented() {
    // Two tetrahedra glued along one edge.
    let tet = |a, b, c, d| [[a, c, b], [a, b, d], [a, d, c], [b, c, d]];
    let mesh = loose([tet(0, 1, 2, 3), tet(0, 1, 4, 5)].concat());
    let summary = SurfaceSummary::from_mesh(&mesh).unwrap();
    assert!(summary.closed && summary.oriented && !summary.manifold);
    assert_eq!((summary.non_manifold_edges, summary.non_manifold_vertices), (1, 2));
    assert!(summary.volume.is_some());
}

#[test]
fn klein_bottle_is_closed_and_has_one_side() {
    let summary = SurfaceSummary::from_mesh(&wrapped_grid(5, true)).unwrap();
    assert!(summary.closed && summary.manifold && !summary.oriented);
    assert_eq!((summary.euler, summary.genus, summary.volume), (0, None, None));
}

#[test]
fn torus_with_a_turned_triangle_is_still_a_torus() {
    let mut mesh = wrapped_grid(5, false);
    assert!(SurfaceSummary::from_mesh(&mesh).unwrap().oriented);
    mesh.elements[17].swap(0, 2);
    let summary = SurfaceSummary::from_mesh(&mesh).unwrap();
    assert!(summary.closed && summary.manifold && !summary.oriented);
    assert_eq!((summary.genus, summary.volume), (Some(1), None));
    let turns = SurfaceTopology::from_mesh(&mesh).unwrap().orientation().unwrap();
    assert_eq!((0..50).filter(|&t| turns[t]).collect::<Vec<_>>(), [17]);
}

#[test]
fn a_triangle_and_its_double_make_a_closed_pillow() {
    let summary = SurfaceSummary::from_mesh(&loose(vec![[0, 1, 2], [2, 0, 1]])).unwrap();
    assert!(summary.closed && summary.manifold && !summary.oriented);
    assert_eq!((summary.euler, summary.genus), (2, Some(0)));
    assert!(SurfaceSummary::from_mesh(&loose(vec![[0, 1, 2], [2, 1, 0]])).unwrap().oriented);
}

#[test]
fn a_fan_of_many_triangles_on_one_edge_takes_linear_memory() {
    let topology =
        SurfaceTopology::from_mesh(&loose((2..20_000).map(|v| [0, 1, v]).collect())).unwrap();
    assert_eq!(topology.edges().elements(0).len(), 19_998);
    assert_eq!(topology.neighbours(5).count(), 19_997);
}

#[test]
fn boundary_of_inverted_tets_points_outward() {
    let mut cube =
        shapes::box_tets([3, 2, 4], DVec3::new(3.0, 2.0, 4.0), shapes::Split::Five, 0.1, 5);
    let upright = Boundary::from_mesh(&cube).unwrap();
    for tet in cube.elements.iter_mut().step_by(3) {
        tet.swap(1, 2);
    }
    assert_eq!(Boundary::from_mesh(&cube).unwrap(), upright);
    assert_eq!(VolumeSummary::from_mesh(&cube).unwrap().inverted, cube.elements.len().div_ceil(3));
}

#[test]
fn measures_survive_extreme_sizes_and_places() {
    let cube = shapes::box_surface(DVec3::splat(2.0), [1, 1, 1]);
    for (scale, shift) in [(1e-95, 0.0), (1e95, 0.0), (1.0, 1e6), (1e-3, 1e3)] {
        let mut mesh = cube.clone();
        mesh.vertices.iter_mut().for_each(|v| *v = *v * scale + DVec3::splat(shift * scale));
        // Positions are rounded to 2^-53 of the shift, which is all that may be lost.
        let bound = 100.0 * 2f64.powi(-53) * (1.0 + shift);
        let volume = signed_volume(&mesh).unwrap() / 8.0 / scale / scale / scale;
        let area = surface_area(&mesh).unwrap() / 24.0 / scale / scale;
        assert!((volume - 1.0).abs() <= bound, "{scale} {shift}: {volume}");
        assert!((area - 1.0).abs() <= bound, "{scale} {shift}: {area}");
    }
    let mut flat = TetMesh::new(vec![DVec3::X; 4], vec![[0, 1, 2, 3]]);
    assert_eq!(VolumeSummary::from_mesh(&flat).unwrap().flat, 1);
    flat.vertices = [DVec3::ZERO, DVec3::X, DVec3::Z, DVec3::Y].map(|v| 1e150 * v).to_vec();
    assert_eq!(VolumeSummary::from_mesh(&flat).unwrap().inverted, 1);
    assert_eq!(tet_volume(&flat).unwrap(), f64::NEG_INFINITY);
}

/// Any mesh on a few vertices, so that everything happens at once: duplicates, fans, bow ties.
fn tangle<const N: usize>(most: usize) -> impl Strategy<Value = Vec<[u32; N]>> {
    let corners = prop::sample::subsequence((0..9u32).collect::<Vec<_>>(), N).prop_shuffle();
    vec(corners.prop_map(|c| <[u32; N]>::try_from(c).unwrap()), 0..most)
}

fn side_map<const N: usize>(elements: &[[u32; N]]) -> BTreeMap<Vec<u32>, Vec<u32>> {
    let mut sides = BTreeMap::<Vec<u32>, Vec<u32>>::new();
    for (element, corners) in elements.iter().enumerate() {
        for opposite in corners {
            let mut side: Vec<u32> = corners.iter().copied().filter(|c| c != opposite).collect();
            side.sort();
            sides.entry(side).or_default().push(element as u32);
        }
    }
    sides
}

fn assert_sides<const N: usize, const K: usize>(elements: &[[u32; N]], facets: &Facets<N, K>) {
    let expected = side_map(elements);
    assert_eq!(facets.len(), expected.len());
    for (facet, (corners, users)) in expected.iter().enumerate() {
        assert_eq!(facets.corners()[facet].as_slice(), corners);
        assert_eq!(facets.elements(facet), users);
        assert_eq!(facets.find(facets.corners()[facet]), Some(facet));
    }
    for (element, corners) in elements.iter().enumerate() {
        for (corner, facet) in facets.element_facets(element).into_iter().enumerate() {
            assert!(!facets.corners()[facet as usize].contains(&corners[corner]));
            assert!(facets.elements(facet as usize).contains(&(element as u32)));
        }
        let shared = |other: &[u32; N]| other.iter().filter(|c| corners.contains(c)).count();
        let mut expected: Vec<u32> = Vec::new();
        for (other, other_corners) in elements.iter().enumerate().filter(|(o, _)| *o != element) {
            let times = if shared(other_corners) == N { N } else { shared(other_corners) / K };
            expected.extend(std::iter::repeat_n(other as u32, times));
        }
        let mut neighbours: Vec<u32> = facets.neighbours(element).collect();
        neighbours.sort();
        assert_eq!(neighbours, expected);
    }
}

/// Components by spreading labels until nothing changes.
fn flood<const N: usize>(elements: &[[u32; N]]) -> Vec<u32> {
    let mut labels: Vec<u32> = (0..elements.len() as u32).collect();
    loop {
        let before = labels.clone();
        for (a, corners) in elements.iter().enumerate() {
            for (b, others) in elements.iter().enumerate() {
                if corners.iter().any(|c| others.contains(c)) {
                    labels[a] = labels[a].min(labels[b]);
                }
            }
        }
        if labels == before {
            return labels;
        }
    }
}

fn assert_components<const N: usize>(elements: &[[u32; N]], components: &Components) {
    let flood = flood(elements);
    for a in 0..elements.len() {
        for b in 0..elements.len() {
            let together = components.labels()[a] == components.labels()[b];
            assert_eq!(together, flood[a] == flood[b]);
        }
    }
    let labels: BTreeSet<u32> = components.labels().iter().copied().collect();
    assert_eq!(labels, (0..components.count() as u32).collect());
}

/// A star is one fan or ring if its edges have two triangles at most, and if it hangs together
/// through edges at the vertex.
fn has_plain_star(elements: &[[u32; 3]], vertex: u32) -> bool {
    let star: Vec<&[u32; 3]> = elements.iter().filter(|t| t.contains(&vertex)).collect();
    let link: Vec<Vec<u32>> =
        star.iter().map(|t| t.iter().copied().filter(|&v| v != vertex).collect()).collect();
    let uses = |v: u32| link.iter().filter(|pair| pair.contains(&v)).count();
    let mut reached = BTreeSet::from([link[0][0]]);
    for _ in &link {
        for pair in &link {
            if pair.iter().any(|v| reached.contains(v)) {
                reached.extend(pair);
            }
        }
    }
    link.iter().flatten().all(|&v| uses(v) <= 2 && reached.contains(&v))
}

proptest! {
    #[test]
    fn surfaces_agree_with_brute_force(elements in tangle::<3>(24)) {
        let mesh = loose(elements.clone());
        let topology = SurfaceTopology::from_mesh(&mesh).unwrap();
        assert_sides(&elements, topology.edges());
        assert_components(&elements, &topology.components());
        let odd: BTreeSet<u32> = (0..mesh.vertices.len() as u32)
            .filter(|&v| elements.as_flattened().contains(&v) && !has_plain_star(&elements, v))
            .collect();
        prop_assert_eq!(BTreeSet::from_iter(topology.non_manifold_vertices()), odd);
        prop_assert_eq!(walked(&topology.boundary_loops()), boundary_edges(&topology));
        prop_assert_eq!(topology.is_closed(), topology.boundary_loops().is_empty());

        let summary = SurfaceSummary::from_mesh(&mesh).unwrap();
        let used = BTreeSet::from_iter(elements.as_flattened()).len();
        prop_assert_eq!(summary.vertices, used);
        prop_assert_eq!(
            summary.euler,
            used as i64 - summary.edges as i64 + elements.len() as i64
        );
    }

    #[test]
    fn turning_as_told_orients(elements in tangle::<3>(9)) {
        let mut mesh = loose(elements);
        let topology = SurfaceTopology::from_mesh(&mesh).unwrap();
        if let Some(turns) = topology.orientation() {
            for (triangle, _) in mesh.elements.iter_mut().zip(turns).filter(|(_, turn)| *turn) {
                triangle.swap(0, 1);
            }
            let turned = SurfaceTopology::from_mesh(&mesh).unwrap();
            prop_assert!(turned.is_oriented() || !turned.is_edge_manifold());
        } else {
            prop_assert!(!topology.is_oriented());
        }
    }

    #[test]
    fn a_random_turn_of_a_torus_is_undone(turned in vec(any::<bool>(), 50)) {
        let mut mesh = wrapped_grid(5, false);
        for (triangle, _) in mesh.elements.iter_mut().zip(&turned).filter(|(_, turn)| **turn) {
            triangle.swap(0, 1);
        }
        let turns = SurfaceTopology::from_mesh(&mesh).unwrap().orientation().unwrap();
        // The first triangle stays, so either all that were turned are turned back, or all others.
        let undone: Vec<bool> = turned.iter().map(|turn| turn ^ turned[0]).collect();
        prop_assert_eq!(turns, undone);
    }

    #[test]
    fn volumes_agree_with_brute_force(
        elements in tangle::<4>(16),
        coordinates in vec(prop::array::uniform3(-4i8..4), 9),
    ) {
        let vertices = coordinates.iter().map(|c| DVec3::from_array(c.map(f64::from))).collect();
        let mesh = TetMesh::new(vertices, elements.clone());
        let topology = VolumeTopology::from_mesh(&mesh).unwrap();
        assert_sides(&elements, topology.faces());
        assert_components(&elements, &topology.components());

        let Boundary { surface, tets, vertices } = Boundary::from_mesh(&mesh).unwrap();
        prop_assert!(surface.check().is_ok());
        prop_assert!(SurfaceTopology::from_mesh(&surface).unwrap().is_closed());
        prop_assert_eq!(surface.elements.len(), topology.boundary_face_count());
        let expected = side_map(&elements).into_iter().filter(|(_, users)| users.len() % 2 == 1);
        for ((triangle, &tet), (face, users)) in surface.elements.iter().zip(&tets).zip(expected) {
            prop_assert_eq!(tet, users[0]);
            let corners = triangle.map(|v| vertices[v as usize]);
            let mut sorted = corners.to_vec();
            sorted.sort();
            prop_assert_eq!(sorted, face);
            // Small integers: the arithmetic is exact.
            let [a, b, c] = corners.map(|v| mesh.vertices[v as usize]);
            let tip = elements[tet as usize].into_iter().find(|v| !corners.contains(v)).unwrap();
            let height = (b - a).cross(c - a).dot(mesh.vertices[tip as usize] - a);
            prop_assert!(height <= 0.0);
        }
    }
}
