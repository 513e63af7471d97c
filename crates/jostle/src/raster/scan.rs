//! All triangles of an image, in parallel.

use super::{Fragment, View};
use glam::DVec3;
use rayon::prelude::*;

/// Rows of a band, the part of an image that one thread works on at a time.
pub const BAND_ROWS: u32 = 16;

/// Shows every pixel that every triangle covers.
///
/// Bands of [`BAND_ROWS`] rows are scanned in parallel, each with its own element of `bands`: a part
/// of a depth buffer, or a list. In a band, triangles come in ascending order, and the fragments of a
/// triangle row by row, so what `show` makes of them does not depend on the number of threads.
///
/// # Panics
///
/// If there is not one element of `bands` for each band of the view's rows.
pub fn scan<T: Send>(
    view: &View,
    triangles: usize,
    corners: impl Fn(usize) -> [DVec3; 3] + Sync,
    bands: &mut [T],
    show: impl Fn(&mut T, usize, Fragment) + Sync,
) {
    let height = view.height();
    assert_eq!(bands.len(), height.div_ceil(BAND_ROWS) as usize, "one element for each band");
    let band_triangles = BandTriangles::build(view, triangles, &corners);
    bands.par_iter_mut().enumerate().for_each(|(band, state)| {
        let first = band as u32 * BAND_ROWS;
        for &triangle in band_triangles.triangles(band) {
            let triangle = triangle as usize;
            for piece in view.project(corners(triangle)) {
                let rows = piece.rows(height);
                let rows = rows.start.max(first)..rows.end.min(first + BAND_ROWS);
                piece.scan(rows, view.width(), |fragment| show(state, triangle, fragment));
            }
        }
    });
}

/// The triangles of each band, ascending; counted, then filled.
struct BandTriangles {
    starts: Vec<usize>,
    triangles: Vec<u32>,
}

impl BandTriangles {
    fn build(
        view: &View,
        triangles: usize,
        corners: &(impl Fn(usize) -> [DVec3; 3] + Sync),
    ) -> BandTriangles {
        // Bands are counted in sixteen bits: there are at most MAX_SIDE / BAND_ROWS.
        let reach = |triangle: usize| {
            let rows = view.project(corners(triangle)).map(|piece| piece.rows(view.height()));
            let rows = rows.filter(|rows| !rows.is_empty());
            let rows = rows.reduce(|all, rows| all.start.min(rows.start)..all.end.max(rows.end));
            rows.map_or([0, 0], |rows| {
                [rows.start / BAND_ROWS, rows.end.div_ceil(BAND_ROWS)].map(|band| band as u16)
            })
        };
        let reaches: Vec<[u16; 2]> = (0..triangles).into_par_iter().map(reach).collect();
        let mut starts = vec![0; view.height().div_ceil(BAND_ROWS) as usize + 1];
        for &[first, end] in &reaches {
            for band in first..end {
                starts[band as usize + 1] += 1;
            }
        }
        for band in 1..starts.len() {
            starts[band] += starts[band - 1];
        }
        let mut next = starts.clone();
        let mut listed = vec![0; *starts.last().expect("one more than bands")];
        for (triangle, &[first, end]) in reaches.iter().enumerate() {
            for band in first..end {
                let place = &mut next[band as usize];
                listed[*place] = triangle as u32;
                *place += 1;
            }
        }
        BandTriangles { starts, triangles: listed }
    }

    fn triangles(&self, band: usize) -> &[u32] {
        &self.triangles[self.starts[band]..self.starts[band + 1]]
    }
}
