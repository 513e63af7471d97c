//! What eight numbers side by side are on a kind of machine.

use crate::broad::LANES;
use crate::broad::LatticeBox;
use glam::Vec4;
use pulp::NullaryFnOnce;

/// A kind of machine, as something only those have who are on one.
///
/// Loops over arrays of eight would do, but the compiler takes them apart once they are longer than a
/// few lines.
pub trait Machine: Copy + Send + Sync {
    type Floats: Copy;

    /// Runs what was compiled for it.
    fn run<F: NullaryFnOnce>(self, f: F) -> F::Output;

    fn splat(self, value: f32) -> Self::Floats;
    fn of(self, values: &[f32; LANES]) -> Self::Floats;
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

    /// Of each lane the first vector's where the one is less than the other, else the second's.
    fn if_less<const M: usize>(
        self,
        one: Self::Floats,
        other: Self::Floats,
        first: [Self::Floats; M],
        second: [Self::Floats; M],
    ) -> [Self::Floats; M];

    /// A bit for each of eight boxes, given by their corners, that overlaps the one.
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

    /// A bit for each of eight elements, given by their vertices, that has one of these.
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

    /// A bit for each of eight sizes that is less than the one, part by part from the first on.
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

/// Any machine: two vectors of four, which `glam` has for each kind.
#[derive(Clone, Copy)]
pub struct AnyMachine;

impl Machine for AnyMachine {
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
    fn of(self, values: &[f32; LANES]) -> [Vec4; 2] {
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

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{LANES, LatticeBox, Machine, NullaryFnOnce};
    use pulp::x86::V3;
    use pulp::{cast, f32x8, i32x8, m32x8, u32x8};

    /// AVX2 and FMA.
    impl Machine for V3 {
        type Floats = f32x8;

        #[inline(always)]
        fn run<F: NullaryFnOnce>(self, f: F) -> F::Output {
            self.vectorize(f)
        }

        #[inline(always)]
        fn splat(self, value: f32) -> f32x8 {
            self.splat_f32x8(value)
        }

        #[inline(always)]
        fn of(self, values: &[f32; LANES]) -> f32x8 {
            cast(*values)
        }

        #[inline(always)]
        fn add(self, a: f32x8, b: f32x8) -> f32x8 {
            self.add_f32x8(a, b)
        }

        #[inline(always)]
        fn sub(self, a: f32x8, b: f32x8) -> f32x8 {
            self.sub_f32x8(a, b)
        }

        #[inline(always)]
        fn mul(self, a: f32x8, b: f32x8) -> f32x8 {
            self.mul_f32x8(a, b)
        }

        #[inline(always)]
        fn div(self, a: f32x8, b: f32x8) -> f32x8 {
            self.div_f32x8(a, b)
        }

        #[inline(always)]
        fn min(self, a: f32x8, b: f32x8) -> f32x8 {
            self.min_f32x8(a, b)
        }

        #[inline(always)]
        fn max(self, a: f32x8, b: f32x8) -> f32x8 {
            self.max_f32x8(a, b)
        }

        #[inline(always)]
        fn abs(self, a: f32x8) -> f32x8 {
            self.abs_f32x8(a)
        }

        #[inline(always)]
        fn mul_add(self, a: f32x8, b: f32x8, c: f32x8) -> f32x8 {
            self.mul_add_f32x8(a, b, c)
        }

        #[inline(always)]
        fn exceeds(self, a: f32x8, b: f32x8) -> u32 {
            bits(self, self.cmp_gt_f32x8(a, b))
        }

        #[inline(always)]
        fn if_less<const M: usize>(
            self,
            one: f32x8,
            other: f32x8,
            first: [f32x8; M],
            second: [f32x8; M],
        ) -> [f32x8; M] {
            let less = self.cmp_lt_f32x8(one, other);
            let mut chosen = second;
            for m in 0..M {
                chosen[m] = self.select_f32x8(less, first[m], second[m]);
            }
            chosen
        }

        #[inline(always)]
        fn overlapping(
            self,
            min: &[[i32; LANES]; 3],
            max: &[[i32; LANES]; 3],
            own: &LatticeBox,
        ) -> u32 {
            let mut apart: m32x8 = self.splat_m32x8(pulp::m32::new(false));
            for x in 0..3 {
                let above = self.cmp_gt_i32x8(lanes(&min[x]), self.splat_i32x8(own.max[x]));
                let below = self.cmp_gt_i32x8(self.splat_i32x8(own.min[x]), lanes(&max[x]));
                apart = self.or_m32x8(apart, self.or_m32x8(above, below));
            }
            !bits(self, apart) & 0xff
        }

        #[inline(always)]
        fn sharing<const N: usize>(self, vertices: &[[u32; LANES]; N], own: &[u32; N]) -> u32 {
            if N == 0 {
                return 0;
            }
            let mut found: m32x8 = self.splat_m32x8(pulp::m32::new(false));
            for n in 0..N {
                let lanes: u32x8 = cast(vertices[n]);
                for m in 0..N {
                    let equal = self.cmp_eq_u32x8(lanes, self.splat_u32x8(own[m]));
                    found = self.or_m32x8(found, equal);
                }
            }
            bits(self, found)
        }

        #[inline(always)]
        fn smaller(self, sizes: &[[u32; LANES]; 3], own: &[u32; 3]) -> u32 {
            let mut found: m32x8 = self.splat_m32x8(pulp::m32::new(false));
            for part in [2, 1, 0] {
                let (lanes, own): (u32x8, _) = (cast(sizes[part]), self.splat_u32x8(own[part]));
                let equal = self.cmp_eq_u32x8(lanes, own);
                found = self.and_m32x8(found, equal);
                found = self.or_m32x8(found, self.cmp_lt_u32x8(lanes, own));
            }
            bits(self, found)
        }
    }

    #[inline(always)]
    fn lanes(values: &[i32; LANES]) -> i32x8 {
        cast(*values)
    }

    #[inline(always)]
    fn bits(machine: V3, mask: m32x8) -> u32 {
        machine.avx._mm256_movemask_ps(cast(mask)) as u32
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;
    use crate::mesh::shapes::SplitMix64;

    /// Few values, so that there are ties.
    #[test]
    fn avx2_says_what_any_machine_says() {
        let Some(machine) = pulp::x86::V3::try_new() else { return };
        let mut random = SplitMix64::new(1);
        for _ in 0..20_000 {
            let mut some = || (random.next_u64() % 4) as u32;
            let mut extreme = || [i32::MIN, -1, 1, i32::MAX][some() as usize];
            let mut lanes = || [(); LANES].map(|_| extreme());
            let (min, max) = ([(); 3].map(|_| lanes()), [(); 3].map(|_| lanes()));
            let own =
                LatticeBox { min: [(); 3].map(|_| extreme()), max: [(); 3].map(|_| extreme()) };
            let hits = AnyMachine.overlapping(&min, &max, &own);
            assert_eq!(machine.overlapping(&min, &max, &own), hits);
            let vertices = [(); 3].map(|_| [(); LANES].map(|_| some() * 0x4000_0001));
            let own = [(); 3].map(|_| some() * 0x4000_0001 + some() / 3);
            assert_eq!(machine.sharing(&vertices, &own), AnyMachine.sharing(&vertices, &own));
            let smaller = AnyMachine.smaller(&vertices, &own);
            assert_eq!(machine.smaller(&vertices, &own), smaller);
        }
    }
}
