//! Continuous queries: what touches during a step, and when.

use crate::arrays::{Points, column, points, quadruples, rows};
use crate::collide::{Filters, with_choices};
use crate::errors::{Answer, Refusal};
use crate::execution::{MANY, Threads, on_threads, run};
use crate::numbering::Numbering;
use crate::scene::{ObjectRef, Scene, State};
use jostle::DVec3;
use jostle::candidates::{Cancellation, FeatureSearch, Motion};
use jostle::impact::{
    ImpactMethod, ImpactQuery, ImpactSearch, ImpactTime, Swept, Tally, TouchingFeatures,
    edge_edge_batch, edge_edge_within_distance, vertex_face_batch, vertex_face_within_distance,
};
use jostle_support::text::grouped;
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping};
use rayon::prelude::*;

/// Where a step ends: all vertices of the scene, or those of some objects, while the others stay.
pub enum End {
    All(Vec<DVec3>),
    Objects(Vec<(ObjectRef, Vec<DVec3>)>),
}

impl End {
    pub fn read(given: &Bound<PyAny>) -> PyResult<End> {
        if let Ok(objects) = given.cast::<PyMapping>() {
            let one = |item: Bound<PyAny>| {
                let (object, end): (ObjectRef, Bound<PyAny>) = item.extract()?;
                Ok((object, Points::read(&end, "the end of a step")?.slice().to_vec()))
            };
            return Ok(End::Objects(objects.items()?.iter().map(one).collect::<PyResult<_>>()?));
        }
        Ok(End::All(Points::read(given, "the end of a step")?.slice().to_vec()))
    }

    pub fn positions(self, scene: &jostle::Scene) -> Answer<Vec<DVec3>> {
        let objects = match self {
            End::All(positions) => return Ok(positions),
            End::Objects(objects) => objects,
        };
        let mut all = scene.vertices().to_vec();
        for (object, end) in objects {
            let object = object.find(scene)?;
            let own = &scene.objects()[object.index()];
            if own.vertices().len() != end.len() {
                let (name, vertices, given) =
                    (own.name().to_owned(), own.vertices().len(), end.len());
                return Err(
                    jostle::SceneError::WrongVertexCount { object, name, vertices, given }.into()
                );
            }
            all[own.vertices()].copy_from_slice(&end);
        }
        Ok(all)
    }
}

/// Vertices and faces, and edges and edges, by the numbers of the scene.
type Candidates = (Py<PyArray2<i64>>, Py<PyArray2<i64>>);

/// The impacts of a step, a row each, sorted by their features, those of vertices and faces first.
///
/// It is true if there are any; its length is their number. Times go from 0 at the start of a step to 1 at its end.
///
/// >>> import jostle
/// >>> floor, ball = jostle.shapes.cloth(4, 4), jostle.shapes.icosphere(2, 0.3)
/// >>> scene = jostle.Scene({"floor": floor, "ball": (ball.vertices + [0.01, 0.02, 0.5], ball.elements)})
/// >>> impacts = scene.impacts({"ball": scene.vertices("ball") - [0, 0, 1]})
/// >>> bool(impacts), bool(0.19 < impacts.free_step <= 0.2)
/// (True, True)
#[pyclass(module = "jostle", frozen, get_all)]
pub struct Impacts {
    /// Whether the row is about two edges, and not about a vertex and a face.
    is_edge_edge: Py<PyArray1<bool>>,
    /// The objects of the vertex and of the face, or of both edges, as (m, 2).
    objects: Py<PyArray2<i64>>,
    /// The vertex and the corners of the face, or the ends of the first edge and of the second, by their numbers in
    /// their objects, as (m, 4).
    vertices: Py<PyArray2<i64>>,
    /// The features first touch at no time before this one,
    t_lo: Py<PyArray1<f64>>,
    /// and at no time after this one.
    t_hi: Py<PyArray1<f64>>,
    /// Where they touch.
    points: Py<PyArray2<f64>>,
    /// The normals there, of unit length.
    normals: Py<PyArray2<f64>>,
    /// The points as weights of the four vertices.
    weights: Py<PyArray2<f64>>,
    /// How far the step can go so that nothing touches, from 0 to 1.
    free_step: f64,
    /// Whether features touch at the very start.
    starts_in_contact: bool,
    /// The row of the first impact, if there is one.
    first: Option<usize>,
    /// How much work it was.
    statistics: Py<PyDict>,
}

#[pymethods]
impl Impacts {
    fn __len__(&self, py: Python) -> PyResult<usize> {
        self.t_lo.bind(py).len()
    }

