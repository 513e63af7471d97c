//! Numbers of edges and faces through the scene.

use super::{CachedTopology, FeaturePair, Scope, SearchInput, TopologyCache};
use crate::broad::{BlockWriter, Bounds, FeatureCorners, Stored, Vertices};
use crate::mesh::{ElementKind, Scene};

/// The kinds of features that candidates have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FeatureKind {
    Element,
    /// An element, if it is a tetrahedron.
    Tetrahedron,
    /// Of a surface.
    Vertex,
    /// Of an element, inside too.
    AnyVertex,
    Edge,
    Face,
}

impl FeatureKind {
    /// Whether features are elements.
    pub(super) fn is_elements(self) -> bool {
        matches!(self, FeatureKind::Element | FeatureKind::Tetrahedron)
    }

    /// The features of this kind that a cluster of an object owns.
    pub(super) fn of_cluster<'c>(self, object: &CachedTopology<'c>, cluster: usize) -> &'c [u32] {
        match self {
            FeatureKind::Element => object.clusters().elements(cluster),
            FeatureKind::Tetrahedron if object.kind() == ElementKind::Tetrahedron => {
                object.clusters().elements(cluster)
            }
            FeatureKind::Tetrahedron => &[],
            FeatureKind::Vertex => object.cluster_features().vertices.of(cluster),
            FeatureKind::AnyVertex => object.cluster_vertices().of(cluster),
            FeatureKind::Edge => object.cluster_features().edges.of(cluster),
            FeatureKind::Face => object.cluster_features().faces.of(cluster),
        }
    }
}

impl FeaturePair {
    /// The kinds of both sides, or of the one that candidates are of.
    pub(super) fn sides(self) -> &'static [FeatureKind] {
        match self {
            FeaturePair::Elements => &[FeatureKind::Element],
            FeaturePair::EdgeEdge => &[FeatureKind::Edge],
            FeaturePair::VertexFace => &[FeatureKind::Vertex, FeatureKind::Face],
            FeaturePair::EdgeFace => &[FeatureKind::Edge, FeatureKind::Face],
            FeaturePair::VertexTetrahedron => &[FeatureKind::AnyVertex, FeatureKind::Tetrahedron],
        }
    }
}

/// The edges or the faces of an object, numbered through the scene.
#[derive(Clone, Copy, Debug)]
pub struct NumberedFeatures<'c, const N: usize> {
    features: &'c [[u32; N]],
    first: u32,
    first_vertex: u32,
}

impl<const N: usize> NumberedFeatures<'_, N> {
    /// The vertices, in the scene, of one of them.
    #[inline(always)]
    pub fn corners(&self, number: u32) -> [u32; N] {
        self.features[(number - self.first) as usize].map(|v| self.first_vertex + v)
    }
}

impl NumberedFeatures<'_, 2> {
    /// Both ends, in the scene, of an edge in one number, the first in its lower half.
    #[inline(always)]
    pub fn joined_ends(&self, number: u32) -> u64 {
        let [a, b] = self.features[(number - self.first) as usize];
        // Numbers of vertices are below 2^32, so the lower half does not reach the upper one.
        (u64::from(b) << 32 | u64::from(a)) + u64::from(self.first_vertex) * (1 << 32 | 1)
    }
}

/// Edges and faces of the surfaces of objects that take part, object after object; keeps its buffers.
#[derive(Debug, Default)]
pub struct FeatureNumbering {
    edge_starts: Vec<u32>,
    face_starts: Vec<u32>,
}

impl FeatureNumbering {
    /// Becomes a copy of another.
    pub fn copy_from(&mut self, other: &FeatureNumbering) {
        self.edge_starts.clone_from(&other.edge_starts);
        self.face_starts.clone_from(&other.face_starts);
    }

    /// Numbers the edges and faces of objects that take part.
    pub fn update(&mut self, scene: &Scene, topology: &TopologyCache, scope: &Scope) {
        self.edge_starts.clear();
        self.face_starts.clear();
        let (mut edges, mut faces) = (0, 0);
        for object in 0..scope.len() {
            self.edge_starts.push(edges);
            self.face_starts.push(faces);
            if scope.takes_part(object) {
                let own = topology.object_at(scene, object).features();
                edges += own.edges().len() as u32;
                faces += own.faces().len() as u32;
            }
        }
    }

    /// The first edge of an object.
    #[inline]
    pub fn first_edge(&self, object: usize) -> u32 {
        self.edge_starts[object]
    }

    /// The first face of an object.
    #[inline]
    pub fn first_face(&self, object: usize) -> u32 {
        self.face_starts[object]
    }

