//! Entries of neighbouring cells, sorted and searched while they are in the cache.

use super::MOST_CELLS;
use super::cells::{self, Cells};
use crate::broad::block::{Block, LANES, compact};
use crate::broad::{LatticeBox, reserve};
use std::collections::TryReserveError;

/// One worker's scratch for one bucket.
#[derive(Debug, Default)]
pub struct Bucket {
    /// Keys with the visitor bit in the upper half, elements in the lower.
    pub entries: Vec<u64>,
    sorted: Vec<u64>,
    cell: Cell,
    /// Cells with a resident, so far.
    pub cells: u64,
    /// Residents of the fullest of them.
    pub fullest: u64,
}

/// One cell's entries, eight by eight.
#[derive(Debug, Default)]
struct Cell {
    blocks: Vec<Block>,
    /// Elements of the last block.
    in_last: usize,
    /// Elements that one of them meets.
    partners: Vec<u32>,
}

impl Bucket {
    /// Shows all pairs of the bucket; `sorted_bits` low bits of the keys differ.
    ///
    /// The loops are compiled for the machine's vector instructions too, and chosen when the program
    /// runs: on x86-64 AVX2 where there is, else SSE2.
    pub fn search(
        &mut self,
        cells: Cells,
        sorted_bits: u32,
        boxes: &[LatticeBox],
        visit: impl FnMut(u32, u32),
    ) {
        pulp::Arch::new().dispatch(
            #[inline(always)]
            || self.search_with(cells, sorted_bits, boxes, visit),
        );
    }

    #[inline(always)]
    fn search_with(
        &mut self,
        cells: Cells,
        sorted_bits: u32,
        boxes: &[LatticeBox],
        mut visit: impl FnMut(u32, u32),
    ) {
        sort(&mut self.entries, &mut self.sorted, sorted_bits);
        let Bucket { entries, cell, cells: count, fullest, .. } = self;
        for run in entries.chunk_by(|a, b| a >> 33 == b >> 33) {
            let residents = run.iter().take_while(|&&entry| entry >> 32 & 1 == 0).count();
            if residents == 0 {
                continue;
            }
            *count += 1;
            *fullest = (*fullest).max(residents as u64);
            if run.len() > 1 {
                cell.fill(run, boxes);
                let at = cells::coordinates_of((run[0] >> 33) as u32);
                cell.search(residents, cells, at, &mut visit);
            }
        }
    }

    /// Reserves capacity for so many elements, all in this bucket, and all in one cell of it.
    pub fn reserve(&mut self, elements: usize) -> Result<(), TryReserveError> {
        reserve(&mut self.entries, MOST_CELLS * elements)?;
        reserve(&mut self.sorted, MOST_CELLS * elements)?;
        reserve(&mut self.cell.blocks, elements.div_ceil(LANES))?;
        reserve(&mut self.cell.partners, elements.next_multiple_of(LANES))
    }

    pub fn bytes(&self) -> usize {
        (self.entries.capacity() + self.sorted.capacity()) * size_of::<u64>()
            + self.cell.partners.capacity() * size_of::<u32>()
            + self.cell.blocks.capacity() * size_of::<Block>()
    }
}

impl Cell {
    #[inline(always)]
    fn fill(&mut self, run: &[u64], boxes: &[LatticeBox]) {
        self.blocks.clear();
        for entries in run.chunks(LANES) {
            let mut block = Block::<LatticeBox>::EMPTY;
            for (lane, &entry) in entries.iter().enumerate() {
                block.set(lane, entry as u32, &boxes[entry as u32 as usize]);
            }
            self.blocks.push(block);
        }
        self.in_last = (run.len() - 1) % LANES + 1;
        self.partners.resize(self.blocks.len() * LANES, 0);
    }

    /// Residents meet the residents after them and the visitors, where the cell holds the lower
    /// corner of the overlap of the two boxes.
    #[inline(always)]
    fn search(
        &mut self,
        residents: usize,
        cells: Cells,
        at: [u32; 3],
        visit: &mut impl FnMut(u32, u32),
    ) {
        let Cell { blocks, in_last, partners } = self;
        let last = blocks.len() - 1;
        for i in 0..residents {
            let (block, lane) = (&blocks[i / LANES], i % LANES);
            let own = block.get(lane);
            let element = block.elements[lane];
            let first = (i + 1) / LANES;
            let mut found = 0;
            for (b, block) in blocks.iter().enumerate().skip(first) {
                let mut hits = meets(&own, block, cells, at);
                if b == first {
                    hits[..(i + 1) % LANES].fill(0);
                }
                if b == last {
                    hits[*in_last..].fill(0);
                }
                found += compact(&block.elements, &hits, &mut partners[found..]);
            }
            for &partner in &partners[..found] {
                visit(element.min(partner), element.max(partner));
            }
        }
    }
}

/// For each of eight boxes, 1 if it overlaps the given one with the lower corner in this cell.
#[inline(always)]
fn meets(own: &LatticeBox, block: &Block, cells: Cells, at: [u32; 3]) -> [u32; LANES] {
    let mut meets = [1; LANES];
    for axis in 0..3 {
        for lane in 0..LANES {
            let (low, high) = (block.bounds.min[axis][lane], block.bounds.max[axis][lane]);
            let overlap = (low <= own.max[axis]) & (own.min[axis] <= high);
            let here = cells.coordinate(low.max(own.min[axis])) == at[axis];
            meets[lane] &= (overlap & here) as u32;
        }
    }
    meets
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
