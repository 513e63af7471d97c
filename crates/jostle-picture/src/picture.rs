//! The options of a picture, and the drawing of a scene with them.

use crate::render::Renderer;
use crate::surface::{NormalizedSpace, Surface, box_corners};
use crate::{Error, Image, Paint, Size, Viewpoint, legend};
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
    frame: Option<Aabb>,
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
        Picture { frame: Some(frame), ..self }
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
        let frame = self.frame.filter(|frame| !frame.is_empty() && is_finite(frame));
        let space = NormalizedSpace::from_bounds(frame.unwrap_or_else(|| scene.element_bounds()));
        let surface = Surface::from_scene(scene, paint, &space)?;
        let across = self.size.samples();
        let frame = frame.map(|frame| box_corners(frame).map(|corner| space.normalized(corner)));
        let view = self.view(&surface, frame, across);
        let mut image = Renderer::new(&surface, paint, &view, across, self.up).image();
        if self.legend {
            legend::write(&mut image, scene, paint);
        }
        if let Some(caption) = &self.caption {
            legend::caption(&mut image, caption);
        }
        Ok(image)
    }

    /// The view with so many samples along each side of a pixel.
    fn view(&self, surface: &Surface, frame: Option<[DVec3; 8]>, across: u32) -> View {
        let (width, height) = (self.size.width(), self.size.height());
        let Viewpoint { azimuth, elevation, distance } = self.viewpoint;
        let direction = CameraAngles { azimuth, elevation, up: self.up };
        let aspect = f64::from(width) / f64::from(height);
        let camera = match frame {
            Some(corners) => Camera::framing(corners, direction, self.lens, aspect),
            None => Camera::framing(surface.points(), direction, self.lens, aspect),
        };
        let camera = camera.at_distance(distance / FILLED, DVec3::ZERO);
        View::new(camera, width * across, height * across).expect("a size that was checked")
    }
}

fn is_finite(bounds: &Aabb) -> bool {
    bounds.min.is_finite() && bounds.max.is_finite()
}
