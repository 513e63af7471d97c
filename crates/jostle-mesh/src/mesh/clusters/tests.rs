use super::kept_blocks::SameBlocks;
use super::*;
use crate::geometry::lanes::PortableLanes;
use crate::geometry::{Aabb, DiagonalSlabs};
use crate::mesh::{ElementKind, Mesh, Scene, TetMesh, TriangleMesh, shapes};
use glam::DVec3;
use std::collections::HashMap;

fn clusters(mesh: impl Into<Mesh>) -> (Scene, Clusters) {
    let mut scene = Scene::new();
    // Something before it, so that numbers within the object differ from those of the scene.
    scene.add("before", shapes::icosphere(0, 1.0)).unwrap();
    scene.add("mesh", mesh).unwrap();
    let object = ObjectElements::new(&scene, &scene.objects()[1]);
    let (clusters, shapes) = Clusters::build(&object);
    check(&scene, &clusters);
    check_boxes(&object, &clusters, shapes.if_current(&scene.objects()[1]).unwrap());
    (scene, clusters)
}

/// Sees that clusters are where they were found to be.
fn check_boxes(object: &ObjectElements, clusters: &Clusters, shapes: ClusterShapes) {
    for c in 0..clusters.len() {
        let shape = shapes.of(c);
        let vertices = clusters.vertices(c);
        let points = vertices.iter().map(|&v| object.positions()[v as usize]);
        assert_eq!(shape.bounds, Aabb::from_points(points), "cluster {c}");
        let (_, slabs) = DiagonalSlabs::of(PortableLanes, vertices, object.positions());
        assert_eq!(shape.slabs, slabs, "cluster {c}");
    }
}

fn check(scene: &Scene, clusters: &Clusters) {
    let object = ObjectElements::new(scene, &scene.objects()[1]);
    let mut met = vec![0; object.len()];
    for c in 0..clusters.len() {
        let elements = clusters.elements(c);
        assert!(!elements.is_empty() && elements.len() <= Clusters::LARGEST);
        let mut vertices: Vec<u32> =
            elements.iter().flat_map(|&e| object.corners(e as usize)).collect();
        vertices.sort_unstable();
        vertices.dedup();
        let mut listed = clusters.vertices(c).to_vec();
        listed.sort_unstable();
        assert_eq!(listed, vertices);
        elements.iter().for_each(|&e| met[e as usize] += 1);
    }
    assert!(met.iter().all(|&times| times == 1));
    if scene.objects()[1].kind() == ElementKind::Triangle {
        check_tree(&object, clusters);
    }
}

fn check_tree(object: &ObjectElements, clusters: &Clusters) {
    let tree = clusters.tree();
    assert!(tree.clusters().iter().copied().eq(0..clusters.len() as u32));
    check_patches(object, clusters, tree);
    // Along the seams of patches of any size, and of none.
    let sums: Vec<DVec3> = (0..clusters.len()).map(|c| normal_of(object, clusters, c)).collect();
    for most in [1, 4, 30] {
        let mut patches = vec![NO_PATCH; clusters.len()];
        for (n, node) in (0..).zip(tree.nodes()) {
            if node.places.len() <= most && (most > 1 || n % 3 != 0) {
                tree.members(node).iter().for_each(|&c| patches[c as usize] = n);
            }
        }
        let is_seam = |[a, b]: [u32; 2]| {
            let [a, b] = [a, b].map(|c| patches[c as usize]);
            a != b || a == NO_PATCH
        };
        let seams = PatchTree::along_seams(clusters.neighbours(), &sums, is_seam);
        check_patches(object, clusters, &seams);
        for &root in seams.roots() {
            let members = seams.members(seams.node(root));
            let mut own = members.iter().map(|&c| patches[c as usize]);
            let first = own.next().unwrap();
            assert!(first == NO_PATCH || own.any(|patch| patch != first), "patch {root}");
        }
    }
}

/// Stands for no patch.
const NO_PATCH: u32 = u32::MAX;

