//! Parts of a large object in which clusters are grown apart, by all threads.
//!
//! How elements are divided does not depend on the number of threads. Those of a mesh that lists neighbours close to
//! each other are divided as they are listed, others by where they are.

use crate::geometry::Aabb;
use crate::mesh::ObjectElements;
use crate::mesh::range_lists::starts_of;
use crate::mesh::topology::Incidence;
use rayon::prelude::*;
use std::ops::Range;

/// Triangles of the smallest block, about.
const SMALLEST: usize = 1 << 13;
/// Blocks of a large object of triangles: so many, or up to twice as many, or more if they are runs.
const BLOCKS: usize = 64;
/// Tetrahedra of a block, about.
const TETRAHEDRA: usize = 1 << 13;
/// Triangles whose neighbours are looked at, at most, to learn whether a mesh lists these close to each other.
const SAMPLES: usize = 1 << 10;
/// Triangles at a corner of one of them that are looked at: a hub has too many.
const LOOKS: usize = 16;
/// Where no more than one of so many neighbours is in another block of triangles as they are listed, these will do.
const COHERENT: u64 = 8;
/// Runs at most.
const MOST_RUNS: usize = 1 << 11;
/// Bits of a cell along an axis: blocks are runs of cells along a Morton curve.
const CELL_BITS: u32 = 5;
const CELLS: usize = 1 << (3 * CELL_BITS);

/// How an object is divided.
pub(super) enum Blocks {
    /// Runs of elements, of all elements: their numbers differ above so many bits.
    Runs {
        bits: u32,
        count: usize,
    },
    Cells(CellBlocks),
}

/// One block.
#[derive(Clone, Copy)]
pub(super) enum Block<'b> {
    /// Elements that follow each other.
    Run {
        first: u32,
        end: u32,
    },
    Cells(&'b CellBlocks, u16),
}

/// Blocks of elements that are close together.
pub(super) struct CellBlocks {
    /// The block of each element.
    element_block: Vec<u16>,
    starts: Vec<u32>,
    elements: Vec<u32>,
}

impl Blocks {
    /// The blocks of an object of triangles: the smallest runs that are coherent, if any are.
    pub fn of_surface(object: &ObjectElements, incidence: &Incidence) -> Blocks {
        let count = object.len();
        let smallest = SMALLEST.max(count / MOST_RUNS).next_power_of_two().ilog2();
        if count <= 1 << smallest {
            return Blocks::Runs { bits: smallest, count };
        }
        // How many neighbours have numbers that differ by so many bits.
        let mut neighbours = [0u64; u32::BITS as usize + 1];
        for e in (0..count as u32).step_by(count.div_ceil(SAMPLES)) {
            for vertex in object.triangle(e as usize) {
                for &other in incidence.elements_at(vertex).iter().take(LOOKS) {
                    neighbours[(u32::BITS - (other ^ e).leading_zeros()) as usize] += 1;
                }
            }
        }
        let largest = SMALLEST.max(count / BLOCKS).ilog2();
        let is_coherent = |&bits: &u32| {
            let cut: u64 = neighbours[bits as usize + 1..].iter().sum();
            cut * COHERENT <= neighbours.iter().sum()
        };
        match (smallest..=largest.max(smallest)).find(is_coherent) {
            Some(bits) => Blocks::Runs { bits, count },
            None => Blocks::Cells(CellBlocks::build(object, 1 << largest)),
        }
    }

    /// The blocks of an object of tetrahedra.
    pub fn of_volume(object: &ObjectElements) -> Blocks {
        let count = object.len();
        match count < 2 * TETRAHEDRA {
            true => Blocks::Runs { bits: TETRAHEDRA.ilog2() + 1, count },
            false => Blocks::Cells(CellBlocks::build(object, TETRAHEDRA)),
        }
    }

    pub fn len(&self) -> usize {
        match self {
            Blocks::Runs { bits, count } => count.div_ceil(1 << bits),
            Blocks::Cells(blocks) => blocks.starts.len() - 1,
        }
    }

    pub fn block(&self, number: usize) -> Block<'_> {
        match self {
            Blocks::Runs { bits, count } => Block::Run {
                first: (number << bits) as u32,
                end: ((number + 1) << bits).min(*count) as u32,
            },
            Blocks::Cells(blocks) => Block::Cells(blocks, number as u16),
        }
    }

    /// The block of an element.
    #[inline]
    pub fn of_element(&self, element: u32) -> u16 {
        match self {
            Blocks::Runs { bits, .. } => (element >> bits) as u16,
            Blocks::Cells(blocks) => blocks.element_block[element as usize],
        }
    }
}

impl Block<'_> {
    pub fn len(&self) -> usize {
        match *self {
            Block::Run { first, end } => (end - first) as usize,
            Block::Cells(blocks, own) => blocks.range(own).len(),
        }
    }

    /// One of its elements; they ascend.
    #[inline]
    pub fn element(&self, at: usize) -> u32 {
        match *self {
            Block::Run { first, .. } => first + at as u32,
            Block::Cells(blocks, own) => blocks.elements[blocks.range(own)][at],
        }
    }

    #[inline]
    pub fn contains(&self, element: u32) -> bool {
        match *self {
            Block::Run { first, end } => (first..end).contains(&element),
            Block::Cells(blocks, own) => blocks.element_block[element as usize] == own,
        }
    }
}

impl CellBlocks {
    fn build(object: &ObjectElements, size: usize) -> CellBlocks {
        let mut element_block = element_cells(object);
        let mut sizes = vec![0; CELLS];
        element_block.iter().for_each(|&cell| sizes[cell as usize] += 1);
        // The block of each cell, and the sizes of blocks.
        let mut blocks: Vec<usize> = vec![0];
        let cell_block: Vec<u16> = sizes
            .iter()
            .map(|cell_size| {
                let block = blocks.len() - 1;
                blocks[block] += cell_size;
                if blocks[block] >= size {
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
        CellBlocks { element_block, starts, elements }
    }

    fn range(&self, block: u16) -> Range<usize> {
        self.starts[block as usize] as usize..self.starts[block as usize + 1] as usize
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
