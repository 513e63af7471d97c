//! What can be reserved, what happens when that is too little, and what is refused.

use jostle::collide::baselines::Baseline;
use jostle::collide::{
    Broad, CertifiedReservationError, Reservation, ReservationError, certified_reservation,
};
use jostle::freeness::Certificate;
use jostle::mesh::shapes;
use jostle::{DVec3, ObjectId, Query, Scene, Session, collide};

fn two_balls() -> (Scene, Certificate) {
    let ball = shapes::icosphere(3, 1.0);
    let mut scene = Scene::new();
    scene.add("one", ball.clone()).unwrap();
    scene.add("other", ball.clone().translated(DVec3::X * 5.0)).unwrap();
    (scene, Certificate::from_mesh(&ball.into()).unwrap())
}

#[test]
fn a_frame_with_more_pairs_than_asked_for_is_answered_and_told() {
    let (mut scene, _) = two_balls();
    let (session, query) = (Session::new().threads(1), Query::default());
    let reservation = Reservation::new(&session, 10, &query);
    let mut workspace = reservation.workspace(&session, &scene, &query).unwrap();
    assert!(workspace.bytes() < 2_000_000 && workspace.reservation().unwrap().pairs == 10);
    workspace.collide(&scene, &query).unwrap();
    assert!(!workspace.has_outgrown());
    scene.vertices_mut(ObjectId::new(1)).unwrap().iter_mut().for_each(|v| v.x -= 4.9);
    let found = workspace.collide(&scene, &query).unwrap().pairs().to_vec();
    assert!(found.len() > 10);
    assert_eq!(found, collide(&scene, &query).unwrap().pairs());
    assert!(workspace.has_outgrown());
}

#[test]
fn what_cannot_be_reserved_is_refused() {
    let (scene, _) = two_balls();
    let session = Session::new();
    let staged = Baseline { staged: true, ..Baseline::default() };
    for query in [Query::default().baseline(staged), Query::default().broad(Broad::Bvh)] {
        let error =
            Reservation::new(&session, 10, &query).workspace(&session, &scene, &query).unwrap_err();
        assert!(matches!(error, ReservationError::Unbounded { .. }), "{error}");
    }
    let query = Query::default();
    let error = Reservation::new(&session, usize::MAX, &query)
        .workspace(&session, &scene, &query)
        .unwrap_err();
    assert_eq!(error, ReservationError::TooLarge { pairs: usize::MAX });
}

#[test]
fn certificates_of_other_meshes_are_refused() {
    let (scene, certificate) = two_balls();
    let refused = |certificates: &[&Certificate]| {
        certified_reservation(&Session::new(), &scene, &Query::default(), certificates).unwrap_err()
    };
    let wrong = CertifiedReservationError::WrongCount { objects: 2, certificates: 1 };
    assert_eq!(refused(&[&certificate]), wrong);
    let coarse = Certificate::from_mesh(&shapes::icosphere(2, 1.0).into()).unwrap();
    let message = refused(&[&certificate, &coarse]).to_string();
    assert!(
        message.starts_with("object 1 ('other') has 1,280 triangles but its certificate is of 320")
    );
    let large = Certificate::from_mesh(&shapes::icosphere(3, 2.0).into()).unwrap();
    let message = refused(&[&certificate, &large]).to_string();
    assert!(
        message.starts_with("element 0 of object 1 ('other') has the diameter 0."),
        "{message}"
    );
}
