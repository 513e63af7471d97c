//! Eight boxes side by side, for loops that compare eight at a time.

use super::LatticeBox;

/// Boxes are compared this many at a time.
pub(crate) const LANES: usize = 8;

/// Eight elements and their boxes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub elements: [u32; LANES],
    pub min: [[i32; LANES]; 3],
    pub max: [[i32; LANES]; 3],
}

impl Block {
    /// Overlaps nothing but boxes that reach to the ends of the lattice.
    pub const EMPTY: Block =
        Block { elements: [0; LANES], min: [[i32::MAX; LANES]; 3], max: [[i32::MIN; LANES]; 3] };

    #[inline(always)]
    pub fn set(&mut self, lane: usize, element: u32, own: &LatticeBox) {
        self.elements[lane] = element;
        for axis in 0..3 {
            self.min[axis][lane] = own.min[axis];
            self.max[axis][lane] = own.max[axis];
        }
    }

    #[inline(always)]
    pub fn get(&self, lane: usize) -> LatticeBox {
        LatticeBox { min: self.min.map(|axis| axis[lane]), max: self.max.map(|axis| axis[lane]) }
    }

    /// For each of the eight, 1 if it overlaps the given box.
    #[inline(always)]
    pub fn overlaps(&self, own: &LatticeBox) -> [u32; LANES] {
        let mut hits = [1; LANES];
        for axis in 0..3 {
            for lane in 0..LANES {
                let overlap = (self.min[axis][lane] <= own.max[axis])
                    & (own.min[axis] <= self.max[axis][lane]);
                hits[lane] &= overlap as u32;
            }
        }
        hits
    }
}

/// Writes the values that hit to the front of the eight places, and tells how many they are. Without
/// branches: which of the eight hit is not to be foretold.
#[inline(always)]
pub(super) fn compact<T: Copy>(
    values: &[T; LANES],
    hits: &[u32; LANES],
    places: &mut [T],
) -> usize {
    let places: &mut [T; LANES] = (&mut places[..LANES]).try_into().expect("eight of them");
    let mut count = 0;
    for lane in 0..LANES {
        places[count % LANES] = values[lane];
        count += hits[lane] as usize;
    }
    count
}
