//! Volumes of what columns hold, and their centroids and bounds.

use super::expression::ImageSolid;
use super::sweep::{Span, SpanMerger, Windings};
use super::{LayeredError, LayeredImage, PixelGrid, Solid};
use crate::geometry::Aabb;
use crate::mesh::ObjectId;
use glam::DVec3;
use jostle_support::parallel;
use std::collections::BTreeMap;

/// The size of a part of space, as columns show it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measure {
    /// The volume: lengths of spans times the area of a pixel.
    pub volume: f64,
    /// The centre of mass; `None` where there is no volume.
    pub centroid: Option<DVec3>,
    /// The box around all spans, each as wide as its pixel; [`Aabb::EMPTY`] where there are none.
    pub bounds: Aabb,
    /// The area as it is seen along the columns: that of the pixels that have a span.
    pub projected_area: f64,
    /// The surface area that faces the columns: over all ends of spans, the area of a pixel times the part of
    /// the unit normal along the column. Summed over three axes it is the whole surface area, because the
    /// squares of these parts add up to one; see [`LayeredCube`](super::LayeredCube).
    pub facing_area: f64,
    /// Number of spans.
    pub spans: u64,
}

/// What two objects share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairOverlap {
    /// The objects, in the order of the query.
    pub objects: [ObjectId; 2],
    /// What is in both.
    pub shared: Measure,
}

/// How far an object overlaps itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SelfIntersection {
    /// Where the surface winds twice or more.
    pub overlap: Measure,
    /// Where it winds the wrong way: parts that are turned inside out.
    pub inverted: Measure,
}

/// Sums over spans in units of the image: pixels across and lengths along the columns.
#[derive(Clone, Copy, Debug)]
struct SpanSums {
    merger: SpanMerger,
    length: f64,
    /// Moments along rows, from row to row and along columns, from the corner of the region.
    moments: DVec3,
    /// First and last pixels and depths.
    bounds: Aabb,
    facing: f64,
    columns: u64,
    spans: u64,
    /// The pixel of the last span.
    last: Option<usize>,
}

impl SpanSums {
    const ZERO: SpanSums = SpanSums {
        merger: SpanMerger { open: None },
        length: 0.0,
        moments: DVec3::ZERO,
        bounds: Aabb::EMPTY,
        facing: 0.0,
        columns: 0,
        spans: 0,
        last: None,
    };

    #[inline]
    fn add(&mut self, image: &LayeredImage, pixel: usize, part: Span) {
        let mut merger = self.merger;
        merger.add(pixel, part, |pixel, whole| self.add_whole(image, pixel, whole));
        self.merger = merger;
    }

    fn finish(&mut self, image: &LayeredImage) {
        let mut merger = self.merger;
        merger.finish(|pixel, whole| self.add_whole(image, pixel, whole));
        self.merger = merger;
    }

    fn add_whole(&mut self, image: &LayeredImage, pixel: usize, span: Span) {
        let width = image.grid.width as usize;
        let (x, y) = ((pixel % width) as f64, (pixel / width) as f64);
        let front = image.grid.depths()[0];
        let middle = 0.5 * ((span.near - front) + (span.far - front));
        self.length += span.length();
        self.moments += span.length() * DVec3::new(x + 0.5, y + 0.5, middle);
        let corners = [DVec3::new(x, y, span.near), DVec3::new(x + 1.0, y + 1.0, span.far)];
        self.bounds = self.bounds.union(Aabb::from_points(corners));
        for layer in [span.near_layer, span.far_layer] {
            self.facing += layer.map_or(1.0, |layer| image.cosine(layer.triangle));
        }
        self.spans += 1;
        self.columns += u64::from(self.last != Some(pixel));
        self.last = Some(pixel);
    }

    /// The sum of both, the other's pixels being later ones.
    fn plus(&self, other: &SpanSums) -> SpanSums {
        SpanSums {
            merger: SpanMerger { open: None },
            length: self.length + other.length,
            moments: self.moments + other.moments,
            bounds: self.bounds.union(other.bounds),
            facing: self.facing + other.facing,
            columns: self.columns + other.columns,
            spans: self.spans + other.spans,
            last: other.last.or(self.last),
        }
    }

    fn measure(&self, grid: &PixelGrid) -> Measure {
        let area = grid.pixel_area();
        let centroid = (self.length > 0.0).then(|| {
            let at = self.moments / self.length;
            grid.point(at.x, at.y, grid.depths()[0] + at.z)
        });
        let bounds = match self.spans {
            0 => Aabb::EMPTY,
            _ => Aabb::from_points(
                [self.bounds.min, self.bounds.max].map(|p| grid.point(p.x, p.y, p.z)),
            ),
        };
        Measure {
            volume: self.length * area,
            centroid,
            bounds,
            projected_area: self.columns as f64 * area,
            facing_area: self.facing * area,
            spans: self.spans,
        }
    }
}

