//! The groups of a search: clusters, or single elements of clusters that have come apart.

use super::{ClusteredScene, element_bounds, scene_elements};
use crate::broad::{BlockWriter, Bounds, Groups, LatticeBox, MovingBox, Stored};
use crate::candidates::feature_numbering::FeatureKind;
use crate::candidates::{FeaturePair, SearchInput};
use crate::conditions::{Condition, required};
use crate::geometry::Aabb;
use crate::mesh::ElementKind;
use crate::narrow::Patches;
use jostle_support::parallel;

/// A cluster, or one element of a cluster that has come apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub object: u32,
    pub cluster: u32,
    /// The element in the scene, or [`WHOLE`].
    element: u32,
    /// Number of its elements.
    elements: u32,
    /// The patches that it is certified in: those with one in common are not compared.
    labels: [u32; Patches::COVERS],
    /// Of two of the same object that are compared, these have a bit in common; all bits where all pairs are searched.
    mask: u64,
}

/// Stands for all elements of the cluster.
const WHOLE: u32 = u32::MAX;
/// The label of groups that are compared with all others and with themselves.
const NO_LABEL: u32 = u32::MAX;
/// Elements looked at to learn how large those of a cluster are.
pub(super) const SAMPLES: usize = 4;
/// A cluster whose box is larger than this, in elements put side by side in a square, has come apart:
/// its elements would share no neighbours.
pub(super) const LOOSE: f64 = 4.0;

/// What is searched of a cluster that can have candidates.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClusterChoice {
    /// The regions that its elements reach into, a bit for each: it can have candidates with clusters of its object that
    /// have a bit in common with it; 0 if with none.
    self_pair_mask: u64,
    /// Whether it has come apart.
    is_loose: bool,
}

impl Group {
    /// The same of one element. A function: rustc 1.95 does not compile a closure that copies `labels`.
    fn of(self, element: u32) -> Group {
        Group { element, ..self }
    }

    /// The element, if it is only one.
    #[inline]
    pub fn single(&self) -> Option<u32> {
        (self.element != WHOLE).then_some(self.element)
    }
}

impl ClusteredScene {
    /// Lists the groups that can have candidates.
    pub(super) fn group(&mut self, input: &SearchInput) {
        self.choose_clusters(input);
        self.groups.clear();
        let mut next_label = input.scope.len() as u32;
        for (o, own) in self.objects.iter().enumerate() {
            if !input.scope.takes_part(o) {
                continue;
            }
            let clusters = input.topology.object_at(input.scene, o).clusters();
            let uses_patches = Self::uses_patches(input, o);
            let mut first_labels = [0; Patches::COVERS];
            if uses_patches {
                for (first, count) in first_labels.iter_mut().zip(own.patches.counts()) {
                    *first = next_label;
                    next_label += count;
                }
            }
            let choices = &self.cluster_choices[own.first as usize..][..clusters.len()];
            for (cluster, choice) in choices.iter().enumerate() {
                let Some(choice) = choice else { continue };
                let mut labels = [NO_LABEL; Patches::COVERS];
                if choice.self_pair_mask == 0 {
                    labels[0] = o as u32;
                } else if uses_patches {
                    let patches = own.patches.patches(cluster).into_iter().zip(first_labels);
                    for (label, (patch, first)) in labels.iter_mut().zip(patches) {
                        *label = if patch == Patches::NONE { NO_LABEL } else { first + patch };
                    }
                }
                let elements = scene_elements(input.scene, clusters, o, cluster);
                let group = Group {
                    object: o as u32,
                    cluster: cluster as u32,
                    element: WHOLE,
                    elements: elements.len() as u32,
                    labels,
                    mask: choice.self_pair_mask,
                };
                if choice.is_loose {
                    let single = Group { elements: 1, ..group };
                    self.groups.extend(elements.map(|element| single.of(element)));
                } else {
                    self.groups.push(group);
                }
            }
        }
    }

