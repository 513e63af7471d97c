//! Pairs of convex shapes of every kind, by seed.

use jostle::DVec3;
use jostle::convex::{
    Hull, OrientedBox, Pose, PosedShape, Proximity, RoundShape, SupportMap, proximity,
};
use jostle_oracle::cases::SplitMix64;

/// A shape of any kind, owned.
pub enum Shape {
    Point([DVec3; 1]),
    Segment([DVec3; 2]),
    Triangle([DVec3; 3]),
    Tetrahedron([DVec3; 4]),
    Box(OrientedBox),
    Hull(Vec<DVec3>),
    Posed(PosedShape<[DVec3; 4]>),
    Round(Box<Shape>, f64),
}

impl Shape {
    /// Calls with the shape as a support map.
    pub fn with<R>(&self, f: &mut dyn FnMut(&dyn SupportMap) -> R) -> R {
        match self {
            Shape::Point(s) => f(s),
            Shape::Segment(s) => f(s),
            Shape::Triangle(s) => f(s),
            Shape::Tetrahedron(s) => f(s),
            Shape::Box(s) => f(s),
            Shape::Hull(points) => f(&Hull::from_points(points).expect("it has points")),
            Shape::Posed(s) => f(s),
            Shape::Round(core, radius) => {
                core.with(&mut |core| f(&RoundShape { core, radius: *radius }))
            }
        }
    }

    /// Its vertices, for the oracle.
    pub fn vertices(&self) -> Vec<[f64; 3]> {
        self.with(&mut |s| (0..s.vertex_count()).map(|i| s.vertex(i).to_array()).collect())
    }

    pub fn radius(&self) -> f64 {
        self.with(&mut |s| s.radius())
    }

    fn moved(self, by: DVec3) -> Shape {
        match self {
            Shape::Point(s) => Shape::Point(s.map(|p| p + by)),
            Shape::Segment(s) => Shape::Segment(s.map(|p| p + by)),
            Shape::Triangle(s) => Shape::Triangle(s.map(|p| p + by)),
            Shape::Tetrahedron(s) => Shape::Tetrahedron(s.map(|p| p + by)),
            Shape::Box(s) => Shape::Box(OrientedBox { centre: s.centre + by, ..s }),
            Shape::Hull(s) => Shape::Hull(s.into_iter().map(|p| p + by).collect()),
            Shape::Posed(s) => Shape::Tetrahedron(std::array::from_fn(|i| s.vertex(i))).moved(by),
            Shape::Round(core, radius) => Shape::Round(Box::new(core.moved(by)), radius),
        }
    }
}

/// The query on two shapes of any kind.
pub fn query(a: &Shape, b: &Shape) -> Proximity {
    a.with(&mut |a| b.with(&mut |b| proximity(&a, &b).expect("finite shapes")))
}

/// What a pair is made to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Near each other, of like size or not.
    Near,
    /// Far apart, or far from the origin.
    Far,
    /// Small whole coordinates, which touch in every way.
    Whole,
    /// Moved until they almost touch.
    Almost,
}

impl Family {
    pub const ALL: [Family; 4] = [Family::Near, Family::Far, Family::Whole, Family::Almost];

    pub fn name(self) -> &'static str {
        match self {
            Family::Near => "near",
            Family::Far => "far",
            Family::Whole => "whole coordinates",
            Family::Almost => "almost touching",
        }
    }
}

/// The pair of a family with this seed.
pub fn pair(family: Family, seed: u64) -> (Shape, Shape) {
    let prng = &mut SplitMix64::new(SplitMix64::new(seed ^ (family as u64) << 48).next_u64());
    match family {
        Family::Near => near(prng),
        Family::Far => {
            let (a, b) = near(prng);
            let size = a.with(&mut |s| s.extent()) + b.with(&mut |s| s.extent()) + a.radius();
            let far = direction(prng) * (size * prng.magnitude(0, 20));
            let both = if prng.one_in(2) { far * 0.9 } else { DVec3::ZERO };
            (a.moved(both), b.moved(far))
        }
        Family::Whole => {
            let scale = 2f64.powi(prng.integer(-30, 30) as i32);
            let whole = |prng: &mut SplitMix64| {
                let n = [1, 2, 3, 4, 4, 4, 8][prng.below(7) as usize];
                let point = |prng: &mut SplitMix64| {
                    DVec3::from_array([0; 3].map(|_| prng.integer(-3, 3))) * scale
                };
                let shape = by_points((0..n).map(|_| point(prng)).collect());
                let radius = prng.integer(0, 2) * scale;
                if prng.one_in(4) { Shape::Round(Box::new(shape), radius) } else { shape }
            };
            (whole(prng), whole(prng))
        }
        Family::Almost => {
            let (a, b) = near(prng);
            let Proximity::Apart(apart) = query(&a, &b) else { return (a, b) };
            let left = [0.0, 1e-15, -1e-15, 1e-12, -1e-12, 1e-8, -1e-8, 1e-3];
            let travel = apart.distance * (1.0 - prng.pick(&left) * prng.between(0.0, 1.0));
            (a, b.moved(-apart.axis * travel))
        }
    }
}