    /// The edges of an object.
    #[inline]
    pub fn edges<'c>(
        &self,
        scene: &'c Scene,
        topology: &'c TopologyCache,
        object: usize,
    ) -> NumberedFeatures<'c, 2> {
        NumberedFeatures {
            features: topology.object_at(scene, object).features().edges(),
            first: self.edge_starts[object],
            first_vertex: scene.objects()[object].vertices().start as u32,
        }
    }

    /// The faces of an object.
    #[inline]
    pub fn faces<'c>(
        &self,
        scene: &'c Scene,
        topology: &'c TopologyCache,
        object: usize,
    ) -> NumberedFeatures<'c, 3> {
        NumberedFeatures {
            features: topology.object_at(scene, object).features().faces(),
            first: self.face_starts[object],
            first_vertex: scene.objects()[object].vertices().start as u32,
        }
    }

    /// Shows the features of a kind that an element of an object owns, with their vertices in the
    /// scene.
    #[inline]
    pub(super) fn for_each_owned(
        &self,
        scene: &Scene,
        topology: &TopologyCache,
        (object, element): (usize, usize),
        kind: FeatureKind,
        mut visit: impl FnMut(u32, &[u32]),
    ) {
        let first = scene.objects()[object].vertices().start as u32;
        let kind_of_object = scene.objects()[object].kind();
        if kind == FeatureKind::Tetrahedron && kind_of_object != ElementKind::Tetrahedron {
            return;
        }
        if kind.is_elements() {
            let element = scene.objects()[object].elements().start + element;
            return visit(element as u32, scene.corners_at(element));
        }
        if kind == FeatureKind::AnyVertex {
            let own = topology.object_at(scene, object).vertices().of(element);
            return own.iter().for_each(|v| visit(first + v, &[first + v]));
        }
        let own = topology.object_at(scene, object).features();
        match kind {
            FeatureKind::Element | FeatureKind::Tetrahedron | FeatureKind::AnyVertex => {}
            FeatureKind::Vertex => {
                for v in own.vertices(element) {
                    visit(first + v, &[first + v]);
                }
            }
            FeatureKind::Edge => {
                for i in own.edge_range(element) {
                    let corners = own.edges()[i as usize].map(|v| first + v);
                    visit(self.edge_starts[object] + i, &corners);
                }
            }
            FeatureKind::Face => {
                for i in own.face_range(element) {
                    let corners = own.faces()[i as usize].map(|v| first + v);
                    visit(self.face_starts[object] + i, &corners);
                }
            }
        }
    }

    /// Shows some features of a kind of an object, given by their numbers within it, with their vertices in
    /// the scene.
    #[inline]
    pub(super) fn for_each_of(
        &self,
        scene: &Scene,
        topology: &TopologyCache,
        object: usize,
        kind: FeatureKind,
        features: &[u32],
        mut visit: impl FnMut(u32, &[u32]),
    ) {
        let first = scene.objects()[object].vertices().start as u32;
        if matches!(kind, FeatureKind::Vertex | FeatureKind::AnyVertex) {
            return features.iter().for_each(|&v| visit(first + v, &[first + v]));
        }
        let own = topology.object_at(scene, object).features();
        match kind {
            FeatureKind::Element | FeatureKind::Tetrahedron => {
                unreachable!("elements are numbered through the scene")
            }
            FeatureKind::Vertex | FeatureKind::AnyVertex => {}
            FeatureKind::Edge => {
                let (start, edges) = (self.edge_starts[object], own.edges());
                for &i in features {
                    visit(start + i, &edges[i as usize].map(|v| first + v));
                }
            }
            FeatureKind::Face => {
                let (start, faces) = (self.face_starts[object], own.faces());
                for &i in features {
                    visit(start + i, &faces[i as usize].map(|v| first + v));
                }
            }
        }
    }

    /// Writes the features of a kind of a cluster of an object, given where vertices are and what boxes are
    /// widened by.
    pub(super) fn write_of<B: Bounds, S: Stored<B>>(
        &self,
        input: &SearchInput,
        [object, cluster]: [usize; 2],
        kind: FeatureKind,
        (points, widening): (&[B::Corner], u32),
        blocks: &mut BlockWriter<B, S>,
    ) {
        let cached = input.topology.object_at(input.scene, object);
        let own = &input.scene.objects()[object];
        let first_vertex = own.vertices().start;
        let own_points = &points[first_vertex..];
        match kind {
            FeatureKind::Tetrahedron if own.kind() != ElementKind::Tetrahedron => {}
            FeatureKind::Element | FeatureKind::Tetrahedron => {
                let features = cached.clusters().elements(cluster);
                let (first, elements) = (own.elements().start as u32, own.elements());
                let corners = input.scene.element_corners().range(elements);
                let elements = FeatureCorners { features, first, corners, points, widening };
                blocks.push_elements(own.kind(), elements);
            }
            FeatureKind::Vertex | FeatureKind::AnyVertex => blocks.push_features(FeatureCorners {
                features: kind.of_cluster(&cached, cluster),
                first: first_vertex as u32,
                corners: Vertices,
                points: own_points,
                widening,
            }),
            FeatureKind::Edge => blocks.push_features(FeatureCorners {
                features: kind.of_cluster(&cached, cluster),
                first: self.edge_starts[object],
                corners: cached.features().edges(),
                points: own_points,
                widening,
            }),
            FeatureKind::Face => blocks.push_features(FeatureCorners {
                features: kind.of_cluster(&cached, cluster),
                first: self.face_starts[object],
                corners: cached.features().faces(),
                points: own_points,
                widening,
            }),
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        (self.edge_starts.capacity() + self.face_starts.capacity()) * size_of::<u32>()
    }
}
