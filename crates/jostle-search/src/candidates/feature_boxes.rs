//! Boxes of features on the lattice: where they are, along a step, and widened by a margin.

use super::SearchInput;
use crate::broad::{Lattice, LatticeBox, MovingBox, MovingPoint};
use crate::conditions::{Condition, required};
use crate::geometry::Aabb;
use crate::mesh::{Scene, lengthen};
use glam::DVec3;
use jostle_support::parallel;

/// The lattice of a search and, where most vertices are needed, their points on it; keeps its buffers.
#[derive(Debug, Default)]
pub(super) struct FeatureBoxes {
    lattice: Lattice,
    /// Lattice points of all vertices at rest, or at the beginning and at the end of the step, if mapped.
    points: Vec<[i32; 3]>,
    moving_points: Vec<MovingPoint>,
    is_mapped: bool,
    /// What boxes are widened by on all sides, in lattice units.
    widening: u32,
}

/// Vertices that a thread takes at a time.
const CHUNK: usize = 1024;

impl FeatureBoxes {
    /// Chooses the lattice, given a box around all features. Points are not mapped yet.
    pub fn update(&mut self, input: &SearchInput, bounds: Aabb) {
        self.lattice = Lattice::from_scene_bounds(input.scene, bounds);
        self.widening = widening(&self.lattice, input.motion.margin);
        self.is_mapped = false;
    }

    /// Maps all vertices to the lattice, which pays where most are needed: each is shared by several
    /// features.
    pub fn map_points(&mut self, input: &SearchInput) {
        if self.is_mapped {
            return;
        }
        let start = input.scene.vertices();
        let own = |number: usize, length: usize| number * CHUNK..number * CHUNK + length;
        match input.motion.end {
            None => {
                self.points.truncate(input.scene.vertices().len());
                lengthen(&mut self.points, input.scene.vertices().len(), [0; 3]);
                parallel::for_each_chunk_mut(&mut self.points, CHUNK, |number, points| {
                    self.lattice.points(&start[own(number, points.len())], points);
                });
            }
            Some(end) => {
                self.moving_points.truncate(end.len());
                lengthen(&mut self.moving_points, end.len(), MovingPoint::default());
                parallel::for_each_chunk_mut(&mut self.moving_points, CHUNK, |number, points| {
                    let own = own(number, points.len());
                    self.lattice.moving_points(&start[own.clone()], &end[own], points);
                });
            }
        }
        self.is_mapped = true;
    }

    /// Reserves capacity for so many vertices at rest.
    pub fn reserve(&mut self, vertices: usize) -> Result<(), std::collections::TryReserveError> {
        crate::broad::reserve(&mut self.points, vertices)
    }

    /// The box of a feature, wherever it is, given its vertices in the scene.
    #[inline]
    pub fn feature(&self, input: &SearchInput, corners: &[u32]) -> LatticeBox {
        if input.motion.end.is_none() {
            return self.widened(match self.is_mapped {
                true => LatticeBox::from_corners(corners, &self.points),
                false => self.lattice.corners(corners, input.scene.vertices()),
            });
        }
        let MovingBox { start, end } = self.moving_feature(input, corners);
        start.union(&end)
    }

    /// The box of a feature at the beginning of the step and at its end.
    #[inline(always)]
    pub fn moving_feature(&self, input: &SearchInput, corners: &[u32]) -> MovingBox {
        let start = input.scene.vertices();
        let end = input.motion.end.unwrap_or(start);
        let MovingBox { start, end } = match self.is_mapped {
            true => MovingBox::from_corners(corners, &self.moving_points),
            false => MovingBox {
                start: self.lattice.corners(corners, start),
                end: self.lattice.corners(corners, end),
            },
        };
        let end = if required(Condition::StepOfFeatures) { end } else { start };
        MovingBox { start: self.widened(start), end: self.widened(end) }
    }

    /// A box widened by half the margin.
    #[inline(always)]
    pub fn widened(&self, own: LatticeBox) -> LatticeBox {
        if self.widening != 0 { own.widened(self.widening) } else { own }
    }

    /// The lattice points of all vertices of a scene at rest, if they are mapped.
    #[inline]
    pub fn points(&self) -> Option<&[[i32; 3]]> {
        self.is_mapped.then_some(&self.points)
    }

    /// The lattice points of all vertices of a scene that moves, if they are mapped and boxes are around nothing
    /// else.
    #[inline]
    pub fn moving_points(&self) -> Option<&[MovingPoint]> {
        let is_all = self.is_mapped && required(Condition::StepOfFeatures);
        is_all.then_some(&self.moving_points)
    }

    /// What boxes are widened by on all sides, in lattice units.
    #[inline]
    pub fn widening(&self) -> u32 {
        self.widening
    }

    /// The box of an element.
    #[inline]
    pub fn element(&self, input: &SearchInput, element: u32) -> LatticeBox {
        self.feature(input, input.scene.corners_at(element as usize))
    }

    /// The box of features that are in a box, at the beginning and at the end of the step.
    pub fn aabb(&self, bounds: &Aabb) -> LatticeBox {
        let own = self.lattice.aabb(bounds);
        if bounds.is_empty() { own } else { self.widened(own) }
    }

    pub fn bytes(&self) -> usize {
        self.points.capacity() * size_of::<[i32; 3]>()
            + self.moving_points.capacity() * size_of::<MovingPoint>()
    }
}

/// Half the margin in lattice units, rounded up, and one more: lattice points of two positions within
/// the margin are less than two units further apart than the margin (see [`Lattice::units`]), and each
/// of two boxes is widened by this.
fn widening(lattice: &Lattice, margin: f64) -> u32 {
    if margin == 0.0 || !required(Condition::MarginOfFeatures) {
        return 0;
    }
    // From there on boxes are as wide as the lattice: the conversion saturates too.
    ((lattice.units(margin) * 0.5).ceil() as u32)
        .saturating_add(required(Condition::MarginRounding) as u32)
}

/// The box around some vertices of a scene on their way in a step.
pub(super) fn swept_bounds(
    scene: &Scene,
    end: Option<&[DVec3]>,
    vertices: impl Iterator<Item = usize> + Clone,
) -> Aabb {
    let start = Aabb::from_points(vertices.clone().map(|v| scene.vertices()[v]));
    match end {
        None => start,
        Some(end) => start.union(Aabb::from_points(vertices.map(|v| end[v]))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Next to a power of two one of them is rounded and the other is not.
    #[test]
    fn positions_within_the_margin_have_boxes_that_overlap() {
        let rest = 2f64.powi(-24);
        let lattice = Lattice::new(DVec3::splat(rest), [1.0; 2]);
        for (power, units) in (1..30).flat_map(|power| (0..9).map(move |units| (power, units))) {
            let margin = f64::from(units) * 0.5;
            let widening = widening(&lattice, margin);
            for step in -40..40 {
                let x = 2f64.powi(power) + f64::from(step) * rest;
                let [a, b] = [x, x + margin].map(|x| {
                    let point = lattice.point(DVec3::splat(x));
                    LatticeBox { min: point, max: point }.widened(widening)
                });
                assert!(a.overlaps(&b) || x + margin - x > margin, "{x} and {margin}");
            }
        }
    }
}