    /// Finds the clusters that can have candidates, and those of them that have come apart.
    fn choose_clusters(&mut self, input: &SearchInput) {
        let (objects, near) = (&self.objects, &self.near);
        let choose = |object: usize, cluster: usize, bounds: &Aabb| {
            if !input.scope.takes_part(object) {
                return None;
            }
            let clusters = input.topology.object_at(input.scene, object).clusters();
            let reaches = |other: usize| near.bounds(other).overlaps(bounds);
            let masks = input.scope.self_pair_masks(object);
            let self_pair_mask = match (input.scope.has_self_pairs(object), masks) {
                (false, _) => 0,
                (true, None) => u64::MAX,
                (true, Some(masks)) => {
                    let own = clusters.elements(cluster).iter();
                    own.fold(0, |all, &element| all | masks[element as usize])
                }
            };
            if self_pair_mask == 0 && !near.neighbours(object).any(reaches) {
                return None;
            }
            let elements = scene_elements(input.scene, clusters, object, cluster);
            Some(ClusterChoice { self_pair_mask, is_loose: is_loose(input, elements, bounds) })
        };
        self.cluster_choices.resize(self.cluster_bounds.len(), None);
        let (cluster_object, cluster_bounds) = (&self.cluster_object, &self.cluster_bounds);
        parallel::for_each_mut(&mut self.cluster_choices, 64, |c, choice| {
            let object = cluster_object[c] as usize;
            *choice = choose(object, c - objects[object].first as usize, &cluster_bounds[c]);
        });
    }

    pub(super) fn bound_groups(&mut self, input: &SearchInput) {
        self.group_boxes.resize(self.groups.len(), LatticeBox::default());
        let (groups, bounds, objects) = (&self.groups, &self.cluster_bounds, &self.objects);
        let feature_boxes = &self.boxes;
        parallel::for_each_mut(&mut self.group_boxes, 512, |g, own| {
            let group = &groups[g];
            *own = match group.single() {
                None => {
                    let first = objects[group.object as usize].first;
                    feature_boxes.aabb(&bounds[(first + group.cluster) as usize])
                }
                Some(element) => feature_boxes.element(input, element),
            };
        });
        self.group_regions.clear();
        if input.motion.end.is_some() {
            let ends = &self.cluster_ends;
            parallel::extend(&mut self.group_regions, groups.len(), 512, |g| {
                let group = &groups[g];
                let Some(element) = group.single() else {
                    let first = objects[group.object as usize].first;
                    let [start, end] = &ends[(first + group.cluster) as usize];
                    return MovingBox {
                        start: feature_boxes.aabb(start),
                        end: feature_boxes.aabb(end),
                    };
                };
                feature_boxes.moving_feature(input, input.scene.corners_at(element as usize))
            });
        }
    }

    /// Counts the features of groups that are compared, where they are not elements.
    pub(super) fn count_features(&mut self, input: &SearchInput) {
        self.group_lengths.clear();
        if input.features == FeaturePair::Elements {
            return;
        }
        let mut lengths = std::mem::take(&mut self.group_lengths);
        let sides = input.features.sides();
        lengths.extend((0..self.groups.len() as u32).map(|group| {
            let mut own = [0; 2];
            for (own, &kind) in own.iter_mut().zip(sides) {
                *own = self.feature_count(input, group, kind);
            }
            own
        }));
        self.group_lengths = lengths;
    }

    fn feature_count(&self, input: &SearchInput, group: u32, kind: FeatureKind) -> u32 {
        let own = &self.groups[group as usize];
        let mut count = 0;
        match own.single() {
            Some(_) => self.for_each_feature(input, group, kind, |_, _| count += 1),
            None => {
                let object = input.topology.object_at(input.scene, own.object as usize);
                count = kind.of_cluster(&object, own.cluster as usize).len() as u32;
            }
        }
        count
    }

