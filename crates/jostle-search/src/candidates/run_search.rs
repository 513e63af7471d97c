//! Candidates of a first query between objects, through runs of their elements.
//!
//! Elements that reach other objects are taken as they are listed, so many in a row: meshes mostly list neighbours next
//! to each other. Where the boxes of runs show that an object does not, its elements are put in the order of a curve
//! through space first. Runs are groups, as clusters are, but nothing is made of topology for them.

use super::feature_boxes::FeatureBoxes;
use super::group_lists::GroupLists;
use super::selection::Selection;
use super::{
    CandidateSearch, CandidateWorkers, FeaturePair, NearObjects, SearchInput, SearchReport,
};
use crate::broad::{
    BlockWriter, FeatureCorners, GroupSearch, Groups, LatticeBox, Stored, par_sort, sort, spread,
};
use crate::geometry::Aabb;
use crate::mesh::{ElementCorners, ElementKind, Scene};
use glam::DVec3;
use jostle_support::parallel;
use std::ops::Range;

/// Finds candidates through runs of elements; keeps its buffers.
#[derive(Debug, Default)]
pub struct RunSearch {
    near: NearObjects,
    selection: Selection,
    /// The elements of runs, one run after another.
    elements: Vec<u32>,
    runs: Vec<Run>,
    /// The box of each run, and that on the lattice.
    bounds: Vec<Aabb>,
    /// Whether each run is loose.
    is_loose: Vec<bool>,
    run_boxes: Vec<LatticeBox>,
    boxes: FeatureBoxes,
    search: GroupSearch<LatticeBox>,
    /// Whether runs were made before the update.
    is_ready: bool,
}

/// Elements of an object that follow each other in the list.
#[derive(Clone, Copy, Debug)]
struct Run {
    object: u32,
    first: u32,
    end: u32,
}

impl Run {
    fn range(self) -> Range<usize> {
        self.first as usize..self.end as usize
    }
}

/// Elements of a run at most.
const RUN_ELEMENTS: usize = 96;
/// Elements looked at to learn how large those of a run are.
const SAMPLES: usize = 4;
/// A run is loose if its box is longer than this times as many elements, side by side, as are across one that is not.
const LOOSE: f64 = 3.0;
/// If more than one in so many runs of an object is loose, its elements are put in order.
const RUNS_PER_LOOSE_RUN: usize = 8;
/// If more than one in so many of all runs is loose even so, there is no use in runs.
const MOST_LOOSE_RUNS: usize = 4;

impl RunSearch {
    /// Makes the runs of a search, and tells whether they are any use. The next update is to be of the same input.
    pub fn pays(&mut self, input: &SearchInput) -> bool {
        debug_assert!(input.features == FeaturePair::Elements && input.motion.end.is_none());
        self.near.update_of(input);
        self.boxes.update(input, self.near.all());
        self.selection.update(input, &self.near, &mut self.boxes);
        self.elements.clear();
        self.elements.extend_from_slice(self.selection.elements());
        self.cut(input);
        self.bound(input, &|_| true);
        self.find_loose(input, &|_| true);
        self.put_in_order(input);
        let loose = self.is_loose.iter().filter(|&&is_loose| is_loose).count();
        self.is_ready = MOST_LOOSE_RUNS * loose <= self.runs.len();
        self.is_ready
    }

    /// Cuts the elements of each object into runs.
    fn cut(&mut self, input: &SearchInput) {
        self.runs.clear();
        let mut first = 0;
        for (object, own) in (0..).zip(input.scene.objects()) {
            let rest = &self.elements[first..];
            let count = rest.partition_point(|&e| (e as usize) < own.elements().end);
            let pieces = count.div_ceil(RUN_ELEMENTS);
            self.runs.extend((0..pieces).map(|piece| {
                let [first, end] = [piece, piece + 1].map(|p| (first + count * p / pieces) as u32);
                Run { object, first, end }
            }));
            first += count;
        }
    }

