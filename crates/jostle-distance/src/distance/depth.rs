//! How deep two objects are in each other.

use super::error;
use super::solid::Solid;
use crate::candidates::{Cancellation, TopologyCache};
use crate::collide::Collisions;
use crate::convex::{Penetration, elements};
use crate::geometry::Aabb;
use crate::mesh::{Element, LocalElementId, ObjectId, Scene, SurfacePoint};
use crate::session::Pair;
use glam::DVec3;
use jostle_support::parallel;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Two objects that overlap.
#[derive(Clone, Debug, PartialEq)]
pub struct Overlap {
    /// Number of pairs of elements that intersect.
    pub pairs: usize,
    /// Which of the two objects is wholly inside the other, without touching it.
    pub inside: Option<ObjectId>,
    /// The pair of elements that it takes the longest move to part; `None` if no elements meet.
    pub deepest_pair: Option<DeepestPair>,
    /// The vertex furthest inside; `None` if no vertex of one is inside the other, or if neither has an
    /// inside.
    pub deepest_vertex: Option<DeepestVertex>,
}

/// The minimum translation of two elements.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeepestPair {
    /// One of each object; of several equally deep pairs, which one is a matter of rounding.
    pub elements: [LocalElementId; 2],
    /// No shorter move parts the elements, and so none the objects.
    pub depth: f64,
    /// What the depth may be off by.
    pub error: f64,
    /// Of unit length. Moving the second object by `axis * depth` leaves these elements touching.
    pub axis: DVec3,
    /// The deepest point of each element.
    pub points: [DVec3; 2],
}

/// A vertex of one object that is inside the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeepestVertex {
    /// Whose vertex.
    pub object: ObjectId,
    /// Its index within that object; of several equally deep ones the lowest.
    pub vertex: u32,
    /// Where it is.
    pub position: DVec3,
    /// Its distance from the boundary of the other object. No shorter move gets it out, so none
    /// parts the two.
    pub depth: f64,
    /// `2^-47` times the depth and the extent of the largest element of the other object's boundary.
    pub error: f64,
    /// The nearest point of that boundary.
    pub nearest: DVec3,
    /// The element of the other object that the nearest point is on.
    pub element: LocalElementId,
}

impl Overlap {
    /// The larger of both depths, which no move that parts the objects can be shorter than; zero where
    /// they merely touch. Objects with an inside count as solid here.
    ///
    /// How much longer the shortest move is depends on how the objects are entangled, and
    /// [`depth`](super::depth()) looks for it: interlocked rings come apart only by a move as long as they are.
    pub fn depth_at_least(&self) -> f64 {
        self.deepest().0
    }

    /// What [`depth_at_least`](Self::depth_at_least) may be off by.
    pub fn error(&self) -> f64 {
        self.deepest().1
    }

    fn deepest(&self) -> (f64, f64) {
        let of_pair = self.deepest_pair.map_or((0.0, 0.0), |pair| (pair.depth, pair.error));
        let of_vertex = self.deepest_vertex.map_or((0.0, 0.0), |v| (v.depth, v.error));
        if of_vertex.0 >= of_pair.0 { of_vertex } else { of_pair }
    }

    /// Of two objects of a scene, which collide so and with nothing else; of no use if that was cancelled meanwhile.
    pub(super) fn measure(
        scene: &Scene,
        topology: &TopologyCache,
        objects: [ObjectId; 2],
        collisions: &Collisions,
        cancellation: &Cancellation,
    ) -> Overlap {
        let inner = collisions.inside().first().map(|&(inner, _)| inner);
        Overlap {
            pairs: collisions.pair_count(),
            inside: inner,
            deepest_pair: deepest_pair(scene, objects, collisions.pairs(), cancellation),
            deepest_vertex: [0, 1]
                .into_iter()
                .filter_map(|inner| deepest_vertex(scene, topology, objects, inner, cancellation))
                .reduce(|one, other| if other.depth > one.depth { other } else { one }),
        }
    }
}

/// Pairs that are measured before it is asked again whether the rest can be deeper.
const BATCH: usize = 512;

/// Pairs are measured in the order of what their boxes allow, until none can be deeper.
fn deepest_pair(
    scene: &Scene,
    objects: [ObjectId; 2],
    pairs: &[Pair],
    cancellation: &Cancellation,
) -> Option<DeepestPair> {
    let bounded = |pair: &Pair| {
        let [a, b] = [pair.a, pair.b].map(|e| scene.element(e).bounds());
        (box_depth(&a, &b), *pair)
    };
    let mut bounds: Vec<(f64, Pair)> = parallel::map(pairs.len(), 1, |i| bounded(&pairs[i]));
    bounds.par_sort_unstable_by(|p, q| q.0.total_cmp(&p.0).then(p.1.cmp(&q.1)));
    let mut deepest: Option<DeepestPair> = None;
    for batch in bounds.chunks(BATCH) {
        if cancellation.is_cancelled() || deepest.is_some_and(|deepest| batch[0].0 < deepest.depth)
        {
            break;
        }
        let least = deepest.map_or(0.0, |deepest| deepest.depth);
        let deepest_of = |range: Range<usize>| {
            let pairs = batch[range].iter();
            let found = pairs.filter_map(|&(_, pair)| measure(scene, objects, pair, least));
            found.reduce(deeper)
        };
        let either = |one: Option<_>, other| one.into_iter().chain(other).reduce(deeper);
        let found = parallel::reduce(batch.len(), 1, deepest_of, either).flatten();
        deepest = either(found, deepest);
    }
    deepest
}

