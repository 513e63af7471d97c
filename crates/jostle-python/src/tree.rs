//! Rays, closest points, signed distances and winding numbers of many points at once.

use crate::arrays::{Points, column, numbers, points, rows};
use crate::errors::{Answer, Refusal};
use crate::execution::{MANY, Threads};
use crate::numbering::Numbering;
use crate::scene::{ObjectRef, Scene, State};
use jostle::convex::Sphere;
use jostle::distance::{PointQuery, Ray, RayHit, RaySide, SceneTree};
use jostle::geometry::Aabb;
use jostle::{DVec3, ElementId};
use jostle_support::text::grouped;
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;

/// The tree of a scene, up to date, and the scene.
fn tree(state: &mut State) -> Answer<(&SceneTree, &jostle::Scene)> {
    let State { scene, engines } = state;
    let tree = engines.tree();
    tree.update(scene)?;
    Ok((tree, scene))
}

/// What rays hit, a row each.
#[pyclass(module = "jostle", frozen, get_all)]
pub struct RayHits {
    /// The number of the ray of each row.
    ray: Py<PyArray1<i64>>,
    /// Whether something was hit.
    hit: Py<PyArray1<bool>>,
    /// The object, or -1.
    object: Py<PyArray1<i64>>,
    /// The element of the object, or -1.
    element: Py<PyArray1<i64>>,
    /// Where along the ray, in lengths of its direction; infinite if nothing was hit.
    t: Py<PyArray1<f64>>,
    /// The points that were hit; infinite if none was.
    points: Py<PyArray2<f64>>,
    /// The points as weights of the corners of the triangle or face that was hit.
    weights: Py<PyArray2<f64>>,
    /// These corners, as vertices of the object; -1 if nothing was hit.
    corners: Py<PyArray2<i64>>,
    /// 1 for the front, which is where corners are seen counter-clockwise, -1 for the back, 0 along the surface.
    side: Py<PyArray1<i8>>,
    /// How many of the rows are hits.
    hits: usize,
}

impl RayHits {
    fn new(py: Python, rays: &[Ray], found: Vec<(usize, Option<RayHit>)>) -> PyResult<RayHits> {
        let at = |&(ray, hit): &(usize, Option<RayHit>)| match hit {
            Some(hit) => rays[ray].at(hit.t),
            None => DVec3::INFINITY,
        };
        let side = |hit: &RayHit| match hit.side {
            RaySide::Front => 1,
            RaySide::Back => -1,
            RaySide::Along => 0,
        };
        let index = |of: fn(&RayHit) -> usize| {
            found.iter().map(|(_, hit)| hit.as_ref().map_or(-1, |hit| of(hit) as i64)).collect()
        };
        let hits = found.iter().filter(|(_, hit)| hit.is_some()).count();
        Ok(RayHits {
            ray: column(py, found.iter().map(|&(ray, _)| ray as i64).collect()),
            hit: column(py, found.iter().map(|(_, hit)| hit.is_some()).collect()),
            object: column(py, index(|hit| hit.object.index())),
            element: column(py, index(|hit| hit.element.index())),
            t: column(
                py,
                found.iter().map(|(_, hit)| hit.map_or(f64::INFINITY, |h| h.t)).collect(),
            ),
            points: points(py, found.iter().map(at).collect())?,
            weights: rows(
                py,
                found.iter().map(|(_, hit)| hit.map_or([0.0; 3], |h| h.weights)).collect(),
            )?,
            corners: rows(
                py,
                found
                    .iter()
                    .map(|(_, hit)| hit.map_or([-1; 3], |hit| hit.corners.map(i64::from)))
                    .collect(),
            )?,
            side: column(py, found.iter().map(|(_, hit)| hit.as_ref().map_or(0, side)).collect()),
            hits,
        })
    }
}

#[pymethods]
impl RayHits {
    fn __len__(&self, py: Python) -> PyResult<usize> {
        self.ray.bind(py).len()
    }

