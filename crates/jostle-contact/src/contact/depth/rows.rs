//! Colliding points by their vertices.

use super::point_depths::PointDepth;
use crate::mesh::ObjectId;

/// Finds the row of a vertex in an object; keeps its buffers.
#[derive(Debug, Default)]
pub(super) struct RowsByVertex {
    /// The first row of each vertex of the scene, or [`NONE`].
    first: Vec<u32>,
    /// The next row of the same vertex.
    next: Vec<u32>,
}

pub(super) const NONE: u32 = u32::MAX;

impl RowsByVertex {
    pub fn update(&mut self, vertices: usize, points: &[PointDepth]) {
        self.first.clear();
        self.first.resize(vertices, NONE);
        self.next.resize(points.len(), NONE);
        for (row, own) in points.iter().enumerate().rev() {
            let first = &mut self.first[own.vertex as usize];
            self.next[row] = std::mem::replace(first, row as u32);
        }
    }

    /// The row of a vertex that is in the object that another row's vertex is in, or [`NONE`].
    #[inline]
    pub fn find(&self, vertex: usize, points: &[PointDepth], like: &PointDepth) -> u32 {
        self.find_in(vertex, points, like.touched)
    }

    /// The row of a vertex in an object, or [`NONE`].
    #[inline]
    pub fn find_in(&self, vertex: usize, points: &[PointDepth], touched: ObjectId) -> u32 {
        let mut row = self.first[vertex];
        while row != NONE && points[row as usize].touched != touched {
            row = self.next[row as usize];
        }
        row
    }

    pub fn bytes(&self) -> usize {
        (self.first.capacity() + self.next.capacity()) * size_of::<u32>()
    }
}