    /// Shows the features of a kind that the elements of a group own, with their vertices.
    #[inline]
    fn for_each_feature(
        &self,
        input: &SearchInput,
        group: u32,
        kind: FeatureKind,
        mut visit: impl FnMut(u32, &[u32]),
    ) {
        let SearchInput { scene, topology, .. } = *input;
        let own = &self.groups[group as usize];
        let object = own.object as usize;
        match (own.single(), kind) {
            (_, FeatureKind::Tetrahedron)
                if scene.objects()[object].kind() != ElementKind::Tetrahedron => {}
            (_, FeatureKind::Element | FeatureKind::Tetrahedron) => {
                self.for_each_element(input, group, |element| {
                    visit(element, scene.corners_at(element as usize));
                })
            }
            (Some(element), _) => {
                let own = (object, element as usize - scene.objects()[object].elements().start);
                self.numbering.for_each_owned(scene, topology, own, kind, visit);
            }
            (None, _) => {
                let cached = topology.object_at(scene, object);
                let features = kind.of_cluster(&cached, own.cluster as usize);
                self.numbering.for_each_of(scene, topology, object, kind, features, visit);
            }
        }
    }

    /// Shows the elements of a group in the scene.
    #[inline(always)]
    fn for_each_element(&self, input: &SearchInput, group: u32, mut visit: impl FnMut(u32)) {
        let group = &self.groups[group as usize];
        match group.single() {
            Some(element) => visit(element),
            None => {
                let object = group.object as usize;
                let clusters = input.topology.object_at(input.scene, object).clusters();
                scene_elements(input.scene, clusters, object, group.cluster as usize)
                    .for_each(visit);
            }
        }
    }
}

/// Whether elements that were neighbours have come so far apart that their box is no use.
fn is_loose(
    input: &SearchInput,
    elements: impl ExactSizeIterator<Item = u32>,
    bounds: &Aabb,
) -> bool {
    let count = elements.len();
    let mut samples = elements.step_by(count.div_ceil(SAMPLES));
    // How long the box may be, for each unit of the summed extents of all samples.
    let most = LOOSE * (count as f64).sqrt() / samples.len() as f64;
    let (extent, mut sum) = (bounds.size().max_element(), 0.0);
    // Most are compact: a few elements that are large enough in all tell.
    !samples.any(|element| {
        sum += element_bounds(input, element).size().max_element();
        extent <= most * sum
    })
}

impl ClusteredScene {
    /// The groups of a scene that does not move.
    pub(super) fn at_rest<'i>(&'i self, input: &'i SearchInput<'i>) -> RestingGroups<'i> {
        RestingGroups { own: self, input }
    }

    /// The groups of a scene that moves.
    pub(super) fn moving<'i>(&'i self, input: &'i SearchInput<'i>) -> MovingGroups<'i> {
        MovingGroups { own: self, input }
    }

    #[inline]
    fn admits(&self, input: &SearchInput, pair: [u32; 2]) -> bool {
        let [a, b] = pair.map(|group| &self.groups[group as usize]);
        let scope = input.scope;
        (a.object != b.object || a.mask & b.mask != 0)
            && !a.labels.iter().zip(&b.labels).any(|(a, b)| a == b && *a != NO_LABEL)
            && (!scope.has_filters() || scope.admits([a.object, b.object]))
    }

    /// Whether two groups at rest are known not to touch, though their boxes may overlap.
    #[inline]
    fn are_apart(&self, pair: [u32; 2]) -> bool {
        let [a, b] = pair.map(|group| {
            let Group { object, cluster, .. } = self.groups[group as usize];
            &self.cluster_slabs[(self.objects[object as usize].first + cluster) as usize]
        });
        a.are_apart(b)
    }

    #[inline]
    fn len(&self, input: &SearchInput, group: u32, side: usize) -> usize {
        if input.features != FeaturePair::Elements {
            return self.group_lengths[group as usize][side] as usize;
        }
        self.groups[group as usize].elements as usize
    }

    #[inline]
    fn has_pairs(&self, input: &SearchInput, group: u32) -> bool {
        input.features != FeaturePair::Elements || self.groups[group as usize].elements > 1
    }
}

