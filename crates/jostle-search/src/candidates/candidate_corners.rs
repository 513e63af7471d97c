//! The vertices of candidates.

use super::place_buffer::PlaceBuffer;
use super::{FeatureNumbering, FeaturePair, SearchInput};

/// Resolves candidates of vertices, edges and faces to their vertices in the scene.
#[derive(Clone, Copy, Debug)]
pub struct CandidateCorners<'r> {
    /// The input of the search that found the candidates.
    pub input: SearchInput<'r>,
    /// The numbers of edges and faces in that search.
    pub numbering: &'r FeatureNumbering,
}

impl CandidateCorners<'_> {
    /// Adds the vertices of candidates that share none: a vertex and the corners of a face, or the ends of two
    /// edges, the lower edge first.
    pub fn extend(&self, objects: [u32; 2], pairs: &[[u32; 2]], buffer: &mut CornerBuffer) {
        let corners = buffer.next(pairs.len(), [0; 4]);
        let mut count = 0;
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
                let (edges, are_apart) =
                    in_order(own[0].joined_ends(one), own[1].joined_ends(other));
                corners[count] = edges;
                count += are_apart as usize;
            }
        }
        buffer.keep(count);
    }
}

/// The vertices of candidates.
pub type CornerBuffer = PlaceBuffer<[u32; 4]>;

/// The ends of two edges, of the lower one first, so that the answer does not depend on who found the pair, and
/// whether they share none. Those that do not differ in their first vertices; others are in any order.
///
/// Both ends of an edge are [one number](NumberedFeatures::joined_ends), and are compared at once: there are more pairs
/// that share a vertex than that do not.
#[inline(always)]
pub(super) fn in_order(one: u64, other: u64) -> ([u32; 4], bool) {
    let is_first = (one as u32) < (other as u32);
    let lower = if is_first { one } else { other };
    let higher = if is_first { other } else { one };
    let has_zero = |bits: u64| (bits as u32 == 0) | (bits >> 32 == 0);
    let are_apart = !(has_zero(one ^ other) | has_zero(one ^ other.rotate_left(32)));
    let [a, b, c, d] = [lower as u32, (lower >> 32) as u32, higher as u32, (higher >> 32) as u32];
    ([a, b, c, d], are_apart)
}
