//! Stage 1 for vertices of surfaces in closed surfaces: parts that the other surface does not cut.
//!
//! **Theorem.** Vertices that are joined by edges which have no point in common with a closed surface are all inside it,
//! or all outside.
//!
//! How often the surface winds round a point changes only where the point passes the surface. Along such edges it does
//! not, ends included, so that none of the vertices is on the surface either. What has no such edge is a part by itself.
//!
//! A part with a vertex outside of the box of the surface is outside of it. Of the others one vertex is tested exactly:
//! against all faces where parts are few, so that no tree is needed, and otherwise in the tree.

use super::colliding::ObjectPairs;
use super::crossed_edges::CrossedEdges;
use crate::candidates::SearchInput;
use crate::conditions::{Condition, required};
use crate::geometry::{Aabb, ray_crossing};
use crate::mesh::{ElementKind, Scene};
use crate::narrow::point_triangle;
use glam::DVec3;
use jostle_support::parallel;
use std::ops::Range;

/// A part that may be inside.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// The place of the two objects among those that are compared.
    pub pair: u32,
    /// Its vertices in the list.
    members: Range<u32>,
}

/// The parts of all surfaces that may be inside others; keeps its buffers.
#[derive(Debug, Default)]
pub(super) struct SurfaceParts {
    parts: Vec<Part>,
    /// Vertices of parts, numbered through the scene.
    members: Vec<u32>,
    /// What is known of each vertex of a surface.
    states: Vec<VertexState>,
    /// Edges of a pair that meet the other surface, by their ends.
    cut: Vec<[u32; 2]>,
}

#[derive(Clone, Copy, Debug, Default)]
struct VertexState {
    /// Whether it is of an element, and in the box of the other surface.
    is_near: bool,
    /// Whether it has an edge that meets the other surface.
    has_cut: bool,
    is_in_part: bool,
}

