//! Elements that share a cell with one of another object.
//!
//! A box occupies the cells from that of its lower corner to that of its upper one, along each axis. The larger a
//! coordinate, the larger its cell, or it is the same: differences to a number, products with one that is not
//! negative, whole parts and clamping keep the order. If two boxes overlap, the lower end of neither is above the
//! upper end of the other; the same is true of their cells, so the ranges of these have one in common along each
//! axis, and the boxes occupy one cell both. An element all of whose cells hold elements of its own object only
//! therefore overlaps no element of another.

use crate::conditions::{Condition, required};
use crate::geometry::Aabb;
use crate::mesh::Scene;
use glam::DVec3;
use rayon::prelude::*;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering::Relaxed};

/// The objects that occupy each cell of a region; keeps its buffers.
#[derive(Debug, Default)]
pub(super) struct Occupancy {
    /// An object, [`NOBODY`] or [`SEVERAL`].
    cells: Vec<AtomicU32>,
    kept: Vec<u32>,
}

const NOBODY: u32 = u32::MAX;
const SEVERAL: u32 = u32::MAX - 1;
/// So few elements are compared as fast as they are looked at.
const FEW: usize = 1024;
/// Elements that a thread looks at at a time.
const AT_A_TIME: usize = 4096;
/// Cells for each element: about as large as an element of a surface that is spread over the region.
const CELLS_PER_ELEMENT: usize = 4;
/// Cells that elements occupy at most, on average. Where they are more, no element is left out.
const MOST_OCCUPIED: usize = 32;

impl Occupancy {
    /// Keeps those elements, which are ascending, that may overlap one of another object. The region is where they
    /// do, if at all.
    pub fn retain_shared(&mut self, scene: &Scene, region: Aabb, elements: &mut Vec<u32>) {
        let budget = CELLS_PER_ELEMENT * elements.len();
        if elements.len() < FEW || region.is_empty() || budget > u32::MAX as usize {
            return;
        }
        let cells = CellMap::new(region, budget);
        self.cells.resize_with(self.cells.len().max(cells.len()), AtomicU32::default);
        let owners = &self.cells[..cells.len()];
        owners.par_iter().with_min_len(1 << 16).for_each(|cell| cell.store(NOBODY, Relaxed));
        let most = MOST_OCCUPIED * elements.len();
        let occupied = AtomicUsize::new(0);
        // One object after another: threads that meet in a cell write the same.
        let mut rest = &elements[..];
        for (object, own) in (0..).zip(scene.objects()) {
            let count = rest.partition_point(|&e| (e as usize) < own.elements().end);
            rest[..count].par_chunks(AT_A_TIME).for_each(|part| {
                let mut count = occupied.load(Relaxed);
                for &element in part {
                    let ranges = cells.ranges(&scene.element_at(element as usize).bounds());
                    count = count.saturating_add(CellMap::count(&ranges));
                    if count > most {
                        // Too many, and nothing is left out.
                        return occupied.store(usize::MAX, Relaxed);
                    }
                    cells.for_each_in(&ranges, |cell| {
                        let owner = owners[cell].load(Relaxed);
                        let is_free = owner == NOBODY || owner == object;
                        owners[cell].store(if is_free { object } else { SEVERAL }, Relaxed);
                        true
                    });
                }
                // Threads that count at the same time count less: a bound of the work, not its sum.
                occupied.fetch_max(count, Relaxed);
            });
            rest = &rest[count..];
            if occupied.load(Relaxed) > most {
                return;
            }
        }
        let is_shared = |element: &u32| {
            let mut is_shared = false;
            let ranges = cells.ranges(&scene.element_at(*element as usize).bounds());
            cells.for_each_in(&ranges, |cell| {
                is_shared = owners[cell].load(Relaxed) == SEVERAL;
                !is_shared
            });
            is_shared
        };
        self.kept.clear();
        match elements.len() < 2 * AT_A_TIME || rayon::current_num_threads() == 1 {
            true => self.kept.extend(elements.iter().copied().filter(is_shared)),
            false => self.kept.par_extend(elements.par_iter().copied().filter(is_shared)),
        }
        std::mem::swap(elements, &mut self.kept);
    }

    pub fn bytes(&self) -> usize {
        self.cells.capacity() * size_of::<AtomicU32>() + self.kept.capacity() * size_of::<u32>()
    }
}

/// Cells of equal size in a region. Those at its sides reach beyond it without end.
#[derive(Debug)]
struct CellMap {
    lowest: DVec3,
    scale: DVec3,
    counts: [usize; 3],
}

