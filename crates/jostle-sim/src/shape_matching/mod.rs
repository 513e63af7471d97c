//! Deformation without a mesh: points are drawn to where the best fit of their rest shape has them (Mueller,
//! Heidelberger, Teschner and Gross, "Meshless deformations based on shape matching", 2005).
//!
//! Points of a cluster count with their mass divided by the number of clusters that they are in. So each cluster has its
//! goals about its own centre of mass, and what draws points to them adds up to no force and no torque.

mod cluster;

use crate::error::{SimError, check, check_not_negative, check_positive};
use cluster::Cluster;
use glam::DVec3;

/// Which deformations a shape has by itself, and does not resist.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ShapeMode {
    /// None (sec. 3.3).
    #[default]
    Rigid,
    /// Stretch and shear (sec. 4.2).
    Linear,
    /// Twist and bend too (sec. 4.3).
    Quadratic,
}

/// How shapes are matched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShapeMatchingSettings {
    /// Which deformations are allowed.
    pub mode: ShapeMode,
    /// How far they are: 0 for rigid goals, 1 for all of the fitted deformation.
    pub beta: f64,
    /// The square of the angular frequency with which points swing about their goals, per second squared.
    pub stiffness: f64,
    /// The side of the cells that points are clustered by; none for one cluster.
    pub cluster_size: Option<f64>,
    /// How deformations stay.
    pub plasticity: Option<ShapePlasticity>,
}

impl Default for ShapeMatchingSettings {
    fn default() -> ShapeMatchingSettings {
        ShapeMatchingSettings {
            mode: ShapeMode::Rigid,
            beta: 0.5,
            stiffness: 1e4,
            cluster_size: None,
            plasticity: None,
        }
    }
}

impl ShapeMatchingSettings {
    pub(crate) fn check(&self, name: &str) -> Result<(), SimError> {
        check_positive(name, "stiffness", self.stiffness)?;
        check(name, "beta", self.beta, |beta| (0.0..=1.0).contains(&beta), "from 0 to 1")?;
        if let Some(size) = self.cluster_size {
            check_positive(name, "cluster-size", size)?;
        }
        if let Some(plasticity) = &self.plasticity {
            check_not_negative(name, "yield", plasticity.yield_strain)?;
            check_not_negative(name, "creep", plasticity.creep)?;
            check_not_negative(name, "limit", plasticity.limit)?;
        }
        Ok(())
    }
}

/// When and how a matched shape changes (sec. 4.5).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShapePlasticity {
    /// Deformations `S` with `|S - I|` up to this are elastic.
    pub yield_strain: f64,
    /// The share that flows in a second.
    pub creep: f64,
    /// The most that stays.
    pub limit: f64,
}

/// The clusters of a body.
#[derive(Clone, Debug)]
pub struct ShapeMatching {
    settings: ShapeMatchingSettings,
    clusters: Vec<Cluster>,
    /// Cluster and place in it of each point's goals, by point.
    starts: Vec<u32>,
    uses: Vec<[u32; 2]>,
}

impl ShapeMatching {
    /// Points that are at rest where they are.
    pub fn new(
        points: &[DVec3],
        masses: &[f64],
        settings: &ShapeMatchingSettings,
    ) -> ShapeMatching {
        let members = members(points, settings.cluster_size);
        let mut counts = vec![0u32; points.len()];
        members.iter().flatten().for_each(|&point| counts[point as usize] += 1);
        let share = |point: u32| masses[point as usize] / f64::from(counts[point as usize]);
        let clusters: Vec<Cluster> = members
            .into_iter()
            .map(|own| {
                let masses = own.iter().map(|&point| share(point)).collect();
                let rest = own.iter().map(|&point| points[point as usize]).collect();
                Cluster::new(own, masses, rest, settings.mode)
            })
            .collect();
        let mut uses: Vec<(u32, [u32; 2])> = Vec::new();
        for (index, cluster) in (0u32..).zip(&clusters) {
            uses.extend(
                cluster.points().iter().zip(0u32..).map(|(&point, at)| (point, [index, at])),
            );
        }
        uses.sort_unstable();
        let mut starts = vec![0u32; points.len() + 1];
        counts
            .iter()
            .enumerate()
            .for_each(|(point, count)| starts[point + 1] = starts[point] + count);
        let uses = uses.into_iter().map(|(_, place)| place).collect();
        ShapeMatching { settings: *settings, clusters, starts, uses }
    }

    /// How many clusters there are.
    pub fn cluster_count(&self) -> usize {
        self.clusters.len()
    }

    /// The mean of a point's goals. All points are in some cluster.
    fn goal(&self, point: usize) -> DVec3 {
        let own = &self.uses[self.starts[point] as usize..self.starts[point + 1] as usize];
        let goals =
            own.iter().map(|&[cluster, at]| self.clusters[cluster as usize].goals()[at as usize]);
        goals.sum::<DVec3>() / own.len() as f64
    }

    fn fit(&mut self, positions: &[DVec3]) {
        let beta = self.settings.beta;
        self.clusters.iter_mut().for_each(|cluster| cluster.fit(positions, beta));
    }

    /// Adds the forces that draw points to their goals.
    pub fn add_forces(
        &mut self,
        positions: &[DVec3],
        inverse_masses: &[f64],
        forces: &mut [DVec3],
    ) {
        self.fit(positions);
        for (point, force) in forces.iter_mut().enumerate() {
            if inverse_masses[point] > 0.0 {
                let pull = self.settings.stiffness / inverse_masses[point];
                *force += (self.goal(point) - positions[point]) * pull;
            }
        }
    }

    /// Moves points toward their goals, as an implicit step does: never beyond them.
    pub fn project(&mut self, step: f64, inverse_masses: &[f64], positions: &mut [DVec3]) {
        self.fit(positions);
        let stiff = self.settings.stiffness * step * step;
        let share = stiff / (1.0 + stiff);
        for point in 0..positions.len() {
            if inverse_masses[point] > 0.0 {
                let way = self.goal(point) - positions[point];
                positions[point] += way * share;
            }
        }
    }

    /// Lets shapes flow for a time, by the deformation that was fitted last.
    pub fn flow(&mut self, time: f64) {
        if let Some(plasticity) = &self.settings.plasticity {
            self.clusters.iter_mut().for_each(|cluster| cluster.flow(plasticity, time));
        }
    }
}

/// Which points are in each cluster: those in a cell, and those within a quarter of its side round it.
fn members(points: &[DVec3], size: Option<f64>) -> Vec<Vec<u32>> {
    let Some(size) = size else { return vec![(0..points.len() as u32).collect()] };
    let low = points.iter().copied().fold(DVec3::INFINITY, DVec3::min);
    let mut placed: Vec<([i64; 3], u32)> = Vec::new();
    for (index, point) in (0u32..).zip(points) {
        let at = (*point - low) / size;
        let [from, to] =
            [-0.25, 0.25].map(|by| (at + DVec3::splat(by)).floor().to_array().map(|x| x as i64));
        for x in from[0]..=to[0] {
            for y in from[1]..=to[1] {
                for z in from[2]..=to[2] {
                    placed.push(([x, y, z], index));
                }
            }
        }
    }
    // A cell that has points only in its margin adds nothing.
    let own: std::collections::BTreeSet<[i64; 3]> = points
        .iter()
        .map(|point| ((*point - low) / size).floor().to_array().map(|x| x as i64))
        .collect();
    placed.retain(|(cell, _)| own.contains(cell));
    placed.sort_unstable();
    placed
        .chunk_by(|a, b| a.0 == b.0)
        .map(|run| run.iter().map(|&(_, point)| point).collect())
        .collect()
}
