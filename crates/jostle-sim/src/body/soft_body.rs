//! What a deformable body is in a world: its energies, by the numbers of its own vertices.

use super::Common;
use crate::energy::{
    AreaStrain, BendAngle, Corotated, EdgeStrain, ElementEnergy, Plasticity, VolumeStrain,
    WeaveShear, WeaveStretch,
};
use crate::shape_matching::ShapeMatching;
use glam::DVec3;
use std::collections::BTreeMap;

/// Energies of a body.
#[derive(Clone, Debug)]
pub(crate) struct SoftBody {
    pub vertices: usize,
    pub friction: f64,
    pub drag: f64,
    pub damping: f64,
    pub plasticity: Option<Plasticity>,
    pub break_strain: Option<f64>,
    /// Its tetrahedra, if it is a solid.
    pub tets: Vec<[u32; 4]>,
    pub edges: ElementEnergy<2, EdgeStrain>,
    pub areas: ElementEnergy<3, AreaStrain>,
    pub volumes: ElementEnergy<4, VolumeStrain>,
    pub materials: ElementEnergy<4, Corotated, 2>,
    pub stretches: ElementEnergy<3, WeaveStretch>,
    pub shears: ElementEnergy<3, WeaveShear>,
    pub bends: ElementEnergy<4, BendAngle>,
    pub matching: Option<ShapeMatching>,
}

/// Runs an expression for every energy of a body.
macro_rules! for_each_energy {
    ($body:expr, |$energy:ident| $do:expr) => {{
        let body = $body;
        {
            let $energy = &mut body.edges;
            $do
        }
        {
            let $energy = &mut body.areas;
            $do
        }
        {
            let $energy = &mut body.volumes;
            $do
        }
        {
            let $energy = &mut body.materials;
            $do
        }
        {
            let $energy = &mut body.stretches;
            $do
        }
        {
            let $energy = &mut body.shears;
            $do
        }
        {
            let $energy = &mut body.bends;
            $do
        }
    }};
}

impl SoftBody {
    pub fn new(common: &Common, vertices: usize) -> SoftBody {
        SoftBody {
            vertices,
            friction: common.friction,
            drag: common.drag,
            damping: 0.0,
            plasticity: None,
            break_strain: None,
            tets: Vec::new(),
            edges: ElementEnergy::new(),
            areas: ElementEnergy::new(),
            volumes: ElementEnergy::new(),
            materials: ElementEnergy::new(),
            stretches: ElementEnergy::new(),
            shears: ElementEnergy::new(),
            bends: ElementEnergy::new(),
            matching: None,
        }
    }

    pub fn finish(&mut self) {
        let vertices = self.vertices;
        for_each_energy!(self, |energy| energy.finish(vertices));
    }

    /// Elastic energy; that of shape matching is not defined.
    pub fn energy(&mut self, positions: &[DVec3]) -> f64 {
        let mut sum = 0.0;
        for_each_energy!(self, |energy| sum += energy.energy(positions));
        sum
    }

    pub fn add_forces(
        &mut self,
        positions: &[DVec3],
        velocities: &[DVec3],
        inverse_masses: &[f64],
        forces: &mut [DVec3],
    ) {
        let damping = self.damping;
        for_each_energy!(&mut *self, |energy| energy
            .add_forces(positions, velocities, damping, forces));
        if let Some(matching) = &mut self.matching {
            matching.add_forces(positions, inverse_masses, forces);
        }
    }

    pub fn project(
        &mut self,
        start: &[DVec3],
        step: f64,
        inverse_masses: &[f64],
        positions: &mut [DVec3],
    ) {
        let damping = self.damping;
        for_each_energy!(&mut *self, |energy| energy.project(
            start,
            step,
            inverse_masses,
            damping,
            positions
        ));
        if let Some(matching) = &mut self.matching {
            matching.project(step, inverse_masses, positions);
        }
    }

    /// Plastic flow of edges, areas and volumes, and of matched shapes.
    pub fn flow(&mut self, positions: &[DVec3], time: f64) {
        if let Some(plasticity) = self.plasticity {
            self.edges.flow(positions, &plasticity, time);
            self.areas.flow(positions, &plasticity, time);
            // Volumes stay as they are: what flows keeps its volume.
        }
        if let Some(matching) = &mut self.matching {
            matching.flow(time);
        }
    }

    /// What has flowed of each edge.
    pub fn edge_flow(&self) -> BTreeMap<[u32; 2], f64> {
        let flowed = self.edges.corners().iter().zip(self.edges.plastic());
        flowed.map(|(ends, [plastic])| (*ends, *plastic)).collect()
    }

    /// Takes over what has flowed of edges before vertices parted; `origin` is the vertex that one was.
    pub fn set_edge_flow(
        &mut self,
        flowed: &BTreeMap<[u32; 2], f64>,
        origin: &impl Fn(u32) -> u32,
    ) {
        for edge in 0..self.edges.len() {
            let [a, b] = self.edges.corners()[edge].map(origin);
            if let Some(plastic) = flowed.get(&[a.min(b), a.max(b)]) {
                self.edges.set_plastic(edge, [*plastic]);
            }
        }
    }
}
