//! Neighbourhoods that need no search: patches of a surface that are seen to be free of collisions.
//!
//! Seen along some direction, let every triangle of a patch turn the positive way, and let its
//! border not cross or touch itself. Then the patch projects injectively, and so no two of its
//! triangles meet beyond the simplex they share. For the number of triangles over a point of the
//! picture, away from edges, is the number of times that the border winds round the point, since all
//! of them count positively; a border of disjoint simple loops, one of them positive, winds round no
//! point more than once. Two different points of the patch over the same point of the picture would
//! make it two nearby, or lie on the border both.
//!
//! Over a step it is enough that this is so at every time, along one direction: vertices move on straight
//! lines, so turns are quadratics in time, and a turn whose coefficients have one sign keeps it. No two
//! features of such a patch that share no vertex touch in the step: two triangles that they are of meet
//! in the simplex they share only, and features of it touch only where they share a vertex.
//!
//! This is a star's certificate (`narrow/stars`) for as many triangles as will have it: the tree of
//! clusters offers patches from the largest down, a cone of normals tells which are worth a try, and
//! filtered floating point decides. What it certifies is certain; the rest is searched.

mod cone;
mod contour;
mod injectivity;
mod path;
mod view;

use crate::conditions::{Condition, required};
use crate::geometry::Aabb;
use crate::mesh::{Clusters, Object, Scene};
use cone::Cone;
use glam::DVec3;
use injectivity::{Injectivity, Scratch};
use path::{Lines, Paths};
use rayon::prelude::*;
use std::collections::TryReserveError;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

/// The certified patches of one object; keeps its buffers.
#[derive(Debug, Default)]
pub(crate) struct Patches {
    /// The cone of normals of each cluster.
    cones: Vec<Cone>,
    /// The sum of normals of each patch of the tree.
    sums: Vec<DVec3>,
    /// The patch that each cluster is certified in.
    cluster_patch: Vec<u32>,
    /// Patches to be tried, and what came of it.
    trials: Vec<PatchTrial>,
    /// Buffers of each thread.
    scratches: Vec<Scratch>,
}

/// A patch to be tried.
#[derive(Debug)]
struct PatchTrial {
    patch: u32,
    holds: AtomicBool,
}

impl PatchTrial {
    fn new(patch: u32) -> PatchTrial {
        PatchTrial { patch, holds: AtomicBool::new(false) }
    }
}

impl Patches {
    /// Stands for the patch of a cluster that is in none.
    pub const NONE: u32 = u32::MAX;

    /// Certifies what it can of an object of triangles, given its clusters and their boxes, at rest or, if
    /// the scene's vertices end a step somewhere, throughout the step: boxes are around their ways then.
    pub fn update(
        &mut self,
        scene: &Scene,
        end: Option<&[DVec3]>,
        object: &Object,
        clusters: &Clusters,
        boxes: &[Aabb],
    ) {
        let own = object.vertices();
        let start = &scene.vertices()[own.clone()];
        match end.filter(|_| required(Condition::PatchOverStep)) {
            None => self.certify(scene, start, object, clusters, boxes),
            Some(end) => {
                self.certify(scene, Lines { start, end: &end[own] }, object, clusters, boxes);
            }
        }
    }

    fn certify(
        &mut self,
        scene: &Scene,
        paths: impl Paths,
        object: &Object,
        clusters: &Clusters,
        boxes: &[Aabb],
    ) {
        let tree = clusters.tree();
        self.cluster_patch.clear();
        self.cluster_patch.resize(clusters.len(), Patches::NONE);
        self.cones.resize(clusters.len(), Cone::default());
        self.cones.par_iter_mut().enumerate().with_min_len(16).for_each(|(c, cone)| {
            *cone = Cone::from_cluster(scene, object, clusters.elements(c), paths);
        });
        self.sums.clear();
        self.sums.extend(self.cones.iter().map(|cone| cone.sum));
        for node in &tree.nodes()[clusters.len()..] {
            let [a, b] = node.children.expect("not a cluster").map(|child| child as usize);
            self.sums.push(self.sums[a] + self.sums[b]);
        }
        let (cones, sums, cluster_patch) = (&self.cones, &self.sums, &mut self.cluster_patch);
        let injectivity = Injectivity { scene, paths, object, clusters, boxes, cones };
        self.scratches.resize_with(rayon::current_num_threads(), Scratch::default);
        self.trials.clear();
        self.trials.extend(tree.roots().iter().map(|&root| PatchTrial::new(root)));
        while !self.trials.is_empty() {
            let (trials, next) = (&self.trials, AtomicUsize::new(0));
            self.scratches.par_iter_mut().for_each(|scratch| {
                while let Some(trial) = trials.get(next.fetch_add(1, Relaxed)) {
                    let node = &tree.nodes()[trial.patch as usize];
                    let direction = sums[trial.patch as usize].normalize_or_zero();
                    let own = node.clusters.start as usize..node.clusters.end as usize;
                    let holds = cones[own].iter().all(|cone| cone.is_seen(direction))
                        && injectivity.holds(node, direction, scratch);
                    trial.holds.store(holds, Relaxed);
                }
            });
            // The children of those that failed are next.
            let tried = self.trials.len();
            for i in 0..tried {
                let PatchTrial { patch, holds } = &self.trials[i];
                let node = &tree.nodes()[*patch as usize];
                if holds.load(Relaxed) {
                    let range = node.clusters.start as usize..node.clusters.end as usize;
                    cluster_patch[range].fill(*patch);
                } else if let Some(children) = node.children {
                    self.trials.extend(children.map(PatchTrial::new));
                }
            }
            self.trials.drain(..tried);
        }
    }

    /// Reserves whatever certificates of these clusters need, once they have been updated.
    pub fn reserve(&mut self, clusters: &Clusters, threads: usize) -> Result<(), TryReserveError> {
        let tree = clusters.tree();
        self.trials.clear();
        // Each patch is tried once at most.
        self.trials.try_reserve_exact(tree.nodes().len())?;
        let edges = (0..clusters.len()).map(|cluster| tree.borders(cluster).len()).sum();
        self.scratches.resize_with(threads, Scratch::default);
        self.scratches.iter_mut().try_for_each(|scratch| scratch.reserve(edges))
    }

    /// The patch of a cluster, or [`Patches::NONE`]: no two elements of one patch collide, nor do features
    /// that share no vertex, throughout the step.
    #[inline]
    pub fn patch(&self, cluster: usize) -> u32 {
        self.cluster_patch[cluster]
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.cones.capacity() * size_of::<Cone>()
            + self.sums.capacity() * size_of::<DVec3>()
            + self.cluster_patch.capacity() * size_of::<u32>()
            + self.trials.capacity() * size_of::<PatchTrial>()
            + self.scratches.iter().map(Scratch::bytes).sum::<usize>()
    }
}

#[cfg(test)]
mod tests;
