//! Where elements that are large on the image meet: curves in place of red faces.
//!
//! On a fine mesh the elements that collide are a narrow band, and red faces show where objects
//! meet. On a coarse one they are much of the object. There, faces are only tinted, and what pairs
//! have in common is drawn: segments where triangles cross, outlines where they overlap in one plane,
//! dots where they touch in a point. Tetrahedra meet where the boundaries of their bodies do.

use crate::paint::{Features, Mark, Paint};
use crate::screen;
use crate::surface::{FaceKind, NormalizedSpace, Surface};
use glam::{DVec2, DVec3};
use jostle::geometry::common_part::{CommonPart, triangle_triangle};
use jostle::mesh::Element;
use jostle::narrow::{Tally, named_elements_collide};
use jostle::raster::{Projection, View};
use jostle::{ElementId, Scene};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::f64::consts::TAU;

/// Elements at least this long on the image, by the shorter side of the picture, are large.
const LARGE: f64 = 1.0 / 20.0;
/// Where most elements are not, those so many times as long still are.
const MUCH_LARGER: f64 = 2.0;
/// Half the width of a line by the height of the picture, and in pixels at least.
const RADIUS: f64 = 1.0 / 420.0;
const LEAST_RADIUS: f64 = 0.9;
/// The radius of a dot, by that of a line.
const DOT: f64 = 2.6;
/// That of a dot that is a feature, beside lines that are features too.
const FEATURE_DOT: f64 = 4.0;
/// Lines are drawn this much closer to the eye, by their radius, since the surfaces that meet there
/// rise beside them.
const LIFT: f64 = 3.0;
/// Corners of a dot.
const DOT_CORNERS: usize = 12;

/// What pairs of large elements have in common, and the elements it stands for.
#[derive(Default)]
pub(crate) struct IntersectionCurve {
    segments: Vec<[DVec3; 2]>,
    points: Vec<DVec3>,
    /// The radius of a dot, by that of a line.
    dot: f64,
    /// Elements that are tinted, not marked.
    elements: HashSet<u32>,
}

impl IntersectionCurve {
    /// Of the pairs of the paint; nothing where there are none, or where values have the colours. And its features.
    pub fn new(
        scene: &Scene,
        paint: &Paint,
        surface: &Surface,
        space: &NormalizedSpace,
        view: &View,
    ) -> IntersectionCurve {
        let mut curve = IntersectionCurve { dot: DOT, ..IntersectionCurve::default() };
        if let Some(Features { segments, points, .. }) = &paint.features {
            let ends = |ends: &[DVec3; 2]| ends.map(|end| space.normalized(end));
            curve.segments = segments.iter().map(ends).collect();
            curve.points = points.iter().map(|&point| space.normalized(point)).collect();
            curve.dot = FEATURE_DOT;
            // What they are features of is tinted, or they would not be seen on it.
            let marked = (0..scene.element_count()).filter(|&e| paint.mark(e) == Mark::Colliding);
            curve.elements = marked.map(|element| element as u32).collect();
            return curve;
        }
        if paint.values.is_some() || paint.pairs.is_empty() {
            return curve;
        }
        let large = large_elements(scene, paint, space, view);
        let is_large = |element: ElementId| large.contains(&(element.index() as u32));
        let pairs = || paint.pairs.iter().filter(|pair| is_large(pair.a) || is_large(pair.b));
        let boundaries = Boundaries::new(surface, pairs().flat_map(|pair| [pair.a, pair.b]));
        // Pairs of objects that a curve stands for: where there is none, marks remain.
        let mut drawn = HashSet::new();
        let mut outline = Outline::default();
        let objects = |a, b| (scene.owner(a), scene.owner(b));
        for pair in pairs() {
            for a in boundaries.triangles(scene, pair.a) {
                for b in boundaries.triangles(scene, pair.b) {
                    if let Some(part) = common_part(scene, a, b) {
                        outline.add(&part, space);
                        drawn.insert(objects(pair.a, pair.b));
                    }
                }
            }
        }
        (curve.segments, curve.points) = outline.finish();
        for pair in pairs().filter(|pair| drawn.contains(&objects(pair.a, pair.b))) {
            let both = [pair.a, pair.b].map(|element| element.index() as u32);
            curve.elements.extend(both.into_iter().filter(|element| large.contains(element)));
        }
        curve
    }

