//! A query that is cancelled says so, whenever the request comes, and leaves no trace in later answers.

use jostle::candidates::{Cancellation, FeatureSearch, FeatureSearchError, Motion};
use jostle::collide::Broad;
use jostle::contact::{
    CurveQuery, CurveSearch, DepthError, DepthQuery, DepthSearch, NearError, NearQuery, NearSearch,
};
use jostle::distance::{
    ObjectDepthQuery, PointQuery, Ray, SceneTree, SceneTreeError, depth_in, distance_in,
};
use jostle::impact::{ImpactError, ImpactMethod, ImpactQuery, ImpactSearch};
use jostle::mesh::shapes;
use jostle::volume::layered::{LayeredError, LayeredQuery, LayeredWorkspace};
use jostle::{DVec3, ObjectId, Query, QueryError, Scene, Session, Workspace, volume};
use std::fmt::Debug;
use std::thread;
use std::time::{Duration, Instant};

/// Two balls that cross.
fn scene(subdivisions: u32) -> (Scene, [ObjectId; 2]) {
    let mut scene = Scene::new();
    let ball = shapes::icosphere(subdivisions, 1.0);
    let a = scene.add("a", ball.clone()).unwrap();
    let b = scene.add("b", ball.translated(DVec3::new(1.01, 0.02, 0.03))).unwrap();
    (scene, [a, b])
}

/// A session, and what cancels its queries.
fn session() -> (Session, Cancellation) {
    let (session, cancellation) = (Session::new(), Cancellation::new());
    session.set_cancellation(cancellation.clone());
    (session, cancellation)
}

/// Asks until a request that comes later and later comes too late; before that, every request is to be heard, or the
/// answer is the whole one. Without a request the answer is always the whole one.
fn check<A: PartialEq + Debug + Send, E: PartialEq + Debug + Send>(
    what: &str,
    cancellation: &Cancellation,
    cancelled: E,
    mut ask: impl FnMut() -> Result<A, E> + Send,
) {
    cancellation.reset();
    let begin = Instant::now();
    let whole = ask().unwrap();
    let takes = begin.elapsed();
    cancellation.cancel();
    assert_eq!(ask().unwrap_err(), cancelled, "{what}");
    for share in [0.1, 0.3, 0.5, 0.7, 0.9] {
        cancellation.reset();
        let answer = thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(takes.mul_f64(share));
                cancellation.cancel();
            });
            ask()
        });
        match answer {
            Ok(answer) => assert_eq!(answer, whole, "{what}"),
            Err(error) => assert_eq!(error, cancelled, "{what}"),
        }
        cancellation.reset();
        assert_eq!(ask().unwrap(), whole, "{what}, after a request");
    }
}

#[test]
fn pairs() {
    let (mut scene, [a, _]) = scene(4);
    scene.set_self_collision(a, true).unwrap();
    let (session, cancellation) = session();
    let mut workspace = Workspace::in_session(&session);
    let queries = [
        Query::all_pairs(),
        Query::first_pair(),
        Query::all_pairs().within(0.03),
        Query::all_pairs().broad(Broad::Bvh),
    ];
    for query in queries {
        check("pairs", &cancellation, QueryError::Cancelled, || {
            let found = workspace.collide(&scene, &query)?;
            Ok((found.pairs().to_vec(), found.inside().to_vec(), found.distances().to_vec()))
        });
    }
}

#[test]
fn impacts_of_all_methods() {
    let mut scene = Scene::new();
    let cloth = scene.add("cloth", shapes::cloth(40, 40, [2.0, 2.0])).unwrap();
    scene.set_self_collision(cloth, true).unwrap();
    // Folded over, so that it passes through itself.
    let end: Vec<DVec3> = scene
        .vertices()
        .iter()
        .map(|p| DVec3::new(p.x.abs() * 0.9, p.y, p.x * 0.05 - 0.1 * p.x.abs()))
        .collect();
    let (session, cancellation) = session();
    for method in ImpactMethod::ALL {
        let mut search = ImpactSearch::in_session(&session);
        let query = ImpactQuery::all().method(method);
        check(method.name(), &cancellation, ImpactError::from(QueryError::Cancelled), || {
            Ok(search.find(&scene, &end, &query)?.all().to_vec())
        });
    }
}

