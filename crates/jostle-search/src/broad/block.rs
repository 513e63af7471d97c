//! Eight boxes side by side, for loops that compare eight at a time.

use super::LatticeBox;
use super::packing::Packing;
use crate::conditions::{Condition, required};
use crate::geometry::lanes::{Lanes, WIDE};

/// Boxes are compared this many at a time.
pub const LANES: usize = WIDE;

/// What is compared with eight others at a time.
pub trait LaneBounds: Copy + std::fmt::Debug + Send + Sync {
    /// Those eight.
    type Lanes: Copy + std::fmt::Debug + Send + Sync;
    /// What stands where there is none.
    const EMPTY: Self::Lanes;
    /// Whether lanes behind the last member are apart from whatever members are compared with.
    const PADDING_IS_APART: bool;

    fn set(lanes: &mut Self::Lanes, lane: usize, own: &Self);
    fn get(lanes: &Self::Lanes, lane: usize) -> Self;
    /// A bit for each of the eight that is apart from the given one. Of those that overlap there is none: the
    /// compiler would invert all comparisons to get at them.
    fn apart_from_lanes<L: Lanes>(&self, simd: L, lanes: &Self::Lanes) -> u32;
}

/// What members of groups are bounded by: a box, or a box that moves.
pub trait Bounds: Stored<Self> + Default {
    /// The same in half the bits, of groups that are small enough.
    type Packed: Stored<Self>;
    /// A corner of a box.
    type Corner: Corner;

    /// One around both.
    fn around(&self, other: &Self) -> Self;
    /// The box between its lowest and its highest corner.
    fn between(corners: &[Self::Corner; 2]) -> Self;
    /// Its lowest and its highest corner.
    #[cfg(test)]
    fn corners(&self) -> [Self::Corner; 2];
}

/// The way boxes are stored to be compared: as they are, or packed.
pub trait Stored<B: Bounds>: LaneBounds {
    /// Packs a box, if boxes are packed.
    fn from_bounds(own: &B, packing: Packing) -> Self;
    /// Sets eight boxes, each between its lowest and its highest corner.
    fn set_all<L: Lanes>(
        lanes: &mut Self::Lanes,
        simd: L,
        corners: &[[B::Corner; LANES]; 2],
        packing: Packing,
    );
    /// What stands behind the last member of a group, given its lowest coordinate along the first axis.
    fn padding(lowest: i32, packing: Packing) -> Self;
}

/// A point on the lattice, or one that moves.
pub trait Corner: Copy + Send + Sync {
    /// The corners of what overlaps nothing: above and below all others.
    const EMPTY: [Self; 2];
    /// The lesser of each coordinate.
    fn min(&self, other: &Self) -> Self;
    /// The greater of each coordinate.
    fn max(&self, other: &Self) -> Self;
    /// The lowest and the highest corner of a box, moved outward by so many units, as far as the lattice goes.
    fn widened(corners: [Self; 2], units: u32) -> [Self; 2];
}

/// Eight boxes.
#[derive(Clone, Copy, Debug)]
pub struct BoxLanes {
    pub min: [[i32; LANES]; 3],
    pub max: [[i32; LANES]; 3],
}

impl LaneBounds for LatticeBox {
    type Lanes = BoxLanes;
    /// Overlap nothing but what reaches to the ends of the lattice.
    const EMPTY: BoxLanes = BoxLanes { min: [[i32::MAX; LANES]; 3], max: [[i32::MIN; LANES]; 3] };
    const PADDING_IS_APART: bool = false;

    #[inline(always)]
    fn set(lanes: &mut BoxLanes, lane: usize, own: &LatticeBox) {
        for axis in 0..3 {
            lanes.min[axis][lane] = own.min[axis];
            lanes.max[axis][lane] = own.max[axis];
        }
    }

    #[inline(always)]
    fn get(lanes: &BoxLanes, lane: usize) -> LatticeBox {
        // One by one: the compiler would copy whole arrays to take one of each.
        let [x, y, z] = [0, 1, 2].map(|axis| [&lanes.min[axis][lane], &lanes.max[axis][lane]]);
        LatticeBox { min: [*x[0], *y[0], *z[0]], max: [*x[1], *y[1], *z[1]] }
    }

    #[inline(always)]
    fn apart_from_lanes<L: Lanes>(&self, simd: L, lanes: &BoxLanes) -> u32 {
        let mut apart = simd.ints(0);
        for axis in 0..3 {
            let [above, below] = beyond(simd, self, lanes, axis);
            apart = simd.or_ints(apart, simd.or_ints(above, below));
        }
        simd.bits_of_ints(apart)
    }
}

