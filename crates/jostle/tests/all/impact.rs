//! Impacts of steps are those of brute force over all features.

use jostle::candidates::MotionError;
use jostle::impact::{ImpactError, ImpactQuery, ImpactSearch};
use jostle::mesh::{Layers, shapes};
use jostle::{DVec3, Filters, ObjectId, Scene, SelfPairs};
use jostle_testing::{
    brute_force_impacts, check_impacts, check_near_impacts, check_random_impacts,
    check_random_near_impacts,
};

#[test]
fn random_steps_are_as_brute_force_has_them() {
    let mut search = ImpactSearch::new();
    let mut impacts = 0;
    for seed in 0..400 {
        impacts += check_random_impacts(&mut search, seed)
            .unwrap_or_else(|error| panic!("scene with seed {seed}: {error}"));
    }
    assert!(impacts > 10_000, "{impacts} impacts");
}

#[test]
fn random_near_impacts_are_as_brute_force_has_them() {
    let mut search = ImpactSearch::new();
    let mut impacts = 0;
    for seed in 0..300 {
        impacts += check_random_near_impacts(&mut search, seed)
            .unwrap_or_else(|error| panic!("scene with seed {seed}: {error}"));
    }
    assert!(impacts > 10_000, "{impacts} impacts");
}

/// A sheet that falls onto a ball, in small and large steps; triangles, and tetrahedra with their boundary.
#[test]
fn falling_sheets_are_as_brute_force_has_them() {
    let mut search = ImpactSearch::new();
    for (fall, solid) in [(0.05, false), (0.5, false), (3.0, true)] {
        let mut scene = Scene::new();
        match solid {
            true => scene.add("ball", shapes::ball_tets(3, 0.5)).unwrap(),
            false => scene.add("ball", shapes::icosphere(2, 0.5)).unwrap(),
        };
        let sheet = shapes::rippled_cloth(9, 9, [1.4, 1.4], Default::default(), 0.05, 1);
        let sheet = scene.add("sheet", sheet.translated(DVec3::Z * 0.56)).unwrap();
        scene.set_self_collision(sheet, true).unwrap();
        let mut end = scene.vertices().to_vec();
        for (i, v) in end[scene.object(sheet).unwrap().vertices()].iter_mut().enumerate() {
            // It crumples on the way.
            *v = DVec3::new(v.x * 0.9, v.y * 0.8, v.z - fall - 0.1 * (i as f64).sin());
        }
        let expected = brute_force_impacts(&scene, &end, 0.0);
        assert!(expected.len() > 20, "{}", expected.len());
        for threads in 1..4 {
            check_impacts(&mut search, &scene, &end, threads, &expected).unwrap();
        }
        for thickness in [1e-6, 0.03] {
            let expected = brute_force_impacts(&scene, &end, thickness);
            for threads in 1..4 {
                check_near_impacts(&mut search, &scene, &end, thickness, threads, &expected)
                    .unwrap();
            }
        }
    }
}

fn falling_ball() -> (Scene, Vec<DVec3>) {
    let mut scene = Scene::new();
    scene.add("floor", shapes::cloth(4, 4, [4.0, 4.0])).unwrap();
    scene.add("ball", shapes::icosphere(2, 0.5).translated(DVec3::Z * 2.0)).unwrap();
    let mut end = scene.vertices().to_vec();
    end[scene.objects()[1].vertices()].iter_mut().for_each(|v| v.z -= 4.0);
    (scene, end)
}

#[test]
fn filters_are_those_of_a_query() {
    let (mut scene, end) = falling_ball();
    let [floor, ball] = [0, 1].map(ObjectId::new);
    let with = |filters| ImpactQuery::all().filters(filters);
    let mut search = ImpactSearch::new();
    let mut is_free =
        |scene: &Scene, query: ImpactQuery| search.find(scene, &end, &query).unwrap().is_free();
    assert!(!is_free(&scene, ImpactQuery::all()));
    assert!(is_free(&scene, with(Filters::new().exclude([(ball, floor)]))));
    assert!(is_free(&scene, with(Filters::new().among([floor]))));
    scene.set_layers(ball, Layers { membership: 2, mask: 2 }).unwrap();
    scene.set_layers(floor, Layers { membership: 1, mask: 1 }).unwrap();
    assert!(is_free(&scene, ImpactQuery::all()));
    assert!(!is_free(&scene, with(Filters::new().layers(false))));
    // The ball folds over itself.
    scene.set_self_collision(ball, true).unwrap();
    let mut folded = scene.vertices().to_vec();
    folded[scene.objects()[1].vertices()].iter_mut().for_each(|v| v.x = -v.x);
    assert!(!search.find(&scene, &folded, &ImpactQuery::all()).unwrap().is_free());
    let query = with(Filters::new().self_pairs(SelfPairs::None));
    assert!(search.find(&scene, &folded, &query).unwrap().is_free());
}

