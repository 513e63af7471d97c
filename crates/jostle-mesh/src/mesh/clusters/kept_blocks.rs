//! Blocks of a surface as they were before its topology changed, and which of them are as they were.
//!
//! Where a mesh is cut, torn or made anew by its owner, most of it stays as it was, whatever its vertices are numbered now.
//! A block in which the same corners of the same triangles meet has the clusters that it had, with the same borders:
//! these depend on how corners meet, and on no number. Two conditions say that the same corners meet, once both blocks
//! are known to have as many triangles: those that were at one vertex are at one, and those that were at two are at two.

use super::block_mesh::VertexTable;
use super::blocks::Blocks;
use super::borders::{BordersPart, hubs};
use super::cluster_edges::ClusterEdges;
use super::growth::Region;
use crate::conditions::{Condition, required};
use crate::mesh::ObjectElements;
use crate::mesh::range_lists::RangeList;
use glam::DVec3;
use jostle_support::parallel;
use std::sync::Arc;

/// The blocks of a surface that is divided into runs; none of another.
#[derive(Debug, Default)]
pub struct KeptBlocks {
    /// The triangles of each run but the last.
    size: usize,
    /// The blocks, but those that are too large for short numbers.
    blocks: Vec<Option<Arc<KeptBlock>>>,
}

/// A block and its clusters, with triangles and vertices numbered within the block.
#[derive(Debug)]
pub(super) struct KeptBlock {
    corners: Vec<[u16; 3]>,
    /// How many vertices have numbers; not all of them need be of a triangle.
    vertex_count: usize,
    /// The triangles of all clusters, one cluster after the other.
    elements: Vec<u16>,
    pub sizes: Vec<u32>,
    pub normals: Vec<DVec3>,
    vertices: RangeList<u16>,
    /// Where each cluster ends, as numbers of its vertices.
    borders: RangeList<[u16; 2]>,
    hubs: Vec<u16>,
}

/// Runs of a surface, and those of them that are as they were.
pub(super) struct SameBlocks {
    size: usize,
    count: usize,
    same: Vec<Option<SameBlock>>,
}

/// A block that is as it was.
pub(super) struct SameBlock {
    pub block: Arc<KeptBlock>,
    /// Its first triangle in the object.
    first: u32,
    /// Its vertices in the object, in the order of their numbers.
    vertices: Vec<u32>,
}

/// Stands for a vertex that has not been met.
const NONE: u32 = u32::MAX;
/// Where fewer than one of so many blocks are as they were, all are made anew: it is not known whether runs are coherent.
const FEW: usize = 2;

impl KeptBlocks {
    /// What is kept of these blocks, of which there is something for each, if they are runs.
    pub(super) fn new(blocks: &Blocks, kept: Vec<Option<Arc<KeptBlock>>>) -> KeptBlocks {
        match *blocks {
            Blocks::Runs { size, .. } => KeptBlocks { size, blocks: kept },
            Blocks::Cells(_) => KeptBlocks::default(),
        }
    }

    /// The blocks of an object of triangles that had these, if enough are as they were.
    pub(super) fn find_same(&self, object: &ObjectElements) -> Option<SameBlocks> {
        if self.blocks.is_empty() || object.is_empty() {
            return None;
        }
        let (size, count) = (self.size, object.len());
        let runs = count.div_ceil(size);
        // A mesh that has grown is not left in small pieces.
        if 2 * size < Blocks::usual_size(count) {
            return None;
        }
        let find = |table: &mut VertexTable, number: usize| {
            let block = self.blocks.get(number)?.as_ref()?;
            let first = number * size;
            let own = first..count.min(first + size);
            let vertices = block.vertices_if_same(own.map(|e| object.triangle(e)), table)?;
            Some(SameBlock { block: Arc::clone(block), first: first as u32, vertices })
        };
        let same: Vec<Option<SameBlock>> = parallel::map_ranges(runs, 1, |part| {
            let mut table = VertexTable::default();
            part.map(move |number| find(&mut table, number))
        });
        let are_many = FEW * same.iter().flatten().count() >= runs;
        are_many.then_some(SameBlocks { size, count, same })
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.blocks.iter().flatten().map(|own| own.bytes()).sum::<usize>()
            + self.blocks.capacity() * size_of::<Option<Arc<KeptBlock>>>()
    }
}