fn normal_of(object: &ObjectElements, clusters: &Clusters, cluster: usize) -> DVec3 {
    let normal = |&e: &u32| {
        let [a, b, c] = object.triangle(e as usize).map(|v| object.positions()[v as usize]);
        (b - a).cross(c - a)
    };
    clusters.elements(cluster).iter().map(normal).sum()
}

/// Sees that the patches of a tree are made of their children, and end where their borders say.
fn check_patches(object: &ObjectElements, clusters: &Clusters, tree: &PatchTree) {
    let mut covered = Vec::new();
    tree.roots().iter().for_each(|&root| covered.extend_from_slice(tree.members(tree.node(root))));
    assert_eq!(covered.len(), tree.clusters().len());
    covered.sort_unstable();
    assert!(covered.windows(2).all(|two| two[0] < two[1]));
    for (place, &cluster) in (0..).zip(tree.clusters()) {
        assert_eq!(tree.place_of(cluster), place);
    }
    let is_outside = |c: &u32| covered.binary_search(c).is_err();
    for cluster in (0..clusters.len() as u32).filter(is_outside) {
        assert_eq!(tree.place_of(cluster), PatchTree::NO_PLACE);
    }
    for (n, node) in (0..).zip(tree.nodes()) {
        match node.children {
            None => assert_eq!(node.places, n..n + 1),
            Some([a, b]) => {
                assert!(a < n && b < n);
                let [a, b] = [a, b].map(|child| tree.node(child).places.clone());
                assert_eq!(node.places.len(), a.len() + b.len());
                assert!([a, b].iter().all(|child| child.clone().all(|c| node.places.contains(&c))));
            }
        }
        let members = tree.members(node);
        assert_eq!(outline(object, clusters, members), borders(clusters, tree, node), "patch {n}");
    }
}

/// How often each edge is used by the triangles of some clusters, forward less backward.
fn outline(
    object: &ObjectElements,
    clusters: &Clusters,
    members: &[u32],
) -> HashMap<[u32; 2], i32> {
    let mut uses = HashMap::new();
    for &e in members.iter().flat_map(|&c| clusters.elements(c as usize)) {
        let corners: Vec<u32> = object.corners(e as usize).collect();
        for i in 0..3 {
            let (from, to) = (corners[i], corners[(i + 1) % 3]);
            let sign = if from < to { 1 } else { -1 };
            *uses.entry([from.min(to), from.max(to)]).or_default() += sign;
        }
    }
    uses.retain(|_, count| *count != 0);
    uses
}

fn borders(clusters: &Clusters, tree: &PatchTree, node: &PatchNode) -> HashMap<[u32; 2], i32> {
    let all = tree.members(node).iter().flat_map(|&c| clusters.borders(c as usize));
    let mut uses = HashMap::new();
    for border in all.filter(|border| !node.places.contains(&tree.place_of(border.across))) {
        let sign = if border.from < border.to { 1 } else { -1 };
        *uses.entry([border.from.min(border.to), border.from.max(border.to)]).or_default() += sign;
    }
    uses.retain(|_, count| *count != 0);
    uses
}

/// Edges of a cluster's border mostly follow each other.
#[test]
fn borders_come_in_chains() {
    let (_, own) = clusters(shapes::torus(1.0, 0.3, 120, 50));
    let chains = |c: usize| own.borders(c).chunk_by(|one, next| one.to == next.from).count();
    let all = 0..own.len();
    let loops = all.clone().filter(|&c| chains(c) == 1).count();
    assert!(own.len() > 40 && 10 * loops > 9 * own.len(), "{loops} of {}", own.len());
}

#[test]
fn every_element_is_in_one_cluster_and_patches_are_bounded_by_their_borders() {
    clusters(shapes::bumpy_sphere(12, 0.2, 1));
    clusters(shapes::torus(1.0, 0.3, 40, 24));
    clusters(shapes::cloth(40, 30, [1.0, 1.0]));
    clusters(shapes::ball_tets(6, 1.0));
    clusters(TriangleMesh::default());
    clusters(TetMesh::default());
    clusters(TriangleMesh::new(vec![DVec3::X, DVec3::Y, DVec3::Z], vec![[0, 1, 2]]));
}

