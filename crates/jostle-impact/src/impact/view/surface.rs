//! The topology of a surface that is looked at: neighbours across edges, and ghost triangles along its boundary.

use super::ViewFallback;
use crate::candidates::CachedTopology;
use crate::conditions::{Condition, required};
use crate::mesh::ElementKind;

/// Stands for no neighbour, across an edge of the boundary.
pub(super) const NONE: u32 = u32::MAX;

/// What the topology of an object implies; vertices, edges and triangles are numbered in the object.
#[derive(Debug, Default)]
pub(super) struct ViewSurface {
    /// Why the surface cannot be looked at, if it cannot.
    pub defect: Option<ViewFallback>,
    /// The triangle across each edge, which is opposite corner `i`.
    pub neighbours: Vec<[u32; 3]>,
    /// The edges of each triangle, numbered as features; edge `i` is opposite corner `i`.
    pub edges: Vec<[u32; 3]>,
    /// The edges of the boundary, turned round, by the hole that they are around: with a middle of the hole each is
    /// a ghost triangle.
    pub ghosts: Vec<Ghost>,
    pub holes: u32,
}

/// A triangle that closes a part of a hole; its third corner is the hole's middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ghost {
    pub corners: [u32; 2],
    pub hole: u32,
}

/// One of a triangle's edges.
#[derive(Clone, Copy)]
struct Use {
    /// The lower vertex first.
    edge: [u32; 2],
    triangle: u32,
    /// The opposite corner.
    corner: u8,
    is_forward: bool,
}

impl ViewSurface {
    pub fn new(kind: ElementKind, topology: &CachedTopology) -> ViewSurface {
        let defect = |defect| ViewSurface { defect: Some(defect), ..ViewSurface::default() };
        if kind != ElementKind::Triangle {
            return defect(ViewFallback::NotTriangles);
        }
        let triangles = topology.faces();
        let mut uses = edge_uses(triangles);
        uses.sort_unstable_by_key(|own| (own.edge, own.triangle));
        let mut surface = ViewSurface {
            neighbours: vec![[NONE; 3]; triangles.len()],
            edges: vec![[0; 3]; triangles.len()],
            ..ViewSurface::default()
        };
        for uses in uses.chunk_by(|a, b| a.edge == b.edge) {
            if let [one] = uses {
                surface.add_ghost(one, triangles);
                continue;
            }
            if uses.len() > 2 && required(Condition::ViewIsManifold) {
                return defect(ViewFallback::NotManifold);
            }
            let is_oriented = uses.len() != 2 || uses[0].is_forward != uses[1].is_forward;
            if !is_oriented && required(Condition::ViewIsOriented) {
                return defect(ViewFallback::NotOriented);
            }
            for (own, next) in uses.iter().zip(uses.iter().cycle().skip(1)) {
                surface.neighbours[own.triangle as usize][own.corner as usize] = next.triangle;
            }
        }
        if !surface.is_connected() && required(Condition::ViewIsConnected) {
            return defect(ViewFallback::NotConnected);
        }
        surface.number_edges(&uses, topology.edges());
        surface.join_ghosts(topology);
        surface
    }

    fn add_ghost(&mut self, own: &Use, triangles: &[[u32; 3]]) {
        let [a, b, c] = triangles[own.triangle as usize];
        // Against the way of the triangle.
        let corners = [[c, b], [a, c], [b, a]][own.corner as usize];
        self.ghosts.push(Ghost { corners, hole: 0 });
    }

    /// Whether all triangles reach each other across edges. A single one is not enough to be a surface: only then
    /// does a triangle that degenerates touch another.
    fn is_connected(&self) -> bool {
        let count = self.neighbours.len();
        let mut seen = vec![false; count];
        let mut open = Vec::new();
        if count > 1 {
            seen[0] = true;
            open.push(0u32);
        }
        let mut reached = 0;
        while let Some(triangle) = open.pop() {
            reached += 1;
            for next in self.neighbours[triangle as usize] {
                if next != NONE && !std::mem::replace(&mut seen[next as usize], true) {
                    open.push(next);
                }
            }
        }
        reached == count && count > 1
    }

    /// Numbers edges as the features of the object are.
    fn number_edges(&mut self, uses: &[Use], features: &[[u32; 2]]) {
        let mut numbers: Vec<u32> = (0..features.len() as u32).collect();
        numbers.sort_unstable_by_key(|&edge| features[edge as usize]);
        for (uses, edge) in uses.chunk_by(|a, b| a.edge == b.edge).zip(numbers) {
            for own in uses {
                self.edges[own.triangle as usize][own.corner as usize] = edge;
            }
        }
    }

    /// Finds the holes: edges of the boundary that are joined at vertices.
    fn join_ghosts(&mut self, topology: &CachedTopology) {
        if self.ghosts.is_empty() {
            return;
        }
        let vertices = topology.faces().iter().flatten().max().map_or(0, |last| *last as usize + 1);
        let mut parents: Vec<u32> = (0..vertices as u32).collect();
        for ghost in &self.ghosts {
            let [a, b] = ghost.corners.map(|v| root(&mut parents, v));
            parents[a.max(b) as usize] = a.min(b);
        }
        for ghost in &mut self.ghosts {
            ghost.hole = root(&mut parents, ghost.corners[0]);
        }
        self.ghosts.sort_unstable_by_key(|ghost| (ghost.hole, ghost.corners));
        for ghosts in self.ghosts.chunk_by_mut(|a, b| a.hole == b.hole) {
            ghosts.iter_mut().for_each(|ghost| ghost.hole = self.holes);
            self.holes += 1;
        }
    }

    pub fn bytes(&self) -> usize {
        (self.neighbours.capacity() + self.edges.capacity()) * size_of::<[u32; 3]>()
            + self.ghosts.capacity() * size_of::<Ghost>()
    }
}

fn edge_uses(triangles: &[[u32; 3]]) -> Vec<Use> {
    let mut uses = Vec::with_capacity(3 * triangles.len());
    for (triangle, &[a, b, c]) in (0..).zip(triangles) {
        for (corner, [from, to]) in (0..).zip([[b, c], [c, a], [a, b]]) {
            let edge = [from.min(to), from.max(to)];
            uses.push(Use { edge, triangle, corner, is_forward: from < to });
        }
    }
    uses
}

fn root(parents: &mut [u32], mut vertex: u32) -> u32 {
    while parents[vertex as usize] != vertex {
        let above = parents[parents[vertex as usize] as usize];
        parents[vertex as usize] = above;
        vertex = above;
    }
    vertex
}
