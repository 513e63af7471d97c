//! Discrete queries: what touches what, and what is within a distance.

use crate::arrays::{column, indices, rows};
use crate::errors::{Answer, Refusal};
use crate::execution::{Threads, is_forked};
use crate::numbering::Numbering;
use crate::scene::{ObjectRef, Scene, State};
use jostle::collide::{Broad, Engine, Statistics};
use jostle::session::ExcludedElements;
use jostle::{ElementId, LocalElementId, ObjectId, Pair, Query, SelfPairs};
use jostle_gpu::{AutoEngine, GpuEngine};
use jostle_support::text::grouped;
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyMapping};

/// Which objects are compared.
#[derive(Default)]
pub struct Filters {
    pub among: Option<Vec<ObjectRef>>,
    pub exclude: Vec<(ObjectRef, ObjectRef)>,
}

impl Filters {
    pub fn new(
        among: Option<Vec<ObjectRef>>,
        exclude: Option<Vec<(ObjectRef, ObjectRef)>>,
    ) -> Filters {
        Filters { among, exclude: exclude.unwrap_or_default() }
    }

    /// The filters with the objects and pairs of objects by the numbers of the scene.
    pub fn apply(
        &self,
        scene: &jostle::Scene,
        mut filters: jostle::Filters,
    ) -> Answer<jostle::Filters> {
        if let Some(among) = &self.among {
            let among: Answer<Vec<ObjectId>> = among.iter().map(|own| own.find(scene)).collect();
            filters = filters.among(among?);
        }
        for (a, b) in &self.exclude {
            filters = filters.exclude([(a.find(scene)?, b.find(scene)?)]);
        }
        Ok(filters)
    }
}

/// Whether objects that are compared with themselves in the scene are so in a query, and whether layers count.
pub fn with_choices(has_self_pairs: bool, layers: bool) -> jostle::Filters {
    let self_pairs = if has_self_pairs { SelfPairs::Enabled } else { SelfPairs::None };
    jostle::Filters::new().layers(layers).self_pairs(self_pairs)
}

/// What computes.
#[derive(Clone, Copy, PartialEq)]
enum Backend {
    Cpu,
    Gpu,
    Auto,
}

impl Backend {
    fn from_name(name: &str) -> Answer<Backend> {
        match name {
            "cpu" => Ok(Backend::Cpu),
            "gpu" => Ok(Backend::Gpu),
            "auto" => Ok(Backend::Auto),
            _ => Err(Refusal::option("backend", name, &["cpu", "gpu", "auto"])),
        }
    }
}

fn broad_from_name(name: &str) -> Answer<Broad> {
    let names = Broad::ALL.map(Broad::name);
    let found = Broad::ALL.into_iter().find(|broad| broad.name() == name);
    found.ok_or_else(|| Refusal::option("broad phase", name, &names))
}

fn query_from_output(output: &str) -> Answer<Query> {
    match output {
        "pairs" => Ok(Query::all_pairs()),
        "set" => Ok(Query::colliding_elements()),
        "first" => Ok(Query::first_pair()),
        "count" => Ok(Query::pair_count()),
        _ => Err(Refusal::option("output", output, &["pairs", "set", "first", "count"])),
    }
}

/// Elements and pairs that are to be left out, by the numbers of the scene.
struct Excluded {
    elements: Vec<(ObjectRef, Vec<usize>)>,
    pairs: Vec<Pair>,
}

impl Excluded {
    fn apply(self, scene: &jostle::Scene, filters: jostle::Filters) -> Answer<jostle::Filters> {
        if self.elements.is_empty() && self.pairs.is_empty() {
            return Ok(filters);
        }
        let mut all = Vec::new();
        for (object, elements) in self.elements {
            let object = object.find(scene)?;
            let count = scene.objects()[object.index()].elements().len();
            for element in elements {
                if element >= count {
                    let message = format!(
                        "element {} of object {object} is to be left out, but it has {}, counted from 0",
                        grouped(element),
                        grouped(count)
                    );
                    return Err(Refusal::new("QueryError", message).element(element));
                }
                all.push(scene.element_id(object, LocalElementId::new(element)));
            }
        }
        Ok(filters.exclude_elements(ExcludedElements::new(all, self.pairs)))
    }
}

