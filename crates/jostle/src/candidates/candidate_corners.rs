//! The vertices of candidates.

use super::{FeatureNumbering, FeaturePair, SearchInput};

/// Resolves candidates of vertices, edges and faces to their vertices in the scene.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CandidateCorners<'r> {
    pub input: SearchInput<'r>,
    pub numbering: &'r FeatureNumbering,
}

impl CandidateCorners<'_> {
    /// Adds the vertices of candidates that share none: a vertex and the corners of a face, or the ends of two
    /// edges, the lower edge first.
    pub fn extend(&self, objects: [u32; 2], pairs: &[[u32; 2]], corners: &mut Vec<[u32; 4]>) {
        let mut count = corners.len();
        corners.resize(count + pairs.len(), [0; 4]);
        let SearchInput { scene, topology, features, .. } = self.input;
        // All of them are written, and those that share a vertex written over.
        if features == FeaturePair::VertexFace {
            let faces = self.numbering.faces(scene, topology, objects[1] as usize);
            for &[vertex, face] in pairs {
                let [a, b, c] = faces.corners(face);
                corners[count] = [vertex, a, b, c];
                count += ((vertex != a) & (vertex != b) & (vertex != c)) as usize;
            }
        } else {
            let own = objects.map(|object| self.numbering.edges(scene, topology, object as usize));
            for &[one, other] in pairs {
                let [one, other] = [own[0].corners(one), own[1].corners(other)];
                // In this order, so that the answer does not depend on who found the pair. Those that share none
                // differ in their first vertices.
                let is_first = one[0] < other[0];
                let [a, b] = if is_first { one } else { other };
                let [c, d] = if is_first { other } else { one };
                corners[count] = [a, b, c, d];
                count += ((a != c) & (a != d) & (b != c) & (b != d)) as usize;
            }
        }
        corners.truncate(count);
    }
}
