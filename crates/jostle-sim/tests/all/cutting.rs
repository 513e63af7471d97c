//! Cutting and breaking solids while they move.

use glam::DVec3;
use jostle::TriangleMesh;
use jostle::mesh::ElementKind;
use jostle::mesh::shapes::{self, Split};
use jostle::mesh::topology::VolumeTopology;
use jostle::{Mesh, Scene};
use jostle_sim::body::{Rigid, Solid, SolidMaterial};
use jostle_sim::contact::Plane;
use jostle_sim::{BodyId, CutMode, DragTarget, Field, Settings, World};

fn bar(name: &str, place: DVec3) -> Solid {
    let mesh = shapes::box_tets([8, 2, 2], DVec3::new(2.0, 0.5, 0.5), Split::Five, 0.0, 0);
    let mesh = mesh.translated(place);
    let mut solid = Solid::new(name, mesh, SolidMaterial::springs(0.05, 100.0, 100.0));
    solid.common.drag = 0.5;
    solid
}

/// A blade across the bar, at a place along x.
fn blade(x: f64) -> TriangleMesh {
    let mut mesh = shapes::cloth(1, 1, [4.0, 4.0]);
    mesh.vertices.iter_mut().for_each(|v| *v = DVec3::new(x, v.x, v.y));
    mesh
}

fn components(scene: &Scene, body: BodyId) -> usize {
    let Mesh::Tets(mesh) = scene.mesh(body.object()).unwrap() else { panic!("a solid") };
    VolumeTopology::from_mesh(&mesh).unwrap().components().count()
}

/// The world with a bar between a rigid body and another solid, so that numbers of vertices shift on both sides.
fn world() -> (World, [BodyId; 3]) {
    let mut world = World::new(Settings::default()).unwrap();
    world.add_field(Field::Gravity(DVec3::Z * -9.81)).unwrap();
    world.add_plane(Plane::ground(0.0)).unwrap();
    let cube =
        shapes::box_surface(DVec3::splat(0.5), [1; 3]).translated(DVec3::new(0.0, 3.0, 0.25));
    let bar_body = bar("bar", DVec3::new(0.0, 0.0, 0.26));
    let first = world.add_solid(&bar_body).unwrap();
    let rigid = world.add_rigid(&Rigid::new("cube", cube)).unwrap();
    let last = world.add_solid(&bar("other", DVec3::new(0.0, -3.0, 0.26))).unwrap();
    (world, [first, rigid, last])
}

#[test]
fn a_blade_splits_a_bar_in_two_and_keeps_mass_and_momentum() {
    let (mut world, [bar, rigid, last]) = world();
    for _ in 0..5 {
        world.step().unwrap();
    }
    let [momentum, turning] = [world.momentum(), world.angular_momentum()];
    let energy = world.kinetic_energy();
    let before = [rigid, last].map(|own| world.positions(own).to_vec());
    let cut = world.cut(bar, &blade(0.01), CutMode::Split).unwrap();
    assert!(cut > 0);
    assert_eq!(components(world.scene(), bar), 2);
    assert_eq!(world.scene().objects()[0].kind(), ElementKind::Tetrahedron);
    let size = momentum.length().max(1e-3);
    assert!((world.momentum() - momentum).length() < 1e-12 * size);
    assert!((world.angular_momentum() - turning).length() < 1e-11);
    assert!((world.kinetic_energy() - energy).abs() < 1e-12);
    for (own, before) in [rigid, last].into_iter().zip(before) {
        assert_eq!(world.positions(own), &before[..], "others stay where they are");
    }
    // A wedge drives the halves apart: draggers at both ends.
    let vertices = world.positions(bar).to_vec();
    let ends = [f64::min, f64::max].map(|pick| vertices.iter().map(|v| v.x).fold(0.0, pick));
    for (vertex, place) in vertices.iter().enumerate() {
        if ends.iter().any(|end| (end - place.x).abs() < 1e-6) {
            let position = *place + DVec3::X * place.x.signum();
            let target = DragTarget::Place { position, velocity: DVec3::ZERO };
            world.add_dragger(bar, vertex as u32, target, 500.0).unwrap();
        }
    }
    for _ in 0..180 {
        world.step().unwrap();
    }
    let inner = world.positions(bar).iter().map(|v| v.x.abs()).fold(f64::INFINITY, f64::min);
    assert!(inner > 0.3, "the halves are {inner} from the middle");
    assert!(world.kinetic_energy() < 0.1);
}

#[test]
fn a_cutter_takes_away_what_it_touches() {
    let (mut world, [bar, ..]) = world();
    world.step().unwrap();
    let before = world.scene().object(bar.object()).unwrap().elements().len();
    let removed = world.cut(bar, &blade(0.01), CutMode::Remove).unwrap();
    assert!(removed > 0);
    assert_eq!(world.scene().object(bar.object()).unwrap().elements().len(), before - removed);
    assert_eq!(components(world.scene(), bar), 2);
    for _ in 0..120 {
        world.step().unwrap();
    }
    assert!(world.kinetic_energy() < 1.0);
    // A tool that touches nothing changes nothing, and one may cut again until nothing is left.
    assert_eq!(world.cut(bar, &blade(50.0), CutMode::Remove).unwrap(), 0);
    for i in -20..=20 {
        world.cut(bar, &blade(0.06 * f64::from(i)), CutMode::Remove).unwrap();
        world.step().unwrap();
    }
    assert_eq!(world.scene().object(bar.object()).unwrap().elements().len(), 0);
}

/// A bar that is pulled breaks where it bears no more, and one that bears more does not.
#[test]
fn a_bar_that_is_pulled_too_far_breaks() {
    let pulled = |strain: f64| {
        let mut world = World::new(Settings::default()).unwrap();
        let mut solid = bar("bar", DVec3::ZERO);
        solid.material.break_strain = Some(strain);
        let own = world.add_solid(&solid).unwrap();
        let vertices = world.positions(own).to_vec();
        for (vertex, place) in vertices.iter().enumerate() {
            if place.x.abs() > 0.99 {
                let velocity = DVec3::X * (0.5 * place.x.signum());
                let target = DragTarget::Place { position: *place, velocity };
                world.add_dragger(own, vertex as u32, target, 1e4).unwrap();
            }
        }
        let mut broken = 0;
        for _ in 0..90 {
            world.step().unwrap();
            broken += world.statistics().broken;
        }
        (broken, components(world.scene(), own))
    };
    let (broken, parts) = pulled(0.25);
    println!("{broken} faces broke, {parts} parts");
    assert!(broken > 0 && parts > 1);
    assert_eq!(pulled(3.0), (0, 1));
}