    /// Bounds the runs of some objects.
    fn bound(&mut self, input: &SearchInput, is_of: &(dyn Fn(u32) -> bool + Sync)) {
        let (elements, runs) = (&self.elements, &self.runs);
        self.bounds.resize(self.runs.len(), Aabb::EMPTY);
        parallel::for_each_mut(&mut self.bounds, 32, |r, bounds| {
            let run = runs[r];
            if !is_of(run.object) {
                return;
            }
            let own = &elements[run.range()];
            *bounds = match input.scene.element_corners() {
                ElementCorners::Triangles(corners) => elements_bounds(input.scene, corners, own),
                ElementCorners::Mixed(corners) => elements_bounds(input.scene, corners, own),
            };
        });
    }

    /// Finds out which runs of some objects are loose.
    fn find_loose(&mut self, input: &SearchInput, is_of: &(dyn Fn(u32) -> bool + Sync)) {
        let mut all = std::mem::take(&mut self.is_loose);
        all.resize(self.runs.len(), false);
        parallel::for_each_mut(&mut all, 64, |run, is_loose| {
            if is_of(self.runs[run].object) {
                *is_loose = self.is_loose(input, run);
            }
        });
        self.is_loose = all;
    }

    /// Whether the elements of a run are further apart than those of a patch, or of a body, of as many.
    fn is_loose(&self, input: &SearchInput, run: usize) -> bool {
        let elements = &self.elements[self.runs[run].range()];
        let count = elements.len() as f64;
        let across = match input.scene.objects()[self.runs[run].object as usize].kind() {
            ElementKind::Triangle => count.sqrt(),
            ElementKind::Tetrahedron => count.cbrt(),
        };
        let samples = elements.iter().step_by(elements.len().div_ceil(SAMPLES));
        let sampled = samples.len() as f64;
        let extent = |&e: &u32| input.scene.element_at(e as usize).bounds().size().max_element();
        let typical = samples.map(extent).sum::<f64>() / sampled;
        self.bounds[run].size().max_element() > LOOSE * across * typical
    }

    /// Puts the elements of those objects in order whose runs are loose, bounds these again, and finds out whether they
    /// are loose even so.
    fn put_in_order(&mut self, input: &SearchInput) {
        let mut is_sorted = Vec::new();
        let mut end = 0;
        while let Some(&Run { object, first, .. }) = self.runs.get(end) {
            let begin = end;
            end += self.runs[begin..].partition_point(|run| run.object <= object);
            let loose = self.is_loose[begin..end].iter().filter(|&&is_loose| is_loose).count();
            if RUNS_PER_LOOSE_RUN * loose > end - begin {
                let own = first as usize..self.runs[end - 1].end as usize;
                let within = *self.near.bounds(object as usize);
                sort_along_curve(input, within, &mut self.elements[own]);
                is_sorted.resize(input.scope.len(), false);
                is_sorted[object as usize] = true;
            }
        }
        if !is_sorted.is_empty() {
            self.bound(input, &|object| is_sorted[object as usize]);
            self.find_loose(input, &|object| is_sorted[object as usize]);
        }
    }

    fn groups<'i>(&'i self, input: &'i SearchInput<'i>) -> RunGroups<'i> {
        RunGroups { own: self, input }
    }
}

/// The box around elements, given the corners of all.
fn elements_bounds<const N: usize>(scene: &Scene, corners: &[[u32; N]], elements: &[u32]) -> Aabb {
    let mut bounds = Aabb::EMPTY;
    for &element in elements {
        for &v in &corners[element as usize] {
            // In the place of a triangle's fourth corner is nothing.
            if let Some(&position) = scene.vertices().get(v as usize) {
                bounds = bounds.grown(position);
            }
        }
    }
    bounds
}

