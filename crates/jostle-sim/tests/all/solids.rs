//! Deformable solids: momentum, a cantilever, stability, plasticity.

use glam::DVec3;
use jostle::TetMesh;
use jostle::mesh::shapes::{self, Split};
use jostle_sim::body::{Common, Mass, Points, Solid, SolidMaterial, SolidModel};
use jostle_sim::contact::Plane;
use jostle_sim::energy::Plasticity;
use jostle_sim::integrate::IntegratorKind;
use jostle_sim::shape_matching::{ShapeMatchingSettings, ShapeMode};
use jostle_sim::{DragTarget, Field, Settings, ShippedScene, World};

fn materials() -> Vec<SolidMaterial> {
    let matching = |mode: ShapeMode, cluster_size: Option<f64>| SolidMaterial {
        mass: Mass::Density(1000.0),
        model: SolidModel::ShapeMatching(ShapeMatchingSettings {
            mode,
            cluster_size,
            ..ShapeMatchingSettings::default()
        }),
        damping: 0.0,
        plasticity: None,
        break_strain: None,
    };
    vec![
        SolidMaterial::elastic(1e5),
        SolidMaterial {
            model: SolidModel::Springs { edge: 5.0, area: 1.0, volume: 0.5 },
            ..SolidMaterial::springs(0.1, 0.0, 0.0)
        },
        matching(ShapeMode::Rigid, None),
        matching(ShapeMode::Linear, Some(0.7)),
        matching(ShapeMode::Quadratic, None),
    ]
}

/// A ball that is squeezed and spins in empty space keeps momentum, in every model and integrator.
#[test]
fn free_bodies_keep_momentum() {
    for material in materials() {
        for integrator in IntegratorKind::ALL {
            let settings = Settings { integrator, substeps: 40, ..Settings::default() };
            let mut world = World::new(settings).unwrap();
            let mut solid = Solid::new("ball", shapes::ball_tets(2, 0.5), material.clone());
            solid.common.velocity = DVec3::new(1.0, -2.0, 0.5);
            let ball = world.add_solid(&solid).unwrap();
            // Squeezed by a pair of draggers, which pull alike in opposite ways.
            let vertices = world.positions(ball).len() as u32;
            world.add_dragger(ball, vertices - 1, DragTarget::Vertex(1), 50.0).unwrap();
            let momentum = world.momentum();
            for _ in 0..30 {
                world.step().unwrap();
            }
            let change = (world.momentum() - momentum).length() / momentum.length();
            assert!(change < 1e-9, "{:?} {}: {change:e}", material.model, integrator.name());
        }
    }
}

/// The sag of a cantilever's tip under its own weight, from a run that damps it to rest.
fn sag(across: u32, integrator: IntegratorKind, substeps: u32, steps: u32) -> f64 {
    let settings = Settings { integrator, substeps, searches: 1, ..Settings::default() };
    let mut world = World::new(settings).unwrap();
    world.add_field(Field::Gravity(DVec3::Z * -1.0)).unwrap();
    let mesh: TetMesh = shapes::beam_tets(LENGTH, WIDTH, across, Split::Six);
    let low = mesh.vertices.iter().map(|v| v.x).fold(f64::INFINITY, f64::min);
    let high = mesh.vertices.iter().map(|v| v.x).fold(f64::NEG_INFINITY, f64::max);
    let ends = |x: f64| {
        let own = mesh.vertices.iter().enumerate().filter(move |(_, v)| v.x == x);
        own.map(|(i, _)| i as u32).collect::<Vec<u32>>()
    };
    let material = SolidMaterial {
        model: SolidModel::Elastic { young: YOUNG, poisson: 0.0 },
        ..SolidMaterial::elastic(YOUNG)
    };
    let mut solid = Solid::new("beam", mesh.clone(), material);
    solid.common.fixed = ends(low);
    solid.common.drag = 3.0;
    let beam = world.add_solid(&solid).unwrap();
    for _ in 0..steps {
        world.step().unwrap();
    }
    let tip = ends(high);
    let now = world.positions(beam);
    let sum: f64 = tip.iter().map(|&v| mesh.vertices[v as usize].z - now[v as usize].z).sum();
    sum / tip.len() as f64
}

const LENGTH: f64 = 2.0;
const WIDTH: f64 = 0.4;
const YOUNG: f64 = 2e6;

