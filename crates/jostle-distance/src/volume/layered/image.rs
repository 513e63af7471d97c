//! A layered depth image.

use super::sweep::{OutsideEnd, Windings};
use super::{Layer, LayerTriangle, LayeredError, Layers, PixelGrid};
use crate::geometry::Aabb;
use crate::mesh::{LocalElementId, ObjectId, Scene};
use glam::DVec3;
use jostle_support::parallel;

/// An object that an image shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ImageObject {
    pub id: ObjectId,
    pub bounds: Aabb,
}

/// A layered depth image: for each pixel, where the line through its middle enters and leaves objects.
///
/// A point is inside of an object where its surface winds around it, whichever way: outward and inward
/// orientation are as good, cavities are outside, and overlaps of an object with itself count once. The image
/// approximates a volume by columns as wide as a pixel; along the columns it is as precise as `f64`, but for
/// corners that are rounded across by 2^-15 of a pixel.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LayeredImage {
    pub(super) grid: PixelGrid,
    pub(super) objects: Vec<ImageObject>,
    /// For each object, the end of the columns that is outside of it.
    pub(super) outside: Vec<OutsideEnd>,
    pub(super) triangles: Vec<LayerTriangle>,
    pub(super) layers: Layers,
    pub(super) expected_layers: Option<[f64; 3]>,
}

impl LayeredImage {
    /// Where its pixels are.
    pub fn grid(&self) -> &PixelGrid {
        &self.grid
    }

    /// The objects that it shows, in the order of the query.
    pub fn objects(&self) -> impl ExactSizeIterator<Item = ObjectId> + '_ {
        self.objects.iter().map(|own| own.id)
    }

    /// The layers of a pixel, sorted.
    ///
    /// Of an object that the region holds along the columns, as many are entries as exits. Of others,
    /// layers in front of the region or behind it may be missing.
    ///
    /// # Panics
    ///
    /// If there is no such pixel.
    pub fn column(&self, x: u32, y: u32) -> &[Layer] {
        let PixelGrid { width, height, .. } = self.grid;
        assert!(x < width && y < height, "no pixel ({x}, {y}) in {width} x {height}");
        self.layers.column(y as usize * width as usize + x as usize)
    }

    /// The layers of all pixels.
    pub fn layers(&self) -> &Layers {
        &self.layers
    }

    /// The object and the element that a layer belongs to: the triangle, or the tetrahedron behind it.
    pub fn element(&self, layer: &Layer) -> (ObjectId, LocalElementId) {
        let triangle = &self.triangles[layer.triangle as usize];
        let id = self.objects[triangle.object as usize].id;
        (id, LocalElementId::new(triangle.element as usize))
    }

    /// For each axis, how many layers a column along it is expected to have: the sum of the projected areas
    /// of the triangles in the region, by the area of the region. `None` if the query named an axis.
    pub fn expected_layers(&self) -> Option<[f64; 3]> {
        self.expected_layers
    }

    /// The number of an object in this image.
    pub(super) fn rank(&self, object: ObjectId) -> Result<usize, LayeredError> {
        let rank = self.objects.iter().position(|own| own.id == object);
        rank.ok_or(LayeredError::NotInImage { object })
    }

    /// How often an object winds around a point, as its column tells; `None` where the image does not tell,
    /// because the point is in the object's box but not in the region.
    ///
    /// Right for points farther from the surface than half a pixel's diagonal, and a thousandth for rounding:
    /// the way from the point to the middle of its column, at one depth, does not cross the surface then.
    pub fn winding_number(
        &self,
        object: ObjectId,
        point: DVec3,
    ) -> Result<Option<i32>, LayeredError> {
        let rank = self.rank(object)?;
        Ok(self.winding_at(rank, point))
    }

    fn winding_at(&self, rank: usize, point: DVec3) -> Option<i32> {
        let bounds = self.objects[rank].bounds;
        if !(point.cmpge(bounds.min).all() && point.cmple(bounds.max).all()) {
            return Some(0);
        }
        let Some(pixel) = self.grid.pixel_of(point) else {
            let is_flat = bounds.size().min_element() <= 0.0;
            return is_flat.then_some(0);
        };
        let column = self.layers.column(pixel);
        Some(Windings::at(column, rank, self.outside[rank], point[self.grid.axis]))
    }

    /// The vertices of an object of the scene that are inside of an object of the image, ascending and
    /// numbered within their object.
    ///
    /// The scene is that of the image. Vertices nearer to the surface than half a pixel's diagonal may be told
    /// wrong, as in [`winding_number`](Self::winding_number).
    ///
    /// ```
    /// use jostle::mesh::shapes;
    /// use jostle::volume::layered::{LayeredQuery, LayeredWorkspace};
    /// use jostle::{DVec3, Scene};
    ///
    /// let mut scene = Scene::new();
    /// let box_ = scene.add("box", shapes::box_surface(DVec3::splat(2.0), [2; 3]))?;
    /// let other = scene.add("other", shapes::box_surface(DVec3::ONE, [1; 3]).translated(DVec3::X))?;
    /// let mut workspace = LayeredWorkspace::new();
    /// let image = workspace.build(&scene, &LayeredQuery::new([box_, other]))?;
    /// assert_eq!(image.vertices_inside(&scene, other, box_)?.len(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn vertices_inside(
        &self,
        scene: &Scene,
        vertices_of: ObjectId,
        inside_of: ObjectId,
    ) -> Result<Vec<u32>, LayeredError> {
        let rank = self.rank(inside_of)?;
        let own = scene.present(vertices_of)?;
        let positions = &scene.vertices()[own.vertices()];
        let winding = |vertex: usize| self.winding_at(rank, positions[vertex]);
        let windings: Vec<Option<i32>> = parallel::map(positions.len(), 1, winding);
        if let Some(vertex) = windings.iter().position(Option::is_none) {
            let (object, vertex, other) = (vertices_of, vertex as u32, inside_of);
            return Err(LayeredError::OutsideRegion { object, vertex, other });
        }
        let inside = (0..).zip(windings).filter(|&(_, winding)| winding != Some(0));
        Ok(inside.map(|(vertex, _)| vertex).collect())
    }

    /// The part of a triangle's unit normal along the columns, without its sign.
    pub(super) fn cosine(&self, triangle: u32) -> f64 {
        let [along, down] = self.grid.pixel_size();
        let scale = DVec3::new(along, down, 1.0);
        let [a, b, c] = self.triangles[triangle as usize].corners.map(|p| p * scale);
        // Of unit length, so that products of huge or tiny edges stay in range.
        let normal = (b - a).normalize_or_zero().cross((c - a).normalize_or_zero());
        normal.normalize_or_zero().z.abs()
    }

    /// Leaves nothing but buffers.
    pub(super) fn clear(&mut self) {
        self.grid = PixelGrid::default();
        self.objects.clear();
        self.outside.clear();
        self.triangles.clear();
        self.layers.starts.clear();
        self.layers.layers.clear();
        self.expected_layers = None;
    }

    /// Bytes of the image.
    pub fn bytes(&self) -> usize {
        self.layers.bytes()
            + self.triangles.capacity() * size_of::<LayerTriangle>()
            + self.objects.capacity() * size_of::<ImageObject>()
            + self.outside.capacity() * size_of::<OutsideEnd>()
    }
}
