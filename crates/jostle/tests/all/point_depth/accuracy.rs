//! Depths against those that formulas tell.

use super::turned;
use jostle::contact::{DepthMethod, DepthQuery, DepthSearch, DepthStage, PointDepths};
use jostle::mesh::shapes::{self, Split};
use jostle::{DVec3, Filters, ObjectId, Scene};

fn find(scene: &Scene) -> PointDepths {
    DepthSearch::new().find(scene, &DepthQuery::new()).unwrap().clone()
}

/// A ball pressed into a slab with its top at zero, the lowest point of the ball at `-depth`.
fn ball_in_slab(resolution: u32, depth: f64) -> (Scene, ObjectId, ObjectId, DVec3) {
    let mut scene = Scene::new();
    let size = DVec3::new(4.0, 4.0, 1.0);
    let slab =
        shapes::box_tets([4 * resolution, 4 * resolution, resolution], size, Split::Six, 0.0, 0);
    let slab = scene.add("slab", slab.translated(DVec3::Z * -0.5)).unwrap();
    let centre = DVec3::Z * (1.0 - depth);
    let ball = turned(shapes::ball_tets(resolution, 1.0), DVec3::new(0.3, 0.5, 0.1));
    let ball = scene.add("ball", ball.translated(centre)).unwrap();
    (scene, slab, ball, centre)
}

/// In a flat surface depths are exact at any resolution: every normal is that of the plane, and propagation
/// continues the plane.
#[test]
fn points_in_a_flat_surface_have_their_height_as_depth() {
    for resolution in [2, 4, 8] {
        let (scene, slab, ball, _) = ball_in_slab(resolution, 0.4);
        let depths = find(&scene);
        let own = depths.between(ball, slab).unwrap();
        for point in depths.points_of(own) {
            let height = scene.vertices()[point.vertex as usize].z;
            assert!((point.depth + height).abs() < 1e-9, "{point:?} at {height}");
            assert!(point.direction.distance(DVec3::Z) < 1e-9, "{point:?}");
        }
        assert!(own.direction().distance(DVec3::Z) < 1e-9);
    }
}

/// In a curved surface those of border points come nearer to the true ones as the meshes become finer. Those of deeper
/// points continue the border, which is not the distance of the surface, however fine the mesh (sec. 6.3): they stay
/// within a part of the depth.
#[test]
fn border_points_in_a_ball_have_a_depth_that_converges() {
    let mut errors = Vec::new();
    for resolution in [4, 8, 16, 32] {
        let (scene, slab, ball, centre) = ball_in_slab(resolution, 0.4);
        let depths = find(&scene);
        let own = depths.between(slab, ball).unwrap();
        let [mut border, mut deeper, mut turn] = [0.0f64; 3];
        for point in depths.points_of(own) {
            let from = scene.vertices()[point.vertex as usize] - centre;
            let error = (point.depth - (1.0 - from.length())).abs();
            if point.stage == DepthStage::Border {
                border = border.max(error);
                turn = turn.max(point.direction.angle_between(from));
            } else {
                deeper = deeper.max(error);
            }
        }
        println!(
            "resolution {resolution:2}: {} points, at the border off by {border:.4} and {turn:.3} rad, deeper by {deeper:.4}",
            own.count
        );
        assert!(deeper < 0.2, "half of what it was pressed: {deeper}");
        errors.push(border);
    }
    assert!(errors.windows(2).all(|pair| pair[1] < 0.75 * pair[0]), "{errors:?}");
    assert!(errors[3] < 0.01, "{errors:?}");
}

