//! Deformable solids of tetrahedra.

use super::{Common, SoftBody};
use crate::energy::{AreaStrain, Corotated, EdgeStrain, Plasticity, VolumeStrain};
use crate::error::{SimError, check, check_not_negative, check_positive};
use crate::shape_matching::{ShapeMatching, ShapeMatchingSettings};
use glam::{DMat3, DVec3};
use jostle::TetMesh;
use jostle::mesh::topology::Boundary;

/// How heavy a body is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mass {
    /// So much for each cubic metre of a solid, or square metre of a cloth.
    Density(f64),
    /// The same for each vertex.
    Vertex(f64),
}

/// What keeps the shape of a solid.
#[derive(Clone, Debug, PartialEq)]
pub enum SolidModel {
    /// Energies `k/2` times the square of the relative change of each edge, each triangle of the surface and each
    /// tetrahedron (Teschner et al. 2004). The stiffnesses are in joule, and the same for elements of any size.
    Springs {
        /// Of edges.
        edge: f64,
        /// Of triangles of the surface.
        area: f64,
        /// Of tetrahedra.
        volume: f64,
    },
    /// A material with Young's modulus in pascal and Poisson's ratio, which does not depend on the mesh.
    Elastic {
        /// Young's modulus.
        young: f64,
        /// Poisson's ratio, from 0 up to, not including, 0.5.
        poisson: f64,
    },
    /// Shape matching (Mueller et al. 2005).
    ShapeMatching(ShapeMatchingSettings),
}

/// What a solid is made of.
#[derive(Clone, Debug, PartialEq)]
pub struct SolidMaterial {
    /// How heavy it is.
    pub mass: Mass,
    /// What keeps its shape.
    pub model: SolidModel,
    /// A time: forces of damping are this times those that elasticity would have at the rate of strain.
    pub damping: f64,
    /// Whether and when it flows.
    pub plasticity: Option<Plasticity>,
    /// The strain of an edge at which the tetrahedra round it break apart.
    pub break_strain: Option<f64>,
}

impl SolidMaterial {
    /// Rubber-like: 1,000 kg/m^3, `young` with a Poisson's ratio of 0.4, damping of 10 ms.
    pub fn elastic(young: f64) -> SolidMaterial {
        SolidMaterial {
            mass: Mass::Density(1000.0),
            model: SolidModel::Elastic { young, poisson: 0.4 },
            damping: 0.01,
            plasticity: None,
            break_strain: None,
        }
    }

    /// The model of the 2007 test suite, with the numbers of its table 3.1: mass of a vertex, stiffness of edges and of
    /// volumes.
    pub fn springs(vertex_mass: f64, edge: f64, volume: f64) -> SolidMaterial {
        SolidMaterial {
            mass: Mass::Vertex(vertex_mass),
            model: SolidModel::Springs { edge, area: 0.0, volume },
            damping: 0.01,
            plasticity: None,
            break_strain: None,
        }
    }
}

/// A deformable solid.
#[derive(Clone, Debug, PartialEq)]
pub struct Solid {
    /// Name, start and surface.
    pub common: Common,
    /// Where it is at rest, and at the start.
    pub mesh: TetMesh,
    /// What it is made of.
    pub material: SolidMaterial,
}

impl Solid {
    /// A solid that is at rest as its mesh says.
    pub fn new(name: impl Into<String>, mesh: TetMesh, material: SolidMaterial) -> Solid {
        Solid { common: Common::new(name), mesh, material }
    }

    pub(crate) fn check(&self) -> Result<(), SimError> {
        let name = self.common.name.as_str();
        match self.material.mass {
            Mass::Density(density) => check_positive(name, "density", density)?,
            Mass::Vertex(mass) => check_positive(name, "vertex-mass", mass)?,
        }
        check_not_negative(name, "damping", self.material.damping)?;
        match &self.material.model {
            SolidModel::Springs { edge, area, volume } => {
                check_not_negative(name, "edge", *edge)?;
                check_not_negative(name, "area", *area)?;
                check_not_negative(name, "volume", *volume)?;
            }
            SolidModel::Elastic { young, poisson } => {
                check_positive(name, "young", *young)?;
                let is_allowed = |poisson: f64| (0.0..0.5).contains(&poisson);
                check(name, "poisson", *poisson, is_allowed, "from 0 up to, not including, 0.5")?;
            }
            SolidModel::ShapeMatching(settings) => settings.check(name)?,
        }
        if let Some(plasticity) = &self.material.plasticity {
            check_not_negative(name, "yield", plasticity.yield_strain)?;
            check_not_negative(name, "creep", plasticity.creep)?;
            check_not_negative(name, "limit", plasticity.limit)?;
        }
        if let Some(strain) = self.material.break_strain {
            check_positive(name, "break-strain", strain)?;
        }
        Ok(())
    }

