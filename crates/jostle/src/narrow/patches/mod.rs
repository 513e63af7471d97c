//! Neighbourhoods that need no search: patches of a surface that are seen to be free of collisions.
//!
//! Seen along some direction, let every triangle of a patch turn the positive way, and let its
//! border not cross or touch itself. Then the patch projects injectively, and so no two of its
//! triangles meet beyond the simplex they share. For the number of triangles over a point of the
//! picture, away from edges, is the number of times that the border winds round the point, since all
//! of them count positively; a border of disjoint simple loops, one of them positive, winds round no
//! point more than once. Two different points of the patch over the same point of the picture would
//! make it two nearby, or lie on the border both. The border is that of a chain: edges of two triangles
//! that run against each other cancel, and all others are in it, also those of a third triangle.
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
use crate::mesh::{Clusters, Object, PatchNode, PatchTree, Scene, lengthen};
use cone::Cone;
use glam::DVec3;
use injectivity::{Injectivity, Scratch};
use path::{Lines, Paths};
use rayon::prelude::*;
use std::collections::TryReserveError;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The certified patches of one object; keeps its buffers.
#[derive(Debug, Default)]
pub(crate) struct Patches {
    /// The cone of normals of each cluster.
    cones: Vec<Cone>,
    /// The sum of normals of each patch of the tree.
    sums: Vec<DVec3>,
    /// The patch that each cluster is certified in.
    cluster_patch: Vec<u32>,
    /// Buffers of each thread.
    scratches: Vec<Mutex<Scratch>>,
}

/// Clusters that a thread takes at a time.
const AT_A_TIME: usize = 16;
/// Edges of the borders of most patches, at most.
const EDGES: usize = 1 << 9;

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
        self.cones.truncate(clusters.len());
        lengthen(&mut self.cones, clusters.len(), Cone::default());
        let Patches { cones, scratches, .. } = self;
        let bound = || {
            cones.par_chunks_mut(AT_A_TIME).enumerate().for_each(|(part, cones)| {
                Cone::update_all(cones, part * AT_A_TIME, scene, object, clusters, paths);
            });
        };
        rayon::join(|| prepare(scratches, clusters), bound);
        self.sums.clear();
        self.sums.extend(self.cones.iter().map(|cone| cone.sum));
        for node in &tree.nodes()[clusters.len()..] {
            let [a, b] = node.children.expect("not a cluster").map(|child| child as usize);
            self.sums.push(self.sums[a] + self.sums[b]);
        }
        let (cones, sums) = (&self.cones, &self.sums);
        let injectivity = Injectivity { scene, paths, object, clusters, boxes, cones };
        let trials = Trials { tree, sums, injectivity, scratches: &self.scratches };
        trials.certify_all(tree.roots(), &mut self.cluster_patch);
    }

    /// Reserves whatever certificates of these clusters need, once they have been updated.
    pub fn reserve(&mut self, clusters: &Clusters, threads: usize) -> Result<(), TryReserveError> {
        let edges = border_edges(clusters);
        self.scratches.resize_with(threads, Mutex::default);
        self.scratches.iter_mut().try_for_each(|scratch| lock(scratch).reserve(edges))
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
            + self.scratches.iter().map(|scratch| lock(scratch).bytes()).sum::<usize>()
    }
}

/// Patches that are tried from the largest down. The halves of one that failed are tried side by side, and none waits
/// for others of its size.
struct Trials<'t, P> {
    tree: &'t PatchTree,
    sums: &'t [DVec3],
    injectivity: Injectivity<'t, P>,
    /// Of each thread, so that none is ever waited for: a trial begins and ends on one.
    scratches: &'t [Mutex<Scratch>],
}

impl<P: Paths> Trials<'_, P> {
    /// Tries patches that follow each other, and writes the ones that hold to their clusters.
    fn certify_all(&self, patches: &[u32], cluster_patch: &mut [u32]) {
        match patches {
            [] => {}
            &[patch] => self.certify(patch, cluster_patch),
            _ => {
                let (left, right) = patches.split_at(patches.len() / 2);
                let clusters = left.iter().map(|&patch| self.node(patch).clusters.len()).sum();
                let (own, others) = cluster_patch.split_at_mut(clusters);
                rayon::join(|| self.certify_all(left, own), || self.certify_all(right, others));
            }
        }
    }

    fn certify(&self, patch: u32, cluster_patch: &mut [u32]) {
        if self.holds(patch) {
            cluster_patch.fill(patch);
        } else if let Some(mut children) = self.node(patch).children {
            children.sort_unstable_by_key(|&child| self.node(child).clusters.start);
            self.certify_all(&children, cluster_patch);
        }
    }

    fn holds(&self, patch: u32) -> bool {
        let node = self.node(patch);
        let direction = self.sums[patch as usize].normalize_or_zero();
        let own = node.clusters.start as usize..node.clusters.end as usize;
        let is_seen = self.injectivity.cones[own].iter().all(|cone| cone.is_seen(direction));
        let thread = rayon::current_thread_index().unwrap_or(0);
        is_seen && self.injectivity.holds(node, direction, &mut lock(&self.scratches[thread]))
    }

    fn node(&self, patch: u32) -> &PatchNode {
        &self.tree.nodes()[patch as usize]
    }
}

/// Makes buffers for all threads, with what most patches need: threads that all grow theirs a little at a time wait for
/// each other's memory.
fn prepare(scratches: &mut Vec<Mutex<Scratch>>, clusters: &Clusters) {
    let threads = rayon::current_num_threads().max(1);
    if scratches.len() < threads {
        let edges = EDGES.min(border_edges(clusters));
        scratches.resize_with(threads, || Mutex::new(Scratch::with_capacity(edges)));
    }
}

/// The edges of the borders of all clusters.
fn border_edges(clusters: &Clusters) -> usize {
    (0..clusters.len()).map(|cluster| clusters.tree().borders(cluster).len()).sum()
}

fn lock(scratch: &Mutex<Scratch>) -> MutexGuard<'_, Scratch> {
    scratch.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
