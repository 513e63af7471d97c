//! The view sets: which triangles are seen from which side, and what that leaves to be compared.
//!
//! A feature belongs to the sets of all triangles that have it.

use super::surface::{NONE, ViewSurface};
use crate::candidates::CachedTopology;
use crate::conditions::{Condition, required};
use crate::impact::methods::{ElementTree, NodePair, PairFilter};

/// How a triangle is seen in a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum View {
    /// Its normal is along the rays throughout.
    #[default]
    Positive,
    /// Against them throughout.
    Negative,
    /// That changes, or is not certain.
    Zero,
    /// Nothing is known, because a ghost triangle may meet it.
    Violated,
}

/// Bits of the sets.
const POSITIVE: u8 = 1;
const NEGATIVE: u8 = 2;
/// Compared with all.
const ANY: u8 = 4;

impl View {
    fn bit(self) -> u8 {
        match self {
            View::Positive => POSITIVE,
            View::Negative => NEGATIVE,
            View::Zero | View::Violated => ANY,
        }
    }
}

/// Whether features of these sets are compared: a positive with a negative one, or one of them with all.
#[inline(always)]
fn admits(a: u8, b: u8) -> bool {
    (a | b) & ANY != 0
        || (a & POSITIVE != 0 && b & NEGATIVE != 0)
        || (a & NEGATIVE != 0 && b & POSITIVE != 0)
}

/// The sets of an object's features, and the parts of its tree that hold more than positive ones; keeps its buffers.
/// Only what differs from a surface that is all positive is touched from one step to the next.
#[derive(Debug, Default)]
pub(in crate::impact) struct ViewSets {
    pub(super) views: Vec<View>,
    vertices: Vec<u8>,
    edges: Vec<u8>,
    faces: Vec<u8>,
    nodes: Vec<u8>,
    /// Triangles that were not positive.
    touched: Vec<u32>,
}

/// How many triangles are in each set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SetSizes {
    pub positive: u64,
    pub negative: u64,
    pub zero: u64,
    pub violated: u64,
}

impl ViewSets {
    /// All are positive, of a topology.
    pub fn reset(&mut self, topology: &CachedTopology, vertices: usize) {
        let refill = |marks: &mut Vec<u8>, len: usize| {
            marks.clear();
            marks.resize(len, POSITIVE);
        };
        refill(&mut self.vertices, vertices);
        refill(&mut self.edges, topology.edge_count());
        refill(&mut self.faces, topology.faces().len());
        self.nodes.clear();
        self.touched.clear();
        self.views.clear();
        self.views.resize(topology.faces().len(), View::Positive);
    }

    pub(super) fn sizes(&self) -> SetSizes {
        let mut sizes = SetSizes::default();
        for view in &self.views {
            *match view {
                View::Positive => &mut sizes.positive,
                View::Negative => &mut sizes.negative,
                View::Zero => &mut sizes.zero,
                View::Violated => &mut sizes.violated,
            } += 1;
        }
        sizes
    }

    /// Marks features and nodes by how triangles are seen now.
    pub(super) fn mark(
        &mut self,
        surface: &ViewSurface,
        topology: &CachedTopology,
        tree: &ElementTree,
    ) {
        self.clear(topology, surface, tree);
        let ViewSets { views, vertices, edges, faces, nodes, touched } = self;
        touched.extend((0..views.len() as u32).filter(|&t| views[t as usize] != View::Positive));
        let triangles = topology.faces();
        for &triangle in touched.iter() {
            let t = triangle as usize;
            let bit = views[t].bit();
            faces[t] = bit;
            mark_up(nodes, tree.leaf(triangle), bit);
            for (corner, &vertex) in triangles[t].iter().enumerate() {
                let star = topology.elements_at(vertex);
                let owner = star[0];
                if required(Condition::ViewAllTriangles) {
                    let all = star.iter().fold(0, |all, &e| all | views[e as usize].bit());
                    vertices[vertex as usize] = all;
                    mark_up(nodes, tree.leaf(owner), all);
                } else {
                    vertices[vertex as usize] = views[owner as usize].bit();
                }
                let across = surface.neighbours[t][corner];
                let other = if across == NONE { bit } else { views[across as usize].bit() };
                let owner = triangle.min(across);
                let edge = surface.edges[t][corner] as usize;
                edges[edge] = bit | other;
                if !required(Condition::ViewAllTriangles) {
                    edges[edge] = views[owner as usize].bit();
                }
                mark_up(nodes, tree.leaf(owner), edges[edge]);
            }
        }
    }

    /// Takes back what the last step marked.
    fn clear(&mut self, topology: &CachedTopology, surface: &ViewSurface, tree: &ElementTree) {
        let ViewSets { vertices, edges, faces, nodes, touched, .. } = self;
        nodes.resize(tree.end(), POSITIVE);
        for triangle in touched.drain(..) {
            let t = triangle as usize;
            faces[t] = POSITIVE;
            mark_down(nodes, tree.leaf(triangle));
            for (corner, &vertex) in topology.faces()[t].iter().enumerate() {
                vertices[vertex as usize] = POSITIVE;
                mark_down(nodes, tree.leaf(topology.elements_at(vertex)[0]));
                edges[surface.edges[t][corner] as usize] = POSITIVE;
                mark_down(nodes, tree.leaf(triangle.min(surface.neighbours[t][corner])));
            }
        }
    }

    pub fn bytes(&self) -> usize {
        self.views.capacity() * size_of::<View>()
            + self.vertices.capacity()
            + self.edges.capacity()
            + self.faces.capacity()
            + self.nodes.capacity()
            + self.touched.capacity() * size_of::<u32>()
    }
}

/// Adds sets to a node and to those above it that lack them.
fn mark_up(nodes: &mut [u8], leaf: u32, bits: u8) {
    let mut node = leaf as usize;
    while node > 0 && nodes[node] & bits != bits {
        nodes[node] |= bits;
        node /= 2;
    }
}

fn mark_down(nodes: &mut [u8], leaf: u32) {
    let mut node = leaf as usize;
    while node > 0 && nodes[node] != POSITIVE {
        nodes[node] = POSITIVE;
        node /= 2;
    }
}

/// Features that are to be compared by their sets.
impl PairFilter for &ViewSets {
    #[inline(always)]
    fn admits_nodes(&self, pair: &NodePair) -> bool {
        let [a, b] = pair.nodes.map(|node| self.nodes[node as usize]);
        // Positive features are everywhere but where all triangles of a node are not, which is not looked for.
        (a | b) & (NEGATIVE | ANY) != 0
    }

    #[inline(always)]
    fn only_child(&self, node: u32, other: u32) -> Option<u32> {
        if self.nodes[other as usize] & (NEGATIVE | ANY) != 0 {
            return None;
        }
        let has_more = |child: u32| self.nodes[child as usize] & (NEGATIVE | ANY) != 0;
        match [has_more(2 * node), has_more(2 * node + 1)] {
            [true, false] => Some(2 * node),
            [false, true] => Some(2 * node + 1),
            _ => None,
        }
    }

    #[inline(always)]
    fn admits_edges(&self, edges: [u32; 2]) -> bool {
        let [a, b] = edges.map(|edge| self.edges[edge as usize]);
        admits(a, b)
    }

    #[inline(always)]
    fn admits_vertex_face(&self, vertex: u32, face: u32) -> bool {
        admits(self.vertices[vertex as usize], self.faces[face as usize])
    }
}
