//! Both searches against brute force: all kinds of features, at rest, within a distance, along a step.

use super::feature_numbering::{FeatureKind, FeatureNumbering};
use super::*;
use crate::broad::{Duplicates, KeyFunction};
use crate::geometry::Aabb;
use crate::mesh::shapes;
use crate::mesh::{Mesh, ObjectId, Scene, TriangleMesh};
use glam::DVec3;
use jostle_support::random::SplitMix64;

/// A few objects of several clusters and of few elements, some of them tested against themselves, and
/// where they end a step.
fn scene(seed: u64) -> (Scene, Vec<DVec3>) {
    let mut random = SplitMix64::new(seed);
    let mut scene = Scene::new();
    let meshes: Vec<Mesh> = vec![
        shapes::icosphere(2, 1.0).into(),
        shapes::ball_tets(2, 0.7).into(),
        shapes::cloth(9, 7, [2.0, 2.0]).into(),
        TriangleMesh::default().into(),
        shapes::torus(0.8, 0.2, 16, 8).into(),
    ];
    for (i, mesh) in meshes.into_iter().enumerate() {
        let object = scene.add(format!("{i}"), mesh).unwrap();
        scene.set_self_collision(object, (seed + i as u64).is_multiple_of(2)).unwrap();
        let by = DVec3::new(random.signed(), random.signed(), random.signed()) * 2.0;
        scene.vertices_mut(object).unwrap().iter_mut().for_each(|v| *v += by);
    }
    if seed % 4 == 3 {
        // Apart, so that clusters are loose.
        scene
            .vertices_mut(ObjectId::new(0))
            .unwrap()
            .iter_mut()
            .for_each(|v| *v *= 1.0 + 9.0 * random.signed());
    }
    let far = (seed * 37 % 300) as i32;
    let scale = 10f64.powi([0, -far, 0, far][seed as usize % 4]);
    for object in scene.object_ids() {
        scene.vertices_mut(object).unwrap().iter_mut().for_each(|v| *v *= scale);
    }
    let mut step = || DVec3::new(random.signed(), random.signed(), random.signed()) * scale;
    let end = scene.vertices().iter().map(|&v| v + 0.2 * step()).collect();
    (scene, end)
}

/// A feature as brute force knows it.
struct Feature {
    number: u32,
    object: u32,
    /// At the beginning of the step and at its end.
    boxes: [Aabb; 2],
    /// The least and the greatest sums and differences of two coordinates at the beginning.
    diagonals: [[f64; 2]; 6],
}

impl Feature {
    fn new(input: &SearchInput, [number, object]: [u32; 2], corners: &[u32]) -> Feature {
        let start = input.scene.vertices();
        let boxes = [start, input.motion.end.unwrap_or(start)]
            .map(|positions| Aabb::from_points(corners.iter().map(|&v| positions[v as usize])));
        let along = |diagonal: usize, at: DVec3| {
            let [a, b] = [at[diagonal % 3], at[(diagonal + 1) % 3]];
            if diagonal < 3 { a + b } else { a - b }
        };
        let diagonals = std::array::from_fn(|diagonal| {
            let all = corners.iter().map(|&v| along(diagonal, start[v as usize]));
            [all.clone().fold(f64::INFINITY, f64::min), all.fold(f64::NEG_INFINITY, f64::max)]
        });
        Feature { number, object, boxes, diagonals }
    }

    fn is_apart_along_a_diagonal(&self, other: &Feature) -> bool {
        let mut both = self.diagonals.iter().zip(&other.diagonals);
        both.any(|(a, b)| a[1] < b[0] || b[1] < a[0])
    }
}

fn features(input: &SearchInput, numbering: &FeatureNumbering, kind: FeatureKind) -> Vec<Feature> {
    let SearchInput { scene, topology, scope, .. } = *input;
    let mut all = Vec::new();
    for object in (0..scope.len()).filter(|&o| scope.takes_part(o)) {
        for element in 0..scene.objects()[object].elements().len() {
            let own = (object, element);
            numbering.for_each_owned(scene, topology, own, kind, |feature, corners| {
                all.push(Feature::new(input, [feature, object as u32], corners));
            });
        }
    }
    all
}

