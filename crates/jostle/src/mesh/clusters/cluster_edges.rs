//! The edges of one cluster at a time, and which of them cancel.

use super::block_mesh::BlockMesh;
use super::vertex_numbers::VertexNumbers;
use crate::conditions::{Condition, required};

/// The edges of a cluster's triangles as rows of bits: vertices have numbers within the cluster, and whether a triangle
/// runs between two of them, and which way, is one bit in the row of the lower one. An edge from which another comes back
/// cancels with it.
#[derive(Default)]
pub(super) struct ClusterEdges {
    numbers: VertexNumbers,
    /// The corners of all triangles, numbered within the cluster.
    triangles: Vec<[u16; 3]>,
    /// For each vertex where its edges to higher ones go, and then where those to it from higher ones come from.
    rows: Vec<u64>,
    /// Words of one of the two rows of a vertex.
    words: usize,
    /// Where bits do not tell: edges as numbers of their ends, the lower one first, and whether they run from it.
    sorted: Vec<[u16; 3]>,
    /// The edges that are left, and for each vertex the last of those that begin there, or [`NO_EDGE`].
    left: Vec<[u16; 2]>,
    left_from: Vec<u32>,
}

const NO_EDGE: u32 = u32::MAX;
/// Where an edge begins that has been shown.
const SHOWN: u16 = u16::MAX;
const _: () = assert!(3 * super::growth::LARGEST < SHOWN as usize);

/// Vertices of the largest cluster that has rows: of more, rows are mostly empty.
pub(super) const MOST_VERTICES: usize = 256;
const BITS: usize = u64::BITS as usize;

impl ClusterEdges {
    /// Takes the triangles of a cluster of a block, and adds their vertices to a list, each once.
    pub fn update(
        &mut self,
        block: &BlockMesh<3>,
        triangles: impl Iterator<Item = [u32; 3]>,
        vertices: &mut Vec<u32>,
    ) {
        self.numbers.clear(block.vertex_count());
        self.triangles.clear();
        let before = vertices.len();
        self.triangles.extend(triangles.map(|own| {
            own.map(|vertex| {
                let (number, is_new) = self.numbers.number(vertex);
                if is_new {
                    vertices.push(block.vertex(vertex));
                }
                number
            })
        }));
        let count = vertices.len() - before;
        self.sorted.clear();
        if count > MOST_VERTICES || !self.fill_rows(count) {
            self.sort();
        }
    }

    /// Writes the rows, and tells whether each edge is one triangle's, or two that run against each other.
    fn fill_rows(&mut self, vertices: usize) -> bool {
        self.words = vertices.div_ceil(BITS);
        self.rows.clear();
        self.rows.resize(2 * self.words * vertices, 0);
        let mut repeated = 0;
        for own in &self.triangles {
            let [a, b, c] = own.map(usize::from);
            for [from, to] in [[a, b], [b, c], [c, a]] {
                let (low, high) = (from.min(to), from.max(to));
                let row = 2 * low + usize::from(from > to);
                let word = &mut self.rows[row * self.words + high / BITS];
                let bit = 1 << (high % BITS);
                repeated |= *word & bit;
                *word |= bit;
            }
        }
        repeated == 0
    }

    fn sort(&mut self) {
        self.rows.clear();
        self.sorted.extend(self.triangles.iter().flat_map(|&[a, b, c]| {
            [[a, b], [b, c], [c, a]]
                .map(|[from, to]| [from.min(to), from.max(to), u16::from(from < to)])
        }));
        self.sorted.sort_unstable();
    }

    /// Shows the edges that are left where others cancel, as often as they are, each followed by one that begins where it
    /// ends, if there is one that has not been shown, given the vertices in their order.
    pub fn for_each_left(&mut self, vertices: &[u32], mut visit: impl FnMut(u32, u32)) {
        self.list_left();
        let ClusterEdges { left, left_from, .. } = self;
        left_from.clear();
        left_from.resize(vertices.len(), NO_EDGE);
        for (edge, &[from, _]) in (0..).zip(&*left) {
            left_from[usize::from(from)] = edge;
        }
        for first in 0..left.len() {
            let mut edge = first;
            while let Some([from, to]) = left.get_mut(edge).filter(|own| own[0] != SHOWN) {
                visit(vertices[usize::from(*from)], vertices[usize::from(*to)]);
                *from = SHOWN;
                edge = left_from[usize::from(*to)] as usize;
            }
        }
    }

    /// Lists the edges that are left.
    fn list_left(&mut self) {
        let ClusterEdges { rows, words, sorted, left: list, .. } = self;
        list.clear();
        let words = (*words).max(1);
        for (low, rows) in (0..).zip(rows.chunks_exact(2 * words)) {
            let (forward, backward) = rows.split_at(words);
            let all = forward.iter().zip(backward).zip((0..).step_by(BITS));
            for ((forward, backward), first) in all {
                let mut left = forward ^ backward;
                while left != 0 {
                    let at = left.trailing_zeros();
                    let high = first + at as u16;
                    list.push(if forward >> at & 1 == 1 { [low, high] } else { [high, low] });
                    left &= left - 1;
                }
            }
        }
        for same in sorted.chunk_by(|a, b| a[..2] == b[..2]) {
            let [low, high] = [same[0][0], same[0][1]];
            let forward = same.iter().filter(|own| own[2] == 1).count() as i32;
            let more = 2 * forward - same.len() as i32;
            let left = if required(Condition::OppositesCancel) { more } else { more % 2 };
            (0..left).for_each(|_| list.push([low, high]));
            (left..0).for_each(|_| list.push([high, low]));
        }
    }
}