    /// Whether the curve stands for an element.
    pub fn shows(&self, element: u32) -> bool {
        self.elements.contains(&element)
    }

    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// The triangles of lines and dots that face the camera. The view has so many samples along a
    /// pixel's side.
    pub fn triangles(&self, view: &View, across: u32) -> Vec<[DVec3; 3]> {
        let across = f64::from(across);
        let height = f64::from(view.height()) / across;
        let radius = (RADIUS * height).max(LEAST_RADIUS) * across;
        let mut triangles = Vec::new();
        for &segment in &self.segments {
            triangles.extend(line(view, segment, radius).into_iter().flatten());
        }
        for &point in &self.points {
            triangles.extend(dot(view, point, radius, self.dot).into_iter().flatten());
        }
        triangles
    }
}

/// Common parts put together: sides that two polygons share are inside the area of contact, and points
/// at which segments end say nothing new.
#[derive(Default)]
struct Outline {
    segments: Vec<[DVec3; 2]>,
    /// How many polygons have a side there, by its ends in order.
    sides: BTreeMap<[[i64; 3]; 2], ([DVec3; 2], usize)>,
    points: Vec<DVec3>,
}

impl Outline {
    fn add(&mut self, part: &CommonPart, space: &NormalizedSpace) {
        let segments = part.segments().map(|ends| ends.map(|end| space.normalized(end)));
        match part {
            CommonPart::Point(point) => self.points.push(space.normalized(*point)),
            CommonPart::Segment(_) => self.segments.extend(segments),
            CommonPart::Polygon(_) => {
                for segment in segments {
                    let mut key = segment.map(cell);
                    key.sort_unstable();
                    self.sides.entry(key).or_insert((segment, 0)).1 += 1;
                }
            }
        }
    }

    /// Segments and points to draw.
    fn finish(mut self) -> (Vec<[DVec3; 2]>, Vec<DVec3>) {
        let outer = self.sides.into_values().filter(|(_, polygons)| polygons % 2 == 1);
        self.segments.extend(outer.map(|(segment, _)| segment));
        let ends: HashSet<[i64; 3]> =
            self.segments.iter().flatten().map(|&end| cell(end)).collect();
        self.points.retain(|&point| !ends.contains(&cell(point)));
        (self.segments, self.points)
    }
}

/// Points in one cell are the same but for rounding: a picture is two units long.
fn cell(point: DVec3) -> [i64; 3] {
    (point * 1e7).round().to_array().map(|x| x as i64)
}

/// Elements that collide and are large on the image: all of them where their median is, so that meshes
/// of elements of about one size do not look patchy, and else those that are much larger.
fn large_elements(
    scene: &Scene,
    paint: &Paint,
    space: &NormalizedSpace,
    view: &View,
) -> HashSet<u32> {
    let colliding = (0..scene.element_count()).filter(|&e| paint.mark(e) == Mark::Colliding);
    let mut lengths: Vec<(f64, u32)> = colliding
        .map(|element| (length_on_image(scene, element, space, view), element as u32))
        .collect();
    lengths.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let large = LARGE * f64::from(view.width().min(view.height()));
    let median = lengths.get(lengths.len() / 2).map_or(0.0, |(length, _)| *length);
    let least = if median >= large { 0.0 } else { MUCH_LARGER * large };
    let first = lengths.partition_point(|(length, _)| *length < least);
    lengths[first..].iter().map(|&(_, element)| element).collect()
}

/// The diagonal of the rectangle around an element on the image, in pixels.
fn length_on_image(scene: &Scene, element: usize, space: &NormalizedSpace, view: &View) -> f64 {
    let (mut low, mut high) = (DVec2::INFINITY, DVec2::NEG_INFINITY);
    for &corner in scene.corner_indices(ElementId::new(element)) {
        match screen::place(view, space.normalized(scene.vertices()[corner as usize])) {
            Some(place) => (low, high) = (low.min(place), high.max(place)),
            // So close that it reaches behind the camera.
            None => return f64::INFINITY,
        }
    }
    low.distance(high)
}

