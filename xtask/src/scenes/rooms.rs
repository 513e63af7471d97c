//! The rooms of the broad phase that no query reaches: key functions and ways of dropping duplicates.

use super::equal::equal;
use jostle::Scene;
use jostle::broad::{
    BroadPhase, BruteForce, Duplicates, HashedGrid, KeyFunction, LatticeBox, LatticeBoxes,
    UniformHash,
};

/// From tables in which everything shares a slot to those in which hardly anything does.
const SLOTS_PER_ELEMENT: [f64; 3] = [0.0, 0.5, 10.0];

/// All variants; they keep their buffers.
pub struct Rooms {
    boxes: LatticeBoxes,
    grids: Vec<(KeyFunction, Duplicates, HashedGrid)>,
    uniform: Vec<(KeyFunction, UniformHash)>,
    /// Searches so far; each takes another number of workers than the one before.
    searches: usize,
}

impl Default for Rooms {
    fn default() -> Rooms {
        let ways = |keys| Duplicates::ALL.map(|way| (keys, way, HashedGrid::new(keys, way)));
        let sizes = |keys| SLOTS_PER_ELEMENT.map(|slots| (keys, UniformHash::new(keys, slots)));
        Rooms {
            boxes: LatticeBoxes::default(),
            grids: KeyFunction::ALL.into_iter().flat_map(ways).collect(),
            uniform: KeyFunction::ALL.into_iter().flat_map(sizes).collect(),
            searches: 0,
        }
    }
}

impl Rooms {
    /// Checks that each variant shows every pair of overlapping boxes once, and returns how many
    /// searches that took.
    pub fn check(&mut self, scene: &Scene) -> Result<u64, String> {
        self.boxes.update(scene, None);
        let boxes = self.boxes.as_slice();
        let before = self.searches;
        let searches = &mut self.searches;
        let expected = candidates(&mut BruteForce, boxes, searches);
        let mut dropped = None;
        for (keys, way, grid) in &mut self.grids {
            let who = format!("hashed grid, {}, {}", keys.name(), way.name());
            equal(&who, &candidates(grid, boxes, searches), &expected)?;
            // The ways that list pairs more than once meet the same ones again.
            match way {
                Duplicates::LowerCorner => {
                    equal(&who, grid.duplicates(), 0)?;
                    dropped = None;
                }
                Duplicates::SortUnique | Duplicates::PairMap => {
                    let first = *dropped.get_or_insert(grid.duplicates());
                    equal(&format!("{who}, dropped"), grid.duplicates(), first)?;
                }
            }
        }
        for (keys, hash) in &mut self.uniform {
            let who = format!("uniform hash, {}", keys.name());
            equal(&who, &candidates(hash, boxes, searches), &expected)?;
        }
        Ok((self.searches - before) as u64)
    }
}

/// What a room shows, sorted, with its duplicates if there are any.
fn candidates(
    room: &mut impl BroadPhase,
    boxes: &[LatticeBox],
    searches: &mut usize,
) -> Vec<(u32, u32)> {
    *searches += 1;
    let mut workers = vec![Vec::new(); [1, 2, 3, 8][*searches % 4]];
    room.search(boxes, &mut workers, |found, a, b| found.push((a, b)));
    let mut pairs = workers.concat();
    pairs.sort_unstable();
    pairs
}
