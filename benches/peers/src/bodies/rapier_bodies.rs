//! Bodies in rapier.

use super::engine::{Engine, Snapshot};
use super::scenes::Body;
use glam::{DQuat, DVec3};
use jostle::TetMesh;
use rapier3d::prelude::*;
use std::error::Error;

pub struct RapierBodies {
    world: PhysicsWorld,
    boxes: Vec<RigidBodyHandle>,
    soft: Vec<SoftBodyHandle>,
}

impl RapierBodies {
    pub fn new(bodies: &[Body], can_sleep: bool) -> RapierBodies {
        let mut world = PhysicsWorld { gravity: Vector::Z * -9.81, ..PhysicsWorld::default() };
        let ground = ColliderBuilder::new(SharedShape::halfspace(Vector::Z)).friction(0.5);
        world.insert(RigidBodyBuilder::fixed(), ground);
        let mut own = RapierBodies { world, boxes: Vec::new(), soft: Vec::new() };
        for body in bodies {
            match body {
                Body::Box { half, place, turn } => {
                    let [x, y, z] = half.to_array().map(|v| v as f32);
                    let pose = Pose::from_parts(
                        vector(*place),
                        Rotation::from_array(turn.to_array().map(|v| v as f32)),
                    );
                    let body = RigidBodyBuilder::dynamic().pose(pose).can_sleep(can_sleep);
                    let collider = ColliderBuilder::cuboid(x, y, z).density(1000.0).friction(0.5);
                    own.boxes.push(own.world.insert(body, collider).0);
                }
                Body::Soft { mesh, young } => {
                    let vertices = mesh.vertices.iter().copied().map(vector).collect();
                    let material = SoftBodyMaterial {
                        young_modulus: *young as f32,
                        poisson_ratio: 0.4,
                        ..SoftBodyMaterial::default()
                    };
                    let builder = SoftBodyBuilder::new(vertices)
                        .cells(mesh.elements.clone())
                        .cell_model(SoftBodyCellModel::Corotational)
                        .material(material)
                        .masses(masses(mesh))
                        .can_sleep(can_sleep);
                    own.soft.push(own.world.insert_soft_body(builder));
                }
            }
        }
        own
    }
}

// The two are of different versions of one library.
fn vector(place: DVec3) -> Vector {
    Vector::from_array(place.to_array().map(|v| v as f32))
}

fn place(vector: Vector) -> DVec3 {
    DVec3::from_array(vector.to_array().map(f64::from))
}

/// A quarter of each tetrahedron of 1,000 kg/m^3 to each of its corners.
fn masses(mesh: &TetMesh) -> Vec<f32> {
    let mut masses = vec![0.0; mesh.vertices.len()];
    for corners in &mesh.elements {
        let [a, b, c, d] = corners.map(|corner| mesh.vertices[corner as usize]);
        let volume = (b - a).cross(c - a).dot(d - a).abs() / 6.0;
        for &corner in corners {
            masses[corner as usize] += (1000.0 * volume / 4.0) as f32;
        }
    }
    masses
}

impl Engine for RapierBodies {
    fn step(&mut self) -> Result<(), Box<dyn Error + Send + Sync>> {
        self.world.step();
        Ok(())
    }

    fn read(&self, snapshot: &mut Snapshot) {
        snapshot.boxes.clear();
        snapshot.vertices.clear();
        for &handle in &self.boxes {
            let body = &self.world.bodies[handle];
            let turn = DQuat::from_array(body.rotation().to_array().map(f64::from)).normalize();
            snapshot.boxes.push((place(body.translation()), turn));
        }
        for &handle in &self.soft {
            let places = self.world.soft_bodies[handle].particle_positions();
            snapshot.vertices.extend(places.map(place));
        }
    }
}
