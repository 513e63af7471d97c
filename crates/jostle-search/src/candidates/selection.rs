//! Which elements can be in a candidate at all, known from the boxes of the objects.

use super::feature_boxes::FeatureBoxes;
use super::{NearObjects, SearchInput};
use crate::broad::BoxBlocks;
use crate::conditions::{Condition, required};
use crate::geometry::Aabb;
use crate::geometry::lanes::{Lanes, with_lanes};
use crate::mesh::{ElementCorners, Object, Scene};
use glam::DVec3;
use jostle_support::parallel;
use std::ops::Range;

/// The elements that can be in a candidate; keeps its buffers.
#[derive(Debug, Default)]
pub(super) struct Selection {
    part: Part,
}

/// Those of objects that follow each other.
#[derive(Debug, Default)]
struct Part {
    /// The sides of a region that each vertex of an object is beyond.
    outcodes: Vec<u8>,
    /// The boxes of objects near one.
    neighbours: BoxBlocks,
    elements: Vec<u32>,
}

/// Elements, or vertices, that are worth a thread.
const FEW: usize = 1 << 14;

/// How the elements of an object are chosen.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    None,
    All,
    /// Those that reach one other object.
    Reaching,
    /// Those that reach some of several, told on the lattice.
    ReachingSome,
}

impl Choice {
    fn of(input: &SearchInput, near: &NearObjects, object: usize) -> Choice {
        // Where elements move, where they begin does not tell what they reach.
        let is_moving = input.motion.end.is_some() && required(Condition::SelectionAtRest);
        let neighbours = near.neighbours(object).take(2).count();
        match neighbours {
            _ if input.scope.has_self_pairs(object) => Choice::All,
            0 => Choice::None,
            _ if is_moving => Choice::All,
            1 => Choice::Reaching,
            _ => Choice::ReachingSome,
        }
    }
}

impl Selection {
    /// Chooses the elements: all of objects that are searched against themselves, and of others those
    /// that reach the boxes of other objects.
    pub fn update(&mut self, input: &SearchInput, near: &NearObjects, boxes: &mut FeatureBoxes) {
        let objects = input.scene.objects();
        if (0..objects.len()).any(|o| Choice::of(input, near, o) == Choice::ReachingSome) {
            boxes.map_points(input);
        }
        let boxes = &*boxes;
        let elements = &mut self.part.elements;
        elements.clear();
        // By several threads within each object, or of several objects at once where all are small.
        let most = objects.iter().map(|own| own.elements().len()).max().unwrap_or(0);
        let are_small = most < 2 * FEW && input.scene.element_count() >= 2 * FEW;
        if !are_small || rayon::current_num_threads() == 1 {
            (0..objects.len()).for_each(|object| self.part.select(input, object, near, boxes));
            return;
        }
        let own = objects.chunk_by(|a, b| a.elements().end / FEW == b.elements().end / FEW);
        let parts = own.scan(0, |end, own| {
            *end += own.len();
            Some(*end - own.len()..*end)
        });
        let parts: Vec<Range<usize>> = parts.collect();
        let select = |p: usize| {
            let mut part = Part::default();
            parts[p].clone().for_each(|object| part.select(input, object, near, boxes));
            part.elements
        };
        let chosen = parallel::map(parts.len(), 1, select);
        chosen.iter().for_each(|part| elements.extend_from_slice(part));
    }

    /// Leaves out those of objects without self pairs that reach others on the lattice only, where boxes are a little
    /// larger; all are where they are.
    pub fn leave_out_far(&mut self, input: &SearchInput, near: &NearObjects) {
        let SearchInput { scene, scope, .. } = *input;
        self.part.elements.retain(|&e| {
            let object = scene.owner_at(e as usize);
            let own = scene.element_at(e as usize).bounds();
            scope.has_self_pairs(object)
                || near.neighbours(object).any(|other| near.bounds(other).overlaps(&own))
        });
    }

    /// The chosen elements, ascending.
    pub fn elements(&self) -> &[u32] {
        &self.part.elements
    }

    /// Whether all elements of the scene were chosen.
    pub fn is_everything(&self, input: &SearchInput) -> bool {
        self.elements().len() == input.scene.element_count()
    }

    pub fn bytes(&self) -> usize {
        self.part.elements.capacity() * size_of::<u32>()
            + self.part.outcodes.capacity()
            + self.part.neighbours.bytes()
    }
}

impl Part {
    /// Appends the elements of an object that are chosen.
    fn select(
        &mut self,
        input: &SearchInput,
        object: usize,
        near: &NearObjects,
        boxes: &FeatureBoxes,
    ) {
        let own = &input.scene.objects()[object];
        let elements = own.elements().start as u32..own.elements().end as u32;
        let mut others = near.neighbours(object).map(|other| near.bounds(other));
        match Choice::of(input, near, object) {
            Choice::None => {}
            Choice::All => self.elements.extend(elements),
            Choice::Reaching => {
                let only = others.next().expect("there is one");
                let region = near.bounds(object).intersection(*only);
                select(input.scene, own, region, &mut self.outcodes, &mut self.elements);
            }
            Choice::ReachingSome => {
                // Boxes that overlap do so on the lattice too.
                self.neighbours.set(others.map(|bounds| boxes.aabb(bounds)));
                let points = boxes.points().expect("they have been mapped");
                let (all, widening) = ((input.scene.element_corners(), points), boxes.widening());
                self.neighbours.append_overlapping(elements, all, widening, &mut self.elements);
            }
        }
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
    parallel::for_each_chunk_mut(&mut outcodes[..positions.len()], FEW, |number, outcodes| {
        let own = &positions[number * FEW..][..outcodes.len()];
        write_outcodes(own, &region, outcodes);
    });
    let (first, outcodes) = (object.vertices().start as u32, &outcodes[..positions.len()]);
    let append = |own: Range<usize>, to: &mut Vec<u32>| match scene.element_corners() {
        ElementCorners::Triangles(list) => append_reaching(list, own, (first, outcodes), to),
        ElementCorners::Mixed(list) => append_reaching(list, own, (first, outcodes), to),
    };
    let own = object.elements();
    if own.len() < 2 * FEW || rayon::current_num_threads() == 1 {
        append(own, elements);
    } else {
        let parts = parallel::map(own.len().div_ceil(FEW), 1, |p| {
            let begin = own.start + p * FEW;
            let mut part = Vec::with_capacity(FEW);
            append(begin..(begin + FEW).min(own.end), &mut part);
            part
        });
        parts.iter().for_each(|part| elements.extend_from_slice(part));
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
    use jostle_support::random::SplitMix64;

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
