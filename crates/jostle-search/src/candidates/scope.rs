//! Which objects a search is about, and which pairs of them.

use super::Cancellation;
use crate::geometry::Aabb;
use crate::mesh::{Layers, ObjectId};
use jostle_support::parallel;
use std::ops::Range;

/// The objects that take part in a search, and which of them are searched against themselves.
#[derive(Debug, Default)]
pub struct Scope {
    objects: Vec<ObjectScope>,
    /// The layers of each object; empty if all are on all layers.
    layers: Vec<Layers>,
    /// Pairs of objects that are not compared, the lower first, sorted.
    excluded: Vec<(ObjectId, ObjectId)>,
    /// Whether no two objects are compared.
    is_within_only: bool,
    /// Objects whose self pairs are in some regions only.
    within: Vec<SelfPairRegions>,
    boxes: Vec<Aabb>,
    masks: Vec<u64>,
    /// Who may end searches, from one to the next.
    cancellation: Cancellation,
}

#[derive(Clone, Copy, Debug)]
struct ObjectScope {
    takes_part: bool,
    has_self_pairs: bool,
}

/// Where self pairs of an object are searched for.
#[derive(Clone, Debug)]
struct SelfPairRegions {
    object: usize,
    /// Boxes around the regions.
    boxes: Range<usize>,
    /// The regions that each element reaches into.
    masks: Range<usize>,
}

impl Scope {
    /// Given, for each object of the scene, whether it takes part and whether its own pairs count. All
    /// objects that take part are compared until [`filter`](Self::filter) says otherwise.
    pub fn update(&mut self, objects: impl Iterator<Item = (bool, bool)>) {
        self.layers.clear();
        self.excluded.clear();
        self.is_within_only = false;
        self.within.clear();
        self.boxes.clear();
        self.masks.clear();
        self.objects.clear();
        self.objects.extend(objects.map(|(takes_part, own)| ObjectScope {
            takes_part,
            has_self_pairs: takes_part && own,
        }));
    }

    /// Leaves out pairs of objects by their layers, one for each object, and the excluded ones, the lower
    /// object first, sorted.
    pub fn filter(
        &mut self,
        layers: impl Iterator<Item = Layers> + Clone,
        excluded: &[(ObjectId, ObjectId)],
    ) {
        if layers.clone().any(|own| own != Layers::ALL) {
            self.layers.extend(layers);
        }
        self.excluded.extend_from_slice(excluded);
        for &(a, _) in excluded.iter().filter(|(a, b)| a == b) {
            self.objects[a.index()].has_self_pairs = false;
        }
    }

    /// Becomes a copy of another in which objects are searched against themselves only if they are kept.
    pub fn copy_without_self_pairs(&mut self, other: &Scope, keeps: impl Fn(usize) -> bool) {
        self.copy_from(other);
        for (object, own) in self.objects.iter_mut().enumerate() {
            own.has_self_pairs &= keeps(object);
        }
    }

    /// Becomes a copy of another in which objects are only searched against themselves, and only these.
    pub fn copy_self_pairs(&mut self, other: &Scope, keeps: impl Fn(usize) -> bool) {
        self.copy_without_self_pairs(other, keeps);
        self.objects.iter_mut().for_each(|own| own.takes_part = own.has_self_pairs);
        self.is_within_only = true;
    }

    fn copy_from(&mut self, other: &Scope) {
        self.objects.clone_from(&other.objects);
        self.layers.clone_from(&other.layers);
        self.excluded.clone_from(&other.excluded);
        self.is_within_only = other.is_within_only;
        self.cancellation.clone_from(&other.cancellation);
        self.within.clone_from(&other.within);
        self.boxes.clone_from(&other.boxes);
        self.masks.clone_from(&other.masks);
    }

    /// Compares no two objects.
    pub fn keep_self_pairs_only(&mut self) {
        self.is_within_only = true;
    }