impl SurfaceParts {
    /// Finds the parts, given the boxes of objects.
    pub fn find<'b>(
        &mut self,
        input: &SearchInput,
        pairs: &ObjectPairs,
        crossed: &CrossedEdges,
        bounds: impl Fn(usize) -> &'b Aabb,
    ) {
        let SearchInput { scene, topology, .. } = *input;
        self.parts.clear();
        self.members.clear();
        self.states.resize(scene.vertices().len(), VertexState::default());
        for (pair, &[object, touched]) in pairs.all().iter().enumerate() {
            if !is_of_surfaces(scene, [object, touched]) {
                continue;
            }
            let topology = topology.object_at(scene, object as usize);
            let range = scene.objects()[object as usize].vertices();
            let (first, incidence) = (range.start as u32, topology.incidence());
            let around = bounds(touched as usize);
            let mut is_any_near = false;
            for v in range.clone() {
                let is_used = || !incidence.elements_at(v as u32 - first).is_empty();
                let at = Aabb::from_points([scene.vertices()[v]]);
                let is_near = around.contains(&at) && is_used();
                self.states[v] = VertexState { is_near, ..VertexState::default() };
                is_any_near |= is_near;
            }
            if !is_any_near {
                continue;
            }
            self.cut.clear();
            if required(Condition::PartsEndAtCrossings) {
                self.cut.extend(crossed.of_pair(pair as u32).iter().map(|edge| edge.ends));
            }
            self.cut.sort_unstable();
            for &v in self.cut.as_flattened() {
                self.states[v as usize].has_cut = true;
            }
            let neighbours = topology.vertex_neighbours();
            for seed in range {
                let state = self.states[seed];
                if state.is_near && !state.is_in_part {
                    self.grow(pair as u32, seed as u32, |v| {
                        neighbours.of(v - first).iter().map(move |other| first + other)
                    });
                }
            }
        }
    }

    /// Lists the part of a vertex, unless it leads out of the box.
    fn grow<N: Iterator<Item = u32>>(
        &mut self,
        pair: u32,
        seed: u32,
        neighbours: impl Fn(u32) -> N,
    ) {
        let SurfaceParts { parts, members, states, cut } = self;
        let (first, mut next) = (members.len(), members.len());
        let mut leads_out = false;
        states[seed as usize].is_in_part = true;
        members.push(seed);
        while next < members.len() {
            let v = members[next];
            let has_cut = states[v as usize].has_cut;
            for w in neighbours(v) {
                let state = &mut states[w as usize];
                let may_be_cut = has_cut && state.has_cut;
                if may_be_cut && cut.binary_search(&[v.min(w), v.max(w)]).is_ok() {
                    continue;
                }
                if !state.is_near {
                    leads_out = true;
                } else if !state.is_in_part {
                    state.is_in_part = true;
                    members.push(w);
                }
            }
            next += 1;
        }
        match leads_out {
            true => members.truncate(first),
            false => parts.push(Part { pair, members: first as u32..members.len() as u32 }),
        }
    }

    /// Whether testing all parts against all faces takes longer than to make a tree and to use that.
    pub fn are_many(&self, scene: &Scene, pairs: &ObjectPairs) -> bool {
        let faces = |object: u32| scene.objects()[object as usize].elements().len();
        let looks: usize =
            self.parts.iter().map(|part| faces(pairs.all()[part.pair as usize][1])).sum();
        looks > PASSES * scene.element_count()
    }

    /// Lists the vertices of parts that are inside as keys, given an exact test of one vertex in an object.
    pub fn list(
        &self,
        scene: &Scene,
        pairs: &ObjectPairs,
        keys: &mut Vec<u64>,
        mut holds: impl FnMut(usize, DVec3) -> bool,
    ) {
        for part in &self.parts {
            let members = &self.members[part.members.start as usize..part.members.end as usize];
            let touched = pairs.all()[part.pair as usize][1] as usize;
            if holds(touched, scene.vertices()[members[0] as usize]) {
                let pair = u64::from(part.pair) << 32;
                keys.extend(members.iter().map(|&v| pair | u64::from(v)));
            }
        }
    }

    /// Number of parts that were tested.
    pub fn len(&self) -> usize {
        self.parts.len()
    }

    pub fn bytes(&self) -> usize {
        self.parts.capacity() * size_of::<Part>()
            + self.members.capacity() * size_of::<u32>()
            + self.states.capacity() * size_of::<VertexState>()
            + self.cut.capacity() * size_of::<[u32; 2]>()
    }
}

/// A pass over faces is so many times as fast as to make or refit a tree of them.
const PASSES: usize = 8;

/// Whether these are two surfaces.
fn is_of_surfaces(scene: &Scene, objects: [u32; 2]) -> bool {
    let is_surface = |object: u32| scene.objects()[object as usize].kind() == ElementKind::Triangle;
    objects[0] != objects[1] && objects.into_iter().all(is_surface)
}

/// Whether a point is on a surface, which is closed and oriented, or the surface winds round it: by all faces. Exact.
pub(super) fn holds(scene: &Scene, object: usize, point: DVec3) -> bool {
    let at = Aabb::from_points([point]);
    let elements = scene.objects()[object].elements();
    let look = |element: usize| {
        let corners = scene.corners_at(element);
        let corners = [0, 1, 2].map(|i| scene.vertices()[corners[i] as usize]);
        let bounds = Aabb::from_points(corners);
        if !ray_crossing::may_cross(point, &bounds) {
            return (false, 0);
        }
        let is_on = bounds.contains(&at) && point_triangle(point, &corners);
        (is_on, i64::from(ray_crossing::crossing(point, corners)))
    };
    let either = |a: (bool, i64), b: (bool, i64)| (a.0 | b.0, a.1 + b.1);
    let of_range =
        |range: Range<usize>| range.map(|i| look(elements.start + i)).fold((false, 0), either);
    let (is_on, winding) =
        parallel::reduce(elements.len(), 4096, of_range, either).unwrap_or((false, 0));
    is_on || winding != 0
}
