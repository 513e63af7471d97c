//! Clusters of topology that is new: made on the device, of elements in a row along a curve through space.
//!
//! The host only says which elements there are, by groups: those of objects that are numbered in a row and
//! may share clusters. A group has a box that is halved again and again, always along its longest side, into
//! about as many cells as it has elements. Kernels count elements into cells, and put them in the order of the
//! cells (`wgsl/cell_*.wgsl`); clusters are so many in a row, wherever a cell ends, so that the host knows all
//! of them beforehand and nothing has to come back.

use crate::cluster_labels::label_and_flags;
use crate::morton_code::morton_code;
use crate::shader_constants::{GROUP_HAS_STARS, MAX_CLUSTER_ELEMENTS, NO_LABEL, NODE_CHILDREN};
use bytemuck::{Pod, Zeroable};
use jostle::{DVec3, Query, Scene};
use jostle_support::parallel;
use std::ops::Range;

/// Elements of a cluster: the most that there can be, because those along a curve reach further than those that were
/// grown, and half as many clusters of twice as many elements have less than half as many pairs that overlap.
const CLUSTER_ELEMENTS: u32 = MAX_CLUSTER_ELEMENTS;
/// The most halvings of a box: as many as two words hold, two bits each, and cells for 4,000,000 elements.
const MAX_LEVELS: u32 = 22;
/// Vertices that the box of a group is estimated from, and one for so many elements at most.
const MAX_SAMPLES: usize = 256;
const ELEMENTS_PER_SAMPLE: u32 = 64;
const MIN_SAMPLES: usize = 8;
/// One in so many samples is left out at each end, because a few vertices may be far away, and the rest is
/// extended by a part of itself, because samples are few. What is outside is put into the cells at the border.
const SAMPLES_PER_OUTLIER: usize = 128;
const BOX_MARGIN: f64 = 1.0 / 16.0;

/// Elements of objects that are numbered in a row, and whose clusters have one label and the same flags.
#[derive(Debug)]
pub(crate) struct ElementGroup {
    elements: Range<u32>,
    vertices: Range<usize>,
    first_slot: u32,
    first_cell: u32,
    label: u32,
    flags: u32,
    has_self_pairs: bool,
}

/// A group as `wgsl/cell_lists.wgsl` has it, which says what the fields are.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct GroupCells {
    first_slot: u32,
    first_element: u32,
    first_cell: u32,
    flags: u32,
    levels: u32,
    axes: [u32; 2],
    axis_levels: u32,
    low: [f32; 3],
    scale: [f32; 3],
    padding: [u32; 2],
}

/// The groups of a scene.
#[derive(Debug, Default)]
pub(crate) struct CellClusters {
    groups: Vec<ElementGroup>,
    /// The groups as kernels take them, with the boxes of the last frame.
    pub cells: Vec<GroupCells>,
    pub cell_count: u32,
    pub slot_count: u32,
    /// Corners of the elements whose vertices have stars that are tested.
    pub star_corner_count: u64,
}

impl ElementGroup {
    fn count(&self) -> u32 {
        self.elements.end - self.elements.start
    }

    /// How often its box is halved: into between one and two cells an element, and not at all where they make
    /// one cluster.
    fn levels(&self) -> u32 {
        match self.count() {
            ..=CLUSTER_ELEMENTS => 0,
            count => (count.ilog2() + 1).min(MAX_LEVELS),
        }
    }

    /// Its part of the lists, given where its vertices are.
    fn cells(&self, vertices: &[DVec3], centre: [f32; 3]) -> GroupCells {
        let mut own = GroupCells {
            first_slot: self.first_slot,
            first_element: self.elements.start,
            first_cell: self.first_cell,
            flags: if self.has_self_pairs { GROUP_HAS_STARS } else { 0 },
            levels: self.levels(),
            ..GroupCells::default()
        };
        if own.levels == 0 {
            return own;
        }
        let (low, size) = self.sample_box(vertices);
        let mut sides = size;
        let mut axis_levels = [0; 3];
        for level in 0..own.levels {
            let longest = |&a: &usize, &b: &usize| sides[a].total_cmp(&sides[b]);
            let axis = (0..3).max_by(longest).expect("three of them");
            sides[axis] *= 0.5;
            axis_levels[axis] += 1;
            own.axes[level as usize / 16] |= (axis as u32) << (2 * (level % 16));
        }
        own.axis_levels = axis_levels[0] | axis_levels[1] << 8 | axis_levels[2] << 16;
        own.low = std::array::from_fn(|axis| (low[axis] - f64::from(centre[axis])) as f32);
        own.scale = std::array::from_fn(|axis| {
            // All in the first cell where there is no extent.
            let side = size[axis] as f32;
            if side > 0.0 { (1 << axis_levels[axis]) as f32 / side } else { 0.0 }
        });
        own
    }

