//! The broad phases over boxes of elements that a query can choose from, with their buffers.

use super::{Broad, Query};
use crate::broad::{
    BroadPhase, BruteForce, BrutePairs, Bvh, Grid, GridReport, HashedGrid, LatticeBox, Sweep,
    UniformHash,
};
use crate::mesh::{ElementKind, Object, Scene};

/// One of each.
#[derive(Debug, Default)]
pub(super) struct Rooms {
    grid: Grid,
    hashed_grid: HashedGrid,
    uniform_hash: UniformHash,
    bvh: Bvh,
    sweep: Sweep,
}

impl Rooms {
    /// Tells the rooms what they want to know before a search.
    pub fn set_up(&mut self, scene: &Scene, query: &Query) {
        let tetrahedra = |object: &&Object| object.kind() == ElementKind::Tetrahedron;
        let solid = scene.objects().iter().filter(tetrahedra).map(|o| o.elements().len());
        self.grid.set_solid(2 * solid.sum::<usize>() > scene.element_count());
        self.hashed_grid.set(query.key_function(), query.duplicate_removal());
        self.uniform_hash.set_keys(query.key_function());
    }

    /// Searches in one room.
    #[inline]
    pub fn search<W: Send>(
        &mut self,
        broad: Broad,
        boxes: &[LatticeBox],
        workers: &mut [W],
        visit: impl Fn(&mut W, u32, u32) + Sync,
    ) {
        match broad {
            Broad::Auto | Broad::Clusters => unreachable!("searched as groups"),
            Broad::Grid => self.grid.search(boxes, workers, visit),
            Broad::HashedGrid => self.hashed_grid.search(boxes, workers, visit),
            Broad::UniformHash => self.uniform_hash.search(boxes, workers, visit),
            Broad::Bvh => self.bvh.search(boxes, workers, visit),
            Broad::Sweep => self.sweep.search(boxes, workers, visit),
            Broad::BruteForce => BruteForce.search(boxes, workers, visit),
            Broad::BrutePairs => BrutePairs.search(boxes, workers, visit),
        }
    }

    /// Seconds that the room's last search spent on its structure.
    pub fn populate_seconds(&self, broad: Broad) -> f64 {
        match broad {
            Broad::Auto | Broad::Clusters => unreachable!("searched as groups"),
            Broad::Grid => self.grid.populate_seconds(),
            Broad::HashedGrid => self.hashed_grid.populate_seconds(),
            Broad::UniformHash => self.uniform_hash.populate_seconds(),
            Broad::Bvh => self.bvh.populate_seconds(),
            Broad::Sweep => self.sweep.populate_seconds(),
            Broad::BruteForce => BruteForce.populate_seconds(),
            Broad::BrutePairs => BrutePairs.populate_seconds(),
        }
    }

    /// Candidates that the room's last search met again and dropped.
    pub fn duplicates(&self, broad: Broad) -> u64 {
        match broad {
            // Each element is in one group.
            Broad::Auto | Broad::Clusters => 0,
            Broad::Grid => self.grid.duplicates(),
            Broad::HashedGrid => self.hashed_grid.duplicates(),
            Broad::UniformHash => self.uniform_hash.duplicates(),
            Broad::Bvh => self.bvh.duplicates(),
            Broad::Sweep => self.sweep.duplicates(),
            Broad::BruteForce => BruteForce.duplicates(),
            Broad::BrutePairs => BrutePairs.duplicates(),
        }
    }

    pub fn grid_report(&self) -> GridReport {
        self.grid.report()
    }

    pub fn bytes(&self) -> usize {
        self.grid.bytes()
            + self.hashed_grid.bytes()
            + self.uniform_hash.bytes()
            + self.bvh.bytes()
            + self.sweep.bytes()
    }
}
