//! Triangles cut at the near plane and far outside of the image.
//!
//! A cut edge is always computed from its inner end to its outer one, so that triangles which share
//! the edge get the same new corner, bit for bit.

/// Beyond this many pixels from the upper left corner of the image, triangles are cut, so that
/// their corners fit the lattice. Most that reach out of the image stay whole.
pub(super) const GUARD: f64 = (1 << 15) as f64;

/// The most corners of a triangle cut by five planes.
pub(super) const MAX_CORNERS: usize = 8;

/// A corner before the division by its weight.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct ClipVertex {
    pub x: f64,
    pub y: f64,
    /// Pixel coordinates are multiples of this; one for parallel rays.
    pub weight: f64,
    pub depth: f64,
    /// Where it is on the whole triangle.
    pub place: [f64; 3],
}

impl ClipVertex {
    fn is_finite(&self) -> bool {
        [self.x, self.y, self.weight, self.depth].iter().all(|x| x.is_finite())
    }

    fn toward(&self, other: &ClipVertex, t: f64) -> ClipVertex {
        let mix = |a: f64, b: f64| a + (b - a) * t;
        ClipVertex {
            x: mix(self.x, other.x),
            y: mix(self.y, other.y),
            weight: mix(self.weight, other.weight),
            depth: mix(self.depth, other.depth),
            place: std::array::from_fn(|i| mix(self.place[i], other.place[i])),
        }
    }
}

/// The corners that are left, in order, and how many there are.
pub(super) fn clip(
    corners: [ClipVertex; 3],
    near: Option<f64>,
    width: u32,
    height: u32,
) -> ([ClipVertex; MAX_CORNERS], usize) {
    let mut polygon = [ClipVertex::default(); MAX_CORNERS];
    polygon[..3].copy_from_slice(&corners);
    if !corners.iter().all(ClipVertex::is_finite) || is_outside_image(&corners, near, width, height)
    {
        return (polygon, 0);
    }
    let mut length = 3;
    let planes = [
        ClipPlane::Near(near.unwrap_or(f64::NEG_INFINITY)),
        ClipPlane::Across(GUARD),
        ClipPlane::Across(-GUARD),
        ClipPlane::Down(GUARD),
        ClipPlane::Down(-GUARD),
    ];
    for plane in planes {
        if polygon[..length].iter().any(|corner| plane.side(corner) < 0.0) {
            (polygon, length) = cut(&polygon[..length], plane);
        }
    }
    (polygon, length)
}

/// A plane that triangles are cut with.
#[derive(Clone, Copy, Debug)]
enum ClipPlane {
    /// The least weight.
    Near(f64),
    /// A column, on whose side toward the image they are kept.
    Across(f64),
    /// A row, likewise.
    Down(f64),
}

impl ClipPlane {
    /// Not negative where triangles are kept.
    fn side(self, corner: &ClipVertex) -> f64 {
        match self {
            ClipPlane::Near(near) => corner.weight - near,
            ClipPlane::Across(at) => at.abs() * corner.weight - at.signum() * corner.x,
            ClipPlane::Down(at) => at.abs() * corner.weight - at.signum() * corner.y,
        }
    }

    /// Moves a new corner onto the plane, which it may miss by rounding, and by much if its edge is long.
    fn snap(self, corner: ClipVertex) -> ClipVertex {
        match self {
            ClipPlane::Near(near) => ClipVertex { weight: near, ..corner },
            ClipPlane::Across(at) => ClipVertex { x: at * corner.weight, ..corner },
            ClipPlane::Down(at) => ClipVertex { y: at * corner.weight, ..corner },
        }
    }
}

/// Whether no pixel can be covered, because all corners lie beyond the same side of the image.
fn is_outside_image(corners: &[ClipVertex; 3], near: Option<f64>, width: u32, height: u32) -> bool {
    let (width, height) = (f64::from(width), f64::from(height));
    let all = |beyond: &dyn Fn(&ClipVertex) -> bool| corners.iter().all(beyond);
    near.is_some_and(|near| all(&|c| c.weight < near))
        || all(&|c| c.x < 0.0)
        || all(&|c| c.y < 0.0)
        || all(&|c| c.x > width * c.weight)
        || all(&|c| c.y > height * c.weight)
}

fn cut(polygon: &[ClipVertex], plane: ClipPlane) -> ([ClipVertex; MAX_CORNERS], usize) {
    let mut left = [ClipVertex::default(); MAX_CORNERS];
    let mut length = 0;
    let mut keep = |corner: ClipVertex| {
        // A convex polygon gains one corner a plane; rounding may suggest more.
        if length < MAX_CORNERS {
            left[length] = corner;
            length += 1;
        }
    };
    for (i, corner) in polygon.iter().enumerate() {
        let next = &polygon[(i + 1) % polygon.len()];
        let (here, there) = (plane.side(corner), plane.side(next));
        if here >= 0.0 {
            keep(*corner);
        }
        if (here >= 0.0) != (there >= 0.0) {
            let (inner, outer) = if here >= 0.0 { (corner, next) } else { (next, corner) };
            let (inside, outside) = (here.max(there), here.min(there));
            keep(plane.snap(inner.toward(outer, inside / (inside - outside))));
        }
    }
    (left, length)
}
