//! The options of a picture, and the drawing of a scene with them.

use crate::intersection_curve::IntersectionCurve;
use crate::render::Renderer;
use crate::screen;
use crate::surface::{NormalizedSpace, Surface, box_corners};
use crate::{Error, Image, Mark, Paint, Size, Viewpoint, Zoom, legend};
use jostle::geometry::Aabb;
use jostle::raster::{Camera, CameraAngles, Lens, Up, View};
use jostle::{DVec3, Scene};

/// The part of the image that the scene may fill; the rest is a margin.
const FILLED: f64 = 0.84;

/// How a scene is to be drawn: the size of the picture, where it is taken from, and its words.
///
/// The same scene gives the same pixels for any number of threads.
///
/// ```
/// use jostle::mesh::shapes;
/// use jostle::{DVec3, Query, Scene, collide};
/// use jostle_picture::{Paint, Picture, Size, Viewpoint};
///
/// let mut scene = Scene::new();
/// scene.add("left", shapes::icosphere(2, 1.0))?;
/// scene.add("right", shapes::icosphere(2, 1.0).translated(DVec3::X))?;
/// let collisions = collide(&scene, &Query::default())?;
/// let picture = Picture::default().size(Size::new(320, 240)?).viewpoint("front".parse()?);
/// let image = picture.draw(&scene, &Paint::collisions(&scene, &collisions))?;
/// let png: Vec<u8> = image.to_png();
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Picture {
    size: Size,
    viewpoint: Viewpoint,
    lens: Lens,
    up: Up,
    /// A box to frame, and the one around it that light and distance are those of.
    frame: Option<[Aabb; 2]>,
    zoom: Zoom,
    legend: bool,
    caption: Option<String>,
}

impl Default for Picture {
    fn default() -> Picture {
        Picture {
            size: Size::default(),
            viewpoint: Viewpoint::default(),
            lens: Lens::default(),
            up: Up::default(),
            frame: None,
            zoom: Zoom::default(),
            legend: true,
            caption: None,
        }
    }
}

impl Picture {
    /// Sets width and height.
    pub fn size(self, size: Size) -> Picture {
        Picture { size, ..self }
    }

    /// Sets where it is taken from.
    pub fn viewpoint(self, viewpoint: Viewpoint) -> Picture {
        Picture { viewpoint, ..self }
    }

    /// Sets whether rays are parallel or meet in the eye.
    pub fn lens(self, lens: Lens) -> Picture {
        Picture { lens, ..self }
    }

    /// Sets which axis of the scene points up.
    pub fn up(self, up: Up) -> Picture {
        Picture { up, ..self }
    }

    /// Frames a box instead of the scene, so that the camera stays where it is while the scene moves.
    pub fn frame(self, frame: Aabb) -> Picture {
        self.frame_within(frame, frame)
    }

    /// Frames a box in a larger one: the camera stays as far away as if it had to see all of the
    /// larger one, so that nothing of that is behind it, and looks closer.
    pub fn frame_within(self, frame: Aabb, whole: Aabb) -> Picture {
        Picture { frame: Some([frame, whole]), ..self }
    }

    /// Sets what the camera frames, unless a box is given.
    pub fn zoom(self, zoom: Zoom) -> Picture {
        Picture { zoom, ..self }
    }

    /// Says whether the colours are explained on the picture.
    pub fn legend(self, legend: bool) -> Picture {
        Picture { legend, ..self }
    }

    /// Writes a line at the lower left.
    pub fn caption(self, caption: impl Into<String>) -> Picture {
        Picture { caption: Some(caption.into()), ..self }
    }

    /// Whether there is a box that the camera frames.
    pub fn is_framed(&self) -> bool {
        self.frame.is_some()
    }

    /// Draws a scene.
    pub fn draw(&self, scene: &Scene, paint: &Paint) -> Result<Image, Error> {
        scene.check()?;
        paint.check(scene)?;
        let whole = scene.element_bounds();
        let frame = self.frame.or_else(|| match self.zoom {
            Zoom::Scene => None,
            Zoom::Collisions => {
                let marked = Some(paint.marked_bounds(scene)).filter(|marked| !marked.is_empty());
                Some([self.zoom.frame(whole, marked?)?, whole])
            }
        });
        let is_usable = |bounds: &Aabb| !bounds.is_empty() && is_finite(bounds);
        let frame = frame.filter(|boxes| boxes.iter().all(is_usable));
        let space = NormalizedSpace::from_bounds(frame.map_or(whole, |[_, whole]| whole));
        let mut surface = Surface::from_scene(scene, &space)?;
        let across = self.size.samples();
        let normalized = |bounds: Aabb| box_corners(bounds).map(|corner| space.normalized(corner));
        let frame = frame.map(|boxes| boxes.map(normalized));
        let mut view = self.view(&surface, frame, across);
        if self.frame.is_none() && frame.is_some() {
            // A box is framed less tightly than what is in it: the whole scene may be closer.
            let whole = self.view(&surface, None, across);
            let pixel = |view: &View| view.pixel_size(screen::depth(view, DVec3::ZERO));
            view = if pixel(&whole) < pixel(&view) { whole } else { view };
        }
        let curve = IntersectionCurve::new(scene, paint, &surface, &space, &view);
        let is_marked =
            |element: u32| paint.mark(element as usize) != Mark::Plain && !curve.shows(element);
        surface.mark(scene, is_marked, &curve.triangles(&view, across));
        let renderer = Renderer::new(&surface, paint, &curve, &view, across, self.up);
        let mut image = renderer.image();
        if self.legend {
            legend::write(&mut image, scene, paint, &renderer.seen(scene));
        }
        if let Some(caption) = &self.caption {
            legend::caption(&mut image, caption);
        }
        Ok(image)
    }

    /// The view with so many samples along each side of a pixel.
    fn view(&self, surface: &Surface, frame: Option<[[DVec3; 8]; 2]>, across: u32) -> View {
        let (width, height) = (self.size.width(), self.size.height());
        let Viewpoint { azimuth, elevation, distance } = self.viewpoint;
        let direction = CameraAngles { azimuth, elevation, up: self.up };
        let aspect = f64::from(width) / f64::from(height);
        let camera = match frame {
            Some([corners, whole]) => {
                let lens = narrowed(self.lens, length(&corners) / length(&whole));
                Camera::framing(corners, direction, lens, aspect)
            }
            None => Camera::framing(surface.points(), direction, self.lens, aspect),
        };
        let centre = frame.map_or(DVec3::ZERO, |[corners, _]| corners[0].midpoint(corners[7]));
        let camera = camera.at_distance(distance / FILLED, centre);
        View::new(camera, width * across, height * across).expect("a size that was checked")
    }
}

/// The longest edge of a box.
fn length(corners: &[DVec3; 8]) -> f64 {
    (corners[7] - corners[0]).max_element()
}

/// A lens that frames a part of a length, from as far as the given one frames a length of one.
fn narrowed(lens: Lens, part: f64) -> Lens {
    match lens {
        Lens::Perspective { angle } if part < 1.0 => {
            let slope = (angle / 2.0).to_radians().tan() * part;
            Lens::Perspective { angle: 2.0 * slope.atan().to_degrees() }
        }
        lens => lens,
    }
}

fn is_finite(bounds: &Aabb) -> bool {
    bounds.min.is_finite() && bounds.max.is_finite()
}
