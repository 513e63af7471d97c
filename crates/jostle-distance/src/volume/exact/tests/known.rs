//! Solids whose overlap is known.

use super::{block, boundary, measured, scene, voxels};
use crate::mesh::{TetMesh, TriangleMesh, shapes};
use crate::volume::{of, overlap, overlaps};
use glam::DVec3;

#[test]
fn boxes_have_a_box_in_common() {
    let unit = block([0.0; 3], [1.0; 3]);
    for offset in [0.0, 1e3, 1e7] {
        let other = block([0.25, 0.5, -0.5], [2.0, 0.75, 0.25]);
        let [a, b] = [&unit, &other].map(|mesh| mesh.clone().translated(DVec3::splat(offset)));
        let found = measured(a, b);
        let volume = 0.75 * 0.25 * 0.25;
        assert!((found.volume - volume).abs() <= 1e-9 * volume, "{found:?}");
        assert!(found.error < 1e-12 * volume, "{found:?}");
        let centroid = DVec3::splat(offset) + DVec3::new(0.625, 0.625, 0.125);
        assert!(found.centroid.unwrap().distance(centroid) <= 1e-15 * offset + 1e-14);
        let area = 2.0 * (0.75 * 0.25 + 0.75 * 0.25 + 0.25 * 0.25);
        assert!((found.area - area).abs() <= 1e-9 * area, "{found:?}");
    }
}

#[test]
fn a_small_part_of_large_boxes_keeps_its_digits() {
    let large = block([-1e6; 3], [0.1; 3]);
    let other = block([0.0; 3], [1e6; 3]);
    let found = measured(large, other);
    assert!((found.volume - 0.1f64.powi(3)).abs() < 1e-15 * 1e-3 * 4.0, "{found:?}");
}

#[test]
fn boxes_that_coincide_have_all_in_common() {
    for mesh in [block([0.0; 3], [1.0; 3]), block([1e7; 3], [1e7 + 1.0; 3])] {
        let found = measured(mesh.clone(), mesh);
        assert!((found.volume - 1.0).abs() <= 1e-14 && (found.area - 6.0).abs() <= 1e-12);
    }
    let ball = shapes::icosphere(3, 1.0);
    let (scene, [a, b]) = scene(ball.clone(), ball);
    let (found, own) = (overlap(&scene, a, b).unwrap(), of(&scene, a).unwrap());
    assert!((found.volume - own).abs() < 1e-12 && overlaps(&scene, a, b).unwrap());
}

#[test]
fn boxes_that_touch_have_nothing_in_common() {
    for x in -1..=1 {
        for y in -1..=1 {
            for z in -1..=1 {
                if [x, y, z] == [0; 3] {
                    continue;
                }
                let offset = DVec3::new(f64::from(x), f64::from(y), f64::from(z));
                let unit = block([0.0; 3], [1.0; 3]);
                let halved = shapes::box_surface(DVec3::ONE, [2, 2, 2]);
                let halved = halved.translated(DVec3::splat(0.5));
                for other in [unit.clone(), halved] {
                    for shift in [0.0, 0.5] {
                        let along = DVec3::splat(shift) * (DVec3::ONE - offset.abs());
                        let moved = other.clone().translated(offset + along);
                        let found = measured(unit.clone(), moved);
                        assert_eq!((found.volume, found.centroid), (0.0, None), "{offset}");
                        assert_eq!(found.area, 0.0, "{offset}");
                    }
                }
            }
        }
    }
}

#[test]
fn the_area_of_a_contact_beside_an_overlap_is_not_counted() {
    // An L of three cubes: the other touches one of them and reaches halfway into another.
    let corner = voxels(&[[0, 0, 0], [1, 0, 0], [0, 1, 0]]);
    for sign in [1.0, -1.0] {
        let mut corner = corner.clone();
        corner.vertices.iter_mut().for_each(|v| *v *= sign);
        let (low, high) = ([0.5, 1.0, 0.0], [2.0, 2.0, 1.0]);
        let mut other = block(low, high);
        other.vertices.iter_mut().for_each(|v| *v *= sign);
        let found = measured(corner, other);
        assert!((found.volume - 0.5).abs() < 1e-14, "{found:?}");
        assert!((found.area - 4.0).abs() < 1e-13, "{found:?}");
    }
}

