//! How layers are made: by scan conversion here, by other means elsewhere.

use super::{Layer, LayeredError, Layers};
use crate::raster::{BAND_ROWS, BandTriangles, Camera, Projection, View, scan_with};
use glam::DVec3;
use jostle_support::parallel;

/// A triangle of a surface in the coordinates of an image.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LayerTriangle {
    /// Corners: x and y in pixels from the first one's corner, z the coordinate along the view.
    pub corners: [DVec3; 3],
    /// The object, as numbered in the image.
    pub object: u32,
    /// The element of the object that it is, or is a face of.
    pub element: u32,
}

/// What layers are made of.
#[derive(Clone, Copy, Debug)]
pub struct LayerInput<'i> {
    /// Pixels in a row; columns are taken through their middles, half a pixel from their corners.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// The triangles, which may reach out of the image. Together they are closed, but for those that cover no
    /// middle of a pixel, also if corners are rounded to 2^-8 of one, and those beyond the depth of the region.
    pub triangles: &'i [LayerTriangle],
}

impl LayerInput<'_> {
    /// The view of the image: positions are in pixels, with rows along y and depth along z.
    ///
    /// # Panics
    ///
    /// If the image has no pixels, or a side of more than [`MAX_SIDE`](crate::raster::MAX_SIDE).
    pub fn view(&self) -> View {
        let [width, height] = [self.width, self.height].map(f64::from);
        let camera = Camera {
            eye: DVec3::new(width / 2.0, height / 2.0, 0.0),
            right: DVec3::X,
            up: DVec3::NEG_Y,
            forward: DVec3::Z,
            projection: Projection::Orthographic { height },
        };
        View::new(camera, self.width, self.height).expect("an image that can be made")
    }
}

/// A way to make the layers of an image.
///
/// For each pixel there is one layer for each triangle that the line through its middle crosses, entering
/// where the corners are seen counter-clockwise from smaller depths, by a rule that gives each pixel on an
/// edge to one of the triangles there. Layers of a pixel are sorted; [`Layers::sort`] does it.
pub trait LayerGenerator: Send {
    /// Overwrites `layers` with those of the input.
    fn generate(&mut self, input: &LayerInput, layers: &mut Layers) -> Result<(), LayeredError>;

    /// Bytes that it keeps between images on this side of the bus.
    fn bytes(&self) -> usize {
        0
    }
}

/// Scan conversion on the CPU, in parallel over bands of rows, the same for any number of threads.
///
/// Corners are rounded to 2^-14 of a pixel, and from there all is decided in integers
/// ([`raster`](crate::raster)): on a closed surface, every pixel has as many entries as exits.
#[derive(Clone, Debug, Default)]
pub struct SoftwareGenerator {
    band_triangles: BandTriangles,
    bands: Vec<Band>,
}

/// The fragments of a band of rows, in the order in which they are found.
#[derive(Clone, Debug, Default)]
struct Band {
    /// With their pixels, numbered within the band.
    fragments: Vec<(u32, Layer)>,
}

impl LayerGenerator for SoftwareGenerator {
    fn generate(&mut self, input: &LayerInput, layers: &mut Layers) -> Result<(), LayeredError> {
        let LayerInput { width, height, triangles } = *input;
        let pixels = width as usize * height as usize;
        layers.starts.clear();
        layers.starts.resize(pixels + 1, 0);
        layers.layers.clear();
        if pixels == 0 {
            return Ok(());
        }
        let view = input.view();
        self.bands.resize_with(height.div_ceil(BAND_ROWS) as usize, Band::default);
        self.bands.iter_mut().for_each(|band| band.fragments.clear());
        scan_with(
            &mut self.band_triangles,
            &view,
            triangles.len(),
            |triangle| triangles[triangle].corners,
            &mut self.bands,
            |band, triangle, fragment| {
                let pixel = fragment.y % BAND_ROWS * width + fragment.x;
                let object = triangles[triangle].object;
                let layer = Layer::new(fragment.depth, triangle as u32, object, fragment.front);
                band.fragments.push((pixel, layer));
            },
        );
        let count = self.bands.iter().map(|band| band.fragments.len()).sum();
        Layers::check_count(count)?;
        layers.layers.resize(count, Layer::default());
        let band_pixels = (width * BAND_ROWS) as usize;
        fill(&mut self.bands, band_pixels, 0, &mut layers.starts[1..], &mut layers.layers);
        Ok(())
    }

    fn bytes(&self) -> usize {
        let fragments = self.bands.iter().map(|band| band.fragments.capacity());
        self.band_triangles.bytes()
            + self.bands.capacity() * size_of::<Band>()
            + fragments.sum::<usize>() * size_of::<(u32, Layer)>()
    }
}

/// Deals the fragments of bands out to their pixels: counted, then filled, then sorted. `ends` holds the
/// pixels of these bands, and `first` is the number of layers before them.
fn fill(
    bands: &mut [Band],
    band_pixels: usize,
    first: u32,
    ends: &mut [u32],
    layers: &mut [Layer],
) {
    if let [band] = bands {
        return band.fill(first, ends, layers);
    }
    let (left, right) = bands.split_at_mut(bands.len() / 2);
    let count = left.iter().map(|band| band.fragments.len()).sum::<usize>();
    let (left_ends, right_ends) = ends.split_at_mut(left.len() * band_pixels);
    let (left_layers, right_layers) = layers.split_at_mut(count);
    parallel::join(
        || fill(left, band_pixels, first, left_ends, left_layers),
        || fill(right, band_pixels, first + count as u32, right_ends, right_layers),
    );
}

impl Band {
    fn fill(&self, first: u32, ends: &mut [u32], layers: &mut [Layer]) {
        for &(pixel, _) in &self.fragments {
            ends[pixel as usize] += 1;
        }
        // Starts, which grow to ends as the layers are filled in.
        let mut next = first;
        for end in &mut *ends {
            (*end, next) = (next, next + *end);
        }
        for &(pixel, layer) in &self.fragments {
            let end = &mut ends[pixel as usize];
            layers[(*end - first) as usize] = layer;
            *end += 1;
        }
        let mut start = 0;
        for &end in &*ends {
            let end = (end - first) as usize;
            layers[start..end].sort_unstable_by(Layer::order);
            start = end;
        }
    }
}