/// All colliding points of a ball pressed into a plane, and of the plane in the ball: the largest errors of depths and
/// directions. In the plane the true depth is the distance below it, along its normal; in the ball it is what is left of the
/// radius, along it. Corrected depths converge in both, at the border and beyond.
#[test]
fn refined_depths_of_all_points_converge() {
    let mut errors: Vec<[f64; 2]> = Vec::new();
    let mut search = DepthSearch::new();
    for resolution in [4, 8, 16, 32] {
        let (scene, slab, ball, centre) = ball_in_slab(resolution, 0.4);
        for method in DepthMethod::ALL {
            let depths = search.find(&scene, &DepthQuery::new().method(method)).unwrap();
            let mut worst = [[0.0f64; 2]; 2];
            for (of, in_ball) in
                [(depths.between(ball, slab), false), (depths.between(slab, ball), true)]
            {
                let worst = &mut worst[in_ball as usize];
                for point in depths.points_of(of.unwrap()) {
                    let at = scene.vertices()[point.vertex as usize];
                    let (depth, out) = match in_ball {
                        true => (1.0 - at.distance(centre), at - centre),
                        false => (-at.z, DVec3::Z),
                    };
                    worst[0] = worst[0].max((point.depth - depth).abs());
                    worst[1] = worst[1].max(point.direction.angle_between(out));
                }
            }
            let [[plane, plane_turn], [curved, curved_turn]] = worst;
            println!(
                "resolution {resolution:2} {:10} in the plane off by {plane:.1e} and {plane_turn:.1e} rad, in the ball by {curved:.4} and {curved_turn:.3} rad",
                method.name()
            );
            // Points of the ball may be nearer to the side of the slab than to its top, but none is here.
            assert!(plane < 1e-9 && plane_turn < 1e-7, "{plane} {plane_turn}");
            if method == DepthMethod::Refined {
                errors.push(worst[1]);
            }
        }
    }
    assert!(errors.windows(2).all(|pair| pair[1][0] < 0.6 * pair[0][0]), "{errors:?}");
    assert!(errors[3][0] < 0.005 && errors[3][1] < 0.1, "{errors:?}");
}

#[test]
fn pressed_boxes_are_as_deep_as_they_were_pressed() {
    for resolution in [2, 3, 5, 8] {
        for depth in [0.01, 0.1, 0.3] {
            let mut scene = Scene::new();
            let cube = || shapes::box_tets([resolution; 3], DVec3::ONE, Split::Six, 0.0, 0);
            let lower = scene
                .add("lower", shapes::box_tets([6; 3], DVec3::splat(2.0), Split::Six, 0.0, 0))
                .unwrap();
            let upper = cube().translated(DVec3::new(0.03, 0.05, 1.5 - depth));
            let upper = scene.add("upper", upper).unwrap();
            let depths = find(&scene);
            let own = depths.between(upper, lower).unwrap();
            assert!((own.largest - depth).abs() < 1e-9, "{own:?}");
            assert!(own.direction().distance(DVec3::Z) < 1e-9);
        }
    }
}

/// Two pressed boxes turned anyhow, of surfaces instead of bodies, one of them inside out.
#[test]
fn surfaces_may_face_either_way() {
    for is_turned in [false, true] {
        let mut scene = Scene::new();
        let axis = DVec3::new(0.4, -0.2, 0.7);
        let mut lower = turned(shapes::box_surface(DVec3::splat(2.0), [6; 3]), axis);
        if is_turned {
            lower.elements.iter_mut().for_each(|t| t.swap(1, 2));
        }
        let lower = scene.add("lower", lower).unwrap();
        let upper = shapes::box_surface(DVec3::ONE, [5; 3]).translated(DVec3::new(0.03, 0.05, 1.4));
        let upper = scene.add("upper", turned(upper, axis)).unwrap();
        let up = jostle::glam::DQuat::from_scaled_axis(axis) * DVec3::Z;
        let depths = find(&scene);
        let own = depths.between(upper, lower).unwrap();
        assert!((own.largest - 0.1).abs() < 1e-9, "{own:?}");
        assert!(own.direction().distance(up) < 1e-9);
        assert!(depths.points().iter().all(|point| point.stage != DepthStage::Closest));
    }
}

#[test]
fn touching_points_have_depth_zero_and_the_normal() {
    let mut scene = Scene::new();
    let lower = scene
        .add("lower", shapes::box_tets([4; 3], DVec3::splat(2.0), Split::Six, 0.0, 0))
        .unwrap();
    let upper = shapes::box_tets([2; 3], DVec3::ONE, Split::Six, 0.0, 0).translated(DVec3::Z * 1.5);
    let upper = scene.add("upper", upper).unwrap();
    for method in DepthMethod::ALL {
        let query = DepthQuery::new().method(method);
        let depths = DepthSearch::new().find(&scene, &query).unwrap().clone();
        let own = depths.between(upper, lower).unwrap();
        assert_eq!((own.count, own.largest), (9, 0.0));
        for point in depths.points_of(own) {
            assert!(point.direction.distance(DVec3::Z) < 1e-9, "{point:?}");
        }
    }
}

