//! Eight elements side by side, for loops that compare one with eight at a time.

use super::lanes::LANES;
use crate::broad::LatticeBox;

/// Lengths are counted in this share of a lattice unit, so that products of four do not overflow.
const UNIT: f32 = 1.0 / 256.0;

/// A lattice point is less than one unit off along each axis, so an element less than `sqrt(3)`, and
/// two of them less than 4.
pub const OFF: f32 = 4.0 * UNIT;
/// Roundings of `f32`, as a share of the axis and both diameters, are less than 256 units of `2^-24`:
/// coordinates from a group's corner on are up to eight diameters long, those of a guest take two sums to
/// get there, and their products with an axis take part in a few more.
pub const ROUNDING: f32 = 1.0 / (1 << 16) as f32;

/// The coordinates of a lattice point from an origin on.
#[inline(always)]
pub fn from_origin(point: &[i32; 3], origin: &[i32; 3]) -> [f32; 3] {
    let mut own = [0.0; 3];
    for x in 0..3 {
        own[x] = (i64::from(point[x]) - i64::from(origin[x])) as f32 * UNIT;
    }
    own
}

/// A length, given in lattice units.
#[inline(always)]
pub fn length(units: f64) -> f32 {
    units as f32 * UNIT
}

/// Eight elements on the lattice, with `N` corners each. With none, where elements have many or not all
/// as many: then they are known by their boxes only.
#[derive(Clone, Copy)]
pub struct Block<const N: usize> {
    pub elements: [u32; LANES],
    /// 1 where there is an element.
    filled: [u32; LANES],
    min: [[i32; LANES]; 3],
    max: [[i32; LANES]; 3],
    pub vertices: [[u32; LANES]; N],
    /// From the lower corner of the group's box on.
    pub corners: [[[f32; LANES]; 3]; N],
    pub diameters: [f32; LANES],
}

impl<const N: usize> Block<N> {
    pub const EMPTY: Block<N> = Block {
        elements: [0; LANES],
        filled: [0; LANES],
        min: [[0; LANES]; 3],
        max: [[0; LANES]; 3],
        vertices: [[0; LANES]; N],
        corners: [[[0.0; LANES]; 3]; N],
        diameters: [0.0; LANES],
    };

    /// Puts an element into a lane, given its box with its reach, its diameter, its vertices, the
    /// lattice points of all and the lower corner of the group's box.
    #[inline]
    pub fn set(
        &mut self,
        lane: usize,
        element: u32,
        reach: &LatticeBox,
        diameter: f32,
        vertices: &[u32],
        points: &[[i32; 3]],
        origin: &[i32; 3],
    ) {
        self.elements[lane] = element;
        self.filled[lane] = 1;
        self.diameters[lane] = diameter;
        for x in 0..3 {
            self.min[x][lane] = reach.min[x];
            self.max[x][lane] = reach.max[x];
        }
        for n in 0..N {
            self.vertices[n][lane] = vertices[n];
            let corner = from_origin(&points[vertices[n] as usize], origin);
            for x in 0..3 {
                self.corners[n][x][lane] = corner[x];
            }
        }
    }

    /// For each of the eight, 1 if it reaches into the box.
    #[inline(always)]
    pub fn reaching(&self, own: &LatticeBox) -> [u32; LANES] {
        let mut hits = self.filled;
        for x in 0..3 {
            for lane in 0..LANES {
                let overlap = (self.min[x][lane] <= own.max[x]) & (own.min[x] <= self.max[x][lane]);
                hits[lane] &= overlap as u32;
            }
        }
        hits
    }

    /// The box of one of the eight, with its reach.
    #[inline(always)]
    pub fn reach(&self, lane: usize) -> LatticeBox {
        let mut own = LatticeBox::default();
        for x in 0..3 {
            own.min[x] = self.min[x][lane];
            own.max[x] = self.max[x][lane];
        }
        own
    }

    /// For each of the eight, 1 if it has one of the vertices.
    #[inline(always)]
    pub fn sharing(&self, vertices: &[u32; N]) -> [u32; LANES] {
        // Least of all differences, which takes fewer instructions than to collect equalities.
        let mut least = [u32::MAX; LANES];
        for n in 0..N {
            for m in 0..N {
                for lane in 0..LANES {
                    least[lane] = least[lane].min(self.vertices[n][lane] ^ vertices[m]);
                }
            }
        }
        let mut found = [0; LANES];
        for lane in 0..LANES {
            found[lane] = (least[lane] == 0) as u32;
        }
        found
    }
}

/// Lanes as bits.
#[inline(always)]
pub fn bits(lanes: &[u32; LANES]) -> u32 {
    let mut bits = 0;
    for lane in 0..LANES {
        bits |= lanes[lane] << lane;
    }
    bits
}