    /// About the box of its vertices: the lower corner, and the sides.
    fn sample_box(&self, vertices: &[DVec3]) -> (DVec3, DVec3) {
        let own = &vertices[self.vertices.clone()];
        let wanted = (self.count() / ELEMENTS_PER_SAMPLE) as usize;
        let step = own.len().div_ceil(wanted.clamp(MIN_SAMPLES, MAX_SAMPLES)).max(1);
        let (mut low, mut size) = (DVec3::ZERO, DVec3::ZERO);
        for axis in 0..3 {
            let mut values: Vec<f64> = own.iter().step_by(step).map(|v| v[axis]).collect();
            values.sort_unstable_by(f64::total_cmp);
            let outliers = values.len() / SAMPLES_PER_OUTLIER;
            let [first, last] = [values[outliers], values[values.len() - 1 - outliers]];
            let margin = (last - first) * BOX_MARGIN;
            low[axis] = first - margin;
            size[axis] = last - first + 2.0 * margin;
        }
        (low, size)
    }
}

impl CellClusters {
    /// Lists the groups of the objects that take part.
    pub fn update(&mut self, scene: &Scene, query: &Query) {
        self.groups.clear();
        self.star_corner_count = 0;
        for (o, object) in scene.object_ids().zip(scene.objects()) {
            if !query.chosen_filters().admits(o) || object.elements().is_empty() {
                continue;
            }
            let (label, flags) = label_and_flags(scene, query, o);
            let elements = object.elements();
            let elements = elements.start as u32..elements.end as u32;
            if label == NO_LABEL {
                let corners = elements.len() * object.kind().corners();
                self.star_corner_count += corners as u64;
            }
            let joins = |last: &&mut ElementGroup| {
                [last.label, label] == [NO_LABEL; 2]
                    && last.flags == flags
                    && last.elements.end == elements.start
            };
            match self.groups.last_mut().filter(joins) {
                Some(last) => {
                    last.elements.end = elements.end;
                    last.vertices.end = object.vertices().end;
                }
                None => self.groups.push(ElementGroup {
                    elements,
                    vertices: object.vertices(),
                    first_slot: 0,
                    first_cell: 0,
                    label,
                    flags,
                    has_self_pairs: label == NO_LABEL,
                }),
            }
        }
        self.put_groups_in_order(scene);
        (self.slot_count, self.cell_count) = (0, 0);
        for group in &mut self.groups {
            (group.first_slot, group.first_cell) = (self.slot_count, self.cell_count);
            self.slot_count += group.count();
            self.cell_count += 1 << group.levels();
        }
    }

    /// Puts groups that share level 1 nodes in the order of a curve through space, by a vertex of each.
    fn put_groups_in_order(&mut self, scene: &Scene) {
        const FEW: usize = NODE_CHILDREN as usize;
        if self.groups.len() > FEW {
            let place = |group: &ElementGroup| scene.vertices()[group.vertices.start];
            let first = place(&self.groups[0]);
            let (low, high) = self
                .groups
                .iter()
                .map(place)
                .fold((first, first), |(low, high), v| (low.min(v), high.max(v)));
            self.groups.sort_by_cached_key(|group| morton_code(place(group), low, high));
        }
    }

    /// Estimates the boxes of the groups anew.
    pub fn update_boxes(&mut self, scene: &Scene, centre: [f32; 3]) {
        const GROUPS_PER_THREAD: usize = 64;
        let CellClusters { groups, cells, .. } = self;
        cells.clear();
        parallel::extend(cells, groups.len(), GROUPS_PER_THREAD, |group| {
            groups[group].cells(scene.vertices(), centre)
        });
    }

    /// Adds first slot, number of slots, label and flags of each cluster to a list.
    pub fn list_clusters(&self, clusters: &mut Vec<[u32; 4]>) {
        for group in &self.groups {
            let count = u64::from(group.count());
            let pieces = count.div_ceil(CLUSTER_ELEMENTS.into());
            let end = |piece: u64| group.first_slot + (count * piece / pieces) as u32;
            clusters.extend((0..pieces).map(|piece| {
                let (from, to) = (end(piece), end(piece + 1));
                [from, to - from, group.label, group.flags]
            }));
        }
    }

    pub fn bytes(&self) -> usize {
        self.groups.capacity() * size_of::<ElementGroup>()
            + self.cells.capacity() * size_of::<GroupCells>()
    }
}
