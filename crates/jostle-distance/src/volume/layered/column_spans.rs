//! The spans of a solid, column by column.

use super::expression::ImageSolid;
use super::sweep::SpanMerger;
use super::{LayeredError, LayeredImage, Layers, PixelGrid, Solid, Span};

/// The spans of a solid in all columns of an image.
#[derive(Clone, Debug, PartialEq)]
pub struct ColumnSpans {
    pub(super) grid: PixelGrid,
    /// Where the spans of each pixel begin; one more than there are pixels.
    starts: Vec<u32>,
    spans: Vec<Span>,
}

impl LayeredImage {
    /// The spans that a solid has in the columns, within the region.
    ///
    /// ```
    /// use jostle::mesh::shapes;
    /// use jostle::volume::layered::{LayeredQuery, LayeredWorkspace, Solid};
    /// use jostle::{DVec3, Scene};
    ///
    /// let mut scene = Scene::new();
    /// let a = scene.add("a", shapes::box_surface(DVec3::splat(2.0), [1; 3]))?;
    /// let b = scene.add("b", shapes::box_surface(DVec3::splat(2.0), [1; 3]).translated(DVec3::ONE))?;
    /// let mut workspace = LayeredWorkspace::new();
    /// let image = workspace.build(&scene, &LayeredQuery::new([a, b]).resolution(8))?;
    /// let spans = image.spans(&Solid::from(a).and(b))?;
    /// assert_eq!(spans.iter().count(), 64);
    /// assert!(spans.iter().all(|(_, _, span)| span.length() == 1.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn spans(&self, solid: &Solid) -> Result<ColumnSpans, LayeredError> {
        let solid = ImageSolid::new(self, solid)?;
        let rows = self.map_rows(|windings, row| {
            let (mut merger, mut spans) = (SpanMerger::default(), Vec::new());
            self.sweep_row(windings, row, |pixel, windings, part| {
                if solid.holds(windings) {
                    merger.add(pixel, part, |pixel, span| spans.push((pixel, span)));
                }
            });
            merger.finish(|pixel, span| spans.push((pixel, span)));
            spans
        });
        let count = rows.iter().map(Vec::len).sum();
        Layers::check_count(count)?;
        let mut starts = vec![0; self.grid.pixels() + 1];
        let mut spans = Vec::with_capacity(count);
        for (pixel, span) in rows.into_iter().flatten() {
            starts[pixel + 1] += 1;
            spans.push(span);
        }
        for pixel in 1..starts.len() {
            starts[pixel] += starts[pixel - 1];
        }
        Ok(ColumnSpans { grid: self.grid, starts, spans })
    }
}

impl ColumnSpans {
    /// Where the columns are.
    pub fn grid(&self) -> &PixelGrid {
        &self.grid
    }

    /// The spans of a pixel, in order; nothing outside of the image.
    pub fn column(&self, x: u32, y: u32) -> &[Span] {
        if x >= self.grid.width || y >= self.grid.height {
            return &[];
        }
        let pixel = y as usize * self.grid.width as usize + x as usize;
        &self.spans[self.starts[pixel] as usize..self.starts[pixel + 1] as usize]
    }

    /// All spans with the column and row of their pixels, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u32, &Span)> {
        let pixels = (0..self.grid.height).flat_map(|y| (0..self.grid.width).map(move |x| (x, y)));
        pixels.flat_map(|(x, y)| self.column(x, y).iter().map(move |span| (x, y, span)))
    }
}