    /// Masses of its vertices.
    pub(crate) fn masses(&self) -> Vec<f64> {
        match self.material.mass {
            Mass::Vertex(mass) => vec![mass; self.mesh.vertices.len()],
            Mass::Density(density) => {
                let mut masses = vec![0.0; self.mesh.vertices.len()];
                for (element, corners) in self.mesh.elements.iter().enumerate() {
                    let own = density * volume(self.mesh.corners(element)) / 4.0;
                    corners.iter().for_each(|&vertex| masses[vertex as usize] += own);
                }
                masses
            }
        }
    }

    /// What moves it.
    pub(crate) fn soft_body(&self) -> Result<SoftBody, SimError> {
        let name = || self.common.name.clone();
        let mesh_error = |source| SimError::Mesh { body: name(), source };
        let mut body = SoftBody::new(&self.common, self.mesh.vertices.len());
        body.damping = self.material.damping;
        body.plasticity = self.material.plasticity;
        body.break_strain = self.material.break_strain;
        for element in 0..self.mesh.elements.len() {
            let own = volume(self.mesh.corners(element));
            if own == 0.0 {
                return Err(SimError::Flat { body: name(), what: "tetrahedron", element });
            }
            if own < 0.0 {
                return Err(SimError::Inverted { body: name(), element, volume: own });
            }
        }
        match &self.material.model {
            SolidModel::Springs { edge, area, volume: of_volume } => {
                for [a, b] in edges(&self.mesh) {
                    let ends = [a, b].map(|vertex| self.mesh.vertices[vertex as usize]);
                    let length = ends[0].distance(ends[1]);
                    body.edges.push([a, b], EdgeStrain { length }, [*edge]);
                }
                if *area > 0.0 {
                    let boundary = Boundary::from_mesh(&self.mesh).map_err(mesh_error)?;
                    for (triangle, corners) in boundary.surface.elements.iter().enumerate() {
                        let [a, b, c] = boundary.surface.corners(triangle);
                        let corners = corners.map(|vertex| boundary.vertices[vertex as usize]);
                        let rest = 0.5 * (b - a).cross(c - a).length();
                        body.areas.push(corners, AreaStrain { area: rest }, [*area]);
                    }
                }
                for (element, corners) in self.mesh.elements.iter().enumerate() {
                    let own = volume(self.mesh.corners(element));
                    body.volumes.push(*corners, VolumeStrain { volume: own }, [*of_volume]);
                }
            }
            SolidModel::Elastic { young, poisson } => {
                let mu = young / (2.0 * (1.0 + poisson));
                let lambda = young * poisson / ((1.0 + poisson) * (1.0 - 2.0 * poisson));
                for (element, corners) in self.mesh.elements.iter().enumerate() {
                    let [a, b, c, d] = self.mesh.corners(element);
                    let inverse_rest = DMat3::from_cols(b - a, c - a, d - a).inverse();
                    let own = volume([a, b, c, d]);
                    let material = Corotated { inverse_rest };
                    body.materials.push(*corners, material, [2.0 * mu * own, lambda * own]);
                }
            }
            SolidModel::ShapeMatching(settings) => {
                let matching = ShapeMatching::new(&self.mesh.vertices, &self.masses(), settings);
                body.matching = Some(matching);
            }
        }
        body.tets.clone_from(&self.mesh.elements);
        body.finish();
        Ok(body)
    }
}

/// With its sign.
pub(crate) fn volume([a, b, c, d]: [DVec3; 4]) -> f64 {
    (b - a).cross(c - a).dot(d - a) / 6.0
}

/// Every edge of a body of tetrahedra once, sorted.
pub(crate) fn edges(mesh: &TetMesh) -> Vec<[u32; 2]> {
    let pairs = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
    let mut edges: Vec<[u32; 2]> = mesh
        .elements
        .iter()
        .flat_map(|tet| pairs.map(|[i, j]| [tet[i].min(tet[j]), tet[i].max(tet[j])]))
        .collect();
    edges.sort_unstable();
    edges.dedup();
    edges
}