/// The faces of bodies of tetrahedra on their boundary, by tetrahedron.
struct Boundaries {
    faces: HashMap<u32, Vec<[u32; 3]>>,
}

impl Boundaries {
    fn new(surface: &Surface, elements: impl Iterator<Item = ElementId>) -> Boundaries {
        let mut faces: HashMap<u32, Vec<[u32; 3]>> =
            elements.map(|element| (element.index() as u32, Vec::new())).collect();
        for face in surface.outer_faces().iter().filter(|face| face.kind == FaceKind::Solid) {
            if let Some(own) = faces.get_mut(&face.element) {
                own.push(face.corners);
            }
        }
        Boundaries { faces }
    }

    /// A triangle itself, or the faces of a tetrahedron that are on the boundary.
    fn triangles(&self, scene: &Scene, element: ElementId) -> Vec<[u32; 3]> {
        match *scene.corner_indices(element) {
            [a, b, c] => vec![[a, b, c]],
            _ => self.faces.get(&(element.index() as u32)).cloned().unwrap_or_default(),
        }
    }
}

/// What two triangles of a scene have in common, if they collide.
fn common_part(scene: &Scene, a: [u32; 3], b: [u32; 3]) -> Option<CommonPart> {
    let corners = |triangle: [u32; 3]| triangle.map(|corner| scene.vertices()[corner as usize]);
    let (p, q) = (corners(a), corners(b));
    let named = [(Element::Triangle(p), &a[..]), (Element::Triangle(q), &b[..])];
    named_elements_collide(named[0], named[1], &mut Tally::default())
        .then(|| triangle_triangle(&p, &q))
}

/// A line of a radius in pixels, as two triangles; `None` if it is behind the camera.
fn line(view: &View, ends: [DVec3; 2], radius: f64) -> Option<[[DVec3; 3]; 2]> {
    let [from, to] = in_front(view, ends)?;
    let along = (screen::place(view, to)? - screen::place(view, from)?).normalize_or(DVec2::X);
    let corners = |end: DVec3, outward: DVec2| {
        let depth = screen::depth(view, end);
        let end = lifted(view, end, radius) + screen::vector(view, outward * radius, depth);
        let side = screen::vector(view, outward.perp() * radius, depth);
        [end + side, end - side]
    };
    let ([a, b], [c, d]) = (corners(from, -along), corners(to, along));
    Some([[a, b, c], [a, c, d]])
}

/// A disc beside lines of a radius in pixels, so many times as wide.
fn dot(view: &View, point: DVec3, radius: f64, width: f64) -> Option<[[DVec3; 3]; DOT_CORNERS]> {
    let depth = screen::depth(view, point);
    screen::place(view, point)?;
    let middle = lifted(view, point, radius);
    let corner = |i: usize| {
        let angle = DVec2::from_angle(i as f64 * TAU / DOT_CORNERS as f64);
        middle + screen::vector(view, angle * width * radius, depth)
    };
    Some(std::array::from_fn(|i| [middle, corner(i), corner(i + 1)]))
}

/// The part of a segment that is in front of the camera.
fn in_front(view: &View, [from, to]: [DVec3; 2]) -> Option<[DVec3; 2]> {
    // Twice, so that rounding leaves no end behind.
    let near = 2.0 * screen::near(view);
    let heights = [from, to].map(|end| screen::depth(view, end) - near);
    let cut = || from.lerp(to, heights[0] / (heights[0] - heights[1]));
    match heights.map(|height| height >= 0.0) {
        [true, true] => Some([from, to]),
        [true, false] => Some([from, cut()]),
        [false, true] => Some([cut(), to]),
        [false, false] => None,
    }
}

/// A point moved toward the eye, by its radius in pixels.
fn lifted(view: &View, point: DVec3, radius: f64) -> DVec3 {
    let depth = screen::depth(view, point);
    let lift = (LIFT * radius * view.pixel_size(depth)).min(0.5 * (depth - screen::near(view)));
    let camera = view.camera();
    let ray = match camera.projection {
        Projection::Orthographic { .. } => camera.forward,
        Projection::Perspective { .. } => (point - camera.eye).normalize_or_zero(),
    };
    point - lift * ray
}
