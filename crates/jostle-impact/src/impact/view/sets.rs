//! The view sets: which triangles are seen from which side, and what that leaves to be compared.
//!
//! A feature belongs to the sets of all triangles that have it.

use super::surface::{NONE, ViewSurface};
use crate::candidates::CachedTopology;
use crate::conditions::{Condition, required};
use crate::impact::methods::{ElementTree, NodePair, PairFilter};
use crate::mesh::topology::OwnedFeatures;

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
    /// The sets of all features that a triangle owns.
    elements: Vec<u8>,
    /// Those of all triangles of a node.
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
        refill(&mut self.elements, topology.faces().len());
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
        // What the last step marked is positive again, but for what this one marks.
        let last = std::mem::take(&mut self.touched);
        for &triangle in &last {
            self.for_each_feature(triangle, surface, topology, |own, feature| {
                *own.mark_mut(feature) = POSITIVE;
            });
        }
        self.touched = last;
        self.touched.clear();
        let views = &self.views;
        let is_touched = |triangle: &u32| views[*triangle as usize] != View::Positive;
        self.touched.extend((0..views.len() as u32).filter(is_touched));
        let touched = std::mem::take(&mut self.touched);
        for &triangle in &touched {
            self.for_each_feature(triangle, surface, topology, |own, feature| {
                *own.mark_mut(feature) = own.sets_of(feature, topology);
            });
        }
        // Each mark is known by now.
        for &triangle in &touched {
            self.for_each_feature(triangle, surface, topology, |own, feature| {
                let owner = feature.owner as usize;
                own.elements[owner] = own.owned_sets(owner, topology.features());
            });
        }
        self.touched = touched;
        self.mark_nodes(tree);
    }

    /// Shows a triangle, its corners and its edges.
    fn for_each_feature(
        &mut self,
        triangle: u32,
        surface: &ViewSurface,
        topology: &CachedTopology,
        mut visit: impl FnMut(&mut ViewSets, &Feature),
    ) {
        let t = triangle as usize;
        visit(self, &Feature { kind: Kind::Face, number: triangle, owner: triangle, triangle });
        for (corner, &number) in topology.faces()[t].iter().enumerate() {
            // The lowest triangle owns a feature, and those at a vertex ascend.
            let owner = topology.elements_at(number)[0];
            visit(self, &Feature { kind: Kind::Vertex, number, owner, triangle });
            let (number, across) = (surface.edges[t][corner], surface.neighbours[t][corner]);
            let owner = triangle.min(across);
            visit(self, &Feature { kind: Kind::Edge { across }, number, owner, triangle });
        }
    }

    fn mark_mut(&mut self, feature: &Feature) -> &mut u8 {
        // Those of what is owned are found anew from this.
        self.elements[feature.owner as usize] = POSITIVE;
        let marks = match feature.kind {
            Kind::Face => &mut self.faces,
            Kind::Vertex => &mut self.vertices,
            Kind::Edge { .. } => &mut self.edges,
        };
        &mut marks[feature.number as usize]
    }

    /// The sets of all triangles that have a feature.
    fn sets_of(&self, feature: &Feature, topology: &CachedTopology) -> u8 {
        let bit = |triangle: u32| self.views[triangle as usize].bit();
        if !required(Condition::ViewAllTriangles) {
            return bit(feature.owner);
        }
        match feature.kind {
            Kind::Face | Kind::Edge { across: NONE } => bit(feature.triangle),
            Kind::Edge { across } => bit(feature.triangle) | bit(across),
            Kind::Vertex => {
                let star = topology.elements_at(feature.number);
                star.iter().fold(0, |all, &triangle| all | bit(triangle))
            }
        }
    }

    /// The sets of all features that a triangle owns.
    fn owned_sets(&self, triangle: usize, features: &OwnedFeatures) -> u8 {
        let vertices = features.vertices(triangle).iter().map(|&v| self.vertices[v as usize]);
        let edges = features.edge_range(triangle).map(|edge| self.edges[edge as usize]);
        vertices.chain(edges).fold(self.faces[triangle], |all, own| all | own)
    }

    fn mark_nodes(&mut self, tree: &ElementTree) {
        self.nodes.resize(tree.end(), 0);
        for node in (1..tree.end() as u32).rev() {
            let n = node as usize;
            self.nodes[n] = match tree.is_leaf(node) {
                true => {
                    let own = &tree.order()[tree.range(node)];
                    own.iter().fold(0, |all, &e| all | self.elements[e as usize])
                }
                false => self.nodes[2 * n] | self.nodes[2 * n + 1],
            };
        }
    }

    pub fn bytes(&self) -> usize {
        self.views.capacity() * size_of::<View>()
            + self.vertices.capacity()
            + self.edges.capacity()
            + self.faces.capacity()
            + self.elements.capacity()
            + self.nodes.capacity()
            + self.touched.capacity() * size_of::<u32>()
    }
}

/// A vertex, an edge or a face of a triangle, numbered in the object.
struct Feature {
    kind: Kind,
    number: u32,
    /// The triangle that owns it, and one that has it.
    owner: u32,
    triangle: u32,
}

#[derive(Clone, Copy)]
enum Kind {
    Vertex,
    /// With the other triangle that has it, or [`NONE`].
    Edge {
        across: u32,
    },
    Face,
}

/// Features that are to be compared by their sets.
impl PairFilter for &ViewSets {
    #[inline(always)]
    fn admits_nodes(&self, pair: &NodePair) -> bool {
        let [a, b] = pair.nodes.map(|node| self.nodes[node as usize]);
        admits(a, b)
    }

    #[inline(always)]
    fn only_child(&self, node: u32, other: u32) -> Option<u32> {
        let other = self.nodes[other as usize];
        let is_compared = |child: u32| admits(self.nodes[child as usize], other);
        match [is_compared(2 * node), is_compared(2 * node + 1)] {
            [true, false] => Some(2 * node),
            [false, true] => Some(2 * node + 1),
            _ => None,
        }
    }

    #[inline(always)]
    fn admits_elements(&self, elements: [u32; 2]) -> bool {
        let [a, b] = elements.map(|element| self.elements[element as usize]);
        admits(a, b)
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
