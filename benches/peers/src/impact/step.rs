//! A step of one surface, and what may touch in it.

use jostle::candidates::{
    EdgeEdge, FeatureCandidates, FeatureSearch, FeatureSearchError, Motion, VertexFace,
};
use jostle::impact::{CandidateTimes, ImpactTime, Swept, first_impact_among, impact_times_among};
use jostle::{DVec3, Scene, SceneError, TriangleMesh};
use std::collections::HashMap;

/// A surface that moves along straight lines, tested against itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    pub start: Vec<DVec3>,
    pub end: Vec<DVec3>,
    pub faces: Vec<[u32; 3]>,
    /// Lower vertex first, sorted.
    pub edges: Vec<[u32; 2]>,
}

/// Pairs of features by their index.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Candidates {
    /// A vertex and a face.
    pub vertex_faces: Vec<[u32; 2]>,
    /// Two edges, the lower first.
    pub edge_edges: Vec<[u32; 2]>,
}

impl Candidates {
    pub fn len(&self) -> usize {
        self.vertex_faces.len() + self.edge_edges.len()
    }
}

/// Pairs of features by their vertices.
#[derive(Clone, Debug, Default)]
pub struct ListedCandidates {
    pub vertex_faces: Vec<VertexFace>,
    pub edge_edges: Vec<EdgeEdge>,
}

impl Step {
    /// Of frames with the same faces. Vertices without a face, which some engines would test as points
    /// and others would not, are left out.
    pub fn new(start: &TriangleMesh, end: &[DVec3]) -> Step {
        let mut used = vec![u32::MAX; start.vertices.len()];
        start.elements.as_flattened().iter().for_each(|&v| used[v as usize] = 0);
        let mut kept = Vec::new();
        for (vertex, number) in used.iter_mut().enumerate().filter(|(_, used)| **used == 0) {
            *number = kept.len() as u32;
            kept.push(vertex);
        }
        let faces: Vec<[u32; 3]> =
            start.elements.iter().map(|face| face.map(|v| used[v as usize])).collect();
        let sides = |&[a, b, c]: &[u32; 3]| [[a, b], [b, c], [c, a]];
        let sorted = |[a, b]: [u32; 2]| [a.min(b), a.max(b)];
        let mut edges: Vec<[u32; 2]> = faces.iter().flat_map(sides).map(sorted).collect();
        edges.sort_unstable();
        edges.dedup();
        let start = kept.iter().map(|&v| start.vertices[v]).collect();
        Step { start, end: kept.iter().map(|&v| end[v]).collect(), faces, edges }
    }

    /// All of it as one object.
    pub fn scene(&self) -> Result<Scene, SceneError> {
        let mut scene = Scene::new();
        let mesh = TriangleMesh::new(self.start.clone(), self.faces.clone());
        let object = scene.add("step", mesh)?;
        scene.set_self_collision(object, true)?;
        Ok(scene)
    }

    /// What Jostle's search lists.
    pub fn candidates(&self) -> Result<Candidates, FeatureSearchError> {
        let scene = self.scene()?;
        // With a margin, however small, nothing is left out because it is known not to touch.
        let motion = Motion { end: Some(&self.end), margin: f64::MIN_POSITIVE };
        let sorted = |face: [u32; 3]| {
            let mut face = face;
            face.sort_unstable();
            face
        };
        let faces: HashMap<[u32; 3], u32> =
            self.faces.iter().map(|&face| sorted(face)).zip(0..).collect();
        let edge = |edge: [u32; 2]| {
            let sorted = [edge[0].min(edge[1]), edge[0].max(edge[1])];
            self.edges.binary_search(&sorted).expect("an edge of a face") as u32
        };
        let mut search = FeatureSearch::new();
        let FeatureCandidates { vertex_faces, edge_edges } = search.find(&scene, &motion)?;
        let vertex_faces =
            vertex_faces.iter().map(|c| [c.vertex, faces[&sorted(c.face)]]).collect();
        let edge_edges = edge_edges.iter().map(|c| c.edges.map(edge));
        let edge_edges = edge_edges.map(|[a, b]| [a.min(b), a.max(b)]).collect();
        Ok(Candidates { vertex_faces, edge_edges })
    }

    /// The earliest time that something touches at, of those known to hold it, on the threads of the pool.
    pub fn earliest(&self, candidates: &ListedCandidates, tolerance: f64) -> Option<ImpactTime> {
        let ListedCandidates { vertex_faces, edge_edges } = candidates;
        let candidates = FeatureCandidates { vertex_faces, edge_edges };
        let first = first_impact_among(&self.start, &self.end, candidates, tolerance);
        first.map(|(_, time)| time)
    }

    /// How many candidates touch, on the threads of the pool.
    pub fn impacts(
        &self,
        candidates: &ListedCandidates,
        tolerance: f64,
        times: &mut CandidateTimes,
    ) -> usize {
        let ListedCandidates { vertex_faces, edge_edges } = candidates;
        let candidates = FeatureCandidates { vertex_faces, edge_edges };
        impact_times_among(&self.start, &self.end, candidates, tolerance, times);
        times.vertex_faces.iter().chain(&times.edge_edges).flatten().count()
    }

    /// The same candidates by their vertices.
    pub fn listed(&self, candidates: &Candidates) -> ListedCandidates {
        let face =
            |&[vertex, face]: &[u32; 2]| VertexFace { vertex, face: self.faces[face as usize] };
        let edges = |pair: &[u32; 2]| EdgeEdge { edges: pair.map(|e| self.edges[e as usize]) };
        ListedCandidates {
            vertex_faces: candidates.vertex_faces.iter().map(face).collect(),
            edge_edges: candidates.edge_edges.iter().map(edges).collect(),
        }
    }

    pub fn vertex_face(&self, [vertex, face]: [u32; 2]) -> (Swept<1>, Swept<3>) {
        (self.swept([vertex]), self.swept(self.faces[face as usize]))
    }

    pub fn edge_edge(&self, pair: [u32; 2]) -> (Swept<2>, Swept<2>) {
        let [one, other] = pair.map(|edge| self.swept(self.edges[edge as usize]));
        (one, other)
    }

    #[inline]
    fn swept<const N: usize>(&self, vertices: [u32; N]) -> Swept<N> {
        Swept {
            start: vertices.map(|v| self.start[v as usize]),
            end: vertices.map(|v| self.end[v as usize]),
        }
    }
}
