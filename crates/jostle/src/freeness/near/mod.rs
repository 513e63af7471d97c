//! The larger elements near each element, in linear time through groups and the grid.

mod block;
mod count;
mod far;
mod gap;
mod lanes;
mod machine;
mod meeting;
mod neighbourhoods;
mod party;
mod placed;
mod suspects;
mod tally;
#[cfg(target_arch = "x86_64")]
mod x86;

use crate::broad::{Lattice, LatticeBox};
use crate::freeness::elements::Elements;
use crate::geometry::Aabb;
use machine::Machine;
use neighbourhoods::Neighbourhoods;
use placed::{Placed, widened};
use rayon::prelude::*;

pub use count::Count;
#[cfg(test)]
pub use count::{Nearness, by_size, nearness};
pub use machine::AnyMachine;

/// Diameters of the smallest enclosing spheres, rounded outward.
pub fn diameters(elements: &impl Elements) -> Vec<f64> {
    (0..elements.len()).into_par_iter().map(|e| elements.diameter(e)).collect()
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
        Aabb::from_points(
            elements.vertices(e).as_ref().iter().map(|&vertex| positions[vertex as usize]),
        )
    };
    let all = Aabb::from_points(positions.iter().copied());
    let lattice = Lattice::from_boxes(all, elements.len(), bounds);
    let mut points = vec![[0; 3]; positions.len()];
    let chunks = points.par_chunks_mut(CHUNK).zip(positions.par_chunks(CHUNK));
    chunks.for_each(|(points, positions)| lattice.points(positions, points));
    let reach = |e: usize| {
        let own = LatticeBox::from_corners(elements.vertices(e).as_ref(), &points);
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

/// Vertices that a thread takes at a time.
const CHUNK: usize = 4096;
