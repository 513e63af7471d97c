//! Operations on eight numbers at a time, for each instruction set.

use crate::broad::LANES;
use crate::broad::LatticeBox;
use glam::Vec4;
use pulp::NullaryFnOnce;

/// An instruction set, as a token that exists only where it is available.
///
/// Written out, because the compiler stops vectorizing loops over arrays of eight once they are longer
/// than a few lines.
pub trait SimdToken: Copy + Send + Sync {
    type Floats: Copy;

    /// Runs a function compiled for the instruction set.
    fn run<F: NullaryFnOnce>(self, f: F) -> F::Output;

    fn splat(self, value: f32) -> Self::Floats;
    fn load(self, values: &[f32; LANES]) -> Self::Floats;
    fn add(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;
    fn sub(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;
    fn mul(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;
    fn div(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;
    /// The second where the first is not a number.
    fn min(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;
    /// The second where the first is not a number.
    fn max(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;
    fn abs(self, a: Self::Floats) -> Self::Floats;

    /// A product and a sum, with one rounding or two.
    #[inline(always)]
    fn mul_add(self, a: Self::Floats, b: Self::Floats, c: Self::Floats) -> Self::Floats {
        self.add(self.mul(a, b), c)
    }

    /// A bit for each lane that is greater than the other.
    fn exceeds(self, a: Self::Floats, b: Self::Floats) -> u32;

    /// For each lane the first vector's where `one` is less than `other`, else the second's.
    fn if_less<const M: usize>(
        self,
        one: Self::Floats,
        other: Self::Floats,
        first: [Self::Floats; M],
        second: [Self::Floats; M],
    ) -> [Self::Floats; M];

    /// A bit for each of eight boxes, given by their corners, that overlaps `own`.
    #[inline(always)]
    fn overlapping(
        self,
        min: &[[i32; LANES]; 3],
        max: &[[i32; LANES]; 3],
        own: &LatticeBox,
    ) -> u32 {
        let mut hits = [1; LANES];
        for x in 0..3 {
            for lane in 0..LANES {
                let overlap = (min[x][lane] <= own.max[x]) & (own.min[x] <= max[x][lane]);
                hits[lane] &= overlap as u32;
            }
        }
        bits(&hits)
    }

    /// A bit for each of eight elements, given by their vertices, that shares one with `own`.
    #[inline(always)]
    fn sharing<const N: usize>(self, vertices: &[[u32; LANES]; N], own: &[u32; N]) -> u32 {
        let mut found = [0; LANES];
        for n in 0..N {
            for m in 0..N {
                for lane in 0..LANES {
                    found[lane] |= (vertices[n][lane] == own[m]) as u32;
                }
            }
        }
        bits(&found)
    }

    /// A bit for each of eight size keys that is less than `own`, in lexicographic order.
    #[inline(always)]
    fn smaller(self, sizes: &[[u32; LANES]; 3], own: &[u32; 3]) -> u32 {
        let mut found = [0; LANES];
        for part in (0..3).rev() {
            for lane in 0..LANES {
                let less = sizes[part][lane] < own[part];
                found[lane] = less as u32 | ((sizes[part][lane] == own[part]) as u32 & found[lane]);
            }
        }
        bits(&found)
    }
}

/// Lanes of 0 and 1 as bits.
#[inline(always)]
fn bits(lanes: &[u32; LANES]) -> u32 {
    let mut bits = 0;
    for lane in 0..LANES {
        bits |= lanes[lane] << lane;
    }
    bits
}

/// Any target: two vectors of four from `glam`, which has them for every instruction set.
#[derive(Clone, Copy)]
pub struct PortableSimd;

impl SimdToken for PortableSimd {
    type Floats = [Vec4; 2];

    #[inline(always)]
    fn run<F: NullaryFnOnce>(self, f: F) -> F::Output {
        f.call()
    }

    #[inline(always)]
    fn splat(self, value: f32) -> [Vec4; 2] {
        [Vec4::splat(value); 2]
    }

    #[inline(always)]
    fn load(self, values: &[f32; LANES]) -> [Vec4; 2] {
        let [a, b, c, d, e, f, g, h] = *values;
        [Vec4::new(a, b, c, d), Vec4::new(e, f, g, h)]
    }

    #[inline(always)]
    fn add(self, a: [Vec4; 2], b: [Vec4; 2]) -> [Vec4; 2] {
        [a[0] + b[0], a[1] + b[1]]
    }

    #[inline(always)]
    fn sub(self, a: [Vec4; 2], b: [Vec4; 2]) -> [Vec4; 2] {
        [a[0] - b[0], a[1] - b[1]]
    }

    #[inline(always)]
    fn mul(self, a: [Vec4; 2], b: [Vec4; 2]) -> [Vec4; 2] {
        [a[0] * b[0], a[1] * b[1]]
    }

    #[inline(always)]
    fn div(self, a: [Vec4; 2], b: [Vec4; 2]) -> [Vec4; 2] {
        [a[0] / b[0], a[1] / b[1]]
    }

    #[inline(always)]
    fn min(self, a: [Vec4; 2], b: [Vec4; 2]) -> [Vec4; 2] {
        [a[0].min(b[0]), a[1].min(b[1])]
    }

    #[inline(always)]
    fn max(self, a: [Vec4; 2], b: [Vec4; 2]) -> [Vec4; 2] {
        [a[0].max(b[0]), a[1].max(b[1])]
    }

    #[inline(always)]
    fn abs(self, a: [Vec4; 2]) -> [Vec4; 2] {
        [a[0].abs(), a[1].abs()]
    }

    #[inline(always)]
    fn exceeds(self, a: [Vec4; 2], b: [Vec4; 2]) -> u32 {
        a[0].cmpgt(b[0]).bitmask() | a[1].cmpgt(b[1]).bitmask() << 4
    }

    #[inline(always)]
    fn if_less<const M: usize>(
        self,
        one: [Vec4; 2],
        other: [Vec4; 2],
        first: [[Vec4; 2]; M],
        second: [[Vec4; 2]; M],
    ) -> [[Vec4; 2]; M] {
        let less = [one[0].cmplt(other[0]), one[1].cmplt(other[1])];
        let mut chosen = second;
        for m in 0..M {
            for half in 0..2 {
                chosen[m][half] = Vec4::select(less[half], first[m][half], second[m][half]);
            }
        }
        chosen
    }
}