/// Timoshenko's beam: bending `q L^4 / 8 E I` and shear `q L^2 / (2 k G A)`.
fn expected_sag() -> f64 {
    let area = WIDTH * WIDTH;
    let load = 1000.0 * area;
    let second_moment = WIDTH.powi(4) / 12.0;
    let shear = YOUNG / 2.0;
    load * LENGTH.powi(4) / (8.0 * YOUNG * second_moment)
        + load * LENGTH.powi(2) / (2.0 * (5.0 / 6.0) * shear * area)
}

#[test]
fn a_cantilever_sags_as_beams_do_and_converges() {
    let expected = expected_sag();
    let errors = [1u32, 2, 4].map(|across| {
        let found = sag(across, IntegratorKind::SemiImplicitEuler, 40 * across, 180);
        println!("{across} cells across: sag {found:.5} m, {expected:.5} m expected");
        1.0 - found / expected
    });
    // Linear tetrahedra are too stiff in bending, by an amount that falls with the square of their size.
    assert!(errors.iter().all(|e| *e > 0.0));
    assert!(errors[1] < 0.65 * errors[0] && errors[2] < 0.45 * errors[1] && errors[2] < 0.2);
}

/// The position-based integrator comes to the same sag as steps get shorter.
#[test]
fn position_based_steps_converge_to_the_same_sag() {
    let reference = sag(2, IntegratorKind::SemiImplicitEuler, 80, 180);
    let errors = [20, 80].map(|substeps| {
        let found = sag(2, IntegratorKind::PositionBased, substeps, 180);
        println!("{substeps} substeps: sag {found:.5} m, {reference:.5} m in the limit");
        (found / reference - 1.0).abs()
    });
    assert!(errors[1] < errors[0] && errors[1] < 0.05, "{errors:?}");
}

/// A sixtieth of a second is a thousand times too long for explicit methods here: they explode, and say so; the
/// position-based one does not.
#[test]
fn stiff_bodies_are_stable_at_any_step() {
    let run = |integrator: IntegratorKind| {
        let settings = Settings { integrator, substeps: 1, searches: 1, ..Settings::default() };
        let mut world = World::new(settings).unwrap();
        world.add_field(Field::Gravity(DVec3::Z * -9.81)).unwrap();
        world.add_plane(Plane::ground(0.0)).unwrap();
        let mesh = shapes::ball_tets(2, 0.5).translated(DVec3::Z * 1.0);
        world.add_solid(&Solid::new("ball", mesh, SolidMaterial::elastic(1e9))).unwrap();
        for _ in 0..600 {
            world.step()?;
        }
        Ok::<f64, jostle_sim::SimError>(world.kinetic_energy())
    };
    let energy = run(IntegratorKind::PositionBased).unwrap();
    // Of 520 kg, which still rolls: below 0.4 m/s.
    assert!(energy < 40.0, "{energy}");
    let error = run(IntegratorKind::SemiImplicitEuler).unwrap_err().to_string();
    assert!(error.contains("'ball'") && error.contains("position-based"), "{error}");
}

/// Substeps that split themselves carry an explicit method through an impact that its own step cannot take.
#[test]
fn adaptive_substeps_keep_explicit_methods_stable() {
    let run = |tolerance: Option<f64>| {
        let settings = Settings {
            integrator: IntegratorKind::VelocityVerlet,
            tolerance,
            substeps: 1,
            searches: 2,
            ..Settings::default()
        };
        let mut world = World::new(settings).unwrap();
        world.add_field(Field::Gravity(DVec3::Z * -9.81)).unwrap();
        world.add_plane(Plane::ground(0.0)).unwrap();
        let mesh = shapes::ball_tets(1, 0.5).translated(DVec3::Z * 0.8);
        let mut solid = Solid::new("ball", mesh, SolidMaterial::springs(1.0, 3000.0, 3000.0));
        solid.material.damping = 0.0005;
        world.add_solid(&solid).unwrap();
        for _ in 0..60 {
            world.step()?;
        }
        Ok::<f64, jostle_sim::SimError>(world.kinetic_energy())
    };
    let without = run(None);
    assert!(without.as_ref().map_or(true, |energy| *energy > 1e3), "{without:?}");
    let with = run(Some(1e-4)).unwrap();
    // It fell 0.3 m with 13 kg: no more than that energy is left.
    assert!(with < 13.0 * 9.81 * 0.35, "{with}");
}

