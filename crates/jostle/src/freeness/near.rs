//! The larger elements near each element, in linear time through the grid.

use crate::broad::{BroadPhase, Grid, Lattice, LatticeBox};
use crate::convex::{Proximity, proximity};
use crate::geometry::{Aabb, Sphere};
use crate::mesh::SimplexMesh;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// How many elements at least as large are near an element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Within half its diameter, itself included: its `k`.
    pub half: u32,
    /// Within a quarter of it, itself included: its `k` as printed in the papers.
    pub quarter: u32,
    /// Those that share a vertex with it, itself not included; they are near whatever its shape.
    pub neighbours: u32,
}

/// Diameters of the smallest enclosing spheres, rounded outward.
pub fn diameters<const N: usize>(mesh: &SimplexMesh<N>) -> Vec<f64> {
    let diameter = |e: usize| 2.0 * Sphere::enclosing(&mesh.corners(e)).radius;
    (0..mesh.elements.len()).into_par_iter().map(diameter).collect()
}

/// Of two elements the smaller first: by diameter, then by index.
pub fn by_size(diameters: &[f64], a: u32, b: u32) -> (u32, u32) {
    let key = |e: u32| (diameters[e as usize], e);
    if key(a) < key(b) { (a, b) } else { (b, a) }
}

/// What a pair adds to the count of its smaller element.
pub fn decide<const N: usize>(
    mesh: &SimplexMesh<N>,
    diameters: &[f64],
    small: u32,
    large: u32,
) -> Count {
    let (e, f) = (small as usize, large as usize);
    if mesh.elements[e].iter().any(|v| mesh.elements[f].contains(v)) {
        return Count { half: 1, quarter: 1, neighbours: 1 };
    }
    // The least that the distance can be; coordinates are finite, so there is an answer.
    let least = match proximity(&mesh.corners(e), &mesh.corners(f)) {
        Ok(Proximity::Apart(apart)) => apart.distance - apart.error,
        Ok(Proximity::Meeting(_)) | Err(_) => 0.0,
    };
    let within = |share: f64| u32::from(least <= diameters[e] * share);
    Count { half: within(0.5), quarter: within(0.25), neighbours: 0 }
}

/// The counts of all elements.
pub fn counts<const N: usize>(mesh: &SimplexMesh<N>, diameters: &[f64]) -> Vec<Count> {
    let bounds: Vec<Aabb> =
        (0..diameters.len()).into_par_iter().map(|e| Aabb::of(mesh.corners(e))).collect();
    let lattice = Lattice::around(mesh.bounds());
    let boxes: Vec<LatticeBox> =
        bounds.par_iter().zip(diameters).map(|(own, &d)| lattice.aabb(&widened(own, d))).collect();
    let tally = Tally::new(diameters.len());
    let mut grid = Grid::default();
    grid.set_solid(N == 4);
    let mut workers = vec![(); rayon::current_num_threads()];
    grid.search(&boxes, &mut workers, |(), a, b| {
        let (small, large) = by_size(diameters, a, b);
        let (d, larger) = (diameters[small as usize], diameters[large as usize]);
        let gap = gap(&bounds[small as usize], &bounds[large as usize]);
        if gap <= d * 0.5 + (d + larger) * SLACK {
            tally.add(small, decide(mesh, diameters, small, large));
        }
    });
    tally.counts()
}

/// Twice the error of a distance within reach, `2^-47` of it and the extents of both elements, and
/// the roundings of a gap, as a share of both diameters.
const SLACK: f64 = 1.0 / (1u64 << 43) as f64;

/// A box with the reach of its element round it. The larger element of a pair reaches further than
/// the smaller one, so the boxes overlap with much to spare; rounding outward keeps them from
/// missing each other where coordinates are too coarse for the reach.
fn widened(own: &Aabb, diameter: f64) -> Aabb {
    let reach = diameter * 0.5;
    Aabb { min: (own.min - reach).map(f64::next_down), max: (own.max + reach).map(f64::next_up) }
}

/// The widest gap between two boxes along an axis: no points of them are closer.
fn gap(a: &Aabb, b: &Aabb) -> f64 {
    (a.min - b.max).max(b.min - a.max).max_element()
}

/// Sums that all workers add to; sums do not depend on their order.
struct Tally {
    sums: Vec<[AtomicU32; 3]>,
}

impl Tally {
    fn new(elements: usize) -> Tally {
        let mut sums = Vec::new();
        sums.resize_with(elements, || [AtomicU32::new(1), AtomicU32::new(1), AtomicU32::new(0)]);
        Tally { sums }
    }

    fn add(&self, element: u32, count: Count) {
        let own = &self.sums[element as usize];
        for (sum, add) in own.iter().zip([count.half, count.quarter, count.neighbours]) {
            if add > 0 {
                sum.fetch_add(add, Relaxed);
            }
        }
    }

    fn counts(self) -> Vec<Count> {
        let count = |sums: [AtomicU32; 3]| {
            let [half, quarter, neighbours] = sums.map(AtomicU32::into_inner);
            Count { half, quarter, neighbours }
        };
        self.sums.into_iter().map(count).collect()
    }
}
