//! Counts the larger elements near each element, in linear time through groups and the grid.

mod block_cache;
mod counters;
mod distance_bounds;
mod element_block;
mod element_groups;
mod group_pairs;
mod lanes;
mod lattice_elements;
mod near_candidates;
mod nearness;
mod query_element;
mod separating_axis;
#[cfg(target_arch = "x86_64")]
mod simd_avx2;
mod simd_token;

use crate::broad::{Lattice, LatticeBox};
use crate::freeness::elements::Elements;
use crate::geometry::Aabb;
use element_groups::ElementGroups;
use jostle_support::parallel;
use lattice_elements::{LatticeElements, widened};
use simd_token::SimdToken;

pub use nearness::Count;
#[cfg(test)]
pub use nearness::{Nearness, nearness, smaller_first};
pub use simd_token::PortableSimd;

/// Diameters of the smallest enclosing spheres, rounded outward.
pub fn diameters(elements: &impl Elements) -> Vec<f64> {
    parallel::map(elements.len(), 1, |e| elements.diameter(e))
}

/// The counts of all elements.
pub fn counts<E: Elements>(elements: &E, diameters: &[f64]) -> Vec<Count> {
    #[cfg(target_arch = "x86_64")]
    if let Some(simd) = pulp::x86::V3::try_new() {
        return counts_with(simd, elements, diameters);
    }
    counts_with(PortableSimd, elements, diameters)
}

/// The same with a given instruction set.
pub fn counts_with<E: Elements>(
    simd: impl SimdToken,
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
    parallel::for_each_chunk_mut(&mut points, CHUNK, |chunk, points| {
        lattice.points(&positions[chunk * CHUNK..], points);
    });
    let reach = |e: usize| {
        let own = LatticeBox::from_corners(elements.vertices(e).as_ref(), &points);
        widened(own, lattice.units(diameters[e]))
    };
    let boxes: Vec<LatticeBox> = parallel::map(elements.len(), 1, reach);
    let groups = ElementGroups::build(&boxes, E::SOLID);
    let elements = LatticeElements { elements, diameters, lattice, points: &points, boxes: &boxes };
    match E::CORNERS {
        3 => group_pairs::counts::<E, 3>(simd, &elements, &groups),
        4 => group_pairs::counts::<E, 4>(simd, &elements, &groups),
        _ => group_pairs::counts::<E, 0>(simd, &elements, &groups),
    }
}

/// Vertices that a worker takes at a time.
const CHUNK: usize = 4096;