fn deeper(one: DeepestPair, other: DeepestPair) -> DeepestPair {
    let order = one.depth.total_cmp(&other.depth).then(other.elements.cmp(&one.elements));
    if order.is_ge() { one } else { other }
}

/// `None` for a pair that is known to be less deep than another.
fn measure(scene: &Scene, objects: [ObjectId; 2], pair: Pair, least: f64) -> Option<DeepestPair> {
    // Objects may be given in the other order than the scene's.
    let pair = if objects[0] < objects[1] { [pair.a, pair.b] } else { [pair.b, pair.a] };
    let [a, b] = pair.map(|e| scene.element(e));
    if normal_depth(&a, &b) < least {
        return None;
    }
    let found = elements::penetration(&a, &b).expect("finite, as the scene has checked");
    let Penetration::Overlap(overlap) = found else { return None };
    let elements = pair.map(|e| scene.locate(e).1);
    let (depth, error) = (overlap.depth, overlap.error);
    Some(DeepestPair { elements, depth, error, axis: overlap.axis, points: overlap.points })
}

/// The shortest move along an axis that parts two boxes, and so all that is in them.
fn box_depth(a: &Aabb, b: &Aabb) -> f64 {
    (a.max - b.min).min(b.max - a.min).min_element()
}

/// At least the shortest move along a normal of a face that parts two elements: what separating axes
/// begin with, and mostly end with.
///
/// Heights along an axis of about unit length are off by less than nine roundings of the longest
/// vector between corners, and their difference by less than twenty. Without that margin elements
/// that touch would seem to be apart.
fn normal_depth(a: &Element, b: &Element) -> f64 {
    const MARGIN: f64 = 32.0 * (f64::EPSILON / 2.0);
    let (of_a, of_b) = (corners(a), corners(b));
    let longest =
        of_a.iter().chain(of_b).map(|&p| (p - of_a[0]).abs().element_sum()).fold(0.0, f64::max);
    let range = |axis: DVec3, points: &[DVec3]| {
        points
            .iter()
            .map(|&p| axis.dot(p - of_a[0]))
            .fold([f64::INFINITY, -f64::INFINITY], |r, h| [r[0].min(h), r[1].max(h)])
    };
    let along = |axis: DVec3| {
        let ([low_a, high_a], [low_b, high_b]) = (range(axis, of_a), range(axis, of_b));
        (high_a - low_b).min(high_b - low_a)
    };
    let normals = [of_a, of_b].into_iter().flat_map(|points| {
        const FACES: [[usize; 3]; 4] = [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]];
        let faces = if points.len() == 3 { &FACES[..1] } else { &FACES[..] };
        faces.iter().map(|&[i, j, k]| (points[j] - points[i]).cross(points[k] - points[i]))
    });
    let least = normals.filter_map(DVec3::try_normalize).map(along).fold(f64::INFINITY, f64::min);
    least + MARGIN * longest
}

fn corners(element: &Element) -> &[DVec3] {
    match element {
        Element::Triangle(corners) => corners,
        Element::Tetrahedron(corners) => corners,
    }
}

/// The vertex of one object that is furthest inside the other, if that one has an inside.
fn deepest_vertex(
    scene: &Scene,
    topology: &TopologyCache,
    objects: [ObjectId; 2],
    inner: usize,
    cancellation: &Cancellation,
) -> Option<DeepestVertex> {
    let (inner_object, outer_object) = (objects[inner], objects[1 - inner]);
    let solid = Solid::build(scene, topology, outer_object.index())?;
    let bounds = scene.object_bounds(&scene.objects()[outer_object.index()]);
    let vertices = scene.objects()[inner_object.index()].vertices();
    let own = topology.object(scene, inner_object);
    // The bits of the largest depth so far: what is nearer to the surface need not be looked at.
    let least = AtomicU64::new(0f64.to_bits());
    let measure = |vertex: u32| {
        if cancellation.is_cancelled() || own.elements_at(vertex).is_empty() {
            return None;
        }
        let position = scene.vertices()[vertices.start + vertex as usize];
        if !bounds.contains(&Aabb::from_points([position])) {
            return None;
        }
        let nearest = solid.nearest_from(position, f64::from_bits(least.load(Relaxed)))?;
        solid.encloses(position).then(|| {
            least.fetch_max(nearest.distance.to_bits(), Relaxed);
            (vertex, nearest)
        })
    };
    let deeper = |one: (u32, SurfacePoint), other: (u32, SurfacePoint)| {
        let order = one.1.distance.total_cmp(&other.1.distance).then(other.0.cmp(&one.0));
        if order.is_ge() { one } else { other }
    };
    let deepest_of =
        |range: Range<usize>| range.filter_map(|vertex| measure(vertex as u32)).reduce(deeper);
    let either = |one: Option<_>, other| one.into_iter().chain(other).reduce(deeper);
    let (vertex, nearest) = parallel::reduce(vertices.len(), 1, deepest_of, either).flatten()?;
    Some(DeepestVertex {
        object: inner_object,
        vertex,
        position: scene.vertices()[vertices.start + vertex as usize],
        depth: nearest.distance,
        error: error(nearest.distance, solid.largest_extent()),
        nearest: nearest.point,
        element: LocalElementId::new(solid.element(nearest.triangle) as usize),
    })
}
