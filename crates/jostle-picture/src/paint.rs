//! What a picture shows of each element: marks and values.

use crate::Error;
use jostle::geometry::Aabb;
use jostle::geometry::common_part::triangle_triangle;
use jostle::mesh::Element;
use jostle::{Collisions, DVec3, ElementId, Pair, Scene};

/// What stands out about an element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mark {
    /// Nothing: it has the colour of its object.
    #[default]
    Plain,
    /// It collides.
    Colliding,
    /// It belongs to an object wholly inside another.
    Inside,
    /// It is within the distance that was asked for of another, and does not collide.
    Near,
}

/// A value per element, shown as colours with a legend.
#[derive(Clone, Debug, PartialEq)]
pub struct Values {
    /// What the values are; the legend says so.
    pub name: String,
    /// One per element of the scene; NaN where there is none, and the object's colour stays.
    pub values: Vec<f64>,
    /// The values that get the first and the last colour; if `None`, the least and the greatest.
    pub range: Option<[f64; 2]>,
    /// The colours between them.
    pub ramp: Ramp,
}

/// The colours of values, from the least to the greatest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ramp {
    /// From blue through green and yellow to red: for values that all elements have.
    #[default]
    Rainbow,
    /// From yellow through red to violet, which no object has: for values of some elements, beside
    /// others in the colours of their objects.
    Hot,
}

impl Values {
    /// The values that get the first and the last colour.
    pub(crate) fn ends(&self) -> [f64; 2] {
        let finite = self.values.iter().copied().filter(|value| value.is_finite());
        let all = finite.fold(None, |ends: Option<[f64; 2]>, value| {
            let [low, high] = ends.unwrap_or([value; 2]);
            Some([low.min(value), high.max(value)])
        });
        self.range.or(all).unwrap_or([0.0, 1.0])
    }
}

/// What a picture is to show of each element: marks, values, both, or nothing.
///
/// Marked elements are seen through whatever hides them, and marked tetrahedra as solid ones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Paint {
    /// One per element of the scene, or none at all.
    pub marks: Vec<Mark>,
    /// Pairs that collide: where their elements are large on the image, what they have in common is
    /// drawn, and the elements are tinted in place of the mark. With none, all marks are drawn.
    pub pairs: Vec<Pair>,
    /// Values of the elements. They take the place of the marks' colours.
    pub values: Option<Values>,
    /// Lines and dots, drawn as marks are.
    pub features: Option<Features>,
}

/// Edges and vertices that are shown as lines and dots, with a name in the legend.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Features {
    /// What they are; the legend says so.
    pub name: String,
    /// The ends of lines.
    pub segments: Vec<[DVec3; 2]>,
    /// The middles of dots.
    pub points: Vec<DVec3>,
}

impl Features {
    /// The box around all of them.
    pub fn bounds(&self) -> Aabb {
        Aabb::from_points(self.segments.as_flattened().iter().chain(&self.points).copied())
    }
}

impl Paint {
    /// Colours of the objects only.
    pub fn plain() -> Paint {
        Paint::default()
    }

    /// Marks what collides, what lies inside and, if pairs [within a distance](jostle::Query::within) were
    /// asked for, what is near.
    pub fn collisions(scene: &Scene, collisions: &Collisions) -> Paint {
        let mut marks = vec![Mark::Plain; scene.element_count()];
        for &(inner, _) in collisions.inside() {
            if let Ok(object) = scene.object(inner) {
                marks[object.elements()].fill(Mark::Inside);
            }
        }
        let distance = |i: usize| collisions.distances().get(i).copied().unwrap_or(0.0);
        let (mut meeting, mut near) = (Vec::with_capacity(collisions.pairs().len()), Vec::new());
        for (i, pair) in collisions.pairs().iter().enumerate() {
            if distance(i) > 0.0 { &mut near } else { &mut meeting }.push(*pair);
        }
        for element in near.iter().flat_map(|pair| [pair.a, pair.b]) {
            match marks.get_mut(element.index()) {
                Some(mark) if *mark == Mark::Plain => *mark = Mark::Near,
                _ => {}
            }
        }
        let listed = if near.is_empty() { collisions.colliding() } else { &[] };
        let elements =
            meeting.iter().flat_map(|pair| [pair.a, pair.b]).chain(listed.iter().copied());
        for element in elements {
            if let Some(mark) = marks.get_mut(element.index()) {
                *mark = Mark::Colliding;
            }
        }
        Paint { marks, pairs: meeting, ..Paint::default() }
    }

    /// Shows in how many pairs each colliding element is.
    pub fn pairs(scene: &Scene, collisions: &Collisions) -> Paint {
        let counts = collisions.pair_counts_per_element(scene);
        let value = |&count: &u32| if count == 0 { f64::NAN } else { f64::from(count) };
        let values = Values {
            name: "pairs per element".to_owned(),
            values: counts.iter().map(value).collect(),
            range: None,
            ramp: Ramp::Hot,
        };
        Paint { values: Some(values), ..Paint::collisions(scene, collisions) }
    }

    /// Shows a value of each element; NaN where there is none.
    pub fn values(name: impl Into<String>, values: Vec<f64>) -> Paint {
        let values = Values { name: name.into(), values, range: None, ramp: Ramp::default() };
        Paint { values: Some(values), ..Paint::default() }
    }

    /// The box around what is marked: of pairs of triangles, where they meet; of others, where the boxes
    /// of their elements overlap; without pairs, all of the elements that collide; and objects that lie
    /// inside. Of features, those alone. Empty if there is nothing.
    pub fn marked_bounds(&self, scene: &Scene) -> Aabb {
        if let Some(features) = &self.features {
            return features.bounds();
        }
        let bounds = |element: ElementId| scene.element(element).bounds();
        let marked = |mark: Mark| {
            let elements = (0..scene.element_count()).filter(move |&e| self.mark(e) == mark);
            elements.map(|element| bounds(ElementId::new(element))).fold(Aabb::EMPTY, Aabb::union)
        };
        let colliding = if self.pairs.is_empty() {
            marked(Mark::Colliding)
        } else {
            let common = |pair: &Pair| match [pair.a, pair.b].map(|element| scene.element(element))
            {
                [Element::Triangle(a), Element::Triangle(b)] => {
                    Aabb::from_points(triangle_triangle(&a, &b).points().iter().copied())
                }
                _ => bounds(pair.a).intersection(bounds(pair.b)),
            };
            let common = self.pairs.iter().map(common).filter(|common| !common.is_empty());
            common.fold(Aabb::EMPTY, Aabb::union)
        };
        colliding.union(marked(Mark::Inside)).union(marked(Mark::Near))
    }

    pub(crate) fn check(&self, scene: &Scene) -> Result<(), Error> {
        let elements = scene.element_count();
        let values = self.values.as_ref().map_or(elements, |values| values.values.len());
        let marks = if self.marks.is_empty() { elements } else { self.marks.len() };
        for (what, given) in [("marks", marks), ("values", values)] {
            if given != elements {
                return Err(Error::Count { what, given, elements });
            }
        }
        let beyond = |pair: &&Pair| pair.a.index().max(pair.b.index()) >= elements;
        match self.pairs.iter().find(beyond) {
            Some(pair) => Err(Error::Pair { pair: *pair, elements }),
            None => Ok(()),
        }
    }

    pub(crate) fn mark(&self, element: usize) -> Mark {
        self.marks.get(element).copied().unwrap_or_default()
    }
}
