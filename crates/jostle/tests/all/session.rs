//! Queries of all kinds in one session: the same answers, and topology is made once.

use jostle::candidates::Cancellation;
use jostle::contact::{CurveQuery, CurveSearch, DepthQuery, DepthSearch, NearQuery, NearSearch};
use jostle::distance::{ObjectDepthQuery, Ray, SceneTree, depth_in, distance_in};
use jostle::impact::{ImpactMethod, ImpactQuery, ImpactSearch};
use jostle::mesh::shapes;
use jostle::volume::layered::{LayeredQuery, LayeredWorkspace};
use jostle::{DVec3, ObjectId, Query, QueryError, Scene, Session, Workspace, volume};
use std::fmt::Debug;

fn scene() -> (Scene, [ObjectId; 2]) {
    let mut scene = Scene::new();
    let a = scene.add("a", shapes::bumpy_sphere(8, 0.1, 1)).unwrap();
    let other = shapes::bumpy_sphere(8, 0.1, 2).translated(DVec3::new(1.1, 0.2, 0.1));
    let b = scene.add("b", other).unwrap();
    (scene, [a, b])
}

fn end(scene: &Scene) -> Vec<DVec3> {
    let by = |i: usize| DVec3::new(0.05, (i as f64).sin() * 0.02, 0.01);
    scene.vertices().iter().enumerate().map(|(i, v)| *v + by(i)).collect()
}

/// A query in a session; all that it answers as a text, with the threads that the session says.
type Ask = fn(&Session, &Scene, [ObjectId; 2]) -> String;

fn text(value: &impl Debug) -> String {
    format!("{value:?}")
}

/// Queries that need what topology implies, by name.
const QUERIES: [(&str, Ask); 9] = [
    ("discrete", |session, scene, _| {
        let mut workspace = Workspace::in_session(session);
        let found = workspace.collide(scene, &Query::all_pairs()).unwrap();
        // The second query looks at what topology implies, the first at runs of elements.
        let first = text(&found.pairs());
        workspace.collide(scene, &Query::all_pairs()).unwrap();
        first
    }),
    ("impacts", |session, scene, _| {
        let mut search = ImpactSearch::in_session(session);
        text(&search.find(scene, &end(scene), &ImpactQuery::all()).unwrap().all())
    }),
    ("impacts by the view", |session, scene, _| {
        let mut search = ImpactSearch::in_session(session);
        let query = ImpactQuery::all().method(ImpactMethod::View);
        text(&search.find(scene, &end(scene), &query).unwrap().all())
    }),
    ("near contacts", |session, scene, _| {
        let mut search = NearSearch::in_session(session);
        text(search.find(scene, &NearQuery::within(0.05)).unwrap())
    }),
    ("depths", |session, scene, _| {
        let mut search = DepthSearch::in_session(session);
        text(&search.find(scene, &DepthQuery::new()).unwrap().points())
    }),
    ("curves", |session, scene, _| {
        let mut search = CurveSearch::in_session(session);
        text(search.find(scene, &CurveQuery::new()).unwrap())
    }),
    ("distance", |session, scene, [a, b]| text(&distance_in(session, scene, a, b).unwrap())),
    ("volume", |session, scene, [a, b]| text(&volume::overlap_in(session, scene, a, b).unwrap())),
    ("tree", |session, scene, _| {
        let mut tree = SceneTree::in_session(session);
        tree.update(scene).unwrap();
        let ray = Ray::new(DVec3::new(-3.0, 0.1, 0.2), DVec3::X);
        text(&tree.cast(scene, &ray).unwrap())
    }),
];

/// Where parts of what topology implies are; asking makes those that are not made yet.
fn places(session: &Session, scene: &Scene) -> Vec<[usize; 3]> {
    let mut topology = session.topology().clone();
    topology.update(scene);
    let place = |object| {
        let own = topology.object(scene, object);
        let (edges, faces) = (own.edges().as_ptr(), own.faces().as_ptr());
        [edges as usize, faces as usize, own.component_vertices().as_ptr() as usize]
    };
    scene.object_ids().map(place).collect()
}

