//! Uniform spatial hashing (Heidelberger 2007, ch. 4).
//!
//! Space is a grid of cells as large as the average element (sec. 4.2.3), and a hash table of a small
//! multiple of the number of elements holds those in use (sec. 4.2.2). First, each box is hashed into
//! all cells that it meets. Second, the boxes of each slot are compared with each other.
//!
//! Two boxes can share several slots; the pair belongs to the slot of the cell that holds the lower
//! corner of their overlap.

use super::batches::Batches;
use super::cell_table::CellTable;
use super::workers::locked;
use super::{BroadPhase, KeyFunction, LatticeBox, Workers};
use jostle_support::parallel;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The uniform spatial hash; keeps its buffers.
///
/// Linear time and memory for elements of similar size. With sizes far apart it degrades, as any
/// uniform grid does: small elements full_slot in cells, and elements that would fill thousands of cells
/// are compared with all others instead.
#[derive(Debug)]
pub struct UniformHash {
    keys: KeyFunction,
    slots_per_element: f64,
    table: CellTable,
    oversized: Vec<u32>,
    /// The boxes of a slot, for each worker.
    full_slots: Vec<Mutex<Vec<(LatticeBox, u32)>>>,
    populating: Duration,
}

/// "A small multiple of the number of object primitives" (sec. 4.2.2).
const SLOTS_PER_ELEMENT: f64 = 2.0;

/// Cells that an element is hashed into at most. Elements whose boxes have 14 times the average edge
/// fill as many, and there are fewer than one in 14 of those, so entries stay below 300 an element.
const MAX_CELLS: u64 = 4096;

/// Slots that a worker takes at a time.
const SLOTS: u64 = 256;

/// Boxes that a worker compares with an oversized one at a time.
const BOXES: u64 = 4096;

impl Default for UniformHash {
    fn default() -> UniformHash {
        UniformHash::new(KeyFunction::default(), SLOTS_PER_ELEMENT)
    }
}

impl UniformHash {
    /// A hash with a key function and a table of about as many slots for each element; the table's
    /// size is the next prime.
    pub fn new(keys: KeyFunction, slots_per_element: f64) -> UniformHash {
        UniformHash {
            keys,
            slots_per_element,
            table: CellTable::default(),
            oversized: Vec::new(),
            full_slots: Vec::new(),
            populating: Duration::ZERO,
        }
    }

    /// Changes the key function.
    pub fn set_keys(&mut self, keys: KeyFunction) {
        self.keys = keys;
    }

    fn fill(&mut self, cells: Cells, boxes: &[LatticeBox], workers: usize) {
        let keys = self.keys;
        self.table.fill(boxes.len(), self.slots_per_element, workers, |element, found| {
            if let Some([low, high]) = cells.range_of(&boxes[element]) {
                for z in low[2]..=high[2] {
                    for y in low[1]..=high[1] {
                        found.extend((low[0]..=high[0]).map(|x| keys.key([x, y, z], 0)));
                    }
                }
            }
        });
        let oversized = |element: &u32| cells.range_of(&boxes[*element as usize]).is_none();
        self.oversized.clear();
        self.oversized.extend((0..boxes.len() as u32).filter(oversized));
    }

    /// Compares the boxes of a slot with each other.
    fn search_slot(
        &self,
        slot: u32,
        cells: Cells,
        boxes: &[LatticeBox],
        full_slot: &mut Vec<(LatticeBox, u32)>,
        mut visit: impl FnMut(u32, u32),
    ) {
        full_slot.clear();
        full_slot.extend(self.table.elements_of(slot).map(|e| (boxes[e as usize], e)));
        for (i, (one, p)) in full_slot.iter().enumerate() {
            for (other, q) in &full_slot[i + 1..] {
                if one.overlaps(other) {
                    let corner = cells.of_lower_corner(one, other);
                    if self.table.slot_of(self.keys.key(corner, 0)) == slot {
                        visit(*p.min(q), *p.max(q));
                    }
                }
            }
        }
    }
}

impl BroadPhase for UniformHash {
    fn search_by(&mut self, boxes: &[LatticeBox], workers: &mut dyn Workers) {
        let start = Instant::now();
        let cells = Cells::of_average_size(boxes);
        self.fill(cells, boxes, workers.count());
        self.populating = start.elapsed();
        self.full_slots.resize_with(workers.count(), Mutex::default);
        let this = &*self;
        let slots = Batches::new(this.table.touched().len() as u64, SLOTS);
        let parts = (boxes.len() as u64).div_ceil(BOXES);
        let against_all = Batches::new(this.oversized.len() as u64 * parts, 1);
        workers.run(&|w, pairs| {
            let full_slot = &mut *locked(&this.full_slots[w]);
            while let Some(batch) = slots.take() {
                for &slot in &this.table.touched()[batch.start as usize..batch.end as usize] {
                    this.search_slot(slot, cells, boxes, full_slot, |p, q| pairs.push(p, q));
                }
            }
            while let Some(batch) = against_all.take() {
                let one = this.oversized[(batch.start / parts) as usize];
                let first = batch.start % parts * BOXES;
                compare_with(one, first, cells, boxes, |p, q| pairs.push(p, q));
            }
        });
    }

