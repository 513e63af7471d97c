//! Numbers and vectors side by side, with operators.

use super::{BLOCK, Lanes, WIDE};
use glam::DVec3;
use std::marker::PhantomData;
use std::ops::{Add, Div, Mul, Sub};

/// What is side by side: [`Floats`] or [`Doubles`].
///
/// Products and sums are rounded one by one on every instruction set, so that results do not depend on it,
/// as long as they are numbers.
pub trait LaneKind<S: Lanes>: Copy {
    /// The numbers side by side, as the instruction set has them.
    type Values: Copy;
    /// The numbers of all lanes in an array.
    type Array: Copy;

    /// A number, rounded to the kind, in all lanes.
    fn splat(simd: S, value: f64) -> Self::Values;
    /// Loads a number into each lane.
    fn load(simd: S, values: &Self::Array) -> Self::Values;
    /// The number of each lane.
    fn store(simd: S, values: Self::Values) -> Self::Array;
    /// The sum of each lane.
    fn add(simd: S, a: Self::Values, b: Self::Values) -> Self::Values;
    /// The difference `a - b` of each lane.
    fn sub(simd: S, a: Self::Values, b: Self::Values) -> Self::Values;
    /// The product of each lane.
    fn mul(simd: S, a: Self::Values, b: Self::Values) -> Self::Values;
    /// The quotient `a / b` of each lane.
    fn div(simd: S, a: Self::Values, b: Self::Values) -> Self::Values;
    /// The lesser number of each lane.
    fn min(simd: S, a: Self::Values, b: Self::Values) -> Self::Values;
    /// The greater number of each lane.
    fn max(simd: S, a: Self::Values, b: Self::Values) -> Self::Values;
    /// The absolute value of each lane.
    fn abs(simd: S, a: Self::Values) -> Self::Values;
    /// `first` where the first of two is at most the second, and `second` elsewhere.
    fn select_up_to(
        simd: S,
        pair: [Self::Values; 2],
        first: Self::Values,
        second: Self::Values,
    ) -> Self::Values;
}

/// Eight `f32`.
#[derive(Clone, Copy)]
pub struct Floats;

/// Four `f64`.
#[derive(Clone, Copy)]
pub struct Doubles;

macro_rules! kind {
    ($kind:ident, $values:ident, [$number:ty; $len:expr], $splat:ident, $load:ident, $store:ident,
     $select:ident, $abs:ident, $($method:ident: $function:ident;)+) => {
        impl<S: Lanes> LaneKind<S> for $kind {
            type Values = S::$values;
            type Array = [$number; $len];

            #[inline(always)]
            fn splat(simd: S, value: f64) -> S::$values {
                simd.$splat(value as $number)
            }

            #[inline(always)]
            fn load(simd: S, values: &[$number; $len]) -> S::$values {
                simd.$load(values)
            }

            #[inline(always)]
            fn store(simd: S, values: S::$values) -> [$number; $len] {
                simd.$store(values)
            }

            #[inline(always)]
            fn abs(simd: S, values: S::$values) -> S::$values {
                simd.$abs(values)
            }

            #[inline(always)]
            fn select_up_to(
                simd: S,
                pair: [S::$values; 2],
                first: S::$values,
                second: S::$values,
            ) -> S::$values {
                simd.$select(pair, first, second)
            }

            $(
                #[inline(always)]
                fn $method(simd: S, a: S::$values, b: S::$values) -> S::$values {
                    simd.$function(a, b)
                }
            )+
        }
    };
}

kind! {
    Floats, Floats, [f32; WIDE], floats, load_floats, store_floats, select_floats_up_to, abs_floats,
    add: add_floats; sub: sub_floats; mul: mul_floats; div: div_floats; min: min_floats; max: max_floats;
}

kind! {
    Doubles, Doubles, [f64; BLOCK], doubles, load_doubles, store_doubles, select_up_to, abs_doubles,
    add: add_doubles; sub: sub_doubles; mul: mul_doubles; div: div_doubles; min: min_doubles;
    max: max_doubles;
}

/// Numbers side by side.
#[derive(Clone, Copy)]
pub struct LaneNumber<S: Lanes, K: LaneKind<S>> {
    simd: S,
    values: K::Values,
    kind: PhantomData<K>,
}

impl<S: Lanes, K: LaneKind<S>> LaneNumber<S, K> {
    #[inline(always)]
    fn new(simd: S, values: K::Values) -> LaneNumber<S, K> {
        LaneNumber { simd, values, kind: PhantomData }
    }