#[test]
fn edges_of_many_triangles_are_borders_as_often_as_they_do_not_cancel() {
    let fin = |v: f64| DVec3::new(0.0, 0.0, v);
    let vertices = vec![fin(0.0), fin(1.0), DVec3::X, DVec3::Y, DVec3::NEG_X];
    let mesh = TriangleMesh::new(vertices, vec![[0, 1, 2], [0, 1, 3], [1, 0, 4]]);
    clusters(mesh);
    let mut twice = shapes::icosphere(1, 1.0);
    twice.elements.extend_from_within(..);
    clusters(twice);
}

#[test]
fn patches_of_soups_are_bounded_by_their_borders() {
    let mut random = jostle_support::random::SplitMix64::new(1);
    for round in 0..200 {
        let vertices = 4 + round % 40;
        let mut vertex = || (random.signed().abs() * f64::from(vertices)) as u32 % vertices;
        let triangles = (0..vertices * 12).map(|_| [vertex(), vertex(), vertex()]);
        let whole = triangles.filter(|[a, b, c]| a != b && b != c && c != a).collect();
        let at = |v: u32| DVec3::new(v.into(), (v * v).into(), (v * v * v).into());
        clusters(TriangleMesh::new((0..vertices).map(at).collect(), whole));
    }
    // Of more vertices than have rows of bits: all by themselves but for one that all have.
    let spoke = |i: u32| [0, 2 * i + 1, 2 * i + 2];
    let at = |v: u32| DVec3::new(v.into(), (v * v).into(), 0.0);
    let mut most = 0;
    for count in [63, 64, 150] {
        for copies in [1, 2] {
            let spokes = (0..copies).flat_map(|_| (0..count).map(spoke)).collect();
            let vertices = (0..=2 * count).map(at).collect();
            let (_, own) = clusters(TriangleMesh::new(vertices, spokes));
            most = (0..own.len()).map(|c| own.vertices(c).len()).fold(most, usize::max);
        }
    }
    assert!(most > cluster_edges::MOST_VERTICES, "{most}");
}

/// A sheet that is folded onto itself along a line, but for a little: each cluster is on one side, and so is each patch
/// that is not of both halves.
#[test]
fn clusters_end_where_a_surface_is_folded() {
    let mut sheet = shapes::cloth(60, 40, [3.0, 2.0]);
    let Aabb { min, max } = sheet.bounds();
    let middle = (min.x + max.x) / 2.0 + 0.01;
    for v in &mut sheet.vertices {
        if v.x > middle {
            v.z += 0.1 * (v.x - middle);
            v.x = 2.0 * middle - v.x;
        }
    }
    let (scene, own) = clusters(sheet);
    let object = ObjectElements::new(&scene, &scene.objects()[1]);
    let normal = |e: &u32| {
        let [a, b, c] = object.triangle(*e as usize).map(|v| object.positions()[v as usize]);
        (b - a).cross(c - a)
    };
    assert!(own.len() > 20);
    for cluster in 0..own.len() {
        let sum: DVec3 = own.elements(cluster).iter().map(normal).sum();
        assert!(own.elements(cluster).iter().all(|e| normal(e).dot(sum) > 0.0), "{cluster}");
    }
    let sum_of = |node: &PatchNode| -> DVec3 {
        node.places.clone().flat_map(|c| own.elements(c as usize)).map(normal).sum()
    };
    let nodes = own.tree().nodes();
    let over_fold = nodes.iter().filter(|node| {
        let children = node.children.map(|own| own.map(|child| sum_of(&nodes[child as usize])));
        children.is_some_and(|[a, b]| a.dot(b) < 0.0)
    });
    assert_eq!((over_fold.count(), own.tree().roots().len()), (1, 1));
}

#[test]
fn a_surface_becomes_one_patch_of_compact_clusters() {
    let (_, sphere) = clusters(shapes::icosphere(5, 1.0));
    assert_eq!(sphere.tree().roots().len(), 1);
    let average = 20 * 4usize.pow(5) / sphere.len();
    assert!(average >= 48, "{average}");
    // Compact: their vertices are not many more than a disk's would be.
    let vertices: usize = (0..sphere.len()).map(|c| sphere.vertices(c).len()).sum();
    assert!(vertices < 20 * 4usize.pow(5) * 4 / 5, "{vertices}");
}