/// A bar of clay that is pulled stays long, one of rubber does not.
#[test]
fn clay_stays_as_it_was_pulled() {
    let length_after = |plasticity: Option<Plasticity>| {
        let mut world = World::new(Settings::default()).unwrap();
        let mesh = shapes::beam_tets(1.0, 0.2, 1, Split::Five);
        let material = SolidMaterial { plasticity, ..SolidMaterial::springs(0.1, 50.0, 50.0) };
        let mut solid = Solid::new("bar", mesh.clone(), material);
        solid.common.drag = 2.0;
        let fixed = |v: &DVec3| v.x == mesh.vertices[0].x;
        let ends = mesh.vertices.iter().enumerate();
        solid.common.fixed = ends.filter(|(_, v)| fixed(v)).map(|(i, _)| i as u32).collect();
        let bar = world.add_solid(&solid).unwrap();
        let high = mesh.vertices.iter().map(|v| v.x).fold(0.0, f64::max);
        let pulled: Vec<u32> = (0..mesh.vertices.len() as u32)
            .filter(|&v| mesh.vertices[v as usize].x == high)
            .collect();
        let draggers: Vec<usize> = pulled
            .iter()
            .map(|&v| {
                let position = mesh.vertices[v as usize] + DVec3::X * 0.4;
                let target = DragTarget::Place { position, velocity: DVec3::ZERO };
                world.add_dragger(bar, v, target, 1e5).unwrap()
            })
            .collect();
        for _ in 0..120 {
            world.step().unwrap();
        }
        draggers.into_iter().for_each(|own| world.set_dragger(own, None).unwrap());
        assert!(world.set_dragger(999, None).is_err());
        for _ in 0..300 {
            world.step().unwrap();
        }
        let now = world.positions(bar);
        now[pulled[0] as usize].x - now[0].x
    };
    let rubber = length_after(None);
    let clay = Plasticity { yield_strain: 0.05, creep: 5.0, limit: 1.0 };
    let clay = length_after(Some(clay));
    println!("rubber {rubber:.3} m, clay {clay:.3} m");
    assert!((rubber - 1.0).abs() < 0.02, "{rubber}");
    assert!(clay > 1.2, "{clay}");
}

#[test]
fn point_sets_fall_and_keep_their_shape() {
    let mut world = World::new(Settings::default()).unwrap();
    world.add_field(Field::Gravity(DVec3::Z * -9.81)).unwrap();
    world.add_plane(Plane::ground(0.0)).unwrap();
    let points = shapes::bumpy_sphere(4, 0.2, 1).translated(DVec3::Z * 2.0).vertices;
    let start = points.clone();
    let mut common = Common::new("pebble");
    common.drag = 0.5;
    let own = Points { common, points, mass: 0.1, matching: ShapeMatchingSettings::default() };
    let own = world.add_points(&own).unwrap();
    for _ in 0..300 {
        world.step().unwrap();
    }
    let now = world.positions(own);
    let error = (0..start.len())
        .map(|i| (now[i].distance(now[0]) - start[i].distance(start[0])).abs())
        .fold(0.0, f64::max);
    assert!(error < 0.02, "{error}");
    assert!(now.iter().all(|v| v.z > -1e-3) && world.kinetic_energy() < 1.0);
}

/// The same bits for any number of threads, in scenes with cloth, rigid bodies, cutters and shape matching too.
#[test]
fn shipped_scenes_do_not_depend_on_threads() {
    for (name, steps) in
        [("trampoline", 40), ("drape", 15), ("surgery", 70), ("tower-dynamic-2", 60)]
    {
        let run = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let mut file = ShippedScene::find(name).unwrap().load().unwrap();
                for _ in 0..steps {
                    file.world.step().unwrap();
                }
                (file.world.state().clone(), file.world.scene().vertices().to_vec())
            })
        };
        assert!(run(1) == run(3), "{name}");
    }
}

/// The same bits for any number of threads.
#[test]
fn steps_do_not_depend_on_threads() {
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut world = World::new(Settings::default()).unwrap();
            world.add_field(Field::Gravity(DVec3::Z * -9.81)).unwrap();
            world.add_plane(Plane::ground(0.0)).unwrap();
            for i in 0..6 {
                let place = DVec3::new(
                    0.1 * f64::from(i % 2),
                    0.05 * f64::from(i % 3),
                    0.6 + 1.05 * f64::from(i),
                );
                let mesh = shapes::ball_tets(2, 0.5).translated(place);
                let solid = Solid::new(format!("ball {i}"), mesh, SolidMaterial::elastic(5e4));
                world.add_solid(&solid).unwrap();
            }
            let mut contacts = 0;
            for _ in 0..60 {
                world.step().unwrap();
                contacts += world.statistics().contacts;
            }
            assert!(contacts > 100);
            world.state().clone()
        })
    };
    assert_eq!(run(1), run(4));
}
