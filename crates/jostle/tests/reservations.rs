//! What can be reserved, what happens when that is too little, and what is refused.

use jostle::collide::{Broad, Reservation, ReservationError};
use jostle::freeness::Certificate;
use jostle::mesh::shapes;
use jostle::{DVec3, Query, Scene, Workspace, collide};

fn two_balls() -> (Scene, Certificate) {
    let ball = shapes::icosphere(3, 1.0);
    let mut scene = Scene::new();
    scene.add("one", ball.clone()).unwrap();
    scene.add("other", ball.clone().translated(DVec3::X * 5.0)).unwrap();
    (scene, Certificate::from_mesh(&ball.into()).unwrap())
}

#[test]
fn a_frame_with_more_pairs_than_asked_for_is_answered_and_told() {
    let (mut scene, certificate) = two_balls();
    let query = Query::default().containment(false).threads(1);
    let reservation = Reservation::of(&scene, &query, &[&certificate; 2]).unwrap();
    let mut workspace = reservation.with_pairs(10).workspace(&scene, &query).unwrap();
    assert!(workspace.bytes() < 2_000_000 && workspace.reservation().unwrap().pairs == 10);
    workspace.collide(&scene, &query).unwrap();
    assert!(!workspace.has_outgrown());
    scene.vertices_mut(1).unwrap().iter_mut().for_each(|v| v.x -= 4.9);
    let found = workspace.collide(&scene, &query).unwrap().pairs().to_vec();
    assert!(found.len() > 10);
    assert_eq!(found, collide(&scene, &query).unwrap().pairs());
    assert!(workspace.has_outgrown());
}

#[test]
fn what_cannot_be_reserved_is_refused() {
    let (scene, certificate) = two_balls();
    let query = Query::default().containment(false);
    let refused = |query: &Query, certificates: &[&Certificate]| {
        Workspace::for_certificates(&scene, query, certificates).unwrap_err()
    };
    let wrong = ReservationError::WrongCount { objects: 2, certificates: 1 };
    assert_eq!(refused(&query, &[&certificate]), wrong);
    for query in [Query::default(), query.clone().staged(true), query.clone().broad(Broad::Bvh)] {
        let error = refused(&query, &[&certificate; 2]);
        assert!(matches!(error, ReservationError::Unbounded { .. }), "{error}");
    }
    let coarse = Certificate::from_mesh(&shapes::icosphere(2, 1.0).into()).unwrap();
    let message = refused(&query, &[&certificate, &coarse]).to_string();
    assert!(
        message.starts_with("object 1 ('other') has 1,280 triangles but its certificate is of 320")
    );
    let large = Certificate::from_mesh(&shapes::icosphere(3, 2.0).into()).unwrap();
    let message = refused(&query, &[&certificate, &large]).to_string();
    assert!(
        message.starts_with("element 0 of object 1 ('other') has the diameter 0."),
        "{message}"
    );
    let greedy = Reservation::of(&scene, &query, &[&certificate; 2]).unwrap();
    let error = greedy.with_pairs(usize::MAX).workspace(&scene, &query).unwrap_err();
    assert_eq!(error, ReservationError::TooLarge { pairs: usize::MAX });
}