/// What brute force says of a search.
#[derive(Default)]
struct Expected {
    /// Pairs of features whose boxes are not further apart than the margin along an axis at both ends of the step.
    least: Vec<[u32; 2]>,
    /// Those of them that a search for features that touch may leave out.
    apart: Vec<[u32; 2]>,
    /// Pairs that a search may list: those whose boxes are not further apart anywhere, on a lattice of about a
    /// hundredth of the typical group.
    most: Vec<[u32; 2]>,
}

fn brute_force(input: &SearchInput, numbering: &FeatureNumbering) -> Expected {
    let sides = input.features.sides();
    let [first, second] = [sides[0], sides[sides.len() - 1]];
    let (first, second) = (features(input, numbering, first), features(input, numbering, second));
    let around = |own: &[Aabb; 2]| own[0].union(own[1]);
    let all =
        first.iter().chain(&second).fold(Aabb::EMPTY, |all, own| all.union(around(&own.boxes)));
    let slack = all.size().max_element() * 2f64.powi(-9);
    let margin = input.motion.margin;
    let is_near = |a: &Aabb, b: &Aabb, distance: f64| {
        (a.min - b.max).max_element() <= distance && (b.min - a.max).max_element() <= distance
    };
    let is_near_throughout = |a: &[Aabb; 2], b: &[Aabb; 2]| {
        let above = |a: &[Aabb; 2], b: &[Aabb; 2], axis: usize| {
            (0..2).all(|end| a[end].min[axis] - b[end].max[axis] > margin)
        };
        !(0..3).any(|axis| above(a, b, axis) || above(b, a, axis))
    };
    let mut expected = Expected::default();
    for a in &first {
        for b in &second {
            let pair = [a.number, b.number];
            if !input.scope.admits([a.object, b.object]) || (sides.len() == 1 && pair[0] >= pair[1])
            {
                continue;
            }
            if is_near_throughout(&a.boxes, &b.boxes) {
                expected.least.push(pair);
                if input.motion.is_rest() && a.is_apart_along_a_diagonal(b) {
                    expected.apart.push(pair);
                }
            }
            if is_near(&around(&a.boxes), &around(&b.boxes), margin + slack) {
                expected.most.push(pair);
            }
        }
    }
    let Expected { least, apart, most } = &mut expected;
    [least, apart, most].into_iter().for_each(|list| list.sort_unstable());
    expected
}

struct Collect;

impl CandidateReceiver for Collect {
    type Worker = Vec<([u32; 2], [u32; 2])>;

    fn receive(&self, worker: &mut Self::Worker, objects: [u32; 2], pair: [u32; 2]) {
        worker.push((pair, objects));
    }
}

fn candidates(
    search: &mut impl CandidateSearch,
    input: &SearchInput,
    workers: usize,
) -> Vec<[u32; 2]> {
    let mut workers = vec![Vec::new(); workers];
    search.update(input);
    search.search(input, &mut Receiving { workers: &mut workers, receiver: &Collect });
    let mut pairs: Vec<[u32; 2]> = workers
        .concat()
        .into_iter()
        .map(|(mut pair, objects)| {
            if input.features == FeaturePair::Elements {
                let owners = pair.map(|e| input.scene.owner_at(e as usize) as u32);
                assert_eq!(owners, objects, "objects are those of the pair, in its order");
            }
            if input.features.sides().len() == 1 {
                pair.sort_unstable();
            }
            pair
        })
        .collect();
    pairs.sort_unstable();
    pairs
}

