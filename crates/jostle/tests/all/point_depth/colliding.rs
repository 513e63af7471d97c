//! The set of colliding points against all pairs of vertices and elements.

use super::{Random, turned};
use jostle::contact::{DepthMethod, DepthQuery, DepthSearch};
use jostle::mesh::shapes::{self, Split};
use jostle::mesh::winding_number;
use jostle::narrow::{point_tetrahedron, point_triangle};
use jostle::{DVec3, Filters, Mesh, ObjectId, Scene, SelfPairs, Session, TetMesh};

/// All `(object, touched, vertex)`, sorted; within an object if it is tested against itself.
fn brute_force(scene: &Scene) -> Vec<(usize, usize, u32)> {
    let mut found = Vec::new();
    for a in scene.object_ids() {
        let own = scene.object(a).unwrap();
        let used: Vec<u32> = own
            .elements()
            .flat_map(|e| scene.corner_indices(jostle::ElementId::new(e)).to_vec())
            .collect();
        for b in scene.object_ids() {
            if a == b && !own.has_self_collision() {
                continue;
            }
            let first = scene.object(b).unwrap().vertices().start as u32;
            for v in own.vertices() {
                let p = scene.vertices()[v];
                let is_in = used.contains(&(v as u32))
                    && match scene.mesh(b).unwrap() {
                        Mesh::Tets(tets) => (0..tets.elements.len()).any(|e| {
                            let is_corner = tets.elements[e].iter().any(|&c| c + first == v as u32);
                            !is_corner && point_tetrahedron(p, &tets.corners(e))
                        }),
                        Mesh::Triangles(mesh) => {
                            (0..mesh.elements.len()).any(|e| point_triangle(p, &mesh.corners(e)))
                                || winding_number(&mesh, p).unwrap().abs() > 0.5
                        }
                    };
                if is_in {
                    found.push((a.index(), b.index(), v as u32));
                }
            }
        }
    }
    found.sort_unstable();
    found
}

/// Several kinds of objects about the origin; some on a lattice, so that they touch and share planes.
fn scene(seed: u64) -> Scene {
    let mut random = Random::new(seed);
    let mut scene = Scene::new();
    for i in 0..5 {
        let mesh: Mesh = match (i + seed) % 5 {
            0 => turned(shapes::ball_tets(3, 1.0), random.vector()).into(),
            1 => {
                shapes::box_tets([3, 2, 2], DVec3::new(1.5, 1.0, 1.0), Split::Six, 0.0, seed).into()
            }
            2 => shapes::icosphere(2, 0.8).into(),
            3 => shapes::box_surface(DVec3::ONE, [2; 3]).into(),
            _ => tangled(&mut random).into(),
        };
        let by = match i % 2 {
            0 => (random.vector() * 4.0).round() * 0.25,
            _ => random.vector() * 0.8,
        };
        let name = format!("object {i}");
        let is_body = matches!(mesh, Mesh::Tets(_));
        let object = match mesh {
            Mesh::Tets(mesh) => scene.add(name, mesh.translated(by)),
            Mesh::Triangles(mesh) => scene.add(name, mesh.translated(by)),
        };
        scene.set_self_collision(object.unwrap(), is_body).unwrap();
    }
    scene
}

/// A body whose tetrahedra are in each other and partly inverted.
fn tangled(random: &mut Random) -> TetMesh {
    let mut mesh = shapes::ball_tets(2, 0.9);
    mesh.vertices.iter_mut().for_each(|v| *v += random.vector() * 0.3);
    mesh
}

