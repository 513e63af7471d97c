//! The contours of a tree's nodes: closed loops of edges around their triangles.

use super::element_tree::ElementTree;

/// The contour of each node whose triangles it bounds as one loop. They depend on topology alone, and take memory
/// linear in the triangles, as contours grow with the square root of what they are around.
#[derive(Debug, Default)]
pub(super) struct Contours {
    /// Where the loop of each node begins.
    starts: Vec<u32>,
    vertices: Vec<u32>,
}

/// Nodes with fewer triangles are compared sooner than they are certified.
const SMALLEST: usize = 12;

impl Contours {
    pub fn build(tree: &ElementTree, triangles: &[[u32; 3]]) -> Contours {
        let mut contours = Contours { starts: vec![0; 2], vertices: Vec::new() };
        let mut edges = Vec::new();
        for node in 1..tree.end() as u32 {
            let range = tree.range(node);
            if range.len() >= SMALLEST {
                edges.clear();
                for &triangle in &tree.order()[range] {
                    let [a, b, c] = triangles[triangle as usize];
                    edges.extend([[a, b], [b, c], [c, a]]);
                }
                contours.add_loop(&mut edges);
            }
            contours.starts.push(contours.vertices.len() as u32);
        }
        contours
    }

    /// The vertices of a node's contour in order; empty if it is not one loop.
    pub fn get(&self, node: u32) -> &[u32] {
        let node = node as usize;
        &self.vertices[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// Adds the loop of the edges that are used once, if all others are used once each way and there is one loop.
    fn add_loop(&mut self, edges: &mut [[u32; 2]]) {
        let key = |&[a, b]: &[u32; 2]| [a.min(b), a.max(b)];
        edges.sort_unstable_by_key(|edge| (key(edge), *edge));
        let mut border: Vec<[u32; 2]> = Vec::new();
        for uses in edges.chunk_by(|a, b| key(a) == key(b)) {
            match uses {
                [one] => border.push(*one),
                [a, b] if a != b => {}
                _ => return,
            }
        }
        border.sort_unstable();
        let Some(&[first, mut at]) = border.first() else { return };
        let begin = self.vertices.len();
        self.vertices.push(first);
        while at != first {
            // Where two edges begin, or none does, this is not one loop.
            let next = border.partition_point(|edge| edge[0] < at);
            let follows = |i: usize| border.get(i).is_some_and(|edge| edge[0] == at);
            if !follows(next) || follows(next + 1) || self.vertices.len() - begin > border.len() {
                break;
            }
            self.vertices.push(at);
            at = border[next][1];
        }
        if at != first || self.vertices.len() - begin != border.len() {
            self.vertices.truncate(begin);
        }
    }

    pub fn bytes(&self) -> usize {
        (self.starts.capacity() + self.vertices.capacity()) * size_of::<u32>()
    }
}
