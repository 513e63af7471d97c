//! Eight `f32` or `i32` and four `f64` side by side, for each instruction set.
//!
//! Everything that uses them is `#[inline(always)]`, or the compiler may leave it as a function of its own,
//! compiled for the baseline instruction set.

mod vector;

pub use vector::{Doubles, Floats, LaneKind, LaneNumber, LaneVector};

use glam::Vec4;
use pulp::NullaryFnOnce;

/// Boxes, or pairs of tetrahedra, that are tested at a time.
pub const WIDE: usize = 8;
/// Triangles, or faces of a tetrahedron, that are tested at a time.
pub const BLOCK: usize = 4;

/// An instruction set, as a token that exists only where it is available. Where a lane is not a number,
/// minimum and maximum may be either argument or not a number.
pub trait Lanes: Copy + Send + Sync {
    /// Eight `f32`.
    type Floats: Copy;
    /// Four `f64`.
    type Doubles: Copy;
    /// Eight `i32`.
    type Ints: Copy;

    /// Runs a function compiled for the instruction set.
    fn run<F: NullaryFnOnce>(self, f: F) -> F::Output;

    /// A number in all lanes.
    fn floats(self, value: f32) -> Self::Floats;
    /// Loads a number into each lane.
    fn load_floats(self, values: &[f32; WIDE]) -> Self::Floats;
    /// The first three coordinates of eight points.
    fn load_points(self, points: [&[f32; 4]; WIDE]) -> [Self::Floats; 3];
    /// The number of each lane.
    fn store_floats(self, values: Self::Floats) -> [f32; WIDE];
    /// The difference `a - b` of each lane.
    fn sub_floats(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;
    /// The sum of each lane.
    fn add_floats(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;
    /// The product of each lane.
    fn mul_floats(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;
    /// The lesser number of each lane.
    fn min_floats(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;
    /// The greater number of each lane.
    fn max_floats(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;
    /// The quotient `a / b` of each lane.
    fn div_floats(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;
    /// The absolute value of each lane.
    fn abs_floats(self, a: Self::Floats) -> Self::Floats;
    /// A bit for each lane that is at most the other.
    fn floats_up_to(self, a: Self::Floats, b: Self::Floats) -> u32;
    /// A bit for each lane whose sign is negative.
    fn negative_floats(self, a: Self::Floats) -> u32;
    /// `first` where the first of two is at most the second, and `second` elsewhere.
    fn select_floats_up_to(
        self,
        pair: [Self::Floats; 2],
        first: Self::Floats,
        second: Self::Floats,
    ) -> Self::Floats;
    /// Four numbers and four, rounded.
    fn to_floats(self, halves: [Self::Doubles; 2]) -> Self::Floats;

    /// A number in all lanes.
    fn doubles(self, value: f64) -> Self::Doubles;
    /// Loads a number into each lane.
    fn load_doubles(self, values: &[f64; BLOCK]) -> Self::Doubles;
    /// The difference `a - b` of each lane.
    fn sub_doubles(self, a: Self::Doubles, b: Self::Doubles) -> Self::Doubles;
    /// The sum of each lane.
    fn add_doubles(self, a: Self::Doubles, b: Self::Doubles) -> Self::Doubles;
    /// The product of each lane.
    fn mul_doubles(self, a: Self::Doubles, b: Self::Doubles) -> Self::Doubles;
    /// The lesser number of each lane.
    fn min_doubles(self, a: Self::Doubles, b: Self::Doubles) -> Self::Doubles;
    /// The greater number of each lane.
    fn max_doubles(self, a: Self::Doubles, b: Self::Doubles) -> Self::Doubles;
    /// The quotient `a / b` of each lane.
    fn div_doubles(self, a: Self::Doubles, b: Self::Doubles) -> Self::Doubles;
    /// The absolute value of each lane.
    fn abs_doubles(self, a: Self::Doubles) -> Self::Doubles;
    /// The square root of each lane.
    fn sqrt_doubles(self, a: Self::Doubles) -> Self::Doubles;
    /// The number of each lane.
    fn store_doubles(self, values: Self::Doubles) -> [f64; BLOCK];
    /// `first` where the first of two is at most the second, and `second` elsewhere.
    fn select_up_to(
        self,
        pair: [Self::Doubles; 2],
        first: Self::Doubles,
        second: Self::Doubles,
    ) -> Self::Doubles;
    /// A bit for each lane that is greater than the other.
    fn doubles_above(self, a: Self::Doubles, b: Self::Doubles) -> u32;

    /// A number in all lanes.
    fn ints(self, value: i32) -> Self::Ints;
    /// Loads a number into each lane.
    fn load_ints(self, values: &[i32; WIDE]) -> Self::Ints;
    /// All bits of each lane that is greater than the other, and none of those that are not.
    fn ints_above(self, a: Self::Ints, b: Self::Ints) -> Self::Ints;
    /// The bits that both have, lane by lane.
    fn and_ints(self, a: Self::Ints, b: Self::Ints) -> Self::Ints;
    /// The bits that either has, lane by lane.
    fn or_ints(self, a: Self::Ints, b: Self::Ints) -> Self::Ints;
    /// A bit for each lane that has all of its own.
    fn bits_of_ints(self, a: Self::Ints) -> u32;
    /// Both halves of each lane, of 16 bits, on their own: the sum, modulo `2^16`.
    fn add_halves(self, a: Self::Ints, b: Self::Ints) -> Self::Ints;
    /// The upper half of each lane first, then the lower one.
    fn swap_halves(self, a: Self::Ints) -> Self::Ints;
    /// The difference of both halves, modulo `2^16`.
    fn sub_halves(self, a: Self::Ints, b: Self::Ints) -> Self::Ints;
    /// All bits of each half that is negative, and none of those that are not.
    fn negative_halves(self, a: Self::Ints) -> Self::Ints;
    /// The greater of each lane, taken as numbers without a sign.
    fn max_unsigned(self, a: Self::Ints, b: Self::Ints) -> Self::Ints;
    /// A bit for each lane whose halves are both negative.
    fn bits_of_negative_halves(self, a: Self::Ints) -> u32;
    /// The lower halves of the first lanes and of the second, each shifted to the right: halves of one.
    fn join_halves(self, a: Self::Ints, b: Self::Ints, shift: u32) -> Self::Ints;
    /// The number of each lane.
    fn store_ints(self, values: Self::Ints) -> [i32; WIDE];
    /// The lanes of the first of each, of the second, and so on.
    fn transpose_ints(self, rows: &[[i32; WIDE]; WIDE]) -> [[i32; WIDE]; WIDE];
    /// Writes the values of lanes without a bit, of eight, to the front of the places, and tells how many they
    /// are; what is behind them is lost. Without branches: which of the lanes have one is not to be foretold.
    fn compact(self, values: &[u32; WIDE], without: u32, places: &mut [u32; WIDE]) -> usize;
    /// The same of eight numbers in a row.
    fn compact_row(self, first: u32, without: u32, places: &mut [u32; WIDE]) -> usize;
    /// Writes pairs of a number with the values of lanes without a bit, as [`compact`](Self::compact) does.
    fn compact_pairs(
        self,
        number: u32,
        values: &[u32; WIDE],
        without: u32,
        places: &mut [[u32; 2]; WIDE],
    ) -> usize;
}

/// Returns the value of an expression with a token of the best instruction set there is.
#[doc(hidden)]
#[macro_export]
macro_rules! with_lanes {
    ($simd:ident => $call:expr) => {{
        #[cfg(target_arch = "x86_64")]
        if let Some($simd) = $crate::geometry::lanes::pulp::x86::V3::try_new() {
            return $call;
        }
        let $simd = $crate::geometry::lanes::PortableLanes;
        $call
    }};
}
pub use crate::with_lanes;
#[doc(hidden)]
pub use pulp;

/// Any target: vectors of four from `glam`, and lanes written out one by one, because loops over them are
/// unrolled again wherever a kernel is compiled, and that takes long.
#[derive(Clone, Copy)]
pub struct PortableLanes;

/// The values of a function for four lanes.
#[inline(always)]
fn each_of_four<T>(of: impl Fn(usize) -> T) -> [T; BLOCK] {
    [of(0), of(1), of(2), of(3)]
}

/// The values of a function for eight lanes.
#[inline(always)]
fn each_of_eight<T>(of: impl Fn(usize) -> T) -> [T; WIDE] {
    [of(0), of(1), of(2), of(3), of(4), of(5), of(6), of(7)]
}

/// The values of a function for both halves of a lane.
#[inline(always)]
fn each_half<T>(of: impl Fn(u32) -> T) -> [T; 2] {
    [of(0), of(1)]
}

/// A bit for each of four lanes for which a function is true.
#[inline(always)]
fn bits_of_four(of: impl Fn(usize) -> bool) -> u32 {
    let [a, b, c, d] = each_of_four(of);
    u32::from(a) | u32::from(b) << 1 | u32::from(c) << 2 | u32::from(d) << 3
}

/// A bit for each of eight lanes for which a function is true.
#[inline(always)]
fn bits_of_eight(of: impl Fn(usize) -> bool) -> u32 {
    bits_of_four(&of) | bits_of_four(|lane| of(4 + lane)) << 4
}

macro_rules! portable {
    ($($floats:ident, $doubles:ident: $of_vec4:expr, $of_f64:expr;)+) => {
        $(
            #[inline(always)]
            fn $floats(self, a: [Vec4; 2], b: [Vec4; 2]) -> [Vec4; 2] {
                [$of_vec4(a[0], b[0]), $of_vec4(a[1], b[1])]
            }

            #[inline(always)]
            fn $doubles(self, a: [f64; BLOCK], b: [f64; BLOCK]) -> [f64; BLOCK] {
                each_of_four(|lane| $of_f64(a[lane], b[lane]))
            }
        )+
    };
}

impl Lanes for PortableLanes {
    type Floats = [Vec4; 2];
    type Doubles = [f64; BLOCK];
    type Ints = [i32; WIDE];

    #[inline(always)]
    fn run<F: NullaryFnOnce>(self, f: F) -> F::Output {
        f.call()
    }

    #[inline(always)]
    fn floats(self, value: f32) -> [Vec4; 2] {
        [Vec4::splat(value); 2]
    }

    #[inline(always)]
    fn load_floats(self, &[a, b, c, d, e, f, g, h]: &[f32; WIDE]) -> [Vec4; 2] {
        [Vec4::new(a, b, c, d), Vec4::new(e, f, g, h)]
    }

    #[inline(always)]
    fn load_points(self, points: [&[f32; 4]; WIDE]) -> [[Vec4; 2]; 3] {
        let along = |axis: usize| self.load_floats(&each_of_eight(|lane| points[lane][axis]));
        [along(0), along(1), along(2)]
    }

    #[inline(always)]
    fn store_floats(self, values: [Vec4; 2]) -> [f32; WIDE] {
        let ([a, b, c, d], [e, f, g, h]) = (values[0].to_array(), values[1].to_array());
        [a, b, c, d, e, f, g, h]
    }

    portable! {
        add_floats, add_doubles: |a: Vec4, b: Vec4| a + b, |a: f64, b: f64| a + b;
        sub_floats, sub_doubles: |a: Vec4, b: Vec4| a - b, |a: f64, b: f64| a - b;
        mul_floats, mul_doubles: |a: Vec4, b: Vec4| a * b, |a: f64, b: f64| a * b;
        min_floats, min_doubles: Vec4::min, |a: f64, b: f64| if a < b { a } else { b };
        max_floats, max_doubles: Vec4::max, |a: f64, b: f64| if a > b { a } else { b };
        div_floats, div_doubles: |a: Vec4, b: Vec4| a / b, |a: f64, b: f64| a / b;
    }

    #[inline(always)]
    fn select_floats_up_to(
        self,
        [a, b]: [[Vec4; 2]; 2],
        first: [Vec4; 2],
        second: [Vec4; 2],
    ) -> [Vec4; 2] {
        [
            Vec4::select(a[0].cmple(b[0]), first[0], second[0]),
            Vec4::select(a[1].cmple(b[1]), first[1], second[1]),
        ]
    }

    #[inline(always)]
    fn to_floats(self, [low, high]: [[f64; BLOCK]; 2]) -> [Vec4; 2] {
        let [a, b, c, d] = low;
        let [e, f, g, h] = high;
        [
            Vec4::new(a as f32, b as f32, c as f32, d as f32),
            Vec4::new(e as f32, f as f32, g as f32, h as f32),
        ]
    }

    #[inline(always)]
    fn abs_floats(self, a: [Vec4; 2]) -> [Vec4; 2] {
        [a[0].abs(), a[1].abs()]
    }

    #[inline(always)]
    fn negative_floats(self, a: [Vec4; 2]) -> u32 {
        a[0].is_negative_bitmask() | a[1].is_negative_bitmask() << 4
    }

    #[inline(always)]
    fn floats_up_to(self, a: [Vec4; 2], b: [Vec4; 2]) -> u32 {
        a[0].cmple(b[0]).bitmask() | a[1].cmple(b[1]).bitmask() << 4
    }

    #[inline(always)]
    fn doubles(self, value: f64) -> [f64; BLOCK] {
        [value; BLOCK]
    }

    #[inline(always)]
    fn load_doubles(self, values: &[f64; BLOCK]) -> [f64; BLOCK] {
        *values
    }

    #[inline(always)]
    fn abs_doubles(self, a: [f64; BLOCK]) -> [f64; BLOCK] {
        each_of_four(|lane| a[lane].abs())
    }

    #[inline(always)]
    fn sqrt_doubles(self, a: [f64; BLOCK]) -> [f64; BLOCK] {
        each_of_four(|lane| a[lane].sqrt())
    }

    #[inline(always)]
    fn store_doubles(self, values: [f64; BLOCK]) -> [f64; BLOCK] {
        values
    }

    #[inline(always)]
    fn select_up_to(
        self,
        [a, b]: [[f64; BLOCK]; 2],
        first: [f64; BLOCK],
        second: [f64; BLOCK],
    ) -> [f64; BLOCK] {
        each_of_four(|lane| if a[lane] <= b[lane] { first[lane] } else { second[lane] })
    }

    #[inline(always)]
    fn doubles_above(self, a: [f64; BLOCK], b: [f64; BLOCK]) -> u32 {
        bits_of_four(|lane| a[lane] > b[lane])
    }

    #[inline(always)]
    fn ints(self, value: i32) -> [i32; WIDE] {
        [value; WIDE]
    }

    #[inline(always)]
    fn load_ints(self, values: &[i32; WIDE]) -> [i32; WIDE] {
        *values
    }

    #[inline(always)]
    fn ints_above(self, a: [i32; WIDE], b: [i32; WIDE]) -> [i32; WIDE] {
        each_of_eight(|lane| -((a[lane] > b[lane]) as i32))
    }

    #[inline(always)]
    fn and_ints(self, a: [i32; WIDE], b: [i32; WIDE]) -> [i32; WIDE] {
        each_of_eight(|lane| a[lane] & b[lane])
    }

    #[inline(always)]
    fn or_ints(self, a: [i32; WIDE], b: [i32; WIDE]) -> [i32; WIDE] {
        each_of_eight(|lane| a[lane] | b[lane])
    }

    #[inline(always)]
    fn bits_of_ints(self, a: [i32; WIDE]) -> u32 {
        bits_of_eight(|lane| a[lane] & 1 != 0)
    }

    #[inline(always)]
    fn add_halves(self, a: [i32; WIDE], b: [i32; WIDE]) -> [i32; WIDE] {
        each_of_eight(|lane| joined(each_half(|h| half(a[lane], h).wrapping_add(half(b[lane], h)))))
    }

    #[inline(always)]
    fn swap_halves(self, a: [i32; WIDE]) -> [i32; WIDE] {
        each_of_eight(|lane| a[lane].rotate_left(16))
    }

    #[inline(always)]
    fn sub_halves(self, a: [i32; WIDE], b: [i32; WIDE]) -> [i32; WIDE] {
        each_of_eight(|lane| joined(each_half(|h| half(a[lane], h).wrapping_sub(half(b[lane], h)))))
    }

    #[inline(always)]
    fn negative_halves(self, a: [i32; WIDE]) -> [i32; WIDE] {
        each_of_eight(|lane| joined(each_half(|h| half(a[lane], h) >> 15)))
    }

    #[inline(always)]
    fn max_unsigned(self, a: [i32; WIDE], b: [i32; WIDE]) -> [i32; WIDE] {
        each_of_eight(|lane| (a[lane] as u32).max(b[lane] as u32) as i32)
    }

    #[inline(always)]
    fn bits_of_negative_halves(self, a: [i32; WIDE]) -> u32 {
        bits_of_eight(|lane| half(a[lane], 0) < 0 && half(a[lane], 1) < 0)
    }

    #[inline(always)]
    fn join_halves(self, a: [i32; WIDE], b: [i32; WIDE], shift: u32) -> [i32; WIDE] {
        each_of_eight(|lane| joined([(a[lane] >> shift) as i16, (b[lane] >> shift) as i16]))
    }

    #[inline(always)]
    fn store_ints(self, values: [i32; WIDE]) -> [i32; WIDE] {
        values
    }

    #[inline(always)]
    fn transpose_ints(self, rows: &[[i32; WIDE]; WIDE]) -> [[i32; WIDE]; WIDE] {
        let mut columns = [[0; WIDE]; WIDE];
        for (lane, row) in rows.iter().enumerate() {
            for (column, value) in columns.iter_mut().zip(row) {
                column[lane] = *value;
            }
        }
        columns
    }

    #[inline(always)]
    fn compact(self, values: &[u32; WIDE], without: u32, places: &mut [u32; WIDE]) -> usize {
        let mut count = 0;
        for lane in 0..WIDE {
            places[count % WIDE] = values[lane];
            count += (!without as usize >> lane) & 1;
        }
        count
    }

    #[inline(always)]
    fn compact_row(self, first: u32, without: u32, places: &mut [u32; WIDE]) -> usize {
        self.compact(&each_of_eight(|lane| first + lane as u32), without, places)
    }

    #[inline(always)]
    fn compact_pairs(
        self,
        number: u32,
        values: &[u32; WIDE],
        without: u32,
        places: &mut [[u32; 2]; WIDE],
    ) -> usize {
        let mut count = 0;
        for lane in 0..WIDE {
            places[count % WIDE] = [number, values[lane]];
            count += (!without as usize >> lane) & 1;
        }
        count
    }
}

/// The lower or the upper half of a number.
#[inline(always)]
fn half(a: i32, which: u32) -> i16 {
    (a >> (16 * which)) as i16
}

/// A number of two halves, the lower first.
#[inline(always)]
pub fn joined([low, high]: [i16; 2]) -> i32 {
    i32::from(high) << 16 | i32::from(low as u16)
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{BLOCK, Lanes, WIDE};
    use pulp::x86::V3;
    use pulp::{NullaryFnOnce, cast, f32x8, f64x4, i32x8};
    use std::arch::x86_64::__m256i;

    /// For each eight bits, the places of those that are not set, from the lowest on, a byte each.
    const PLACES: [u64; 256] = {
        let mut places = [0; 256];
        let mut bits = 0;
        while bits < 256 {
            let (mut lane, mut count) = (0, 0);
            while lane < 8 {
                if bits >> lane & 1 == 0 {
                    places[bits] |= lane << (8 * count);
                    count += 1;
                }
                lane += 1;
            }
            bits += 1;
        }
        places
    };

    macro_rules! operations {
        ($($name:ident, $function:ident, $lanes:ty;)+) => {
            $(
                #[inline(always)]
                fn $name(self, a: $lanes, b: $lanes) -> $lanes {
                    self.$function(a, b)
                }
            )+
        };
    }

    impl Lanes for V3 {
        type Floats = f32x8;
        type Doubles = f64x4;
        type Ints = i32x8;

        #[inline(always)]
        fn run<F: NullaryFnOnce>(self, f: F) -> F::Output {
            self.vectorize(f)
        }

        #[inline(always)]
        fn floats(self, value: f32) -> f32x8 {
            self.splat_f32x8(value)
        }

        #[inline(always)]
        fn load_floats(self, values: &[f32; WIDE]) -> f32x8 {
            cast(*values)
        }

        #[inline(always)]
        fn load_points(self, points: [&[f32; 4]; WIDE]) -> [f32x8; 3] {
            let [a, b, c, d, e, f, g, h] = points;
            // Of the first four in one half, of the others in the other.
            let two =
                |low: &[f32; 4], high: &[f32; 4]| self.avx._mm256_set_m128(cast(*high), cast(*low));
            let [a, b, c, d] = [two(a, e), two(b, f), two(c, g), two(d, h)];
            let low = |p, q| self.avx._mm256_unpacklo_ps(p, q);
            let high = |p, q| self.avx._mm256_unpackhi_ps(p, q);
            let [xy_ab, xy_cd, z_ab, z_cd] = [low(a, b), low(c, d), high(a, b), high(c, d)];
            let [x, y, z] = [
                self.avx._mm256_unpacklo_pd(cast(xy_ab), cast(xy_cd)),
                self.avx._mm256_unpackhi_pd(cast(xy_ab), cast(xy_cd)),
                self.avx._mm256_unpacklo_pd(cast(z_ab), cast(z_cd)),
            ];
            [cast(x), cast(y), cast(z)]
        }

        #[inline(always)]
        fn store_floats(self, values: f32x8) -> [f32; WIDE] {
            cast(values)
        }

        operations! {
            add_floats, add_f32x8, f32x8;
            sub_floats, sub_f32x8, f32x8;
            mul_floats, mul_f32x8, f32x8;
            min_floats, min_f32x8, f32x8;
            max_floats, max_f32x8, f32x8;
            div_floats, div_f32x8, f32x8;
            add_doubles, add_f64x4, f64x4;
            sub_doubles, sub_f64x4, f64x4;
            mul_doubles, mul_f64x4, f64x4;
            div_doubles, div_f64x4, f64x4;
            min_doubles, min_f64x4, f64x4;
            max_doubles, max_f64x4, f64x4;
        }

        #[inline(always)]
        fn abs_floats(self, a: f32x8) -> f32x8 {
            self.abs_f32x8(a)
        }

        #[inline(always)]
        fn negative_floats(self, a: f32x8) -> u32 {
            self.avx._mm256_movemask_ps(cast(a)) as u32
        }

        #[inline(always)]
        fn floats_up_to(self, a: f32x8, b: f32x8) -> u32 {
            self.avx._mm256_movemask_ps(cast(self.cmp_le_f32x8(a, b))) as u32
        }

        #[inline(always)]
        fn select_floats_up_to(self, [a, b]: [f32x8; 2], first: f32x8, second: f32x8) -> f32x8 {
            self.select_f32x8(self.cmp_le_f32x8(a, b), first, second)
        }

        #[inline(always)]
        fn to_floats(self, [low, high]: [f64x4; 2]) -> f32x8 {
            let low = self.avx._mm256_cvtpd_ps(cast(low));
            let high = self.avx._mm256_cvtpd_ps(cast(high));
            cast(self.avx._mm256_set_m128(high, low))
        }

        #[inline(always)]
        fn doubles(self, value: f64) -> f64x4 {
            self.splat_f64x4(value)
        }

        #[inline(always)]
        fn load_doubles(self, values: &[f64; BLOCK]) -> f64x4 {
            cast(*values)
        }

        #[inline(always)]
        fn abs_doubles(self, a: f64x4) -> f64x4 {
            self.abs_f64x4(a)
        }

        #[inline(always)]
        fn sqrt_doubles(self, a: f64x4) -> f64x4 {
            cast(self.avx._mm256_sqrt_pd(cast(a)))
        }

        #[inline(always)]
        fn store_doubles(self, values: f64x4) -> [f64; BLOCK] {
            cast(values)
        }

        #[inline(always)]
        fn select_up_to(self, [a, b]: [f64x4; 2], first: f64x4, second: f64x4) -> f64x4 {
            self.select_f64x4(self.cmp_le_f64x4(a, b), first, second)
        }

        #[inline(always)]
        fn doubles_above(self, a: f64x4, b: f64x4) -> u32 {
            self.avx._mm256_movemask_pd(cast(self.cmp_gt_f64x4(a, b))) as u32
        }

        #[inline(always)]
        fn ints(self, value: i32) -> i32x8 {
            self.splat_i32x8(value)
        }

        #[inline(always)]
        fn load_ints(self, values: &[i32; WIDE]) -> i32x8 {
            cast(*values)
        }

        #[inline(always)]
        fn ints_above(self, a: i32x8, b: i32x8) -> i32x8 {
            cast(self.cmp_gt_i32x8(a, b))
        }

        #[inline(always)]
        fn and_ints(self, a: i32x8, b: i32x8) -> i32x8 {
            self.and_i32x8(a, b)
        }

        #[inline(always)]
        fn or_ints(self, a: i32x8, b: i32x8) -> i32x8 {
            self.or_i32x8(a, b)
        }

        #[inline(always)]
        fn bits_of_ints(self, a: i32x8) -> u32 {
            self.avx._mm256_movemask_ps(cast(a)) as u32
        }

        #[inline(always)]
        fn add_halves(self, a: i32x8, b: i32x8) -> i32x8 {
            cast(self.avx2._mm256_add_epi16(cast(a), cast(b)))
        }

        #[inline(always)]
        fn swap_halves(self, a: i32x8) -> i32x8 {
            let swapped = [2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13];
            let swapped: [[u8; 16]; 2] = [swapped; 2];
            cast(self.avx2._mm256_shuffle_epi8(cast(a), cast(swapped)))
        }

        #[inline(always)]
        fn sub_halves(self, a: i32x8, b: i32x8) -> i32x8 {
            cast(self.avx2._mm256_sub_epi16(cast(a), cast(b)))
        }

        #[inline(always)]
        fn negative_halves(self, a: i32x8) -> i32x8 {
            cast(self.avx2._mm256_srai_epi16::<15>(cast(a)))
        }

        #[inline(always)]
        fn max_unsigned(self, a: i32x8, b: i32x8) -> i32x8 {
            cast(self.avx2._mm256_max_epu32(cast(a), cast(b)))
        }

        #[inline(always)]
        fn bits_of_negative_halves(self, a: i32x8) -> u32 {
            let low = self.avx2._mm256_slli_epi32::<16>(cast(a));
            self.bits_of_ints(self.and_i32x8(a, cast(low)))
        }

        #[inline(always)]
        fn join_halves(self, a: i32x8, b: i32x8, shift: u32) -> i32x8 {
            let shift = cast([u64::from(shift), 0]);
            let low = self.avx2._mm256_sra_epi32(cast(a), shift);
            let high = self.avx2._mm256_sra_epi32(cast(b), shift);
            let high = self.avx2._mm256_slli_epi32::<16>(high);
            cast(self.avx2._mm256_blend_epi16::<0b1010_1010>(low, high))
        }

        #[inline(always)]
        fn store_ints(self, values: i32x8) -> [i32; WIDE] {
            cast(values)
        }

        #[inline(always)]
        fn transpose_ints(self, rows: &[[i32; WIDE]; WIDE]) -> [[i32; WIDE]; WIDE] {
            let rows: [__m256i; WIDE] = cast(*rows);
            let [a, b, c, d, e, f, g, h] = rows;
            // Pairs of rows, then fours, within each half; then the halves.
            let two = |x, y| {
                [self.avx2._mm256_unpacklo_epi32(x, y), self.avx2._mm256_unpackhi_epi32(x, y)]
            };
            let four = |x, y| {
                [self.avx2._mm256_unpacklo_epi64(x, y), self.avx2._mm256_unpackhi_epi64(x, y)]
            };
            let half = |x: __m256i, y: __m256i| {
                [
                    self.avx2._mm256_permute2x128_si256::<0x20>(x, y),
                    self.avx2._mm256_permute2x128_si256::<0x31>(x, y),
                ]
            };
            let ([ab0, ab2], [cd0, cd2]) = (two(a, b), two(c, d));
            let ([ef0, ef2], [gh0, gh2]) = (two(e, f), two(g, h));
            let ([low0, low1], [low2, low3]) = (four(ab0, cd0), four(ab2, cd2));
            let ([high0, high1], [high2, high3]) = (four(ef0, gh0), four(ef2, gh2));
            let ([r0, r4], [r1, r5]) = (half(low0, high0), half(low1, high1));
            let ([r2, r6], [r3, r7]) = (half(low2, high2), half(low3, high3));
            cast([r0, r1, r2, r3, r4, r5, r6, r7])
        }

        #[inline(always)]
        fn compact(self, values: &[u32; WIDE], without: u32, places: &mut [u32; WIDE]) -> usize {
            let lanes = cast([PLACES[without as usize & 255], 0]);
            let lanes = self.avx2._mm256_cvtepu8_epi32(lanes);
            *places = cast(self.avx2._mm256_permutevar8x32_epi32(cast(*values), lanes));
            WIDE - (without & 255).count_ones() as usize
        }

        #[inline(always)]
        fn compact_row(self, first: u32, without: u32, places: &mut [u32; WIDE]) -> usize {
            let lanes = cast([PLACES[without as usize & 255], 0]);
            let lanes = self.avx2._mm256_cvtepu8_epi32(lanes);
            *places = cast(self.avx2._mm256_add_epi32(lanes, cast([first; WIDE])));
            WIDE - (without & 255).count_ones() as usize
        }

        #[inline(always)]
        fn compact_pairs(
            self,
            number: u32,
            values: &[u32; WIDE],
            without: u32,
            places: &mut [[u32; 2]; WIDE],
        ) -> usize {
            let mut compacted = [0; WIDE];
            let count = self.compact(values, without, &mut compacted);
            let (numbers, values) = (cast([number; WIDE]), cast(compacted));
            // Pairs 0, 1, 4, 5 and 2, 3, 6, 7.
            let low = self.avx2._mm256_unpacklo_epi32(numbers, values);
            let high = self.avx2._mm256_unpackhi_epi32(numbers, values);
            *places = cast([
                self.avx2._mm256_permute2x128_si256::<0x20>(low, high),
                self.avx2._mm256_permute2x128_si256::<0x31>(low, high),
            ]);
            count
        }
    }
}
