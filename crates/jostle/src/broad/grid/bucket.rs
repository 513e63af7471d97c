//! Entries of neighbouring cells, sorted and searched while they are in the cache.

use super::cells::{self, Cells};
use crate::broad::LatticeBox;

/// Boxes are compared this many at a time.
const LANES: usize = 8;

/// One worker's room for one bucket.
#[derive(Debug, Default)]
pub struct Bucket {
    /// Keys with the visitor bit in the upper half, elements in the lower.
    pub entries: Vec<u64>,
    sorted: Vec<u64>,
    cell: Cell,
    /// Cells with a resident, so far.
    pub cells: u64,
}

/// The boxes of one cell's entries, eight by eight.
#[derive(Debug, Default)]
struct Cell {
    elements: Vec<u32>,
    boxes: Vec<[[i32; LANES]; 6]>,
}

impl Bucket {
    /// Shows all pairs of the bucket; `sorted_bits` low bits of the keys differ.
    pub fn search(
        &mut self,
        cells: Cells,
        sorted_bits: u32,
        boxes: &[LatticeBox],
        mut visit: impl FnMut(u32, u32),
    ) {
        sort(&mut self.entries, &mut self.sorted, sorted_bits);
        let Bucket { entries, cell, cells: count, .. } = self;
        for run in entries.chunk_by(|a, b| a >> 33 == b >> 33) {
            let residents = run.iter().take_while(|&&entry| entry >> 32 & 1 == 0).count();
            if residents == 0 {
                continue;
            }
            *count += 1;
            if run.len() > 1 {
                cell.fill(run, boxes);
                let at = cells::coordinates_of((run[0] >> 33) as u32);
                cell.search(residents, cells, at, &mut visit);
            }
        }
    }

    pub fn bytes(&self) -> usize {
        (self.entries.capacity() + self.sorted.capacity()) * size_of::<u64>()
            + self.cell.elements.capacity() * size_of::<u32>()
            + self.cell.boxes.capacity() * size_of::<[[i32; LANES]; 6]>()
    }
}

impl Cell {
    fn fill(&mut self, run: &[u64], boxes: &[LatticeBox]) {
        self.elements.clear();
        self.elements.extend(run.iter().map(|&entry| entry as u32));
        // What is left of the last eight overlaps nothing.
        let nowhere = [
            [i32::MAX; LANES],
            [i32::MAX; LANES],
            [i32::MAX; LANES],
            [i32::MIN; LANES],
            [i32::MIN; LANES],
            [i32::MIN; LANES],
        ];
        self.boxes.clear();
        self.boxes.resize(run.len().div_ceil(LANES), nowhere);
        for (i, &element) in self.elements.iter().enumerate() {
            let (block, lane) = (&mut self.boxes[i / LANES], i % LANES);
            let b = &boxes[element as usize];
            for axis in 0..3 {
                block[axis][lane] = b.min[axis];
                block[3 + axis][lane] = b.max[axis];
            }
        }
    }

    /// Residents meet the residents after them and the visitors, where the cell holds the lower
    /// corner of the overlap of the two boxes.
    #[inline(always)]
    fn search(
        &self,
        residents: usize,
        cells: Cells,
        at: [u32; 3],
        visit: &mut impl FnMut(u32, u32),
    ) {
        for i in 0..residents {
            let own = self.boxes[i / LANES].map(|lanes| lanes[i % LANES]);
            let first = i + 1;
            for (b, block) in self.boxes.iter().enumerate().skip(first / LANES) {
                let mut hits = u64::from_le_bytes(meets(&own, block, cells, at));
                if b == first / LANES {
                    hits &= u64::MAX << (8 * (first % LANES));
                }
                while hits != 0 {
                    let lane = hits.trailing_zeros() as usize / 8;
                    hits &= hits - 1;
                    let (p, q) = (self.elements[i], self.elements[b * LANES + lane]);
                    visit(p.min(q), p.max(q));
                }
            }
        }
    }
}

/// For each of eight boxes, 1 if it overlaps the given one with the lower corner in this cell.
#[inline(always)]
fn meets(own: &[i32; 6], block: &[[i32; LANES]; 6], cells: Cells, at: [u32; 3]) -> [u8; LANES] {
    std::array::from_fn(|lane| {
        let mut meets = true;
        for axis in 0..3 {
            let (low, high) = (block[axis][lane], block[3 + axis][lane]);
            meets &= (low <= own[3 + axis]) & (own[axis] <= high);
            meets &= cells.coordinate(low.max(own[axis])) == at[axis];
        }
        meets as u8
    })
}

/// Sorts by the low `bits` bits of the upper halves. The order of equal keys is kept.
fn sort(entries: &mut Vec<u64>, scratch: &mut Vec<u64>, bits: u32) {
    const SMALL: usize = 64;
    if entries.len() < SMALL {
        return entries.sort_unstable();
    }
    let digit_bits = bits.div_ceil(2).clamp(1, 11);
    let mut shift = 32;
    scratch.resize(entries.len(), 0);
    while shift < 32 + bits {
        let mut starts = [0u32; 1 << 11];
        let digit = |entry: u64| (entry >> shift) as usize & ((1 << digit_bits) - 1);
        for &entry in entries.iter() {
            starts[digit(entry)] += 1;
        }
        let mut sum = 0;
        for start in &mut starts[..1 << digit_bits] {
            sum += std::mem::replace(start, sum);
        }
        for &entry in entries.iter() {
            let start = &mut starts[digit(entry)];
            scratch[*start as usize] = entry;
            *start += 1;
        }
        std::mem::swap(entries, scratch);
        shift += digit_bits;
    }
}
