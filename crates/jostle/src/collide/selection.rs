//! Which elements can be in a pair at all, known from the boxes of the objects.

use super::Query;
use super::clustered::NearObjects;
use crate::geometry::Aabb;
use crate::mesh::{Object, Scene};
use glam::DVec3;
use rayon::prelude::*;

/// The elements that take part in a query; keeps its buffers.
#[derive(Debug, Default)]
pub(super) struct Selection {
    bounds: Vec<Aabb>,
    near: NearObjects,
    outcodes: Vec<u8>,
    elements: Vec<u32>,
    whole: bool,
}

impl Selection {
    /// Chooses the elements: all of objects that are tested against themselves, and of others those
    /// that reach into the part of their box where other objects are.
    pub fn update(&mut self, scene: &Scene, query: &Query) {
        let takes_part =
            |object: usize, own: &Object| own.has_self_collision() && query.admits(object);
        let mut objects = scene.objects().iter().enumerate();
        self.whole = objects.all(|(o, own)| own.elements().is_empty() || takes_part(o, own));
        self.elements.clear();
        if self.whole {
            return;
        }
        self.find_near(scene, query);
        for (object, own) in scene.objects().iter().enumerate() {
            let others = self.near.of(object);
            if takes_part(object, own) {
                self.elements.extend(own.elements().map(|e| e as u32));
            } else if !others.is_empty() {
                let own_box = self.bounds[object];
                let shared = |pair: &(u32, u32)| own_box.intersection(self.bounds[pair.1 as usize]);
                let region = others.iter().map(shared).fold(Aabb::EMPTY, Aabb::union);
                let first = self.elements.len();
                select(scene, own, region, &mut self.outcodes, &mut self.elements);
                if others.len() > 1 {
                    // The region spans all neighbours; the element must reach one of them.
                    let (bounds, mut kept) = (&self.bounds, first);
                    for i in first..self.elements.len() {
                        let element = scene.element(self.elements[i] as usize).bounds();
                        let reaches =
                            |pair: &(u32, u32)| bounds[pair.1 as usize].overlaps(&element);
                        self.elements[kept] = self.elements[i];
                        kept += others.iter().any(reaches) as usize;
                    }
                    self.elements.truncate(kept);
                }
            }
        }
    }

    fn find_near(&mut self, scene: &Scene, query: &Query) {
        let bounds_of = |object: usize| match query.admits(object) {
            true => scene.bounds(object).expect("an object of the scene"),
            false => Aabb::EMPTY,
        };
        self.bounds.clear();
        self.bounds.extend((0..scene.objects().len()).map(bounds_of));
        self.near.update(scene, query, &self.bounds);
    }

    /// The elements that take part, or `None` if all do.
    pub fn elements(&self) -> Option<&[u32]> {
        (!self.whole).then_some(&self.elements)
    }

    /// The element of the scene that the n-th box belongs to.
    #[inline]
    pub fn element(&self, n: u32) -> u32 {
        if self.whole { n } else { self.elements[n as usize] }
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.elements.capacity() * size_of::<u32>()
            + self.outcodes.capacity()
            + self.bounds.capacity() * size_of::<Aabb>()
            + self.near.bytes()
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
        .for_each(|(outcode, position)| *outcode = outcode_of(*position, &region));
    let first = object.vertices().start as u32;
    for e in object.elements() {
        let corners = scene.corner_indices(e).iter();
        if corners.fold(u8::MAX, |all, v| all & outcodes[(v - first) as usize]) == 0 {
            elements.push(e as u32);
        }
    }
}

/// The sides of the region that a position is beyond, a bit each.
#[inline]
fn outcode_of(p: DVec3, region: &Aabb) -> u8 {
    let (low, high) = (p.cmplt(region.min).bitmask(), p.cmpgt(region.max).bitmask());
    (low | high << 3) as u8
}