    /// A number, rounded to the kind, in all lanes.
    #[inline(always)]
    pub fn splat(simd: S, value: f64) -> LaneNumber<S, K> {
        LaneNumber::new(simd, K::splat(simd, value))
    }

    /// Loads a number into each lane.
    #[inline(always)]
    pub fn load(simd: S, values: &K::Array) -> LaneNumber<S, K> {
        LaneNumber::new(simd, K::load(simd, values))
    }

    /// The instruction set.
    #[inline(always)]
    pub fn simd(self) -> S {
        self.simd
    }

    /// The number of each lane.
    #[inline(always)]
    pub fn to_array(self) -> K::Array {
        K::store(self.simd, self.values)
    }

    /// The lesser number of each lane.
    #[inline(always)]
    pub fn min(self, other: LaneNumber<S, K>) -> LaneNumber<S, K> {
        LaneNumber::new(self.simd, K::min(self.simd, self.values, other.values))
    }

    /// The greater number of each lane.
    #[inline(always)]
    pub fn max(self, other: LaneNumber<S, K>) -> LaneNumber<S, K> {
        LaneNumber::new(self.simd, K::max(self.simd, self.values, other.values))
    }

    /// The absolute value of each lane.
    #[inline(always)]
    pub fn abs(self) -> LaneNumber<S, K> {
        LaneNumber::new(self.simd, K::abs(self.simd, self.values))
    }

    /// `first` where this is at most the limit, and `second` elsewhere, also where one is not a number.
    #[inline(always)]
    pub fn select_up_to(
        self,
        limit: LaneNumber<S, K>,
        first: LaneNumber<S, K>,
        second: LaneNumber<S, K>,
    ) -> LaneNumber<S, K> {
        let pair = [self.values, limit.values];
        let values = K::select_up_to(self.simd, pair, first.values, second.values);
        LaneNumber::new(self.simd, values)
    }
}

impl<S: Lanes> LaneNumber<S, Floats> {
    /// A bit for each lane that is at most the other.
    #[inline(always)]
    pub fn up_to(self, other: LaneNumber<S, Floats>) -> u32 {
        self.simd.floats_up_to(self.values, other.values)
    }

    /// A bit for each lane whose sign is negative.
    #[inline(always)]
    pub fn negative(self) -> u32 {
        self.simd.negative_floats(self.values)
    }
}

impl<S: Lanes> LaneNumber<S, Doubles> {
    /// The square root of each lane.
    #[inline(always)]
    pub fn sqrt(self) -> LaneNumber<S, Doubles> {
        LaneNumber::new(self.simd, self.simd.sqrt_doubles(self.values))
    }

    /// A bit for each lane that is greater than the other.
    #[inline(always)]
    pub fn above(self, other: LaneNumber<S, Doubles>) -> u32 {
        self.simd.doubles_above(self.values, other.values)
    }
}

macro_rules! operators {
    ($($operator:ident, $method:ident;)+) => {
        $(
            impl<S: Lanes, K: LaneKind<S>> $operator for LaneNumber<S, K> {
                type Output = LaneNumber<S, K>;

                #[inline(always)]
                fn $method(self, other: LaneNumber<S, K>) -> LaneNumber<S, K> {
                    LaneNumber::new(self.simd, K::$method(self.simd, self.values, other.values))
                }
            }
        )+
    };
}

operators! {
    Add, add;
    Sub, sub;
    Mul, mul;
    Div, div;
}

/// Vectors side by side.
#[derive(Clone, Copy)]
pub struct LaneVector<S: Lanes, K: LaneKind<S>> {
    /// The first coordinates.
    pub x: LaneNumber<S, K>,
    /// The second coordinates.
    pub y: LaneNumber<S, K>,
    /// The third coordinates.
    pub z: LaneNumber<S, K>,
}

impl<S: Lanes, K: LaneKind<S>> LaneVector<S, K> {
    /// Loads a vector into each lane, given their first, second and third coordinates.
    #[inline(always)]
    pub fn load(simd: S, [x, y, z]: &[K::Array; 3]) -> LaneVector<S, K> {
        LaneVector {
            x: LaneNumber::load(simd, x),
            y: LaneNumber::load(simd, y),
            z: LaneNumber::load(simd, z),
        }
    }

