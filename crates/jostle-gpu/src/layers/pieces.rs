//! The triangles of an image as the kernels take them.

use crate::GpuError;
use bytemuck::{Pod, Zeroable};
use jostle::raster::{Fragment, ScreenTriangle};
use jostle::volume::layered::LayerInput;
use jostle_support::parallel;
use std::ops::Range;

/// Triangles that a thread takes at a time.
const CHUNK: usize = 1024;
/// The least and the greatest of no depths.
const NO_DEPTHS: [f64; 2] = [f64::INFINITY, f64::NEG_INFINITY];

/// Triangles on the lattice of the image, whole or in the parts that they are cut into, which may cover pixels;
/// keeps its buffers.
#[derive(Debug, Default)]
pub(super) struct Pieces {
    /// With the triangles that they are of.
    pieces: Vec<(u32, ScreenTriangle)>,
    words: Vec<Piece>,
    /// The first row of each piece among those of all; one more than pieces.
    first_rows: Vec<u32>,
}

/// What a kernel knows of a piece; `rows.wgsl` says what.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Piece {
    edges: [[u32; 4]; 3],
    depths: [f32; 3],
    first_row: u32,
}

impl Pieces {
    /// Takes the triangles of an image.
    pub fn update(&mut self, input: &LayerInput) -> Result<(), GpuError> {
        let view = input.view();
        let Pieces { pieces, words, first_rows } = self;
        pieces.clear();
        let chunks = input.triangles.len().div_ceil(CHUNK);
        let lists = parallel::map(chunks, 1, |number| {
            let begin = number * CHUNK;
            let end = input.triangles.len().min(begin + CHUNK);
            let triangles = (begin as u32..).zip(&input.triangles[begin..end]);
            let pieces =
                triangles.flat_map(|(t, own)| view.project(own.corners).map(move |p| (t, p)));
            pieces.filter(|(_, piece)| !piece.rows(input.height).is_empty()).collect::<Vec<_>>()
        });
        lists.iter().for_each(|list| pieces.extend_from_slice(list));
        let ends_of = |range: Range<usize>| {
            let depths = pieces[range].iter().flat_map(|(_, piece)| piece.linear_depths());
            depths.fold(NO_DEPTHS, |[least, most], depth| [least.min(depth), most.max(depth)])
        };
        let union = |[a, b]: [f64; 2], [c, d]: [f64; 2]| [a.min(c), b.max(d)];
        let ends = parallel::reduce(pieces.len(), 1, ends_of, union);
        let [least, most] = ends.unwrap_or(NO_DEPTHS);
        let range = most - least;
        // All at one depth, if there is no more to tell.
        let scale = if range > 0.0 { range.recip() } else { 0.0 };
        words.clear();
        parallel::extend(words, pieces.len(), 1, |i| {
            let piece = &pieces[i].1;
            Piece {
                edges: piece.edges().map(|edge| {
                    let constant = (edge.constant - edge.least) as u64;
                    let [dx, dy] = [edge.dx, edge.dy].map(|d| d as i32 as u32);
                    [dx, dy, constant as u32, (constant >> 32) as u32]
                }),
                depths: piece.linear_depths().map(|depth| ((depth - least) * scale) as f32),
                first_row: piece.rows(input.height).start,
            }
        });
        first_rows.clear();
        first_rows.push(0);
        let mut rows = 0;
        for (_, piece) in pieces.iter() {
            rows += piece.rows(input.height).len() as u64;
            first_rows.push(rows as u32);
        }
        match u32::try_from(rows) {
            Ok(_) => Ok(()),
            Err(_) => Err(GpuError::LimitExceeded {
                adapter: "any".to_owned(),
                what: "rows of triangles",
                limit: "number of threads",
                needed: rows,
                allowed: u32::MAX.into(),
                unit: "rows",
            }),
        }
    }

    pub fn len(&self) -> u32 {
        self.pieces.len() as u32
    }

    /// Rows of all pieces.
    pub fn rows(&self) -> u32 {
        self.first_rows.last().copied().unwrap_or(0)
    }

    pub fn words(&self) -> &[Piece] {
        &self.words
    }

    pub fn first_rows(&self) -> &[u32] {
        &self.first_rows
    }

    /// What a piece shows in a pixel that it covers, and the triangle that it is of.
    #[inline]
    pub fn fragment(&self, piece: u32, x: usize, y: usize) -> (u32, Fragment) {
        let (triangle, piece) = &self.pieces[piece as usize];
        (*triangle, piece.fragment(x as u32, y as u32))
    }

    pub fn bytes(&self) -> usize {
        self.pieces.capacity() * size_of::<(u32, ScreenTriangle)>()
            + self.words.capacity() * size_of::<Piece>()
            + self.first_rows.capacity() * size_of::<u32>()
    }
}
