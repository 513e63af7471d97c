//! Which elements can be in a candidate at all, known from the boxes of the objects.

use super::feature_boxes::FeatureBoxes;
use super::{NearObjects, SearchInput};
use crate::broad::BoxBlocks;
use crate::conditions::{Condition, required};
use crate::geometry::Aabb;
use crate::geometry::lanes::{Lanes, with_lanes};
use crate::mesh::{ElementCorners, Object, Scene};
use glam::DVec3;
use rayon::prelude::*;
use std::ops::Range;

/// The elements that can be in a candidate; keeps its buffers.
#[derive(Debug, Default)]
pub(super) struct Selection {
    /// The sides of a region that each vertex of an object is beyond.
    outcodes: Vec<u8>,
    /// The boxes of objects near one.
    neighbours: BoxBlocks,
    elements: Vec<u32>,
}

/// Elements, or vertices, that are worth a thread.
const FEW: usize = 1 << 14;

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
        .par_chunks_mut(FEW)
        .zip(positions.par_chunks(FEW))
        .for_each(|(outcodes, positions)| write_outcodes(positions, &region, outcodes));
    let (first, outcodes) = (object.vertices().start as u32, &outcodes[..positions.len()]);
    let append = |own: Range<usize>, to: &mut Vec<u32>| match scene.element_corners() {
        ElementCorners::Triangles(list) => append_reaching(list, own, (first, outcodes), to),
        ElementCorners::Mixed(list) => append_reaching(list, own, (first, outcodes), to),
    };
    let own = object.elements();
    if own.len() < 2 * FEW || rayon::current_num_threads() == 1 {
        append(own, elements);
    } else {
        let parts = own.clone().into_par_iter().step_by(FEW).map(|begin| {
            let mut part = Vec::with_capacity(FEW);
            append(begin..(begin + FEW).min(own.end), &mut part);
            part
        });
        parts.collect::<Vec<_>>().iter().for_each(|part| elements.extend_from_slice(part));
    }
}

/// Appends those of some elements that are not wholly beyond one side, given the corners of all, and the outcodes of
/// vertices from the first on.
fn append_reaching<const N: usize>(
    corners: &[[u32; N]],
    own: Range<usize>,
    (first, outcodes): (u32, &[u8]),
    elements: &mut Vec<u32>,
) {
    /// Elements that are looked at before the list is made longer.
    const AT_A_TIME: usize = 256;
    let mut numbers = own.start as u32..;
    for some in corners[own].chunks(AT_A_TIME) {
        let mut reaching = [0; AT_A_TIME];
        let mut count = 0;
        for (corners, number) in some.iter().zip(numbers.by_ref()) {
            // In the place of a triangle's fourth corner is nothing.
            let outcode = |v: &u32| outcodes.get(v.wrapping_sub(first) as usize).copied();
            let beyond = corners.iter().fold(u8::MAX, |all, v| all & outcode(v).unwrap_or(u8::MAX));
            // Without branches: which ones reach is not to be foretold.
            reaching[count] = number;
            count += usize::from(beyond == 0);
        }
        elements.extend_from_slice(&reaching[..count]);
    }
}

/// Writes the sides of the region that each position is beyond, a bit each.
fn write_outcodes(positions: &[DVec3], region: &Aabb, outcodes: &mut [u8]) {
    with_lanes!(simd => simd.run(OutcodeLoop { simd, positions, region, outcodes }))
}

/// The loop, compiled for an instruction set.
struct OutcodeLoop<'o, L> {
    simd: L,
    positions: &'o [DVec3],
    region: &'o Aabb,
    outcodes: &'o mut [u8],
}

impl<L: Lanes> pulp::NullaryFnOnce for OutcodeLoop<'_, L> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let OutcodeLoop { simd, positions, region, outcodes } = self;
        let (min, max) = (load(simd, &[region.min; 4]), load(simd, &[region.max; 4]));
        let (fours, rest) = positions.as_chunks::<4>();
        let (outcodes, outcodes_of_rest) = outcodes.as_chunks_mut::<4>();
        for (four, outcodes) in fours.iter().zip(outcodes) {
            let own = load(simd, four);
            let (below, beyond) = (above(simd, min, own), above(simd, own, max));
            *outcodes = [0, 3, 6, 9].map(|at| (below >> at & 7 | (beyond >> at & 7) << 3) as u8);
        }
        for (position, outcode) in rest.iter().zip(outcodes_of_rest) {
            let below = position.cmplt(region.min).bitmask();
            let beyond = position.cmpgt(region.max).bitmask();
            *outcode = (below | beyond << 3) as u8;
        }
    }
}

/// The coordinates of four positions: three times four.
#[inline(always)]
fn load<L: Lanes>(simd: L, [a, b, c, d]: &[DVec3; 4]) -> [L::Doubles; 3] {
    [
        simd.load_doubles(&[a.x, a.y, a.z, b.x]),
        simd.load_doubles(&[b.y, b.z, c.x, c.y]),
        simd.load_doubles(&[c.z, d.x, d.y, d.z]),
    ]
}

/// Which coordinates of four positions are above others, a bit each.
#[inline(always)]
fn above<L: Lanes>(simd: L, a: [L::Doubles; 3], b: [L::Doubles; 3]) -> u32 {
    simd.doubles_above(a[0], b[0])
        | simd.doubles_above(a[1], b[1]) << 4
        | simd.doubles_above(a[2], b[2]) << 8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::shapes::SplitMix64;

    #[test]
    fn outcodes_tell_the_sides_that_positions_are_beyond() {
        let mut random = SplitMix64::new(3);
        let region = Aabb { min: DVec3::new(-0.5, -0.2, -0.1), max: DVec3::new(0.1, 0.2, 0.5) };
        for count in 0..40 {
            let mut positions: Vec<DVec3> =
                (0..count).map(|_| DVec3::from_array([(); 3].map(|()| random.signed()))).collect();
            // On a side is not beyond it.
            positions.extend([region.min, region.max, DVec3::new(0.1, -0.2, 2.0)]);
            let mut outcodes = vec![0xff; positions.len()];
            write_outcodes(&positions, &region, &mut outcodes);
            for (p, outcode) in positions.iter().zip(outcodes) {
                let low = (0..3).map(|axis| u8::from(p[axis] < region.min[axis]) << axis);
                let high = (0..3).map(|axis| u8::from(p[axis] > region.max[axis]) << (axis + 3));
                assert_eq!(outcode, low.chain(high).sum(), "{p} of {count}");
            }
        }
    }
}