#[test]
fn a_large_object_in_any_order_has_the_same_compact_clusters_for_any_number_of_threads() {
    let mut mesh = shapes::icosphere(6, 1.0);
    let count = mesh.elements.len();
    // Every element far from the one before: a step that is coprime to their number.
    mesh.elements = (0..count).map(|e| mesh.elements[e * 30_011 % count]).collect();
    let [one, three] = [1, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| clusters(mesh.clone()).1)
    });
    assert_eq!(one, three);
    let average = count / one.len();
    assert!(average >= 64, "{average}");
    let vertices: usize = (0..one.len()).map(|c| one.vertices(c).len()).sum();
    assert!(vertices < count * 4 / 5, "{vertices}");
    // Of more blocks than one, and yet few patches.
    assert!(one.tree().roots().len() < 4);
    clusters(shapes::ball_tets(16, 1.0));
    // As it is listed, in runs.
    let [one, three] = [1, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| clusters(shapes::torus(1.0, 0.3, 600, 50)).1)
    });
    assert_eq!(one, three);
}

#[test]
fn leftovers_that_join_one_after_the_other_end() {
    // Strips of a few triangles, each next to the one before by a vertex: all leftovers, which join in chains.
    for length in 2..12 {
        let strip = shapes::cloth(length, 1, [1.0, 0.1]);
        let (mut vertices, mut elements) = (strip.vertices.clone(), strip.elements.clone());
        for i in 1..60u32 {
            // The first vertex is the last one of the strip before.
            let before = vertices.len() as u32 - 1;
            let first = before;
            vertices.extend(strip.vertices[1..].iter().map(|v| *v + DVec3::X * i as f64));
            elements.extend(strip.elements.iter().map(|corners| corners.map(|v| first + v)));
        }
        // In an order in which neighbours are met late.
        let count = elements.len();
        let step = (count / 3..).find(|step| count % step != 0 && step % 2 == 1).unwrap();
        let mut order: Vec<usize> = (0..count).map(|e| e * step % count).collect();
        order.dedup();
        if order.iter().copied().collect::<std::collections::HashSet<_>>().len() == count {
            elements = order.into_iter().map(|e| elements[e]).collect();
        }
        clusters(TriangleMesh::new(vertices, elements));
    }
}

#[test]
fn hubs_and_soups_take_linear_time() {
    let count = 200_000;
    let point = |i: u32| {
        let angle = std::f64::consts::TAU * i as f64 / count as f64;
        DVec3::new(angle.cos(), angle.sin(), 0.0)
    };
    let vertices: Vec<DVec3> = (0..count).map(point).chain([DVec3::ZERO, DVec3::Z]).collect();
    let fan = (0..count).map(|i| [count, i, (i + 1) % count]).collect();
    clusters(TriangleMesh::new(vertices.clone(), fan));
    // All at one edge.
    let book = (0..count).map(|i| [count, count + 1, i]).collect();
    clusters(TriangleMesh::new(vertices.clone(), book));
    let soup = (0..count / 3).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    clusters(TriangleMesh::new(vertices, soup));
}

