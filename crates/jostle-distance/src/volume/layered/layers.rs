//! Layers of all pixels, in one flat list.

use super::LayeredError;
use jostle_support::parallel;
use std::cmp::Ordering;

/// Set in [`Layer`] where the surface is entered.
const ENTERS: u32 = 1 << 31;

/// One crossing of a column and a surface.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Layer {
    /// The coordinate along the axis of the view.
    pub depth: f64,
    /// The triangle that is crossed, as numbered in [`LayerInput`](super::LayerInput).
    pub triangle: u32,
    object_and_side: u32,
}

impl Layer {
    /// A crossing of a triangle of an object, given by its number in the image.
    pub fn new(depth: f64, triangle: u32, object: u32, enters: bool) -> Layer {
        Layer { depth, triangle, object_and_side: object | if enters { ENTERS } else { 0 } }
    }

    /// The object, numbered as the objects of the image.
    pub fn object(&self) -> usize {
        (self.object_and_side & !ENTERS) as usize
    }

    /// Whether the column enters the object here; otherwise it leaves it.
    pub fn enters(&self) -> bool {
        self.object_and_side & ENTERS != 0
    }

    /// What the winding number changes by: one or minus one.
    pub fn sign(&self) -> i32 {
        if self.enters() { 1 } else { -1 }
    }

    /// The order in a column: by depth; at one depth exits before entries, then by object and triangle.
    ///
    /// With exits first, objects that touch are never both entered; whatever lies between layers of one
    /// depth is empty in any order.
    pub fn order(&self, other: &Layer) -> Ordering {
        self.depth
            .total_cmp(&other.depth)
            .then_with(|| self.object_and_side.cmp(&other.object_and_side))
            .then_with(|| self.triangle.cmp(&other.triangle))
    }
}

/// The layers of all pixels, row by row; those of a pixel [sorted](Layer::order).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layers {
    /// Where the layers of each pixel begin; one more than there are pixels.
    pub starts: Vec<u32>,
    /// The layers of one pixel after the other.
    pub layers: Vec<Layer>,
}

impl Layers {
    /// The layers of a pixel.
    ///
    /// # Panics
    ///
    /// If there is no such pixel.
    pub fn column(&self, pixel: usize) -> &[Layer] {
        &self.layers[self.starts[pixel] as usize..self.starts[pixel + 1] as usize]
    }

    /// Number of pixels.
    pub fn pixels(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// The most layers of any pixel.
    pub fn depth_complexity(&self) -> usize {
        self.starts.windows(2).map(|range| range[1] - range[0]).max().unwrap_or(0) as usize
    }

    /// Sorts the layers of every pixel, for generators that find them in any order.
    pub fn sort(&mut self) {
        let Layers { starts, layers } = self;
        sort_columns(starts, layers);
    }

    /// Whether there are so many pixels, ranges ascend to the number of layers, and all columns are sorted.
    pub fn validate(&self, pixels: usize) -> bool {
        self.starts.len() == pixels + 1
            && self.starts[0] == 0
            && self.starts[pixels] as usize == self.layers.len()
            && self.starts.is_sorted()
            && parallel::all(pixels, 1, |mut range| {
                let is_sorted =
                    |column: &[Layer]| column.is_sorted_by(|a, b| a.order(b) != Ordering::Greater);
                range.all(|pixel| is_sorted(self.column(pixel)))
            })
    }

    /// Refuses more layers than indices can name.
    pub(super) fn check_count(layers: usize) -> Result<(), LayeredError> {
        if layers >= u32::MAX as usize {
            return Err(LayeredError::TooManyLayers { layers });
        }
        Ok(())
    }

    pub(super) fn bytes(&self) -> usize {
        self.starts.capacity() * size_of::<u32>() + self.layers.capacity() * size_of::<Layer>()
    }
}

/// Sorts columns in parallel; `starts` has one more than there are columns and begins where `layers` does.
fn sort_columns(starts: &[u32], layers: &mut [Layer]) {
    /// Fewer columns than this are not worth another thread.
    const FEW: usize = 4096;
    let columns = starts.len().saturating_sub(1);
    if columns > FEW {
        let middle = columns / 2;
        let (left, right) = layers.split_at_mut((starts[middle] - starts[0]) as usize);
        parallel::join(
            || sort_columns(&starts[..=middle], left),
            || sort_columns(&starts[middle..], right),
        );
        return;
    }
    for range in starts.windows(2) {
        let [from, to] = [0, 1].map(|i| (range[i] - starts[0]) as usize);
        layers[from..to].sort_unstable_by(Layer::order);
    }
}
