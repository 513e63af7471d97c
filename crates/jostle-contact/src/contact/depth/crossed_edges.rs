//! Edges of surfaces that meet the surface of another object, or of their own body elsewhere.
//!
//! They serve three ends. Between vertices that are joined by other edges nothing changes, so that one of them tells
//! whether all are inside (`surface_parts.rs`). Those from a colliding point to a vertex that does not collide tell depth
//! and direction of border points (stages 2 and 3). And those that pass through an object with both ends outside are
//! contacts themselves: no depth of a vertex tells of them.

use super::colliding::ObjectPairs;
use super::face_crossing::{FaceCrossing, PlaceOnEdge};
use super::normals;
use super::worker::DepthWorker;
use crate::candidates::{
    CandidateList, CandidateReceiver, CandidateSearch, ClusterSearch, FeatureNumbering, Receiving,
    SearchInput,
};
use crate::distance::{RayHit, RaySide};
use crate::geometry::distance::point_triangle_weights;
use crate::mesh::{ElementKind, LocalElementId, ObjectId, Scene};
use crate::narrow::segment_triangle;
use glam::DVec3;
use rayon::prelude::*;

/// An edge that meets faces of one other object, or of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct CrossedEdge {
    /// The place of the two objects among those that are compared.
    pub pair: u32,
    /// Its ends in the scene, the lower first.
    pub ends: [u32; 2],
    /// Its crossings in the list.
    first: u32,
    count: u32,
}

/// All edges that meet faces, by pair of objects and then by number; keeps its buffers.
#[derive(Debug, Default)]
pub(super) struct CrossedEdges {
    numbering: FeatureNumbering,
    crossings: Vec<FaceCrossing>,
    pub edges: Vec<CrossedEdge>,
}

/// Decides about candidates of edges and faces.
struct EdgeReceiver<'r> {
    input: &'r SearchInput<'r>,
    numbering: &'r FeatureNumbering,
    pairs: &'r ObjectPairs,
}

impl CandidateReceiver for EdgeReceiver<'_> {
    type Worker = DepthWorker;

    fn receive(&self, _: &mut DepthWorker, _: [u32; 2], _: [u32; 2]) {
        unreachable!("candidates of clusters come in lists");
    }

    fn receive_list(&self, worker: &mut DepthWorker, list: &CandidateList) {
        let Some(pair) = self.pairs.find(list.objects) else { return };
        let SearchInput { scene, topology, .. } = *self.input;
        let [of_edges, of_faces] = list.objects.map(|object| object as usize);
        let edges = self.numbering.edges(scene, topology, of_edges);
        let faces = self.numbering.faces(scene, topology, of_faces);
        let first = self.numbering.first_face(of_faces);
        let is_within = of_edges == of_faces;
        let at = |v: u32| scene.vertices()[v as usize];
        worker.candidates += list.pairs.len() as u64;
        for &[edge, face] in list.pairs {
            let (ends, corners) = (edges.corners(edge), faces.corners(face));
            if is_within && corners.iter().any(|corner| ends.contains(corner)) {
                continue;
            }
            if segment_triangle(&ends.map(at), &corners.map(at)) {
                let key = pair | u64::from(edge);
                worker.crossings.push(FaceCrossing { key, face: face - first });
            }
        }
    }
}

impl CrossedEdges {
    /// Finds them, given a search that was updated with such an input.
    pub fn find(
        &mut self,
        search: &mut ClusterSearch,
        input: &SearchInput,
        pairs: &ObjectPairs,
        workers: &mut [DepthWorker],
    ) {
        self.numbering.copy_from(search.numbering());
        let receiver = EdgeReceiver { input, numbering: &self.numbering, pairs };
        search.search(input, &mut Receiving { workers, receiver: &receiver });
        self.crossings.clear();
        for worker in workers {
            self.crossings.append(&mut worker.crossings);
        }
        self.crossings.par_sort_unstable();
        self.edges.clear();
        let SearchInput { scene, topology, .. } = *input;
        let mut first = 0;
        for run in self.crossings.chunk_by(|a, b| a.key == b.key) {
            let object = pairs.at(run[0].key)[0] as usize;
            let edges = self.numbering.edges(scene, topology, object);
            let (pair, count) = ((run[0].key >> 32) as u32, run.len() as u32);
            self.edges.push(CrossedEdge {
                pair,
                ends: edges.corners(run[0].key as u32),
                first,
                count,
            });
            first += count;
        }
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.crossings.clear();
        self.edges.clear();
    }

