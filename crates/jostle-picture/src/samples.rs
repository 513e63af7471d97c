//! What is seen at each sample of the image: the nearest of a set of triangles.

use jostle::DVec3;
use jostle::raster::{BAND_ROWS, View, scan};

/// Stands for no face.
pub(crate) const NOTHING: u32 = u32::MAX;

/// The nearest face at a place of the image.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    pub face: u32,
    pub depth: f32,
    /// Weights of the first two corners, 65535 for one.
    place: [u16; 2],
}

impl Sample {
    const EMPTY: Sample = Sample { face: NOTHING, depth: f32::INFINITY, place: [0; 2] };

    pub fn is_empty(&self) -> bool {
        self.face == NOTHING
    }

    /// Weights of the three corners.
    pub fn barycentrics(&self) -> [f32; 3] {
        let [a, b] = self.place.map(|weight| f32::from(weight) / 65535.0);
        [a, b, (1.0 - a - b).max(0.0)]
    }
}

/// The nearest of some triangles at each pixel of a view; the lowest of those at the same depth.
pub(crate) fn nearest(
    view: &View,
    triangles: usize,
    corners: impl Fn(usize) -> [DVec3; 3] + Sync,
    face: impl Fn(usize) -> u32 + Sync,
) -> Vec<Sample> {
    let width = view.width() as usize;
    let mut samples = vec![Sample::EMPTY; width * view.height() as usize];
    let mut bands: Vec<&mut [Sample]> = samples.chunks_mut(width * BAND_ROWS as usize).collect();
    scan(view, triangles, corners, &mut bands, |band, triangle, fragment| {
        let place = (fragment.y % BAND_ROWS) as usize * width + fragment.x as usize;
        let depth = fragment.depth as f32;
        if depth < band[place].depth {
            let [a, b, _] = fragment.barycentrics.map(|w| (w * 65535.0 + 0.5) as u16);
            band[place] = Sample { face: face(triangle), depth, place: [a, b] };
        }
    });
    samples
}

/// How many of some triangles lie in front of each of these samples, by more than a distance; none
/// where a sample is empty.
pub(crate) fn layers_in_front(
    view: &View,
    triangles: usize,
    corners: impl Fn(usize) -> [DVec3; 3] + Sync,
    samples: &[Sample],
    distance: f32,
) -> Vec<u8> {
    let width = view.width() as usize;
    let mut counts = vec![0u8; samples.len()];
    let mut bands: Vec<&mut [u8]> = counts.chunks_mut(width * BAND_ROWS as usize).collect();
    scan(view, triangles, corners, &mut bands, |band, _, fragment| {
        let sample = &samples[fragment.y as usize * width + fragment.x as usize];
        if !sample.is_empty() && sample.depth - fragment.depth as f32 > distance {
            let place = (fragment.y % BAND_ROWS) as usize * width + fragment.x as usize;
            band[place] = band[place].saturating_add(1);
        }
    });
    counts
}
