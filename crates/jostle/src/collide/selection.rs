//! Which elements can be in a pair at all, known from the boxes of the objects.

use super::Query;
use crate::broad::{BroadPhase, LatticeBox, Sweep};
use crate::mesh::Scene;

/// The elements that take part in a query, and their boxes; keeps its buffers.
#[derive(Debug, Default)]
pub(super) struct Selection {
    objects: Vec<LatticeBox>,
    sweep: Sweep,
    /// For each object, the boxes of others that it could touch.
    near: Vec<(u32, u32)>,
    elements: Vec<u32>,
    boxes: Vec<LatticeBox>,
    whole: bool,
}

impl Selection {
    /// Chooses the elements: those of objects that are tested against themselves, and of others
    /// those that reach into the box of another object.
    pub fn update(&mut self, scene: &Scene, query: &Query, boxes: &[LatticeBox]) {
        let nobody = LatticeBox { min: [i32::MAX; 3], max: [i32::MIN; 3] };
        self.objects.clear();
        for (object, own) in scene.objects().iter().enumerate() {
            let admitted = query.admits(object);
            let elements = if admitted { own.elements() } else { 0..0 };
            self.objects.push(boxes[elements].iter().fold(nobody, LatticeBox::union));
        }
        let all_self = scene
            .objects()
            .iter()
            .enumerate()
            .all(|(o, own)| own.elements().is_empty() || (own.tests_self() && query.admits(o)));
        self.whole = all_self;
        if self.whole {
            return;
        }
        self.find_near();
        self.elements.clear();
        self.boxes.clear();
        let mut near = self.near.as_slice();
        for (object, own) in scene.objects().iter().enumerate() {
            let count = near.iter().take_while(|pair| pair.0 as usize == object).count();
            let (others, later) = near.split_at(count);
            near = later;
            if !query.admits(object) || (others.is_empty() && !own.tests_self()) {
                continue;
            }
            let reaches = |element: &LatticeBox| {
                others.iter().any(|pair| self.objects[pair.1 as usize].overlaps(element))
            };
            for e in own.elements() {
                if own.tests_self() || reaches(&boxes[e]) {
                    self.elements.push(e as u32);
                    self.boxes.push(boxes[e]);
                }
            }
        }
    }

    /// Pairs of objects with overlapping boxes, both ways round, sorted.
    fn find_near(&mut self) {
        let mut workers = [std::mem::take(&mut self.near)];
        workers[0].clear();
        self.sweep.search(&self.objects, &mut workers, |near, a, b| {
            near.push((a, b));
            near.push((b, a));
        });
        let [near] = workers;
        self.near = near;
        let overlap = |pair: &(u32, u32)| {
            self.objects[pair.0 as usize].overlaps(&self.objects[pair.1 as usize])
        };
        self.near.retain(overlap);
        self.near.sort_unstable();
    }

    /// The boxes to search.
    pub fn boxes<'s>(&'s self, all: &'s [LatticeBox]) -> &'s [LatticeBox] {
        if self.whole { all } else { &self.boxes }
    }

    /// The element of the scene that a box belongs to.
    #[inline]
    pub fn element(&self, index: u32) -> u32 {
        if self.whole { index } else { self.elements[index as usize] }
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.elements.capacity() * size_of::<u32>()
            + (self.boxes.capacity() + self.objects.capacity()) * size_of::<LatticeBox>()
            + self.near.capacity() * size_of::<(u32, u32)>()
            + self.sweep.bytes()
    }
}
