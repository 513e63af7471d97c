//! How far apart two objects are, or how deep in each other.

use crate::arrays::{column, point, points};
use crate::collide::Collisions;
use crate::errors::{Answer, Refusal};
use crate::execution::{MANY, Threads};
use crate::scene::{ObjectRef, Scene};
use jostle::convex::{Penetration, separating_axes};
use jostle::distance::{self, ObjectDepthQuery, depth_in, distance_in};
use jostle::{DVec3, Pair};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use rayon::prelude::*;

/// Points, normals and depths of pairs of elements.
type PairContacts = (Py<PyArray2<f64>>, Py<PyArray2<f64>>, Py<PyArray1<f64>>);

/// How far apart two objects are, and where.
///
/// `distance` is zero for objects that overlap, and `is_overlapping` says so; nearest `points` and `elements` are
/// those of the first object and of the second, and `None` where they overlap: `Scene.depth` tells how deep.
#[pyclass(module = "jostle", frozen, get_all)]
pub struct Distance {
    /// Zero if they overlap.
    distance: f64,
    /// What the distance may be off by.
    error: f64,
    /// Whether elements meet, or one object is wholly inside the other.
    is_overlapping: bool,
    /// The nearest points, as (2, 3).
    points: Option<Py<PyArray2<f64>>>,
    /// The elements that they are on.
    elements: Option<(usize, usize)>,
    /// Pairs of elements that collide.
    pairs: usize,
    /// The object that is wholly inside the other.
    inside: Option<usize>,
    /// The objects are at least so deep in each other: by their deepest pair of elements, or their deepest vertex.
    depth_at_least: f64,
}

impl Distance {
    fn new(py: Python, own: &distance::Distance) -> PyResult<Distance> {
        Ok(match own {
            distance::Distance::Apart(apart) => Distance {
                distance: apart.distance,
                error: apart.error,
                is_overlapping: false,
                points: Some(points(py, apart.points.to_vec())?),
                elements: Some((apart.elements[0].index(), apart.elements[1].index())),
                pairs: 0,
                inside: None,
                depth_at_least: 0.0,
            },
            distance::Distance::Overlap(overlap) => Distance {
                distance: 0.0,
                error: 0.0,
                is_overlapping: true,
                points: None,
                elements: None,
                pairs: overlap.pairs,
                inside: overlap.inside.map(|object| object.index()),
                depth_at_least: overlap.depth_at_least(),
            },
        })
    }
}

#[pymethods]
impl Distance {
    fn __float__(&self) -> f64 {
        self.distance
    }

    fn __repr__(&self) -> String {
        match self.is_overlapping {
            false => format!("<jostle.Distance {:?}>", self.distance),
            true => format!("<jostle.Distance 0.0: overlapping in {} pairs>", self.pairs),
        }
    }
}

/// How deep two objects are in each other: the length of the shortest move that parts them, as a range.
#[pyclass(module = "jostle", frozen, get_all)]
pub struct ObjectDepth {
    /// No shorter translation parts them.
    at_least: f64,
    /// This one does, or a shorter one.
    at_most: f64,
    /// Of unit length: the second object is apart from the first where it is moved by `direction * at_most`.
    direction: Py<PyArray1<f64>>,
    /// A move of the second object that was tested to part them.
    translation: Py<PyArray1<f64>>,
    /// Whether the range is as narrow as was asked for.
    is_closed: bool,
    /// Placements that were looked at.
    evaluations: usize,
}

#[pymethods]
impl ObjectDepth {
    fn __repr__(&self) -> String {
        format!("<jostle.ObjectDepth from {:?} to {:?}>", self.at_least, self.at_most)
    }
}

#[pymethods]
impl Scene {
    /// How far apart two objects are, and where they are nearest.
    ///
    /// >>> import jostle
    /// >>> scene = jostle.Scene({"a": jostle.shapes.box_surface([2, 2, 2]), "b": jostle.shapes.icosphere(3)})
    /// >>> scene.move("b", scene.vertices("b") + [5, 0, 0])
    /// >>> scene.distance("a", "b").distance
    /// 3.0
    #[pyo3(signature = (a, b, *, threads=None))]
    fn distance(
        &self,
        py: Python,
        a: ObjectRef,
        b: ObjectRef,
        threads: Option<Threads>,
    ) -> PyResult<Distance> {
        let found = self.ask(py, false, threads, move |state| {
            let (a, b) = (a.find(&state.scene)?, b.find(&state.scene)?);
            Ok(distance_in(state.engines.workspace.session(), &state.scene, a, b)?)
        })?;
        Distance::new(py, &found)
    }

