//! Stages 2 and 3: where edges of border points meet the surface, and what depth and direction that makes
//! (sec. 6.1.2 and 6.1.3); and the closest point of the surface, for those that no border leads to.
//!
//! An edge from a colliding point to a vertex that does not collide leaves the object, so it crosses its boundary: of
//! all crossings the one that is nearest to the vertex outside counts. Tetrahedra that are folded over each other can
//! have an outside where no face of the boundary is, and an edge of a body that is in itself need not cross anything;
//! edges that cross nothing have no influence.

use super::colliding::ObjectPairs;
use super::crossed_edges::{self, CrossedEdge, CrossedEdges};
use super::face_crossing::PlaceOnEdge;
use super::normals::{self, Boundary, BoundaryStars, VertexNormals};
use super::point_depths::{EdgeDepth, PointDepth};
use super::rows::{NONE, RowsByVertex};
use super::weighted_mean::{Influence, length_and_unit, unit, weighted_mean};
use super::worker::DepthWorker;
use crate::candidates::TopologyCache;
use crate::distance::{BoundaryScratch, RayHit, RaySide, SceneTree};
use crate::mesh::{ElementKind, ObjectId, Scene};
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

    /// Whether neither end of an edge is in the object whose surface it meets.
    pub fn passes_through(&self, pairs: &ObjectPairs, edge: &CrossedEdge) -> bool {
        let touched = ObjectId::new(pairs.all()[edge.pair as usize][1] as usize);
        let row = |v: u32| self.tables.rows.find_in(v as usize, self.points, touched);
        edge.ends.into_iter().all(|v| row(v) == NONE)
    }

    /// What an edge that meets a surface tells.
    pub fn told_by_edge(
        &self,
        (crossed, pairs): (&CrossedEdges, &ObjectPairs),
        edge: &CrossedEdge,
        worker: &mut DepthWorker,
    ) -> ToldByEdge {
        let [object, touched] = pairs.all()[edge.pair as usize].map(|object| object as usize);
        let in_touched = ObjectId::new(touched);
        let [low, high] =
            edge.ends.map(|v| self.tables.rows.find_in(v as usize, self.points, in_touched));
        let topology = self.tables.topology.object_at(self.scene, touched);
        let places = crossed.places(self.scene, topology.faces(), (touched, edge));
        let (inner, row) = match [low, high] {
            [NONE, NONE] => {
                worker.places.clear();
                worker.places.extend(places);
                return ToldByEdge::Through(self.through([object, touched], edge, worker));
            }
            [row, NONE] => (0, row),
            [NONE, row] => (1, row),
            _ => return ToldByEdge::Nothing,
        };
        // Bodies have edges inside too, which are followed from their vertices.
        if self.scene.objects()[object].kind() == ElementKind::Tetrahedron {
            return ToldByEdge::Nothing;
        }
        let ends = [edge.ends[1 - inner], edge.ends[inner]];
        let [outside, point] = ends.map(|v| self.scene.vertices()[v as usize]);
        let from_outside = places.map(|(t, face)| (if inner == 0 { 1.0 - t } else { t }, face));
        let Some(first) = from_outside.min_by(by_place) else { return ToldByEdge::Nothing };
        let hit = crossed_edges::as_hit(self.scene, &topology, touched, first, [outside, point]);
        match self.influence(&hit, outside, point) {
            Some(influence) => ToldByEdge::Border { row, other: ends[0], influence },
            None => ToldByEdge::Nothing,
        }
    }

    /// The depth of an edge that passes through an object, at the middle of its longest part inside.
    ///
    /// From outside the first face is met from outside, and so is every face that is met from the same side.
    fn through(
        &self,
        [object, touched]: [usize; 2],
        edge: &CrossedEdge,
        worker: &mut DepthWorker,
    ) -> EdgeDepth {
        worker.places.sort_unstable_by(by_place);
        let topology = self.tables.topology.object_at(self.scene, touched);
        let ends @ [p, q] = edge.ends.map(|v| self.scene.vertices()[v as usize]);
        let hit_at =
            |place: PlaceOnEdge| crossed_edges::as_hit(self.scene, &topology, touched, place, ends);
        let mut entry = None;
        let mut longest = [worker.places[0]; 2];
        for pair in worker.places.windows(2) {
            let side = hit_at(pair[0]).side;
            if side == RaySide::Along || *entry.get_or_insert(side) != side {
                continue;
            }
            if pair[1].0 - pair[0].0 > longest[1].0 - longest[0].0 {
                longest = [pair[0], pair[1]];
            }
        }
        let part = 0.5 * (longest[0].0 + longest[1].0);
        let place = p + (q - p) * part;
        let (depth, direction) = match object == touched {
            false => self.closest_at(touched, place, None, worker),
            // The closest face of its own body is next to the edge itself: from where it enters and leaves, as border
            // points have it.
            true => {
                let told = |outside: DVec3, (way, face): PlaceOnEdge, all: f64| {
                    let t = if all > 0.0 { (way / all).min(1.0) } else { 1.0 };
                    let segment = [outside, place];
                    let hit =
                        crossed_edges::as_hit(self.scene, &topology, touched, (t, face), segment);
                    self.influence(&hit, outside, place)
                };
                let [(enters, front), (leaves, back)] = longest;
                let entry = told(p, (enters, front), part);
                let exit = told(q, (1.0 - leaves, back), 1.0 - part);
                let influences = &mut worker.influences;
                influences.clear();
                influences.extend(entry.into_iter().chain(exit));
                match influences.is_empty() {
                    true => (0.0, DVec3::Z),
                    false => weighted_mean(influences.iter().copied()),
                }
            }
        };
        let (object, touched) = (ObjectId::new(object), ObjectId::new(touched));
        EdgeDepth { vertices: edge.ends, object, touched, part, depth, direction }
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
        self.influence(&hit, outside, point)
    }

    /// What a hit along a segment from outside says about a point.
    fn influence(&self, hit: &RayHit, outside: DVec3, point: DVec3) -> Option<Influence> {
        let normal = self.normal(hit, outside - point)?;
        let away = (outside - point) * (1.0 - hit.t).max(0.0);
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

    /// The depth and direction of a row that are consistent with the surface, beginning with those that it has.
    ///
    /// A direction `d` leads to a place of the surface whose normal is the next direction. Where both agree the surface faces
    /// the point, so that the place is a critical point of the distance. Within the surface's radius of curvature `r` a
    /// direction that is off by an angle is off by `depth / r` times that next; where it is not less, the first direction
    /// stays, with the depth along it.
    pub fn refined(&self, row: usize, worker: &mut DepthWorker) -> (f64, DVec3) {
        let own = &self.points[row];
        let touched = own.touched.index();
        let point = self.scene.vertices()[own.vertex as usize];
        let first = self.scene.objects()[touched].vertices().start as u32;
        let without = if own.object == own.touched { own.vertex - first } else { NONE };
        let Some(bounds) = self.tables.tree.bounds_of(touched) else {
            return (own.depth, own.direction);
        };
        // From any point inside it leads out.
        let reach = 2.0 * bounds.size().max_element();
        let mut scratch = std::mem::take(&mut worker.scratch);
        let boundary = self.boundary(touched);
        let mut look = |direction: DVec3| {
            let segment = [point, point + direction * reach];
            let tree = &self.tables.tree;
            let hit = tree.segment_hit(self.scene, touched, segment, [without; 2], &mut scratch)?;
            let normals = &self.tables.normals;
            let normal = normals.interpolated(&boundary, hit.corners, hit.weights);
            let normal = normal.or_else(|| normals::of_face(boundary.positions, hit.corners))?;
            let normal = if normal.dot(direction) < 0.0 { -normal } else { normal };
            Some((hit.t * reach, normal))
        };
        let (mut told, mut turn) = ((own.depth, own.direction), f64::INFINITY);
        let mut direction = own.direction;
        for _ in 0..MOST_REFINEMENTS {
            let Some((depth, normal)) = look(direction) else { break };
            let next_turn = normal.distance(direction);
            if next_turn > MOST_OF_TURN * turn {
                break;
            }
            (told, turn) = ((depth, direction), next_turn);
            if turn <= LEAST_TURN {
                break;
            }
            direction = normal;
        }
        worker.scratch = scratch;
        told
    }

    /// The depth and direction by the closest point of the boundary. In its own body, of the faces that the point is
    /// no corner of.
    pub fn closest(&self, row: usize, worker: &mut DepthWorker) -> (f64, DVec3) {
        let own = &self.points[row];
        let touched = own.touched.index();
        let point = self.scene.vertices()[own.vertex as usize];
        let first = self.scene.objects()[touched].vertices().start as u32;
        let without = (own.object == own.touched).then(|| own.vertex - first);
        self.closest_at(touched, point, without, worker)
    }

    /// The same of any point that an object holds, without the faces that have a vertex of the object.
    fn closest_at(
        &self,
        touched: usize,
        point: DVec3,
        without: Option<u32>,
        worker: &mut DepthWorker,
    ) -> (f64, DVec3) {
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

/// Directions that are tried for one point; each is at least a tenth less off than the one before, mostly half.
const MOST_REFINEMENTS: usize = 16;
/// What is left of a turn at most, if directions come together.
const MOST_OF_TURN: f64 = 0.9;
/// Turns, in radians, that move a place by less than depths are worth: a billionth of the depth.
const LEAST_TURN: f64 = 1e-9;

/// What an edge that meets a surface tells.
#[derive(Clone, Copy, Debug)]
pub(super) enum ToldByEdge {
    /// Both ends are inside, or vertices tell it.
    Nothing,
    /// What a border point learns from it, given the vertex at the other end.
    Border { row: u32, other: u32, influence: Influence },
    /// It passes through.
    Through(EdgeDepth),
}

/// In the order of places along an edge, then of faces.
fn by_place(a: &PlaceOnEdge, b: &PlaceOnEdge) -> std::cmp::Ordering {
    a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))
}
