//! Cloth: swinging as a heavy chain does, and never passing through anything.

use glam::DVec3;
use jostle::mesh::shapes;
use jostle::{Filters, Query, collide};
use jostle_sim::body::{Cloth, ClothMaterial, Rigid, Solid, SolidMaterial};
use jostle_sim::contact::{ContactSettings, Plane};
use jostle_sim::integrate::IntegratorKind;
use jostle_sim::{Field, Settings, World};

/// Cloth that crosses nothing and not itself, exactly. Solids may overlap each other a little.
fn assert_free(world: &World, cloths: &[usize], step: usize) {
    let mut scene = world.scene().clone();
    for index in 0..scene.objects().len() {
        let object = jostle::ObjectId::new(index);
        scene.set_self_collision(object, cloths.contains(&index)).unwrap();
    }
    let others: Vec<_> = (0..scene.objects().len()).filter(|i| !cloths.contains(i)).collect();
    let pairs = others.iter().flat_map(|&a| {
        let others = &others;
        others.iter().map(move |&b| (jostle::ObjectId::new(a), jostle::ObjectId::new(b)))
    });
    let query = Query::pair_count().filters(Filters::new().exclude(pairs.filter(|(a, b)| a < b)));
    let found = collide(&scene, &query).unwrap();
    assert!(!found.any(), "{} pairs at step {step}", found.pair_count());
}

/// The quarter period of a cloth that hangs from its upper edge and swings a little, flat as a chain.
fn swing(rows: u32, integrator: IntegratorKind, substeps: u32) -> f64 {
    let settings =
        Settings { integrator, substeps, searches: 1, step: 1.0 / 240.0, ..Settings::default() };
    let mut world = World::new(settings).unwrap();
    world.add_field(Field::Gravity(DVec3::Z * -GRAVITY)).unwrap();
    let mut mesh = shapes::cloth(2, rows, [0.25, 1.0]);
    // Hangs along -z, out of the plane by the first mode of a chain: J0 of 2 w sqrt(height / g).
    let top = mesh.vertices.iter().map(|v| v.y).fold(f64::NEG_INFINITY, f64::max);
    let frequency = 0.5 * FIRST_ZERO * (GRAVITY / 1.0f64).sqrt();
    let fixed: Vec<u32> =
        (0..mesh.vertices.len() as u32).filter(|&v| mesh.vertices[v as usize].y == top).collect();
    for vertex in &mut mesh.vertices {
        let height = 1.0 - (top - vertex.y);
        let out = AMPLITUDE * bessel_j0(2.0 * frequency * (height / GRAVITY).sqrt());
        *vertex = DVec3::new(vertex.x, out, vertex.y - top);
    }
    let material = ClothMaterial {
        stretch: 2e3,
        shear: 2e2,
        bend: 0.0,
        damping: 0.0,
        warp: DVec3::X,
        ..ClothMaterial::default()
    };
    let mut cloth = Cloth::new("cloth", mesh.clone(), material);
    cloth.common.fixed = fixed;
    cloth.common.self_collision = false;
    let own = world.add_cloth(&cloth).unwrap();
    let lowest = (0..mesh.vertices.len())
        .min_by(|&a, &b| mesh.vertices[a].z.total_cmp(&mesh.vertices[b].z))
        .unwrap();
    let mut before = world.positions(own)[lowest].y;
    loop {
        world.step().unwrap();
        let now = world.positions(own)[lowest].y;
        if now <= 0.0 {
            // Where the straight line between two steps crosses.
            return world.time() - world.settings().step * now / (now - before);
        }
        assert!(world.time() < 2.0);
        before = now;
    }
}

const GRAVITY: f64 = 9.81;
const AMPLITUDE: f64 = 0.01;
/// Of J0.
const FIRST_ZERO: f64 = 2.404825557695773;

