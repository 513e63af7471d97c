//! Groups of elements that are near each other and of similar size.

use crate::broad::{LatticeBox, par_sort};
use jostle_support::parallel;
use rayon::prelude::*;
use std::ops::Range;

/// Elements grouped by the cell that holds them, in a grid whose cells are as large as they are. Groups are
/// sorted by size, then along a Morton curve through the cells.
pub struct ElementGroups {
    /// The elements of all groups, one group after the other.
    order: Vec<u32>,
    /// Where each group begins in `order`, and where the last ends.
    starts: Vec<u32>,
    pub boxes: Vec<LatticeBox>,
}

/// Elements of a group at most: cells that hold more become several groups.
pub const MAX_GROUP_SIZE: usize = 96;

/// Bits of a cell's coordinate that fit into a key, and those below.
const COARSE_BITS: u32 = 19;
const FINE_BITS: u32 = 32 - COARSE_BITS;
/// Bits of a key below that of the size.
const PLACE_BITS: u32 = 3 * COARSE_BITS;
/// Within a group, elements are ordered by subcells: cells halved this many times along each axis, as far as
/// the bits of a key suffice. Elements of a block of eight are nearer each other then.
const CUTS: u32 = 2;
/// Elements that a thread looks through at a time for the first of each cell.
const CHUNK: usize = 4096;

impl ElementGroups {
    /// The cells of solids, which fill them, are half as large as those of surfaces.
    pub fn build(boxes: &[LatticeBox], solid: bool) -> ElementGroups {
        let mut keys: Vec<u64> = Vec::new();
        parallel::extend_from(&mut keys, boxes, 1, |own| key(own, solid));
        let packing = KeyPacking::new(&keys);
        if let Some(bits) = packing.bits() {
            parallel::for_each_mut(&mut keys, 1, |e, key| *key = packing.pack(*key, e as u32));
            let keys = par_sort(keys, bits);
            ElementGroups::from_sorted_keys(boxes, solid, keys, |packed| packing.unpack(packed))
        } else {
            let mut keyed: Vec<(u64, u32)> = keys.into_iter().zip(0..).collect();
            keyed.par_sort_unstable();
            ElementGroups::from_sorted_keys(boxes, solid, keyed, |keyed| keyed)
        }
    }

    /// From pairs of key and element, packed or not, in ascending order.
    fn from_sorted_keys<T: Copy + Sync>(
        boxes: &[LatticeBox],
        solid: bool,
        mut keyed: Vec<T>,
        unpack: impl Fn(T) -> (u64, u32) + Sync,
    ) -> ElementGroups {
        let cell = |keyed: T| {
            let (key, _) = unpack(keyed);
            (size(key), place(key) >> (3 * cuts(size(key) as u32, solid)))
        };
        let is_first = |&at: &usize| at == 0 || cell(keyed[at - 1]) != cell(keyed[at]);
        let cells = parallel::map(keyed.len().div_ceil(CHUNK), 1, |chunk| -> Vec<usize> {
            let begin = chunk * CHUNK;
            (begin..keyed.len().min(begin + CHUNK)).filter(is_first).collect()
        });
        let cells = cells.concat();
        let mut starts = Vec::new();
        for (at, &begin) in cells.iter().enumerate() {
            let end = cells.get(at + 1).copied().unwrap_or(keyed.len());
            if end - begin > MAX_GROUP_SIZE {
                // Elements so small beside the whole that many share a cell are sorted by the lower bits.
                keyed[begin..end].sort_by_cached_key(|&keyed| {
                    let (key, element) = unpack(keyed);
                    (key, fine_key(&boxes[element as usize]), element)
                });
            }
            starts.extend((begin..end).step_by(MAX_GROUP_SIZE).map(|start| start as u32));
        }
        starts.push(keyed.len() as u32);
        let mut order: Vec<u32> = Vec::new();
        parallel::extend_from(&mut order, &keyed, 1, |&keyed| unpack(keyed).1);
        drop(keyed);
        let union = |group: usize| {
            let own = order[starts[group] as usize..starts[group + 1] as usize].iter();
            own.map(|&e| boxes[e as usize]).reduce(|a, b| a.union(&b)).expect("not empty")
        };
        let boxes = parallel::map(starts.len() - 1, 256, union);
        ElementGroups { order, starts, boxes }
    }

