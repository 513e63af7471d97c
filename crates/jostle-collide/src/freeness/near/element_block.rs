//! Blocks of eight elements in structure-of-arrays form, which are compared with one element at a time.

use super::lattice_elements::LatticeElements;
use super::simd_token::SimdToken;
use crate::broad::{LANES, LatticeBox};
use crate::conditions::{Condition, required};
use crate::freeness::elements::Elements;

/// Lengths are counted in this share of a lattice unit, so that products of four do not overflow.
const UNIT: f32 = 1.0 / 256.0;

/// A lattice point is less than one unit off along each axis, so an element less than `sqrt(3)`, and
/// two of them less than 4.
pub const OFF: f32 = 4.0 * UNIT;
/// Roundings of `f32`, as a share of the axis and both diameters, are less than 256 units of `2^-24`:
/// coordinates relative to a group's origin are up to eight diameters long, those of a query element take
/// two sums, and their products with an axis take part in a few more.
pub const ROUNDING: f32 = 1.0 / (1 << 16) as f32;

/// The coordinates of a lattice point relative to an origin.
#[inline(always)]
pub fn from_origin(point: &[i32; 3], origin: &[i32; 3]) -> [f32; 3] {
    let mut own = [0.0; 3];
    for x in 0..3 {
        own[x] = (i64::from(point[x]) - i64::from(origin[x])) as f32 * UNIT;
    }
    own
}

/// Eight elements on the lattice, with `N` corners each. With `N` zero, for elements with many or different
/// numbers of corners, only their boxes are kept.
#[derive(Clone, Copy)]
pub struct ElementBlock<const N: usize> {
    /// The parts of their size keys.
    sizes: [[u32; LANES]; 3],
    /// A bit for each lane with an element.
    pub filled: u32,
    /// A bit for each element whose corners all lie within the lattice, where its points are exact to a unit.
    pub on_lattice: u32,
    min: [[i32; LANES]; 3],
    max: [[i32; LANES]; 3],
    vertices: [[u32; LANES]; N],
    /// Relative to the origin.
    pub corners: [[[f32; LANES]; 3]; N],
    /// Their diameters on the lattice.
    pub lengths: [f32; LANES],
    /// A corner of the group's first element.
    pub origin: [i32; 3],
}

impl<const N: usize> ElementBlock<N> {
    const EMPTY: ElementBlock<N> = ElementBlock {
        sizes: [[0; LANES]; 3],
        filled: 0,
        on_lattice: 0,
        min: [[0; LANES]; 3],
        max: [[0; LANES]; 3],
        vertices: [[0; LANES]; N],
        corners: [[[0.0; LANES]; 3]; N],
        lengths: [0.0; LANES],
        origin: [0; 3],
    };

    /// Up to eight elements of a group, given its first.
    pub fn new<E: Elements>(
        elements: &LatticeElements<E>,
        first: u32,
        members: &[u32],
    ) -> ElementBlock<N> {
        let mut block = ElementBlock::EMPTY;
        block.origin =
            elements.points[elements.elements.vertices(first as usize).as_ref()[0] as usize];
        for (lane, &element) in members.iter().enumerate() {
            let e = element as usize;
            let size = SizeKey::new(elements.diameters[e], element);
            for part in 0..3 {
                block.sizes[part][lane] = size.0[part];
            }
            block.filled |= 1 << lane;
            block.lengths[lane] = elements.lattice.units(elements.diameters[e]) as f32 * UNIT;
            let reach = &elements.boxes[e];
            let mut is_on_lattice = N > 0;
            let is_known = !required(Condition::NearOnLattice);
            for x in 0..3 {
                block.min[x][lane] = reach.min[x];
                block.max[x][lane] = reach.max[x];
                is_on_lattice &=
                    is_known | ((reach.min[x] != i32::MIN) & (reach.max[x] != i32::MAX));
            }
            let vertices = elements.elements.vertices(e);
            for n in 0..N {
                let vertex = vertices.as_ref()[n];
                block.vertices[n][lane] = vertex;
                let corner = from_origin(&elements.points[vertex as usize], &block.origin);
                for x in 0..3 {
                    block.corners[n][x][lane] = corner[x];
                }
            }
            block.on_lattice |= (is_on_lattice as u32) << lane;
        }
        block
    }

    /// A bit for each of the eight whose box overlaps the given one.
    #[inline(always)]
    pub fn reaching(&self, simd: impl SimdToken, own: &LatticeBox) -> u32 {
        simd.overlapping(&self.min, &self.max, own) & self.filled
    }

    /// A bit for each of the eight that has one of the vertices.
    #[inline(always)]
    pub fn sharing(&self, simd: impl SimdToken, vertices: &[u32; N]) -> u32 {
        simd.sharing(&self.vertices, vertices)
    }

    /// A bit for each of the eight that is smaller than an element, given its size key.
    #[inline(always)]
    pub fn smaller(&self, simd: impl SimdToken, size: SizeKey) -> u32 {
        simd.smaller(&self.sizes, &size.0)
    }

    /// The box of one of the eight, widened by its reach.
    #[inline(always)]
    pub fn reach(&self, lane: usize) -> LatticeBox {
        let mut reach = LatticeBox::default();
        for x in 0..3 {
            reach.min[x] = self.min[x][lane];
            reach.max[x] = self.max[x][lane];
        }
        reach
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
    pub fn size(&self, lane: usize) -> SizeKey {
        SizeKey([self.sizes[0][lane], self.sizes[1][lane], self.sizes[2][lane]])
    }
}

/// What elements are ordered by: their diameter, then their index. In parts of 32 bits, the upper half of
/// the diameter first: the bits of floating-point numbers from zero on are in the order of the numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct SizeKey([u32; 3]);

impl SizeKey {
    #[inline(always)]
    fn new(diameter: f64, element: u32) -> SizeKey {
        let bits = diameter.to_bits();
        SizeKey([(bits >> 32) as u32, bits as u32, element])
    }

    #[inline(always)]
    pub fn element(self) -> u32 {
        self.0[2]
    }
}
