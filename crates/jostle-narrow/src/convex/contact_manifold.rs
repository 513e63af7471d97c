//! Contact manifolds, where two shapes touch: the common part of the features that face each other
//! (sv-gjk-2019, sec. 5.1.1).
//!
//! Both features are projected along the contact normal, clipped against each other in that plane,
//! and what is left is lifted back to either surface. A vertex, an edge and a face are treated alike,
//! as a polygon of one, two or more corners.

use super::gjk::PairScale;
use super::penetration::{self, Penetration};
use super::scaled_shape::{self, ScaledShape};
use super::{ConvexError, Pose, PosedShape, Proximity, SupportMap, proximity};
use crate::geometry::convex_polygon;
use glam::{DVec2, DVec3};

/// The part of a shape that takes part in a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// One vertex.
    Vertex,
    /// Two vertices, or several on a line.
    Edge,
    /// Three vertices or more.
    Face,
}

/// How many points of a contact to return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointLimit {
    /// Four at most: the deepest, and those that span the largest area with it.
    Four,
    /// Every corner of the common part.
    All,
}

/// One point of a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactPoint {
    /// The place on the surface of each shape, opposite to each other along the normal.
    pub points: [DVec3; 2],
    /// How deep here; below zero where the surfaces are apart.
    pub depth: f64,
}

/// A contact of two shapes.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactManifold {
    /// Of unit length, from the first shape to the second.
    pub normal: DVec3,
    /// The feature of each shape that touches.
    pub features: [Feature; 2],
    /// At least one.
    pub points: Vec<ContactPoint>,
}

/// How a contact is computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactQuery {
    /// Shapes further apart than this have no contact.
    pub reach: f64,
    /// A feature reaches as far as the surface turns from the normal by less than this, in radians:
    /// a box that rests on another with a slight tilt rests on a face, not on an edge.
    pub tilt: f64,
    /// How many points to return.
    pub limit: PointLimit,
}

impl Default for ContactQuery {
    /// Touching shapes only, one degree, four points.
    fn default() -> ContactQuery {
        ContactQuery { reach: 0.0, tilt: 1f64.to_radians(), limit: PointLimit::Four }
    }
}

impl ContactQuery {
    /// The contact of two shapes; `None` if they are further apart than the reach.
    ///
    /// ```
    /// use jostle::DVec3;
    /// use jostle::convex::{ContactQuery, Feature, OrientedBox, Pose};
    ///
    /// let floor = OrientedBox::new(DVec3::new(9.0, 9.0, 1.0), Pose::IDENTITY);
    /// let above = Pose { translation: DVec3::new(0.5, 0.0, 1.95), ..Pose::IDENTITY };
    /// let cube = OrientedBox::new(DVec3::ONE, above);
    /// let contact = ContactQuery::default().between(&floor, &cube)?.expect("they touch");
    /// assert_eq!(contact.normal, DVec3::Z);
    /// assert_eq!(contact.features, [Feature::Face; 2]);
    /// assert_eq!(contact.points.len(), 4);
    /// assert!(contact.points.iter().all(|p| (p.depth - 0.05).abs() < 1e-12));
    /// # Ok::<(), jostle::convex::ConvexError>(())
    /// ```
    pub fn between(
        &self,
        a: &impl SupportMap,
        b: &impl SupportMap,
    ) -> Result<Option<ContactManifold>, ConvexError> {
        if PairScale::new(a, b).is_plain() {
            return self.between_plain(a, b);
        }
        super::check(a, b)?;
        let Some(factor) = scaled_shape::factor(a, b) else { return self.between_plain(a, b) };
        let near = ContactQuery { reach: self.reach * factor, ..*self };
        let found = near
            .between_plain(&ScaledShape { shape: a, factor }, &ScaledShape { shape: b, factor })?;
        Ok(found.map(|mut manifold| {
            for point in &mut manifold.points {
                point.points = point.points.map(|p| p / factor);
                point.depth /= factor;
            }
            manifold
        }))
    }

