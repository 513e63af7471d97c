use super::*;
use crate::mesh::{ElementId, ObjectElements, TriangleMesh, shapes};
use crate::narrow::almost_parallel::almost_parallel;
use crate::narrow::{Tally, elements_collide};
use glam::DVec3;

/// The number of patches, and of clusters in none, after seeing that no two elements of a patch
/// collide.
fn certify(mesh: TriangleMesh) -> (usize, usize) {
    certify_step(mesh, None)
}

/// The same of a step that ends with these vertices, at some times of it. These and the vertices are to
/// have so few digits that positions at the times are exact.
fn certify_step(mesh: TriangleMesh, end: Option<&[DVec3]>) -> (usize, usize) {
    const TIMES: u32 = 16;
    let mut scene = Scene::new();
    let before = scene.add("before", shapes::icosphere(0, 1.0)).unwrap();
    let moving = scene.add("mesh", mesh).unwrap();
    let end: Option<Vec<DVec3>> = end.map(|end| {
        let rest = &scene.vertices()[scene.object(before).unwrap().vertices()];
        [rest, end].concat()
    });
    let object = &scene.objects()[1];
    let elements = ObjectElements::new(&scene, object);
    let (clusters, shapes) = Clusters::build(&elements);
    let start = scene.vertices()[object.vertices()].to_vec();
    let last = end.as_ref().map_or(&start[..], |end| &end[object.vertices()]).to_vec();
    let bounds = |c: usize| {
        let vertices = clusters.vertices(c).iter();
        Aabb::from_points(vertices.flat_map(|&v| [start[v as usize], last[v as usize]]))
    };
    let boxes: Vec<Aabb> = (0..clusters.len()).map(bounds).collect();
    let mut at_rest = Patches::default();
    at_rest.update(&scene, None, object, &clusters, &boxes, None);
    let shapes = shapes.if_current(object).unwrap();
    let cones = (0..clusters.len()).map(|cluster| shapes.of(cluster).cone);
    // As text, since some have parts that are no numbers.
    let known = format!("{:?}", cones.collect::<Vec<NormalCone>>());
    assert_eq!(known, format!("{:?}", at_rest.cones), "as they were found with the clusters");
    let mut patches = Patches::default();
    patches.update(&scene, end.as_deref(), object, &clusters, &boxes, None);
    let first = object.elements().start;
    let mut members =
        [(); Patches::COVERS].map(|()| std::collections::BTreeMap::<u32, Vec<usize>>::new());
    for c in 0..clusters.len() {
        for (members, patch) in members.iter_mut().zip(patches.patches(c)) {
            let own = members.entry(patch).or_default();
            own.extend(clusters.elements(c).iter().map(|&e| first + e as usize));
        }
    }
    let free = (0..clusters.len()).filter(|&c| patches.patches(c)[0] == Patches::NONE).count();
    members.iter_mut().for_each(|members| _ = members.remove(&Patches::NONE));
    for time in 0..=if end.is_some() { TIMES } else { 0 } {
        let t = f64::from(time) / f64::from(TIMES);
        for (v, (start, last)) in
            scene.vertices_mut(moving).unwrap().iter_mut().zip(start.iter().zip(&last))
        {
            *v = start + (last - start) * t;
        }
        let all = members.iter().flat_map(|members| members.values());
        all.for_each(|members| check_free(&scene, members, t));
    }
    (members[0].len(), free)
}