impl ClusteredScene {
    /// Writes the members of a group on a side, given the points of all vertices, if they are mapped, and the
    /// box around some.
    #[inline]
    fn write<B: Bounds, S: Stored<B>>(
        &self,
        input: &SearchInput,
        [group, side]: [usize; 2],
        points: Option<&[B::Corner]>,
        blocks: &mut BlockWriter<B, S>,
        bounds: impl Fn(&[u32]) -> B,
    ) {
        let (own, kind) = (&self.groups[group], input.features.sides()[side]);
        if let Some(points) = points.filter(|_| own.single().is_none()) {
            let cluster = [own.object as usize, own.cluster as usize];
            let points = (points, self.boxes.widening());
            return self.numbering.write_of(input, cluster, kind, points, blocks);
        }
        self.for_each_feature(input, group as u32, kind, |feature, corners| {
            blocks.push(feature, bounds(corners));
        });
    }
}

/// The groups of a scene where it is, for a search.
pub(super) struct RestingGroups<'i> {
    own: &'i ClusteredScene,
    input: &'i SearchInput<'i>,
}

impl Groups for RestingGroups<'_> {
    type Bounds = LatticeBox;

    fn boxes(&self) -> &[LatticeBox] {
        &self.own.group_boxes
    }

    #[inline]
    fn region(&self, group: u32) -> LatticeBox {
        self.own.group_boxes[group as usize]
    }

    #[inline]
    fn admits(&self, a: u32, b: u32) -> bool {
        let touching = self.input.motion.margin == 0.0 || !required(Condition::SlabsWithoutMargin);
        self.own.admits(self.input, [a, b]) && !(touching && self.own.are_apart([a, b]))
    }

    #[inline]
    fn sides(&self) -> usize {
        self.input.features.sides().len()
    }

    #[inline]
    fn len(&self, group: u32, side: usize) -> usize {
        self.own.len(self.input, group, side)
    }

    #[inline]
    fn has_pairs(&self, group: u32) -> bool {
        self.own.has_pairs(self.input, group)
    }

    #[inline]
    fn write<S: Stored<LatticeBox>>(
        &self,
        group: u32,
        side: usize,
        blocks: &mut BlockWriter<LatticeBox, S>,
    ) {
        self.own.write(self.input, [group as usize, side], self.own.boxes.points(), blocks, |of| {
            self.own.boxes.feature(self.input, of)
        });
    }
}

/// The groups of a scene along a step, for a search.
pub(super) struct MovingGroups<'i> {
    own: &'i ClusteredScene,
    input: &'i SearchInput<'i>,
}

impl Groups for MovingGroups<'_> {
    type Bounds = MovingBox;

    fn boxes(&self) -> &[LatticeBox] {
        &self.own.group_boxes
    }

    #[inline]
    fn region(&self, group: u32) -> MovingBox {
        self.own.group_regions[group as usize]
    }

    #[inline]
    fn admits(&self, a: u32, b: u32) -> bool {
        self.own.admits(self.input, [a, b]) && self.region(a).overlaps(&self.region(b))
    }

    #[inline]
    fn sides(&self) -> usize {
        self.input.features.sides().len()
    }

    #[inline]
    fn len(&self, group: u32, side: usize) -> usize {
        self.own.len(self.input, group, side)
    }

    #[inline]
    fn has_pairs(&self, group: u32) -> bool {
        self.own.has_pairs(self.input, group)
    }

    #[inline]
    fn write<S: Stored<MovingBox>>(
        &self,
        group: u32,
        side: usize,
        blocks: &mut BlockWriter<MovingBox, S>,
    ) {
        self.own.write(
            self.input,
            [group as usize, side],
            self.own.boxes.moving_points(),
            blocks,
            |of| self.own.boxes.moving_feature(self.input, of),
        );
    }
}
