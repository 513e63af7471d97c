//! Bodies in Jostle's simulator.

use super::engine::{Engine, Snapshot};
use super::scenes::Body;
use glam::{DQuat, DVec3};
use jostle::mesh::shapes;
use jostle_sim::body::{Rigid, Solid, SolidMaterial};
use jostle_sim::contact::Plane;
use jostle_sim::{BodyId, Field, Settings, SimError, World};
use std::error::Error;

pub struct JostleBodies {
    world: World,
    /// Each box with its orientation at the start: a body's is told from there.
    boxes: Vec<(BodyId, DVec3)>,
    soft: Vec<BodyId>,
}

impl JostleBodies {
    pub fn new(bodies: &[Body], settings: Settings) -> Result<JostleBodies, SimError> {
        let mut world = World::new(settings)?;
        world.add_field(Field::Gravity(DVec3::Z * -9.81))?;
        world.add_plane(Plane::ground(0.0))?;
        let mut own = JostleBodies { world, boxes: Vec::new(), soft: Vec::new() };
        for (i, body) in bodies.iter().enumerate() {
            let name = format!("body {i}");
            match body {
                Body::Box { half, place, turn } => {
                    let mut mesh = shapes::box_surface(*half * 2.0, [1; 3]);
                    mesh.vertices.iter_mut().for_each(|v| *v = *turn * *v + *place);
                    own.boxes.push((own.world.add_rigid(&Rigid::new(name, mesh))?, *half));
                }
                Body::Soft { mesh, young } => {
                    let solid = Solid::new(name, mesh.clone(), SolidMaterial::elastic(*young));
                    own.soft.push(own.world.add_solid(&solid)?);
                }
            }
        }
        Ok(own)
    }
}

impl Engine for JostleBodies {
    fn step(&mut self) -> Result<(), Box<dyn Error + Send + Sync>> {
        Ok(self.world.step()?)
    }

    fn read(&self, snapshot: &mut Snapshot) {
        snapshot.boxes.clear();
        snapshot.vertices.clear();
        for &(id, half) in &self.boxes {
            snapshot.boxes.push(pose(self.world.positions(id), half));
        }
        for &id in &self.soft {
            snapshot.vertices.extend_from_slice(self.world.positions(id));
        }
    }
}

/// The pose of a box from its eight corners: what users of either engine read.
fn pose(corners: &[DVec3], half: DVec3) -> (DVec3, DQuat) {
    let centre = corners.iter().sum::<DVec3>() / corners.len() as f64;
    let unmoved = shapes::box_surface(half * 2.0, [1; 3]);
    let mut axes = [DVec3::ZERO; 3];
    for (corner, own) in corners.iter().zip(&unmoved.vertices) {
        for (axis, side) in axes.iter_mut().zip(own.to_array()) {
            *axis += (*corner - centre) * side.signum();
        }
    }
    let [x, y, z] = axes.map(DVec3::normalize);
    (centre, DQuat::from_mat3(&glam::DMat3::from_cols(x, y, z)))
}
