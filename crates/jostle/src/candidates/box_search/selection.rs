//! Which elements can be in a candidate at all, known from the boxes of the objects.

use super::occupancy::Occupancy;
use crate::candidates::{NearObjects, SearchInput};
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
    elements: Vec<u32>,
    occupancy: Occupancy,
}

/// Elements that one thread looks through as fast as several.
const FEW: usize = 1 << 15;

impl Selection {
    /// Chooses the elements: all of objects that are searched against themselves, and of others those
    /// that reach into the part of their box where other objects are.
    pub fn update(&mut self, input: &SearchInput, near: &NearObjects) {
        let SearchInput { scene, scope, motion, .. } = *input;
        self.elements.clear();
        let mut region = Aabb::EMPTY;
        for (object, own) in scene.objects().iter().enumerate() {
            let has_neighbours = near.neighbours(object).next().is_some();
            // Where elements move, where they begin does not tell what they reach.
            let is_moving = motion.end.is_some() && required(Condition::SelectionAtRest);
            if scope.has_self_pairs(object) || (has_neighbours && is_moving) {
                self.elements.extend(own.elements().map(|e| e as u32));
            } else if has_neighbours {
                region = region.union(self.select(scene, own, object, near));
            }
        }
        // Among many objects most elements that were chosen are near another, and to look costs more than it spares.
        let is_one_pair = near.pairs().len() == 2;
        // Those of objects that are searched against themselves stay, and so do what is within a distance of them.
        let is_between =
            !scope.has_any_self_pairs() || !required(Condition::OccupancyBetweenObjects);
        let is_touching = motion.margin == 0.0 || !required(Condition::OccupancyWithoutMargin);
        if is_one_pair && is_between && is_touching && motion.end.is_none() {
            self.occupancy.retain_shared(scene, region, &mut self.elements);
        }
    }

    /// Appends the elements of an object that reach into the box of another, and returns a region that they do so in.
    fn select(&mut self, scene: &Scene, own: &Object, object: usize, near: &NearObjects) -> Aabb {
        let own_box = *near.bounds(object);
        let others = near.neighbours(object);
        let shared = |other: usize| own_box.intersection(*near.bounds(other));
        let region = others.clone().map(shared).fold(Aabb::EMPTY, Aabb::union);
        let first = self.elements.len();
        select(scene, own, region, &mut self.outcodes, &mut self.elements);
        if others.clone().count() > 1 {
            // The region spans all neighbours; the element must reach one of them.
            let mut kept = first;
            for i in first..self.elements.len() {
                let element = scene.element_at(self.elements[i] as usize).bounds();
                let reaches = |other: usize| near.bounds(other).overlaps(&element);
                self.elements[kept] = self.elements[i];
                kept += others.clone().any(reaches) as usize;
            }
            self.elements.truncate(kept);
        }
        region
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
            + self.occupancy.bytes()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidates::{BoxSearch, CandidateSearch, FeaturePair, Scope, TopologyCache};
    use crate::mesh::shapes;

    /// Two spheres that cross, and of which one may be searched against itself, or both within a distance.
    fn chosen(margin: f64, has_self_pairs: bool) -> (Scene, Vec<u32>) {
        let mut scene = Scene::new();
        scene.add("one", shapes::icosphere(4, 1.0)).unwrap();
        let other = shapes::icosphere(4, 1.0).translated(DVec3::new(1.0, 0.3, 0.2));
        scene.add("other", other).unwrap();
        let mut topology = TopologyCache::new();
        topology.update(&scene);
        let mut scope = Scope::default();
        scope.update([(true, has_self_pairs), (true, false)].into_iter());
        scope.filter(scene.objects().iter().map(|own| own.layers()), &[]);
        let input = SearchInput::elements_within(&scene, &topology, &scope, margin);
        assert!(input.features == FeaturePair::Elements);
        let mut search = BoxSearch::default();
        search.update(&input);
        let elements = search.selection.elements().to_vec();
        (scene, elements)
    }

    #[test]
    fn self_pairs_and_distances_keep_what_is_apart() {
        let (scene, near) = chosen(0.0, false);
        assert!(near.len() < scene.element_count() / 8, "{} are near", near.len());
        let (scene, all) = chosen(0.0, true);
        let own = scene.objects()[0].elements().len();
        assert!(all.iter().filter(|&&e| (e as usize) < own).count() == own);
        // What is within the distance of another element is chosen.
        let margin = 0.2;
        let (scene, within) = chosen(margin, false);
        let boxes: Vec<Aabb> =
            (0..scene.element_count()).map(|e| scene.element_at(e).bounds()).collect();
        let reaches = |a: &Aabb, b: &Aabb| a.inflated(margin).overlaps(b);
        for element in 0..own {
            if boxes[own..].iter().any(|other| reaches(&boxes[element], other)) {
                assert!(within.binary_search(&(element as u32)).is_ok(), "element {element}");
            }
        }
    }
}