    fn __bool__(&self, py: Python) -> PyResult<bool> {
        Ok(self.__len__(py)? > 0)
    }

    fn __repr__(&self, py: Python) -> PyResult<String> {
        let count = self.__len__(py)?;
        let word = if count == 1 { "impact" } else { "impacts" };
        Ok(format!("<jostle.Impacts: {} {word}, free step {:?}>", grouped(count), self.free_step))
    }
}

pub fn search(state: &mut State) -> (&mut ImpactSearch, &jostle::Scene) {
    let State { scene, engines } = state;
    (engines.impacts(), scene)
}

fn method_from_name(name: &str) -> Answer<ImpactMethod> {
    let found = ImpactMethod::ALL.into_iter().find(|method| method.name() == name);
    found.ok_or_else(|| Refusal::option("method", name, &ImpactMethod::ALL.map(ImpactMethod::name)))
}

#[pymethods]
impl Scene {
    /// Finds what touches while vertices move on straight lines from where they are to `end`, and when first.
    ///
    /// end: the positions at the end of the step, {object: positions} for those that move, or one array for all
    /// vertices of the scene. first: only the first impact. thickness: what comes within this distance counts, and no
    /// time is late. tolerance: how long the intervals of time may be; 0 is for neighbouring numbers. Features that
    /// share a vertex do not count; objects are compared with themselves if `self_collision` was set.
    #[pyo3(signature = (end, *, first=false, thickness=0.0, tolerance=0.0, among=None, exclude=None,
        self_impacts=true, layers=true, method="clusters", threads=None))]
    fn impacts(
        &self,
        py: Python,
        end: &Bound<PyAny>,
        first: bool,
        thickness: f64,
        tolerance: f64,
        among: Option<Vec<ObjectRef>>,
        exclude: Option<Vec<(ObjectRef, ObjectRef)>>,
        self_impacts: bool,
        layers: bool,
        method: &str,
        threads: Option<Threads>,
    ) -> PyResult<Impacts> {
        let (end, filters) = (End::read(end)?, Filters::new(among, exclude));
        let query = if first { ImpactQuery::first() } else { ImpactQuery::all() };
        let query =
            query.thickness(thickness).tolerance(tolerance).method(method_from_name(method)?);
        let (found, places, numbering) = self.ask(py, false, threads, move |state| {
            let filter = with_choices(self_impacts, layers);
            let query = query.filters(filters.apply(&state.scene, filter)?);
            let end = end.positions(&state.scene)?;
            let (search, scene) = search(state);
            let found = search.find(scene, &end, &query)?.clone();
            let places: Vec<_> =
                found.all().par_iter().map(|own| own.contact_point(scene, &end)).collect();
            Ok((found, places, Numbering::new(scene)))
        })?;
        let all = found.all();
        let statistics = PyDict::new(py);
        let own = found.statistics();
        for (name, count) in [
            ("vertex_faces", own.vertex_faces),
            ("edge_edges", own.edge_edges),
            ("apart", own.tally.apart),
            ("floating", own.tally.floating),
            ("refined", own.tally.refined),
            ("exact", own.tally.exact),
            ("bytes", own.bytes),
        ] {
            statistics.set_item(name, count)?;
        }
        statistics.set_item("seconds", own.seconds)?;
        let earliest = found.first().and_then(|first| all.iter().position(|own| own == first));
        Ok(Impacts {
            is_edge_edge: column(
                py,
                all.iter()
                    .map(|own| matches!(own.features, TouchingFeatures::EdgeEdge(_)))
                    .collect(),
            ),
            objects: rows(
                py,
                all.iter().map(|own| own.objects.map(|o| o.index() as i64)).collect(),
            )?,
            vertices: rows(
                py,
                all.iter()
                    .map(|own| own.features.vertices().map(|v| numbering.vertex(v)[1]))
                    .collect(),
            )?,
            t_lo: column(py, all.iter().map(|own| own.time.lower).collect()),
            t_hi: column(py, all.iter().map(|own| own.time.upper).collect()),
            points: points(py, places.iter().map(|own| own.position).collect())?,
            normals: points(py, places.iter().map(|own| own.normal).collect())?,
            weights: rows(py, places.iter().map(|own| own.weights).collect())?,
            free_step: found.free_step(),
            starts_in_contact: found.starts_in_contact(),
            first: earliest,
            statistics: statistics.unbind(),
        })
    }

    /// How far the step to `end` can go so that nothing touches, or comes within the thickness: from 0 to 1.
    ///
    /// >>> import jostle
    /// >>> scene = jostle.Scene({"floor": jostle.shapes.cloth(4, 4), "ball": jostle.shapes.icosphere(2, 0.25)})
    /// >>> scene.move("ball", scene.vertices("ball") + [0.01, 0.02, 0.75])
    /// >>> step = scene.free_step({"ball": scene.vertices("ball") - [0, 0, 1]})
    /// >>> 0.499 < step <= 0.5
    /// True
    #[pyo3(signature = (end, *, thickness=0.0, among=None, exclude=None, self_impacts=true, layers=true,
        method="clusters", threads=None))]
    fn free_step(
        &self,
        py: Python,
        end: &Bound<PyAny>,
        thickness: f64,
        among: Option<Vec<ObjectRef>>,
        exclude: Option<Vec<(ObjectRef, ObjectRef)>>,
        self_impacts: bool,
        layers: bool,
        method: &str,
        threads: Option<Threads>,
    ) -> PyResult<f64> {
        let (end, filters) = (End::read(end)?, Filters::new(among, exclude));
        let query = ImpactQuery::first().thickness(thickness).method(method_from_name(method)?);
        self.ask(py, false, threads, move |state| {
            let filter = with_choices(self_impacts, layers);
            let query = query.filters(filters.apply(&state.scene, filter)?);
            let end = end.positions(&state.scene)?;
            let (search, scene) = search(state);
            Ok(search.find(scene, &end, &query)?.free_step())
        })
    }

    /// Pairs of features whose boxes overlap, along a step if `end` is given and at rest otherwise, inflated by half a
    /// distance each: candidates for tests of one's own. Returns `(vertex_faces, edge_edges)`, by the numbers of all
    /// vertices of the scene: (n, 4) as vertex and face, (m, 4) as two edges.
    ///
    /// Objects are compared with themselves if `self_collision` was set.
    ///
    /// >>> import jostle
    /// >>> scene = jostle.Scene({"floor": jostle.shapes.cloth(4, 4), "ball": jostle.shapes.icosphere(2, 0.25)})
    /// >>> vertex_faces, edge_edges = scene.candidates(distance=0.1)
    /// >>> vertex_faces.shape[1], edge_edges.shape[1]
    /// (4, 4)
    #[pyo3(signature = (end=None, *, distance=0.0, threads=None))]
    fn candidates(
        &self,
        py: Python,
        end: Option<Bound<PyAny>>,
        distance: f64,
        threads: Option<Threads>,
    ) -> PyResult<Candidates> {
        let end = end.map(|end| End::read(&end)).transpose()?;
        let (vertex_faces, edge_edges) = self.ask(py, false, threads, move |state| {
            let end = end.map(|end| end.positions(&state.scene)).transpose()?;
            let workspace = &state.engines.workspace;
            let mut search = FeatureSearch::with_topology(workspace.topology().clone());
            search.set_cancellation(workspace.session().cancellation());
            // Boxes that are inflated by half of it overlap where features are within it.
            let motion = Motion { end: end.as_deref(), margin: distance };
            let found = search.find(&state.scene, &motion)?;
            let vertex_face = |own: &jostle::candidates::VertexFace| {
                TouchingFeatures::VertexFace(*own).vertices().map(i64::from)
            };
            let edge_edge = |own: &jostle::candidates::EdgeEdge| {
                TouchingFeatures::EdgeEdge(*own).vertices().map(i64::from)
            };
            Ok((
                found.vertex_faces.iter().map(vertex_face).collect(),
                found.edge_edges.iter().map(edge_edge).collect(),
            ))
        })?;
        Ok((rows(py, vertex_faces)?, rows(py, edge_edges)?))
    }
}

