//! Cells of one level, and their keys.

use crate::broad::LatticeBox;

/// Bits of a cell's coordinate that its key holds at most. Cells whose coordinates are equal modulo
/// this range share a key, which is harmless: they are far apart, so their elements' boxes do not
/// overlap; and the cells of one element, being neighbours, never share one.
const MAX_BITS: u32 = 10;

/// The level of an element: the least whose cell side `2^level` exceeds the longest edge of its box,
/// so that it lies in at most two cells along each axis.
#[inline]
pub fn level_of(element: &LatticeBox) -> u32 {
    u32::BITS - element.extent().leading_zeros()
}

/// The cells of one level.
#[derive(Clone, Copy, Debug)]
pub struct Cells {
    level: u32,
    /// Bits of a coordinate that keys hold.
    bits: u32,
}

impl Cells {
    pub fn new(level: u32) -> Cells {
        // Level 32 has two cells along each axis, the two halves of the lattice.
        Cells { level, bits: (u32::BITS - level).clamp(1, MAX_BITS) }
    }

    /// Bits of a key.
    pub fn key_bits(self) -> u32 {
        3 * self.bits
    }

    /// The coordinate of the cell that holds a lattice coordinate, as keys hold it.
    #[inline]
    pub fn coordinate(self, of: i32) -> u32 {
        // Shifting twice, because shifting by 32 at once is undefined.
        let half = self.level / 2;
        (of >> half >> (self.level - half)) as u32 & ((1 << self.bits) - 1)
    }

    /// The key of the cell that holds the lower corner of the box.
    #[inline]
    pub fn lower_key(self, element: &LatticeBox) -> u32 {
        let [x, y, z] = element.min.map(|c| spread(self.coordinate(c)));
        x | y << 1 | z << 2
    }

    /// Calls `visit` with the keys of the cells that the box meets and of those one before along any
    /// axis: there lie the lower corners of all smaller elements that meet one of its cells.
    pub fn for_each_before(self, element: &LatticeBox, mut visit: impl FnMut(u32)) {
        let side = 1i64 << self.level;
        let axis = |axis: usize| {
            let (low, high) = (i64::from(element.min[axis]), i64::from(element.max[axis]));
            let cell = |at: i64| spread((at >> self.level) as u32 & ((1 << self.bits) - 1));
            [cell(low - side), cell(low), cell(high)]
        };
        let [xs, ys, zs] = [axis(0), axis(1), axis(2)];
        for z in zs {
            for y in ys {
                for x in xs {
                    visit(x | y << 1 | z << 2);
                }
            }
        }
    }

    /// The keys of the cells that the box meets, at the front, and their number.
    ///
    /// Whether a box meets one cell or two along an axis is not to be foretold, so this has no
    /// branches: each axis doubles the list, and what is too much is overwritten or left behind.
    #[inline(always)]
    pub fn keys(self, element: &LatticeBox) -> ([u32; 8], usize) {
        let axis = |axis: usize| {
            let low = self.coordinate(element.min[axis]);
            let high = self.coordinate(element.max[axis]);
            (spread(low) << axis, spread(high) << axis, 1 + (low != high) as usize)
        };
        let ((x, x_next, x_count), (y, y_next, y_count), (z, z_next, z_count)) =
            (axis(0), axis(1), axis(2));
        let mut keys = [0; 8];
        (keys[0], keys[1]) = (x | y | z, x_next | y | z);
        for i in 0..2 {
            keys[x_count + i] = keys[i] ^ y ^ y_next;
        }
        let count = x_count * y_count;
        for i in 0..4 {
            keys[(count + i) % 8] = keys[i] ^ z ^ z_next;
        }
        (keys, count * z_count)
    }
}

/// The cell coordinates that a key is made of.
#[inline]
pub fn coordinates_of(key: u32) -> [u32; 3] {
    [0, 1, 2].map(|axis| compact(key >> axis))
}

/// Spreads bits to every third place. Interleaved, cells close in space have keys close in order.
#[inline]
fn spread(x: u32) -> u32 {
    let x = (x | x << 16) & 0x030000ff;
    let x = (x | x << 8) & 0x0300f00f;
    let x = (x | x << 4) & 0x030c30c3;
    (x | x << 2) & 0x09249249
}

/// Undoes [`spread`].
#[inline]
fn compact(x: u32) -> u32 {
    let x = x & 0x09249249;
    let x = (x | x >> 2) & 0x030c30c3;
    let x = (x | x >> 4) & 0x0300f00f;
    let x = (x | x >> 8) & 0x030000ff;
    (x | x >> 16) & 0x3ff
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn an_element_lies_in_at_most_eight_distinct_cells(
            corner: [i32; 3], size in 0u32..32, edges: [u32; 3]
        ) {
            let max = [0, 1, 2].map(|axis| {
                corner[axis].saturating_add_unsigned(edges[axis] >> size)
            });
            let element = LatticeBox { min: corner, max };
            let level = level_of(&element);
            prop_assert!(level == 0 || element.extent() >> (level - 1) == 1);
            let cells = Cells::new(level);
            let (keys, count) = cells.keys(&element);
            let mut keys = keys[..count].to_vec();
            for corner in [element.min, element.max] {
                let at = corner.map(|c| cells.coordinate(c));
                prop_assert!(keys.iter().any(|&key| coordinates_of(key) == at));
            }
            prop_assert!(keys.iter().all(|key| key >> cells.key_bits() == 0));
            let found = keys.len();
            keys.sort_unstable();
            keys.dedup();
            prop_assert!(found <= 8 && keys.len() == found);
        }
    }
}