    /// As [`between`](ContactQuery::between), from the normal of an earlier contact of the same shapes: for bodies that
    /// rest on each other, which touch to within rounding, and whose penetration takes more digits to tell.
    ///
    /// The normal is one that no small turn improves. The shapes overlap along it by the reach at most, so that it is the
    /// best of all to within that; where there is none, the answer is that of `between`.
    ///
    /// ```
    /// use jostle::DVec3;
    /// use jostle::convex::{ContactQuery, OrientedBox, Pose};
    ///
    /// let floor = OrientedBox::new(DVec3::new(9.0, 9.0, 1.0), Pose::IDENTITY);
    /// let above = Pose { translation: DVec3::new(0.5, 0.0, 2.0), ..Pose::IDENTITY };
    /// let cube = OrientedBox::new(DVec3::ONE, above);
    /// let query = ContactQuery { reach: 1e-3, ..ContactQuery::default() };
    /// let earlier = DVec3::new(0.0, 0.001, 1.0).normalize();
    /// let contact = query.between_from(&floor, &cube, earlier)?.expect("they touch");
    /// assert!(contact.normal.abs_diff_eq(DVec3::Z, 1e-12));
    /// assert_eq!(contact.points.len(), 4);
    /// # Ok::<(), jostle::convex::ConvexError>(())
    /// ```
    pub fn between_from(
        &self,
        a: &impl SupportMap,
        b: &impl SupportMap,
        normal: DVec3,
    ) -> Result<Option<ContactManifold>, ConvexError> {
        let scale = PairScale::new(a, b);
        let is_usable = normal.is_normalized() && self.reach > 0.0 && scale.is_plain();
        let mut axis = normal;
        let mut turns = 0;
        while is_usable && turns < MOST_TURNS {
            let gap = gap_along(a, b, axis);
            if gap > self.reach + scale.margin(gap) {
                // No two points are nearer than that.
                return Ok(None);
            }
            if gap < -self.reach {
                break;
            }
            // Moved apart to a gap of the reach, the shapes are far from touching. If the shortest way between them is along
            // the axis, moving them back along it keeps it so: they have the gap along it as their distance, or overlap by
            // it, and less along no axis by more than that.
            let shift = axis * (self.reach - gap);
            let pose = Pose { translation: shift, ..Pose::IDENTITY };
            let Proximity::Apart(apart) = proximity(a, &PosedShape::new(b, pose))? else { break };
            if apart.axis.dot(axis) >= ALONG {
                let deepest = [apart.points[0], apart.points[1] - shift];
                return Ok(Some(self.manifold(a, b, apart.axis, deepest, -gap)));
            }
            axis = apart.axis;
            turns += 1;
        }
        self.between(a, b)
    }

    fn between_plain(
        &self,
        a: &impl SupportMap,
        b: &impl SupportMap,
    ) -> Result<Option<ContactManifold>, ConvexError> {
        let (normal, deepest, depth) = match penetration::plain_penetration(a, b)? {
            Penetration::Apart(apart) if apart.distance > self.reach => return Ok(None),
            Penetration::Apart(apart) => (apart.axis, apart.points, -apart.distance),
            Penetration::Overlap(overlap) => (overlap.axis, overlap.points, overlap.depth),
        };
        Ok(Some(self.manifold(a, b, normal, deepest, depth)))
    }

    /// What faces the other along a normal, given the deepest points and how deep they are.
    fn manifold(
        &self,
        a: &impl SupportMap,
        b: &impl SupportMap,
        normal: DVec3,
        deepest: [DVec3; 2],
        depth: f64,
    ) -> ContactManifold {
        let scale = PairScale::new(a, b);
        let plane = ContactPlane::new(normal, deepest);
        let facing_a = FacingFeature::new(a, normal, self.tilt, &plane, &scale);
        let facing_b = FacingFeature::new(b, -normal, self.tilt, &plane, &scale);
        let features = [facing_a.feature(), facing_b.feature()];
        let shared =
            convex_polygon::common(&facing_a.outline, &facing_b.outline, plane.flat(&scale));
        let mut points: Vec<ContactPoint> =
            shared.into_iter().map(|at| plane.lifted(at, &facing_a, &facing_b)).collect();
        // The deepest point is a contact whatever clipping says.
        if points.is_empty() || features.contains(&Feature::Vertex) {
            points = vec![ContactPoint { points: deepest, depth }];
        }
        points.retain(|point| point.depth >= -self.reach - plane.flat(&scale));
        if points.is_empty() {
            points.push(ContactPoint { points: deepest, depth });
        }
        if self.limit == PointLimit::Four && points.len() > 4 {
            points = four_extremes(&points, normal);
        }
        ContactManifold { normal, features, points }
    }
}

/// How often a normal is turned before the contact is computed anew.
const MOST_TURNS: u32 = 4;

/// The cosine of the angle at which two axes are taken for one: a millionth of a radian, which over the reach is less
/// than rounding.
const ALONG: f64 = 1.0 - 0.5e-12;

