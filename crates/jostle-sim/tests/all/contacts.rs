//! Contacts of solids: momentum, rest, rigid and deformable bodies together, and the two scenes in which depths by the
//! closest feature fail (deformable-collision-2007, sec. 6.2.1).

use glam::DVec3;
use jostle::contact::DepthMethod;
use jostle::mesh::shapes::{self, Split};
use jostle::volume;
use jostle_sim::body::{Rigid, Solid, SolidMaterial};
use jostle_sim::contact::Plane;
use jostle_sim::integrate::IntegratorKind;
use jostle_sim::{BodyId, Field, SceneFile, Settings, ShippedScene, World};
use std::path::Path;

fn centre(world: &World, body: BodyId) -> DVec3 {
    let own = world.positions(body);
    own.iter().sum::<DVec3>() / own.len() as f64
}

/// The volume that bodies have in common, as part of the volume of the first.
fn overlap(world: &World) -> f64 {
    let scene = world.scene();
    let ids: Vec<_> = scene.object_ids().collect();
    let mut sum = 0.0;
    for (i, &a) in ids.iter().enumerate() {
        for &b in &ids[i + 1..] {
            if scene.bounds(a).unwrap().overlaps(&scene.bounds(b).unwrap()) {
                sum += volume::overlap(scene, a, b).unwrap().volume;
            }
        }
    }
    sum / volume::of(scene, ids[0]).unwrap()
}

/// A scene with depths told by a method.
fn told_by(scene: &str, method: DepthMethod) -> (World, u32) {
    let mut file = ShippedScene::find(scene).unwrap().load().unwrap();
    file.world.set_depth_method(method);
    (file.world, file.frames)
}

#[test]
fn fast_cubes_part_on_the_right_sides_with_consistent_depths_only() {
    let run = |method: DepthMethod| {
        let (mut world, frames) = told_by("fast-cubes", method);
        let mut most: f64 = 0.0;
        let mut free = None;
        for step in 0..frames {
            world.step().unwrap();
            let now = overlap(&world);
            most = most.max(now);
            if most > 0.0 && now == 0.0 && free.is_none() {
                free = Some(step);
            }
        }
        let [left, right] = [0, 1].map(|i| world.bodies().nth(i).unwrap());
        let side = (centre(&world, right) - centre(&world, left)).x;
        println!(
            "{}: overlapped by {most:.2}, free after {free:?} steps, then {side:.2} m apart",
            method.name()
        );
        assert!(most > 0.4);
        (free.unwrap_or(frames), side)
    };
    let [consistent, refined, closest] = DepthMethod::ALL.map(run);
    for (steps, side) in [consistent, refined] {
        assert!(steps < 20 && side > 1.0);
    }
    // They stick together for longer, and do not come apart on the sides that they came from.
    assert!(closest.0 > 2 * consistent.0 && closest.1 < 1.0, "{closest:?}");
}

#[test]
fn balls_stick_together_with_depths_by_the_closest_feature_only() {
    let run = |method: DepthMethod| {
        let (mut world, frames) = told_by("overlapping-balls", method);
        let start = overlap(&world);
        for _ in 0..frames {
            world.step().unwrap();
        }
        let end = overlap(&world);
        println!(
            "{}: balls overlap by {start:.2} of a ball at the start and {end:.3} at the end",
            method.name()
        );
        end
    };
    let consistent = run(DepthMethod::Consistent).max(run(DepthMethod::Refined));
    let closest = run(DepthMethod::Closest);
    assert!(closest > 2.0 * consistent, "{closest} {consistent}");
}

/// Two balls that meet in free flight keep momentum and angular momentum: what one is pushed with, the other feels.
#[test]
fn contacts_keep_momentum() {
    for integrator in IntegratorKind::ALL {
        let settings = Settings { integrator, substeps: 30, ..Settings::default() };
        let mut world = World::new(settings).unwrap();
        for (name, place, speed) in
            [("left", DVec3::new(-0.6, 0.0, 0.0), 2.0), ("right", DVec3::new(0.6, 0.2, 0.1), -1.0)]
        {
            let mesh = shapes::ball_tets(3, 0.5).translated(place);
            let mut solid = Solid::new(name, mesh, SolidMaterial::elastic(5e4));
            solid.common.velocity = DVec3::X * speed;
            world.add_solid(&solid).unwrap();
        }
        let crate_mesh =
            shapes::box_surface(DVec3::splat(0.6), [3; 3]).translated(DVec3::new(0.2, 1.3, 0.0));
        let rigid =
            Rigid { velocity: DVec3::Y * -2.0, density: 300.0, ..Rigid::new("crate", crate_mesh) };
        world.add_rigid(&rigid).unwrap();
        let [momentum, turning] = [world.momentum(), world.angular_momentum()];
        let mut contacts = 0;
        for _ in 0..40 {
            world.step().unwrap();
            contacts += world.statistics().contacts;
        }
        let size = momentum.length();
        let off = (world.momentum() - momentum).length() / size;
        let off_turning = (world.angular_momentum() - turning).length() / size;
        println!(
            "{}: {contacts} contacts, momentum off by {off:.1e}, angular by {off_turning:.1e}",
            integrator.name()
        );
        assert!(contacts > 20 && off < 1e-10);
        // The place on the other surface is not quite opposite to the vertex: a small couple.
        assert!(off_turning < 0.05, "{off_turning}");
    }
}