    fn __repr__(&self, py: Python) -> PyResult<String> {
        let count = grouped(self.__len__(py)?);
        Ok(format!("<jostle.RayHits: {} of {count} rows are hits>", grouped(self.hits)))
    }
}

/// What is closest to points, a row each.
#[pyclass(module = "jostle", frozen, get_all)]
pub struct ClosestPoints {
    /// How far; below zero inside, if signed distances were asked for; infinite if nothing is as near as asked for.
    distance: Py<PyArray1<f64>>,
    /// The closest points; infinite if there is none.
    points: Py<PyArray2<f64>>,
    /// The object, or -1.
    object: Py<PyArray1<i64>>,
    /// The element of the object, or -1.
    element: Py<PyArray1<i64>>,
    /// The corners of the triangle or face, as vertices of the object; -1 if there is none.
    corners: Py<PyArray2<i64>>,
    /// The closest points as weights of these corners.
    weights: Py<PyArray2<f64>>,
}

impl ClosestPoints {
    fn new(
        py: Python,
        found: Vec<Option<(f64, jostle::distance::ClosestPoint)>>,
    ) -> PyResult<ClosestPoints> {
        type Found = (f64, jostle::distance::ClosestPoint);
        let index = |of: fn(&Found) -> usize| {
            found.iter().map(|own| own.as_ref().map_or(-1, |own| of(own) as i64)).collect()
        };
        Ok(ClosestPoints {
            distance: column(
                py,
                found.iter().map(|own| own.map_or(f64::INFINITY, |own| own.0)).collect(),
            ),
            points: points(
                py,
                found.iter().map(|own| own.map_or(DVec3::INFINITY, |own| own.1.point)).collect(),
            )?,
            object: column(py, index(|own| own.1.object.index())),
            element: column(py, index(|own| own.1.element.index())),
            corners: rows(
                py,
                found
                    .iter()
                    .map(|own| own.map_or([-1; 3], |own| own.1.corners.map(i64::from)))
                    .collect(),
            )?,
            weights: rows(
                py,
                found.iter().map(|own| own.map_or([0.0; 3], |own| own.1.weights)).collect(),
            )?,
        })
    }
}

#[pymethods]
impl ClosestPoints {
    fn __len__(&self, py: Python) -> PyResult<usize> {
        self.distance.bind(py).len()
    }

    fn __repr__(&self, py: Python) -> PyResult<String> {
        Ok(format!("<jostle.ClosestPoints of {} points>", grouped(self.__len__(py)?)))
    }
}

/// Points that objects are asked about.
fn point_queries(
    scene: &jostle::Scene,
    points: &[DVec3],
    object: &Option<ObjectRef>,
    largest: Option<f64>,
) -> Answer<Vec<PointQuery>> {
    let object = object.as_ref().map(|own| own.find(scene)).transpose()?;
    let query = |&point: &DVec3| {
        let mut query = PointQuery::new(point);
        query = object.map_or(query, |object| query.of(object));
        largest.map_or(query, |largest| query.within(largest))
    };
    Ok(points.iter().map(query).collect())
}

