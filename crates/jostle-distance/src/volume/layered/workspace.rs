//! Images, with buffers that are kept from one to the next.

use super::image::ImageObject;
use super::surface::ObjectSurface;
use super::sweep::OutsideEnd;
use super::{
    LayerGenerator, LayerInput, LayerTriangle, LayeredError, LayeredImage, LayeredQuery,
    MAX_RESOLUTION, PixelGrid, Region, SoftwareGenerator, ViewAxis,
};
use crate::candidates::Cancellation;
use crate::geometry::Aabb;
use crate::mesh::{ObjectId, Scene};
use crate::session::{QueryError, Session};
use glam::DVec3;
use jostle_support::parallel;

/// Makes layered depth images, and keeps its buffers from one to the next: another image of objects that
/// moved allocates nothing as long as it has no more triangles, pixels and layers.
///
/// ```
/// use jostle::mesh::shapes;
/// use jostle::volume::layered::{LayeredQuery, LayeredWorkspace};
/// use jostle::{DVec3, Scene};
///
/// let mut scene = Scene::new();
/// let still = scene.add("still", shapes::icosphere(4, 1.0))?;
/// let moving = scene.add("moving", shapes::icosphere(4, 1.0).translated(DVec3::X * 1.5))?;
/// let query = LayeredQuery::new([still, moving]).resolution(128);
/// let mut workspace = LayeredWorkspace::new();
/// let mut before = 0.0;
/// for _ in 0..4 {
///     let shared = workspace.build(&scene, &query)?.intersection(still, moving)?;
///     assert!(shared.volume > before);
///     before = shared.volume;
///     scene.vertices_mut(moving)?.iter_mut().for_each(|v| v.x -= 0.1);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct LayeredWorkspace<G = SoftwareGenerator> {
    session: Session,
    generator: G,
    /// Surfaces of the scene's objects, as far as images have shown them.
    surfaces: Vec<ObjectSurface>,
    /// Projected areas of the triangles of chunks along the three axes.
    areas: Vec<DVec3>,
    image: LayeredImage,
}

impl LayeredWorkspace {
    /// One that makes images on the CPU, in a session of its own.
    pub fn new() -> LayeredWorkspace {
        LayeredWorkspace::default()
    }

    /// One that makes images on the CPU, in a session.
    pub fn in_session(session: &Session) -> LayeredWorkspace {
        LayeredWorkspace { session: session.clone(), ..LayeredWorkspace::default() }
    }
}

fn check_cancellation(cancellation: &Cancellation) -> Result<(), QueryError> {
    match cancellation.is_cancelled() {
        true => Err(QueryError::Cancelled),
        false => Ok(()),
    }
}

/// The longest and the shortest length, so that cubes are within `f64`.
const LENGTHS: std::ops::RangeInclusive<f64> = 1e-100..=1e100;

impl<G: LayerGenerator> LayeredWorkspace<G> {
    /// One that makes images in another way, in a session of its own.
    pub fn with_generator(generator: G) -> LayeredWorkspace<G> {
        LayeredWorkspace {
            session: Session::new(),
            generator,
            surfaces: Vec::new(),
            areas: Vec::new(),
            image: LayeredImage::default(),
        }
    }

    /// Makes an image. On error there is none, not even the last one.
    pub fn build(
        &mut self,
        scene: &Scene,
        query: &LayeredQuery,
    ) -> Result<&LayeredImage, LayeredError> {
        let session = self.session.clone();
        let built = session.install(|| self.build_image(scene, query, &session.cancellation()));
        let built = built.map_err(LayeredError::from).and_then(|own| own);
        if built.is_err() {
            self.image.clear();
        }
        built.map(|()| &self.image)
    }

