//! Which elements can be in a candidate at all, known from the boxes of the objects.

use super::feature_boxes::FeatureBoxes;
use super::{NearObjects, SearchInput};
use crate::broad::BoxBlocks;
use crate::conditions::{Condition, required};
use crate::geometry::Aabb;
use crate::mesh::{Object, Scene};
use glam::DVec3;
use rayon::prelude::*;

/// The elements that can be in a candidate; keeps its buffers.
#[derive(Debug, Default)]
pub(super) struct Selection {
    /// The sides of a region that each vertex of an object is beyond.
    outcodes: Vec<u8>,
    /// The boxes of objects near one.
    neighbours: BoxBlocks,
    elements: Vec<u32>,
}

/// Elements that one thread looks through as fast as several.
const FEW: usize = 1 << 15;

impl Selection {
    /// Chooses the elements: all of objects that are searched against themselves, and of others those
    /// that reach the boxes of other objects.
    pub fn update(&mut self, input: &SearchInput, near: &NearObjects, boxes: &mut FeatureBoxes) {
        let SearchInput { scene, scope, motion, .. } = *input;
        self.elements.clear();
        for (object, own) in scene.objects().iter().enumerate() {
            let has_neighbours = near.neighbours(object).next().is_some();
            // Where elements move, where they begin does not tell what they reach.
            let is_moving = motion.end.is_some() && required(Condition::SelectionAtRest);
            if scope.has_self_pairs(object) || (has_neighbours && is_moving) {
                self.elements.extend(own.elements().map(|e| e as u32));
            } else if has_neighbours {
                self.select(input, object, near, boxes);
            }
        }
    }

    /// Appends the elements of an object that reach into the box of another.
    fn select(
        &mut self,
        input: &SearchInput,
        object: usize,
        near: &NearObjects,
        boxes: &mut FeatureBoxes,
    ) {
        let own = &input.scene.objects()[object];
        let mut others = near.neighbours(object).map(|other| near.bounds(other));
        if let (Some(only), None) = (others.next(), others.next()) {
            let region = near.bounds(object).intersection(*only);
            select(input.scene, own, region, &mut self.outcodes, &mut self.elements);
            return;
        }
        // Boxes that overlap do so on the lattice too.
        let others = near.neighbours(object).map(|other| near.bounds(other));
        self.neighbours.set(others.map(|bounds| boxes.aabb(bounds)));
        let elements = own.elements().start as u32..own.elements().end as u32;
        boxes.map_points(input);
        let points = boxes.points().expect("they have just been mapped");
        let (all, widening) = ((input.scene.element_corners(), points), boxes.widening());
        self.neighbours.append_overlapping(elements, all, widening, &mut self.elements);
    }

    /// Leaves out those of objects without self pairs that reach others on the lattice only, where boxes are a little
    /// larger; all are where they are.
    pub fn leave_out_far(&mut self, input: &SearchInput, near: &NearObjects) {
        let SearchInput { scene, scope, .. } = *input;
        self.elements.retain(|&e| {
            let object = scene.owner_at(e as usize);
            let own = scene.element_at(e as usize).bounds();
            scope.has_self_pairs(object)
                || near.neighbours(object).any(|other| near.bounds(other).overlaps(&own))
        });
    }

    /// The chosen elements, ascending.
    pub fn elements(&self) -> &[u32] {
        &self.elements
    }

    /// Whether all elements of the scene were chosen.
    pub fn is_everything(&self, input: &SearchInput) -> bool {
        self.elements.len() == input.scene.element_count()
    }

    pub fn bytes(&self) -> usize {
        self.elements.capacity() * size_of::<u32>()
            + self.outcodes.capacity()
            + self.neighbours.bytes()
    }
}

/// Appends the elements of an object that are not wholly beyond one side of the region.
fn select(
    scene: &Scene,
    object: &Object,
    region: Aabb,
    outcodes: &mut Vec<u8>,
    elements: &mut Vec<u32>,
) {
    let positions = &scene.vertices()[object.vertices()];
    outcodes.resize(outcodes.len().max(positions.len()), 0);
    outcodes[..positions.len()]
        .par_iter_mut()
        .with_min_len(8192)
        .zip(positions)
        .for_each(|(outcode, position)| *outcode = outcode_at(*position, &region));
    let (first, outcodes) = (object.vertices().start as u32, &outcodes[..positions.len()]);
    let reaches = |e: &usize| {
        let corners = scene.corners_at(*e).iter();
        corners.fold(u8::MAX, |all, v| all & outcodes[(v - first) as usize]) == 0
    };
    if object.elements().len() < FEW {
        elements.extend(object.elements().filter(reaches).map(|e| e as u32));
    } else {
        elements.par_extend(object.elements().into_par_iter().filter(reaches).map(|e| e as u32));
    }
}

/// The sides of the region that a position is beyond, a bit each.
#[inline]
fn outcode_at(p: DVec3, region: &Aabb) -> u8 {
    let (low, high) = (p.cmplt(region.min).bitmask(), p.cmpgt(region.max).bitmask());
    (low | high << 3) as u8
}