#[pymethods]
impl Scene {
    /// Finds what rays hit first, or everything on their way with `all_hits`. Exact, along edges and in planes too.
    ///
    /// origins and directions: (n, 3) each, or one of them (3,) for all; directions have any length. t_max: where rays
    /// end, one number or one for each. Rows of the answer are those of the rays; with `all_hits` there is a row for
    /// each hit, in the order along each ray.
    ///
    /// >>> import jostle
    /// >>> scene = jostle.Scene({"box": jostle.shapes.box_surface([2, 2, 2])})
    /// >>> hits = scene.rays([[-5, 0.1, 0.2], [0, 5, 0.1]], [1, 0, 0])
    /// >>> hits.hit.tolist(), hits.t.tolist()
    /// ([True, False], [4.0, inf])
    /// >>> scene.rays([-5, 0.1, 0.2], [1, 0, 0], all_hits=True).t.tolist()
    /// [4.0, 6.0]
    #[pyo3(signature = (origins, directions, *, t_max=None, all_hits=false, threads=None))]
    fn rays(
        &self,
        py: Python,
        origins: &Bound<PyAny>,
        directions: &Bound<PyAny>,
        t_max: Option<Bound<PyAny>>,
        all_hits: bool,
        threads: Option<Threads>,
    ) -> PyResult<RayHits> {
        let (starts, ways) =
            (Points::read(origins, "origins")?, Points::read(directions, "directions")?);
        let (starts, ways) = (starts.slice(), ways.slice());
        let limits = t_max.map(|own| numbers(&own, "t_max")).transpose()?;
        let limits = limits.as_ref().map_or(&[][..], |own| own.as_slice().expect("contiguous"));
        let counts = [starts.len(), ways.len(), limits.len().max(1)];
        let count = counts.into_iter().find(|&own| own != 1).unwrap_or(1);
        if counts.iter().any(|&own| own != 1 && own != count) {
            let [a, b, c] = counts.map(grouped);
            let message = format!(
                "there are {a} origins, {b} directions and {c} ends of rays; give as many of each, or one"
            );
            return Err(Refusal::array(message).into());
        }
        let of = |own: &[DVec3], i: usize| own[if own.len() == 1 { 0 } else { i }];
        let ray = |i: usize| {
            let ray = Ray::new(of(starts, i), of(ways, i));
            match limits {
                [] => ray,
                [one] => ray.up_to(*one),
                many => ray.up_to(many[i]),
            }
        };
        let rays: Vec<Ray> = (0..count).map(ray).collect();
        let (rays, found) = self.ask(py, rays.len() > MANY, threads, move |state| {
            let (tree, scene) = tree(state)?;
            let mut all = Vec::new();
            if all_hits {
                let mut hits = Vec::new();
                tree.cast_all_many(scene, &rays, &mut hits)?;
                let hits = hits.into_iter().enumerate();
                all.extend(
                    hits.flat_map(|(ray, own)| own.into_iter().map(move |hit| (ray, Some(hit)))),
                );
            } else {
                let mut hits = Vec::new();
                tree.cast_many(scene, &rays, &mut hits)?;
                all.extend(hits.into_iter().enumerate());
            }
            Ok((rays, all))
        })?;
        RayHits::new(py, &rays, found)
    }

    /// Finds what is closest to points, of one object or of all; within `largest` if given.
    ///
    /// A point in a tetrahedron is at a distance of its surface too: volumes count as their surfaces.
    ///
    /// >>> import jostle
    /// >>> scene = jostle.Scene({"box": jostle.shapes.box_surface([2, 2, 2])})
    /// >>> scene.closest([[5, 0, 0], [0.5, 0, 0]]).distance.tolist()
    /// [4.0, 0.5]
    #[pyo3(signature = (points, *, object=None, largest=None, threads=None))]
    fn closest(
        &self,
        py: Python,
        points: &Bound<PyAny>,
        object: Option<ObjectRef>,
        largest: Option<f64>,
        threads: Option<Threads>,
    ) -> PyResult<ClosestPoints> {
        let points = Points::read(points, "points")?.slice().to_vec();
        let found = self.ask(py, points.len() > MANY, threads, move |state| {
            let queries = point_queries(&state.scene, &points, &object, largest)?;
            let (tree, scene) = tree(state)?;
            let mut closest = Vec::new();
            tree.closest_point_many(scene, &queries, &mut closest)?;
            Ok(closest.into_iter().map(|own| own.map(|own| (own.distance, own))).collect())
        })?;
        ClosestPoints::new(py, found)
    }