    fn build_image(
        &mut self,
        scene: &Scene,
        query: &LayeredQuery,
        cancellation: &Cancellation,
    ) -> Result<(), LayeredError> {
        let (region, axis, resolution) = query.settings();
        if !(1..=MAX_RESOLUTION).contains(&resolution) {
            return Err(LayeredError::Resolution { resolution });
        }
        scene.check()?;
        self.update_objects(scene, query.objects())?;
        check_cancellation(cancellation)?;
        let region = self.region(region)?;
        self.check_lengths(scene, region)?;
        self.image.expected_layers = None;
        let axis = match axis {
            ViewAxis::X => 0,
            ViewAxis::Y => 1,
            ViewAxis::Z => 2,
            ViewAxis::FewestLayers => {
                let expected = self.expect_layers(scene, region);
                self.image.expected_layers = Some(expected);
                (1..3)
                    .fold(0, |best, axis| if expected[axis] < expected[best] { axis } else { best })
            }
        };
        self.image.grid = PixelGrid::new(region, axis, resolution);
        self.project(scene);
        check_cancellation(cancellation)?;
        let LayeredImage { grid, triangles, layers, .. } = &mut self.image;
        let input = LayerInput { width: grid.width, height: grid.height, triangles };
        self.generator.generate(&input, layers)?;
        debug_assert!(layers.validate(grid.pixels()), "the generator broke its promise");
        check_cancellation(cancellation)?;
        Ok(())
    }

    /// The last image; one without objects and pixels before the first, and after an error.
    pub fn image(&self) -> &LayeredImage {
        &self.image
    }

    /// The last image, by itself.
    pub fn into_image(self) -> LayeredImage {
        self.image
    }

    /// Bytes of all buffers, the image included.
    pub fn bytes(&self) -> usize {
        self.generator.bytes()
            + self.surfaces.iter().map(ObjectSurface::bytes).sum::<usize>()
            + self.surfaces.capacity() * size_of::<ObjectSurface>()
            + self.areas.capacity() * size_of::<DVec3>()
            + self.image.bytes()
    }

    fn update_objects(&mut self, scene: &Scene, ids: &[ObjectId]) -> Result<(), LayeredError> {
        if ids.is_empty() {
            return Err(LayeredError::NoObjects);
        }
        for (i, &id) in ids.iter().enumerate() {
            if ids[..i].contains(&id) {
                return Err(LayeredError::Repeated { object: id });
            }
        }
        self.surfaces.resize_with(scene.objects().len(), ObjectSurface::default);
        self.image.objects.clear();
        for &id in ids {
            scene.present(id)?;
            self.surfaces[id.index()].update(scene, id)?;
            self.image.objects.push(ImageObject { id, bounds: scene.bounds(id)? });
        }
        Ok(())
    }

    /// The box that a region means.
    fn region(&self, region: Region) -> Result<Aabb, LayeredError> {
        let boxes = || self.image.objects.iter().map(|own| own.bounds);
        Ok(match region {
            Region::Whole => boxes().fold(Aabb::EMPTY, Aabb::union),
            Region::Overlap => boxes().reduce(Aabb::intersection).unwrap_or(Aabb::EMPTY),
            Region::AnyOverlap => {
                let pairs = boxes().enumerate().flat_map(|(i, a)| {
                    boxes().skip(i + 1).map(move |b| a.intersection(b)).filter(|c| !c.is_empty())
                });
                pairs.fold(Aabb::EMPTY, Aabb::union)
            }
            Region::Box(region) if region.min.is_finite() && region.max.is_finite() => region,
            Region::Box(region) => return Err(LayeredError::Region { region }),
        })
    }

    /// Refuses lengths whose cubes `f64` cannot hold, which would also be beyond it when counted in pixels.
    fn check_lengths(&self, scene: &Scene, region: Aabb) -> Result<(), LayeredError> {
        let size = region.size();
        if region.is_empty() || size.min_element() <= 0.0 {
            return Ok(());
        }
        for own in &self.image.objects {
            if own.bounds.is_empty() {
                continue;
            }
            let reaches = [own.bounds.min - region.min, own.bounds.max - region.min];
            let reach = reaches.iter().map(|r| r.abs().max_element()).fold(0.0, f64::max);
            let is_good = LENGTHS.contains(&size.min_element()) && reach <= *LENGTHS.end();
            if !is_good {
                let (object, name) = (own.id, scene.object(own.id)?.name().to_owned());
                return Err(LayeredError::Lengths { object, name, reach, size });
            }
        }
        Ok(())
    }