/// Whether something is hit, and from when to when.
type Times = (Py<PyArray1<bool>>, Py<PyArray1<f64>>, Py<PyArray1<f64>>);

fn times(py: Python, found: Vec<Option<ImpactTime>>) -> Times {
    let time = |of: fn(&ImpactTime) -> f64| {
        found.iter().map(|own| own.as_ref().map_or(f64::INFINITY, of)).collect()
    };
    (
        column(py, found.iter().map(Option::is_some).collect()),
        column(py, time(|own| own.lower)),
        column(py, time(|own| own.upper)),
    )
}

/// Many tests at once, as the library has them.
type Batch<const A: usize, const B: usize> =
    fn(&[(Swept<A>, Swept<B>)], f64, &mut Vec<Option<ImpactTime>>) -> Tally;

/// Rows that are tested between looks at whether somebody interrupts.
const AT_ONCE: usize = 1 << 16;

/// Tests that arrays of (n, 4, 3) are for, and what each row is.
fn elementary<const A: usize, const B: usize>(
    py: Python,
    start: &Bound<PyAny>,
    end: &Bound<PyAny>,
    thickness: f64,
    tolerance: f64,
    threads: Option<Threads>,
    batch: Batch<A, B>,
    within: fn(&Swept<A>, &Swept<B>, f64, f64) -> Option<ImpactTime>,
) -> PyResult<Times> {
    let (start, end) = (quadruples(start, "start")?, quadruples(end, "end")?);
    let (start, end) = (start.as_slice().expect("contiguous"), end.as_slice().expect("contiguous"));
    let [start, end] = [start, end].map(bytemuck::cast_slice::<f64, [DVec3; 4]>);
    if start.len() != end.len() {
        let (a, b) = (grouped(start.len()), grouped(end.len()));
        let message = format!("start has {a} rows and end has {b}; give as many of both");
        return Err(Refusal::array(message).into());
    }
    let is_finite = |row: &[DVec3; 4]| row.iter().all(|point| point.is_finite());
    for (what, own) in [("start", start), ("end", end)] {
        if let Some(row) = own.iter().position(|row| !is_finite(row)) {
            let message =
                format!("row {} of {what} is not finite; look at what computes it", grouped(row));
            return Err(Refusal::array(message).into());
        }
    }
    for (what, own) in [("thickness", thickness), ("tolerance", tolerance)] {
        if !(own >= 0.0 && own.is_finite()) {
            let message =
                format!("a {what} of {own} was given; give one that is finite and not negative");
            return Err(Refusal::new("ImpactError", message).into());
        }
    }
    let part = |row: &[DVec3; 4]| -> ([DVec3; A], [DVec3; B]) {
        (std::array::from_fn(|i| row[i]), std::array::from_fn(|i| row[A + i]))
    };
    let query = |(start, end): (&[DVec3; 4], &[DVec3; 4])| {
        let ((a, b), (c, d)) = (part(start), part(end));
        (Swept::new(a, c), Swept::new(b, d))
    };
    let queries: Vec<_> = start.iter().zip(end).map(query).collect();
    let is_long = queries.len() > MANY;
    let cancellation = Cancellation::new();
    let is_cancelled = cancellation.clone();
    let work = move || {
        let (mut found, mut some) = (Vec::with_capacity(queries.len()), Vec::new());
        for queries in queries.chunks(AT_ONCE) {
            if is_cancelled.is_cancelled() {
                break;
            }
            if thickness > 0.0 {
                let one = |(a, b): &(Swept<A>, Swept<B>)| within(a, b, thickness, tolerance);
                queries.par_iter().map(one).collect_into_vec(&mut some);
            } else {
                batch(queries, tolerance, &mut some);
            }
            found.append(&mut some);
        }
        found
    };
    let found = match is_long {
        true => run(py, threads, &cancellation, work)?,
        false => py.detach(|| on_threads(threads, work))?,
    };
    Ok(times(py, found))
}

