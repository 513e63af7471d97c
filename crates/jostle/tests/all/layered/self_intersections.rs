//! Where an object overlaps itself.

use super::volumes::closed_shapes;
use super::{image_of, polygon, prism, scene_of, turned};
use jostle::volume::layered::{LayeredQuery, Region, SelfIntersection, ViewAxis};
use jostle::{DVec3, TriangleMesh};

fn self_intersection(mesh: impl Into<jostle::Mesh>, axis: ViewAxis) -> SelfIntersection {
    let (scene, ids) = scene_of([mesh.into()]);
    let query = LayeredQuery::new(ids.clone()).region(Region::Whole).axis(axis).resolution(512);
    image_of(&scene, &query).self_intersection(ids[0]).unwrap()
}

#[test]
fn clean_meshes_have_none() {
    for (name, mesh, _) in closed_shapes() {
        let found = self_intersection(mesh, ViewAxis::FewestLayers);
        let [overlap, inverted] = [found.overlap.volume, found.inverted.volume];
        // Corners are rounded to the lattice of the raster, by 2^-15 of a pixel.
        assert!(overlap < 1e-9 && inverted < 1e-9, "{name}: {overlap:e}, {inverted:e}");
    }
}

/// A five-pointed star as one line that goes round twice.
fn pentagram() -> Vec<[f64; 2]> {
    let corners = polygon(5, 1.0);
    (0..5).map(|i| corners[2 * i % 5]).collect()
}

#[test]
fn a_star_winds_twice_around_its_middle() {
    // The inner pentagon has a radius of cos 72° / cos 36° of the outer one.
    let (fifth, radius) =
        (std::f64::consts::TAU / 5.0, 72f64.to_radians().cos() / 36f64.to_radians().cos());
    let exact = 2.5 * fifth.sin() * radius * radius * 1.5;
    for axis in [ViewAxis::X, ViewAxis::Y, ViewAxis::Z] {
        let found = self_intersection(prism(&pentagram(), 1.5), axis);
        let overlap = found.overlap.volume;
        assert!((overlap / exact - 1.0).abs() < 0.01, "{overlap} for {exact} along {axis:?}");
        assert!(found.inverted.volume < 1e-9);
        assert!(found.overlap.centroid.unwrap().length() < 0.01);
    }
}

#[test]
fn a_crossed_prism_is_inverted_on_one_side() {
    // One half runs the wrong way round.
    let crossed = [[-1.0, -1.0], [1.0, 1.0], [1.0, -1.0], [-1.0, 1.0]];
    for axis in [ViewAxis::X, ViewAxis::Y, ViewAxis::Z] {
        let found = self_intersection(prism(&crossed, 0.8), axis);
        let inverted = found.inverted.volume;
        assert!((inverted / 0.8 - 1.0).abs() < 0.01, "{inverted} along {axis:?}");
        assert!(found.overlap.volume < 1e-9);
        assert!((found.inverted.centroid.unwrap() - DVec3::X * 2.0 / 3.0).length() < 0.01);
    }
}

#[test]
fn parts_of_one_object_that_overlap() {
    let block = jostle::mesh::shapes::box_surface(DVec3::ONE, [1; 3]);
    let mut both = TriangleMesh::default();
    for offset in [DVec3::ZERO, DVec3::new(0.5, 0.25, 0.75)] {
        let first = both.vertices.len() as u32;
        both.vertices.extend(block.vertices.iter().map(|v| *v + offset));
        both.elements.extend(block.elements.iter().map(|t| t.map(|v| v + first)));
    }
    // Turned, so that sides do not fall together with the middles of pixels all along.
    let both = turned(both, DVec3::new(1.0, 2.0, 3.0), 0.5);
    let found = self_intersection(both, ViewAxis::FewestLayers);
    let exact = 0.5 * 0.75 * 0.25;
    assert!((found.overlap.volume / exact - 1.0).abs() < 0.01, "{}", found.overlap.volume);
}
