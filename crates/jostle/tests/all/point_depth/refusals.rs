//! What is refused, and what the message says.

use jostle::contact::{DepthError, DepthQuery, DepthSearch};
use jostle::mesh::shapes;
use jostle::volume::VolumeError;
use jostle::{DVec3, Filters, ObjectId, QueryError, Scene, SelfPairs};

fn refusal(scene: &Scene, query: &DepthQuery) -> DepthError {
    DepthSearch::new().find(scene, query).unwrap_err()
}

#[test]
fn open_surfaces_are_refused_by_name_and_boundary() {
    let mut scene = Scene::new();
    let ball = scene.add("ball", shapes::ball_tets(2, 1.0)).unwrap();
    let other = scene.add("other", shapes::ball_tets(2, 1.0).translated(DVec3::X)).unwrap();
    scene.add("cloth", shapes::cloth(3, 3, [1.0, 1.0])).unwrap();
    let error = refusal(&scene, &DepthQuery::new());
    assert!(matches!(error, DepthError::Surface(VolumeError::Open { length: 12, .. })), "{error}");
    assert!(
        error.to_string().starts_with("object 2 ('cloth') is open: a boundary loop of 12 edges")
    );
    let among = DepthQuery::new().filters(Filters::new().among([ball, other]));
    assert!(!DepthSearch::new().find(&scene, &among).unwrap().is_empty(), "it takes no part");
}

#[test]
fn surfaces_that_do_not_agree_on_a_side_are_refused() {
    let mut scene = Scene::new();
    let mut sphere = shapes::icosphere(1, 1.0);
    sphere.elements[7].swap(0, 1);
    scene.add("sphere", sphere).unwrap();
    let error = refusal(&scene, &DepthQuery::new());
    assert!(matches!(error, DepthError::Surface(VolumeError::NotOriented { .. })), "{error}");
}

#[test]
fn a_surface_has_no_depths_within() {
    let mut scene = Scene::new();
    let sphere = scene.add("sphere", shapes::icosphere(1, 1.0)).unwrap();
    scene.set_self_collision(sphere, true).unwrap();
    let error = refusal(&scene, &DepthQuery::new());
    assert!(error.to_string().starts_with("object 0 ('sphere') is a surface"), "{error}");
    let query = DepthQuery::new().filters(Filters::new().self_pairs(SelfPairs::None));
    assert!(DepthSearch::new().find(&scene, &query).unwrap().is_empty());
}

#[test]
fn bad_scenes_and_objects_are_refused() {
    let mut scene = Scene::new();
    let ball = scene.add("ball", shapes::ball_tets(2, 1.0)).unwrap();
    let error =
        refusal(&scene, &DepthQuery::new().filters(Filters::new().among([ObjectId::new(7)])));
    assert!(matches!(error, DepthError::Query(QueryError::Scene(_))), "{error}");
    scene.vertices_mut(ball).unwrap()[3].y = f64::NAN;
    let error = refusal(&scene, &DepthQuery::new());
    assert!(matches!(error, DepthError::Query(QueryError::Scene(_))), "{error}");
}

#[test]
fn scenes_of_nothing_have_no_depths() {
    let mut search = DepthSearch::new();
    assert!(search.find(&Scene::new(), &DepthQuery::new()).unwrap().is_empty());
    let mut scene = Scene::new();
    scene.add("empty", jostle::TetMesh::new(Vec::new(), Vec::new())).unwrap();
    scene.add("ball", shapes::ball_tets(2, 1.0)).unwrap();
    scene.add("none", jostle::TriangleMesh::new(vec![DVec3::ZERO], Vec::new())).unwrap();
    assert!(search.find(&scene, &DepthQuery::new()).unwrap().is_empty());
}

/// Flat tetrahedra and coordinates at the ends of the number range lead to numbers, whatever they are.
#[test]
fn degenerate_and_extreme_bodies_get_numbers() {
    for scale in [1e-200, 1e-150, 1.0, 1e150, 1e200] {
        let mut scene = Scene::new();
        let mut flat = shapes::ball_tets(2, 1.0);
        flat.vertices.iter_mut().for_each(|v| v.z = 0.0);
        scene.add("flat", flat.scaled(DVec3::splat(scale))).unwrap();
        let ball = shapes::ball_tets(3, 1.0).translated(DVec3::new(0.3, 0.0, 0.0));
        scene.add("ball", ball.scaled(DVec3::splat(scale))).unwrap();
        let surface = shapes::icosphere(2, 1.0).translated(DVec3::new(0.0, 0.4, 0.0));
        scene.add("surface", surface.scaled(DVec3::splat(scale))).unwrap();
        let mut search = DepthSearch::new();
        let depths = search.find(&scene, &DepthQuery::new()).unwrap();
        assert!(depths.points().len() > 50);
        for own in depths.points() {
            assert!(own.depth >= 0.0 && own.depth <= 3.0 * scale, "{scale}: {own:?}");
            assert!((own.direction.length() - 1.0).abs() < 1e-9, "{scale}: {own:?}");
        }
    }
}