    /// The edges of a pair of objects.
    pub fn of_pair(&self, pair: u32) -> &[CrossedEdge] {
        let first = self.edges.partition_point(|edge| edge.pair < pair);
        let count = self.edges[first..].partition_point(|edge| edge.pair == pair);
        &self.edges[first..first + count]
    }

    /// Where an edge meets each of its faces.
    pub fn places<'c>(
        &'c self,
        scene: &'c Scene,
        touched: &'c [[u32; 3]],
        (object, edge): (usize, &CrossedEdge),
    ) -> impl Iterator<Item = PlaceOnEdge> + 'c {
        let first = scene.objects()[object].vertices().start;
        let [p, q] = edge.ends.map(|v| scene.vertices()[v as usize]);
        let own = &self.crossings[edge.first as usize..(edge.first + edge.count) as usize];
        own.iter().map(move |crossing| {
            let [a, b, c] =
                touched[crossing.face as usize].map(|v| scene.vertices()[first + v as usize]);
            (part_of_edge([p, q], [a, b, c]), crossing.face)
        })
    }

    pub fn bytes(&self) -> usize {
        self.numbering.bytes()
            + self.crossings.capacity() * size_of::<FaceCrossing>()
            + self.edges.capacity() * size_of::<CrossedEdge>()
    }
}

/// How far along an edge it meets a face, which is known to be somewhere. Any place of an edge in the plane of the face
/// is as good: depths are along its normal.
fn part_of_edge([p, q]: [DVec3; 2], [a, b, c]: [DVec3; 3]) -> f64 {
    let Some(normal) = normals::of_triangle([a, b, c]) else { return 0.5 };
    let [from, to] = [p, q].map(|end| normal.dot(end - a));
    let part = from / (from - to);
    if part.is_finite() { part.clamp(0.0, 1.0) } else { 0.5 }
}

/// What a ray along an edge, from one end or the other, would tell of a face that it meets.
pub(super) fn as_hit(
    scene: &Scene,
    topology: &crate::candidates::CachedTopology,
    touched: usize,
    (t, face): PlaceOnEdge,
    [from, to]: [DVec3; 2],
) -> RayHit {
    let own = &scene.objects()[touched];
    let corners = topology.faces()[face as usize];
    let at = |v: u32| scene.vertices()[own.vertices().start + v as usize];
    let triangle = corners.map(at);
    let element = topology.features().face_owner(face) as usize;
    let normal = normals::of_triangle(triangle).unwrap_or(DVec3::ZERO);
    let mut along = normal.dot(to - from);
    if own.kind() == ElementKind::Tetrahedron {
        // The front of a body's face is outside of its tetrahedron.
        let first = own.vertices().start as u32;
        let all = scene.corners_at(own.elements().start + element);
        let opposite = all.iter().find(|&&v| !corners.contains(&(v - first)));
        let height =
            opposite.map_or(0.0, |&v| normal.dot(scene.vertices()[v as usize] - triangle[0]));
        along = if height > 0.0 { -along } else { along };
    }
    let side = match along {
        along if along > 0.0 => RaySide::Back,
        along if along < 0.0 => RaySide::Front,
        _ => RaySide::Along,
    };
    let (object, element) = (ObjectId::new(touched), LocalElementId::new(element));
    let weights = weights_at(from + (to - from) * t, triangle, normal);
    RayHit { object, element, corners, t, weights, side }
}

/// The weights of the corners at a point of a triangle, given its normal.
fn weights_at(point: DVec3, triangle: [DVec3; 3], normal: DVec3) -> [f64; 3] {
    let [a, b, c] = triangle.map(|corner| corner - point);
    let size = a.abs().max(b.abs()).max(c.abs()).max_element();
    // In units of the triangle, so that no product leaves the number range.
    let [a, b, c] = [a / size, b / size, c / size];
    let areas = [b.cross(c), c.cross(a), a.cross(b)].map(|area| area.dot(normal).max(0.0));
    let sum = areas[0] + areas[1] + areas[2];
    match sum > 0.0 && sum.is_finite() {
        true => areas.map(|area| area / sum),
        false => point_triangle_weights(point, &triangle).1,
    }
}