    fn bytes(&self) -> usize {
        let full_slots: usize = self.full_slots.iter().map(|own| locked(own).capacity()).sum();
        self.table.bytes()
            + self.oversized.capacity() * size_of::<u32>()
            + full_slots * size_of::<(LatticeBox, u32)>()
    }

    fn populate_seconds(&self) -> f64 {
        self.populating.as_secs_f64()
    }
}

/// Compares an oversized box with a part of all. Of two oversized ones, the earlier finds the later.
fn compare_with(
    one: u32,
    first: u64,
    cells: Cells,
    boxes: &[LatticeBox],
    mut visit: impl FnMut(u32, u32),
) {
    let own = &boxes[one as usize];
    let end = (boxes.len() as u64).min(first + BOXES);
    for other in first as u32..end as u32 {
        let theirs = &boxes[other as usize];
        if own.overlaps(theirs) && (other > one || cells.range_of(theirs).is_some()) {
            visit(one.min(other), one.max(other));
        }
    }
}

/// Cells of one size.
#[derive(Clone, Copy, Debug)]
struct Cells {
    /// Cells in a lattice unit, as a fraction of `2^32`.
    per_unit: u64,
}

impl Cells {
    /// Cells as large as the average of the boxes' longest edges.
    fn of_average_size(boxes: &[LatticeBox]) -> Cells {
        let extents = |own: &[LatticeBox]| own.iter().map(|b| u64::from(b.extent())).sum::<u64>();
        let sum = parallel::reduce(boxes.len(), 4096, |own| extents(&boxes[own]), |a, b| a + b);
        let side = sum.unwrap_or(0).div_ceil((boxes.len() as u64).max(1)).max(1);
        Cells { per_unit: (1 << 32) / side }
    }

    /// The coordinate of the cell that holds a lattice coordinate. Dividing by multiplication moves
    /// the borders a little; all that matters is that the map is monotone.
    #[inline]
    fn coordinate(self, of: i32) -> u32 {
        let from_lowest = of.wrapping_sub(i32::MIN) as u32;
        ((u64::from(from_lowest) * self.per_unit) >> 32) as u32
    }

    #[inline]
    fn of_lower_corner(self, one: &LatticeBox, other: &LatticeBox) -> [u32; 3] {
        std::array::from_fn(|axis| self.coordinate(one.min[axis].max(other.min[axis])))
    }

    /// The first and the last cell along each axis, unless the box is oversized.
    #[inline]
    fn range_of(self, element: &LatticeBox) -> Option<[[u32; 3]; 2]> {
        let low = element.min.map(|c| self.coordinate(c));
        let high = element.max.map(|c| self.coordinate(c));
        let count =
            (0..3).map(|axis| u64::from(high[axis] - low[axis]) + 1).fold(1, u64::saturating_mul);
        (count <= MAX_CELLS).then_some([low, high])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::broad::BruteForce;

    #[test]
    fn oversized_boxes_meet_each_other_and_the_rest_once() {
        let cube = |at: i32, edge: i32| LatticeBox { min: [at; 3], max: [at + edge; 3] };
        let mut boxes: Vec<_> = (0..2000).map(|i| cube(i * 7, 10)).collect();
        for (element, at) in [(0, -50_000), (700, 0), (1999, 5_000)] {
            boxes[element] = cube(at, 60_000);
        }
        let pairs = |hash: &mut UniformHash, workers: usize| {
            let mut found = vec![Vec::new(); workers];
            hash.search(&boxes, &mut found, |found, a, b| found.push((a, b)));
            let mut pairs = found.concat();
            pairs.sort_unstable();
            pairs
        };
        let mut expected = [Vec::new()];
        BruteForce.search(&boxes, &mut expected, |found, a, b| found.push((a, b)));
        expected[0].sort_unstable();
        let mut hash = UniformHash::default();
        for workers in [1, 3] {
            assert!(pairs(&mut hash, workers) == expected[0]);
            assert_eq!(hash.oversized, [0, 700, 1999]);
        }
    }
}
