//! Where a picture is taken from.

use crate::geometry::Aabb;
use glam::DVec3;

/// Which axis of the world points up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Up {
    /// As in most graphics files.
    Y,
    /// As in most engineering files, and in the shapes of this library.
    #[default]
    Z,
}

impl Up {
    /// The direction as a unit vector.
    pub const fn axis(self) -> DVec3 {
        match self {
            Up::Y => DVec3::Y,
            Up::Z => DVec3::Z,
        }
    }

    /// Right, up and backwards of a camera at the front.
    const fn front(self) -> [DVec3; 3] {
        match self {
            Up::Y => [DVec3::X, DVec3::Y, DVec3::Z],
            Up::Z => [DVec3::X, DVec3::Z, DVec3::NEG_Y],
        }
    }
}

/// The side that a camera looks from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CameraAngles {
    /// Degrees around the object, counter-clockwise seen from above: 0 is the front, which has x to
    /// its right, and 90 the right side.
    pub azimuth: f64,
    /// Degrees above the horizon; 90 looks straight down.
    pub elevation: f64,
    /// What above means.
    pub up: Up,
}

impl CameraAngles {
    /// Right, up and backwards of a camera that looks from here.
    pub fn axes(&self) -> [DVec3; 3] {
        let [right, up, back] = self.up.front();
        let (sin, cos) = sin_cos(self.azimuth);
        let (rise, run) = sin_cos(self.elevation);
        let outward = sin * right + cos * back;
        let right = cos * right - sin * back;
        [right, run * up - rise * outward, rise * up + run * outward]
    }
}

/// Exact at multiples of a right angle, so that a view along an axis keeps coordinates as they are.
fn sin_cos(degrees: f64) -> (f64, f64) {
    match degrees.rem_euclid(360.0) {
        0.0 => (0.0, 1.0),
        90.0 => (1.0, 0.0),
        180.0 => (0.0, -1.0),
        270.0 => (-1.0, 0.0),
        other => other.to_radians().sin_cos(),
    }
}

/// The kind of projection, before position and size of the camera are known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Lens {
    /// Parallel rays: sizes can be compared.
    Orthographic,
    /// Rays from one point, as the eye sees.
    Perspective {
        /// Degrees from the bottom of the image to its top.
        angle: f64,
    },
}

impl Default for Lens {
    fn default() -> Lens {
        Lens::Perspective { angle: 30.0 }
    }
}

/// How space becomes an image.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Projection {
    /// Parallel rays. Depth is measured from the plane of the eye and may be negative.
    Orthographic {
        /// Length from the bottom of the image to its top.
        height: f64,
    },
    /// Rays from the eye.
    Perspective {
        /// Half of the height of the image at depth one.
        slope: f64,
        /// Depth from which on things are seen; positive.
        near: f64,
    },
}

/// An eye, three directions of length one, and a projection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The middle of the image, at depth zero.
    pub eye: DVec3,
    /// To the right of the image.
    pub right: DVec3,
    /// To the top of the image.
    pub up: DVec3,
    /// Into the image.
    pub forward: DVec3,
    /// How space becomes an image.
    pub projection: Projection,
}

/// The distance of the near plane, as a fraction of the distance to the farthest point.
const NEAR: f64 = 1e-4;

impl Camera {
    /// The camera that looks from a direction and sees all of the points, as close as it can get.
    ///
    /// `aspect` is the width of the image by its height. Points that are not finite are left out;
    /// where there are no two different ones, a unit box around what there is takes their place.
    pub fn framing(
        points: impl IntoIterator<Item = DVec3>,
        direction: CameraAngles,
        lens: Lens,
        aspect: f64,
    ) -> Camera {
        let axes @ [right, up, back] = direction.axes();
        let slope = match lens {
            Lens::Orthographic => 0.0,
            Lens::Perspective { angle } => (angle.clamp(1.0, 170.0) / 2.0).to_radians().tan(),
        };
        let slopes = [slope * aspect, slope];
        let mut extent = CameraExtent::from_points(points, axes, slopes);
        if !(extent.size() > 0.0 && extent.size().is_finite()) {
            let middle = if extent.size() == 0.0 { extent.bounds.min } else { DVec3::ZERO };
            let middle = middle.x * right + middle.y * up + middle.z * back;
            extent = CameraExtent::from_points(unit_box(middle), axes, slopes);
        }
        let least = extent.size() * 0.01; // Points in line with the eye have a size in depth only.
        let [half_width, half_height] = extent.halves();
        let (z, projection) = match lens {
            Lens::Orthographic => {
                let half = (half_width / aspect).max(half_height).max(least);
                // Outside of the points, so that all depths are positive.
                (extent.bounds.max.z + half, Projection::Orthographic { height: 2.0 * half })
            }
            Lens::Perspective { .. } => {
                let z = (half_width / slopes[0]).max(half_height / slopes[1]);
                let z = z.max(extent.bounds.max.z + least);
                let near = (z - extent.bounds.min.z) * NEAR;
                (z, Projection::Perspective { slope, near })
            }
        };
        let [x, y] = extent.middle();
        let eye = x * right + y * up + z * back;
        Camera { eye, right, up, forward: -back, projection }
    }

    /// The same view from so many times the distance to a point.
    pub fn at_distance(self, times: f64, centre: DVec3) -> Camera {
        let middle = self.eye + (centre - self.eye).dot(self.forward) * self.forward;
        let eye = middle + (self.eye - middle) * times;
        let projection = match self.projection {
            Projection::Orthographic { height } => {
                Projection::Orthographic { height: height * times }
            }
            perspective => perspective,
        };
        Camera { eye, projection, ..self }
    }
}

/// How far points reach in the axes of a camera.
struct CameraExtent {
    /// The box around them in these axes.
    bounds: Aabb,
    /// For horizontal and vertical, how far they reach on both sides of planes through the origin
    /// that lean as the sides of the image do.
    reach: [[f64; 2]; 2],
}

impl CameraExtent {
    fn from_points(
        points: impl IntoIterator<Item = DVec3>,
        [right, up, back]: [DVec3; 3],
        slopes: [f64; 2],
    ) -> CameraExtent {
        let mut extent = CameraExtent { bounds: Aabb::EMPTY, reach: [[f64::NEG_INFINITY; 2]; 2] };
        for point in points {
            let p = DVec3::new(point.dot(right), point.dot(up), point.dot(back));
            if p.is_finite() {
                extent.bounds = extent.bounds.grown(p);
                for ((reach, across), slope) in extent.reach.iter_mut().zip([p.x, p.y]).zip(slopes)
                {
                    reach[0] = reach[0].max(across + p.z * slope);
                    reach[1] = reach[1].max(-across + p.z * slope);
                }
            }
        }
        extent
    }

    /// The longest edge of the box; infinite or less than zero if it cannot be told.
    fn size(&self) -> f64 {
        self.bounds.size().max_element()
    }

    /// Half of the width and height of the image that holds all points, at the origin's depth.
    fn halves(&self) -> [f64; 2] {
        self.reach.map(|[one, other]| (one + other) / 2.0)
    }

    /// What the camera must point at.
    fn middle(&self) -> [f64; 2] {
        self.reach.map(|[one, other]| (one - other) / 2.0)
    }
}

fn unit_box(middle: DVec3) -> [DVec3; 8] {
    let side = |i: usize, axis: usize| if i >> axis & 1 == 0 { -0.5 } else { 0.5 };
    std::array::from_fn(|i| middle + DVec3::new(side(i, 0), side(i, 1), side(i, 2)))
}