/// Answers a query with the engine that was asked for, and takes the answer along.
fn answer(state: &mut State, query: &Query, backend: Backend) -> Answer<Collisions> {
    let State { scene, engines } = state;
    let found = match backend {
        Backend::Cpu => engines.workspace.collide(scene, query)?,
        Backend::Auto if is_forked() => engines.workspace.collide(scene, query)?,
        Backend::Gpu => {
            if is_forked() {
                let message = "a GPU that the parent process has opened cannot be used after a fork; use the \
                    backend 'cpu', or the start method 'spawn'";
                return Err(Refusal::new("GpuError", message));
            }
            if engines.gpu.is_none() {
                let gpu = GpuEngine::new()?.in_session(engines.workspace.session());
                engines.gpu = Some(Box::new(gpu));
            }
            engines.gpu.as_mut().expect("just opened").collide(scene, query)?
        }
        Backend::Auto => {
            let session = engines.workspace.session();
            let open = || Box::new(AutoEngine::in_session(session));
            let auto = engines.auto.get_or_insert_with(open);
            Engine::collide(auto.as_mut(), scene, query)?
        }
    };
    Ok(Collisions::new(found.clone(), Numbering::new(scene)))
}

#[pymethods]
impl Scene {
    /// Finds what touches what: all pairs of elements of different objects that intersect, those within objects that
    /// are compared with themselves, and objects wholly inside closed ones. Exact: touching counts, and nothing is
    /// missed.
    ///
    /// Elements that share vertices count only if they meet elsewhere too.
    ///
    /// among: only these objects. exclude: pairs of objects that are left out. exclude_elements: elements that are
    /// left out, as {object: elements}. exclude_pairs: a `Collisions` whose pairs are left out. self_pairs: whether
    /// objects are compared with themselves at all. containment: whether objects inside others are looked for.
    /// output: "pairs"; "set", which elements collide; "first", the first pair; "count", how many pairs. broad: how
    /// candidates are found, which changes no answer. threads: how many, all cores if not given. backend: "cpu",
    /// "gpu", or "auto", the faster of both.
    ///
    /// >>> import jostle
    /// >>> scene = jostle.Scene({"left": jostle.shapes.icosphere(2), "right": jostle.shapes.torus(1.0, 0.3)})
    /// >>> collisions = scene.collide()
    /// >>> len(collisions) == len(collisions.pairs) > 0
    /// True
    /// >>> scene.collide(exclude=[("left", "right")]).pairs
    /// array([], shape=(0, 2), dtype=int64)
    #[pyo3(signature = (*, among=None, exclude=None, exclude_elements=None, exclude_pairs=None, self_pairs=true,
        layers=true, containment=true, output="pairs", broad="auto", threads=None, backend="cpu"))]
    fn collide(
        &self,
        py: Python,
        among: Option<Vec<ObjectRef>>,
        exclude: Option<Vec<(ObjectRef, ObjectRef)>>,
        exclude_elements: Option<Bound<PyMapping>>,
        exclude_pairs: Option<PyRef<Collisions>>,
        self_pairs: bool,
        layers: bool,
        containment: bool,
        output: &str,
        broad: &str,
        threads: Option<Threads>,
        backend: &str,
    ) -> PyResult<Collisions> {
        let query =
            query_from_output(output)?.broad(broad_from_name(broad)?).containment(containment);
        let (filters, backend) = (Filters::new(among, exclude), Backend::from_name(backend)?);
        let mut elements = Vec::new();
        for item in exclude_elements.map(|own| own.items()).transpose()?.iter().flatten() {
            let (object, own): (ObjectRef, Bound<PyAny>) = item.extract()?;
            elements.push((object, indices(&own, "elements to be left out", usize::MAX)?));
        }
        let pairs = exclude_pairs.map_or_else(Vec::new, |own| own.found.pairs().to_vec());
        let excluded = Excluded { elements, pairs };
        self.ask(py, backend != Backend::Cpu, threads, move |state| {
            let filters = filters.apply(&state.scene, with_choices(self_pairs, layers))?;
            let query = query.filters(excluded.apply(&state.scene, filters)?);
            answer(state, &query, backend)
        })
    }

    /// Finds all pairs within objects, of every object or `among` some, whether they are compared with themselves
    /// otherwise or not.
    ///
    /// A valid mesh has none: elements that share vertices count only if they meet elsewhere too.
    ///
    /// >>> import jostle
    /// >>> scene = jostle.Scene({"ball": jostle.shapes.icosphere(3)})
    /// >>> len(scene.self_collide())
    /// 0
    #[pyo3(signature = (*, among=None, output="pairs", broad="auto", threads=None, backend="cpu"))]
    fn self_collide(
        &self,
        py: Python,
        among: Option<Vec<ObjectRef>>,
        output: &str,
        broad: &str,
        threads: Option<Threads>,
        backend: &str,
    ) -> PyResult<Collisions> {
        let query = query_from_output(output)?.broad(broad_from_name(broad)?).containment(false);
        let (filters, backend) = (Filters::new(among, None), Backend::from_name(backend)?);
        self.ask(py, backend != Backend::Cpu, threads, move |state| {
            let only = jostle::Filters::new().self_pairs(SelfPairs::Only);
            let query = query.filters(filters.apply(&state.scene, only)?);
            answer(state, &query, backend)
        })
    }

    /// Finds all pairs of elements that are at most a distance apart, decided exactly, and how far each is; those
    /// that collide are at distance zero, and no others.
    ///
    /// >>> import jostle
    /// >>> scene = jostle.Scene({"a": jostle.shapes.icosphere(2), "b": jostle.shapes.icosphere(2)})
    /// >>> scene.move("b", scene.vertices("b") + [2.25, 0, 0])
    /// >>> near = scene.within(0.3)
    /// >>> bool((near.distances <= 0.3).all()), round(near.object_distances[0].distance, 9)
    /// (True, 0.25)
    #[pyo3(signature = (distance, *, among=None, exclude=None, self_pairs=true, layers=true, output="pairs",
        threads=None))]
    fn within(
        &self,
        py: Python,
        distance: f64,
        among: Option<Vec<ObjectRef>>,
        exclude: Option<Vec<(ObjectRef, ObjectRef)>>,
        self_pairs: bool,
        layers: bool,
        output: &str,
        threads: Option<Threads>,
    ) -> PyResult<Collisions> {
        let query = query_from_output(output)?.within(distance);
        let filters = Filters::new(among, exclude);
        self.ask(py, false, threads, move |state| {
            let filters = filters.apply(&state.scene, with_choices(self_pairs, layers))?;
            answer(state, &query.filters(filters), Backend::Cpu)
        })
    }
}

