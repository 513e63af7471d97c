//! The hierarchical hashed grid as it was published (kDet 2017, sec. 4 and 5; Tetrahedral kDet 2023,
//! ch. 4).
//!
//! Each element is hashed into the at most eight cells that it meets on the level of its size. Then,
//! element by element, the cells on its own and on all coarser occupied levels are looked up, and
//! the element meets the larger ones in them; of two on the same level, the earlier meets the later.
//!
//! Where the papers put buckets of fixed capacity, this has a table of lists that were counted first,
//! and where they map a slot to one cell by probing, here cells share a slot if they fall on it:
//! boxes that do not overlap are dropped either way.

mod cells;
mod pair_list;
mod pair_map;

use super::batches::Batches;
use super::cell_table::CellTable;
use super::{BroadPhase, KeyFunction, LatticeBox, Workers};
use pair_list::PairList;
use pair_map::PairMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// How a pair that is met in several cells is shown once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Duplicates {
    /// The pair belongs to the cell with the lower corner of the overlap of the two boxes. Needs no
    /// memory.
    #[default]
    LowerCorner,
    /// All pairs are listed, sorted and made unique (Tetrahedral kDet 2023, sec. 4.2.3). Memory is
    /// linear in the pairs with their duplicates.
    SortUnique,
    /// A hash map keeps the pairs met so far (Tetrahedral kDet 2023, sec. 7.1). Memory is linear in
    /// the pairs.
    PairMap,
}

impl Duplicates {
    /// All of them.
    pub const ALL: [Duplicates; 3] =
        [Duplicates::LowerCorner, Duplicates::SortUnique, Duplicates::PairMap];

    /// The name, as command lines and tables give it.
    pub fn name(self) -> &'static str {
        match self {
            Duplicates::LowerCorner => "lower-corner",
            Duplicates::SortUnique => "sort-unique",
            Duplicates::PairMap => "pair-map",
        }
    }
}

/// The hierarchical hashed grid; keeps its buffers.
///
/// Time is linear in the elements times the occupied levels (at most 33), plus the boxes that share
/// a cell; memory is linear in the elements, plus what [`Duplicates`] takes.
#[derive(Debug, Default)]
pub struct HashedGrid {
    keys: KeyFunction,
    duplicates: Duplicates,
    table: CellTable,
    levels: Vec<u32>,
    list: PairList,
    map: PairMap,
    /// Pairs that the last search met again after it had listed them.
    dropped: u64,
    populating: Duration,
}

/// The papers' tables have one slot for each polygon, which holds 128 elements of one cell. Elements
/// are in up to eight cells, and lists are short where few cells share a slot.
const SLOTS_PER_ELEMENT: f64 = 2.0;

/// Elements that a worker takes at a time.
const BATCH: u64 = 256;

impl HashedGrid {
    /// A grid with a key function and a way of not showing a pair twice.
    #[cfg(test)]
    pub fn new(keys: KeyFunction, duplicates: Duplicates) -> HashedGrid {
        HashedGrid { keys, duplicates, ..HashedGrid::default() }
    }

    /// Changes the key function and the way of not showing a pair twice.
    pub fn set(&mut self, keys: KeyFunction, duplicates: Duplicates) {
        (self.keys, self.duplicates) = (keys, duplicates);
    }

    /// Populates the grid (kDet 2017, alg. 1).
    fn populate(&mut self, boxes: &[LatticeBox], workers: usize) {
        let occupied = cells::occupied_levels(boxes);
        self.levels.clear();
        self.levels.extend((0u32..).zip(occupied).filter(|level| level.1).map(|level| level.0));
        let keys = self.keys;
        self.table.fill(boxes.len(), SLOTS_PER_ELEMENT, workers, |element, found| {
            let element = &boxes[element];
            let level = cells::level_of(element);
            cells::for_each_cell(element, level, |cell| found.push(keys.key(cell, level)));
        });
    }

    /// Looks up the larger partners of elements until none is left (kDet 2017, alg. 2).
    fn look_up(&self, boxes: &[LatticeBox], elements: &Batches, mut meet: impl FnMut(u32, u32)) {
        while let Some(batch) = elements.take() {
            for element in batch {
                match self.duplicates {
                    Duplicates::LowerCorner => {
                        self.partners_of::<true>(element as u32, boxes, &mut meet);
                    }
                    Duplicates::SortUnique | Duplicates::PairMap => {
                        self.partners_of::<false>(element as u32, boxes, &mut meet);
                    }
                }
            }
        }
    }

    fn partners_of<const ONCE: bool>(
        &self,
        element: u32,
        boxes: &[LatticeBox],
        meet: &mut impl FnMut(u32, u32),
    ) {
        let own = &boxes[element as usize];
        let own_level = cells::level_of(own);
        for &level in self.levels.iter().filter(|&&level| level >= own_level) {
            cells::for_each_cell(own, level, |cell| {
                let slot = self.table.slot_of(self.keys.key(cell, level));
                for other in self.table.elements_of(slot) {
                    let theirs = &boxes[other as usize];
                    if (level > own_level || other > element)
                        && own.overlaps(theirs)
                        && cells::level_of(theirs) == level
                        && (!ONCE || cells::of_lower_corner(own, theirs, level) == cell)
                    {
                        meet(element.min(other), element.max(other));
                    }
                }
            });
        }
    }
}

impl BroadPhase for HashedGrid {
    fn search_by(&mut self, boxes: &[LatticeBox], workers: &mut dyn Workers) {
        let start = Instant::now();
        self.populate(boxes, workers.count());
        self.dropped = 0;
        self.populating = start.elapsed();
        let elements = Batches::new(boxes.len() as u64, BATCH);
        match self.duplicates {
            Duplicates::LowerCorner => workers.run(&|_, pairs| {
                self.look_up(boxes, &elements, |a, b| pairs.push(a, b));
            }),
            Duplicates::SortUnique => {
                let mut list = std::mem::take(&mut self.list);
                list.gather(workers.count(), |met| {
                    self.look_up(boxes, &elements, |a, b| met.push(a, b));
                });
                list.show(workers);
                self.dropped = list.dropped();
                self.list = list;
            }
            Duplicates::PairMap => {
                self.map.clear();
                let (map, all_dropped) = (&self.map, AtomicU64::new(0));
                workers.run(&|_, pairs| {
                    let mut dropped = 0;
                    self.look_up(boxes, &elements, |a, b| match map.insert(a, b) {
                        true => pairs.push(a, b),
                        false => dropped += 1,
                    });
                    all_dropped.fetch_add(dropped, Relaxed);
                });
                self.dropped = all_dropped.into_inner();
            }
        }
    }

    fn duplicates(&self) -> u64 {
        self.dropped
    }

    fn bytes(&self) -> usize {
        self.table.bytes()
            + self.levels.capacity() * size_of::<u32>()
            + self.list.bytes()
            + self.map.bytes()
    }

    fn populate_seconds(&self) -> f64 {
        self.populating.as_secs_f64()
    }
}
