//! The larger elements near each element, in linear time through groups and the grid.

use super::elements::Elements;
use super::machine::{AnyMachine, Machine};
use super::meeting;
use super::neighbourhoods::Neighbourhoods;
use crate::broad::{Lattice, LatticeBox};
use crate::geometry::Aabb;
use rayon::prelude::*;

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
#[cfg(test)]
pub fn by_size(diameters: &[f64], a: u32, b: u32) -> (u32, u32) {
    let size = |e: u32| (diameters[e as usize], e);
    if size(a) < size(b) { (a, b) } else { (b, a) }
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
pub fn by_distance(least: f64, diameter: f64) -> Nearness {
    match least {
        least if least <= diameter * 0.25 => Nearness::Quarter,
        least if least <= diameter * 0.5 => Nearness::Half,
        _ => Nearness::Far,
    }
}

/// Whether there is a vertex in both. Without branches: which one it is is not to be foretold.
#[inline(always)]
pub fn share(a: &[u32], b: &[u32]) -> bool {
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
    #[cfg(target_arch = "x86_64")]
    if let Some(machine) = pulp::x86::V3::try_new() {
        return counts_on(machine, elements, diameters);
    }
    counts_on(AnyMachine, elements, diameters)
}

/// The same on a kind of machine.
pub fn counts_on<E: Elements>(
    machine: impl Machine,
    elements: &E,
    diameters: &[f64],
) -> Vec<Count> {
    let positions = elements.positions();
    let bounds = |e: usize| {
        Aabb::of(elements.vertices(e).as_ref().iter().map(|&vertex| positions[vertex as usize]))
    };
    let all = Aabb::of(positions.iter().copied());
    let lattice = Lattice::of_boxes(all, elements.len(), bounds);
    let mut points = vec![[0; 3]; positions.len()];
    let chunks = points.par_chunks_mut(CHUNK).zip(positions.par_chunks(CHUNK));
    chunks.for_each(|(points, positions)| lattice.points(positions, points));
    let reach = |e: usize| {
        let own = LatticeBox::around(elements.vertices(e).as_ref(), &points);
        widened(own, lattice.units(diameters[e]))
    };
    let boxes: Vec<LatticeBox> = (0..elements.len()).into_par_iter().map(reach).collect();
    let groups = Neighbourhoods::of(&boxes, E::SOLID);
    let placed = Placed { elements, diameters, lattice, points: &points, boxes: &boxes };
    match E::CORNERS {
        3 => meeting::counts::<E, 3>(machine, &placed, &groups),
        4 => meeting::counts::<E, 4>(machine, &placed, &groups),
        _ => meeting::counts::<E, 0>(machine, &placed, &groups),
    }
}

/// Elements on a lattice.
#[derive(Clone, Copy)]
pub struct Placed<'e, E> {
    pub elements: &'e E,
    pub diameters: &'e [f64],
    pub lattice: Lattice,
    /// Of the vertices.
    pub points: &'e [[i32; 3]],
    /// Of the elements, each with its reach.
    pub boxes: &'e [LatticeBox],
}

/// Vertices that a thread takes at a time.
const CHUNK: usize = 4096;

/// Twice the error of a distance within reach, `2^-47` of it and the extents of both elements, as a
/// share of both diameters.
const SLACK: f64 = 1.0 / (1u64 << 43) as f64;

/// A box with half the reach of its element round it, given the diameter in lattice units. The larger
/// element of a pair has at least as much, so that the boxes overlap wherever one is within the
/// smaller one's reach of the other.
#[inline]
fn widened(own: LatticeBox, diameter: f64) -> LatticeBox {
    // Two more: lattice points of two positions are less than two units further apart than these.
    let reach = ((diameter * (0.25 + SLACK)) as i32).saturating_add(2);
    LatticeBox {
        min: own.min.map(|c| c.saturating_sub(reach)),
        max: own.max.map(|c| c.saturating_add(reach)),
    }
}