/// The distance of the second shape from the first along an axis, below zero where they overlap along it.
fn gap_along(a: &impl SupportMap, b: &impl SupportMap, axis: DVec3) -> f64 {
    let highest = a.vertex(a.support(axis));
    let lowest = b.vertex(b.support(-axis));
    axis.dot(lowest - highest) - a.radius() - b.radius()
}

/// The plane of the contact, seen along its normal.
struct ContactPlane {
    origin: DVec3,
    normal: DVec3,
    u: DVec3,
    v: DVec3,
}

impl ContactPlane {
    fn new(normal: DVec3, deepest: [DVec3; 2]) -> ContactPlane {
        let (u, v) = normal.any_orthonormal_pair();
        ContactPlane { origin: deepest[0].midpoint(deepest[1]), normal, u, v }
    }

    /// Lengths up to this are taken for zero in the plane.
    fn flat(&self, scale: &PairScale) -> f64 {
        8.0 * scale.margin(0.0)
    }

    fn project(&self, p: DVec3) -> DVec2 {
        let p = p - self.origin;
        DVec2::new(self.u.dot(p), self.v.dot(p))
    }

    fn lifted(&self, at: DVec2, a: &FacingFeature, b: &FacingFeature) -> ContactPoint {
        let base = self.origin + self.u * at.x + self.v * at.y;
        let (height_a, height_b) = (a.height(at), b.height(at));
        ContactPoint {
            points: [base + self.normal * height_a, base + self.normal * height_b],
            depth: height_a - height_b,
        }
    }
}

/// The part of a shape that faces the other, as an outline and a plane over it.
struct FacingFeature {
    outline: Vec<DVec2>,
    /// Height over the contact plane at its origin, and how it changes along both axes.
    level: f64,
    slope: DVec2,
}

impl FacingFeature {
    fn new(
        shape: &impl SupportMap,
        axis: DVec3,
        tilt: f64,
        plane: &ContactPlane,
        scale: &PairScale,
    ) -> FacingFeature {
        let top = shape.vertex(shape.support(axis));
        let steepest = tilt.tan();
        let flat = 4.0 * scale.margin(0.0);
        let near = |p: &DVec3| {
            let (below, aside) =
                (axis.dot(top - *p), (plane.project(*p) - plane.project(top)).length());
            below <= flat || below <= steepest * aside
        };
        let vertices: Vec<DVec3> =
            (0..shape.vertex_count()).map(|i| shape.vertex(i)).filter(near).chain([top]).collect();
        let outline =
            convex_polygon::hull(vertices.iter().map(|&p| plane.project(p)).collect(), flat);
        let height = |p: DVec3| plane.normal.dot(p - plane.origin);
        let out = axis.dot(plane.normal) * shape.radius();
        let (level, slope) = outline_plane(&vertices, &outline, plane, height);
        FacingFeature { outline, level: level + out, slope }
    }

    fn feature(&self) -> Feature {
        match self.outline.len() {
            1 => Feature::Vertex,
            2 => Feature::Edge,
            _ => Feature::Face,
        }
    }

    fn height(&self, at: DVec2) -> f64 {
        self.level + self.slope.dot(at)
    }
}

/// The plane through the corners of an outline: level and slope.
fn outline_plane(
    vertices: &[DVec3],
    outline: &[DVec2],
    plane: &ContactPlane,
    height: impl Fn(DVec3) -> f64,
) -> (f64, DVec2) {
    // The height of the vertex that projects to an outline corner.
    let lift = |corner: DVec2| {
        let off = |p: &&DVec3| plane.project(**p).distance_squared(corner);
        let nearest = vertices.iter().min_by(|p, q| off(p).total_cmp(&off(q)));
        height(*nearest.expect("an outline has vertices"))
    };
    let slope = match outline {
        [_] => DVec2::ZERO,
        [p, q] => (*q - *p) * ((lift(*q) - lift(*p)) / p.distance_squared(*q)),
        [p, ..] => {
            // The triangle with the largest area from the first corner is the best base.
            let area = |k: &usize| (outline[*k] - *p).perp_dot(outline[k + 1] - *p);
            let k = (1..outline.len() - 1).max_by(|k, l| area(k).total_cmp(&area(l)));
            let k = k.expect("three corners");
            let (e, f) = (outline[k] - *p, outline[k + 1] - *p);
            let (rise_e, rise_f) = (lift(outline[k]) - lift(*p), lift(outline[k + 1]) - lift(*p));
            DVec2::new(rise_e * f.y - rise_f * e.y, rise_f * e.x - rise_e * f.x) / e.perp_dot(f)
        }
        [] => unreachable!("an outline has a corner"),
    };
    (lift(outline[0]) - slope.dot(outline[0]), slope)
}