#[test]
fn one_session_serves_all_queries_and_makes_topology_once() {
    let (mut scene, objects) = scene();
    let session = Session::new().threads(2);
    let alone: Vec<String> =
        QUERIES.iter().map(|(_, ask)| ask(&Session::new(), &scene, objects)).collect();
    let first = places(&session, &scene);
    let made = bytes(&session, &scene);
    assert!(made > 0);
    // In turn and back, as the scene stands and when it has moved.
    for (i, (name, ask)) in QUERIES.iter().enumerate().chain(QUERIES.iter().enumerate().rev()) {
        assert_eq!(ask(&session, &scene, objects), alone[i], "{name}");
    }
    let all_made = bytes(&session, &scene);
    scene.vertices_mut(objects[1]).unwrap().iter_mut().for_each(|v| v.x += 0.01);
    for (name, ask) in QUERIES {
        let expected = ask(&Session::new(), &scene, objects);
        assert_eq!(ask(&session, &scene, objects), expected, "{name}, moved");
    }
    assert_eq!(places(&session, &scene), first, "what is made stays where it is");
    assert_eq!(bytes(&session, &scene), all_made, "nothing is made again, or beside it");
}

/// Bytes of what topology implies, as far as it has been made.
fn bytes(session: &Session, scene: &Scene) -> usize {
    let mut topology = session.topology().clone();
    topology.update(scene);
    topology.bytes()
}

/// A query that made topology of its own would leave none in the session.
#[test]
fn every_query_makes_topology_in_its_session() {
    let (scene, objects) = scene();
    for (name, ask) in QUERIES {
        if name == "tree" {
            continue; // Faces of surfaces are their elements.
        }
        let session = Session::new();
        let before = bytes(&session, &scene);
        ask(&session, &scene, objects);
        assert!(bytes(&session, &scene) > before, "{name}");
    }
}

#[test]
fn one_cancellation_ends_all_queries_of_a_session() {
    let (scene, [a, b]) = scene();
    let session = Session::new();
    let mut workspace = Workspace::in_session(&session);
    let mut impacts = ImpactSearch::in_session(&session);
    let mut near = NearSearch::in_session(&session);
    let mut depths = DepthSearch::in_session(&session);
    let mut curves = CurveSearch::in_session(&session);
    let mut layers = LayeredWorkspace::in_session(&session);
    let mut ask_all = || -> [bool; 8] {
        let end = end(&scene);
        let layered = LayeredQuery::new([a, b]).resolution(16);
        let query = ObjectDepthQuery::default();
        [
            workspace.collide(&scene, &Query::default()) == Err(QueryError::Cancelled),
            impacts.find(&scene, &end, &ImpactQuery::all()).is_err(),
            near.find(&scene, &NearQuery::within(0.05)).is_err(),
            depths.find(&scene, &DepthQuery::new()).is_err(),
            curves.find(&scene, &CurveQuery::new()) == Err(QueryError::Cancelled),
            layers.build(&scene, &layered).is_err(),
            distance_in(&session, &scene, a, b).is_err(),
            depth_in(&session, &scene, a, b, &query).is_err(),
        ]
    };
    assert_eq!(ask_all(), [false; 8]);
    // The searches were made before the token was.
    let cancellation = Cancellation::new();
    session.set_cancellation(cancellation.clone());
    assert_eq!(ask_all(), [false; 8]);
    cancellation.cancel();
    assert_eq!(ask_all(), [true; 8]);
    session.set_cancellation(Cancellation::new());
    assert_eq!(ask_all(), [false; 8], "another token");
}

/// Two threads ask in one session at once, each with scratch of its own.
#[test]
fn threads_may_ask_in_one_session_at_once() {
    let (scene, [a, b]) = scene();
    let session = Session::new().threads(2);
    let expected = text(&distance_in(&session, &scene, a, b).unwrap());
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..8 {
                    let found = distance_in(&session, &scene, a, b).unwrap();
                    assert_eq!(text(&found), expected);
                }
            });
        }
    });
    assert!(session.bytes() > 0);
}
