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
//!
//! Where two patches meet, neighbours on both sides of the seam would be searched after all, and they are two of
//! three candidates. So clusters along seams are paired into patches of their own, and once more along what is a seam
//! of both: a cluster may be in three patches, and two clusters that have one in common are not compared. Which
//! clusters are offered as a patch matters for speed only, so seams stay where they were when a search first met these
//! clusters.

mod cones;
mod contour;
mod injectivity;
mod path;
mod view;

use crate::conditions::{Condition, required};
use crate::geometry::{Aabb, NormalCone};
use crate::mesh::{ClusterShapes, Clusters, Object, PatchTree, Scene, lengthen};
use glam::DVec3;
use injectivity::{Injectivity, Scratch};
use jostle_support::parallel;
use path::{Lines, Paths};
use std::collections::TryReserveError;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The certified patches of one object; keeps its buffers.
#[derive(Debug, Default)]
pub struct Patches {
    /// The cone of normals of each cluster.
    cones: Vec<NormalCone>,
    /// Patches of all clusters, those along seams of these, and those along what is still a seam then.
    covers: [Cover; Patches::COVERS],
    /// The [`Clusters::id`] that the patches are of, once there are all.
    clusters: Option<u64>,
    /// Buffers of each thread.
    scratches: Vec<Mutex<Scratch>>,
}

/// Clusters that a thread takes at a time.
const AT_A_TIME: usize = 16;
/// Cones that a thread copies at least.
const MANY_CONES: usize = 1 << 10;
/// Edges of the borders of most patches, at most.
const EDGES: usize = 1 << 9;

impl Patches {
    /// Stands for the patch of a cluster that is in none.
    pub const NONE: u32 = u32::MAX;
    /// Patches that a cluster can be in: neighbours that are not in the same patch mostly are in another one, which lies
    /// across the seam between both.
    pub const COVERS: usize = 3;