fn check(found: &[[u32; 2]], expected: &Expected, what: &str) {
    assert!(found.windows(2).all(|pair| pair[0] != pair[1]), "{what}: a pair twice");
    let missed = expected.least.iter().find(|pair| found.binary_search(pair).is_err());
    assert_eq!(missed, None, "{what}: missed");
    let extra = found.iter().find(|pair| expected.most.binary_search(pair).is_err());
    assert_eq!(extra, None, "{what}: far apart");
}

fn are_of_two(scene: &Scene, pair: &[u32; 2]) -> bool {
    let [a, b] = pair.map(|e| scene.owner_at(e as usize));
    a != b
}

/// The scene with the elements of each object in another order, and which each of them is in the scene.
fn shuffled(scene: &Scene, seed: u64) -> (Scene, Vec<u32>) {
    let mut random = SplitMix64::new(seed);
    let (mut shuffled, mut places) = (Scene::new(), Vec::new());
    for (id, object) in scene.object_ids().zip(scene.objects()) {
        let mut order: Vec<usize> = (0..object.elements().len()).collect();
        order.sort_by_cached_key(|_| random.next_u64());
        let mesh = match scene.mesh(id).unwrap() {
            Mesh::Triangles(mut mesh) => {
                mesh.elements = order.iter().map(|&e| mesh.elements[e]).collect();
                Mesh::from(mesh)
            }
            Mesh::Tets(mut mesh) => {
                mesh.elements = order.iter().map(|&e| mesh.elements[e]).collect();
                Mesh::from(mesh)
            }
        };
        shuffled.add(object.name(), mesh).unwrap();
        places.extend(order.iter().map(|&e| (object.elements().start + e) as u32));
    }
    (shuffled, places)
}

#[test]
fn every_search_finds_the_features_that_are_near() {
    let mut topology = TopologyCache::new();
    let (mut clusters, mut boxes) = (ClusterSearch::default(), BoxSearch::default());
    let mut runs = RunSearch::default();
    let mut scope = Scope::default();
    let (mut found_any, mut left_out) = ([0; 5], 0);
    for seed in 0..20 {
        let (scene, end) = scene(seed);
        topology.update(&scene);
        let objects = scene.objects().iter().enumerate();
        let takes_part = |object: usize| seed % 3 != 0 || object != 4;
        scope.update(objects.map(|(o, own)| (takes_part(o), own.has_self_collision())));
        let size = scene.element_bounds().size().max_element();
        let motions = [
            Motion::default(),
            Motion { end: None, margin: size * 0.02 },
            Motion { end: Some(&end), margin: 0.0 },
            Motion { end: Some(&end), margin: size * 0.01 },
        ];
        let pairs = [
            FeaturePair::Elements,
            FeaturePair::EdgeEdge,
            FeaturePair::VertexFace,
            FeaturePair::EdgeFace,
            FeaturePair::VertexTetrahedron,
        ];
        for (motion, (kind, features)) in
            motions.iter().flat_map(|motion| pairs.iter().enumerate().map(move |p| (motion, p)))
        {
            let (topology, scope, features) = (&topology, &scope, *features);
            let motion = *motion;
            let excludes = features == FeaturePair::Elements && motion.is_rest();
            // Within a distance nothing is left out.
            let leaves_out_patches = excludes || motion.margin > 0.0;
            let scene = &scene;
            let input =
                SearchInput { scene, topology, scope, features, motion, leaves_out_patches };
            let mut numbering = FeatureNumbering::default();
            numbering.update(scene, topology, scope);
            let mut expected = brute_force(&input, &numbering);
            let method = [
                BoxMethod::Grid,
                BoxMethod::HashedGrid,
                BoxMethod::UniformHash,
                BoxMethod::Bvh,
                BoxMethod::Sweep,
                BoxMethod::BruteForce,
                BoxMethod::BrutePairs,
            ][seed as usize % 7];
            let (keys, duplicates) = (KeyFunction::default(), Duplicates::default());
            boxes.set(BoxSettings { method, keys, duplicates });
            let workers = 1 + seed as usize % 3;
            let what = format!("seed {seed}, {features:?}, margin {}", motion.margin);
            let by_boxes = candidates(&mut boxes, &input, workers);
            check(&by_boxes, &expected, &what);
            let by_clusters = candidates(&mut clusters, &input, workers);
            let all = expected.least.len();
            expected.least.retain(|pair| {
                let may_be_left_out = expected.apart.binary_search(pair).is_ok()
                    // By patches.
                    || (excludes && !are_of_two(scene, pair));
                !may_be_left_out || by_clusters.binary_search(pair).is_ok()
            });
            check(&by_clusters, &expected, &what);
            found_any[kind] += expected.least.len();
            left_out += usize::from(!excludes) * (all - expected.least.len());
            if features == FeaturePair::Elements && motion.end.is_none() {
                let mut expected = brute_force(&input, &numbering);
                let Expected { least, most, .. } = &mut expected;
                [least, most]
                    .into_iter()
                    .for_each(|list| list.retain(|pair| are_of_two(scene, pair)));
                check(&candidates(&mut runs, &input, workers), &expected, &what);
                // Whatever the order in which a mesh lists its elements.
                let (shuffled, places) = shuffled(scene, seed);
                let mut topology = TopologyCache::new();
                topology.update(&shuffled);
                let input = SearchInput { scene: &shuffled, topology: &topology, ..input };
                let mut by_runs = candidates(&mut runs, &input, workers);
                by_runs.iter_mut().flatten().for_each(|e| *e = places[*e as usize]);
                by_runs.iter_mut().for_each(|pair| pair.sort_unstable());
                by_runs.sort_unstable();
                check(&by_runs, &expected, &format!("{what}, shuffled"));
            }
        }
    }
    assert!(left_out > 10, "{left_out} are in clusters that are apart along a diagonal");
    assert!(found_any.iter().all(|&found| found > 6_000), "{found_any:?}");
}

