//! Parts of a large object in which clusters are grown apart, by all threads.
//!
//! How elements are divided does not depend on the number of threads. Those of a mesh that lists neighbours close to
//! each other are divided as they are listed, others by where they are.

use crate::geometry::Aabb;
use crate::mesh::ObjectElements;
use crate::mesh::range_lists::starts_of;
use crate::mesh::topology::Incidence;
use jostle_support::parallel;
use std::cell::OnceCell;
use std::ops::Range;

/// Triangles of the smallest block, about.
const SMALLEST: usize = 1 << 12;
/// Triangles of a block, about, where so many are coherent: what is known of them fits into a near cache.
const LARGE: usize = 1 << 13;
/// Blocks that a surface is divided into, about, where they are not large.
const MANY: usize = 32;
/// Blocks that a surface is divided into at least, where large ones are not coherent.
const FEW: usize = 64;
/// Tetrahedra of a block, about.
const TETRAHEDRA: usize = 1 << 13;
/// Triangles whose neighbours are looked at, at most, to learn whether a mesh lists these close to each other.
const SAMPLES: usize = 1 << 8;
/// Triangles at a corner of one of them that are looked at: a hub has too many.
const LOOKS: usize = 16;
/// Runs whose vertices are counted, to learn the same.
const SAMPLED_RUNS: usize = 3;
/// Where no more than one of so many neighbours is in another block of triangles as they are listed, these will do.
const COHERENT: usize = 8;
/// Vertices for each triangle of a large surface that ends nowhere; of none there are fewer.
const OF_CLOSED: f64 = 0.5;
/// Bits of a cell along an axis: blocks are runs of cells along a Morton curve.
const CELL_BITS: u32 = 5;
const CELLS: usize = 1 << (3 * CELL_BITS);

/// How an object is divided.
pub(super) enum Blocks {
    /// So many elements that follow each other, and what is left.
    Runs {
        size: usize,
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
    Cells(&'b [u32]),
}

/// Blocks of elements that are close together.
pub(super) struct CellBlocks {
    starts: Vec<u32>,
    /// The elements of each block; they ascend.
    elements: Vec<u32>,
}

impl Blocks {
    /// The blocks of an object of triangles: the smallest runs that are coherent, if any are.
    pub fn of_surface(object: &ObjectElements) -> Blocks {
        let count = object.len();
        let size = Blocks::usual_size(count);
        if size == count {
            return Blocks::Runs { size, count };
        }
        let coherence = Coherence::of(object);
        let is_coherent = |&size: &usize| coherence.holds(object, size);
        let mut sizes = std::iter::successors(Some(size), |&size| {
            Some(2 * size).filter(|&size| size <= count / FEW)
        });
        match sizes.find(is_coherent) {
            Some(size) => Blocks::Runs { size, count },
            None => Blocks::Cells(CellBlocks::build(object, size)),
        }
    }

    /// Triangles of the smallest runs that so many are divided into.
    pub fn usual_size(count: usize) -> usize {
        let size = count.div_ceil(MANY).clamp(SMALLEST, LARGE);
        // As many, but all as large.
        count.div_ceil(count.div_ceil(size).max(1))
    }

    /// The blocks of an object of tetrahedra.
    pub fn of_volume(object: &ObjectElements) -> Blocks {
        let count = object.len();
        match count < 2 * TETRAHEDRA {
            true => Blocks::Runs { size: count, count },
            false => Blocks::Cells(CellBlocks::build(object, TETRAHEDRA)),
        }
    }

    pub fn len(&self) -> usize {
        match self {
            Blocks::Runs { size, count } => count.div_ceil((*size).max(1)),
            Blocks::Cells(blocks) => blocks.starts.len() - 1,
        }
    }

    pub fn block(&self, number: usize) -> Block<'_> {
        match self {
            Blocks::Runs { size, count } => Block::Run {
                first: (number * size) as u32,
                end: ((number + 1) * size).min(*count) as u32,
            },
            Blocks::Cells(blocks) => Block::Cells(&blocks.elements[blocks.range(number)]),
        }
    }
}

impl<'b> Block<'b> {
    pub fn len(&self) -> usize {
        match *self {
            Block::Run { first, end } => (end - first) as usize,
            Block::Cells(elements) => elements.len(),
        }
    }

