//! Vertices of one object inside another, against winding numbers.

use super::{Random, image_of, scene_of};
use jostle::mesh::{Mesh, SurfaceDistance, shapes, winding_number};
use jostle::volume::layered::{LayeredError, LayeredQuery, Region};
use jostle::{DVec3, TriangleMesh};

#[test]
fn vertices_inside_are_told_but_for_half_a_pixel() {
    let mut random = Random(21);
    let solids = [
        shapes::torus(1.0, 0.4, 40, 20),
        shapes::bumpy_sphere(10, 0.3, 1),
        shapes::torus_knot(2, 3, 0.25, 150, 12),
    ];
    let (mut told, mut near, mut wrong) = (0, 0, 0);
    for solid in solids {
        let points = TriangleMesh::new((0..3000).map(|_| random.vector() * 1.3).collect(), vec![]);
        let ball = shapes::ball_tets(8, 0.9).translated(random.vector() * 0.5);
        for (mesh, region) in [(Mesh::from(ball), Region::Overlap), (points.into(), Region::Whole)]
        {
            let (scene, ids) = scene_of([solid.clone().into(), mesh]);
            let shown = if region == Region::Overlap { ids.clone() } else { vec![ids[0]] };
            let query = LayeredQuery::new(shown).region(region).resolution(200);
            let image = image_of(&scene, &query);
            let inside = image.vertices_inside(&scene, ids[1], ids[0]).unwrap();
            assert!(inside.is_sorted() && !inside.is_empty());
            let [along, down] = image.grid().pixel_size();
            let half = along.hypot(down) * 0.5 * 1.001;
            let distance = SurfaceDistance::from_mesh(&solid).unwrap();
            let own = scene.object(ids[1]).unwrap().vertices();
            for (i, &point) in scene.vertices()[own].iter().enumerate() {
                let is_inside = winding_number(&solid, point).unwrap() > 0.5;
                let is_near = distance.nearest(point).unwrap().distance <= half;
                let is_told = inside.binary_search(&(i as u32)).is_ok() == is_inside;
                assert!(is_told || is_near, "vertex {i} at {point}");
                (told, near, wrong) =
                    (told + 1, near + usize::from(is_near), wrong + usize::from(!is_told));
            }
        }
    }
    assert!(told > 9000 && near * 10 < told && wrong < near, "{told} {near} {wrong}");
}

#[test]
fn points_outside_of_the_region_are_not_guessed() {
    let (scene, ids) = scene_of([
        shapes::icosphere(2, 1.0).into(),
        shapes::icosphere(2, 0.1).translated(DVec3::X * 0.5).into(),
        shapes::icosphere(2, 0.1).translated(DVec3::X * -0.5).into(),
    ]);
    let image = image_of(&scene, &LayeredQuery::new([ids[0], ids[1]]).resolution(32));
    let inside = image.vertices_inside(&scene, ids[1], ids[0]).unwrap();
    assert_eq!(inside.len(), scene.object(ids[1]).unwrap().vertices().len());
    let error = image.vertices_inside(&scene, ids[2], ids[0]).unwrap_err();
    assert!(matches!(error, LayeredError::OutsideRegion { vertex: 0, .. }), "{error}");
    assert_eq!(image.vertices_inside(&scene, ids[2], ids[1]), Ok(vec![]), "far from its box");
    assert_eq!(image.winding_number(ids[0], DVec3::X * 9.0), Ok(Some(0)));
    assert_eq!(image.winding_number(ids[0], DVec3::X * 0.5), Ok(Some(1)));
    assert_eq!(image.winding_number(ids[0], DVec3::ZERO), Ok(None));
    let error = image.winding_number(ids[2], DVec3::ZERO).unwrap_err();
    assert_eq!(error, LayeredError::NotInImage { object: ids[2] });
}
