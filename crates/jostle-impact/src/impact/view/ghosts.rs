//! Ghost triangles over a step: which triangles of the surface they may meet, and what they cut off.

use super::primitive::Primitive;
use super::sets::View;
use super::surface::{Ghost, NONE, ViewSurface};
use crate::conditions::{Condition, required};
use crate::geometry::Aabb;
use crate::impact::methods::{ObjectTree, ROOT};
use crate::impact::moving::{MovingTriangles, TimeNormal};
use glam::DVec3;
use jostle_support::parallel;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The ghost triangles of a step; keeps its buffers.
#[derive(Debug, Default)]
pub(super) struct Ghosts {
    /// The middle of each hole, at both ends of the step, and the number of its edges.
    middles: Vec<([DVec3; 2], u32)>,
    is_met: Vec<AtomicBool>,
    /// The part of each triangle, and triangles that are still to be looked at.
    parts: Vec<u32>,
    open: Vec<u32>,
}

impl Ghosts {
    /// Puts the middle of each hole into the mean of its edges.
    pub fn update(&mut self, surface: &ViewSurface, moving: &MovingTriangles) {
        self.middles.clear();
        self.middles.resize(surface.holes as usize, ([DVec3::ZERO; 2], 0));
        for ghost in &surface.ghosts {
            let (middle, count) = &mut self.middles[ghost.hole as usize];
            for v in ghost.corners.map(|v| v as usize) {
                middle[0] += moving.start[v];
                middle[1] += moving.end[v];
            }
            *count += 2;
        }
        for (middle, count) in &mut self.middles {
            *middle = middle.map(|sum| sum / f64::from(*count));
        }
    }

    fn corners(&self, ghost: &Ghost, moving: &MovingTriangles) -> [[DVec3; 3]; 2] {
        let [a, b] = ghost.corners.map(|v| v as usize);
        let middle = self.middles[ghost.hole as usize].0;
        [[moving.start[a], moving.start[b], middle[0]], [moving.end[a], moving.end[b], middle[1]]]
    }

    /// Whether all ghost triangles are certainly seen from this side throughout.
    pub fn are_seen(
        &self,
        surface: &ViewSurface,
        moving: &MovingTriangles,
        primitive: &Primitive,
        side: i8,
    ) -> bool {
        surface.ghosts.iter().all(|ghost| {
            let [start, end] = self.corners(ghost, moving);
            primitive.side(start, end) == side
        })
    }

    /// The corners of all ghost triangles at the start.
    pub fn at_start<'g>(
        &'g self,
        surface: &'g ViewSurface,
        moving: &'g MovingTriangles,
    ) -> impl Iterator<Item = [DVec3; 3]> + 'g {
        surface.ghosts.iter().map(|ghost| self.corners(ghost, moving)[0])
    }

    /// Marks the triangles that a ghost triangle may meet, and those that are cut off by them from the largest
    /// part of the rest.
    pub fn mark(
        &mut self,
        surface: &ViewSurface,
        moving: &MovingTriangles,
        tree: &ObjectTree<Aabb>,
        views: &mut [View],
    ) {
        if surface.ghosts.is_empty() {
            return;
        }
        self.is_met.resize_with(views.len(), AtomicBool::default);
        self.is_met.iter_mut().for_each(|met| *met.get_mut() = false);
        if required(Condition::ViewGhostsMeet) {
            parallel::for_each(surface.ghosts.len(), 16, |ghost| {
                self.mark_met(self.corners(&surface.ghosts[ghost], moving), moving, tree);
            });
        }
        if required(Condition::ViewOnePart) {
            self.keep_largest_part(surface);
        }
        for (view, met) in views.iter_mut().zip(&self.is_met) {
            if met.load(Relaxed) {
                *view = View::Violated;
            }
        }
    }

    fn mark_met(&self, ghost: [[DVec3; 3]; 2], moving: &MovingTriangles, own: &ObjectTree<Aabb>) {
        let reach = Aabb::from_points(ghost.into_iter().flatten());
        // Each level leaves one node behind.
        let mut stack = [0; 40];
        let mut count = 1;
        stack[0] = ROOT;
        while count > 0 {
            count -= 1;
            let node = stack[count];
            if !own.nodes[node as usize].overlaps(&reach) {
                continue;
            }
            if !own.tree.is_leaf(node) {
                stack[count] = 2 * node;
                stack[count + 1] = 2 * node + 1;
                count += 2;
                continue;
            }
            for at in own.tree.range(node) {
                let triangle = own.tree.element(at) as usize;
                if own.elements[at].overlaps(&reach)
                    && !self.is_met[triangle].load(Relaxed)
                    && may_meet(moving.corners(triangle), ghost)
                {
                    self.is_met[triangle].store(true, Relaxed);
                }
            }
        }
    }

    /// Marks all triangles but those of the largest part that is connected across edges.
    fn keep_largest_part(&mut self, surface: &ViewSurface) {
        let Ghosts { is_met, parts, open, .. } = self;
        parts.clear();
        parts.resize(is_met.len(), NONE);
        let (mut largest, mut most, mut count) = (NONE, 0, 0);
        for first in 0..parts.len() {
            if parts[first] != NONE || *is_met[first].get_mut() {
                continue;
            }
            let mut size = 0;
            parts[first] = count;
            open.push(first as u32);
            while let Some(triangle) = open.pop() {
                size += 1;
                for next in surface.neighbours[triangle as usize] {
                    if next != NONE
                        && parts[next as usize] == NONE
                        && !*is_met[next as usize].get_mut()
                    {
                        parts[next as usize] = count;
                        open.push(next);
                    }
                }
            }
            if size > most {
                (largest, most) = (count, size);
            }
            count += 1;
        }
        for (met, &part) in is_met.iter_mut().zip(parts.iter()) {
            *met.get_mut() |= part != largest;
        }
    }

    pub fn bytes(&self) -> usize {
        self.middles.capacity() * size_of::<([DVec3; 2], u32)>()
            + self.is_met.capacity()
            + (self.parts.capacity() + self.open.capacity()) * size_of::<u32>()
    }
}

/// Whether two moving triangles may meet in a step: unless the plane of one of them is between them throughout.
fn may_meet(one: [[DVec3; 3]; 2], other: [[DVec3; 3]; 2]) -> bool {
    !is_beside(one, other) && !is_beside(other, one)
}

/// Whether all corners of the second triangle are on one side of the first one's plane throughout.
fn is_beside(plane: [[DVec3; 3]; 2], other: [[DVec3; 3]; 2]) -> bool {
    let normal = TimeNormal::new(plane[0], plane[1]);
    let side = |i: usize| normal.side([0, 1].map(|end| other[end][i] - plane[end][0]), 0.0);
    let first = side(0);
    first != 0 && side(1) == first && side(2) == first
}