/// Four of the points: the deepest, the one furthest from it, and the two that reach furthest to
/// either side of the line between them.
fn four_extremes(points: &[ContactPoint], normal: DVec3) -> Vec<ContactPoint> {
    let place = |p: &ContactPoint| p.points[0];
    let most = |score: &dyn Fn(&ContactPoint) -> f64| {
        *points.iter().max_by(|p, q| score(p).total_cmp(&score(q))).expect("more than four")
    };
    let deepest = most(&|p| p.depth);
    let far = most(&|p| place(p).distance_squared(place(&deepest)));
    let across = normal.cross(place(&far) - place(&deepest));
    let left = most(&|p| across.dot(place(p) - place(&deepest)));
    let right = most(&|p| -across.dot(place(p) - place(&deepest)));
    let mut kept = vec![deepest];
    for point in [far, left, right] {
        if !kept.contains(&point) {
            kept.push(point);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::super::{Capsule, OrientedBox, Pose, Sphere};
    use super::*;
    use glam::DQuat;

    fn cube_at(translation: DVec3, rotation: DQuat) -> OrientedBox {
        OrientedBox::new(DVec3::ONE, Pose::new(rotation, translation))
    }

    fn contact(a: &impl SupportMap, b: &impl SupportMap, limit: PointLimit) -> ContactManifold {
        ContactQuery { limit, ..ContactQuery::default() }.between(a, b).unwrap().expect("a contact")
    }

    #[test]
    fn every_pair_of_features() {
        let floor = cube_at(DVec3::ZERO, DQuat::IDENTITY);
        let quarter = std::f64::consts::FRAC_PI_4;
        let edge = cube_at(DVec3::Z * 2.35, DQuat::from_rotation_x(quarter));
        let found = contact(&floor, &edge, PointLimit::Four);
        assert_eq!(found.features, [Feature::Face, Feature::Edge]);
        assert_eq!(found.points.len(), 2);
        assert!(found.points.iter().all(|p| (p.depth - (2f64.sqrt() - 1.35)).abs() < 1e-12));
        let tip = DQuat::from_rotation_arc(DVec3::ONE.normalize(), -DVec3::Z);
        let vertex = cube_at(DVec3::Z * 2.7, tip);
        let found = contact(&floor, &vertex, PointLimit::Four);
        assert_eq!((found.features, found.points.len()), ([Feature::Face, Feature::Vertex], 1));
        let ridge = cube_at(DVec3::ZERO, DQuat::from_rotation_y(quarter));
        let crossing = cube_at(DVec3::Z * 2.8, DQuat::from_rotation_x(quarter));
        let found = contact(&ridge, &crossing, PointLimit::Four);
        assert_eq!((found.features, found.points.len()), ([Feature::Edge; 2], 1));
        assert!(found.points[0].points[0].truncate().length() < 1e-9);
    }

    #[test]
    fn a_turned_square_on_a_square_meets_in_an_octagon() {
        let floor = cube_at(DVec3::ZERO, DQuat::IDENTITY);
        let turned = DQuat::from_rotation_z(std::f64::consts::FRAC_PI_4);
        let cube = cube_at(DVec3::Z * 1.9, turned);
        assert_eq!(contact(&floor, &cube, PointLimit::All).points.len(), 8);
        let four = contact(&floor, &cube, PointLimit::Four);
        assert_eq!(four.points.len(), 4);
        for point in four.points {
            assert!((point.depth - 0.1).abs() < 1e-12);
            assert!((point.points[0] - point.points[1] - DVec3::Z * 0.1).length() < 1e-12);
        }
    }

    /// Cubes at random angles, from the normal that they had before a small motion: the gap along the normal is the
    /// distance where they are apart, and no more than the reach off the depth where they overlap.
    #[test]
    fn contacts_from_an_earlier_normal_are_those_of_the_shapes_alone() {
        let mut random = jostle_support::random::SplitMix64::new(5);
        let query = ContactQuery { reach: 0.02, ..ContactQuery::default() };
        let floor = cube_at(DVec3::ZERO, DQuat::IDENTITY);
        let mut found = [0; 3];
        for _ in 0..2_000 {
            let mut any = || DVec3::new(random.signed(), random.signed(), random.signed());
            let (place, turn, way) =
                (any().normalize(), DQuat::from_scaled_axis(any() * 2.0), any());
            let nearly = |distance: f64| cube_at(place * distance, turn);
            // Where they are just in touch.
            let (mut near, mut far) = (0.0, 4.0);
            while far - near > 1e-13 {
                let middle = 0.5 * (near + far);
                let is_apart = !crate::convex::intersects(&floor, &nearly(middle)).unwrap();
                *(if is_apart { &mut far } else { &mut near }) = middle;
            }
            let earlier = query.between(&floor, &nearly(far)).unwrap().expect("they touch");
            let cube =
                cube_at(place * far + way * 0.03, DQuat::from_scaled_axis(way * 0.01) * turn);
            let from = query.between_from(&floor, &cube, earlier.normal).unwrap();
            let alone = query.between(&floor, &cube).unwrap();
            match (from, alone) {
                (None, None) => found[0] += 1,
                (Some(from), Some(alone)) => {
                    let [from_depth, depth] =
                        [&from, &alone].map(|own| -gap_along(&floor, &cube, own.normal));
                    let excess = from_depth - depth;
                    assert!(excess > -1e-9 && excess < if depth < 0.0 { 1e-9 } else { 0.02 });
                    found[1 + usize::from(depth >= 0.0)] += 1;
                }
                other => panic!("{other:?}"),
            }
        }
        assert!(found.iter().all(|count| *count > 100), "{found:?}");
    }

    /// Boxes that touch exactly are told without more digits.
    #[test]
    fn boxes_at_rest_are_told_from_the_normal_before() {
        let query = ContactQuery { reach: 1e-3, ..ContactQuery::default() };
        for shift in [0.0, 1e-16, -1e-16, 1e-9, -1e-9, 1e-5, -1e-5] {
            let floor = cube_at(DVec3::ZERO, DQuat::IDENTITY);
            let cube = cube_at(DVec3::new(0.3, 0.2, 2.0 + shift), DQuat::IDENTITY);
            let found = query.between_from(&floor, &cube, DVec3::Z).unwrap().expect("they touch");
            assert!(found.normal.abs_diff_eq(DVec3::Z, 1e-12), "{shift}: {}", found.normal);
            assert_eq!(found.points.len(), 4);
            assert!(found.points.iter().all(|p| (p.depth + shift).abs() < 1e-12));
        }
        // An axis that is no unit vector, and one that leads nowhere.
        let floor = cube_at(DVec3::ZERO, DQuat::IDENTITY);
        let cube = cube_at(DVec3::Z * 2.0, DQuat::IDENTITY);
        for axis in [DVec3::ZERO, DVec3::NAN, DVec3::Z * 3.0, -DVec3::Z, DVec3::X] {
            let found = query.between_from(&floor, &cube, axis).unwrap();
            assert_eq!(found, query.between(&floor, &cube).unwrap(), "{axis}");
        }
    }

    #[test]
    fn a_slight_tilt_leaves_a_face_on_a_face() {
        let floor = cube_at(DVec3::ZERO, DQuat::IDENTITY);
        let cube = cube_at(DVec3::Z * 1.99, DQuat::from_rotation_x(0.005));
        let found = contact(&floor, &cube, PointLimit::Four);
        assert_eq!((found.features, found.points.len()), ([Feature::Face; 2], 4));
        let depths: Vec<f64> = found.points.iter().map(|p| p.depth).collect();
        let spread = depths.iter().fold(0f64, |most, d| most.max((d - depths[0]).abs()));
        assert!((spread - 0.01).abs() < 1e-4, "{depths:?}");
    }

    #[test]
    fn radii_and_reach() {
        let floor = cube_at(DVec3::ZERO, DQuat::IDENTITY);
        let capsule = Capsule::new(DVec3::new(-3.0, 0.0, 1.25), DVec3::new(0.5, 0.0, 1.25), 0.5);
        let found = contact(&floor, &capsule, PointLimit::Four);
        assert_eq!((found.features, found.points.len()), ([Feature::Face, Feature::Edge], 2));
        assert!(found.points.iter().all(|p| (p.depth - 0.25).abs() < 1e-12));
        let high = Sphere::new(DVec3::Z * 3.0, 1.0);
        assert_eq!(ContactQuery::default().between(&floor, &high).unwrap(), None);
        let near = ContactQuery { reach: 1.5, ..ContactQuery::default() };
        let found = near.between(&floor, &high).unwrap().expect("within reach");
        assert!((found.points[0].depth + 1.0).abs() < 1e-12);
    }
}
