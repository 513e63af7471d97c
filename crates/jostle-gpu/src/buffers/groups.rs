//! Which buffers the kernels of each stage see.

use super::Buffers;
use crate::device::{Device, Numbers};
use crate::growing::Growing;
use crate::layouts::{Layouts, group};
use wgpu::{BindGroup, Buffer};

/// What kernels see.
#[derive(Debug)]
pub(crate) struct Groups {
    /// With the longest numbers that there are.
    pub boxes: BindGroup,
    /// For rounds of even and odd number: the lists of clusters change places.
    pub rounds: [BindGroup; 2],
    pub brute: BindGroup,
    pub again: Option<BindGroup>,
    pub arguments: BindGroup,
    /// From the pairs to the room of candidates, and back.
    pub sort: Vec<BindGroup>,
    /// From positions of 64 bits to sums of two.
    pub halves: Option<BindGroup>,
}

impl Buffers {
    pub(super) fn make_groups(&self, device: &Device, layouts: &Layouts) -> Groups {
        let first = if device.numbers == Numbers::Long { &self.doubles } else { &self.halves };
        let scene = |positions: &Growing, links: &Growing, lists: [&Growing; 5]| {
            let topology = [&self.corners, &self.elements, &self.clusters, links];
            let written = [&self.element_boxes, &self.boxes, &self.stars];
            let all: Vec<&Buffer> = [&self.params, &self.counters, positions]
                .into_iter()
                .chain(topology)
                .chain(written)
                .chain(lists)
                .map(Growing::get)
                .collect();
            group(device, &layouts.scene, &all)
        };
        let (near, other) = (&self.near, &self.other);
        let results = [&self.candidates, &self.pairs, &self.unsure];
        let [candidates, pairs, unsure] = results;
        let sort = self.digits.iter().enumerate().map(|(pass, digit)| {
            let [from, to] = if pass % 2 == 0 { [pairs, candidates] } else { [candidates, pairs] };
            let all = [&self.params, &self.counters, from, to, &self.table].map(Growing::get);
            let all: Vec<&Buffer> = all.into_iter().chain([digit]).collect();
            group(device, &layouts.sort, &all)
        });
        let is_twice = device.tests_twice();
        let longest = if device.numbers == Numbers::Short { &self.halves } else { &self.doubles };
        Groups {
            boxes: scene(longest, &self.links, [near, other, candidates, pairs, unsure]),
            rounds: [
                scene(first, &self.links, [near, other, candidates, pairs, unsure]),
                scene(first, &self.links, [other, near, candidates, pairs, unsure]),
            ],
            brute: scene(first, &self.labels, [near, other, candidates, pairs, unsure]),
            again: is_twice.then(|| {
                let lists = [near, other, unsure, pairs, &self.left];
                scene(&self.doubles, &self.links, lists)
            }),
            arguments: group(device, &layouts.arguments, &[self.arguments.get()]),
            sort: sort.collect(),
            halves: is_twice.then(|| {
                let all = [&self.params, &self.counters, &self.doubles, &self.halves, &self.table];
                group(device, &layouts.positions, &all.map(Growing::get))
            }),
        }
    }
}