/// Their boxes overlap, but not what they are within along diagonals.
#[test]
fn slopes_that_are_near_are_candidates_within_a_margin_only() {
    let mut scene = Scene::new();
    let mut slope = shapes::cloth(30, 30, [1.0, 1.0]);
    slope.vertices.iter_mut().for_each(|v| v.z = v.x);
    scene.add("below", slope.clone()).unwrap();
    slope.vertices.iter_mut().for_each(|v| v.z += 0.02);
    scene.add("above", slope).unwrap();
    let mut topology = TopologyCache::new();
    topology.update(&scene);
    let mut scope = Scope::default();
    scope.update(scene.objects().iter().map(|_| (true, false)));
    for margin in [0.0, 0.025] {
        let input = SearchInput::elements_within(&scene, &topology, &scope, margin);
        let mut numbering = FeatureNumbering::default();
        numbering.update(&scene, &topology, &scope);
        let expected = brute_force(&input, &numbering);
        let found = candidates(&mut ClusterSearch::default(), &input, 1);
        assert!(expected.least.len() > 1_000);
        if margin == 0.0 {
            assert_eq!((found.len(), &expected.apart), (0, &expected.least));
        } else {
            check(&found, &expected, "within a margin");
        }
    }
}

/// Where vertices have moved after clusters were made, and before a search.
#[test]
fn shapes_of_clusters_are_those_of_where_vertices_are() {
    let mut scene = Scene::new();
    let ball = scene.add("ball", shapes::icosphere(4, 1.0)).unwrap();
    let floor = scene.add("floor", shapes::cloth(40, 40, [8.0, 8.0])).unwrap();
    scene.vertices_mut(floor).unwrap().iter_mut().for_each(|v| v.z -= 4.0);
    let mut topology = TopologyCache::new();
    topology.update(&scene);
    for object in [ball, floor] {
        assert!(topology.object(&scene, object).clusters().len() > 10);
    }
    scene.vertices_mut(ball).unwrap().iter_mut().for_each(|v| v.z -= 4.0);
    let mut scope = Scope::default();
    scope.update(scene.objects().iter().map(|own| (true, own.has_self_collision())));
    let input = SearchInput::elements_within(&scene, &topology, &scope, 0.0);
    let mut numbering = FeatureNumbering::default();
    numbering.update(&scene, &topology, &scope);
    let mut expected = brute_force(&input, &numbering);
    let found = candidates(&mut ClusterSearch::default(), &input, 1);
    expected.least.retain(|pair| {
        found.binary_search(pair).is_ok() || expected.apart.binary_search(pair).is_err()
    });
    assert!(expected.least.len() > 100, "the ball is in the floor now");
    check(&found, &expected, "moved");
    for object in [ball, floor] {
        assert!(topology.object(&scene, object).take_shapes().is_none(), "taken once");
    }
}