#[test]
fn the_colliding_points_are_those_of_brute_force() {
    let mut search = DepthSearch::new();
    let [mut between, mut within] = [0; 2];
    for seed in 0..40 {
        let scene = scene(seed);
        let expected = brute_force(&scene);
        for method in DepthMethod::ALL {
            let depths = search.find(&scene, &DepthQuery::new().method(method)).unwrap();
            let found: Vec<(usize, usize, u32)> = (depths.points().iter())
                .map(|own| (own.object.index(), own.touched.index(), own.vertex))
                .collect();
            assert_eq!(found, expected, "seed {seed}");
            for own in depths.points() {
                assert!(own.depth >= 0.0 && own.depth.is_finite(), "seed {seed}: {own:?}");
                assert!((own.direction.length() - 1.0).abs() < 1e-12, "seed {seed}: {own:?}");
            }
        }
        between += expected.iter().filter(|own| own.0 != own.1).count();
        within += expected.iter().filter(|own| own.0 == own.1).count();
    }
    assert!(between > 2_000 && within > 200, "{between} and {within}");
}

#[test]
fn filters_leave_out_what_they_name() {
    let scene = scene(3);
    let all = DepthSearch::new().find(&scene, &DepthQuery::new()).unwrap().clone();
    let pairs = |depths: &jostle::contact::PointDepths| -> Vec<(ObjectId, ObjectId, usize)> {
        depths.pairs().iter().map(|own| (own.object, own.touched, own.count)).collect()
    };
    let mut search = DepthSearch::new();
    let (a, b) = (all.pairs()[0].object, all.pairs()[0].touched);
    let filters = Filters::new().among([a, b]).self_pairs(SelfPairs::None);
    let query = DepthQuery::new().filters(filters);
    let expected: Vec<_> = (pairs(&all).into_iter())
        .filter(|own| own.0 != own.1 && [a, b].contains(&own.0) && [a, b].contains(&own.1))
        .collect();
    assert_eq!(pairs(search.find(&scene, &query).unwrap()), expected);
    let query = DepthQuery::new().filters(Filters::new().exclude([(a, b)]));
    let expected: Vec<_> = (pairs(&all).into_iter())
        .filter(|own| ![(a, b), (b, a)].contains(&(own.0, own.1)))
        .collect();
    assert_eq!(pairs(search.find(&scene, &query).unwrap()), expected);
}

fn search_on(threads: usize) -> DepthSearch {
    DepthSearch::in_session(&Session::new().threads(threads))
}

#[test]
fn any_number_of_threads_gives_the_same_answer() {
    for seed in 0..12 {
        let scene = scene(seed);
        for method in DepthMethod::ALL {
            let query = DepthQuery::new().method(method);
            let one = search_on(1).find(&scene, &query).unwrap().clone();
            for threads in [2, 3] {
                let mut search = search_on(threads);
                assert_eq!(*search.find(&scene, &query).unwrap(), one);
                assert_eq!(*search.find(&scene, &query).unwrap(), one);
            }
        }
    }
    // Large enough that threads share every stage.
    let mut large = Scene::new();
    large.add("one", shapes::box_tets([16; 3], DVec3::ONE, Split::Six, 0.2, 1)).unwrap();
    let other = shapes::box_tets([15; 3], DVec3::ONE, Split::Six, 0.2, 2);
    large.add("other", other.translated(DVec3::new(0.3, 0.1, 0.05))).unwrap();
    large.add("ball", shapes::icosphere(4, 0.6)).unwrap();
    let one = search_on(1).find(&large, &DepthQuery::new()).unwrap().clone();
    assert!(one.points().len() > 3_000);
    for threads in [2, 3] {
        assert_eq!(*search_on(threads).find(&large, &DepthQuery::new()).unwrap(), one);
    }
}

#[test]
fn a_scene_that_moves_or_is_replaced_is_answered_as_if_it_were_new() {
    let mut search = DepthSearch::new();
    let mut scene = scene(1);
    let mut random = Random::new(9);
    for frame in 0..6 {
        for object in scene.object_ids() {
            let by = random.vector() * 0.2;
            super::shift(&mut scene, object, by);
        }
        if frame == 3 {
            scene.replace(ObjectId::new(2), shapes::ball_tets(4, 0.7)).unwrap();
        }
        let kept = search.find(&scene, &DepthQuery::new()).unwrap().clone();
        assert_eq!(kept, *DepthSearch::new().find(&scene, &DepthQuery::new()).unwrap());
    }
}
