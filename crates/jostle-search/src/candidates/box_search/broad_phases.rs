//! The broad phases over boxes that a search can choose from, with their buffers.

use crate::broad::{
    BroadPhase, BruteForce, BrutePairs, Bvh, Duplicates, Grid, GridReport, HashedGrid, KeyFunction,
    LatticeBox, Sweep, UniformHash, Workers,
};
use crate::candidates::SearchReport;
use crate::mesh::{ElementKind, Object, Scene};

/// Which broad phase finds overlapping boxes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoxMethod {
    /// The [hierarchical grid](Grid).
    #[default]
    Grid,
    /// The [grid as it was published](HashedGrid).
    HashedGrid,
    /// The [uniform spatial hash](UniformHash).
    UniformHash,
    /// The [bounding box hierarchy](Bvh).
    Bvh,
    /// [Sort and sweep](Sweep).
    Sweep,
    /// [Brute force](BruteForce) on one thread.
    BruteForce,
    /// [Brute force](BrutePairs) on all threads.
    BrutePairs,
}

/// A broad phase and its parameters.
#[derive(Clone, Copy, Debug, Default)]
pub struct BoxSettings {
    /// The broad phase.
    pub method: BoxMethod,
    /// The hash function of cells, if it hashes them.
    pub keys: KeyFunction,
    /// How a [hashed grid](HashedGrid) shows each pair once.
    pub duplicates: Duplicates,
}

/// One of each.
#[derive(Debug, Default)]
pub(super) struct BroadPhases {
    grid: Grid,
    hashed_grid: HashedGrid,
    uniform_hash: UniformHash,
    bvh: Bvh,
    sweep: Sweep,
    brute_force: BruteForce,
    brute_pairs: BrutePairs,
}

impl BroadPhases {
    /// Tells the broad phases what they want to know before a search.
    pub fn set_up(&mut self, scene: &Scene, settings: &BoxSettings) {
        let tetrahedra = |object: &&Object| object.kind() == ElementKind::Tetrahedron;
        let solid = scene.objects().iter().filter(tetrahedra).map(|o| o.elements().len());
        self.grid.set_solid(2 * solid.sum::<usize>() > scene.element_count());
        self.hashed_grid.set(settings.keys, settings.duplicates);
        self.uniform_hash.set_keys(settings.keys);
    }

    /// Searches with one of them.
    pub fn search(&mut self, method: BoxMethod, boxes: &[LatticeBox], workers: &mut dyn Workers) {
        self.of_method(method).search_by(boxes, workers);
    }

    fn of_method(&mut self, method: BoxMethod) -> &mut dyn BroadPhase {
        match method {
            BoxMethod::Grid => &mut self.grid,
            BoxMethod::HashedGrid => &mut self.hashed_grid,
            BoxMethod::UniformHash => &mut self.uniform_hash,
            BoxMethod::Bvh => &mut self.bvh,
            BoxMethod::Sweep => &mut self.sweep,
            BoxMethod::BruteForce => &mut self.brute_force,
            BoxMethod::BrutePairs => &mut self.brute_pairs,
        }
    }

    /// What the last search looked like.
    pub fn report(&self, method: BoxMethod) -> SearchReport {
        match method {
            BoxMethod::Grid => {
                let GridReport { levels, entries, cells, fullest } = self.grid.report();
                let common = common_report(&self.grid);
                SearchReport { levels, entries, cells, fullest_cell: fullest, ..common }
            }
            BoxMethod::HashedGrid => common_report(&self.hashed_grid),
            BoxMethod::UniformHash => common_report(&self.uniform_hash),
            BoxMethod::Bvh => common_report(&self.bvh),
            BoxMethod::Sweep => common_report(&self.sweep),
            BoxMethod::BruteForce => common_report(&self.brute_force),
            BoxMethod::BrutePairs => common_report(&self.brute_pairs),
        }
    }

    pub fn bytes(&self) -> usize {
        self.grid.bytes()
            + self.hashed_grid.bytes()
            + self.uniform_hash.bytes()
            + self.bvh.bytes()
            + self.sweep.bytes()
    }
}

/// What every broad phase tells of its last search.
fn common_report(broad: &impl BroadPhase) -> SearchReport {
    SearchReport {
        duplicates: broad.duplicates(),
        populate_seconds: broad.populate_seconds(),
        ..SearchReport::default()
    }
}