    /// Certifies what it can of an object of triangles, given its clusters and their boxes, at rest or, if
    /// the scene's vertices end a step somewhere, throughout the step: boxes are around their ways then. Takes the shapes
    /// of the clusters at rest, if they are known.
    pub fn update(
        &mut self,
        scene: &Scene,
        end: Option<&[DVec3]>,
        object: &Object,
        clusters: &Clusters,
        boxes: &[Aabb],
        shapes: Option<&ClusterShapes>,
    ) {
        let own = object.vertices();
        let start = &scene.vertices()[own.clone()];
        match end.filter(|_| required(Condition::PatchOverStep)) {
            None => self.certify(scene, start, object, clusters, boxes, shapes),
            Some(end) => {
                let paths = Lines { start, end: &end[own] };
                self.certify(scene, paths, object, clusters, boxes, None);
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
        shapes: Option<&ClusterShapes>,
    ) {
        let Patches { cones, scratches, .. } = self;
        cones.truncate(clusters.len());
        lengthen(cones, clusters.len(), NormalCone::default());
        let bound = || {
            parallel::for_each_chunk_mut(cones, AT_A_TIME, |part, cones| {
                cones::update_all(cones, part * AT_A_TIME, scene, object, clusters, paths);
            });
        };
        match shapes {
            None => {
                parallel::join(|| prepare(scratches, clusters), bound);
            }
            Some(shapes) => {
                prepare(scratches, clusters);
                parallel::for_each_mut(cones, MANY_CONES, |cluster, cone| {
                    *cone = shapes.of(cluster).cone;
                });
            }
        }
        let cones = &self.cones;
        let injectivity = Injectivity { scene, paths, object, clusters, boxes, cones };
        let is_new = self.clusters.take() != Some(clusters.id());
        for number in 0..Patches::COVERS {
            let (before, rest) = self.covers.split_at_mut(number);
            let (own, before) = (&mut rest[0], &*before);
            if is_new {
                own.tree = match number {
                    0 => clusters.tree().clone(),
                    _ => along_seams(before, clusters, cones),
                };
            }
            own.certify(before, &injectivity, &self.scratches);
        }
        self.clusters = Some(clusters.id());
    }

    /// Reserves whatever certificates of these clusters need, once they have been updated.
    pub fn reserve(&mut self, clusters: &Clusters, threads: usize) -> Result<(), TryReserveError> {
        let edges = border_edges(clusters);
        self.scratches.resize_with(threads, Mutex::default);
        self.scratches.iter_mut().try_for_each(|scratch| lock(scratch).reserve(edges))
    }

    /// The patches of a cluster, or [`Patches::NONE`]: no two elements of one patch collide, nor do features that share
    /// no vertex, throughout the step.
    #[inline]
    pub fn patches(&self, cluster: usize) -> [u32; Patches::COVERS] {
        self.covers.each_ref().map(|cover| cover.patch(cluster as u32))
    }

    /// How many patches there may be in each of those places.
    pub fn counts(&self) -> [u32; Patches::COVERS] {
        self.covers.each_ref().map(|cover| cover.tree.nodes().len() as u32)
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.cones.capacity() * size_of::<NormalCone>()
            + self.covers.iter().map(Cover::bytes).sum::<usize>()
            + self.scratches.iter().map(|scratch| lock(scratch).bytes()).sum::<usize>()
    }
}

/// Patches of which a cluster is in one; keeps its buffers.
#[derive(Debug, Default)]
struct Cover {
    tree: PatchTree,
    /// The sum of normals of each patch of the tree.
    sums: Vec<DVec3>,
    /// The patch that the cluster in each place is certified in.
    certified: Vec<u32>,
}

impl Cover {
    /// Tries the patches of clusters that are not in one patch of those before.
    fn certify<P: Paths>(
        &mut self,
        before: &[Cover],
        injectivity: &Injectivity<P>,
        scratches: &[Mutex<Scratch>],
    ) {
        let Cover { tree, sums, certified } = self;
        certified.clear();
        certified.resize(tree.clusters().len(), Patches::NONE);
        sums.clear();
        sums.extend(tree.clusters().iter().map(|&c| injectivity.cones[c as usize].sum));
        for node in &tree.nodes()[tree.clusters().len()..] {
            let [a, b] = node.children.expect("not a cluster").map(|child| child as usize);
            sums.push(sums[a] + sums[b]);
        }
        let trials = Trials { tree, before, sums, injectivity, scratches };
        trials.certify_all(tree.roots(), certified);
    }

    /// The patch of a cluster, or [`Patches::NONE`].
    #[inline]
    fn patch(&self, cluster: u32) -> u32 {
        let place = self.tree.place_of(cluster) as usize;
        self.certified.get(place).copied().unwrap_or(Patches::NONE)
    }

    /// Whether clusters are all in one patch.
    fn holds_all(&self, clusters: &[u32]) -> bool {
        let patch = clusters.first().map_or(Patches::NONE, |&first| self.patch(first));
        patch != Patches::NONE && clusters.iter().all(|&cluster| self.patch(cluster) == patch)
    }

    fn bytes(&self) -> usize {
        self.tree.bytes()
            + self.sums.capacity() * size_of::<DVec3>()
            + self.certified.capacity() * size_of::<u32>()
    }
}

/// Patches along the seams of others: of neighbours that are in no patch together.
fn along_seams(covers: &[Cover], clusters: &Clusters, cones: &[NormalCone]) -> PatchTree {
    let sums: Vec<DVec3> = cones.iter().map(|cone| cone.sum).collect();
    PatchTree::along_seams(clusters.neighbours(), &sums, |pair| {
        !covers.iter().any(|cover| cover.holds_all(&pair))
    })
}

/// Patches that are tried from the largest down. The halves of one that failed are tried side by side, and none waits
/// for others of its size.
struct Trials<'t, P> {
    tree: &'t PatchTree,
    before: &'t [Cover],
    sums: &'t [DVec3],
    injectivity: &'t Injectivity<'t, P>,
    /// Of each thread, so that none is ever waited for: a trial begins and ends on one.
    scratches: &'t [Mutex<Scratch>],
}

impl<P: Paths> Trials<'_, P> {
    /// Tries patches that follow each other, and writes the ones that hold to the places of their clusters.
    fn certify_all(&self, patches: &[u32], places: &mut [u32]) {
        match patches {
            [] => {}
            &[patch] => self.certify(patch, places),
            _ => {
                let (left, right) = patches.split_at(patches.len() / 2);
                let count = left.iter().map(|&patch| self.tree.node(patch).places.len()).sum();
                let (own, others) = places.split_at_mut(count);
                parallel::join(|| self.certify_all(left, own), || self.certify_all(right, others));
            }
        }
    }

    fn certify(&self, patch: u32, places: &mut [u32]) {
        let node = self.tree.node(patch);
        if !self.is_needed(self.tree.members(node)) {
        } else if self.holds(patch) {
            places.fill(patch);
        } else if let Some(mut children) = node.children {
            children.sort_unstable_by_key(|&child| self.tree.node(child).places.start);
            self.certify_all(&children, places);
        }
    }

    /// Whether a patch would tell more than those before: a cluster by itself has been tried.
    fn is_needed(&self, clusters: &[u32]) -> bool {
        self.before.is_empty()
            || (clusters.len() > 1 && !self.before.iter().any(|cover| cover.holds_all(clusters)))
    }

    fn holds(&self, patch: u32) -> bool {
        let node = self.tree.node(patch);
        let direction = self.sums[patch as usize].normalize_or_zero();
        let cones = self.injectivity.cones;
        let mut members = self.tree.members(node).iter();
        let thread = rayon::current_thread_index().unwrap_or(0);
        members.all(|&cluster| cones[cluster as usize].is_seen(direction)) && {
            let scratch = &mut lock(&self.scratches[thread]);
            self.injectivity.holds(self.tree, node, direction, scratch)
        }
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
    (0..clusters.len()).map(|cluster| clusters.borders(cluster).len()).sum()
}

fn lock(scratch: &Mutex<Scratch>) -> MutexGuard<'_, Scratch> {
    scratch.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
