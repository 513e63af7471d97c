//! Eight numbers at a time with AVX2 and FMA.

use super::simd_token::SimdToken;
use crate::broad::{LANES, LatticeBox};
use pulp::NullaryFnOnce;
use pulp::x86::V3;
use pulp::{cast, f32x8, i32x8, m32x8, u32x8};

/// AVX2 and FMA.
impl SimdToken for V3 {
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
    fn load(self, values: &[f32; LANES]) -> f32x8 {
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
fn bits(simd: V3, mask: m32x8) -> u32 {
    simd.avx._mm256_movemask_ps(cast(mask)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::freeness::near::simd_token::PortableSimd;
    use jostle_support::random::SplitMix64;

    /// Few values, so that there are ties.
    #[test]
    fn avx2_says_what_portable_simd_says() {
        let Some(simd) = pulp::x86::V3::try_new() else { return };
        let mut random = SplitMix64::new(1);
        for _ in 0..20_000 {
            let mut some = || (random.next_u64() % 4) as u32;
            let mut extreme = || [i32::MIN, -1, 1, i32::MAX][some() as usize];
            let mut lanes = || [(); LANES].map(|_| extreme());
            let (min, max) = ([(); 3].map(|_| lanes()), [(); 3].map(|_| lanes()));
            let own =
                LatticeBox { min: [(); 3].map(|_| extreme()), max: [(); 3].map(|_| extreme()) };
            let hits = PortableSimd.overlapping(&min, &max, &own);
            assert_eq!(simd.overlapping(&min, &max, &own), hits);
            let vertices = [(); 3].map(|_| [(); LANES].map(|_| some() * 0x4000_0001));
            let own = [(); 3].map(|_| some() * 0x4000_0001 + some() / 3);
            assert_eq!(simd.sharing(&vertices, &own), PortableSimd.sharing(&vertices, &own));
            let smaller = PortableSimd.smaller(&vertices, &own);
            assert_eq!(simd.smaller(&vertices, &own), smaller);
        }
    }
}
