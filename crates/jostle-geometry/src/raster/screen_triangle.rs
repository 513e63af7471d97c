//! One triangle on the lattice, and the pixels it covers.

use super::clip::{ClipVertex, GUARD};
use std::ops::Range;

/// Steps of the lattice in a pixel.
pub const SUBPIXELS: i64 = 1 << 14;

// Corners are within the guard, so their differences need one bit more, products of two of those
// twice as many, and sums of two products one more.
const _: () = assert!(2 * ((GUARD as i64 * SUBPIXELS).ilog2() + 1) + 1 < 62);

/// A pixel coordinate within the guard on the lattice.
fn on_lattice(pixels: f64) -> i64 {
    // Positive numbers are rounded down by the conversion itself, which is much faster than `round`.
    let offset = 2 * GUARD as i64 * SUBPIXELS;
    (pixels * SUBPIXELS as f64 + (offset as f64 + 0.5)) as i64 - offset
}

/// A pixel that a triangle covers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fragment {
    /// Column, from the left.
    pub x: u32,
    /// Row, from the top.
    pub y: u32,
    /// Distance from the plane of the eye, along the view.
    pub depth: f64,
    /// Weights of the triangle's corners: their sum is one.
    pub barycentrics: [f64; 3],
    /// Whether the triangle's corners are seen counter-clockwise.
    pub front: bool,
}

/// A triangle, or a part of one that was cut, with corners on the lattice.
#[derive(Clone, Copy, Debug)]
pub struct ScreenTriangle {
    edges: [EdgeFunction; 3],
    /// Twice the area in units of the lattice.
    area: i64,
    /// Depths, or their reciprocals in perspective, because these are what is linear in the image.
    depths: [f64; 3],
    /// Where the corners are on the whole triangle, if this is a part of it.
    places: Option<[[f64; 3]; 3]>,
    perspective: bool,
    front: bool,
    /// First and last row with pixel centres between the lowest and the highest corner.
    rows: [i64; 2],
}

/// The edge opposite a corner, as a linear function on the lattice that is positive inside.
///
/// A triangle covers a pixel where all three are at least [`least`](Self::least) at its middle. `dx` and `dy` fit
/// into 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdgeFunction {
    /// What it grows by from one lattice point to the next, to the right.
    pub dx: i64,
    /// What it grows by from one lattice point to the next, downwards.
    pub dy: i64,
    /// Its value at the upper left corner of the image.
    pub constant: i64,
    /// What it must at least be: zero if pixels on the edge belong to the triangle, else one.
    pub least: i64,
}

impl EdgeFunction {
    fn new([ax, ay]: [i64; 2], [bx, by]: [i64; 2]) -> EdgeFunction {
        let (dx, dy) = (ay - by, bx - ax);
        // Rows grow downwards: left edges go up, top edges go right.
        let top_left = by < ay || (by == ay && bx > ax);
        EdgeFunction { dx, dy, constant: -(dx * ax + dy * ay), least: i64::from(!top_left) }
    }

    fn at(&self, x: i64, y: i64) -> i64 {
        self.dx * x + self.dy * y + self.constant
    }

    /// Narrows a range of columns to those whose centres are inside, in one row.
    fn narrow(&self, y: i64, columns: &mut [i64; 2]) {
        let at_zero = self.at(SUBPIXELS / 2, y) - self.least;
        let step = self.dx * SUBPIXELS;
        match step.signum() {
            1 => columns[0] = columns[0].max(-at_zero.div_euclid(step)),
            -1 => columns[1] = columns[1].min(at_zero.div_euclid(-step)),
            _ if at_zero < 0 => columns[1] = -1,
            _ => (),
        }
    }
}