impl Stored<LatticeBox> for LatticeBox {
    #[inline(always)]
    fn from_bounds(own: &LatticeBox, _: Packing) -> LatticeBox {
        *own
    }

    fn padding(_: i32, _: Packing) -> LatticeBox {
        LatticeBox { min: [i32::MAX; 3], max: [i32::MIN; 3] }
    }

    #[inline(always)]
    fn set_all<L: Lanes>(
        lanes: &mut BoxLanes,
        simd: L,
        corners: &[[[i32; 3]; LANES]; 2],
        _: Packing,
    ) {
        let [a, b, c, _, d, e, f, _] = simd.transpose_ints(&rows(corners));
        *lanes = BoxLanes { min: [a, b, c], max: [d, e, f] };
    }
}

/// The corners of each of eight boxes in a row.
#[inline(always)]
pub(super) fn rows([lowest, highest]: &[[[i32; 3]; LANES]; 2]) -> [[i32; LANES]; LANES] {
    let mut rows = [[0; LANES]; LANES];
    for (row, ([a, b, c], [d, e, f])) in rows.iter_mut().zip(lowest.iter().zip(highest)) {
        *row = [*a, *b, *c, 0, *d, *e, *f, 0];
    }
    rows
}

impl Corner for [i32; 3] {
    const EMPTY: [[i32; 3]; 2] = [[i32::MAX; 3], [i32::MIN; 3]];

    #[inline(always)]
    fn min(&self, other: &[i32; 3]) -> [i32; 3] {
        let ([a, b, c], [d, e, f]) = (self, other);
        [*a.min(d), *b.min(e), *c.min(f)]
    }

    #[inline(always)]
    fn max(&self, other: &[i32; 3]) -> [i32; 3] {
        let ([a, b, c], [d, e, f]) = (self, other);
        [*a.max(d), *b.max(e), *c.max(f)]
    }

    #[inline(always)]
    fn widened([low, high]: [[i32; 3]; 2], units: u32) -> [[i32; 3]; 2] {
        let LatticeBox { min, max } = LatticeBox { min: low, max: high }.widened(units);
        [min, max]
    }
}

/// Which of eight boxes are above the given one along an axis, and which below.
#[inline(always)]
fn beyond<L: Lanes>(simd: L, own: &LatticeBox, lanes: &BoxLanes, axis: usize) -> [L::Ints; 2] {
    [
        simd.ints_above(simd.load_ints(&lanes.min[axis]), simd.ints(own.max[axis])),
        simd.ints_above(simd.ints(own.min[axis]), simd.load_ints(&lanes.max[axis])),
    ]
}

/// A box around something whose corners move on straight lines: where it is at the beginning of a step and
/// at its end.
///
/// If two are apart along an axis at both ends, the same one above, so are any two corners of theirs
/// throughout: the difference of their coordinates is linear in time. The map to the lattice is monotone, so
/// what is apart on it is apart in space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MovingBox {
    /// The box at the beginning of the step.
    pub start: LatticeBox,
    /// The box at the end of the step.
    pub end: LatticeBox,
}

/// The lattice point of something that moves on a straight line, at the beginning of a step and at its end.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(32))]
pub struct MovingPoint(pub(super) [i32; LANES]);

impl MovingPoint {
    /// A point that moves from the first to the second place.
    pub fn new([a, b, c]: [i32; 3], [d, e, f]: [i32; 3]) -> MovingPoint {
        MovingPoint([a, b, c, 0, d, e, f, 0])
    }
}

impl Corner for MovingPoint {
    const EMPTY: [MovingPoint; 2] =
        [MovingPoint([i32::MAX; LANES]), MovingPoint([i32::MIN; LANES])];

    #[inline(always)]
    fn min(&self, other: &MovingPoint) -> MovingPoint {
        let mut least = *self;
        least.0.iter_mut().zip(&other.0).for_each(|(own, other)| *own = (*own).min(*other));
        least
    }

    #[inline(always)]
    fn max(&self, other: &MovingPoint) -> MovingPoint {
        let mut greatest = *self;
        greatest.0.iter_mut().zip(&other.0).for_each(|(own, other)| *own = (*own).max(*other));
        greatest
    }

    #[inline(always)]
    fn widened([low, high]: [MovingPoint; 2], units: u32) -> [MovingPoint; 2] {
        [
            MovingPoint(low.0.map(|x| x.saturating_sub_unsigned(units))),
            MovingPoint(high.0.map(|x| x.saturating_add_unsigned(units))),
        ]
    }
}