/// Where the thesis gives up: no border point.
#[test]
fn what_is_wholly_inside_gets_the_closest_point_and_says_so() {
    let mut scene = Scene::new();
    let outer = scene.add("outer", shapes::ball_tets(6, 2.0)).unwrap();
    let inner = scene.add("inner", shapes::ball_tets(3, 0.3).translated(DVec3::X)).unwrap();
    let hollow = scene.add("hollow", shapes::icosphere(3, 1.9)).unwrap();
    let mut search = DepthSearch::new();
    for touched in [outer, hollow] {
        let query = DepthQuery::new().filters(Filters::new().among([touched, inner]));
        let depths = search.find(&scene, &query).unwrap();
        let own = depths.between(inner, touched).unwrap();
        assert_eq!(own.count, scene.object(inner).unwrap().vertices().len());
        for point in depths.points_of(own) {
            assert_eq!(point.stage, DepthStage::Closest);
            let from = scene.vertices()[point.vertex as usize];
            let true_depth = if touched == outer { 2.0 } else { 1.9 } - from.length();
            assert!((point.depth - true_depth).abs() < 0.12, "{point:?}: {true_depth}");
            assert!(point.direction.angle_between(from) < 0.4, "{point:?}");
        }
        let closest = query.method(DepthMethod::Closest);
        let points = depths.points_of(own).to_vec();
        let depths = search.find(&scene, &closest).unwrap();
        assert_eq!(points, depths.points_of(depths.between(inner, touched).unwrap()));
    }
}

/// A point may be in several objects, with a row for each.
#[test]
fn a_point_in_two_objects_has_two_depths() {
    let mut scene = Scene::new();
    let slab = shapes::box_tets([4, 4, 1], DVec3::new(4.0, 4.0, 1.0), Split::Six, 0.0, 0);
    let floor = scene.add("floor", slab.clone().translated(DVec3::Z * -0.5)).unwrap();
    let mut wall = slab;
    wall.vertices.iter_mut().for_each(|v| *v = DVec3::new(v.z, v.y, -v.x));
    let wall = scene.add("wall", wall.translated(DVec3::X * -0.5)).unwrap();
    let cube = shapes::box_tets([5; 3], DVec3::ONE, Split::Six, 0.0, 0);
    let cube =
        scene.add("cube", cube.translated(DVec3::new(0.5 - 0.11, 0.03, 0.5 - 0.13))).unwrap();
    let depths = find(&scene);
    let (down, left) = (depths.between(cube, floor).unwrap(), depths.between(cube, wall).unwrap());
    let of = |own| -> Vec<u32> { depths.points_of(own).iter().map(|point| point.vertex).collect() };
    let both = of(down).iter().filter(|v| of(left).contains(v)).count();
    assert_eq!(both, 6, "the lower left edge of the cube");
    assert!((down.largest - 0.13).abs() < 1e-9 && down.direction().distance(DVec3::Z) < 1e-9);
    assert!((left.largest - 0.11).abs() < 1e-9 && left.direction().distance(DVec3::X) < 1e-9);
}

/// A body bent until its end is in its other end.
#[test]
fn a_body_in_itself_has_depths_within() {
    let mut scene = Scene::new();
    let mut beam = shapes::beam_tets(12.0, 1.0, 4, Split::Six);
    let (low, high) = (beam.vertices.iter())
        .fold((f64::MAX, f64::MIN), |(low, high), v| (low.min(v.x), high.max(v.x)));
    for v in &mut beam.vertices {
        // A ring and a little more, tilted so that the ends pass by half of their width.
        let part = (v.x - low) / (high - low);
        let angle = part * 1.03 * std::f64::consts::TAU;
        let radius = 3.0 + v.y + 0.6 * part;
        *v = DVec3::new(radius * angle.cos(), radius * angle.sin(), v.z);
    }
    let beam = scene.add("beam", beam).unwrap();
    assert!(find(&scene).is_empty(), "not asked for");
    scene.set_self_collision(beam, true).unwrap();
    let depths = find(&scene);
    let own = depths.between(beam, beam).unwrap();
    println!("{own:?}");
    assert!(own.count > 20);
    let borders = depths.points().iter().filter(|point| point.stage == DepthStage::Border).count();
    assert!(borders > own.count / 2, "{borders} of {}", own.count);
    assert!(own.largest < 0.6, "{}", own.largest);
}