#[test]
fn caches_share_what_they_hold_and_notice_new_topology() {
    let mut scene = Scene::new();
    scene.add("ball", shapes::icosphere(2, 1.0)).unwrap();
    let mut one = TopologyCache::new();
    let mut other = one.clone();
    one.update(&scene);
    let clusters = one.object(&scene, ObjectId::new(0)).clusters() as *const _;
    other.update(&scene);
    assert!(
        std::ptr::eq(clusters, other.object(&scene, ObjectId::new(0)).clusters()),
        "made once for both"
    );
    scene.vertices_mut(ObjectId::new(0)).unwrap()[0].x += 1.0;
    one.update(&scene);
    assert!(
        std::ptr::eq(clusters, one.object(&scene, ObjectId::new(0)).clusters()),
        "vertices may move"
    );
    assert!(one.object(&scene, ObjectId::new(0)).is_closed_surface());
    scene.replace(ObjectId::new(0), shapes::cloth(3, 3, [1.0, 1.0])).unwrap();
    one.update(&scene);
    assert_eq!(one.object(&scene, ObjectId::new(0)).clusters().len(), 1);
    assert!(!one.object(&scene, ObjectId::new(0)).is_closed_surface());
    assert_eq!(one.object(&scene, ObjectId::new(0)).vertex_link(5).len(), 7);
    scene.replace(ObjectId::new(0), shapes::ball_tets(2, 1.0)).unwrap();
    one.update(&scene);
    let ball = one.object(&scene, ObjectId::new(0));
    assert!(!ball.is_closed_surface() && ball.vertex_link(0).is_empty());
    let closed = (0..scene.vertices().len()).filter(|&v| ball.has_closed_star(v)).count();
    assert!(closed > 0 && closed < scene.vertices().len());
}

#[test]
#[should_panic = "updated first"]
fn a_stale_cache_is_not_read() {
    let mut scene = Scene::new();
    scene.add("ball", shapes::icosphere(2, 1.0)).unwrap();
    let mut cache = TopologyCache::new();
    cache.update(&scene);
    scene.replace(ObjectId::new(0), shapes::icosphere(1, 1.0)).unwrap();
    cache.object_at(&scene, 0);
}

#[test]
fn motions_that_do_not_fit_are_refused() {
    let mut scene = Scene::new();
    scene.add("ball", shapes::icosphere(0, 1.0)).unwrap();
    let mut search = FeatureSearch::new();
    let mut refused = |end: Option<&[DVec3]>, margin: f64| {
        search.vertex_faces(&scene, &Motion { end, margin }).unwrap_err().to_string()
    };
    assert!(refused(None, -1.0).starts_with("the margin is -1;"));
    assert!(refused(None, f64::NAN).starts_with("the margin is NaN;"));
    let few = refused(Some(&[DVec3::ZERO; 3]), 0.0);
    assert!(few.starts_with("the scene has 12 vertices but the step ends with 3 positions;"));
    let mut end = vec![DVec3::ZERO; 12];
    end[7].y = f64::INFINITY;
    assert!(refused(Some(&end), 0.0).starts_with("vertex 7 ends the step at"));
}
