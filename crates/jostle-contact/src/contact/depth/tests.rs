use super::weighted_mean::{Influence, length_and_unit, unit, weighted_mean};
use super::{DepthQuery, DepthSearch};
use crate::mesh::shapes;
use crate::mesh::{Mesh, ObjectId, Scene, winding_number};
use crate::narrow::point_triangle;
use glam::DVec3;
use jostle_support::random::SplitMix64;

#[test]
fn a_place_at_the_point_outweighs_all_others() {
    let influence = |distance, depth, direction| Influence { distance, depth, direction };
    let (depth, direction) =
        weighted_mean([influence(0.0, 0.0, DVec3::X), influence(1.0, 5.0, DVec3::Y)].into_iter());
    assert_eq!((depth, direction), (0.0, DVec3::X));
    // Twice as far, a quarter of the weight.
    let (depth, _) =
        weighted_mean([influence(1.0, 1.0, DVec3::X), influence(2.0, 6.0, DVec3::X)].into_iter());
    assert!((depth - 2.0).abs() < 1e-15);
    let (_, direction) =
        weighted_mean([influence(1.0, 1.0, DVec3::X), influence(1.0, 1.0, -DVec3::X)].into_iter());
    assert_eq!(direction, DVec3::X, "the first of those that cancel out");
}

#[test]
fn weights_and_lengths_stay_in_the_number_range() {
    for scale in [1e-300, 1e-160, 1.0, 1e160, 1e300] {
        let own = |d: f64| Influence { distance: d * scale, depth: d * scale, direction: DVec3::Z };
        let (depth, direction) = weighted_mean([own(1.0), own(2.0)].into_iter());
        assert!((depth / scale - 1.2).abs() < 1e-12 && direction == DVec3::Z);
        let (length, direction) = length_and_unit(DVec3::new(3.0, 4.0, 0.0) * scale);
        assert!((length / scale - 5.0).abs() < 1e-12 && (direction.length() - 1.0).abs() < 1e-12);
        assert!(unit(DVec3::ONE * scale).is_some());
    }
    assert_eq!(unit(DVec3::ZERO), None);
    assert_eq!(unit(DVec3::splat(f64::INFINITY)), None);
}

/// Spheres and boxes that overlap, touch, contain each other and share planes.
fn surfaces(seed: u64) -> Scene {
    let mut random = SplitMix64::new(seed);
    let mut vector = || DVec3::from_array(std::array::from_fn(|_| random.unit() * 2.0 - 1.0));
    let mut scene = Scene::new();
    for i in 0..4 {
        let mesh = match (i + seed) % 3 {
            0 => shapes::icosphere(1 + (seed % 3) as u32, 0.9),
            1 => shapes::box_surface(DVec3::splat(1.0), [3; 3]),
            _ => shapes::torus(0.7, 0.25, 12, 8),
        };
        let by = if i % 2 == 0 { (vector() * 3.0).round() / 3.0 } else { vector() * 0.7 };
        scene.add("surface", mesh.translated(by)).unwrap();
    }
    scene
}

#[test]
fn parts_of_surfaces_are_inside_as_brute_force_has_it() {
    let mut search = DepthSearch::new();
    let mut count = 0;
    for seed in 0..60 {
        let scene = surfaces(seed);
        let depths = search.find(&scene, &DepthQuery::new()).unwrap();
        let mut expected = Vec::new();
        for a in 0..scene.objects().len() {
            for b in (0..scene.objects().len()).filter(|&b| b != a) {
                let Mesh::Triangles(mesh) = scene.mesh(ObjectId::new(b)).unwrap() else { continue };
                for v in scene.objects()[a].vertices() {
                    let p = scene.vertices()[v];
                    let is_on =
                        (0..mesh.elements.len()).any(|e| point_triangle(p, &mesh.corners(e)));
                    if is_on || winding_number(&mesh, p).unwrap().abs() > 0.5 {
                        expected.push((a, b, v as u32));
                    }
                }
            }
        }
        let found: Vec<(usize, usize, u32)> = (depths.points().iter())
            .map(|own| (own.object.index(), own.touched.index(), own.vertex))
            .collect();
        assert_eq!(found, expected, "seed {seed}");
        count += found.len();
    }
    assert!(count > 5_000, "{count}");
}