/// Puts elements in the order of a curve through a box, each by its first corner.
fn sort_along_curve(input: &SearchInput, within: Aabb, elements: &mut [u32]) {
    const CELLS: f64 = 1023.0;
    /// Above the number of the element.
    const CURVE_BITS: Range<u32> = 32..62;
    /// Keys that one thread sorts as fast as several.
    const FEW_KEYS: usize = 1 << 15;
    let scale = (CELLS / within.size()).min(DVec3::splat(f64::MAX));
    let key = |i: usize| {
        let element = elements[i];
        let corner = input.scene.corners_at(element as usize)[0];
        let at = (input.scene.vertices()[corner as usize] - within.min) * scale;
        // The whole part of what is not a number, as in a flat box, is zero.
        let [x, y, z] = at.to_array().map(|x| spread((x as u32).min(CELLS as u32)));
        let code = x | y << 1 | z << 2;
        u64::from(code) << 32 | u64::from(element)
    };
    let mut keys: Vec<u64> = parallel::map(elements.len(), 4096, key);
    match keys.len() < FEW_KEYS || rayon::current_num_threads() == 1 {
        true => sort(&mut keys, &mut Vec::new(), CURVE_BITS),
        false => keys = par_sort(keys, CURVE_BITS),
    }
    elements.iter_mut().zip(keys).for_each(|(element, key)| *element = key as u32);
}

impl CandidateSearch for RunSearch {
    fn update(&mut self, input: &SearchInput) {
        if !self.is_ready {
            self.pays(input);
        }
        self.is_ready = false;
        let boxes = &self.boxes;
        self.run_boxes.clear();
        self.run_boxes.extend(self.bounds.iter().map(|bounds| boxes.aabb(bounds)));
    }

    fn search(&mut self, input: &SearchInput, workers: &mut dyn CandidateWorkers) {
        let mut search = std::mem::take(&mut self.search);
        search.find_near(&self.groups(input), workers.count());
        let members = search.choose(&self.groups(input));
        if members >= input.scene.vertices().len() / 2 {
            self.boxes.map_points(input);
        }
        let describe = |runs: [u32; 2]| {
            let objects = runs.map(|run| self.runs[run as usize].object);
            let [a, b] = runs.map(|run| self.bounds[run as usize]);
            (objects, a.union(b))
        };
        let mut lists = GroupLists { input, workers, describe: &describe };
        search.search(&self.groups(input), &mut lists);
        self.search = search;
    }

    fn lists_candidates(&self) -> bool {
        true
    }

    fn near_objects(&self) -> &NearObjects {
        &self.near
    }

    fn report(&self) -> SearchReport {
        SearchReport::of_groups(&self.search)
    }

    fn bytes(&self) -> usize {
        self.near.bytes()
            + self.selection.bytes()
            + self.elements.capacity() * size_of::<u32>()
            + self.runs.capacity() * size_of::<Run>()
            + self.bounds.capacity() * size_of::<Aabb>()
            + self.is_loose.capacity()
            + self.run_boxes.capacity() * size_of::<LatticeBox>()
            + self.boxes.bytes()
            + self.search.bytes()
    }
}

/// The runs of a scene, for a search.
struct RunGroups<'i> {
    own: &'i RunSearch,
    input: &'i SearchInput<'i>,
}

impl Groups for RunGroups<'_> {
    type Bounds = LatticeBox;

    fn boxes(&self) -> &[LatticeBox] {
        &self.own.run_boxes
    }

    #[inline]
    fn region(&self, group: u32) -> LatticeBox {
        self.own.run_boxes[group as usize]
    }

    #[inline]
    fn admits(&self, a: u32, b: u32) -> bool {
        let [a, b] = [a, b].map(|group| self.own.runs[group as usize].object);
        a != b && self.input.scope.admits([a, b])
    }

    #[inline]
    fn sides(&self) -> usize {
        1
    }

    #[inline]
    fn len(&self, group: u32, _: usize) -> usize {
        self.own.runs[group as usize].range().len()
    }

    #[inline]
    fn has_pairs(&self, _: u32) -> bool {
        false
    }

    fn write<S: Stored<LatticeBox>>(
        &self,
        group: u32,
        _: usize,
        blocks: &mut BlockWriter<LatticeBox, S>,
    ) {
        let RunSearch { boxes, elements, runs, .. } = self.own;
        let (scene, run) = (self.input.scene, runs[group as usize]);
        let (features, widening) = (&elements[run.range()], boxes.widening());
        let Some(points) = boxes.points() else {
            for &element in features {
                blocks.push(element, boxes.element(self.input, element));
            }
            return;
        };
        let kind = scene.objects()[run.object as usize].kind();
        let corners = scene.element_corners();
        blocks
            .push_elements(kind, FeatureCorners { features, first: 0, corners, points, widening });
    }
}