impl ScreenTriangle {
    /// `None` if it covers no area.
    pub(super) fn new(
        corners: [ClipVertex; 3],
        perspective: bool,
        whole: bool,
    ) -> Option<ScreenTriangle> {
        // Rounding may leave a corner that was cut from a huge triangle outside of the guard.
        let on = |c: &ClipVertex| {
            [c.x / c.weight, c.y / c.weight].map(|at| on_lattice(at.clamp(-GUARD, GUARD)))
        };
        let [a, b, c] = [on(&corners[0]), on(&corners[1]), on(&corners[2])];
        let area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        if area == 0 {
            return None;
        }
        // Rows grow downwards, so what is counter-clockwise in the world is negative here.
        let front = area < 0;
        let edge = |from, to| {
            if front { EdgeFunction::new(to, from) } else { EdgeFunction::new(from, to) }
        };
        let lowest = a[1].min(b[1]).min(c[1]) - SUBPIXELS / 2;
        let highest = a[1].max(b[1]).max(c[1]) - SUBPIXELS / 2;
        let depths = corners.map(|c| if perspective { c.weight.recip() } else { c.depth });
        Some(ScreenTriangle {
            edges: [edge(b, c), edge(c, a), edge(a, b)],
            area: area.abs(),
            depths,
            places: (!whole).then(|| corners.map(|c| c.place)),
            perspective,
            front,
            rows: [-(-lowest).div_euclid(SUBPIXELS), highest.div_euclid(SUBPIXELS)],
        })
    }

    /// The rows of an image of this height that may be covered.
    pub fn rows(&self, height: u32) -> Range<u32> {
        let clamp = |row: i64| row.clamp(0, i64::from(height)) as u32;
        clamp(self.rows[0])..clamp(self.rows[1] + 1)
    }

    /// The functions of its edges, each opposite a corner.
    pub fn edges(&self) -> [EdgeFunction; 3] {
        self.edges
    }

    /// Depths of its corners along the view; their reciprocals in perspective, which are what is linear in the
    /// image.
    pub fn linear_depths(&self) -> [f64; 3] {
        self.depths
    }

    /// What [`scan`](Self::scan) shows of a pixel that is covered.
    #[inline]
    pub fn fragment(&self, x: u32, y: u32) -> Fragment {
        let [column, row] = [x, y].map(|at| i64::from(at) * SUBPIXELS + SUBPIXELS / 2);
        let inverse_area = (self.area as f64).recip();
        let weights = self.edges.map(|edge| edge.at(column, row) as f64 * inverse_area);
        let (depth, barycentrics) = self.interpolate(weights);
        Fragment { x, y, depth, barycentrics, front: self.front }
    }

    /// Shows all covered pixels of these rows, row by row, in an image of this width.
    #[inline]
    pub fn scan(&self, rows: Range<u32>, width: u32, mut show: impl FnMut(Fragment)) {
        let inverse_area = (self.area as f64).recip();
        for y in rows {
            let row = i64::from(y) * SUBPIXELS + SUBPIXELS / 2;
            let mut columns = [0, i64::from(width) - 1];
            for edge in &self.edges {
                edge.narrow(row, &mut columns);
            }
            if columns[0] > columns[1] {
                continue;
            }
            let first = columns[0] * SUBPIXELS + SUBPIXELS / 2;
            let mut values = self.edges.map(|edge| edge.at(first, row));
            for x in columns[0]..=columns[1] {
                let weights = values.map(|value| value as f64 * inverse_area);
                let (depth, barycentrics) = self.interpolate(weights);
                show(Fragment { x: x as u32, y, depth, barycentrics, front: self.front });
                for (value, edge) in values.iter_mut().zip(&self.edges) {
                    *value += edge.dx * SUBPIXELS;
                }
            }
        }
    }

    /// Depth and barycentrics from the weights of the corners in the image.
    #[inline]
    fn interpolate(&self, weights: [f64; 3]) -> (f64, [f64; 3]) {
        let [a, b, c] = self.depths;
        let linear = weights[0] * a + weights[1] * b + weights[2] * c;
        let (depth, weights) = if self.perspective {
            let depth = linear.recip();
            (depth, [weights[0] * a * depth, weights[1] * b * depth, weights[2] * c * depth])
        } else {
            (linear, weights)
        };
        let Some(places) = &self.places else { return (depth, weights) };
        let place = |i: usize| (0..3).map(|corner| weights[corner] * places[corner][i]).sum();
        (depth, [place(0), place(1), place(2)])
    }
}
