//! What is in each of some clusters.

use crate::mesh::clusters::vertex_numbers::VertexNumbers;
use std::ops::Range;

/// The elements of clusters of a block, one cluster after the other, and their vertices; keeps its buffers.
pub(super) struct ClusterLists<const N: usize> {
    elements: Vec<u32>,
    /// The corners of each element, as numbers of vertices of its cluster.
    corners: Vec<[u16; N]>,
    /// The vertices of each cluster, in the order in which its elements meet them.
    vertices: Vec<u32>,
    /// Where each cluster ends in the lists of elements and of vertices.
    ends: Vec<[u32; 2]>,
}

/// One cluster of a block.
#[derive(Clone, Copy)]
pub(in crate::mesh::clusters) struct ClusterList<'c, const N: usize> {
    pub elements: &'c [u32],
    /// The corners of each element, as numbers of vertices of the cluster.
    pub corners: &'c [[u16; N]],
    /// Each once, in the order in which elements meet them.
    pub vertices: &'c [u32],
}

impl<const N: usize> Default for ClusterLists<N> {
    fn default() -> ClusterLists<N> {
        let [elements, vertices] = [Vec::new(), Vec::new()];
        ClusterLists { elements, corners: Vec::new(), vertices, ends: Vec::new() }
    }
}

impl<const N: usize> ClusterLists<N> {
    /// Forgets all clusters, and makes room for so many elements.
    pub fn clear(&mut self, elements: usize) {
        self.elements.clear();
        self.elements.reserve_exact(elements);
        self.corners.clear();
        self.corners.reserve_exact(elements);
        self.vertices.clear();
        self.ends.clear();
    }

    /// How many clusters have ended.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The elements of all clusters, one cluster after the other.
    pub fn elements(&self) -> &[u32] {
        &self.elements
    }

    pub fn iter(&self) -> impl Iterator<Item = ClusterList<'_, N>> {
        (0..self.len()).map(|cluster| self.get(cluster))
    }

    pub fn get(&self, cluster: usize) -> ClusterList<'_, N> {
        let [first_element, first_vertex] = self.begin_of(cluster);
        let [end_of_elements, end_of_vertices] = self.ends[cluster];
        let range = |first: u32, end: u32| -> Range<usize> { first as usize..end as usize };
        let elements = range(first_element, end_of_elements);
        ClusterList {
            elements: &self.elements[elements.clone()],
            corners: &self.corners[elements],
            vertices: &self.vertices[range(first_vertex, end_of_vertices)],
        }
    }

    fn begin_of(&self, cluster: usize) -> [u32; 2] {
        cluster.checked_sub(1).map_or([0; 2], |before| self.ends[before])
    }

    /// How many elements the cluster has that has not ended.
    #[inline]
    pub fn open_size(&self) -> u32 {
        self.elements.len() as u32 - self.begin_of(self.len())[0]
    }

    /// The vertices of the cluster that has not ended.
    #[inline]
    pub fn open_vertices(&self) -> &[u32] {
        &self.vertices[self.begin_of(self.len())[1] as usize..]
    }

    /// Adds an element to the cluster that has not ended, for which the numbers are.
    #[inline]
    pub fn push(&mut self, element: u32, corners: [u32; N], numbers: &mut VertexNumbers) {
        let ClusterLists { elements, vertices, .. } = self;
        elements.push(element);
        self.corners.push(corners.map(|vertex| {
            let (number, is_new) = numbers.number(vertex);
            if is_new {
                vertices.push(vertex);
            }
            number
        }));
    }

    pub fn end_cluster(&mut self) {
        self.ends.push([self.elements.len() as u32, self.vertices.len() as u32]);
    }

    /// Adds a cluster of the elements of some others; takes what is filled with the numbers of vertices, old to new.
    pub fn push_joined(
        &mut self,
        parts: &[ClusterList<N>],
        numbers: &mut VertexNumbers,
        new_numbers: &mut Vec<u16>,
    ) {
        if let [own] = parts {
            self.elements.extend_from_slice(own.elements);
            self.corners.extend_from_slice(own.corners);
            self.vertices.extend_from_slice(own.vertices);
            return self.end_cluster();
        }
        for part in parts {
            new_numbers.clear();
            new_numbers.extend(part.vertices.iter().map(|&vertex| {
                let (number, is_new) = numbers.number(vertex);
                if is_new {
                    self.vertices.push(vertex);
                }
                number
            }));
            self.elements.extend_from_slice(part.elements);
            let corners = part.corners.iter();
            self.corners.extend(corners.map(|own| own.map(|old| new_numbers[usize::from(old)])));
        }
        self.end_cluster();
    }
}
