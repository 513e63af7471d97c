//! Where the pixels of an image are in space.

use crate::geometry::Aabb;
use glam::DVec3;

/// A region cut into columns along an axis.
///
/// Columns are numbered row by row. For an axis, the next one in the circle x, y, z runs along a row, the
/// one after it from row to row. Pixels fill the region exactly, so they need not be square.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PixelGrid {
    pub(super) region: Aabb,
    pub(super) axis: usize,
    pub(super) width: u32,
    pub(super) height: u32,
}

impl Default for PixelGrid {
    fn default() -> PixelGrid {
        PixelGrid { region: Aabb::EMPTY, axis: 0, width: 0, height: 0 }
    }
}

impl PixelGrid {
    /// No pixels where the region has no volume.
    pub(super) fn new(region: Aabb, axis: usize, resolution: u32) -> PixelGrid {
        let mut grid = PixelGrid { region, axis, width: 0, height: 0 };
        if region.is_empty() || region.size().min_element() <= 0.0 {
            return grid;
        }
        let [u, v] = grid.across();
        let size = region.size();
        let longer = size[u].max(size[v]);
        let pixels = |side: f64| {
            ((side / longer * f64::from(resolution)).ceil() as u32).clamp(1, resolution)
        };
        (grid.width, grid.height) = (pixels(size[u]), pixels(size[v]));
        grid
    }

    /// The part of space that is cut.
    pub fn region(&self) -> Aabb {
        self.region
    }

    /// The axis that columns run along: 0 for x, 1 for y, 2 for z.
    pub fn axis(&self) -> usize {
        self.axis
    }

    /// Pixels in a row.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Number of pixels.
    pub fn pixels(&self) -> usize {
        self.width as usize * self.height as usize
    }

    /// The axes along rows and from row to row.
    pub fn across(&self) -> [usize; 2] {
        [(self.axis + 1) % 3, (self.axis + 2) % 3]
    }

    /// Least and greatest coordinate of the region along the columns.
    pub fn depths(&self) -> [f64; 2] {
        [self.region.min[self.axis], self.region.max[self.axis]]
    }

    /// Lengths of a pixel along a row and from row to row.
    pub fn pixel_size(&self) -> [f64; 2] {
        let size = self.region.size();
        let [u, v] = self.across();
        [size[u] / f64::from(self.width), size[v] / f64::from(self.height)]
    }

    /// The area of a pixel; zero where there are none.
    pub fn pixel_area(&self) -> f64 {
        if self.pixels() == 0 {
            return 0.0;
        }
        let [along, down] = self.pixel_size();
        along * down
    }

    /// The point at a depth behind a place of the image, given in pixels.
    pub fn point(&self, x: f64, y: f64, depth: f64) -> DVec3 {
        let [u, v] = self.across();
        let [along, down] = self.pixel_size();
        let mut point = DVec3::ZERO;
        point[u] = self.region.min[u] + x * along;
        point[v] = self.region.min[v] + y * down;
        point[self.axis] = depth;
        point
    }

    /// The place of a point in the image, in pixels, and its depth.
    #[inline]
    pub(super) fn to_image(self, point: DVec3, [along, down]: [f64; 2]) -> DVec3 {
        let [u, v] = self.across();
        DVec3::new(
            (point[u] - self.region.min[u]) / along,
            (point[v] - self.region.min[v]) / down,
            point[self.axis],
        )
    }

    /// The pixel whose column holds a point of the region, `None` for other points.
    pub fn pixel_of(&self, point: DVec3) -> Option<usize> {
        let inside = point.cmpge(self.region.min).all() && point.cmple(self.region.max).all();
        if !inside || self.pixels() == 0 {
            return None;
        }
        let at = self.to_image(point, self.pixel_size());
        // Points on the far sides belong to the last pixels.
        let (x, y) = ((at.x as u32).min(self.width - 1), (at.y as u32).min(self.height - 1));
        Some(y as usize * self.width as usize + x as usize)
    }
}