    /// How deep two objects are in each other, and the move that parts them; `None` if they are apart.
    ///
    /// tolerance: the bounds are to differ by no more than this share. most_evaluations: what may be spent on it.
    ///
    /// >>> import jostle
    /// >>> scene = jostle.Scene({"a": jostle.shapes.box_surface([2, 2, 2]), "b": jostle.shapes.box_surface([2, 2, 2])})
    /// >>> scene.move("b", scene.vertices("b") + [1.75, 0.125, 0])
    /// >>> depth = scene.object_depth("a", "b")
    /// >>> bool(depth.at_least <= 0.25 <= depth.at_most < 0.26)
    /// True
    #[pyo3(signature = (a, b, *, tolerance=None, most_evaluations=None, threads=None))]
    fn object_depth(
        &self,
        py: Python,
        a: ObjectRef,
        b: ObjectRef,
        tolerance: Option<f64>,
        most_evaluations: Option<usize>,
        threads: Option<Threads>,
    ) -> PyResult<Option<ObjectDepth>> {
        let usual = ObjectDepthQuery::default();
        let query = ObjectDepthQuery {
            tolerance: tolerance.unwrap_or(usual.tolerance),
            most_evaluations: most_evaluations.unwrap_or(usual.most_evaluations),
        };
        let found = self.ask(py, true, threads, move |state| {
            let (a, b) = (a.find(&state.scene)?, b.find(&state.scene)?);
            Ok(depth_in(state.engines.workspace.session(), &state.scene, a, b, &query)?)
        })?;
        Ok(found.map(|own| ObjectDepth {
            at_least: own.at_least,
            at_most: own.at_most,
            direction: point(py, own.direction),
            translation: point(py, own.translation),
            is_closed: own.is_closed,
            evaluations: own.evaluations,
        }))
    }

    /// Where the elements of each pair meet, in which direction they can be parted, and how deep they are: points and
    /// unit normals, (m, 3) each, and depths, (m,). The second element of a pair is apart from the first where it is
    /// moved by normal times depth. The scene is the one that was asked, and has not changed since.
    ///
    /// >>> import jostle
    /// >>> scene = jostle.Scene({"a": jostle.shapes.icosphere(2), "b": jostle.shapes.icosphere(2, 0.5)})
    /// >>> scene.move("b", scene.vertices("b") + [1, 0, 0])
    /// >>> collisions = scene.collide()
    /// >>> points, normals, depths = scene.pair_contacts(collisions)
    /// >>> len(points) == len(normals) == len(depths) == len(collisions)
    /// True
    #[pyo3(signature = (collisions, *, threads=None))]
    fn pair_contacts(
        &self,
        py: Python,
        collisions: &Collisions,
        threads: Option<Threads>,
    ) -> PyResult<PairContacts> {
        let pairs = collisions.found.pairs().to_vec();
        let found = self.ask(py, pairs.len() > MANY, threads, move |state| {
            let elements = state.scene.element_count();
            if pairs.iter().any(|pair| pair.b.index() >= elements) {
                let message = "these collisions are of another scene; ask this one for its own";
                return Err(Refusal::new("QueryError", message));
            }
            let contact = |pair: &Pair| -> Answer<(DVec3, DVec3, f64)> {
                let [a, b] = [pair.a, pair.b].map(|element| state.scene.element(element));
                let (points, axis, depth) = match separating_axes::elements(&a, &b)? {
                    Penetration::Overlap(own) => (own.points, own.axis, own.depth),
                    Penetration::Apart(own) => (own.points, own.axis, 0.0),
                };
                Ok((points[0].midpoint(points[1]), axis, depth))
            };
            pairs.par_iter().map(contact).collect::<Answer<Vec<_>>>()
        })?;
        Ok((
            points(py, found.iter().map(|own| own.0).collect())?,
            points(py, found.iter().map(|own| own.1).collect())?,
            column(py, found.iter().map(|own| own.2).collect()),
        ))
    }
}
