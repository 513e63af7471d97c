//! Convex shapes by their support maps: which vertex is furthest in a direction.
//!
//! Every shape of this module is the hull of finitely many vertices, inflated by a radius: a sphere
//! is a point with a radius, a capsule a segment with one. So all of them have vertices with an
//! index, by which a simplex can be kept from one frame to the next, and every verdict can be
//! decided exactly.

use glam::DVec3;

/// A convex shape: the hull of its vertices, and all that is within its radius of that.
///
/// ```
/// use jostle::DVec3;
/// use jostle::convex::SupportMap;
///
/// let triangle = [DVec3::ZERO, DVec3::X, DVec3::Y];
/// assert_eq!(triangle.support(DVec3::new(1.0, 2.0, 0.0)), 2);
/// ```
pub trait SupportMap {
    /// How many vertices there are; at least one.
    fn vertex_count(&self) -> usize;

    /// A vertex by its index.
    fn vertex(&self, index: usize) -> DVec3;

    /// The index of a vertex furthest in the direction.
    ///
    /// May be one that is nearer by up to `2^-50 |direction| extent` and by the slack.
    fn support(&self, direction: DVec3) -> usize;

    /// A point about in the middle, where a search may start.
    fn middle(&self) -> DVec3;

    /// At least the largest distance of two vertices, and not much more; NaN if a coordinate is not
    /// finite.
    fn extent(&self) -> f64;

    /// By how much vertices may be off from where `support` takes them to be.
    fn slack(&self) -> f64 {
        0.0
    }

    /// How far the shape reaches beyond the hull of its vertices.
    fn radius(&self) -> f64 {
        0.0
    }

    /// The shape with all that is within a distance of it.
    fn inflated(self, radius: f64) -> RoundShape<Self>
    where
        Self: Sized,
    {
        RoundShape { core: self, radius }
    }
}

impl<S: SupportMap + ?Sized> SupportMap for &S {
    fn vertex_count(&self) -> usize {
        (**self).vertex_count()
    }

    fn vertex(&self, index: usize) -> DVec3 {
        (**self).vertex(index)
    }

    fn support(&self, direction: DVec3) -> usize {
        (**self).support(direction)
    }

    fn middle(&self) -> DVec3 {
        (**self).middle()
    }

    fn extent(&self) -> f64 {
        (**self).extent()
    }

    fn slack(&self) -> f64 {
        (**self).slack()
    }

    fn radius(&self) -> f64 {
        (**self).radius()
    }
}

/// One point, a segment, a triangle, a tetrahedron, a box by its corners: any few points.
impl<const N: usize> SupportMap for [DVec3; N] {
    #[inline]
    fn vertex_count(&self) -> usize {
        N
    }

    #[inline]
    fn vertex(&self, index: usize) -> DVec3 {
        self[index]
    }

    /// Heights are taken from the first vertex, so that digits are lost to the size of the shape
    /// and not to how far it is from the origin.
    #[inline]
    fn support(&self, direction: DVec3) -> usize {
        let (mut highest, mut best) = (0.0, 0);
        for i in 1..N {
            let height = direction.dot(self[i] - self[0]);
            // Two selections, so that the compiler makes no jump of it.
            best = if height > highest { i } else { best };
            highest = if height > highest { height } else { highest };
        }
        best
    }

    #[inline]
    fn middle(&self) -> DVec3 {
        if N == 1 {
            return self[0];
        }
        let share = 1.0 / N as f64;
        self.iter().fold(DVec3::ZERO, |sum, &p| sum + p * share)
    }

    #[inline]
    fn extent(&self) -> f64 {
        extent(self)
    }
}

