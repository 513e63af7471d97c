//! Which buffers the kernels of each stage see.

use super::Buffers;
use crate::adapter::Arithmetic;
use crate::bind_group_layouts::{BindGroupLayouts, bind_group};
use crate::device::Device;
use crate::growable_buffer::GrowableBuffer;
use wgpu::{BindGroup, Buffer};

/// The bind groups of all stages.
#[derive(Debug)]
pub(crate) struct BindGroups {
    /// With `f64` positions where the device has `f64`.
    pub boxes: BindGroup,
    /// For rounds of even and of odd number: the lists of clusters change places.
    pub rounds: [BindGroup; 2],
    /// With labels in place of links, if they are uploaded.
    pub brute_force: Option<BindGroup>,
    /// The second narrow phase.
    pub narrow_f64: Option<BindGroup>,
    /// From the pairs to the list of candidates, and back.
    pub sort_digits: Vec<BindGroup>,
    pub f64_to_hi_lo: Option<BindGroup>,
    /// For the kernels that make clusters, unless the topology is prepared.
    pub cells: Option<BindGroup>,
}

impl Buffers {
    pub(super) fn make_bind_groups(
        &self,
        device: &Device,
        layouts: &BindGroupLayouts,
    ) -> BindGroups {
        let scene = |positions, links, lists: [&GrowableBuffer; 5]| {
            let topology = [&self.corners, &self.elements, &self.clusters, links];
            let written = [&self.element_boxes, &self.boxes, &self.stars];
            let all: Vec<&Buffer> = [&self.params_buffer, &self.counters, positions]
                .into_iter()
                .chain(topology)
                .chain(written)
                .chain(lists)
                .map(GrowableBuffer::get)
                .collect();
            bind_group(device, &layouts.scene, &all)
        };
        let (hi_lo, f64) = (&self.positions_hi_lo, &self.positions_f64);
        let first = if device.arithmetic == Arithmetic::F64 { f64 } else { hi_lo };
        let widest = if device.arithmetic == Arithmetic::F32 { hi_lo } else { f64 };
        let (candidates, pairs, unsure) = (&self.candidates, &self.pairs, &self.unsure);
        let lists = [&self.node_pairs, &self.other_node_pairs, candidates, pairs, unsure];
        let swapped = [&self.other_node_pairs, &self.node_pairs, candidates, pairs, unsure];
        let sort_digits = self.digits.iter().enumerate().map(|(pass, digit)| {
            let [from, to] = if pass % 2 == 0 { [pairs, candidates] } else { [candidates, pairs] };
            let all = [&self.params_buffer, &self.counters, from, to, &self.digit_table];
            let all: Vec<&Buffer> =
                all.map(GrowableBuffer::get).into_iter().chain([digit]).collect();
            bind_group(device, &layouts.sort, &all)
        });
        let is_second = device.has_second_narrow_phase();
        BindGroups {
            boxes: scene(widest, &self.links, lists),
            rounds: [scene(first, &self.links, lists), scene(first, &self.links, swapped)],
            brute_force: self.has_labels.then(|| scene(first, &self.labels, lists)),
            narrow_f64: is_second.then(|| {
                let [node_pairs, other_node_pairs, ..] = lists;
                let lists = [node_pairs, other_node_pairs, unsure, pairs, &self.unsure_f64];
                scene(f64, &self.links, lists)
            }),
            sort_digits: sort_digits.collect(),
            f64_to_hi_lo: is_second.then(|| {
                let all = [&self.params_buffer, &self.counters, f64, hi_lo, &self.digit_table];
                bind_group(device, &layouts.positions, &all.map(GrowableBuffer::get))
            }),
            cells: (!self.is_prepared).then(|| {
                let cells = &self.cells;
                let all = [
                    &self.params_buffer,
                    &self.counters,
                    first,
                    &cells.scene_corners,
                    &cells.groups,
                    &cells.counts,
                    // Six numbers a slot for each: boxes are computed after the last rank is read.
                    &self.element_boxes,
                    &self.corners,
                    &self.elements,
                    &self.stars,
                    &cells.incidence,
                    &self.links,
                    &cells.tile_sums,
                ];
                bind_group(device, &layouts.cells, &all.map(GrowableBuffer::get))
            }),
        }
    }
}
