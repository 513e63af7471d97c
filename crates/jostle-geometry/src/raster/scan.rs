//! All triangles of an image, in parallel.

use super::{Fragment, View};
use glam::DVec3;
use jostle_support::parallel;

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
    scan_with(&mut BandTriangles::default(), view, triangles, corners, bands, show);
}

/// The same with lists that are kept from one image to the next.
pub fn scan_with<T: Send>(
    band_triangles: &mut BandTriangles,
    view: &View,
    triangles: usize,
    corners: impl Fn(usize) -> [DVec3; 3] + Sync,
    bands: &mut [T],
    show: impl Fn(&mut T, usize, Fragment) + Sync,
) {
    let height = view.height();
    assert_eq!(bands.len(), height.div_ceil(BAND_ROWS) as usize, "one element for each band");
    band_triangles.update(view, triangles, &corners);
    let band_triangles = &*band_triangles;
    parallel::for_each_mut(bands, 1, |band, state| {
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
#[derive(Clone, Debug, Default)]
pub struct BandTriangles {
    /// The first band of each triangle, and the one after its last.
    reaches: Vec<[u16; 2]>,
    starts: Vec<usize>,
    /// Where the next triangle of each band goes.
    next: Vec<usize>,
    triangles: Vec<u32>,
}

impl BandTriangles {
    fn update(
        &mut self,
        view: &View,
        triangles: usize,
        corners: &(impl Fn(usize) -> [DVec3; 3] + Sync),
    ) {
        // Bands are counted in sixteen bits: there are at most MAX_SIDE / BAND_ROWS.
        let reach = |triangle: usize| {
            let rows = view.project(corners(triangle)).map(|piece| piece.rows(view.height()));
            let rows = rows.filter(|rows| !rows.is_empty());
            let rows = rows.reduce(|all, rows| all.start.min(rows.start)..all.end.max(rows.end));
            rows.map_or([0, 0], |rows| {
                [rows.start / BAND_ROWS, rows.end.div_ceil(BAND_ROWS)].map(|band| band as u16)
            })
        };
        let BandTriangles { reaches, starts, next, triangles: listed } = self;
        reaches.clear();
        parallel::extend(reaches, triangles, 1, reach);
        starts.clear();
        starts.resize(view.height().div_ceil(BAND_ROWS) as usize + 1, 0);
        for &[first, end] in &*reaches {
            for band in first..end {
                starts[band as usize + 1] += 1;
            }
        }
        for band in 1..starts.len() {
            starts[band] += starts[band - 1];
        }
        next.clone_from(starts);
        listed.clear();
        listed.resize(*starts.last().expect("one more than bands"), 0);
        for (triangle, &[first, end]) in reaches.iter().enumerate() {
            for band in first..end {
                let place = &mut next[band as usize];
                listed[*place] = triangle as u32;
                *place += 1;
            }
        }
    }

    fn triangles(&self, band: usize) -> &[u32] {
        &self.triangles[self.starts[band]..self.starts[band + 1]]
    }

    /// Bytes of all lists.
    pub fn bytes(&self) -> usize {
        self.reaches.capacity() * size_of::<[u16; 2]>()
            + (self.starts.capacity() + self.next.capacity()) * size_of::<usize>()
            + self.triangles.capacity() * size_of::<u32>()
    }
}
