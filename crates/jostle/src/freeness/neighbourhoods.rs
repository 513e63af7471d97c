//! Elements in groups of such as are near each other and about as large.

use crate::broad::LatticeBox;
use rayon::prelude::*;

/// Elements that live in the same cell of a grid whose cells are as large as they are, group after
/// group along a curve through the cells, size after size.
pub struct Neighbourhoods {
    pub order: Vec<u32>,
    /// Where each group begins in the order, and where the last ends.
    pub starts: Vec<u32>,
    pub boxes: Vec<LatticeBox>,
}

/// Elements of a group at most: cells that hold more are cut up.
const MOST: usize = 96;

/// Bits of a cell's coordinate that a key has room for, and those below.
const COARSE_BITS: u32 = 19;
const FINE_BITS: u32 = 32 - COARSE_BITS;
/// Cells are cut this many times along each axis, as far as a key has room: elements that are compared
/// eight at a time are nearer each other then.
const CUTS: u32 = 2;

impl Neighbourhoods {
    /// The cells of solids, which fill them, are half as large as those of surfaces.
    pub fn of(boxes: &[LatticeBox], solid: bool) -> Neighbourhoods {
        let keyed = |(e, own): (usize, &LatticeBox)| (key(own, solid), e as u32);
        let mut keyed: Vec<(u64, u32)> = boxes.par_iter().enumerate().map(keyed).collect();
        sort(&mut keyed);
        // What is so small beside the whole that many share a cell is sorted by the bits below.
        let together = |a: &(u64, u32), b: &(u64, u32)| a.0 ^ b.0 < 1 << (3 * cuts(a.0, solid));
        for run in keyed.chunk_by_mut(together).filter(|run| run.len() > MOST) {
            run.sort_unstable_by_key(|&(key, e)| (key, fine_key(&boxes[e as usize]), e));
        }
        let mut starts = vec![0];
        for cell in keyed.chunk_by(together) {
            for group in cell.chunks(MOST) {
                starts.push(starts.last().expect("the first one") + group.len() as u32);
            }
        }
        let order: Vec<u32> = keyed.iter().map(|&(_, e)| e).collect();
        drop(keyed);
        let union = |ends: &[u32]| {
            let own = order[ends[0] as usize..ends[1] as usize].iter();
            own.map(|&e| boxes[e as usize]).reduce(|a, b| a.union(&b)).expect("not empty")
        };
        let group_boxes = starts.par_windows(2).with_min_len(256).map(union).collect();
        Neighbourhoods { order, starts, boxes: group_boxes }
    }
}

/// Bits of the cells' extent, for elements of a size.
fn cell_level(level: u32, solid: bool) -> u32 {
    (level + !solid as u32).max(FINE_BITS)
}

/// By size, then along the curve.
fn key(own: &LatticeBox, solid: bool) -> u64 {
    let level = u32::BITS - own.extent().leading_zeros();
    let part_level = (cell_level(level, solid) - CUTS).max(FINE_BITS);
    let part = |c: i32| u64::from(c as u32 ^ 1 << 31) >> part_level;
    let [x, y, z] = own.min.map(|c| spread(part(c)));
    u64::from(level) << (3 * COARSE_BITS) | x | y << 1 | z << 2
}

/// How often the cell of a key is cut along each axis.
fn cuts(key: u64, solid: bool) -> u32 {
    CUTS.min(cell_level((key >> (3 * COARSE_BITS)) as u32, solid) - FINE_BITS)
}

fn fine_key(own: &LatticeBox) -> u64 {
    let [x, y, z] = own.min.map(|c| spread(c as u64 & ((1 << FINE_BITS) - 1)));
    x | y << 1 | z << 2
}

/// Spreads 21 bits to every third place. Interleaved, cells close in space have keys close in order.
fn spread(x: u64) -> u64 {
    let x = (x | x << 32) & 0x001f_0000_0000_ffff;
    let x = (x | x << 16) & 0x001f_0000_ff00_00ff;
    let x = (x | x << 8) & 0x100f_00f0_0f00_f00f;
    let x = (x | x << 4) & 0x10c3_0c30_c30c_30c3;
    (x | x << 2) & 0x1249_2492_4924_9249
}

/// Sorts by key, from the lowest digit up, and passes over digits that are the same for all.
fn sort(keyed: &mut Vec<(u64, u32)>) {
    const DIGIT_BITS: u32 = 11;
    let Some(&(first, _)) = keyed.first() else { return };
    let differing = keyed.par_iter().map(|own| own.0 ^ first).reduce(|| 0, |a, b| a | b);
    let mut scratch = vec![(0, 0); keyed.len()];
    for shift in (0..u64::BITS).step_by(DIGIT_BITS as usize) {
        let digit = |key: u64| (key >> shift) as usize & ((1 << DIGIT_BITS) - 1);
        if digit(differing) == 0 {
            continue;
        }
        let mut starts = [0usize; 1 << DIGIT_BITS];
        for own in keyed.iter() {
            starts[digit(own.0)] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += std::mem::replace(start, sum);
        }
        for &own in keyed.iter() {
            let start = &mut starts[digit(own.0)];
            scratch[*start] = own;
            *start += 1;
        }
        std::mem::swap(keyed, &mut scratch);
    }
}