impl LayeredImage {
    /// The size of what is in a solid and in the region.
    ///
    /// ```
    /// use jostle::mesh::shapes;
    /// use jostle::volume::layered::{LayeredQuery, LayeredWorkspace, Region, Solid};
    /// use jostle::{DVec3, Scene};
    ///
    /// let mut scene = Scene::new();
    /// let block = scene.add("block", shapes::box_surface(DVec3::splat(2.0), [1; 3]))?;
    /// let drill = scene.add("drill", shapes::box_surface(DVec3::new(4.0, 1.0, 1.0), [1; 3]))?;
    /// let query = LayeredQuery::new([block, drill]).region(Region::Whole).resolution(64);
    /// let mut workspace = LayeredWorkspace::new();
    /// let image = workspace.build(&scene, &query)?;
    /// let drilled = image.measure(&Solid::from(block).minus(drill))?;
    /// assert!((drilled.volume - 6.0).abs() < 1e-9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn measure(&self, solid: &Solid) -> Result<Measure, LayeredError> {
        let solid = ImageSolid::new(self, solid)?;
        Ok(self.measure_where(|windings| solid.holds(windings)))
    }

    /// The size of what is in two objects, in the region.
    pub fn intersection(&self, a: ObjectId, b: ObjectId) -> Result<Measure, LayeredError> {
        let [a, b] = [self.rank(a)?, self.rank(b)?];
        Ok(self.measure_where(|windings| windings.of(a) != 0 && windings.of(b) != 0))
    }

    /// Where an object overlaps itself, in the region.
    pub fn self_intersection(&self, object: ObjectId) -> Result<SelfIntersection, LayeredError> {
        let rank = self.rank(object)?;
        Ok(SelfIntersection {
            overlap: self.measure_where(|windings| windings.of(rank) >= 2),
            inverted: self.measure_where(|windings| windings.of(rank) < 0),
        })
    }

    /// What any two of the objects share in the region, for those that share something; by their order in the
    /// query.
    pub fn pair_overlaps(&self) -> Vec<PairOverlap> {
        let rows = self.map_rows(|windings, row| {
            let mut pairs: BTreeMap<[u32; 2], SpanSums> = BTreeMap::new();
            self.sweep_row(windings, row, |pixel, windings, span| {
                let active = windings.active();
                for (i, &a) in active.iter().enumerate() {
                    for &b in &active[i + 1..] {
                        let sums = pairs.entry([a, b]).or_insert(SpanSums::ZERO);
                        sums.add(self, pixel, span);
                    }
                }
            });
            pairs.values_mut().for_each(|sums| sums.finish(self));
            pairs
        });
        let mut pairs: BTreeMap<[u32; 2], SpanSums> = BTreeMap::new();
        for (pair, sums) in rows.into_iter().flatten() {
            let all = pairs.entry(pair).or_insert(SpanSums::ZERO);
            *all = all.plus(&sums);
        }
        let ids = |pair: [u32; 2]| pair.map(|rank| self.objects[rank as usize].id);
        let overlap = |(pair, sums): ([u32; 2], SpanSums)| PairOverlap {
            objects: ids(pair),
            shared: sums.measure(&self.grid),
        };
        pairs.into_iter().map(overlap).collect()
    }

    /// The size of where winding numbers are as asked. Rows are summed by themselves, then in order, so that the
    /// number of threads changes no digit.
    fn measure_where(&self, is_inside: impl Fn(&Windings) -> bool + Sync) -> Measure {
        let rows = self.map_rows(|windings, row| {
            let mut sums = SpanSums::ZERO;
            self.sweep_row(windings, row, |pixel, windings, span| {
                if is_inside(windings) {
                    sums.add(self, pixel, span);
                }
            });
            sums.finish(self);
            sums
        });
        rows.iter().fold(SpanSums::ZERO, |all, row| all.plus(row)).measure(&self.grid)
    }

    /// Something for each row, in parallel.
    pub(super) fn map_rows<T: Send>(&self, row: impl Fn(&mut Windings, u32) -> T + Sync) -> Vec<T> {
        let mut rows: Vec<Option<T>> = (0..self.grid.height).map(|_| None).collect();
        parallel::for_each_part_mut(&mut rows, 1, |first, part| {
            let mut windings = Windings::new(self.objects.len());
            for (number, own) in (first as u32..).zip(part) {
                *own = Some(row(&mut windings, number));
            }
        });
        rows.into_iter().flatten().collect()
    }

    /// Shows all parts of the columns of a row.
    #[inline]
    pub(super) fn sweep_row(
        &self,
        windings: &mut Windings,
        row: u32,
        mut show: impl FnMut(usize, &Windings, Span),
    ) {
        let width = self.grid.width as usize;
        let first = row as usize * width;
        for pixel in first..first + width {
            let column = self.layers.column(pixel);
            windings.sweep(column, &self.outside, self.grid.depths(), |windings, span| {
                show(pixel, windings, span);
            });
        }
    }
}
