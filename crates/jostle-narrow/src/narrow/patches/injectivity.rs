//! Whether a patch projects injectively along a direction.

use super::contour::Contour;
use super::path::{Path, Paths};
use super::view::View;
use crate::conditions::{Condition, required};
use crate::geometry::{Aabb, NormalCone};
use crate::mesh::{Clusters, Object, PatchNode, PatchTree, Scene};
use glam::DVec3;
use std::collections::TryReserveError;

pub(super) struct Injectivity<'c, P> {
    pub scene: &'c Scene,
    /// The vertices of the object.
    pub paths: P,
    pub object: &'c Object,
    pub clusters: &'c Clusters,
    pub boxes: &'c [Aabb],
    pub cones: &'c [NormalCone],
}

/// One thread's buffers.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    contour: Contour,
}

impl Scratch {
    /// Buffers for borders of so many edges, to begin with.
    pub fn with_capacity(edges: usize) -> Scratch {
        Scratch { contour: Contour::with_capacity(edges) }
    }

    /// Reserves capacity for borders of so many edges.
    pub fn reserve(&mut self, edges: usize) -> Result<(), TryReserveError> {
        self.contour.reserve(edges)
    }

    pub fn bytes(&self) -> usize {
        self.contour.bytes()
    }
}

impl<P: Paths> Injectivity<'_, P> {
    /// Whether no two triangles of the patch meet beyond the simplex they share, at any time; if not, that
    /// is not known.
    pub fn holds(
        &self,
        tree: &PatchTree,
        node: &PatchNode,
        n: DVec3,
        scratch: &mut Scratch,
    ) -> bool {
        let members = tree.members(node).iter().map(|&cluster| cluster as usize);
        let bounds = members.clone().fold(Aabb::EMPTY, |all, c| all.union(self.boxes[c]));
        let Some(view) = View::new(n, &bounds) else { return false };
        let borders = members.clone().flat_map(|c| self.clusters.borders(c));
        let outer = borders.filter(|border| !node.places.contains(&tree.place_of(border.across)));
        scratch.contour.update(outer.map(|border| [border.from, border.to]), self.paths, &view);
        // The contour first: it is the shorter, and it is what fails where the cone is narrow.
        scratch.contour.is_simple(self.paths, &view)
            && (members.clone().all(|cluster| self.all_turn(cluster, &view))
                || !required(Condition::PatchTurns))
    }

    /// Whether all triangles of a cluster certainly turn the positive way.
    fn all_turn(&self, cluster: usize, view: &View) -> bool {
        if self.cones[cluster].least_along(view.n) > view.turn_bound {
            return true;
        }
        let (first, base) = (self.object.elements().start, self.object.vertices().start as u32);
        let mut least = f64::INFINITY;
        for &e in self.clusters.elements(cluster) {
            let corners = self.scene.corners_at(first + e as usize);
            let at = |i: usize| self.paths.at(corners[i] - base);
            let (a, b, c) = (at(0), at(1), at(2));
            for product in (b - a).cross(c - a).as_ref() {
                let value = view.n.dot(*product);
                least = if value < least { value } else { least };
            }
        }
        least > view.turn_bound
    }
}