impl MovingBox {
    /// The smallest box around some of the points.
    #[inline(always)]
    pub fn from_corners(corners: &[u32], points: &[MovingPoint]) -> MovingBox {
        let mut own = [points[corners[0] as usize]; 2];
        for &corner in &corners[1..] {
            let point = &points[corner as usize];
            own = [own[0].min(point), own[1].max(point)];
        }
        MovingBox::between(&own)
    }

    /// Whether the two may overlap at some time of the step.
    #[inline]
    pub fn overlaps(&self, other: &MovingBox) -> bool {
        let above = |a: &LatticeBox, b: &LatticeBox, axis: usize| a.min[axis] > b.max[axis];
        !(0..3).any(|axis| {
            let [one, other] = [self, other];
            (above(&one.start, &other.start, axis) & above(&one.end, &other.end, axis))
                | (above(&other.start, &one.start, axis) & above(&other.end, &one.end, axis))
        })
    }
}

impl LaneBounds for MovingBox {
    type Lanes = [BoxLanes; 2];
    const EMPTY: [BoxLanes; 2] = [<LatticeBox as LaneBounds>::EMPTY; 2];
    const PADDING_IS_APART: bool = false;

    #[inline(always)]
    fn set(lanes: &mut [BoxLanes; 2], lane: usize, own: &MovingBox) {
        LatticeBox::set(&mut lanes[0], lane, &own.start);
        LatticeBox::set(&mut lanes[1], lane, &own.end);
    }

    #[inline(always)]
    fn get(lanes: &[BoxLanes; 2], lane: usize) -> MovingBox {
        MovingBox { start: LatticeBox::get(&lanes[0], lane), end: LatticeBox::get(&lanes[1], lane) }
    }

    #[inline(always)]
    fn apart_from_lanes<L: Lanes>(&self, simd: L, [start, end]: &[BoxLanes; 2]) -> u32 {
        let (end, own_end) = match required(Condition::MovingBoxesAtBothEnds) {
            true => (end, &self.end),
            false => (start, &self.start),
        };
        let mut apart = simd.ints(0);
        for axis in 0..3 {
            let [above, below] = beyond(simd, &self.start, start, axis);
            let [above_then, below_then] = beyond(simd, own_end, end, axis);
            apart = simd.or_ints(apart, simd.and_ints(above, above_then));
            apart = simd.or_ints(apart, simd.and_ints(below, below_then));
        }
        simd.bits_of_ints(apart)
    }
}

impl Stored<MovingBox> for MovingBox {
    #[inline(always)]
    fn from_bounds(own: &MovingBox, _: Packing) -> MovingBox {
        *own
    }

    fn padding(lowest: i32, packing: Packing) -> MovingBox {
        let start: LatticeBox = Stored::padding(lowest, packing);
        MovingBox { start, end: start }
    }

    #[inline(always)]
    fn set_all<L: Lanes>(
        lanes: &mut [BoxLanes; 2],
        simd: L,
        corners: &[[MovingPoint; LANES]; 2],
        _: Packing,
    ) {
        let [lowest, highest] = columns(simd, corners);
        for (end, bounds) in lanes.iter_mut().enumerate() {
            for axis in 0..3 {
                bounds.min[axis] = lowest[4 * end + axis];
                bounds.max[axis] = highest[4 * end + axis];
            }
        }
    }
}

/// The coordinates of eight lowest and eight highest corners.
#[inline(always)]
pub(super) fn columns<L: Lanes>(
    simd: L,
    [lowest, highest]: &[[MovingPoint; LANES]; 2],
) -> [[[i32; LANES]; LANES]; 2] {
    [
        simd.transpose_ints(&lowest.map(|point| point.0)),
        simd.transpose_ints(&highest.map(|point| point.0)),
    ]
}

/// Eight members and what they are bounded by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block<B: LaneBounds = LatticeBox> {
    pub elements: [u32; LANES],
    pub bounds: B::Lanes,
}

impl<B: LaneBounds> Block<B> {
    /// No members.
    pub const EMPTY: Block<B> = Block { elements: [0; LANES], bounds: B::EMPTY };

    #[inline(always)]
    pub fn set(&mut self, lane: usize, element: u32, own: &B) {
        self.elements[lane] = element;
        B::set(&mut self.bounds, lane, own);
    }

    #[inline(always)]
    pub fn get(&self, lane: usize) -> B {
        B::get(&self.bounds, lane)
    }

    /// A bit for each of the eight that is apart from the given one.
    #[inline(always)]
    pub fn apart_from<L: Lanes>(&self, simd: L, own: &B) -> u32 {
        own.apart_from_lanes(simd, &self.bounds)
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
