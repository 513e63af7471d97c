//! Directions while a body slides by small steps.

use super::shift;
use jostle::contact::{DepthMethod, DepthQuery, DepthSearch, PointDepth};
use jostle::mesh::shapes::{self, Split};
use jostle::{DVec3, ObjectId, Scene};
use std::collections::BTreeMap;

type Rows = BTreeMap<(ObjectId, ObjectId, u32), PointDepth>;

fn rows(search: &mut DepthSearch, scene: &Scene, method: DepthMethod) -> Rows {
    let depths = search.find(scene, &DepthQuery::new().method(method)).unwrap();
    depths.points().iter().map(|own| ((own.object, own.touched, own.vertex), *own)).collect()
}

/// The largest angle that a direction turns by in one step, of points of some objects that collide before and after: in
/// steps that leave the set of colliding points as it is, and in others.
fn largest_turns(
    (mut scene, moving, step): (Scene, ObjectId, DVec3),
    of: &[ObjectId],
    method: DepthMethod,
) -> [f64; 2] {
    let mut search = DepthSearch::new();
    let mut before = rows(&mut search, &scene, method);
    let mut largest = [0.0f64; 2];
    for _ in 0..200 {
        shift(&mut scene, moving, step);
        let after = rows(&mut search, &scene, method);
        let is_other = !before.keys().eq(after.keys());
        for (key, own) in after.iter().filter(|(key, _)| of.contains(&key.0)) {
            if let Some(last) = before.get(key) {
                let turn = own.direction.angle_between(last.direction);
                largest[is_other as usize] = largest[is_other as usize].max(turn);
            }
        }
        before = after;
    }
    largest
}

/// A ball pressed into a larger one, which it slides along.
fn balls() -> (Scene, ObjectId, DVec3) {
    let mut scene = Scene::new();
    scene.add("large", shapes::ball_tets(16, 2.0)).unwrap();
    let small = shapes::ball_tets(6, 0.5).translated(DVec3::new(-0.05, 0.02, 2.3));
    let small = scene.add("small", small).unwrap();
    (scene, small, DVec3::new(1e-3, 3e-4, 0.0))
}

/// A ball sunk into the top of a box, next to a side.
fn ball_in_box() -> (Scene, ObjectId, DVec3) {
    let mut scene = Scene::new();
    scene.add("box", shapes::box_tets([8; 3], DVec3::splat(2.0), Split::Six, 0.0, 0)).unwrap();
    let ball = shapes::ball_tets(6, 0.3).translated(DVec3::new(0.35, 0.0, 0.75));
    let ball = scene.add("ball", ball).unwrap();
    (scene, ball, DVec3::X * 1e-3)
}

/// On a smooth surface directions turn by a small multiple of the step over the radius of the smaller ball, as long
/// as the same points collide. When a vertex passes through the surface its edges begin or cease to count, and
/// directions turn by as much as normals do over an edge: here an edge is about a sixth of the small ball's radius.
#[test]
fn consistent_directions_turn_as_slowly_as_the_surface() {
    let (scene, moving, step) = balls();
    let both: Vec<ObjectId> = scene.object_ids().collect();
    for method in [DepthMethod::Consistent, DepthMethod::Refined] {
        let [same, other] = largest_turns((scene.clone(), moving, step), &both, method);
        println!("{}: {same:e} and {other:e}", method.name());
        assert!(same < 10.0 * step.length() / 0.5, "{} {same}", method.name());
        assert!(other < 2.0 / 6.0, "{} {other}", method.name());
    }
}

/// All edges of the sunk ball that leave the box do so through its top, so up is out for all of its points. The
/// closest point of some is on the side as soon as that is nearer.
#[test]
fn consistent_directions_do_not_jump_where_the_closest_point_does() {
    let (scene, moving, step) = ball_in_box();
    let in_box = |method| {
        let (mut scene, mut search) = (scene.clone(), DepthSearch::new());
        let mut worst: f64 = 0.0;
        for _ in 0..200 {
            shift(&mut scene, moving, step);
            for (key, own) in rows(&mut search, &scene, method) {
                if key.0 == moving {
                    worst = worst.max(own.direction.angle_between(DVec3::Z));
                }
            }
        }
        worst
    };
    assert!(in_box(DepthMethod::Consistent) < 1e-6);
    let turns = largest_turns((scene.clone(), moving, step), &[moving], DepthMethod::Consistent);
    assert!(turns[0].max(turns[1]) < 1e-6, "{turns:?}");
    assert!(in_box(DepthMethod::Closest) > 1.5, "to the side");
    let turns = largest_turns((scene, moving, step), &[moving], DepthMethod::Closest);
    assert!(turns[0].max(turns[1]) > 1.5, "in one step");
}

/// What the consistent depth is for: where it turns a little, the closest point jumps. `--nocapture` shows by how much.
#[test]
fn closest_points_jump_where_consistent_depths_do_not() {
    for (name, (scene, moving, step)) in [("balls", balls()), ("ball in box", ball_in_box())] {
        let [consistent, closest] = [DepthMethod::Consistent, DepthMethod::Closest].map(|method| {
            let [same, other] = largest_turns((scene.clone(), moving, step), &[moving], method);
            println!(
                "{name:12} {:11} step {:.1e}: turns by {same:.2e} rad, by {other:.2e} where other points collide",
                method.name(),
                step.length()
            );
            same
        });
        assert!(closest > 10.0 * consistent && closest > 10.0 * step.length(), "{name}");
    }
}