    /// Number of groups.
    pub fn len(&self) -> usize {
        self.boxes.len()
    }

    /// The elements of a group.
    pub fn members(&self, group: u32) -> &[u32] {
        let [begin, end] = [0, 1].map(|next| self.starts[group as usize + next] as usize);
        &self.order[begin..end]
    }
}

/// How a key and an element are packed into one number, if 64 bits suffice: sizes count from the smallest,
/// and places have as many bits as the largest needs.
struct KeyPacking {
    smallest: u64,
    place_bits: u32,
    size_bits: u32,
    element_bits: u32,
}

impl KeyPacking {
    fn new(keys: &[u64]) -> KeyPacking {
        let ends = |key: &u64| [size(*key), size(*key), place(*key)];
        let join = |a: [u64; 3], b: [u64; 3]| [a[0].min(b[0]), a[1].max(b[1]), a[2] | b[2]];
        let none = [u64::MAX, 0, 0];
        let of_part = |part: Range<usize>| keys[part].iter().map(ends).fold(none, join);
        let all = parallel::reduce(keys.len(), 1, of_part, join);
        let [smallest, largest, places] = all.unwrap_or(none);
        let bits = |value: u64| u64::BITS - value.leading_zeros();
        KeyPacking {
            smallest,
            place_bits: bits(places),
            size_bits: bits(largest.saturating_sub(smallest)),
            element_bits: bits(keys.len() as u64),
        }
    }

    /// The bits of the key in a packed number; `None` if 64 bits do not suffice.
    fn bits(&self) -> Option<Range<u32>> {
        let end = self.element_bits + self.place_bits + self.size_bits;
        (end <= u64::BITS).then_some(self.element_bits..end)
    }

    fn pack(&self, key: u64, element: u32) -> u64 {
        let own = (size(key) - self.smallest) << self.place_bits | place(key);
        own << self.element_bits | u64::from(element)
    }

    fn unpack(&self, packed: u64) -> (u64, u32) {
        let own = packed >> self.element_bits;
        let size = (own >> self.place_bits) + self.smallest;
        let place = own & ((1 << self.place_bits) - 1);
        (size << PLACE_BITS | place, (packed & ((1 << self.element_bits) - 1)) as u32)
    }
}

/// The size part of a key: the number of bits of the box's extent.
fn size(key: u64) -> u64 {
    key >> PLACE_BITS
}

/// The place part of a key: where on the curve through the cells of its size the box is.
fn place(key: u64) -> u64 {
    key & ((1 << PLACE_BITS) - 1)
}

/// The number of bits of the cells' extent, for elements of a size.
fn cell_level(level: u32, solid: bool) -> u32 {
    (level + !solid as u32).max(FINE_BITS)
}

/// How often the cells of elements of a size are halved along each axis.
fn cuts(level: u32, solid: bool) -> u32 {
    CUTS.min(cell_level(level, solid) - FINE_BITS)
}

/// Sorts boxes by size, then along the curve.
fn key(own: &LatticeBox, solid: bool) -> u64 {
    let level = u32::BITS - own.extent().leading_zeros();
    let part_level = cell_level(level, solid) - cuts(level, solid);
    let part = |c: i32| u64::from(c as u32 ^ 1 << 31) >> part_level;
    let [x, y, z] = own.min.map(|c| spread(part(c)));
    u64::from(level) << PLACE_BITS | x | y << 1 | z << 2
}

/// Sorts boxes within a cell of the smallest size that keys distinguish.
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