fn by_points(points: Vec<DVec3>) -> Shape {
    match points[..] {
        [a] => Shape::Point([a]),
        [a, b] => Shape::Segment([a, b]),
        [a, b, c] => Shape::Triangle([a, b, c]),
        [a, b, c, d] => Shape::Tetrahedron([a, b, c, d]),
        _ => Shape::Hull(points),
    }
}

/// Sizes from 1e-9 to 1e9, alike or not.
fn near(prng: &mut SplitMix64) -> (Shape, Shape) {
    let size = prng.magnitude(-30, 30);
    let other = if prng.one_in(3) { prng.magnitude(-30, 30) } else { size };
    let reach = size.max(other) * prng.between(0.2, 2.0);
    let (a, b) = (shape(prng, size), shape(prng, other));
    let by = direction(prng) * reach;
    let both = if prng.one_in(4) { direction(prng) * (reach * 1e3) } else { DVec3::ZERO };
    (a.moved(both), b.moved(both + by))
}

fn shape(prng: &mut SplitMix64, size: f64) -> Shape {
    let points = |prng: &mut SplitMix64, n: usize| -> Vec<DVec3> {
        (0..n).map(|_| inside(prng) * size).collect()
    };
    match prng.below(14) {
        0 => by_points(points(prng, 1)),
        1 => by_points(points(prng, 2)),
        2 | 3 => by_points(points(prng, 3)),
        4 | 5 => by_points(points(prng, 4)),
        // Flat and needle-like ones.
        6..=8 => {
            let thin = prng.magnitude(-50, 0);
            let (u, v) = (direction(prng), direction(prng));
            let needle = prng.one_in(2);
            let n = 3 + prng.below(2) as usize;
            let point = |prng: &mut SplitMix64| {
                let [x, y] = [0; 2].map(|_| prng.between(-1.0, 1.0));
                let y = if needle { y * thin } else { y };
                (u * x + v * y + inside(prng) * thin) * size
            };
            by_points((0..n).map(|_| point(prng)).collect())
        }
        9 => {
            let half = DVec3::from_array([0; 3].map(|_| size * prng.magnitude(-6, 0)));
            Shape::Box(OrientedBox::new(half, Pose { translation: DVec3::ZERO, ..pose(prng) }))
        }
        10 => {
            let n = 5 + prng.below(12) as usize;
            by_points(points(prng, n))
        }
        11 => {
            let corners = std::array::from_fn(|_| inside(prng) * size);
            let Pose { rotation, translation } = pose(prng);
            Shape::Posed(PosedShape::new(
                corners,
                Pose { rotation, translation: translation * size },
            ))
        }
        12 => {
            let n = 1 + prng.below(2) as usize;
            let core = by_points(points(prng, n));
            Shape::Round(Box::new(core), size * prng.between(0.0, 1.0))
        }
        _ => {
            let n = 3 + prng.below(2) as usize;
            let core = by_points(points(prng, n));
            Shape::Round(Box::new(core), size * prng.between(0.0, 0.3))
        }
    }
}

pub fn pose(prng: &mut SplitMix64) -> Pose {
    let [x, y, z, w] = [0; 4].map(|_| prng.between(-1.0, 1.0));
    let length = (x * x + y * y + z * z + w * w).sqrt().max(1e-3);
    let (x, y, z, w) = (x / length, y / length, z / length, w / length);
    let rotation = [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + z * w), 2.0 * (x * z - y * w)],
        [2.0 * (x * y - z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + x * w)],
        [2.0 * (x * z + y * w), 2.0 * (y * z - x * w), 1.0 - 2.0 * (x * x + y * y)],
    ];
    let identity = Pose::IDENTITY;
    let mut pose = Pose { translation: inside(prng), ..identity };
    for (column, values) in rotation.into_iter().enumerate() {
        *pose.rotation.col_mut(column) = DVec3::from_array(values);
    }
    pose
}

fn inside(prng: &mut SplitMix64) -> DVec3 {
    DVec3::from_array([0; 3].map(|_| prng.between(-1.0, 1.0)))
}

fn direction(prng: &mut SplitMix64) -> DVec3 {
    loop {
        let v = inside(prng);
        if (0.01..1.0).contains(&v.length_squared()) {
            return v.normalize();
        }
    }
}