/// What was found: pairs of elements, sorted, and objects inside others.
///
/// It is true if anything collides, or is within the distance asked for; its length is the number of pairs. Row `i` of
/// `pairs` has two elements by their numbers in their own objects, row `i` of `objects` these objects.
///
/// >>> import jostle
/// >>> ball = jostle.shapes.icosphere(2)
/// >>> collisions = jostle.collide(ball, (ball.vertices + [1.0, 0.0, 0.0], ball.elements))
/// >>> collisions.objects.tolist() == [[0, 1]] * len(collisions)
/// True
/// >>> sorted(collisions.statistics)[:3]
/// ['backend', 'bytes', 'candidates']
#[pyclass(module = "jostle", frozen)]
pub struct Collisions {
    pub found: jostle::Collisions,
    pub numbering: Numbering,
    pairs: PyOnceLock<Py<PyArray2<i64>>>,
    objects: PyOnceLock<Py<PyArray2<i64>>>,
}

impl Collisions {
    fn new(found: jostle::Collisions, numbering: Numbering) -> Collisions {
        Collisions { found, numbering, pairs: PyOnceLock::new(), objects: PyOnceLock::new() }
    }

    /// One of object and element, for both sides of all pairs.
    fn sides(&self, py: Python, which: usize) -> PyResult<Py<PyArray2<i64>>> {
        let side = |element: ElementId| self.numbering.element(element)[which];
        rows(py, self.found.pairs().iter().map(|pair| [side(pair.a), side(pair.b)]).collect())
    }
}

/// The nearest elements of two objects.
#[pyclass(module = "jostle", frozen, get_all)]
pub struct ObjectDistance {
    /// The objects.
    objects: (usize, usize),
    /// Their elements.
    elements: (usize, usize),
    /// How far they are apart.
    distance: f64,
}

#[pymethods]
impl ObjectDistance {
    fn __repr__(&self) -> String {
        let ObjectDistance { objects: (a, b), elements: (i, j), distance } = self;
        format!(
            "<jostle.ObjectDistance of objects {a} and {b}: {distance:?}, elements {i} and {j}>"
        )
    }
}

#[pymethods]
impl Collisions {
    /// Pairs of elements that collide, or are within the distance asked for: their numbers in their objects, as
    /// (m, 2), sorted; none if only the set or the count was asked for.
    #[getter]
    fn pairs(&self, py: Python) -> PyResult<Py<PyArray2<i64>>> {
        Ok(self.pairs.get_or_try_init(py, || self.sides(py, 1))?.clone_ref(py))
    }

    /// The objects of both elements of each pair, as (m, 2).
    #[getter]
    fn objects(&self, py: Python) -> PyResult<Py<PyArray2<i64>>> {
        Ok(self.objects.get_or_try_init(py, || self.sides(py, 0))?.clone_ref(py))
    }

    /// How far apart each pair is, if pairs within a distance were asked for; otherwise empty.
    #[getter]
    fn distances(&self, py: Python) -> Py<PyArray1<f64>> {
        column(py, self.found.distances().to_vec())
    }