/// A surface of several blocks, and the same with other vertices, torn, joined, longer and in another order: what is as
/// it was has the clusters that it had.
#[test]
fn blocks_that_are_as_they_were_have_the_clusters_that_they_had() {
    let mesh = shapes::torus(1.0, 0.3, 240, 80);
    let blocks = 10;
    let mut scene = Scene::new();
    scene.add("before", shapes::icosphere(0, 1.0)).unwrap();
    let object = scene.add("mesh", mesh.clone()).unwrap();
    let mut rebuild = |mesh: &TriangleMesh, before: &KeptBlocks| {
        scene.replace(object, mesh.clone()).unwrap();
        let object = ObjectElements::new(&scene, &scene.objects()[1]);
        let same = before.find_same(&object);
        let all = |own: &SameBlocks| 0..own.blocks().len();
        let count = same.map_or(0, |own| all(&own).filter(|&b| own.get(b).is_some()).count());
        let (clusters, shapes, kept) = Clusters::rebuild(&object, before);
        check(&scene, &clusters);
        if let Some(shapes) = shapes {
            check_boxes(&object, &clusters, shapes);
        }
        assert!(kept.bytes() >= 8 * mesh.elements.len());
        (count, clusters, kept)
    };
    let (count, first, kept) = rebuild(&mesh, &KeptBlocks::default());
    assert_eq!(count, 0);
    let elements = |own: &Clusters| -> Vec<Vec<u32>> {
        (0..own.len()).map(|c| own.elements(c).to_vec()).collect()
    };
    // Vertices with other numbers, some of no triangle between them.
    let vertices = mesh.vertices.len() as u32;
    let mut renumbered = mesh.clone();
    renumbered.vertices.extend_from_within(..);
    let new = |v: u32| v * 30_011 % vertices + if v.is_multiple_of(3) { vertices } else { 0 };
    for v in 0..vertices {
        renumbered.vertices[new(v) as usize] = mesh.vertices[v as usize];
    }
    renumbered.elements.iter_mut().for_each(|own| *own = own.map(new));
    let (count, own, again) = rebuild(&renumbered, &kept);
    assert_eq!(count, blocks);
    let sorted = |own: &Clusters| {
        let mut all = elements(own);
        all.sort_unstable();
        all
    };
    assert_eq!(sorted(&own), sorted(&first));
    assert_eq!(rebuild(&mesh, &again).0, blocks);
    // Torn at one corner.
    for element in [100, 19_500] {
        let mut torn = mesh.clone();
        let corner = torn.elements[element][1];
        torn.vertices.push(torn.vertices[corner as usize]);
        torn.elements[element][1] = vertices;
        let (count, _, torn_kept) = rebuild(&torn, &kept);
        assert_eq!(count, blocks - 1);
        assert_eq!(rebuild(&torn, &torn_kept).0, blocks);
    }
    // Two vertices of one block made one.
    for (element, by) in [(5_000, 4), (5_000, 40), (12_000, 6)] {
        let mut joined = mesh.clone();
        let [from, to] = [0, by].map(|more| mesh.elements[element + more][0]);
        assert_ne!(from, to);
        let join = |v: u32| if v == from { to } else { v };
        joined.elements.iter_mut().for_each(|own| *own = own.map(join));
        let (count, ..) = rebuild(&joined, &kept);
        assert!(count < blocks && count + 2 >= blocks, "{count}");
    }
    // Shorter, longer, and much longer; half of it new, and most of it.
    for (length, expected) in [(35_000, 9), (38_399, 9), (1, 0)] {
        let mut cut = mesh.clone();
        cut.elements.truncate(length);
        assert_eq!(rebuild(&cut, &kept).0, expected);
    }
    for (copies, expected) in [(2, blocks), (3, 0)] {
        let mut long = mesh.clone();
        for copy in 1..copies {
            long.vertices.extend(mesh.vertices.iter().map(|v| *v + f64::from(copy) * DVec3::X));
            let more = mesh.elements.iter().map(|own| own.map(|v| v + copy * vertices));
            long.elements.extend(more);
        }
        assert_eq!(rebuild(&long, &kept).0, expected);
    }
    for (half, expected) in [(5, 5), (4, 0)] {
        let mut other = mesh.clone();
        other.elements[half * 3_840..].reverse();
        assert_eq!(rebuild(&other, &kept).0, expected);
    }
    // What begins small is divided anew as it grows.
    let mut small = mesh.clone();
    let mut kept = KeptBlocks::default();
    for length in [100, 150, 199, 201, 390, 600, 38_400] {
        small.elements.clone_from(&mesh.elements);
        small.elements.truncate(length);
        let (_, own, now) = rebuild(&small, &kept);
        kept = now;
        assert!(own.len() < 2 + length / 50, "{length}: {}", own.len());
    }
    assert_eq!(rebuild(&TriangleMesh::default(), &kept).0, 0);
}