#[test]
fn contacts_depths_and_curves() {
    let (scene, _) = scene(4);
    let (session, cancellation) = session();
    let mut near = NearSearch::in_session(&session);
    check("near", &cancellation, NearError::from(QueryError::Cancelled), || {
        Ok(near.find(&scene, &NearQuery::within(0.1))?.clone())
    });
    let mut depths = DepthSearch::in_session(&session);
    check("depths", &cancellation, DepthError::from(QueryError::Cancelled), || {
        Ok(depths.find(&scene, &DepthQuery::new())?.points().to_vec())
    });
    let mut curves = CurveSearch::in_session(&session);
    check("curves", &cancellation, QueryError::Cancelled, || {
        Ok(curves.find(&scene, &CurveQuery::new())?.len())
    });
    let mut features = FeatureSearch::new();
    features.set_cancellation(cancellation.clone());
    check("candidates", &cancellation, FeatureSearchError::Cancelled, || {
        let found = features.find(&scene, &Motion { end: None, margin: 0.1 })?;
        Ok((found.vertex_faces.to_vec(), found.edge_edges.to_vec()))
    });
}

#[test]
fn two_objects() {
    let (mut scene, [a, b]) = scene(2);
    let (session, cancellation) = session();
    check("volume", &cancellation, QueryError::Cancelled.into(), || {
        volume::overlap_in(&session, &scene, a, b)
    });
    let query = ObjectDepthQuery { most_evaluations: 300, ..ObjectDepthQuery::default() };
    check("object depth", &cancellation, QueryError::Cancelled.into(), || {
        depth_in(&session, &scene, a, b, &query)
    });
    scene.vertices_mut(b).unwrap().iter_mut().for_each(|v| v.x += 2.0);
    check("distance", &cancellation, QueryError::Cancelled.into(), || {
        distance_in(&session, &scene, a, b)
    });
}

#[test]
fn layered_images() {
    let (scene, objects) = scene(4);
    let (session, cancellation) = session();
    let mut workspace = LayeredWorkspace::in_session(&session);
    let query = LayeredQuery::new(objects).resolution(200);
    check("layers", &cancellation, LayeredError::from(QueryError::Cancelled), || {
        Ok(workspace.build(&scene, &query)?.layers().clone())
    });
}

#[test]
fn rays_and_points() {
    let (scene, _) = scene(4);
    let (session, cancellation) = session();
    let mut tree = SceneTree::in_session(&session);
    tree.update(&scene).unwrap();
    let at = |i: usize| DVec3::new((i as f64).sin(), (i as f64 * 1.7).cos(), i as f64 * 1e-4);
    let rays: Vec<Ray> = (0..5000).map(|i| Ray::new(at(i) * 3.0, -at(i + 1))).collect();
    check("rays", &cancellation, SceneTreeError::from(QueryError::Cancelled), || {
        let mut hits = Vec::new();
        tree.cast_many(&scene, &rays, &mut hits)?;
        Ok(hits)
    });
    let points: Vec<PointQuery> = (0..5000).map(|i| PointQuery::new(at(i) * 2.0)).collect();
    check("points", &cancellation, SceneTreeError::from(QueryError::Cancelled), || {
        let mut found = Vec::new();
        tree.signed_distance_many(&scene, &points, &mut found)?;
        Ok(found)
    });
}

/// A query that would take minutes ends soon: the machine may be busy, but not that busy.
#[test]
fn a_long_query_ends_soon() {
    let mut scene = Scene::new();
    let ball = scene.add("ball", shapes::icosphere(6, 1.0)).unwrap();
    scene.set_self_collision(ball, true).unwrap();
    let (session, cancellation) = session();
    let mut workspace = Workspace::in_session(&session);
    let begin = Instant::now();
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(300));
            cancellation.cancel();
        });
        let refused = workspace.collide(&scene, &Query::pair_count().within(0.7)).map(|_| ());
        assert_eq!(refused, Err(QueryError::Cancelled));
    });
    assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
}
