//! Rigid bodies: free flight, impacts, friction and stacks.

use glam::{DQuat, DVec3};
use jostle::TriangleMesh;
use jostle::mesh::shapes;
use jostle_sim::body::{Rigid, RigidShape};
use jostle_sim::contact::{ContactSettings, Plane};
use jostle_sim::{BodyId, Field, Settings, World};

fn cube(size: f64) -> TriangleMesh {
    shapes::box_surface(DVec3::splat(size), [1; 3])
}

fn world(settings: Settings) -> World {
    let mut world = World::new(settings).unwrap();
    world.add_field(Field::Gravity(DVec3::Z * -9.81)).unwrap();
    world.add_plane(Plane::ground(0.0)).unwrap();
    world
}

fn centre(world: &World, body: BodyId) -> DVec3 {
    let own = world.positions(body);
    own.iter().sum::<DVec3>() / own.len() as f64
}

/// Eight cubes on each other (sv-gjk-2019, sec. 7.2, case 1) for 10,000 steps.
#[test]
fn a_tower_stands_for_ten_thousand_steps() {
    // Few substeps, with as many sweeps as they need.
    let contact =
        ContactSettings { rigid_sweeps: 60, rigid_tolerance: 1e-6, ..ContactSettings::default() };
    let mut world = world(Settings { substeps: 2, searches: 1, contact, ..Settings::default() });
    let cubes: Vec<BodyId> = (0..8)
        .map(|i| {
            let mesh = cube(1.0).translated(DVec3::Z * (0.5 + f64::from(i)));
            world.add_rigid(&Rigid::new(format!("cube {i}"), mesh)).unwrap()
        })
        .collect();
    let start: Vec<DVec3> = cubes.iter().map(|&own| centre(&world, own)).collect();
    let mut worst: f64 = 0.0;
    for _ in 0..10_000 {
        world.step().unwrap();
        worst = worst.max(world.statistics().residual);
    }
    let drift = cubes.iter().zip(&start).map(|(&own, start)| centre(&world, own).distance(*start));
    let drift = drift.fold(0.0, f64::max);
    let statistics = world.statistics();
    println!(
        "drift {drift:.2e} m, deepest {:.2e} m, energy {:.2e} J, residual {worst:.1e} m/s, {} sweeps",
        statistics.deepest,
        world.kinetic_energy(),
        statistics.rigid_sweeps
    );
    assert!(drift < 0.01, "{drift}");
    // Of eight tonnes: half a millimetre a second.
    assert!(statistics.deepest < 0.01 && world.kinetic_energy() < 1e-3);
}

/// Cubes that are dropped onto each other (case 2) come to rest on each other.
#[test]
fn dropped_cubes_build_a_tower() {
    let mut world = world(Settings::default());
    let cubes: Vec<BodyId> = (0..6)
        .map(|i| {
            let place = DVec3::new(0.02 * f64::from(i % 2), 0.0, 0.6 + 1.3 * f64::from(i));
            world.add_rigid(&Rigid::new(format!("cube {i}"), cube(1.0).translated(place))).unwrap()
        })
        .collect();
    for _ in 0..600 {
        world.step().unwrap();
    }
    for (i, &own) in cubes.iter().enumerate() {
        let height = centre(&world, own).z;
        assert!((height - (0.5 + i as f64)).abs() < 0.02, "cube {i} is at {height}");
    }
    assert!(world.kinetic_energy() < 1e-4, "{}", world.kinetic_energy());
}

/// A cube that is thrown at a tower (case 3) knocks it over, and all of it comes to rest on the ground.
#[test]
fn a_thrown_cube_knocks_a_tower_over() {
    let mut world = world(Settings::default());
    for i in 0..5 {
        let mesh = cube(1.0).translated(DVec3::Z * (0.5 + f64::from(i)));
        world.add_rigid(&Rigid::new(format!("cube {i}"), mesh)).unwrap();
    }
    let mesh = cube(1.0).translated(DVec3::new(-6.0, 0.2, 3.0));
    let thrown = Rigid { velocity: DVec3::new(12.0, 0.0, 3.0), ..Rigid::new("thrown", mesh) };
    world.add_rigid(&thrown).unwrap();
    for _ in 0..900 {
        world.step().unwrap();
        assert!(world.kinetic_energy() < 2e5);
    }
    let highest = world.state().bodies.iter().map(|body| body.position.z).fold(0.0, f64::max);
    println!(
        "highest {highest}, energy {:.1e}, deepest {:.1e}",
        world.kinetic_energy(),
        world.statistics().deepest
    );
    assert!(highest < 4.0 && world.kinetic_energy() < 1e-2);
    assert!(world.statistics().deepest < 0.01);
    let lowest = world.state().positions.iter().map(|v| v.z).fold(0.0, f64::min);
    assert!(lowest > -0.01, "{lowest}");
}