    /// Its elements; they ascend.
    pub fn elements(self) -> impl ExactSizeIterator<Item = u32> + use<'b> {
        (0..self.len()).map(move |at| match self {
            Block::Run { first, .. } => first + at as u32,
            Block::Cells(elements) => elements[at],
        })
    }
}

/// What tells whether triangles that follow each other are neighbours.
struct Coherence {
    /// A surface has about so many vertices for each triangle, and a run of it hardly more if it has few neighbours
    /// outside.
    vertices_of_each: f64,
    /// There are vertices enough for triangles by themselves, or of no triangle: if a run has more, neighbours tell.
    incidence: Option<OnceCell<Incidence>>,
}

impl Coherence {
    fn of(object: &ObjectElements) -> Coherence {
        match object.vertex_count() <= object.len() {
            true => Coherence {
                vertices_of_each: object.vertex_count() as f64 / object.len() as f64,
                incidence: None,
            },
            false => {
                Coherence { vertices_of_each: OF_CLOSED, incidence: Some(OnceCell::default()) }
            }
        }
    }

    /// Whether few neighbours are in another run of so many triangles.
    fn holds(&self, object: &ObjectElements, size: usize) -> bool {
        let most = self.vertices_of_each * COHERENT as f64 / (COHERENT - 1) as f64;
        sampled_vertices(object, size) <= most
            || self.incidence.as_ref().is_some_and(|incidence| {
                let incidence = incidence.get_or_init(|| Incidence::build(object));
                few_are_cut(object, incidence, size)
            })
    }
}

/// How many vertices some runs of so many triangles have for each triangle.
fn sampled_vertices(object: &ObjectElements, size: usize) -> f64 {
    let whole_runs = object.len() / size;
    let mut is_met = vec![0u64; object.vertex_count().div_ceil(64)];
    let (mut triangles, mut vertices) = (0, 0);
    for sample in 0..SAMPLED_RUNS.min(whole_runs) {
        let run = (2 * sample + 1) * whole_runs / (2 * SAMPLED_RUNS.min(whole_runs));
        is_met.fill(0);
        for vertex in (run * size..(run + 1) * size).flat_map(|triangle| object.triangle(triangle))
        {
            let (word, bit) = (&mut is_met[vertex as usize / 64], vertex % 64);
            vertices += usize::from(*word >> bit & 1 == 0);
            *word |= 1 << bit;
        }
        triangles += size;
    }
    vertices as f64 / triangles.max(1) as f64
}

/// Whether few neighbours of some triangles are in another run of so many.
fn few_are_cut(object: &ObjectElements, incidence: &Incidence, size: usize) -> bool {
    let [mut all, mut cut] = [0; 2];
    for own in (0..object.len()).step_by(object.len().div_ceil(SAMPLES)) {
        for vertex in object.triangle(own) {
            let others = incidence.elements_at(vertex).iter().take(LOOKS);
            all += others.len();
            cut += others.filter(|&&e| e as usize / size != own / size).count();
        }
    }
    cut * COHERENT <= all
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
        parallel::for_each_mut(&mut element_block, 1, |_, cell| *cell = cell_block[*cell as usize]);
        let starts = starts_of(blocks.into_iter());
        let mut next = starts.clone();
        let mut elements = vec![0; object.len()];
        for (element, &block) in (0..).zip(&element_block) {
            let next = &mut next[block as usize];
            elements[*next as usize] = element;
            *next += 1;
        }
        CellBlocks { starts, elements }
    }

    fn range(&self, block: usize) -> Range<usize> {
        self.starts[block] as usize..self.starts[block + 1] as usize
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
    parallel::map(object.len(), 4096, cell)
}

/// The bits of a number, three places apart.
fn spread(cell: u16) -> u16 {
    (0..CELL_BITS).map(|bit| (cell >> bit & 1) << (3 * bit)).sum()
}