impl CellMap {
    /// About as many cells as given at most, and as long as they are wide.
    fn new(region: Aabb, most: usize) -> CellMap {
        let size = region.size();
        let longest = size.max_element();
        let counts_of = |along: f64| {
            size.to_array().map(|own| match longest > 0.0 && longest.is_finite() {
                true => ((own / longest * along).ceil() as usize).max(1),
                false => 1,
            })
        };
        let mut along = most as f64;
        while counts_of(along).iter().product::<usize>() > most && along > 1.0 {
            along *= 0.875;
        }
        let counts = counts_of(along);
        // Where a size is zero, all is in one cell: the whole part of what is not a number is zero.
        let scale = |axis: usize| match counts[axis] {
            1 => 0.0,
            count => count as f64 / size[axis],
        };
        let scale = DVec3::new(scale(0), scale(1), scale(2));
        CellMap { lowest: region.min, scale, counts }
    }

    fn len(&self) -> usize {
        self.counts.iter().product()
    }

    #[inline]
    fn range(&self, bounds: &Aabb, axis: usize) -> RangeInclusive<usize> {
        let cell = |x: f64| {
            let cell = (x - self.lowest[axis]) * self.scale[axis];
            (cell as usize).min(self.counts[axis] - 1)
        };
        let (low, high) = (cell(bounds.min[axis]), cell(bounds.max[axis]));
        if required(Condition::AllCellsOfElements) { low..=high } else { low..=low }
    }

    /// The cells of a box along each axis.
    #[inline]
    fn ranges(&self, bounds: &Aabb) -> [RangeInclusive<usize>; 3] {
        [0, 1, 2].map(|axis| self.range(bounds, axis))
    }

    #[inline]
    fn count(ranges: &[RangeInclusive<usize>; 3]) -> usize {
        ranges.iter().map(|range| range.end() - range.start() + 1).product()
    }

    /// Shows the cells of ranges until told to stop.
    #[inline]
    fn for_each_in(
        &self,
        [x, y, z]: &[RangeInclusive<usize>; 3],
        mut visit: impl FnMut(usize) -> bool,
    ) {
        let [columns, rows, _] = self.counts;
        for z in z.clone() {
            for y in y.clone() {
                for x in x.clone() {
                    if !visit((z * rows + y) * columns + x) {
                        return;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::shapes;
    use rayon::ThreadPoolBuilder;

    /// All elements of a scene that overlap one of another object are kept, and few others where surfaces cross.
    #[test]
    fn elements_that_overlap_others_are_kept() {
        let mut occupancy = Occupancy::default();
        let mut kept_few = 0;
        for case in 0..24 {
            let mut scene = Scene::new();
            let shift = DVec3::new(0.1 * f64::from(case), 0.3, -0.2);
            let scale = DVec3::new(1.0, if case % 3 == 0 { 1e-9 } else { 1.0 }, 1.0);
            let coarse = shapes::icosphere(1 + case % 3, 1.0).scaled(scale);
            scene.add("fine", shapes::icosphere(4, 1.0).scaled(scale)).unwrap();
            scene.add("coarse", coarse.translated(shift * scale)).unwrap();
            scene.add("other", shapes::cloth(30, 30, [2.0, 2.0])).unwrap();
            let boxes: Vec<Aabb> =
                (0..scene.element_count()).map(|e| scene.element_at(e).bounds()).collect();
            let owner = |e: usize| scene.objects().partition_point(|own| own.elements().end <= e);
            let overlaps_another = |e: usize| {
                (0..boxes.len()).any(|o| owner(o) != owner(e) && boxes[o].overlaps(&boxes[e]))
            };
            let expected: Vec<usize> = (0..boxes.len()).filter(|&e| overlaps_another(e)).collect();
            let around = |own: &Aabb, all: Aabb| all.union(*own);
            let region = expected.iter().fold(Aabb::EMPTY, |all, &e| around(&boxes[e], all));
            for threads in [1, 3] {
                let mut elements: Vec<u32> = (0..boxes.len() as u32).collect();
                let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                pool.install(|| occupancy.retain_shared(&scene, region, &mut elements));
                assert!(elements.is_sorted());
                let is_kept = |e: &&usize| elements.binary_search(&(**e as u32)).is_err();
                assert_eq!(expected.iter().find(is_kept), None, "case {case}");
                kept_few += (elements.len() < boxes.len() / 2) as usize;
            }
        }
        assert!(kept_few > 24, "{kept_few} of 48");
    }

    #[test]
    fn cells_are_in_the_order_of_coordinates() {
        let sizes =
            [DVec3::ONE, DVec3::new(1e-300, 1.0, 1e300), DVec3::ZERO, DVec3::splat(f64::MAX)];
        for size in sizes {
            for most in [1, 7, 1000] {
                let map = CellMap::new(Aabb { min: -size * 0.5, max: size * 0.5 }, most);
                assert!(map.len() <= most.max(1) * 4, "{map:?}");
                let far = [-f64::MAX, -1e300, -1.0, -0.1, 0.0, 1e-301, 0.3, 0.5, 1e300, f64::MAX];
                for pair in far.windows(2) {
                    let bounds = Aabb { min: DVec3::splat(pair[0]), max: DVec3::splat(pair[1]) };
                    for axis in 0..3 {
                        let range = map.range(&bounds, axis);
                        assert!(range.start() <= range.end() && *range.end() < map.counts[axis]);
                    }
                }
            }
        }
    }
}
