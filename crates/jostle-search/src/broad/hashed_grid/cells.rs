//! Levels and their cells (kDet 2017, sec. 4.1, with cells at least as large as their elements, which
//! the bound of eight in sec. 4.4 needs).

use crate::broad::LatticeBox;
use jostle_support::parallel;

/// Levels from 0 to 32.
pub const LEVELS: usize = 33;

/// The level of an element: the least whose cell side `2^level` exceeds the longest edge of its box.
#[inline]
pub fn level_of(element: &LatticeBox) -> u32 {
    u32::BITS - element.extent().leading_zeros()
}

/// Which levels elements live on.
pub fn occupied_levels(boxes: &[LatticeBox]) -> [bool; LEVELS] {
    let levels_of =
        |own: &[LatticeBox]| own.iter().fold(0, |all, element| all | 1u64 << level_of(element));
    let levels = parallel::reduce(boxes.len(), 4096, |own| levels_of(&boxes[own]), |a, b| a | b);
    let levels = levels.unwrap_or(0);
    std::array::from_fn(|level| levels >> level & 1 == 1)
}

/// Calls `visit` with each cell of a level that the box meets: at most eight, as long as the level is
/// not finer than the box's own.
#[inline(always)]
pub fn for_each_cell(element: &LatticeBox, level: u32, mut visit: impl FnMut([u32; 3])) {
    let low = cell_of(element.min, level);
    let high = cell_of(element.max, level);
    for z in low[2]..=high[2] {
        for y in low[1]..=high[1] {
            for x in low[0]..=high[0] {
                visit([x, y, z]);
            }
        }
    }
}

/// The cell with the lower corner of the overlap of two boxes.
#[inline]
pub fn of_lower_corner(one: &LatticeBox, other: &LatticeBox, level: u32) -> [u32; 3] {
    cell_of(std::array::from_fn(|axis| one.min[axis].max(other.min[axis])), level)
}

#[inline]
fn cell_of(point: [i32; 3], level: u32) -> [u32; 3] {
    // Level 32, one cell for all of the lattice, shifts out all bits.
    point.map(|coordinate| (u64::from(coordinate.wrapping_sub(i32::MIN) as u32) >> level) as u32)
}