/// Sees that no two elements collide.
fn check_free(scene: &Scene, members: &[usize], t: f64) {
    for (i, &a) in members.iter().enumerate() {
        for &b in &members[..i] {
            let pair = [a, b].map(ElementId::new);
            assert!(
                !elements_collide(scene, pair[0], pair[1], &mut Tally::default()),
                "{a} and {b} at {t}"
            );
        }
    }
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
        // So fine that a cluster is less than a turn.
        let (patches, _) = certify(spiral(turns, 0.3, 180));
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
        let mut random = jostle_support::random::SplitMix64::new(seed);
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

/// A mesh with vertices of few digits, multiples of three of them.
fn on_a_lattice(mut mesh: TriangleMesh) -> TriangleMesh {
    mesh.vertices.iter_mut().for_each(|v| *v = (*v * 1024.0).round() * 3.0 / 1024.0);
    mesh
}

#[test]
fn steps_are_certified_only_where_nothing_touches() {
    let step = |mesh: &TriangleMesh, to: &mut dyn FnMut(DVec3) -> DVec3| {
        let end: Vec<DVec3> = mesh.vertices.iter().map(|&v| to(v)).collect();
        certify_step(mesh.clone(), Some(&end))
    };
    let sheet = on_a_lattice(shapes::cloth(12, 12, [1.0, 1.0]));
    let square = |v: DVec3| DVec3::new(v.x, v.y, (v.x * v.y * 64.0).round() / 64.0);
    assert_eq!(step(&sheet, &mut |v| v + DVec3::new(4.0, 2.0, 1.0)), (1, 0));
    assert_eq!(step(&sheet, &mut |v| 0.5 * v), (1, 0));
    assert_eq!(step(&sheet, &mut |v| square(v)), (1, 0));
    // Half a turn: it is all in one point on the way, though it faces the same way before and after.
    assert_eq!(step(&sheet, &mut |v| DVec3::new(-v.x, -v.y, v.z)).0, 0);
    // Turned over, and flat at three quarters of the way.
    assert_eq!(step(&sheet, &mut |v| DVec3::new(v.x / -3.0, v.y, v.z)).0, 0);
    for seed in 0..24 {
        let mut random = jostle_support::random::SplitMix64::new(seed);
        let far = 2f64.powi(-1 - (seed % 6) as i32);
        let mut noise = |v: DVec3| {
            let by = DVec3::new(random.signed(), random.signed(), random.signed()) * far;
            v + (by * 1024.0).round() / 1024.0
        };
        let (patches, free) = step(&sheet, &mut noise);
        assert!(patches > 0 || free > 0);
        step(&on_a_lattice(shapes::bumpy_sphere(4, 0.2, seed)), &mut noise);
        // A strip that closes to a ring, and further.
        let [open, closed] = [0.93, 0.95 + 0.02 * (seed % 8) as f64]
            .map(|turns| on_a_lattice(spiral(turns, 0.0, 40)));
        certify_step(open, Some(&closed.vertices));
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
fn turned_triangles_are_not_certified_and_doubled_ones_not_together() {
    let mut turned = shapes::cloth(8, 8, [1.0, 1.0]);
    turned.elements[60].swap(0, 1);
    let (_, free) = certify(turned);
    assert!(free > 0);
    let sheet = shapes::cloth(8, 8, [1.0, 1.0]);
    let mut doubled = sheet.clone();
    doubled.elements.extend_from_within(..);
    let (patches, free) = certify(doubled);
    assert!(patches == 0 && free > 0);
    // Of which one triangle would be the border of all, if edges that run the same way cancelled.
    let mut small = shapes::cloth(4, 4, [1.0, 1.0]);
    small.elements.extend_from_within(..);
    small.elements.push(small.elements[13]);
    assert_eq!(certify(small), (0, 1));
    let mut two_sided = sheet.clone();
    two_sided.elements.extend(sheet.elements.iter().map(|&[a, b, c]| [b, a, c]));
    // Each side by itself.
    assert_eq!(certify(two_sided), (2, 0));
    let mut flat = shapes::cloth(8, 8, [1.0, 1.0]);
    flat.vertices[40] = flat.vertices[41];
    certify(flat);
}

/// A square cut along both diagonals, with a triangle on each side: its edges are in no border.
#[test]
fn a_square_cut_in_two_ways_is_not_certified() {
    let at = |x: f64, y: f64| DVec3::new(x, y, 0.0);
    let inner = [at(-1.0, -1.0), at(1.0, -1.0), at(1.0, 1.0), at(-1.0, 1.0)];
    let outer = [at(0.0, -2.0), at(2.0, 0.0), at(0.0, 2.0), at(-2.0, 0.0)];
    let around = [[0, 4, 1], [1, 5, 2], [2, 6, 3], [3, 7, 0]];
    let cut = [[0, 1, 2], [0, 2, 3], [1, 2, 3], [1, 3, 0]];
    certify(TriangleMesh::new([inner, outer].concat(), [around, cut].concat()));
}

/// Points of the plane `z = x + y`, scaled to about one.
fn in_plane(points: &[[i64; 2]]) -> Vec<DVec3> {
    let unit = 2f64.powi(-52);
    points.iter().map(|&[x, y]| DVec3::new(x as f64, y as f64, (x + y) as f64) * unit).collect()
}

/// Two triangles on an edge, one of them cut into three by a vertex that is on the edge but for the last
/// digit: on one side of it there is a sliver, on the other a fold. Coordinates are exact, and their
/// differences are not.
fn sliver(seed: u64) -> TriangleMesh {
    let [along, part] = almost_parallel(&mut jostle_support::random::SplitMix64::new(seed), 53);
    let begin = along.map(|x| -x / 2);
    let from_begin = |by: [i64; 2]| [begin[0] + by[0], begin[1] + by[1]];
    let far = 1 << 52;
    // The begin and the end of the edge, below it, above it, and on it.
    let points = [begin, from_begin(along), [far, -far], [-far, far], from_begin(part)];
    TriangleMesh::new(in_plane(&points), vec![[0, 2, 1], [0, 1, 4], [1, 3, 4], [3, 0, 4]])
}

#[test]
fn slivers_are_certified_only_where_they_turn() {
    for seed in 0..3000 {
        certify(sliver(seed));
    }
}

/// Loops that do not touch, both positive, one within the other.
#[test]
fn a_part_within_a_part_is_not_certified() {
    let at = |x: f64, y: f64| DVec3::new(x, y, 0.0);
    let vertices = vec![
        at(0.0, 0.0),
        at(4.0, 0.0),
        at(2.0, 4.0),
        at(-2.0, 4.0),
        at(-4.0, 0.0),
        at(-2.0, -4.0),
        at(2.0, -4.0),
        at(1.0, 0.5),
        at(0.5, 1.0),
    ];
    let mut elements: Vec<[u32; 3]> = (0..6).map(|i| [0, 1 + i, 1 + (i + 1) % 6]).collect();
    elements.push([0, 7, 8]);
    certify(TriangleMesh::new(vertices, elements));
}

/// A direction of unit length.
fn direction(random: &mut jostle_support::random::SplitMix64) -> DVec3 {
    let v = DVec3::new(random.signed(), random.signed(), random.signed());
    if v.length() > 0.1 { v.normalize() } else { direction(random) }
}

/// Whether a border of two triangles passes, seen along a direction.
fn is_simple(n: DVec3, positions: &[DVec3], loops: [[u32; 3]; 2]) -> bool {
    let view = view::View::new(n, &Aabb::from_points(positions.iter().copied())).unwrap();
    let mut contour = contour::Contour::default();
    let edges = loops.map(|[a, b, c]| [[a, b], [b, c], [c, a]]);
    contour.update(edges.into_iter().flatten(), positions, &view);
    contour.is_simple(positions, &view)
}

/// A narrow loop beside a wide one. If it passes as a hole, it is one in exact arithmetic.
#[test]
fn areas_are_certain_only_if_they_are_exact() {
    let mut random = jostle_support::random::SplitMix64::new(1);
    for _ in 0..3000 {
        let n = direction(&mut random);
        let [across, up] = [n.any_orthonormal_vector(), n.cross(n.any_orthonormal_vector())];
        let q = across * random.signed() + up * random.signed() + n * random.signed();
        let r = q * (0.5 + 0.4 * random.signed());
        let wide = [-4.0 * across - 4.0 * up, 4.0 * across - 4.0 * up, -4.0 * up + 0.5 * up];
        let positions = [DVec3::ZERO, q, r, wide[0], wide[1], wide[2]];
        let area = crate::geometry::predicates::orient3d(DVec3::ZERO, q, r, n);
        assert!(!is_simple(n, &positions, [[0, 1, 2], [3, 4, 5]]) || area < 0);
    }
}

/// Two loops that touch where one corner is exactly above another, seen along a direction that rounding
/// keeps from being perpendicular to the picture.
#[test]
fn edges_that_touch_in_the_picture_have_boxes_that_do() {
    let mut random = jostle_support::random::SplitMix64::new(1);
    for _ in 0..300 {
        let n = direction(&mut random);
        let [across, up] = [n.any_orthonormal_vector(), n.cross(n.any_orthonormal_vector())];
        for side in [across, -across, up, -up] {
            let along = n.cross(side);
            // The first is positive, the second negative, which passes as a hole.
            let left = [DVec3::ZERO, along - side, -along - side];
            let right = [n, n + side - along, n + side + along];
            let positions = [left[0], left[1], left[2], right[0], right[2], right[1]];
            assert!(!is_simple(n, &positions, [[0, 1, 2], [3, 4, 5]]));
        }
    }
}

/// Near the ends of the number range as well.
#[test]
fn turns_of_any_size_are_certain_only_if_they_are_exact() {
    let mut random = jostle_support::random::SplitMix64::new(1);
    for power in (-545..-525).chain(505..515) {
        let scale = 2f64.powi(power);
        for _ in 0..300 {
            let n = direction(&mut random);
            let [p, q] = [(); 2].map(|()| direction(&mut random) * scale);
            let points = [DVec3::ZERO, p, q];
            let Some(view) = view::View::new(n, &Aabb::from_points(points)) else { continue };
            let exact = crate::geometry::predicates::orient3d(DVec3::ZERO, p, q, n);
            if let Some(is_positive) = view.turn(DVec3::ZERO, p, q) {
                assert_eq!(is_positive, exact > 0, "{power}: {n} {p} {q}");
            }
        }
    }
}

/// Neighbours on both sides of where one patch ends are in another one that lies across.
#[test]
fn seams_of_patches_are_in_patches() {
    // Few clusters, and so many that those on both sides of a seam have numbers far apart.
    for [around, across] in [[240, 90], [600, 160]] {
        check_seams(shapes::torus(1.0, 0.3, around, across));
    }
}

fn check_seams(surface: TriangleMesh) {
    let mut scene = Scene::new();
    scene.add("surface", surface).unwrap();
    let object = &scene.objects()[0];
    let elements = ObjectElements::new(&scene, object);
    let clusters = Clusters::build(&elements).0;
    let bounds = |c: usize| {
        Aabb::from_points(clusters.vertices(c).iter().map(|&v| scene.vertices()[v as usize]))
    };
    let boxes: Vec<Aabb> = (0..clusters.len()).map(bounds).collect();
    let mut patches = Patches::default();
    patches.update(&scene, None, object, &clusters, &boxes, None);
    let [mut across, mut held] = [0; 2];
    for own in 0..clusters.len() {
        for other in clusters.neighbours().range(own) {
            let [a, b] = [own, other.patch as usize].map(|c| patches.patches(c));
            if a[0] != b[0] || a[0] == Patches::NONE {
                across += 1;
                held += i32::from((1..3).any(|i| a[i] == b[i] && a[i] != Patches::NONE));
            }
        }
    }
    assert!(across > 200 && 4 * held > 3 * across, "{held} of {across}");
}

/// Clusters of one topology are others if they are made again where vertices have moved.
#[test]
fn patches_are_of_the_clusters_that_there_are() {
    let mut scene = Scene::new();
    let sheet = scene.add("sheet", shapes::cloth(30, 30, [30.0, 30.0])).unwrap();
    let flat = scene.vertices().to_vec();
    // Each strip of the sheet faces away from the next.
    let height = |p: &DVec3| 3.0 * f64::from((p.x.round() as i32).rem_euclid(2));
    let folded: Vec<DVec3> = flat.iter().map(|p| *p + DVec3::Z * height(p)).collect();
    let mut kept = Patches::default();
    let counts = [&folded, &flat].map(|positions| {
        scene.set_vertices(sheet, positions).unwrap();
        let object = &scene.objects()[0];
        let clusters = Clusters::build(&ObjectElements::new(&scene, object)).0;
        let bounds = |c: usize| {
            Aabb::from_points(clusters.vertices(c).iter().map(|&v| positions[v as usize]))
        };
        let boxes: Vec<Aabb> = (0..clusters.len()).map(bounds).collect();
        let mut fresh = Patches::default();
        for patches in [&mut kept, &mut fresh] {
            patches.update(&scene, None, object, &clusters, &boxes, None);
        }
        for cluster in 0..clusters.len() {
            assert_eq!(kept.patches(cluster), fresh.patches(cluster));
        }
        clusters.len()
    });
    assert!(counts[0] > counts[1], "{counts:?}");
}