#[test]
fn a_box_inside_a_box_is_common() {
    let found = measured(block([0.25; 3], [0.5; 3]), block([0.0; 3], [1.0; 3]));
    assert_eq!(found.volume, 0.25f64.powi(3));
    let hollow = {
        let mut mesh = block([0.0; 3], [4.0; 3]);
        let mut hole = block([1.0; 3], [3.0; 3]);
        hole.elements.iter_mut().for_each(|face| face.swap(0, 1));
        let first = mesh.vertices.len() as u32;
        mesh.vertices.extend(hole.vertices);
        mesh.elements.extend(hole.elements.iter().map(|face| face.map(|v| v + first)));
        mesh
    };
    assert_eq!(measured(hollow.clone(), block([1.5; 3], [2.5; 3])).volume, 0.0);
    assert_eq!(measured(hollow.clone(), block([1.0; 3], [3.0; 3])).volume, 0.0);
    let found = measured(hollow, block([0.5; 3], [3.5; 3])).volume;
    assert!((found - 19.0).abs() < 1e-12, "{found}");
}

#[test]
fn which_side_triangles_face_does_not_matter() {
    let mut inward = block([0.0; 3], [1.0; 3]);
    inward.elements.iter_mut().for_each(|face| face.swap(0, 2));
    let found = measured(inward, block([0.5; 3], [1.5; 3]));
    assert!((found.volume - 0.125).abs() < 1e-15, "{found:?}");
}

#[test]
fn inverted_and_flat_tetrahedra_are_solid_or_nothing() {
    let mut cube = voxels(&[[0, 0, 0]]);
    cube.elements[0].swap(0, 1);
    cube.elements[3].swap(2, 3);
    let flat = cube.vertices.len() as u32;
    cube.vertices.extend([DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::X + DVec3::Y]);
    cube.elements.push([flat, flat + 1, flat + 2, flat + 3]);
    let other = block([0.25; 3], [2.0; 3]);
    let found = measured(cube.clone(), other).volume;
    assert!((found - 0.75f64.powi(3)).abs() < 1e-14, "{found}");
    let (scene, [a, _]) = scene(cube, TetMesh::default());
    assert_eq!(of(&scene, a).unwrap(), 1.0);
}

#[test]
fn triangles_of_no_area_change_nothing() {
    let mut mesh = block([0.0; 3], [1.0; 3]);
    // A vertex in the middle of an edge, in one of its two triangles only, and a triangle of no area between.
    let middle = mesh.vertices.len() as u32;
    let [a, b, c] = mesh.elements[0];
    mesh.vertices.push((mesh.vertices[a as usize] + mesh.vertices[b as usize]) / 2.0);
    mesh.elements[0] = [a, middle, c];
    mesh.elements.extend([[middle, b, c], [a, b, middle]]);
    let half = block([-0.5; 3], [0.5; 3]);
    assert!((measured(mesh.clone(), half.clone()).volume - 0.125).abs() < 1e-15);
    assert!((measured(half, mesh).volume - 0.125).abs() < 1e-15);
}

#[test]
fn sizes_at_the_ends_of_the_number_range() {
    for scale in [2f64.powi(-300), 2f64.powi(300)] {
        let scaled = |mut mesh: TriangleMesh| {
            mesh.vertices.iter_mut().for_each(|v| *v *= scale);
            mesh
        };
        let found = measured(scaled(block([0.0; 3], [1.0; 3])), scaled(block([0.5; 3], [2.0; 3])));
        assert_eq!(found.volume, 0.125 * scale * scale * scale);
    }
    let tiny = |low: f64, high: f64| block([low * 5e-324; 3], [high * 5e-324; 3]);
    let (scene, [a, b]) = scene(tiny(0.0, 4.0), tiny(2.0, 6.0));
    assert!(overlaps(&scene, a, b).unwrap());
}

#[test]
fn spheres_approach_the_lens() {
    let ball = shapes::icosphere(5, 1.0);
    let (scene, [a, b]) = scene(ball.clone(), ball.translated(DVec3::new(0.6, 0.64, 0.48)));
    let lens = std::f64::consts::PI / 12.0 * (4.0 + 1.0) * (2.0 - 1.0);
    let found = overlap(&scene, a, b).unwrap();
    assert!(found.volume < lens && (found.volume / lens - 1.0).abs() < 4e-3, "{found:?} {lens}");
}

#[test]
fn tetrahedra_and_their_boundary_are_one_solid() {
    let ball = shapes::ball_tets(4, 1.0);
    let torus = shapes::torus(1.0, 0.3, 24, 12).translated(DVec3::new(0.5, 0.1, 0.2));
    let of_tets = measured(ball.clone(), torus.clone());
    let of_surface = measured(boundary(&ball), torus);
    assert!(of_tets.volume > 0.1);
    assert!((of_tets.volume - of_surface.volume).abs() <= 1e-9 * of_tets.volume);
    assert!((of_tets.area - of_surface.area).abs() <= 1e-9 * of_tets.area);
}
