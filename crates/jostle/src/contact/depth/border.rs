//! Stages 2 and 3: where edges of border points meet the surface, and what depth and direction that makes
//! (sec. 6.1.2 and 6.1.3); and the closest point of the surface, for those that no border leads to.
//!
//! An edge from a colliding point to a vertex that does not collide leaves the object, so it crosses its boundary: of
//! all crossings the one that is nearest to the vertex outside counts. Tetrahedra that are folded over each other can
//! have an outside where no face of the boundary is, and an edge of a body that is in itself need not cross anything;
//! edges that cross nothing have no influence.

use super::normals::{self, Boundary, BoundaryStars, VertexNormals};
use super::point_depths::PointDepth;
use super::rows::{NONE, RowsByVertex};
use super::weighted_mean::{Influence, length_and_unit, unit, weighted_mean};
use super::worker::DepthWorker;
use crate::candidates::TopologyCache;
use crate::distance::{BoundaryScratch, RayHit, RaySide, SceneTree};
use crate::mesh::Scene;
use glam::DVec3;

/// What is made for a scene before depths are told; keeps its buffers.
#[derive(Debug, Default)]
pub(super) struct DepthTables {
    pub topology: TopologyCache,
    pub tree: SceneTree,
    /// Of each object.
    pub stars: Vec<BoundaryStars>,
    pub normals: VertexNormals,
    pub rows: RowsByVertex,
}

impl DepthTables {
    /// Without what topology implies.
    pub fn bytes(&self) -> usize {
        self.tree.bytes()
            + self.stars.iter().map(BoundaryStars::bytes).sum::<usize>()
            + self.normals.bytes()
            + self.rows.bytes()
    }
}

/// What depths of points are told from.
#[derive(Clone, Copy)]
pub(super) struct DepthInput<'i> {
    pub scene: &'i Scene,
    pub tables: &'i DepthTables,
    pub points: &'i [PointDepth],
}

impl<'i> DepthInput<'i> {
    fn boundary(&self, touched: usize) -> Boundary<'i> {
        let vertices = self.scene.objects()[touched].vertices();
        let (first, stars) = (vertices.start, &self.tables.stars[touched]);
        Boundary { stars, positions: &self.scene.vertices()[vertices], first }
    }

    /// Shows the neighbours of a row's vertex in the scene, with their rows in the same object or [`NONE`].
    #[inline]
    pub fn for_each_neighbour(&self, row: usize, mut visit: impl FnMut(usize, u32)) {
        let own = &self.points[row];
        let object = own.object.index();
        let first = self.scene.objects()[object].vertices().start;
        let neighbours = self.tables.topology.object_at(self.scene, object).vertex_neighbours();
        for &local in neighbours.of(own.vertex - first as u32) {
            let vertex = first + local as usize;
            visit(vertex, self.tables.rows.find(vertex, self.points, own));
        }
    }

    /// The depth and direction of a border point; `None` of others.
    pub fn border(&self, row: usize, worker: &mut DepthWorker) -> Option<(f64, DVec3)> {
        let DepthWorker { influences, scratch, intersecting_edges, .. } = worker;
        influences.clear();
        let own = &self.points[row];
        let point = self.scene.vertices()[own.vertex as usize];
        self.for_each_neighbour(row, |vertex, other| {
            if other == NONE {
                influences.extend(self.intersection(own, point, vertex, scratch));
            }
        });
        *intersecting_edges += influences.len() as u64;
        (!influences.is_empty()).then(|| weighted_mean(influences.iter().copied()))
    }

    /// What the edge to a vertex that does not collide says about a point.
    fn intersection(
        &self,
        own: &PointDepth,
        point: DVec3,
        vertex: usize,
        scratch: &mut BoundaryScratch,
    ) -> Option<Influence> {
        let touched = own.touched.index();
        let outside = self.scene.vertices()[vertex];
        let without = match own.object == own.touched {
            true => {
                let first = self.scene.objects()[touched].vertices().start;
                [own.vertex - first as u32, (vertex - first) as u32]
            }
            false => [NONE; 2],
        };
        let hit = self.tables.tree.segment_hit(
            self.scene,
            touched,
            [outside, point],
            without,
            scratch,
        )?;
        let edge = outside - point;
        let normal = self.normal(&hit, edge)?;
        let away = edge * (1.0 - hit.t).max(0.0);
        let distance = length_and_unit(away).0;
        Some(Influence { distance, depth: away.dot(normal), direction: normal })
    }

    /// The normal where an edge, which points outside, meets the boundary.
    fn normal(&self, hit: &RayHit, edge: DVec3) -> Option<DVec3> {
        let boundary = self.boundary(hit.object.index());
        let interpolated = self.tables.normals.interpolated(&boundary, hit.corners, hit.weights);
        match (interpolated, hit.side) {
            // A surface that faces inward is met from behind.
            (Some(normal), RaySide::Front) => Some(normal),
            (Some(normal), RaySide::Back) => Some(-normal),
            (Some(normal), RaySide::Along) if normal.dot(edge) >= 0.0 => Some(normal),
            (Some(normal), RaySide::Along) => Some(-normal),
            (None, _) => {
                let face = normals::of_face(boundary.positions, hit.corners);
                let turned =
                    face.map(|normal| if normal.dot(edge) < 0.0 { -normal } else { normal });
                turned.or_else(|| unit(edge))
            }
        }
    }

    /// The depth and direction by the closest point of the boundary. In its own body, of the faces that the point is
    /// no corner of.
    pub fn closest(&self, row: usize, worker: &mut DepthWorker) -> (f64, DVec3) {
        let own = &self.points[row];
        let touched = own.touched.index();
        let point = self.scene.vertices()[own.vertex as usize];
        let first = self.scene.objects()[touched].vertices().start as u32;
        let without = (own.object == own.touched).then(|| own.vertex - first);
        let scratch = &mut worker.scratch;
        let closest = self.tables.tree.closest_on(self.scene, touched, point, without, scratch);
        // A body that holds a vertex has a boundary, unless its faces cancel out.
        let Some(closest) = closest else { return (0.0, DVec3::Z) };
        let (length, direction) = length_and_unit(closest.point - point);
        if closest.distance > 0.0 && length > 0.0 {
            return (closest.distance, direction);
        }
        let boundary = self.boundary(touched);
        let normal = self.tables.normals.interpolated(&boundary, closest.corners, closest.weights);
        let normal = normal.or_else(|| normals::of_face(boundary.positions, closest.corners));
        (0.0, normal.unwrap_or(DVec3::Z))
    }
}
