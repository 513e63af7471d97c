use super::*;
use crate::mesh::topology::Incidence;
use crate::mesh::{ElementId, ObjectElements, TriangleMesh, shapes};
use crate::narrow::{Tally, elements_collide};
use glam::DVec3;

/// The number of patches, and of clusters in none, after seeing that no two elements of a patch
/// collide.
fn certify(mesh: TriangleMesh) -> (usize, usize) {
    let mut scene = Scene::new();
    scene.add("before", shapes::icosphere(0, 1.0)).unwrap();
    scene.add("mesh", mesh).unwrap();
    let object = &scene.objects()[1];
    let elements = ObjectElements::new(&scene, object);
    let clusters = Clusters::build(&elements, &Incidence::build(&elements));
    let positions = &scene.vertices()[object.vertices()];
    let bounds =
        |c: usize| Aabb::from_points(clusters.vertices(c).iter().map(|&v| positions[v as usize]));
    let boxes: Vec<Aabb> = (0..clusters.len()).map(bounds).collect();
    let mut patches = Patches::default();
    patches.update(&scene, object, &clusters, &boxes);
    let first = object.elements().start;
    let mut members = std::collections::BTreeMap::<u32, Vec<usize>>::new();
    for c in 0..clusters.len() {
        let own = members.entry(patches.patch(c)).or_default();
        own.extend(clusters.elements(c).iter().map(|&e| first + e as usize));
    }
    let free = (0..clusters.len()).filter(|&c| patches.patch(c) == Patches::NONE).count();
    members.remove(&Patches::NONE);
    for members in members.values() {
        for (i, &a) in members.iter().enumerate() {
            for &b in &members[..i] {
                assert!(
                    !elements_collide(
                        &scene,
                        ElementId::new(a),
                        ElementId::new(b),
                        &mut Tally::default()
                    ),
                    "{a} and {b}"
                );
            }
        }
    }
    (members.len(), free)
}

#[test]
fn smooth_surfaces_need_few_patches() {
    assert_eq!(certify(shapes::cloth(30, 30, [1.0, 1.0])), (1, 0));
    let (patches, free) = certify(shapes::icosphere(4, 1.0));
    // A few clusters touch themselves at a corner, and are left to the search.
    assert!((2..=24).contains(&patches) && free <= 4, "{patches} {free}");
    let (patches, free) = certify(shapes::torus(1.0, 0.4, 60, 40));
    assert!(patches < 40 && free <= 4, "{patches} {free}");
    // A ring seen from above has two borders.
    let mut ring = shapes::cloth(48, 2, [1.0, 1.0]);
    for v in &mut ring.vertices {
        let (angle, radius) = (std::f64::consts::TAU * ((v.x + 0.5) % 1.0), 1.0 + 0.2 * v.y);
        *v = DVec3::new(radius * angle.cos(), radius * angle.sin(), 0.0);
    }
    ring.weld();
    assert_eq!(certify(ring), (1, 0));
}

/// A strip that goes round an axis so many times, rising a little: all of it looks up.
fn spiral(turns: f64, rise: f64, steps: u32) -> TriangleMesh {
    let mut strip = shapes::cloth(steps, 2, [1.0, 1.0]);
    for v in &mut strip.vertices {
        let (along, radius) = (v.x + 0.5, 1.0 + 0.4 * v.y);
        let angle = std::f64::consts::TAU * turns * along;
        *v = DVec3::new(radius * angle.cos(), radius * angle.sin(), rise * along);
    }
    strip
}

#[test]
fn what_overlaps_itself_is_never_one_patch() {
    // Less than a turn is seen at once; more is not, though no two of its triangles collide.
    assert_eq!(certify(spiral(0.9, 0.1, 60)), (1, 0));
    for turns in [1.05, 1.5, 2.5] {
        let (patches, _) = certify(spiral(turns, 0.3, 90));
        assert!(patches > 1, "{turns}");
    }
    // Without the rise they do.
    for turns in [1.0, 1.05, 1.5, 2.5] {
        certify(spiral(turns, 0.0, 90));
    }
    // A rise that floating point has forgotten.
    certify(spiral(1.5, 1e-18, 90));
}

#[test]
fn crumpled_surfaces_are_certified_only_where_they_may_be() {
    for seed in 0..30 {
        let mut random = shapes::SplitMix64::new(seed);
        let crumple = 0.004 * (1 + seed % 10) as f64;
        let mut noise = |v: &mut DVec3| {
            *v += DVec3::new(random.signed(), random.signed(), random.signed()) * crumple;
        };
        let mut sheet = shapes::cloth(24, 24, [1.0, 1.0]);
        sheet.vertices.iter_mut().for_each(&mut noise);
        certify(sheet);
        let mut folded = shapes::bumpy_sphere(8, 0.2, seed);
        for v in folded.vertices.iter_mut().filter(|v| v.x > 0.5) {
            v.x = 0.5 - 4.0 * (v.x - 0.5);
        }
        certify(folded);
    }
}

#[test]
fn scales_beyond_reason_are_left_to_the_search() {
    for scale in [1e-300, 1e-150, 1e150, 1e300] {
        let (patches, free) =
            certify(shapes::cloth(16, 16, [1.0, 1.0]).scaled(DVec3::splat(scale)));
        assert!(patches == 0 && free > 0);
    }
    for scale in [1e-30, 1e30] {
        let sheet = shapes::cloth(16, 16, [1.0, 1.0]).scaled(DVec3::splat(scale));
        assert_eq!(certify(sheet), (1, 0));
    }
}

#[test]
fn turned_triangles_and_doubled_ones_are_not_certified() {
    let mut turned = shapes::cloth(8, 8, [1.0, 1.0]);
    turned.elements[60].swap(0, 1);
    let (_, free) = certify(turned);
    assert!(free > 0);
    let mut doubled = shapes::cloth(8, 8, [1.0, 1.0]);
    doubled.elements.extend_from_within(..);
    assert_eq!(certify(doubled).0, 0);
    let mut flat = shapes::cloth(8, 8, [1.0, 1.0]);
    flat.vertices[40] = flat.vertices[41];
    certify(flat);
}