/// The sum of the edges of the box, at least its diagonal; NaN if a coordinate is not finite or
/// there is no point.
#[inline]
fn extent(points: &[DVec3]) -> f64 {
    if points.is_empty() {
        return f64::NAN;
    }
    let (mut low, mut high, mut sum) = (points[0], points[0], points[0] * 0.0);
    for &p in &points[1..] {
        // `f64::min` must handle NaN; comparing is one instruction.
        let min = |a: f64, b: f64| if b < a { b } else { a };
        let max = |a: f64, b: f64| if b > a { b } else { a };
        low = DVec3::new(min(low.x, p.x), min(low.y, p.y), min(low.z, p.z));
        high = DVec3::new(max(high.x, p.x), max(high.y, p.y), max(high.z, p.z));
        sum += p * 0.0;
    }
    let size = high - low + sum;
    size.x + size.y + size.z
}

/// The convex hull of any number of points; points inside it only cost time.
#[derive(Clone, Debug)]
pub struct Hull<'p> {
    points: &'p [DVec3],
    middle: DVec3,
    extent: f64,
}

impl<'p> Hull<'p> {
    /// `None` if there is no point.
    ///
    /// ```
    /// use jostle::convex::{Hull, Proximity, proximity};
    /// use jostle::mesh::shapes;
    ///
    /// let ball = shapes::icosphere(2, 1.0).vertices;
    /// let hull = Hull::from_points(&ball).expect("it has vertices");
    /// let Proximity::Apart(apart) = proximity(&hull, &[jostle::DVec3::X * 3.0])? else { panic!() };
    /// assert!((apart.distance - 2.0).abs() < 0.05);
    /// # Ok::<(), jostle::convex::ConvexError>(())
    /// ```
    pub fn from_points(points: &'p [DVec3]) -> Option<Hull<'p>> {
        if points.is_empty() {
            return None;
        }
        let share = 1.0 / points.len() as f64;
        let middle = points.iter().fold(DVec3::ZERO, |sum, &p| sum + p * share);
        Some(Hull { points, middle, extent: extent(points) })
    }
}

impl SupportMap for Hull<'_> {
    fn vertex_count(&self) -> usize {
        self.points.len()
    }

    fn vertex(&self, index: usize) -> DVec3 {
        self.points[index]
    }

    fn support(&self, direction: DVec3) -> usize {
        let first = self.points[0];
        let mut best = (0.0, 0);
        for (i, &p) in self.points.iter().enumerate().skip(1) {
            let height = direction.dot(p - first);
            if height > best.0 {
                best = (height, i);
            }
        }
        best.1
    }

    fn middle(&self) -> DVec3 {
        self.middle
    }

    fn extent(&self) -> f64 {
        self.extent
    }
}

/// A shape inflated by a radius: all that is within it of the shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoundShape<S> {
    /// The shape that is inflated; its own radius counts too.
    pub core: S,
    /// By how much.
    pub radius: f64,
}

/// A ball: a point with a radius.
pub type Sphere = RoundShape<[DVec3; 1]>;

/// All that is within a radius of a segment.
pub type Capsule = RoundShape<[DVec3; 2]>;

impl Sphere {
    /// By centre and radius.
    pub fn new(centre: DVec3, radius: f64) -> Sphere {
        [centre].inflated(radius)
    }
}

impl Capsule {
    /// By the ends of its axis and its radius.
    pub fn new(from: DVec3, to: DVec3, radius: f64) -> Capsule {
        [from, to].inflated(radius)
    }
}

impl<S: SupportMap> SupportMap for RoundShape<S> {
    #[inline]
    fn vertex_count(&self) -> usize {
        self.core.vertex_count()
    }

    #[inline]
    fn vertex(&self, index: usize) -> DVec3 {
        self.core.vertex(index)
    }

    #[inline]
    fn support(&self, direction: DVec3) -> usize {
        self.core.support(direction)
    }

    #[inline]
    fn middle(&self) -> DVec3 {
        self.core.middle()
    }

    #[inline]
    fn extent(&self) -> f64 {
        self.core.extent()
    }

    #[inline]
    fn slack(&self) -> f64 {
        self.core.slack()
    }

    #[inline]
    fn radius(&self) -> f64 {
        self.core.radius() + self.radius
    }
}