    /// Searches for self pairs of an object, a later one than the last of which this was said, only where both elements
    /// reach into one and the same of some regions, if there are any: whoever says so knows that there are no others.
    /// Takes the elements in the scene, boxes around the regions, and what tells the regions that an element reaches
    /// into, a bit for each.
    pub fn search_within(
        &mut self,
        object: usize,
        elements: Range<usize>,
        boxes: impl Iterator<Item = Aabb>,
        reached_by: impl Fn(usize) -> u64 + Sync,
    ) {
        let (first_box, first) = (self.boxes.len(), self.masks.len());
        self.boxes.extend(boxes);
        let boxes = first_box..self.boxes.len();
        if !boxes.is_empty() {
            self.masks.resize(first + elements.len(), 0);
            parallel::for_each_mut(&mut self.masks[first..], 512, |i, mask| {
                *mask = reached_by(elements.start + i);
            });
        }
        self.objects[object].has_self_pairs &= !boxes.is_empty();
        self.within.push(SelfPairRegions { object, boxes, masks: first..self.masks.len() });
    }

    fn self_pair_regions(&self, object: usize) -> Option<&SelfPairRegions> {
        let own = self.within.binary_search_by_key(&object, |own| own.object).ok()?;
        Some(&self.within[own])
    }

    /// Boxes, of which both elements of a self pair reach into one and the same; none if all pairs are searched for.
    pub fn self_pair_boxes(&self, object: usize) -> Option<&[Aabb]> {
        Some(&self.boxes[self.self_pair_regions(object)?.boxes.clone()])
    }

    /// A mask for each element of an object: those of both elements of a self pair have a bit in common. None if all
    /// pairs are searched for.
    #[inline]
    pub fn self_pair_masks(&self, object: usize) -> Option<&[u64]> {
        Some(&self.masks[self.self_pair_regions(object)?.masks.clone()])
    }

    /// Lets somebody else end searches, this one and those to come.
    pub fn set_cancellation(&mut self, cancellation: Cancellation) {
        self.cancellation = cancellation;
    }

    /// Whether the search is to end, with whatever it has found.
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.cancellation.is_cancelled()
    }

    /// Who may end searches.
    pub fn cancellation(&self) -> &Cancellation {
        &self.cancellation
    }

    /// Whether nothing is searched for: no object against itself, and no two objects.
    pub fn is_empty(&self) -> bool {
        let count = self.objects.iter().filter(|own| own.takes_part).count();
        !self.has_any_self_pairs() && (count < 2 || self.is_within_only)
    }

    /// Number of objects of the scene.
    pub fn len(&self) -> usize {
        self.objects.len()
    }

    /// Whether an object takes part.
    #[inline]
    pub fn takes_part(&self, object: usize) -> bool {
        self.objects[object].takes_part
    }

    /// Whether pairs within the object are searched for.
    #[inline]
    pub fn has_self_pairs(&self, object: usize) -> bool {
        self.objects[object].has_self_pairs
    }

    /// Whether any object's own pairs are searched for.
    pub fn has_any_self_pairs(&self) -> bool {
        self.objects.iter().any(|object| object.has_self_pairs)
    }

    /// Whether pairs of the two objects, which take part, are searched for.
    #[inline]
    pub fn admits(&self, [a, b]: [u32; 2]) -> bool {
        if a == b {
            return self.objects[a as usize].has_self_pairs;
        }
        !self.has_filters() || self.admits_filtered([a, b])
    }

    /// Whether some pairs of objects that take part are left out.
    #[inline]
    pub fn has_filters(&self) -> bool {
        !(self.layers.is_empty() && self.excluded.is_empty()) || self.is_within_only
    }

    #[inline(never)]
    fn admits_filtered(&self, [a, b]: [u32; 2]) -> bool {
        let [low, high] = [a.min(b), a.max(b)].map(|object| object as usize);
        let by_layers = self.layers.is_empty() || self.layers[low].admits(self.layers[high]);
        let pair = (ObjectId::new(low), ObjectId::new(high));
        by_layers && !self.is_within_only && self.excluded.binary_search(&pair).is_err()
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.objects.capacity() * size_of::<ObjectScope>()
            + self.layers.capacity() * size_of::<Layers>()
            + self.excluded.capacity() * size_of::<(ObjectId, ObjectId)>()
            + self.within.capacity() * size_of::<SelfPairRegions>()
            + self.boxes.capacity() * size_of::<Aabb>()
            + self.masks.capacity() * size_of::<u64>()
    }
}