    /// The distance of points from what is closest, below zero inside; of one object or of all.
    ///
    /// >>> import jostle
    /// >>> scene = jostle.Scene({"box": jostle.shapes.box_surface([2, 2, 2])})
    /// >>> scene.signed_distance([[5, 0, 0], [0.5, 0, 0]]).distance.tolist()
    /// [4.0, -0.5]
    #[pyo3(signature = (points, *, object=None, largest=None, threads=None))]
    fn signed_distance(
        &self,
        py: Python,
        points: &Bound<PyAny>,
        object: Option<ObjectRef>,
        largest: Option<f64>,
        threads: Option<Threads>,
    ) -> PyResult<ClosestPoints> {
        let points = Points::read(points, "points")?.slice().to_vec();
        let found = self.ask(py, points.len() > MANY, threads, move |state| {
            let queries = point_queries(&state.scene, &points, &object, largest)?;
            let (tree, scene) = tree(state)?;
            let mut distances = Vec::new();
            tree.signed_distance_many(scene, &queries, &mut distances)?;
            Ok(distances
                .into_iter()
                .map(|own| own.map(|own| (own.distance, own.closest)))
                .collect())
        })?;
        ClosestPoints::new(py, found)
    }

    /// How often an object winds around points: 1 inside and 0 outside of a closed surface, exactly; of an open one
    /// the share of directions in which it is seen.
    ///
    /// >>> import jostle
    /// >>> scene = jostle.Scene({"ball": jostle.shapes.icosphere(3)})
    /// >>> scene.winding_number("ball", [[0, 0, 0], [2, 0, 0]]).tolist()
    /// [1.0, 0.0]
    #[pyo3(signature = (object, points, *, threads=None))]
    fn winding_number(
        &self,
        py: Python,
        object: ObjectRef,
        points: &Bound<PyAny>,
        threads: Option<Threads>,
    ) -> PyResult<Py<PyArray1<f64>>> {
        let points = Points::read(points, "points")?.slice().to_vec();
        let found = self.ask(py, points.len() > MANY, threads, move |state| {
            let object = object.find(&state.scene)?;
            let (tree, scene) = tree(state)?;
            let mut found = Vec::new();
            tree.winding_number_many(scene, object, &points, &mut found)?;
            Ok(found)
        })?;
        Ok(column(py, found))
    }

    /// The elements that meet a box, given its least and its greatest corner: object and element, as (k, 2).
    ///
    /// >>> import jostle
    /// >>> scene = jostle.Scene({"ball": jostle.shapes.icosphere(2)})
    /// >>> len(scene.elements_in_box([-2, -2, -2], [2, 2, 2])), len(scene.elements_in_box([2, 2, 2], [3, 3, 3]))
    /// (320, 0)
    fn elements_in_box(
        &self,
        py: Python,
        least: [f64; 3],
        greatest: [f64; 3],
    ) -> PyResult<Py<PyArray2<i64>>> {
        let bounds = Aabb { min: least.into(), max: greatest.into() };
        let found = self.ask(py, false, None, move |state| {
            let (tree, scene) = tree(state)?;
            let mut found = Vec::new();
            tree.elements_in_box(scene, &bounds, &mut found)?;
            Ok(located(scene, found))
        })?;
        rows(py, found)
    }

    /// The elements that meet a ball: object and element, as (k, 2).
    fn elements_in_ball(
        &self,
        py: Python,
        centre: [f64; 3],
        radius: f64,
    ) -> PyResult<Py<PyArray2<i64>>> {
        let ball = Sphere::new(centre.into(), radius);
        let found = self.ask(py, false, None, move |state| {
            let (tree, scene) = tree(state)?;
            let mut found = Vec::new();
            tree.elements_in_ball(scene, &ball, &mut found)?;
            Ok(located(scene, found))
        })?;
        rows(py, found)
    }
}

fn located(scene: &jostle::Scene, found: Vec<ElementId>) -> Vec<[i64; 2]> {
    let numbering = Numbering::new(scene);
    found.into_iter().map(|element| numbering.element(element)).collect()
}