#[test]
fn contacts_have_weights_and_normals() {
    let (scene, end) = falling_ball();
    let mut search = ImpactSearch::new();
    let impacts = search.find(&scene, &end, &ImpactQuery::all()).unwrap();
    let at = |v: u32, t: f64| scene.vertices()[v as usize].lerp(end[v as usize], t);
    for impact in impacts.all() {
        let contact = impact.contact_point(&scene, &end);
        assert!((contact.normal.length() - 1.0).abs() < 1e-12);
        let vertices = impact.features.vertices().map(|v| at(v, contact.time));
        let own = if matches!(impact.features, jostle::impact::TouchingFeatures::VertexFace(_)) {
            1
        } else {
            2
        };
        let sum = |range: std::ops::Range<usize>| -> DVec3 {
            range.map(|i| vertices[i] * contact.weights[i]).sum()
        };
        for point in [sum(0..own), sum(own..4)] {
            assert!((point - contact.position).length() < 1e-12, "{impact:?} {contact:?}");
        }
        // The ball is the first of all pairs of edges only if its vertices are lower, which they are not.
        let towards_ball = if impact.objects[0].index() == 1 { 1.0 } else { -1.0 };
        assert!(contact.normal.z * towards_ball > -1e-9, "{impact:?} {contact:?}");
    }
    let free = impacts.free_step();
    assert!(free < impacts.first().unwrap().time.lower && free > 0.37);
}

/// The ball stays above the floor by 1/2 and comes within 3/4 of it, its lowest vertex first.
#[test]
fn near_contacts_have_weights_and_normals() {
    let (scene, mut end) = falling_ball();
    end[scene.objects()[1].vertices()].iter_mut().for_each(|v| v.z += 3.0);
    let mut search = ImpactSearch::new();
    assert!(search.find(&scene, &end, &ImpactQuery::all()).unwrap().is_free());
    let impacts = search.find(&scene, &end, &ImpactQuery::all().thickness(0.75)).unwrap();
    let first = impacts.first().unwrap();
    assert!(first.thickness == 0.75 && (first.time.lower - 0.75).abs() < 1e-5);
    assert!(first.time.lower <= 0.75 && impacts.free_step() < first.time.lower);
    let contact = first.contact_point(&scene, &end);
    let up = if first.objects[0].index() == 1 { DVec3::Z } else { -DVec3::Z };
    assert!(contact.normal.distance(up) < 1e-9, "{contact:?}");
    assert!((contact.position.z - 0.375).abs() < 1e-5, "{contact:?}");
    let impacts = search.find(&scene, &end, &ImpactQuery::all().thickness(2.0)).unwrap();
    assert!(impacts.starts_in_contact() && impacts.free_step() == 0.0);
}

#[test]
fn bad_steps_are_refused() {
    let (scene, mut end) = falling_ball();
    let mut search = ImpactSearch::new();
    let mut find = |end: &[DVec3], query: ImpactQuery| {
        search.find(&scene, end, &query).map(|_| ()).unwrap_err()
    };
    assert_eq!(
        find(&end, ImpactQuery::all().tolerance(-1.0)),
        ImpactError::BadTolerance { tolerance: -1.0 }
    );
    for thickness in [-1.0, f64::INFINITY] {
        assert_eq!(
            find(&end, ImpactQuery::all().thickness(thickness)),
            ImpactError::BadThickness { thickness }
        );
    }
    let error = find(&end, ImpactQuery::all().thickness(f64::NAN)).to_string();
    assert!(error.starts_with("the thickness is NaN;"), "{error}");
    assert!(matches!(
        find(&end, ImpactQuery::all().filters(Filters::new().among([ObjectId::new(7)]))),
        ImpactError::Query(_)
    ));
    let short = &end[1..];
    assert!(matches!(
        find(short, ImpactQuery::all()),
        ImpactError::Motion(MotionError::WrongVertexCount { .. })
    ));
    end[3].y = f64::NAN;
    let error = find(&end, ImpactQuery::all());
    assert!(error.to_string().contains("vertex 3"), "{error}");
}
