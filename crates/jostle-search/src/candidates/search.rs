//! A search for candidates: what it is given, who receives what it finds, and what it tells.

use super::{Motion, NearObjects, Scope, TopologyCache};
use crate::broad::{GroupSearch, LatticeBox};
use crate::geometry::Aabb;
use crate::mesh::Scene;
use jostle_support::parallel;

/// What candidates are pairs of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FeaturePair {
    /// Two elements, numbered through the scene.
    #[default]
    Elements,
    /// Two edges of surfaces, numbered by [`FeatureNumbering`](super::FeatureNumbering).
    EdgeEdge,
    /// A vertex of a surface, numbered through the scene, and a face, numbered as the edges are.
    VertexFace,
    /// An edge and a face of surfaces, numbered as above.
    EdgeFace,
    /// A vertex of any element, inside too, and a tetrahedron, both numbered through the scene.
    VertexTetrahedron,
}

/// What a search is given.
#[derive(Clone, Copy, Debug)]
pub struct SearchInput<'i> {
    /// The scene.
    pub scene: &'i Scene,
    /// Up to date with the scene.
    pub topology: &'i TopologyCache,
    /// The objects and the pairs of objects that are searched.
    pub scope: &'i Scope,
    /// The features that candidates are pairs of.
    pub features: FeaturePair,
    /// The step, and the margin by which features are widened.
    pub motion: Motion<'i>,
    /// Whether pairs within a patch are left out that is certified to be free of contact throughout:
    /// for those who ask for contact, and not for what is near.
    pub leaves_out_patches: bool,
}

impl FeaturePair {
    /// Whether features are numbered by [`FeatureNumbering`](super::FeatureNumbering).
    pub fn is_of_surfaces(self) -> bool {
        matches!(self, FeaturePair::EdgeEdge | FeaturePair::VertexFace | FeaturePair::EdgeFace)
    }
}

impl<'i> SearchInput<'i> {
    /// A search for pairs of elements within a distance, as they stand.
    pub fn elements_within(
        scene: &'i Scene,
        topology: &'i TopologyCache,
        scope: &'i Scope,
        margin: f64,
    ) -> SearchInput<'i> {
        let (features, motion) = (FeaturePair::Elements, Motion { end: None, margin });
        SearchInput { scene, topology, scope, features, motion, leaves_out_patches: true }
    }
}

/// Some candidates of two objects, or of one.
#[derive(Clone, Copy, Debug)]
pub struct CandidateList<'l> {
    /// The objects of the first and of the second feature of each pair.
    pub objects: [u32; 2],
    /// The groups that they are of: no other list of a search has the same two, in this order.
    pub groups: [u32; 2],
    /// A box around all of them along the step, without the margin.
    pub bounds: Aabb,
    /// Pairs with the same first feature mostly follow each other.
    pub pairs: &'l [[u32; 2]],
}

/// Who receives candidates, on several threads, each with a worker of its own.
pub trait CandidateReceiver: Sync {
    /// What a thread works with.
    type Worker: Send;

    /// Receives a candidate, given the objects of its features.
    fn receive(&self, worker: &mut Self::Worker, objects: [u32; 2], pair: [u32; 2]);

    /// Receives many of the same two objects.
    fn receive_list(&self, worker: &mut Self::Worker, list: &CandidateList) {
        for &pair in list.pairs {
            self.receive(worker, list.objects, pair);
        }
    }

    /// Whether it needs no more candidates; some may come even so.
    #[inline]
    fn is_done(&self) -> bool {
        false
    }
}

/// What a search looked like.
#[derive(Clone, Copy, Debug, Default)]
pub struct SearchReport {
    /// Levels of the grid, if it was one.
    pub levels: u64,
    /// Entries of the grid: an element in a cell.
    pub entries: u64,
    /// Cells of the grid that hold elements.
    pub cells: u64,
    /// Elements of its fullest cell.
    pub fullest_cell: u64,
    /// Candidates that were met again and dropped.
    pub duplicates: u64,
    /// Seconds spent on the structure, before candidates were looked for.
    pub populate_seconds: f64,
}

impl SearchReport {
    /// Of a search through groups at rest.
    pub fn of_groups(groups: &GroupSearch<LatticeBox>) -> SearchReport {
        let grid = groups.report();
        SearchReport {
            levels: grid.levels,
            entries: grid.entries,
            cells: grid.cells,
            fullest_cell: grid.fullest,
            duplicates: 0, // Each feature is in one group.
            populate_seconds: groups.populate_seconds(),
        }
    }
}

/// A way of finding all pairs of features whose boxes overlap; keeps its buffers.
///
/// A box is around a feature as it is, or around all of its way in a step, and is widened by half the
/// margin. Boxes may overlap that are a little apart, by rounding; none that overlap are missed, but for features
/// that are known not to touch where only those are looked for that do.
pub trait CandidateSearch {
    /// Bounds the features; to be called before each search.
    fn update(&mut self, input: &SearchInput);

    /// Hands every candidate that is in the scope to one of the workers, once; two features of one side in any order.
    fn search(&mut self, input: &SearchInput, workers: &mut dyn CandidateWorkers);

    /// Whether it hands over candidates in lists.
    fn lists_candidates(&self) -> bool;

    /// The objects of the last update whose boxes overlap.
    fn near_objects(&self) -> &NearObjects;

    /// What the last search looked like.
    fn report(&self) -> SearchReport;

    /// Bytes held.
    fn bytes(&self) -> usize;
}

/// Those who receive the candidates of a search, which is compiled once, whoever they are.
pub trait CandidateWorkers {
    /// Number of workers, at least one.
    fn count(&self) -> usize;

    /// Calls a function for each worker, on several threads, with the worker's number and who receives its candidates.
    fn run(&mut self, work: &(dyn Fn(usize, &mut dyn WorkerReceiver) + Sync));
}

/// Receives what one worker finds.
pub trait WorkerReceiver {
    /// Receives a candidate, given the objects of its features.
    fn receive(&mut self, objects: [u32; 2], pair: [u32; 2]);

    /// Receives many of the same two objects.
    fn receive_list(&mut self, list: &CandidateList);

    /// Whether no more candidates are needed; some may come even so.
    fn is_done(&self) -> bool;
}

/// Workers that a receiver works with.
pub struct Receiving<'r, R: CandidateReceiver> {
    /// At least one.
    pub workers: &'r mut [R::Worker],
    /// The receiver.
    pub receiver: &'r R,
}

impl<R: CandidateReceiver> CandidateWorkers for Receiving<'_, R> {
    fn count(&self) -> usize {
        self.workers.len()
    }

    fn run(&mut self, work: &(dyn Fn(usize, &mut dyn WorkerReceiver) + Sync)) {
        let receiver = self.receiver;
        parallel::for_each_mut(self.workers, 1, |w, worker| {
            work(w, &mut OneWorker { worker, receiver });
        });
    }
}

struct OneWorker<'r, R: CandidateReceiver> {
    worker: &'r mut R::Worker,
    receiver: &'r R,
}

impl<R: CandidateReceiver> WorkerReceiver for OneWorker<'_, R> {
    fn receive(&mut self, objects: [u32; 2], pair: [u32; 2]) {
        self.receiver.receive(self.worker, objects, pair);
    }

    fn receive_list(&mut self, list: &CandidateList) {
        self.receiver.receive_list(self.worker, list);
    }

    fn is_done(&self) -> bool {
        self.receiver.is_done()
    }
}
