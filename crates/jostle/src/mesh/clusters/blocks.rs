//! Parts of a large object in which clusters are grown apart, by all threads.
//!
//! Elements are divided by where they are, not by their numbers: those of a mesh that is listed in any order would
//! not hang together. How they are divided does not depend on the number of threads.

use crate::geometry::Aabb;
use crate::mesh::ObjectElements;
use crate::mesh::range_lists::starts_of;
use crate::mesh::topology::Incidence;
use rayon::prelude::*;

/// Elements of a block, about.
const BLOCK: usize = 1 << 15;
/// Bits of a cell along an axis: blocks are runs of cells along a Morton curve.
const CELL_BITS: u32 = 5;
const CELLS: usize = 1 << (3 * CELL_BITS);

/// The blocks of a large object.
pub(super) struct Blocks {
    /// The block of each element.
    element_block: Vec<u16>,
    /// The block whose clusters grow over a vertex: the first of its elements'.
    vertex_block: Vec<u16>,
    starts: Vec<u32>,
    elements: Vec<u32>,
}

impl Blocks {
    /// The blocks of an object, if it is large.
    pub fn build(object: &ObjectElements, incidence: &Incidence) -> Option<Blocks> {
        if object.len() < 2 * BLOCK {
            return None;
        }
        let mut element_block = element_cells(object);
        let mut sizes = vec![0; CELLS];
        element_block.iter().for_each(|&cell| sizes[cell as usize] += 1);
        // The block of each cell, and the sizes of blocks.
        let mut blocks: Vec<usize> = vec![0];
        let cell_block: Vec<u16> = sizes
            .iter()
            .map(|size| {
                let block = blocks.len() - 1;
                blocks[block] += size;
                if blocks[block] >= BLOCK {
                    blocks.push(0);
                }
                block as u16
            })
            .collect();
        element_block.par_iter_mut().for_each(|cell| *cell = cell_block[*cell as usize]);
        let starts = starts_of(blocks.into_iter());
        let mut next = starts.clone();
        let mut elements = vec![0; object.len()];
        for (element, &block) in (0..).zip(&element_block) {
            let next = &mut next[block as usize];
            elements[*next as usize] = element;
            *next += 1;
        }
        let first = |v: u32| {
            let blocks = incidence.elements_at(v).iter().map(|&e| element_block[e as usize]);
            blocks.min().unwrap_or_default()
        };
        let vertices = (0..object.vertex_count() as u32).into_par_iter();
        let vertex_block = vertices.with_min_len(4096).map(first).collect();
        Some(Blocks { element_block, vertex_block, starts, elements })
    }

    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The elements of a block, ascending.
    pub fn elements(&self, block: usize) -> &[u32] {
        &self.elements[self.starts[block] as usize..self.starts[block + 1] as usize]
    }

    #[inline]
    pub fn of_element(&self, element: u32) -> u16 {
        self.element_block[element as usize]
    }

    #[inline]
    pub fn of_vertex(&self, vertex: u32) -> u16 {
        self.vertex_block[vertex as usize]
    }
}

/// The cell of the first corner of each element.
fn element_cells(object: &ObjectElements) -> Vec<u16> {
    let positions = object.positions();
    let bounds = Aabb::from_points(positions.iter().copied());
    // Halves do not overflow. A cell number that is not a number, of an object in one point, becomes 0.
    let (min, extent) = (bounds.min * 0.5, (bounds.max * 0.5 - bounds.min * 0.5).max_element());
    let cell = |e: usize| {
        let corner = object.corners(e).next().expect("elements have corners");
        let inside = (positions[corner as usize] * 0.5 - min) / extent;
        let at = (inside * f64::from(1 << CELL_BITS)).to_array();
        let [x, y, z] = at.map(|x| spread((x as u16).min((1 << CELL_BITS) - 1)));
        x | y << 1 | z << 2
    };
    (0..object.len()).into_par_iter().with_min_len(4096).map(cell).collect()
}

/// The bits of a number, three places apart.
fn spread(cell: u16) -> u16 {
    (0..CELL_BITS).map(|bit| (cell >> bit & 1) << (3 * bit)).sum()
}
