//! The larger elements near each element, in linear time through groups and the grid.

use super::elements::Elements;
use super::far::Far;
use super::neighbourhoods::Neighbourhoods;
use crate::broad::{GroupSearch, Lattice, LatticeBox};
use crate::geometry::Aabb;
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

/// How near the larger element of a pair is to the smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nearness {
    /// It shares a vertex.
    Neighbour = 0,
    /// Within a quarter of the smaller one's diameter.
    Quarter = 1,
    /// Within half of it.
    Half = 2,
    /// Further.
    Far = 3,
}

/// Diameters of the smallest enclosing spheres, rounded outward.
pub fn diameters(elements: &impl Elements) -> Vec<f64> {
    (0..elements.len()).into_par_iter().map(|e| elements.diameter(e)).collect()
}

/// Of two elements the smaller first: by diameter, then by index.
#[inline]
pub fn by_size(diameters: &[f64], a: u32, b: u32) -> (u32, u32) {
    let [of_a, of_b] = [a, b].map(|e| diameters[e as usize]);
    // Without branches: which one it is is not to be foretold.
    let first = (of_a < of_b) | ((of_a == of_b) & (a < b));
    if first { (a, b) } else { (b, a) }
}

/// How near the larger element is, by definition.
#[cfg(test)]
pub fn nearness(elements: &impl Elements, diameters: &[f64], small: u32, large: u32) -> Nearness {
    let (e, f) = (small as usize, large as usize);
    if share(elements.vertices(e).as_ref(), elements.vertices(f).as_ref()) {
        return Nearness::Neighbour;
    }
    by_distance(elements.least_distance(e, f), diameters[e])
}

#[inline]
fn by_distance(least: f64, diameter: f64) -> Nearness {
    match least {
        least if least <= diameter * 0.25 => Nearness::Quarter,
        least if least <= diameter * 0.5 => Nearness::Half,
        _ => Nearness::Far,
    }
}

/// Whether there is a vertex in both. Without branches: which one it is is not to be foretold.
#[inline(always)]
fn share(a: &[u32], b: &[u32]) -> bool {
    let mut found = false;
    for v in a {
        for w in b {
            found |= v == w;
        }
    }
    found
}

/// The counts of all elements.
pub fn counts<E: Elements>(elements: &E, diameters: &[f64]) -> Vec<Count> {
    let positions = elements.positions();
    let lattice = Lattice::around(Aabb::of(positions.iter().copied()));
    let mut points = vec![[0; 3]; positions.len()];
    let chunks = points.par_chunks_mut(CHUNK).zip(positions.par_chunks(CHUNK));
    chunks.for_each(|(points, positions)| lattice.points(positions, points));
    let widened = |e: usize| {
        let own = LatticeBox::around(elements.vertices(e).as_ref(), &points);
        widened(own, lattice.units(diameters[e]))
    };
    let boxes: Vec<LatticeBox> = (0..elements.len()).into_par_iter().map(widened).collect();
    let groups = Neighbourhoods::of(&boxes, E::SOLID);
    let far = Far { elements, diameters, points: &points, lattice };
    let mut workers: Vec<Worker> = Vec::new();
    workers.resize_with(rayon::current_num_threads(), Worker::default);
    let tally = Tally::new(elements.len(), workers.len());
    let near = Near { elements, diameters, far, tally };
    GroupSearch::default()
        .search(&groups, &mut workers, |worker, _, pairs| near.count(worker, pairs));
    near.tally.counts()
}

/// Vertices that a thread takes at a time.
const CHUNK: usize = 4096;

/// Twice the error of a distance within reach, `2^-47` of it and the extents of both elements, as a
/// share of both diameters.
const SLACK: f64 = 1.0 / (1u64 << 43) as f64;

/// A box with half the reach of its element round it, given the diameter in lattice units. The larger
/// element of a pair has at least as much, so that the boxes overlap wherever one is within the
/// smaller one's reach of the other.
fn widened(own: LatticeBox, diameter: f64) -> LatticeBox {
    // Two more: lattice points of two positions are less than two units further apart than these.
    let reach = ((diameter * (0.25 + SLACK)) as i32).saturating_add(2);
    LatticeBox {
        min: own.min.map(|c| c.saturating_sub(reach)),
        max: own.max.map(|c| c.saturating_add(reach)),
    }
}

/// The elements, and what has been counted of them.
struct Near<'e, E> {
    elements: &'e E,
    diameters: &'e [f64],
    far: Far<'e, E>,
    tally: Tally,
}

/// One worker's room.
#[derive(Default)]
struct Worker {
    /// Pairs that share no vertex, and those of them that may be near.
    strangers: Vec<[u32; 2]>,
    suspects: Vec<[u32; 2]>,
}

impl<E: Elements> Near<'_, E> {
    /// Counts pairs; those with the same first element follow each other.
    fn count(&self, worker: &mut Worker, pairs: &[[u32; 2]]) {
        self.count_neighbours(pairs, &mut worker.strangers);
        self.far.sift(&worker.strangers, &mut worker.suspects);
        for &[a, b] in &worker.suspects {
            let (small, large) = by_size(self.diameters, a, b);
            let least = self.elements.least_distance(small as usize, large as usize);
            let nearness = by_distance(least, self.diameters[small as usize]);
            if nearness != Nearness::Far {
                self.tally.add(small, nearness);
            }
        }
    }

    /// Counts the pairs that share a vertex, and lists the others.
    fn count_neighbours(&self, pairs: &[[u32; 2]], strangers: &mut Vec<[u32; 2]>) {
        strangers.resize(pairs.len(), [0; 2]);
        let mut count = 0;
        for run in pairs.chunk_by(|a, b| a[0] == b[0]) {
            let own = run[0][0];
            let vertices = self.elements.vertices(own as usize);
            for &pair in run {
                strangers[count] = pair;
                if share(vertices.as_ref(), self.elements.vertices(pair[1] as usize).as_ref()) {
                    self.tally.add(by_size(self.diameters, own, pair[1]).0, Nearness::Neighbour);
                } else {
                    count += 1;
                }
            }
        }
        strangers.truncate(count);
    }
}

/// Sums that all workers add to; sums do not depend on their order.
struct Tally {
    sums: Vec<[AtomicU32; 3]>,
    /// Whether there is one worker, who need not mind others.
    alone: bool,
}

impl Tally {
    fn new(elements: usize, workers: usize) -> Tally {
        let mut sums = Vec::new();
        sums.resize_with(elements, Default::default);
        Tally { sums, alone: workers == 1 }
    }

    #[inline]
    fn add(&self, element: u32, nearness: Nearness) {
        let sum = &self.sums[element as usize][nearness as usize];
        if self.alone {
            sum.store(sum.load(Relaxed) + 1, Relaxed);
        } else {
            sum.fetch_add(1, Relaxed);
        }
    }

    fn counts(self) -> Vec<Count> {
        let count = |sums: [AtomicU32; 3]| {
            let [neighbours, quarter, half] = sums.map(AtomicU32::into_inner);
            let quarter = 1 + neighbours + quarter;
            Count { half: quarter + half, quarter, neighbours }
        };
        self.sums.into_iter().map(count).collect()
    }
}
