//! A workspace made of a reservation is as large as it will ever be: no frame allocates, not even the
//! first, however the meshes are thrown together.

use crate::ALLOCATOR;
use glam::DQuat;
use jostle::collide::{QueryOutput, certified_reservation};
use jostle::freeness::Certificate;
use jostle::mesh::{Mesh, shapes};
use jostle::{DVec3, ObjectId, Query, Scene, Session, collide};
use jostle_testing::{SplitMix64, alone};

/// The pool's queue of jobs takes a new block every few dozen calls from outside it, of this size at
/// most.
const BLOCK: usize = 2072;

fn placed(mesh: &[DVec3], random: &mut SplitMix64) -> Vec<DVec3> {
    let mut signed = || random.signed();
    let turn = DQuat::from_xyzw(signed(), signed(), signed(), signed()).normalize();
    let reach = [0.0, 0.01, 0.3, 1.0, 3.0, 1e3][(signed() * 3.0 + 3.0) as usize % 6];
    let by = DVec3::new(signed(), signed(), signed()) * reach;
    mesh.iter().map(|&p| turn * p + by).collect()
}

fn meshes() -> Vec<(&'static str, Mesh, bool)> {
    vec![
        ("sphere", shapes::bumpy_sphere(8, 0.2, 1).into(), false),
        ("knot", shapes::torus_knot(2, 3, 0.9, 100, 8).into(), true),
        ("comb", shapes::chazelle(12, 0.01).into(), true),
        ("ball", shapes::ball_tets(4, 0.8).into(), true),
        ("rod", shapes::rod_tets(3.0, 0.5, 2, 4).into(), false),
        (
            "sheet",
            shapes::rippled_cloth(20, 20, [2.0, 2.0], Default::default(), 0.1, 1).into(),
            true,
        ),
        (
            "sheet again",
            shapes::rippled_cloth(20, 20, [2.0, 2.0], Default::default(), 0.1, 1).into(),
            false,
        ),
        // A long needle among small ones: a cluster that is loose in some orientations.
        ("soup", soup().into(), true),
    ]
}

/// Triangles that do not hang together, of very different sizes.
fn soup() -> jostle::TriangleMesh {
    let mut random = SplitMix64::new(5);
    let mut mesh = jostle::TriangleMesh::default();
    for e in 0..300u32 {
        let size = 2f64.powi(-(e as i32 % 9));
        let mut point = || DVec3::new(random.signed(), random.signed(), random.signed());
        let centre = point();
        mesh.vertices.extend([point(), point(), point()].map(|p| centre + p * size));
        mesh.elements.push([3 * e, 3 * e + 1, 3 * e + 2]);
    }
    mesh
}

fn throw_together(names: &[&str], queries: &[(Session, Query)], rounds: usize) -> usize {
    let mut scene = Scene::new();
    let mut certificates = Vec::new();
    for (name, mesh, has_self_collision) in
        meshes().into_iter().filter(|own| names.contains(&own.0))
    {
        certificates.push(Certificate::from_mesh(&mesh).unwrap());
        let object = scene.add(name, mesh).unwrap();
        scene.set_self_collision(object, has_self_collision).unwrap();
    }
    let certificates: Vec<&Certificate> = certificates.iter().collect();
    let shapes: Vec<Vec<DVec3>> =
        scene.objects().iter().map(|own| scene.vertices()[own.vertices()].to_vec()).collect();
    let mut most = 0;
    for (session, query) in queries {
        let fresh = match query.output() {
            QueryOutput::AllPairs => Query::all_pairs(),
            QueryOutput::CollidingElements => Query::colliding_elements(),
            QueryOutput::FirstPair => Query::first_pair(),
            QueryOutput::PairCount => Query::pair_count(),
        };
        let reservation = certified_reservation(session, &scene, query, &certificates).unwrap();
        let mut workspace = reservation.workspace(session, &scene, query).unwrap();
        let bytes = workspace.bytes();
        assert!(bytes >= reservation.bytes, "pairs alone");
        let mut random = SplitMix64::new(7);
        for frame in 0..rounds {
            for (object, shape) in shapes.iter().enumerate() {
                let positions = placed(shape, &mut random);
                scene.vertices_mut(ObjectId::new(object)).unwrap().copy_from_slice(&positions);
            }
            let before = ALLOCATOR.allocations();
            let collisions = workspace.collide(&scene, query).unwrap();
            let count = collisions.pair_count();
            let made = ALLOCATOR.allocations().since(before);
            assert!(
                made.count <= 1 && made.bytes <= BLOCK,
                "{made:?} in frame {frame} of {query:?}"
            );
            assert_eq!(collisions.statistics().bytes, bytes as u64, "frame {frame} of {query:?}");
            most = most.max(count);
            if frame % 5 == 0 {
                // On other threads, as a pool of its own would be taken down in the next frame.
                let fresh = collide(&scene, &fresh).unwrap();
                assert_eq!(collisions.pairs(), fresh.pairs());
                assert_eq!(collisions.colliding(), fresh.colliding());
                assert_eq!(count, fresh.pair_count());
                assert_eq!(collisions.inside(), fresh.inside());
            }
        }
        assert!(most <= reservation.pairs || reservation.pairs == 0);
        assert!(!workspace.has_outgrown());
    }
    most
}

fn queries() -> Vec<(Session, Query)> {
    let all =
        [Query::all_pairs(), Query::colliding_elements(), Query::pair_count(), Query::first_pair()];
    let on = |query: &Query, threads| (Session::new().threads(threads), query.clone());
    all.iter().flat_map(|query| [on(query, 1), on(query, 2)]).collect()
}

#[test]
fn meshes_thrown_together_allocate_nothing() {
    alone!();
    let queries = queries();
    assert!(throw_together(&["sphere", "knot", "sheet", "sheet again"], &queries, 25) > 1_000);
    assert!(throw_together(&["ball", "rod"], &queries, 25) > 1_000);
    let names: Vec<&str> = meshes().iter().map(|own| own.0).collect();
    assert!(throw_together(&names, &queries[..2], 25) > 1_000);
}
