//! The edges of one cluster at a time, and which of them cancel.

use super::growth::ClusterList;
use crate::conditions::{Condition, required};

/// The edges of a cluster's triangles as rows of bits: vertices have numbers within the cluster, and whether a triangle
/// runs between two of them, and which way, is one bit in the row of the lower one. An edge from which another comes back
/// cancels with it.
#[derive(Default)]
pub(super) struct ClusterEdges {
    /// For each vertex where its edges to higher ones go, and then where those to it from higher ones come from.
    rows: Vec<u64>,
    /// Where bits do not tell: edges as numbers of their ends, the lower one first, and whether they run from it.
    sorted: Vec<[u16; 3]>,
    /// The edges that are left, and for each vertex the last of those that begin there, or [`NO_EDGE`].
    left: Vec<[u16; 2]>,
    left_from: Vec<u32>,
    /// Those that are left in the order in which they follow each other.
    chained: Vec<[u16; 2]>,
}

const NO_EDGE: u32 = u32::MAX;
/// Where an edge begins that has been listed.
const LISTED: u16 = u16::MAX;
const _: () = assert!(3 * super::growth::LARGEST < LISTED as usize);

/// Vertices of the largest cluster that has rows: of more, rows are mostly empty.
pub(super) const MOST_VERTICES: usize = BITS * WORDS;
/// Vertices of most clusters.
const NARROW: usize = BITS * NARROW_WORDS;
/// Words of one of the two rows of a vertex.
const WORDS: usize = 4;
const NARROW_WORDS: usize = 2;
const BITS: usize = u64::BITS as usize;

impl ClusterEdges {
    /// Takes the triangles of a cluster, and lists the edges that are left.
    pub fn update(&mut self, cluster: ClusterList<3>) {
        self.left.clear();
        let vertices = cluster.vertices.len();
        let are_listed = if vertices <= NARROW {
            self.list_by_rows::<NARROW_WORDS>(cluster)
        } else {
            vertices <= MOST_VERTICES && self.list_by_rows::<WORDS>(cluster)
        };
        if !are_listed {
            self.list_by_sorting(cluster);
        }
    }

    /// Lists the edges that are left, if each edge is one triangle's, or two that run against each other, and tells that.
    fn list_by_rows<const W: usize>(&mut self, cluster: ClusterList<3>) -> bool {
        let ClusterEdges { rows, left: list, .. } = self;
        rows.clear();
        rows.resize(2 * W * cluster.vertices.len(), 0);
        let mut repeated = 0;
        for own in cluster.corners {
            let [a, b, c] = own.map(usize::from);
            for [from, to] in [[a, b], [b, c], [c, a]] {
                let (low, high) = (from.min(to), from.max(to));
                let row = 2 * low + usize::from(from > to);
                let word = &mut rows[row * W + high / BITS];
                let bit = 1 << (high % BITS);
                repeated |= *word & bit;
                *word |= bit;
            }
        }
        if repeated != 0 {
            return false;
        }
        for (low, rows) in (0..).zip(rows.chunks_exact(2 * W)) {
            let (forward, backward) = rows.split_at(W);
            for word in 0..W {
                let mut left = forward[word] ^ backward[word];
                while left != 0 {
                    let at = left.trailing_zeros();
                    let high = (word * BITS) as u16 + at as u16;
                    let runs_up = forward[word] >> at & 1 == 1;
                    list.push(if runs_up { [low, high] } else { [high, low] });
                    left &= left - 1;
                }
            }
        }
        true
    }

    fn list_by_sorting(&mut self, cluster: ClusterList<3>) {
        let ClusterEdges { sorted, left: list, .. } = self;
        sorted.clear();
        sorted.extend(cluster.corners.iter().flat_map(|&[a, b, c]| {
            [[a, b], [b, c], [c, a]]
                .map(|[from, to]| [from.min(to), from.max(to), u16::from(from < to)])
        }));
        sorted.sort_unstable();
        for same in sorted.chunk_by(|a, b| a[..2] == b[..2]) {
            let [low, high] = [same[0][0], same[0][1]];
            let forward = same.iter().filter(|own| own[2] == 1).count() as i32;
            let more = 2 * forward - same.len() as i32;
            let left = if required(Condition::OppositesCancel) { more } else { more % 2 };
            (0..left).for_each(|_| list.push([low, high]));
            (left..0).for_each(|_| list.push([high, low]));
        }
    }

    /// The edges that are left where others cancel, as often as they are, as numbers of vertices of the cluster, which has
    /// so many: each is followed by one that begins where it ends, if there is one that has not been listed.
    pub fn left(&mut self, vertices: usize) -> &[[u16; 2]] {
        let ClusterEdges { left, left_from, chained, .. } = self;
        left_from.clear();
        left_from.resize(vertices, NO_EDGE);
        chained.clear();
        for (edge, &[from, _]) in (0..).zip(&*left) {
            left_from[usize::from(from)] = edge;
        }
        for first in 0..left.len() {
            let mut edge = first;
            while let Some([from, to]) = left.get_mut(edge).filter(|own| own[0] != LISTED) {
                chained.push([*from, *to]);
                *from = LISTED;
                edge = left_from[usize::from(*to)] as usize;
            }
        }
        chained
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_cancel_only_edges_that_run_against_them() {
        let left = |corners: &[[u16; 3]]| {
            let mut edges = ClusterEdges::default();
            edges.list_by_sorting(ClusterList {
                elements: &[0, 1],
                vertices: &[0, 1, 2, 3],
                corners,
            });
            let mut left = edges.left(4).to_vec();
            left.sort_unstable();
            left
        };
        assert_eq!(left(&[[0, 1, 2], [2, 1, 3]]), [[0, 1], [1, 3], [2, 0], [3, 2]]);
        let doubled = left(&[[0, 1, 2], [0, 1, 2]]);
        assert_eq!(doubled, [[0, 1], [0, 1], [1, 2], [1, 2], [2, 0], [2, 0]]);
        assert_eq!(left(&[[0, 1, 2], [0, 2, 1]]), [[0u16; 2]; 0]);
    }
}