/// Its power series, which converges quickly for what is asked here.
fn bessel_j0(x: f64) -> f64 {
    let mut term = 1.0;
    let mut sum = 1.0;
    for k in 1..40 {
        term *= -(x * x / 4.0) / f64::from(k * k);
        sum += term;
    }
    sum
}

/// A heavy chain's first frequency is `j / 2 sqrt(g / L)` with `j` the first zero of J0 (Bernoulli).
#[test]
fn a_hanging_cloth_swings_as_a_heavy_chain_and_converges() {
    let exact = std::f64::consts::FRAC_PI_2 / (0.5 * FIRST_ZERO * GRAVITY.sqrt());
    for (integrator, substeps) in
        [(IntegratorKind::VelocityVerlet, 20), (IntegratorKind::PositionBased, 20)]
    {
        let errors = [4, 8, 16].map(|rows| {
            let found = swing(rows, integrator, substeps);
            println!(
                "{} {rows} rows: quarter period {found:.5} s, {exact:.5} s expected",
                integrator.name()
            );
            (found / exact - 1.0).abs()
        });
        assert!(errors[1] < 0.5 * errors[0] && errors[2] < 0.01, "{errors:?}");
    }
}

fn settings(thickness: f64) -> Settings {
    let contact = ContactSettings { thickness, ..ContactSettings::default() };
    Settings { searches: 4, substeps: 4, contact, ..Settings::default() }
}

/// A cloth falls on a ball and drapes over it: no crossing in any frame.
#[test]
fn a_cloth_drapes_over_a_ball_without_crossing() {
    let mut world = World::new(settings(0.01)).unwrap();
    world.add_field(Field::Gravity(DVec3::Z * -9.81)).unwrap();
    world.add_plane(Plane::ground(0.0)).unwrap();
    let ball = shapes::icosphere(3, 0.4).translated(DVec3::Z * 0.6);
    world.add_rigid(&Rigid { is_fixed: true, ..Rigid::new("ball", ball) }).unwrap();
    let cloth = shapes::cloth(24, 24, [1.6, 1.6]).translated(DVec3::Z * 1.05);
    let mut cloth = Cloth::new("cloth", cloth, ClothMaterial::default());
    cloth.common.drag = 0.5;
    world.add_cloth(&cloth).unwrap();
    let mut sums = [0; 4];
    for step in 0..180 {
        world.step().unwrap();
        let own = world.statistics();
        let add = [own.impacts, own.in_zones, own.held, own.contacts];
        sums.iter_mut().zip(add).for_each(|(sum, own)| *sum += own);
        assert_free(&world, &[1], step);
    }
    println!(
        "impacts {}, in zones {}, held {}, contacts {}, energy {:.1e}",
        sums[0],
        sums[1],
        sums[2],
        sums[3],
        world.kinetic_energy()
    );
    assert!(sums[3] > 0 && sums[2] == 0);
    let lowest = world.state().positions.iter().map(|v| v.z).fold(0.0, f64::min);
    assert!(lowest > -1e-3);
}

/// A stone through a curtain: fast enough to be on the other side after one step, and yet it does not pass.
#[test]
fn a_fast_stone_does_not_pass_a_curtain() {
    let mut world = World::new(settings(0.01)).unwrap();
    let curtain = shapes::cloth(16, 16, [2.0, 2.0]);
    let mut cloth = Cloth::new(
        "curtain",
        curtain.clone(),
        ClothMaterial { stretch: 1e4, ..ClothMaterial::default() },
    );
    let rim = |v: &DVec3| v.x.abs().max(v.y.abs()) > 0.999;
    cloth.common.fixed = (0..curtain.vertices.len() as u32)
        .filter(|&v| rim(&curtain.vertices[v as usize]))
        .collect();
    world.add_cloth(&cloth).unwrap();
    let stone = shapes::ball_tets(1, 0.1).translated(DVec3::new(0.03, 0.02, 0.5));
    let mut stone = Solid::new("stone", stone, SolidMaterial::elastic(1e6));
    stone.common.velocity = DVec3::Z * -60.0;
    let stone = world.add_solid(&stone).unwrap();
    let mut impacts = 0;
    for step in 0..60 {
        world.step().unwrap();
        impacts += world.statistics().impacts;
        assert_free(&world, &[0], step);
    }
    // Not around the rim either.
    let place = world.positions(stone)[0];
    println!("stone at {place}, {impacts} impacts");
    assert!(impacts > 0 && place.x.abs() < 1.0 && place.y.abs() < 1.0);
    // Momentum went into the curtain: the stone is in front of it, or has pushed it along.
    let lowest = world.positions(jostle_body(&world)).iter().map(|v| v.z).fold(0.0, f64::min);
    assert!(place.z > lowest - 0.2, "stone at {place}, curtain down to {lowest}");
}