impl SameBlocks {
    pub fn blocks(&self) -> Blocks {
        Blocks::Runs { size: self.size, count: self.count }
    }

    /// The block with this number, if it is as it was.
    pub fn get(&self, number: usize) -> Option<&SameBlock> {
        self.same[number].as_ref()
    }
}

impl KeptBlock {
    /// What is to be kept of a block, if its numbers are short.
    pub fn new(grown: &Region<3>, edges: &mut ClusterEdges) -> Option<KeptBlock> {
        let mesh = grown.mesh();
        let short = |number: u32| number as u16;
        if mesh.element_count().max(mesh.vertex_count()) > 1 << 16 {
            return None;
        }
        let mut vertices = RangeList::with_capacity(grown.len(), mesh.element_count());
        let mut borders = RangeList::with_capacity(grown.len(), mesh.element_count() / 2);
        for cluster in grown.clusters() {
            edges.update(cluster);
            vertices.list.extend(cluster.vertices.iter().copied().map(short));
            vertices.end_range();
            borders.list.extend_from_slice(edges.left(cluster.vertices.len()));
            borders.end_range();
        }
        let elements = 0..mesh.element_count() as u32;
        Some(KeptBlock {
            corners: elements.map(|element| mesh.corners(element).map(short)).collect(),
            vertex_count: mesh.vertex_count(),
            elements: grown.elements().iter().copied().map(short).collect(),
            sizes: grown.sizes().collect(),
            normals: grown.normals().to_vec(),
            vertices,
            borders,
            hubs: hubs(mesh).map(short).collect(),
        })
    }

    /// The vertices that triangles have in the place of those of this block, if the same corners meet in both.
    fn vertices_if_same(
        &self,
        triangles: impl ExactSizeIterator<Item = [u32; 3]>,
        table: &mut VertexTable,
    ) -> Option<Vec<u32>> {
        if triangles.len() != self.corners.len() {
            return None;
        }
        let mut vertices = vec![NONE; self.vertex_count];
        let mut met = Vec::new();
        table.clear(self.vertex_count);
        for (own, triangle) in self.corners.iter().zip(triangles) {
            for (&own, vertex) in own.iter().zip(triangle) {
                let now = &mut vertices[usize::from(own)];
                if *now == vertex {
                    continue;
                }
                let is_torn = *now != NONE;
                if is_torn && required(Condition::VerticesAreNotTorn) {
                    return None;
                }
                *now = vertex;
                let before = met.len();
                table.number(vertex, &mut met);
                if met.len() == before && required(Condition::VerticesAreNotJoined) {
                    return None;
                }
            }
        }
        Some(vertices)
    }

    /// The vertices and the borders of its clusters, given the vertices of the object; what is across borders is not known
    /// yet.
    pub fn borders(&self, vertex: impl Fn(u32) -> u32) -> BordersPart {
        let KeptBlock { vertices, borders, hubs, .. } = self;
        let of_object = |&own: &u16| vertex(u32::from(own));
        let capacities = [vertices.list.len(), borders.list.len()];
        let hubs = hubs.iter().map(of_object);
        let mut part = BordersPart::with_capacity(vertices.len(), capacities, hubs);
        for cluster in 0..vertices.len() {
            part.push(vertices.range(cluster).iter().map(of_object), borders.range(cluster));
        }
        part
    }

    fn bytes(&self) -> usize {
        size_of::<KeptBlock>()
            + self.corners.capacity() * size_of::<[u16; 3]>()
            + self.elements.capacity() * size_of::<u16>()
            + self.sizes.capacity() * size_of::<u32>()
            + self.normals.capacity() * size_of::<DVec3>()
            + self.vertices.bytes()
            + self.borders.bytes()
            + self.hubs.capacity() * size_of::<u16>()
    }
}

impl SameBlock {
    /// Lists the triangles of all clusters, one cluster after the other.
    pub fn list_elements(&self, elements: &mut [u32]) {
        for (element, &own) in elements.iter_mut().zip(&self.block.elements) {
            *element = self.first + u32::from(own);
        }
    }

    /// The vertices and the borders of its clusters; what is across borders is not known yet.
    pub fn borders(&self) -> BordersPart {
        self.block.borders(|vertex| self.vertices[vertex as usize])
    }
}
