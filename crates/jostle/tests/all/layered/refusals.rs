//! What is refused, and in which words.

use super::scene_of;
use jostle::geometry::Aabb;
use jostle::mesh::{Mesh, shapes};
use jostle::volume::layered::{
    LayeredError, LayeredQuery, LayeredWorkspace, MAX_RESOLUTION, Region,
};
use jostle::{DVec3, ObjectId, TetMesh};

fn refusal(mesh: impl Into<Mesh>) -> LayeredError {
    let (scene, ids) = scene_of([mesh.into()]);
    LayeredWorkspace::new().build(&scene, &LayeredQuery::new(ids)).unwrap_err()
}

#[test]
fn open_surfaces_are_refused_with_the_hole() {
    let error = refusal(shapes::cloth(4, 3, [1.0, 1.0]));
    let LayeredError::Open { length: 14, vertices, .. } = &error else { panic!("{error}") };
    assert_eq!(vertices, &[0, 1, 2, 3]);
    let mut ball = shapes::icosphere(1, 1.0);
    let torn = ball.elements.swap_remove(7);
    let error = refusal(ball);
    let LayeredError::Open { length: 3, vertices, .. } = &error else { panic!("{error}") };
    assert!(vertices.iter().all(|v| torn.contains(v)));
    let text = error.to_string();
    assert!(
        text.starts_with("object 0 ('object 0') is open: a boundary loop of 3 edges"),
        "{text}"
    );
}

#[test]
fn badly_oriented_surfaces_are_refused_with_an_edge() {
    let mut ball = shapes::icosphere(1, 1.0);
    ball.elements[7].swap(0, 1);
    let turned = ball.elements[7];
    let error = refusal(ball.clone());
    let LayeredError::Misoriented { edge, forward, backward, .. } = error else { panic!() };
    assert!(edge.iter().all(|v| turned.contains(v)) && forward + backward == 2);
    assert!(forward != backward);
    // Wholly inside out is oriented.
    ball.elements[7].swap(0, 1);
    ball.elements.iter_mut().for_each(|t| t.swap(0, 1));
    let (scene, ids) = scene_of([ball.into()]);
    let mut workspace = LayeredWorkspace::new();
    let image = workspace.build(&scene, &LayeredQuery::new(ids.clone())).unwrap();
    let volume = image.measure(&ids[0].into()).unwrap().volume;
    let inverted = image.self_intersection(ids[0]).unwrap().inverted.volume;
    assert!(volume > 3.0 && volume == inverted);
}

#[test]
fn tetrahedra_are_taken_however_they_are_listed() {
    let mut mesh: TetMesh = shapes::ball_tets(3, 1.0);
    let volume = |mesh: &TetMesh| {
        let (scene, ids) = scene_of([mesh.clone().into()]);
        let mut workspace = LayeredWorkspace::new();
        let image = workspace.build(&scene, &LayeredQuery::new(ids.clone())).unwrap();
        image.measure(&ids[0].into()).unwrap().volume
    };
    let exact = volume(&mesh);
    mesh.elements.iter_mut().step_by(3).for_each(|t| t.swap(0, 1));
    assert_eq!(volume(&mesh), exact);
    // Inverted by a move, not by the list: the surface stays closed.
    let mut moved = shapes::ball_tets(3, 1.0);
    moved.vertices.iter_mut().step_by(5).for_each(|v| *v *= -0.5);
    assert!(volume(&moved) > 0.0);
}

#[test]
fn other_refusals() {
    let (mut scene, ids) = scene_of([shapes::icosphere(1, 1.0).into()]);
    let mut workspace = LayeredWorkspace::new();
    let one = LayeredQuery::new(ids.clone());
    for resolution in [0, MAX_RESOLUTION + 1] {
        let error = workspace.build(&scene, &one.clone().resolution(resolution)).unwrap_err();
        assert_eq!(error, LayeredError::Resolution { resolution });
    }
    let error = workspace.build(&scene, &LayeredQuery::new([])).unwrap_err();
    assert_eq!(error, LayeredError::NoObjects);
    let error = workspace.build(&scene, &LayeredQuery::new([ids[0], ids[0]])).unwrap_err();
    assert_eq!(error, LayeredError::Repeated { object: ids[0] });
    let error = workspace.build(&scene, &LayeredQuery::new([ObjectId::new(4)])).unwrap_err();
    assert!(matches!(error, LayeredError::Scene(_)), "{error}");
    let region = Aabb { min: DVec3::ZERO, max: DVec3::INFINITY };
    let error = workspace.build(&scene, &one.clone().region(Region::Box(region))).unwrap_err();
    assert_eq!(error, LayeredError::Region { region });
    // After all of these it still works.
    assert!(workspace.build(&scene, &one).is_ok());
    scene.vertices_mut(ids[0]).unwrap()[3].y = f64::NAN;
    let error = workspace.build(&scene, &one).unwrap_err();
    assert!(error.to_string().contains("vertex 3"), "{error}");
    // And there is no image that could be taken for an answer.
    let error = workspace.image().measure(&ids[0].into()).unwrap_err();
    assert_eq!(error, LayeredError::NotInImage { object: ids[0] });
    let error = refusal(shapes::icosphere(1, 1.0).scaled(DVec3::splat(1e110)));
    assert!(matches!(error, LayeredError::Lengths { .. }), "{error}");
}