/// A crate on a soft block, and a soft ball on the crate, come to rest on each other.
#[test]
fn rigid_and_deformable_bodies_carry_each_other() {
    let mut world = World::new(Settings::default()).unwrap();
    world.add_field(Field::Gravity(DVec3::Z * -9.81)).unwrap();
    world.add_plane(Plane::ground(0.0)).unwrap();
    let block = shapes::box_tets([6, 6, 3], DVec3::new(1.2, 1.2, 0.6), Split::Five, 0.0, 0);
    let mut block =
        Solid::new("block", block.translated(DVec3::Z * 0.3), SolidMaterial::elastic(2e5));
    block.common.drag = 0.5;
    let block = world.add_solid(&block).unwrap();
    let mesh =
        shapes::box_surface(DVec3::splat(0.6), [3; 3]).translated(DVec3::new(0.0, 0.0, 0.95));
    let on_top = world.add_rigid(&Rigid { density: 500.0, ..Rigid::new("crate", mesh) }).unwrap();
    let mut slab = Solid::new(
        "slab",
        shapes::box_tets([4, 4, 1], DVec3::new(0.8, 0.8, 0.2), Split::Five, 0.0, 0)
            .translated(DVec3::Z * 1.4),
        SolidMaterial::elastic(2e5),
    );
    slab.common.drag = 0.5;
    let slab = world.add_solid(&slab).unwrap();
    for _ in 0..300 {
        world.step().unwrap();
    }
    let heights = [block, on_top, slab].map(|own| centre(&world, own).z);
    let own = world.statistics();
    println!(
        "heights {heights:?}, deepest {:.1e}, energy {:.1e}",
        own.deepest,
        world.kinetic_energy()
    );
    assert!((heights[1] - 0.9).abs() < 0.05 && (heights[2] - 1.3).abs() < 0.06, "{heights:?}");
    assert!(own.deepest < 0.01 && world.kinetic_energy() < 0.01);
}

/// Runs a scene to its end: no explosion, little depth, little motion. The bound of energy is in joule, that of depth one
/// percent of the size of the smallest body.
fn assert_rests(name: &str, energy: f64, depth: f64) {
    let deepest = rest(name, ShippedScene::find(name).unwrap().load().unwrap(), energy);
    assert!(deepest < depth, "{name}: {deepest}");
}

/// The greatest depth of a scene at its end, where it hardly moves.
fn rest(name: &str, mut file: SceneFile, energy: f64) -> f64 {
    let mut held = 0;
    for _ in 0..file.frames {
        file.world.step().unwrap();
        held += file.world.statistics().held;
    }
    let deepest = file.world.statistics().deepest;
    let moving = file.world.kinetic_energy();
    println!("{name}: energy {moving:.1e} J, deepest {deepest:.1e} m, held {held}");
    assert!(moving < energy && held == 0, "{name}: {moving}");
    deepest
}

#[test]
fn boldie_comes_to_rest() {
    assert_rests("boldie", 0.5, 0.0044);
}

#[test]
fn mixed_bodies_come_to_rest() {
    assert_rests("mixed", 0.01, 0.0044);
}

/// How it folds hangs on the last digits of where it starts: most starts rest 1 mm deep, and some have a point between
/// folds that is deeper.
#[test]
fn a_rod_comes_to_rest() {
    let text = include_str!("../../scenes/rod.toml");
    let mut depths = ["5.3]", "5.3000001]", "5.3000002]"].map(|height| {
        assert!(text.contains("5.3]"));
        let text = text.replace("5.3]", height);
        rest("rod", SceneFile::parse(&text, "rod.toml", Path::new(".")).unwrap(), 0.01)
    });
    depths.sort_by(f64::total_cmp);
    assert!(depths[1] < 0.002 && depths[2] < 0.004, "{depths:?}");
}

#[test]
fn towers_come_to_rest() {
    assert_rests("tower-dynamic-1", 1e-3, 0.01);
    assert_rests("tower-dynamic-2", 1e-3, 0.01);
}

#[test]
fn a_trampoline_comes_to_rest() {
    assert_rests("trampoline", 2.0, 0.005);
}

/// The others, which take a minute or more: `cargo test -p jostle-sim --release --test all contacts -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn larger_scenes_come_to_rest() {
    assert_rests("membrane", 0.01, 0.02);
    // Stiff bodies of hundreds of kilograms, which rock on each other slowly.
    assert_rests("bunny-planck", 0.3, 0.005);
    assert_rests("buddha-armadillo", 0.3, 0.005);
    assert_rests("armadillos", 0.3, 0.005);
    assert_rests("fine-closed-cloth", 0.1, 0.01);
    assert_rests("multirod", 0.01, 0.002);
    assert_rests("pitbull", 0.01, 0.003);
    assert_rests("surgery", 2.0, 0.005);
    assert_rests("drape", 0.01, 0.01);
    assert_rests("dress", 1.0, 0.01);
    // All of it moves with the body.
    assert_rests("walking-dress", 2.0, 0.01);
    assert_rests("rod-and-sleeve", 2.0, 0.01);
    assert_rests("closed-cloth", 1.0, 0.01);
    assert_rests("board", 1.0, 0.01);
}