    /// For each two objects the nearest of the pairs, if pairs within a distance were asked for.
    #[getter]
    fn object_distances(&self) -> Vec<ObjectDistance> {
        let one = |own: &jostle::collide::ObjectDistance| {
            let element = |element: ElementId| self.numbering.element(element)[1] as usize;
            ObjectDistance {
                objects: (own.objects[0].index(), own.objects[1].index()),
                elements: (element(own.pair.a), element(own.pair.b)),
                distance: own.distance,
            }
        };
        self.found.object_distances().iter().map(one).collect()
    }

    /// The elements of all pairs, each once: object and element, as (k, 2), sorted.
    #[getter]
    fn colliding(&self, py: Python) -> PyResult<Py<PyArray2<i64>>> {
        let elements = self.found.colliding().iter();
        rows(py, elements.map(|&element| self.numbering.element(element)).collect())
    }

    /// The colliding elements of one object, by its number.
    #[pyo3(signature = (object=0))]
    fn colliding_elements(&self, py: Python, object: usize) -> PyResult<Py<PyArray1<i64>>> {
        if object >= self.numbering.objects() {
            let count = self.numbering.objects();
            let message =
                format!("there is no object {object}: the scene had {count}, counted from 0");
            return Err(Refusal::new("SceneError", message).into());
        }
        let own = self.numbering.elements_of(object);
        let all = self.found.colliding();
        let from = all.partition_point(|element| element.index() < own.start);
        let to = all.partition_point(|element| element.index() < own.end);
        let local = all[from..to].iter().map(|element| (element.index() - own.start) as i64);
        Ok(column(py, local.collect()))
    }

    /// Objects wholly inside closed ones without touching them: inner and outer, as (k, 2).
    #[getter]
    fn inside(&self, py: Python) -> PyResult<Py<PyArray2<i64>>> {
        let inside = self.found.inside().iter();
        rows(
            py,
            inside.map(|(inner, outer)| [inner.index() as i64, outer.index() as i64]).collect(),
        )
    }

    /// How many pairs there are, also if only their number was asked for.
    #[getter]
    fn pair_count(&self) -> usize {
        self.found.pair_count()
    }

    /// How many of the pairs are within one object.
    #[getter]
    fn self_pair_count(&self) -> usize {
        self.found.self_pair_count()
    }

    /// Why the query cost what it did, as a dictionary.
    #[getter]
    fn statistics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        statistics(py, self.found.statistics())
    }

    fn __len__(&self) -> usize {
        self.found.pair_count()
    }

    fn __bool__(&self) -> bool {
        self.found.any()
    }

    fn __repr__(&self) -> String {
        let found = &self.found;
        let is_within = found.statistics().elements > 0 && !found.distances().is_empty();
        let counted = |count: usize, one: &str| {
            format!("{} {one}{}", grouped(count), if count == 1 { "" } else { "s" })
        };
        let mut words = vec![match (found.pair_count(), found.colliding().len()) {
            (0, 0) => "no pairs".to_owned(),
            (0, elements) => format!("{} in pairs", counted(elements, "element")),
            (pairs, 0) => counted(pairs, "pair"),
            (pairs, elements) => {
                format!("{} of {}", counted(pairs, "pair"), counted(elements, "element"))
            }
        }];
        if is_within {
            words.push("with distances".to_owned());
        }
        if !found.inside().is_empty() {
            words.push(format!("{} inside others", counted(found.inside().len(), "object")));
        }
        format!("<jostle.Collisions: {}>", words.join(", "))
    }
}

fn statistics<'py>(py: Python<'py>, own: &Statistics) -> PyResult<Bound<'py, PyDict>> {
    let all = PyDict::new(py);
    for (name, count) in [
        ("elements", own.elements),
        ("levels", own.levels),
        ("entries", own.entries),
        ("cells", own.cells),
        ("fullest_cell", own.fullest_cell),
        ("candidates", own.candidates),
        ("excluded_by_stars", own.excluded_by_stars),
        ("exact_candidates", own.exact_candidates),
        ("exact_signs", own.exact_signs),
        ("duplicates", own.duplicates),
        ("bytes", own.bytes),
    ] {
        all.set_item(name, count)?;
    }
    let seconds = PyDict::new(py);
    for (name, stage) in [
        ("boxes", own.seconds.boxes),
        ("search", own.seconds.search),
        ("sort", own.seconds.sort),
        ("containment", own.seconds.containment),
        ("total", own.seconds.total()),
    ] {
        seconds.set_item(name, stage)?;
    }
    all.set_item("seconds", seconds)?;
    all.set_item("backend", own.backend.name())?;
    all.set_item("fallback", own.fallback.as_deref())?;
    Ok(all)
}
