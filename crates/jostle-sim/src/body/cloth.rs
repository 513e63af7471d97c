//! Cloth: triangles that resist stretch, shear and bend.

use super::{Common, Mass, SoftBody};
use crate::energy::{BendAngle, Measure, WeaveShear, WeaveStretch};
use crate::error::{SimError, check_not_negative, check_positive};
use glam::DVec3;
use jostle::TriangleMesh;
use jostle::mesh::topology::SurfaceTopology;

/// What a cloth is made of. None of it depends on how fine the mesh is.
#[derive(Clone, Debug, PartialEq)]
pub struct ClothMaterial {
    /// How heavy it is.
    pub mass: Mass,
    /// Newton for each metre of width, at a strain of one.
    pub stretch: f64,
    /// The same, of shear.
    pub shear: f64,
    /// Newton metre: the energy of bending is half of this times the square of the curvature for each square metre.
    pub bend: f64,
    /// A time, as of solids.
    pub damping: f64,
    /// The direction of the first thread at rest.
    pub warp: DVec3,
}

impl Default for ClothMaterial {
    /// Light cotton: 0.2 kg/m^2.
    fn default() -> ClothMaterial {
        ClothMaterial {
            mass: Mass::Density(0.2),
            stretch: 1000.0,
            shear: 200.0,
            bend: 1e-4,
            damping: 0.002,
            warp: DVec3::X,
        }
    }
}

/// A cloth. Continuous detection keeps it from passing through anything.
#[derive(Clone, Debug, PartialEq)]
pub struct Cloth {
    /// Name, start and surface.
    pub common: Common,
    /// Where it is at rest, and at the start.
    pub mesh: TriangleMesh,
    /// What it is made of.
    pub material: ClothMaterial,
}

impl Cloth {
    /// A cloth that is at rest as its mesh says, and collides with itself.
    pub fn new(name: impl Into<String>, mesh: TriangleMesh, material: ClothMaterial) -> Cloth {
        let common = Common { self_collision: true, ..Common::new(name) };
        Cloth { common, mesh, material }
    }

    pub(crate) fn check(&self) -> Result<(), SimError> {
        let name = self.common.name.as_str();
        match self.material.mass {
            Mass::Density(density) => check_positive(name, "density", density)?,
            Mass::Vertex(mass) => check_positive(name, "vertex-mass", mass)?,
        }
        check_not_negative(name, "stretch", self.material.stretch)?;
        check_not_negative(name, "shear", self.material.shear)?;
        check_not_negative(name, "bend", self.material.bend)?;
        check_not_negative(name, "damping", self.material.damping)
    }

    fn area(&self, triangle: usize) -> f64 {
        let [a, b, c] = self.mesh.corners(triangle);
        0.5 * (b - a).cross(c - a).length()
    }

    pub(crate) fn masses(&self) -> Vec<f64> {
        match self.material.mass {
            Mass::Vertex(mass) => vec![mass; self.mesh.vertices.len()],
            Mass::Density(density) => {
                let mut masses = vec![0.0; self.mesh.vertices.len()];
                for (triangle, corners) in self.mesh.elements.iter().enumerate() {
                    let own = density * self.area(triangle) / 3.0;
                    corners.iter().for_each(|&vertex| masses[vertex as usize] += own);
                }
                masses
            }
        }
    }

    pub(crate) fn soft_body(&self) -> Result<SoftBody, SimError> {
        let name = || self.common.name.clone();
        let material = &self.material;
        let mut body = SoftBody::new(&self.common, self.mesh.vertices.len());
        body.damping = material.damping;
        for (triangle, corners) in self.mesh.elements.iter().enumerate() {
            let Some(weights) = crate::energy::weave(self.mesh.corners(triangle), material.warp)
            else {
                return Err(SimError::Flat { body: name(), what: "triangle", element: triangle });
            };
            let area = self.area(triangle);
            for weights in weights {
                body.stretches.push(*corners, WeaveStretch { weights }, [material.stretch * area]);
            }
            body.shears.push(*corners, WeaveShear { weights }, [material.shear * area]);
        }
        let topology = SurfaceTopology::from_mesh(&self.mesh)
            .map_err(|source| SimError::Mesh { body: name(), source })?;
        let edges = topology.edges();
        for (edge, &[a, b]) in edges.corners().iter().enumerate() {
            let &[first, second] = edges.elements(edge) else { continue };
            let [first, second] = [first, second].map(|triangle| triangle as usize);
            let opposite = |triangle: usize| {
                let own = self.mesh.elements[triangle];
                own.into_iter().find(|&vertex| vertex != a && vertex != b)
            };
            let (Some(c), Some(d)) = (opposite(first), opposite(second)) else { continue };
            let corners = [a, b, c, d];
            let places = corners.map(|vertex| self.mesh.vertices[vertex as usize]);
            let (angle, _) = BendAngle { angle: 0.0 }.value_and_gradients(places);
            let length = places[0].distance(places[1]);
            // Curvature is the angle times the length of the edge over a third of both areas.
            let share = (self.area(first) + self.area(second)) / 3.0;
            let stiffness = material.bend * length * length / share;
            body.bends.push(corners, BendAngle { angle }, [stiffness]);
        }
        body.finish();
        Ok(body)
    }
}