/// On a slope a block slides if the slope is steeper than friction, with the acceleration of the formula, and stays if not.
#[test]
fn friction_holds_below_its_angle_and_brakes_above() {
    for (angle, friction) in [(0.3f64, 0.4f64), (0.5, 0.4)] {
        let mut world = World::new(Settings::default()).unwrap();
        // The slope is the ground, and gravity leans.
        let gravity = DVec3::new(angle.sin(), 0.0, -angle.cos()) * 9.81;
        world.add_field(Field::Gravity(gravity)).unwrap();
        world.add_plane(Plane { friction, ..Plane::ground(0.0) }).unwrap();
        let mesh =
            shapes::box_surface(DVec3::new(1.0, 1.0, 0.2), [1; 3]).translated(DVec3::Z * 0.1);
        let block = world.add_rigid(&Rigid { friction, ..Rigid::new("block", mesh) }).unwrap();
        for _ in 0..60 {
            world.step().unwrap();
        }
        let moved = centre(&world, block).x;
        let expected = (0.5 * 9.81 * (angle.sin() - friction * angle.cos())).max(0.0);
        println!("angle {angle}: moved {moved:.4} m, {expected:.4} expected");
        assert!((moved - expected).abs() < 0.01 * (1.0 + expected), "{moved} for {expected}");
    }
}

/// A ball that bounces leaves with the share of its speed that restitution says.
#[test]
fn restitution_is_kept() {
    let mut world = world(Settings::default());
    let mesh = shapes::icosphere(3, 0.5).translated(DVec3::Z * 2.5);
    let ball = Rigid { restitution: 0.5, ..Rigid::new("ball", mesh) };
    world.add_rigid(&ball).unwrap();
    let mut highest: f64 = 0.0;
    let mut has_bounced = false;
    for _ in 0..120 {
        world.step().unwrap();
        has_bounced |= world.state().bodies[0].velocity.z > 0.0;
        if has_bounced {
            highest = highest.max(world.state().bodies[0].position.z - 0.5);
        }
    }
    // Falls 2 m, so that it rises a quarter of that.
    assert!((highest - 0.5).abs() < 0.05, "{highest}");
}

/// Two bodies that collide in free flight keep momentum and angular momentum; without restitution they lose energy.
#[test]
fn impacts_keep_momentum() {
    let mut world = World::new(Settings::default()).unwrap();
    let turned = |place: DVec3, turn: DQuat| {
        let mut mesh = cube(1.0);
        mesh.vertices.iter_mut().for_each(|v| *v = turn * *v + place);
        mesh
    };
    let first = turned(DVec3::new(-2.0, 0.2, 0.1), DQuat::from_rotation_z(0.4));
    let second = turned(DVec3::new(2.0, -0.1, 0.0), DQuat::from_rotation_y(0.7));
    let first = Rigid {
        velocity: DVec3::X * 5.0,
        angular_velocity: DVec3::new(0.3, 1.0, -0.5),
        ..Rigid::new("first", first)
    };
    let second =
        Rigid { velocity: DVec3::X * -4.0, density: 300.0, ..Rigid::new("second", second) };
    world.add_rigid(&first).unwrap();
    world.add_rigid(&second).unwrap();
    let [momentum, turning, energy] =
        [world.momentum(), world.angular_momentum(), DVec3::X * world.kinetic_energy()];
    let mut touched = false;
    for _ in 0..120 {
        world.step().unwrap();
        touched |= world.statistics().rigid_contacts > 0 && world.kinetic_energy() < 0.9 * energy.x;
    }
    assert!(touched);
    let size = momentum.length();
    println!(
        "momentum off by {:.1e}, angular {:.1e}",
        (world.momentum() - momentum).length() / size,
        (world.angular_momentum() - turning).length() / size
    );
    assert!((world.momentum() - momentum).length() < 1e-12 * size);
    // Contact points of the two bodies differ by the gap between them, which turns them by that much.
    assert!((world.angular_momentum() - turning).length() < 1e-2 * size);
}

/// A body that is a ring, not its hull: a small cube falls through the hole, a large one stays on top.
#[test]
fn meshes_have_holes_and_hulls_have_not() {
    let mut world = world(Settings::default());
    let ring = shapes::torus(1.0, 0.3, 32, 12).translated(DVec3::Z * 0.3);
    let ring = Rigid { shape: RigidShape::Mesh, ..Rigid::new("ring", ring) };
    world.add_rigid(&ring).unwrap();
    let small =
        world.add_rigid(&Rigid::new("small", cube(0.4).translated(DVec3::Z * 1.5))).unwrap();
    let plate =
        shapes::box_surface(DVec3::new(3.0, 3.0, 0.3), [6, 6, 1]).translated(DVec3::Z * 3.0);
    let large = world.add_rigid(&Rigid::new("large", plate)).unwrap();
    for _ in 0..240 {
        world.step().unwrap();
    }
    let [small, large] = [small, large].map(|own| centre(&world, own).z);
    println!("small at {small}, large at {large}, energy {:.1e}", world.kinetic_energy());
    assert!((small - 0.2).abs() < 0.02, "{small}");
    assert!((large - 0.75).abs() < 0.03, "{large}");
}
