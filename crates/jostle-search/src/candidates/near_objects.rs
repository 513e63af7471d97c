//! Objects whose boxes overlap and that are compared.

use super::feature_boxes::swept_bounds;
use super::{Scope, SearchInput};
use crate::broad::{BroadPhase, Lattice, LatticeBox, Sweep, reserve};
use crate::conditions::{Condition, bound, required};
use crate::geometry::Aabb;
use std::collections::TryReserveError;

/// The boxes of a scene's objects, and the pairs in the scope that overlap; keeps its buffers.
#[derive(Debug, Default)]
pub struct NearObjects {
    /// The box of each object, empty if it takes no part.
    bounds: Vec<Aabb>,
    boxes: Vec<LatticeBox>,
    sweep: Sweep,
    /// Both ways round, sorted.
    pairs: Vec<(u32, u32)>,
    starts: Vec<u32>,
}

impl NearObjects {
    /// Finds the pairs among the objects that take part, given the box of each object.
    pub fn update(&mut self, scope: &Scope, bounds: impl Iterator<Item = Aabb>) {
        self.bounds.clear();
        let in_scope = |(object, bounds): (usize, Aabb)| match scope.takes_part(object) {
            true => bounds,
            false => Aabb::EMPTY,
        };
        self.bounds.extend(bounds.enumerate().map(in_scope));
        let lattice = Lattice::from_bounds(self.all());
        self.boxes.clear();
        self.boxes.extend(self.bounds.iter().map(|bounds| lattice.aabb(bounds)));
        let mut workers = [std::mem::take(&mut self.pairs)];
        workers[0].clear();
        let bounds = &self.bounds;
        self.sweep.search(&self.boxes, &mut workers, |pairs, a, b| {
            if bounds[a as usize].overlaps(&bounds[b as usize]) && scope.admits([a, b]) {
                pairs.push((a, b));
                pairs.push((b, a));
            }
        });
        [self.pairs] = workers;
        self.pairs.sort_unstable();
        self.starts.clear();
        let mut at = 0;
        for object in 0..self.bounds.len() {
            self.starts.push(at as u32);
            at += self.pairs[at..].partition_point(|pair| pair.0 as usize <= object);
        }
        self.starts.push(at as u32);
    }

    /// Finds the pairs of a search, by the boxes of objects as they are, or along the step, widened by the margin.
    pub fn update_of(&mut self, input: &SearchInput) {
        let SearchInput { scene, scope, motion, .. } = *input;
        let bounds = (0..scope.len()).map(|object| {
            let own = &scene.objects()[object];
            let mut bounds = scene.object_bounds(own);
            let moves = motion.end.is_some() && required(Condition::StepOfObjects);
            if moves && scope.takes_part(object) {
                // As large as where all its vertices go, elements or not.
                bounds = bounds.union(swept_bounds(scene, motion.end, own.vertices()));
            }
            bounds.inflated(bound(Condition::MarginOfObjects, motion.margin))
        });
        self.update(scope, bounds);
    }

    /// Reserves capacity for so many objects, all near each other.
    pub fn reserve(&mut self, objects: usize) -> Result<(), TryReserveError> {
        reserve(&mut self.bounds, objects)?;
        reserve(&mut self.boxes, objects)?;
        reserve(&mut self.starts, objects + 1)?;
        reserve(&mut self.pairs, objects * objects.saturating_sub(1))?;
        self.sweep.reserve(objects)
    }

    /// The box of an object; empty if it takes no part or has no elements.
    #[inline]
    pub fn bounds(&self, object: usize) -> &Aabb {
        &self.bounds[object]
    }

    /// The box around all of them.
    pub fn all(&self) -> Aabb {
        self.bounds.iter().fold(Aabb::EMPTY, |all, bounds| all.union(*bounds))
    }

    /// All pairs in the scope with overlapping boxes, both ways round, sorted.
    pub fn pairs(&self) -> &[(u32, u32)] {
        &self.pairs
    }

    /// The objects that an object is compared with and whose boxes overlap its own.
    pub fn neighbours(&self, object: usize) -> impl Iterator<Item = usize> + Clone {
        let own = self.starts[object] as usize..self.starts[object + 1] as usize;
        self.pairs[own].iter().map(|pair| pair.1 as usize)
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.bounds.capacity() * size_of::<Aabb>()
            + self.boxes.capacity() * size_of::<LatticeBox>()
            + self.pairs.capacity() * size_of::<(u32, u32)>()
            + self.starts.capacity() * size_of::<u32>()
            + self.sweep.bytes()
    }
}