fn jostle_body(world: &World) -> jostle_sim::BodyId {
    world.bodies().next().unwrap()
}

/// A cloth that falls on itself in folds, and a second one on top.
#[test]
fn folds_do_not_cross() {
    // So thin that pushes come too late, and impacts have to be corrected.
    let mut world = World::new(settings(0.0003)).unwrap();
    world.add_field(Field::Gravity(DVec3::Z * -9.81)).unwrap();
    world.add_plane(Plane::ground(0.0)).unwrap();
    for (index, height) in [(0, 0.9), (1, 2.1)] {
        // Upright, so that it buckles.
        let mut mesh = shapes::cloth(12, 20, [0.6, 1.0]);
        mesh.vertices.iter_mut().for_each(|v| {
            *v = DVec3::new(v.x, 0.02 * (9.0 * v.y).sin() + 0.03 * f64::from(index), v.y + height);
        });
        let mut cloth = Cloth::new(format!("cloth {index}"), mesh, ClothMaterial::default());
        cloth.common.drag = 0.5;
        world.add_cloth(&cloth).unwrap();
    }
    let mut held = 0;
    let mut impacts = 0;
    for step in 0..150 {
        world.step().unwrap();
        held += world.statistics().held;
        impacts += world.statistics().impacts;
        assert_free(&world, &[0, 1], step);
    }
    println!("{impacts} impacts, held {held}, energy {:.2e}", world.kinetic_energy());
    assert!(impacts > 0);
}

#[test]
fn cloth_that_starts_in_contact_is_refused() {
    let mut world = World::new(settings(0.01)).unwrap();
    world
        .add_cloth(&Cloth::new("one", shapes::cloth(4, 4, [1.0, 1.0]), ClothMaterial::default()))
        .unwrap();
    let mut other = shapes::cloth(4, 4, [1.0, 1.0]);
    other.vertices.iter_mut().for_each(|v| *v = DVec3::new(v.x + 0.1, v.z, v.y));
    world.add_cloth(&Cloth::new("other", other, ClothMaterial::default())).unwrap();
    let error = world.step().unwrap_err().to_string();
    assert!(error.contains("starts"), "{error}");
}

/// What is fixed with a velocity moves at it, and takes the cloth along.
#[test]
fn fixed_vertices_move_as_they_are_told() {
    let mut world = World::new(settings(0.01)).unwrap();
    let mesh = shapes::cloth(6, 6, [0.5, 0.5]);
    let mut cloth = Cloth::new("flag", mesh.clone(), ClothMaterial::default());
    cloth.common.fixed = (0..7).collect();
    cloth.common.fixed_velocity = DVec3::new(0.0, 0.0, 0.5);
    cloth.common.drag = 1.0;
    let own = world.add_cloth(&cloth).unwrap();
    for _ in 0..120 {
        world.step().unwrap();
    }
    for vertex in 0..7 {
        let expected = mesh.vertices[vertex] + DVec3::Z;
        assert!(world.positions(own)[vertex].distance(expected) < 1e-9);
    }
    assert!(world.positions(own).iter().all(|v| v.z > 0.3));
}