    /// How many layers to expect along each axis.
    fn expect_layers(&mut self, scene: &Scene, region: Aabb) -> [f64; 3] {
        /// Triangles whose areas are summed in order.
        const CHUNK: usize = 4096;
        let mut total = DVec3::ZERO;
        for own in &self.image.objects {
            let surface = &self.surfaces[own.id.index()];
            let positions = &scene.vertices()[scene.objects()[own.id.index()].vertices()];
            let area = |triangle: &[u32; 3]| {
                let [a, b, c] = triangle.map(|v| positions[v as usize]);
                let bounds = Aabb::from_points([a, b, c]);
                let common = bounds.intersection(region);
                if common.is_empty() {
                    return DVec3::ZERO;
                }
                let twice = (b - a).cross(c - a).abs();
                // As much of the area as of the box's sides is in the region.
                let part = |axis: usize| {
                    let side = bounds.size()[axis];
                    if side > 0.0 { common.size()[axis] / side } else { 1.0 }
                };
                let [x, y, z] = [0, 1, 2].map(part);
                0.5 * twice * DVec3::new(y * z, z * x, x * y)
            };
            let triangles = &surface.triangles;
            let chunks = triangles.len().div_ceil(CHUNK);
            self.areas.clear();
            parallel::extend(&mut self.areas, chunks, 1, |number| {
                let begin = number * CHUNK;
                let end = triangles.len().min(begin + CHUNK);
                triangles[begin..end].iter().map(area).sum()
            });
            total += self.areas.iter().sum::<DVec3>();
        }
        let size = region.size();
        [0, 1, 2].map(|axis| {
            let area = size[(axis + 1) % 3] * size[(axis + 2) % 3];
            if region.is_empty() || area <= 0.0 { 0.0 } else { total[axis] / area }
        })
    }

    /// Brings the triangles into the coordinates of the image, but for those that cover no middle of a pixel, and
    /// those beyond the region on the side where columns may be cut.
    fn project(&mut self, scene: &Scene) {
        let LayeredImage { grid, objects, outside, triangles, .. } = &mut self.image;
        let (grid, pixel_size) = (*grid, grid.pixel_size());
        let [near, far] = grid.depths();
        outside.clear();
        triangles.clear();
        for (rank, own) in objects.iter().enumerate() {
            let (least, greatest) = (own.bounds.min[grid.axis], own.bounds.max[grid.axis]);
            let is_far_outside = least < near && greatest <= far;
            let end = if is_far_outside { OutsideEnd::Far } else { OutsideEnd::Near };
            outside.push(end);
            if grid.pixels() == 0 {
                continue;
            }
            let surface = &self.surfaces[own.id.index()];
            let positions = &scene.vertices()[scene.objects()[own.id.index()].vertices()];
            let first = triangles.len();
            triangles.resize(first + surface.triangles.len(), LayerTriangle::default());
            parallel::for_each_mut(&mut triangles[first..], 1, |t, triangle| {
                let corners = surface.triangles[t].map(|v| positions[v as usize]);
                let corners = corners.map(|p| grid.to_image(p, pixel_size));
                let bounds = Aabb::from_points(corners);
                let is_beyond = match end {
                    OutsideEnd::Near => bounds.min.z > far,
                    OutsideEnd::Far => bounds.max.z < near,
                };
                let is_kept = !is_beyond
                    && holds_middle(bounds.min.x, bounds.max.x, grid.width)
                    && holds_middle(bounds.min.y, bounds.max.y, grid.height);
                let object = if is_kept { rank as u32 } else { LEFT_OUT };
                *triangle = LayerTriangle { corners, object, element: surface.elements[t] };
            });
            let mut kept = first;
            for t in first..triangles.len() {
                if triangles[t].object != LEFT_OUT {
                    triangles[kept] = triangles[t];
                    kept += 1;
                }
            }
            triangles.truncate(kept);
        }
    }
}

/// Stands for the object of a triangle that is left out.
const LEFT_OUT: u32 = u32::MAX;

/// Whether the middle of a pixel may be between two places of a row, once generators have rounded them.
fn holds_middle(least: f64, greatest: f64, pixels: u32) -> bool {
    /// More than the rounding of the raster and of GPUs, whose lattices have 2^8 steps in a pixel.
    const ROUNDING: f64 = 1.0 / 128.0;
    let first = (least - ROUNDING - 0.5).ceil().max(0.0);
    let last = (greatest + ROUNDING - 0.5).floor().min(f64::from(pixels) - 1.0);
    first <= last
}