/// Whether vertices and faces touch in a step, and when first.
///
/// start, end: (n, 4, 3), in each row the vertex and the three corners of the face. Returns `(hit, t_lo, t_hi)`: the
/// time of the first touch is between both, and both are infinite where nothing is hit. The verdict is exact.
#[pyfunction]
#[pyo3(signature = (start, end, *, thickness=0.0, tolerance=0.0, threads=None))]
pub fn vertex_face(
    py: Python,
    start: &Bound<PyAny>,
    end: &Bound<PyAny>,
    thickness: f64,
    tolerance: f64,
    threads: Option<Threads>,
) -> PyResult<Times> {
    let within = vertex_face_within_distance;
    elementary(py, start, end, thickness, tolerance, threads, vertex_face_batch, within)
}

/// Whether edges touch in a step, and when first.
///
/// start, end: (n, 4, 3), in each row the ends of the first edge and of the second. Returns `(hit, t_lo, t_hi)` as
/// `vertex_face` does.
#[pyfunction]
#[pyo3(signature = (start, end, *, thickness=0.0, tolerance=0.0, threads=None))]
pub fn edge_edge(
    py: Python,
    start: &Bound<PyAny>,
    end: &Bound<PyAny>,
    thickness: f64,
    tolerance: f64,
    threads: Option<Threads>,
) -> PyResult<Times> {
    let within = edge_edge_within_distance;
    elementary(py, start, end, thickness, tolerance, threads, edge_edge_batch, within)
}