    /// The same vector in all lanes.
    #[inline(always)]
    pub fn splat(simd: S, vector: DVec3) -> LaneVector<S, K> {
        LaneVector {
            x: LaneNumber::splat(simd, vector.x),
            y: LaneNumber::splat(simd, vector.y),
            z: LaneNumber::splat(simd, vector.z),
        }
    }

    /// The scalar product of each lane.
    #[inline(always)]
    pub fn dot(self, other: LaneVector<S, K>) -> LaneNumber<S, K> {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    /// The vector product of each lane.
    #[inline(always)]
    pub fn cross(self, other: LaneVector<S, K>) -> LaneVector<S, K> {
        LaneVector {
            x: self.y * other.z - self.z * other.y,
            y: self.z * other.x - self.x * other.z,
            z: self.x * other.y - self.y * other.x,
        }
    }

    /// The lesser of each coordinate, lane by lane.
    #[inline(always)]
    pub fn min(self, other: LaneVector<S, K>) -> LaneVector<S, K> {
        LaneVector { x: self.x.min(other.x), y: self.y.min(other.y), z: self.z.min(other.z) }
    }

    /// The greater of each coordinate, lane by lane.
    #[inline(always)]
    pub fn max(self, other: LaneVector<S, K>) -> LaneVector<S, K> {
        LaneVector { x: self.x.max(other.x), y: self.y.max(other.y), z: self.z.max(other.z) }
    }

    /// As of [`LaneNumber::select_up_to`].
    #[inline(always)]
    pub fn select_up_to(
        [number, limit]: [LaneNumber<S, K>; 2],
        first: LaneVector<S, K>,
        second: LaneVector<S, K>,
    ) -> LaneVector<S, K> {
        LaneVector {
            x: number.select_up_to(limit, first.x, second.x),
            y: number.select_up_to(limit, first.y, second.y),
            z: number.select_up_to(limit, first.z, second.z),
        }
    }
}

impl<S: Lanes> LaneVector<S, Doubles> {
    /// The vectors of all lanes, brought together.
    #[inline(always)]
    pub fn reduce(self, join: impl Fn(DVec3, DVec3) -> DVec3) -> DVec3 {
        let [x, y, z] = [self.x.to_array(), self.y.to_array(), self.z.to_array()];
        let lane = |i: usize| DVec3::new(x[i], y[i], z[i]);
        (1..BLOCK).fold(lane(0), |all, i| join(all, lane(i)))
    }
}

impl<S: Lanes> LaneVector<S, Floats> {
    /// Eight points.
    #[inline(always)]
    pub fn load_points(simd: S, points: [&[f32; 4]; WIDE]) -> LaneVector<S, Floats> {
        let [x, y, z] = simd.load_points(points);
        LaneVector {
            x: LaneNumber::new(simd, x),
            y: LaneNumber::new(simd, y),
            z: LaneNumber::new(simd, z),
        }
    }

    /// Four vectors and four, rounded.
    #[inline(always)]
    pub fn from_doubles(
        simd: S,
        [low, high]: [LaneVector<S, Doubles>; 2],
    ) -> LaneVector<S, Floats> {
        LaneVector {
            x: LaneNumber::new(simd, simd.to_floats([low.x.values, high.x.values])),
            y: LaneNumber::new(simd, simd.to_floats([low.y.values, high.y.values])),
            z: LaneNumber::new(simd, simd.to_floats([low.z.values, high.z.values])),
        }
    }
}

impl<S: Lanes, K: LaneKind<S>> Add for LaneVector<S, K> {
    type Output = LaneVector<S, K>;

    #[inline(always)]
    fn add(self, other: LaneVector<S, K>) -> LaneVector<S, K> {
        LaneVector { x: self.x + other.x, y: self.y + other.y, z: self.z + other.z }
    }
}

impl<S: Lanes, K: LaneKind<S>> Sub for LaneVector<S, K> {
    type Output = LaneVector<S, K>;

    #[inline(always)]
    fn sub(self, other: LaneVector<S, K>) -> LaneVector<S, K> {
        LaneVector { x: self.x - other.x, y: self.y - other.y, z: self.z - other.z }
    }
}

impl<S: Lanes, K: LaneKind<S>> Mul<LaneNumber<S, K>> for LaneVector<S, K> {
    type Output = LaneVector<S, K>;

    #[inline(always)]
    fn mul(self, factor: LaneNumber<S, K>) -> LaneVector<S, K> {
        LaneVector { x: self.x * factor, y: self.y * factor, z: self.z * factor }
    }
}
