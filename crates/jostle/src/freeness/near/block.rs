//! Eight elements side by side, for loops that compare one with eight at a time.

use super::machine::Machine;
use super::placed::Placed;
use crate::broad::{LANES, LatticeBox};
use crate::freeness::elements::Elements;

/// Lengths are counted in this share of a lattice unit, so that products of four do not overflow.
const UNIT: f32 = 1.0 / 256.0;

/// A lattice point is less than one unit off along each axis, so an element less than `sqrt(3)`, and
/// two of them less than 4.
pub const OFF: f32 = 4.0 * UNIT;
/// Roundings of `f32`, as a share of the axis and both diameters, are less than 256 units of `2^-24`:
/// coordinates from a group's origin on are up to eight diameters long, those of a guest take two sums to
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

/// Eight elements on the lattice, with `N` corners each. With none, where elements have many or not all
/// as many: then they are known by their boxes only.
#[derive(Clone, Copy)]
pub struct Block<const N: usize> {
    /// In parts.
    sizes: [[u32; LANES]; 3],
    /// A bit for each lane with an element.
    pub filled: u32,
    /// A bit for each element whose corners are where they seem to be: not beyond the lattice.
    pub sure: u32,
    min: [[i32; LANES]; 3],
    max: [[i32; LANES]; 3],
    vertices: [[u32; LANES]; N],
    /// From the origin on.
    pub corners: [[[f32; LANES]; 3]; N],
    /// Their diameters on the lattice.
    pub lengths: [f32; LANES],
    /// A corner of the group's first element.
    pub origin: [i32; 3],
}

impl<const N: usize> Block<N> {
    const EMPTY: Block<N> = Block {
        sizes: [[0; LANES]; 3],
        filled: 0,
        sure: 0,
        min: [[0; LANES]; 3],
        max: [[0; LANES]; 3],
        vertices: [[0; LANES]; N],
        corners: [[[0.0; LANES]; 3]; N],
        lengths: [0.0; LANES],
        origin: [0; 3],
    };

    /// Up to eight elements of a group, given its first.
    pub fn of<E: Elements>(placed: &Placed<E>, first: u32, members: &[u32]) -> Block<N> {
        let mut own = Block::EMPTY;
        own.origin = placed.points[placed.elements.vertices(first as usize).as_ref()[0] as usize];
        for (lane, &element) in members.iter().enumerate() {
            let e = element as usize;
            let size = Size::of(placed.diameters[e], element);
            for part in 0..3 {
                own.sizes[part][lane] = size.0[part];
            }
            own.filled |= 1 << lane;
            own.lengths[lane] = placed.lattice.units(placed.diameters[e]) as f32 * UNIT;
            let reach = &placed.boxes[e];
            let mut is_sure = N > 0;
            for x in 0..3 {
                own.min[x][lane] = reach.min[x];
                own.max[x][lane] = reach.max[x];
                is_sure &= (reach.min[x] != i32::MIN) & (reach.max[x] != i32::MAX);
            }
            let vertices = placed.elements.vertices(e);
            for n in 0..N {
                let vertex = vertices.as_ref()[n];
                own.vertices[n][lane] = vertex;
                let corner = from_origin(&placed.points[vertex as usize], &own.origin);
                for x in 0..3 {
                    own.corners[n][x][lane] = corner[x];
                }
            }
            own.sure |= (is_sure as u32) << lane;
        }
        own
    }

    /// A bit for each of the eight that reaches into the box.
    #[inline(always)]
    pub fn reaching(&self, machine: impl Machine, own: &LatticeBox) -> u32 {
        machine.overlapping(&self.min, &self.max, own) & self.filled
    }

    /// A bit for each of the eight that has one of the vertices.
    #[inline(always)]
    pub fn sharing(&self, machine: impl Machine, vertices: &[u32; N]) -> u32 {
        machine.sharing(&self.vertices, vertices)
    }

    /// A bit for each of the eight that is smaller than an element, given its size.
    #[inline(always)]
    pub fn smaller(&self, machine: impl Machine, size: Size) -> u32 {
        machine.smaller(&self.sizes, &size.0)
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

    #[inline(always)]
    pub fn vertices(&self, lane: usize) -> [u32; N] {
        let mut own = [0; N];
        for n in 0..N {
            own[n] = self.vertices[n][lane];
        }
        own
    }

    #[inline(always)]
    pub fn size(&self, lane: usize) -> Size {
        Size([self.sizes[0][lane], self.sizes[1][lane], self.sizes[2][lane]])
    }
}

/// What elements are ordered by: their diameter, then their index. In parts of 32 bits, the upper half of
/// the diameter first, which are in order as numbers from zero on are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Size([u32; 3]);

impl Size {
    #[inline(always)]
    fn of(diameter: f64, element: u32) -> Size {
        let bits = diameter.to_bits();
        Size([(bits >> 32) as u32, bits as u32, element])
    }

    #[inline(always)]
    pub fn element(self) -> u32 {
        self.0[2]
    }
}
