//! Near contacts, depths of vertices, and curves along which surfaces cross.

use crate::arrays::{column, points, rows};
use crate::collide::{Filters, with_choices};
use crate::errors::{Answer, Refusal};
use crate::execution::Threads;
use crate::impact::End;
use crate::numbering::Numbering;
use crate::scene::{ObjectRef, Scene, State};
use jostle::DVec3;
use jostle::contact::{
    CurveQuery, DepthMethod, DepthQuery, DepthStage, NearContact, NearQuery, NearSearch,
};
use jostle_support::text::grouped;
use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods};
use pyo3::prelude::*;

/// Near contacts of one type, a row each: the vertices of the first feature, then those of the second.
#[pyclass(module = "jostle", frozen, get_all)]
pub struct ContactRows {
    /// Vertices by their numbers in their objects.
    vertices: Py<PyArray2<i64>>,
    /// The objects of the first feature and of the second, as (m, 2).
    objects: Py<PyArray2<i64>>,
    /// How far apart they are.
    distance: Py<PyArray1<f64>>,
    /// The nearest points of both, as (m, 2, 3).
    points: Py<PyArray3<f64>>,
    /// From the first to the second, of unit length.
    normal: Py<PyArray2<f64>>,
    /// What the vertices are to be multiplied with to get from the first nearest point to the second; times the
    /// normal it is how the distance grows as each vertex moves.
    coefficients: Py<PyArray2<f64>>,
    /// How many pairs of a vertex and a face or of two edges have their nearest points in these features.
    multiplicity: Py<PyArray1<i64>>,
    /// What potentials of nearly parallel edges are to be multiplied with; 1 for all that are not two edges.
    mollifier: Py<PyArray1<f64>>,
}

impl ContactRows {
    fn new<const N: usize>(
        py: Python,
        numbering: &Numbering,
        all: &[NearContact<N>],
        mollifier: Vec<f64>,
    ) -> PyResult<ContactRows> {
        let owner = |vertex: u32| numbering.vertex(vertex)[0];
        let both: Vec<f64> =
            all.iter().flat_map(|own| own.points).flat_map(|point| point.to_array()).collect();
        Ok(ContactRows {
            vertices: rows(
                py,
                all.iter().map(|own| own.vertices.map(|v| numbering.vertex(v)[1])).collect(),
            )?,
            objects: rows(
                py,
                all.iter()
                    .map(|own| [owner(own.vertices[0]), owner(own.vertices[N - 1])])
                    .collect(),
            )?,
            distance: column(py, all.iter().map(|own| own.distance).collect()),
            points: PyArray1::from_vec(py, both).reshape([all.len(), 2, 3])?.unbind(),
            normal: points(py, all.iter().map(|own| own.normal).collect())?,
            coefficients: rows(py, all.iter().map(|own| own.coefficients).collect())?,
            multiplicity: column(py, all.iter().map(|own| i64::from(own.multiplicity)).collect()),
            mollifier: column(py, mollifier),
        })
    }
}

#[pymethods]
impl ContactRows {
    fn __len__(&self, py: Python) -> PyResult<usize> {
        self.distance.bind(py).len()
    }

    fn __repr__(&self, py: Python) -> PyResult<String> {
        Ok(format!("<jostle.ContactRows: {} contacts>", grouped(self.__len__(py)?)))
    }
}

/// Features that are near each other, by type.
#[pyclass(module = "jostle", frozen, get_all)]
pub struct NearContacts {
    /// Two vertices, (m, 2).
    vertex_vertex: Py<ContactRows>,
    /// An edge and a vertex, (m, 3).
    edge_vertex: Py<ContactRows>,
    /// A face and a vertex, (m, 4).
    face_vertex: Py<ContactRows>,
    /// Two edges, (m, 4).
    edge_edge: Py<ContactRows>,
    /// The least distance, infinite if there is none.
    least_distance: f64,
    /// How many there are.
    count: usize,
}

#[pymethods]
impl NearContacts {
    fn __len__(&self) -> usize {
        self.count
    }

    fn __repr__(&self) -> String {
        format!(
            "<jostle.NearContacts: {} contacts, least distance {:?}>",
            grouped(self.count),
            self.least_distance
        )
    }
}

/// Vertices inside other objects, a row each.
#[pyclass(module = "jostle", frozen, get_all)]
pub struct PointDepths {
    /// The object of the vertex.
    object: Py<PyArray1<i64>>,
    /// The vertex of that object.
    vertex: Py<PyArray1<i64>>,
    /// The object that it is in.
    touched: Py<PyArray1<i64>>,
    /// How deep.
    depth: Py<PyArray1<f64>>,
    /// Which way is out, of unit length.
    direction: Py<PyArray2<f64>>,
    /// How it was told: 0 from edges that cross the surface, n from n layers of neighbours, -1 by the closest point.
    layer: Py<PyArray1<i64>>,
}

#[pymethods]
impl PointDepths {
    fn __len__(&self, py: Python) -> PyResult<usize> {
        self.depth.bind(py).len()
    }

    fn __repr__(&self, py: Python) -> PyResult<String> {
        Ok(format!("<jostle.PointDepths of {} vertices>", grouped(self.__len__(py)?)))
    }
}

/// A curve along which two surfaces cross.
#[pyclass(module = "jostle", frozen, get_all)]
pub struct IntersectionCurve {
    /// Points in order, as (n, 3); a closed curve does not repeat its first.
    points: Py<PyArray2<f64>>,
    /// Whether it ends where it begins.
    is_closed: bool,
    /// The objects that cross.
    objects: (usize, usize),
    /// Its length.
    length: f64,
    /// The number of its contact patch.
    patch: usize,
}

#[pymethods]
impl IntersectionCurve {
    fn __repr__(&self) -> String {
        let (a, b) = self.objects;
        let kind = if self.is_closed { "closed" } else { "open" };
        format!(
            "<jostle.IntersectionCurve of objects {a} and {b}: {kind}, length {:?}>",
            self.length
        )
    }
}

fn near(state: &mut State) -> (&mut NearSearch, &jostle::Scene) {
    let State { scene, engines } = state;
    (engines.near(), scene)
}

fn depth_method(name: &str) -> Answer<DepthMethod> {
    let found = DepthMethod::ALL.into_iter().find(|method| method.name() == name);
    found.ok_or_else(|| Refusal::option("method", name, &DepthMethod::ALL.map(DepthMethod::name)))
}

#[pymethods]
impl Scene {
    /// Finds vertices, edges and faces that are nearer to each other than a distance, with points, normals and how
    /// the distance changes.
    ///
    /// mollified: keeps nearly parallel edges as two edges, as Incremental Potential Contact does; `rest` are the
    /// positions that their lengths are measured at, as for `impacts`. limit: give up beyond so many pairs.
    ///
    /// >>> import jostle
    /// >>> scene = jostle.Scene({"floor": jostle.shapes.cloth(4, 4, [4, 4]), "ball": jostle.shapes.icosphere(2, 0.5)})
    /// >>> scene.move("ball", scene.vertices("ball") + [0.3, 0.2, 0.51])
    /// >>> contacts = scene.contacts(0.02)
    /// >>> round(contacts.least_distance, 9), abs(contacts.face_vertex.normal[0].round(9)).tolist()
    /// (0.01, [0.0, 0.0, 1.0])
    #[pyo3(signature = (within, *, among=None, exclude=None, self_contacts=true, layers=true, mollified=false, rest=None,
        limit=None, threads=None))]
    fn contacts(
        &self,
        py: Python,
        within: f64,
        among: Option<Vec<ObjectRef>>,
        exclude: Option<Vec<(ObjectRef, ObjectRef)>>,
        self_contacts: bool,
        layers: bool,
        mollified: bool,
        rest: Option<Bound<PyAny>>,
        limit: Option<u64>,
        threads: Option<Threads>,
    ) -> PyResult<NearContacts> {
        let filters = Filters::new(among, exclude);
        let rest = rest.map(|rest| End::read(&rest)).transpose()?;
        let (found, numbering) = self.ask(py, false, threads, move |state| {
            let filter = with_choices(self_contacts, layers);
            let filter = filters.apply(&state.scene, filter)?;
            let mut query = NearQuery::within(within).filters(filter).mollified(mollified);
            query = limit.map_or(query.clone(), |limit| query.limit(limit));
            let rest = rest.map(|rest| rest.positions(&state.scene)).transpose()?;
            let (search, scene) = near(state);
            let found = match rest {
                Some(rest) => search.find_from_rest(scene, &rest, &query)?,
                None => search.find(scene, &query)?,
            };
            Ok((found.clone(), Numbering::new(scene)))
        })?;
        let edges: Vec<NearContact<4>> = found.edge_edge.iter().map(|own| own.contact).collect();
        let fading: Vec<f64> = found.edge_edge.iter().map(|own| own.mollifier.factor()).collect();
        let ones = |count: usize| vec![1.0; count];
        let (vv, ev, fv) = (&found.vertex_vertex, &found.edge_vertex, &found.face_vertex);
        Ok(NearContacts {
            vertex_vertex: Py::new(py, ContactRows::new(py, &numbering, vv, ones(vv.len()))?)?,
            edge_vertex: Py::new(py, ContactRows::new(py, &numbering, ev, ones(ev.len()))?)?,
            face_vertex: Py::new(py, ContactRows::new(py, &numbering, fv, ones(fv.len()))?)?,
            edge_edge: Py::new(py, ContactRows::new(py, &numbering, &edges, fading)?)?,
            least_distance: found.least_distance().unwrap_or(f64::INFINITY),
            count: found.len(),
        })
    }

    /// Finds the vertices that are inside other solid objects, how deep each is, and which way is out.
    ///
    /// Solids are closed surfaces and bodies of tetrahedra. method: "consistent", which leads all out the same way, or
    /// "closest", by the closest point of the surface.
    ///
    /// >>> import jostle
    /// >>> scene = jostle.Scene({"a": jostle.shapes.icosphere(3), "b": jostle.shapes.icosphere(3)})
    /// >>> scene.move("b", scene.vertices("b") + [1.5, 0, 0])
    /// >>> depths = scene.depths()
    /// >>> deepest = depths.depth.argmax()
    /// >>> bool(0.4 < depths.depth[deepest] < 0.7), abs(depths.direction[deepest].round(1)).tolist()
    /// (True, [1.0, 0.0, 0.0])
    #[pyo3(signature = (*, method="consistent", among=None, exclude=None, self_depths=true, layers=true, threads=None))]
    fn depths(
        &self,
        py: Python,
        method: &str,
        among: Option<Vec<ObjectRef>>,
        exclude: Option<Vec<(ObjectRef, ObjectRef)>>,
        self_depths: bool,
        layers: bool,
        threads: Option<Threads>,
    ) -> PyResult<PointDepths> {
        let (filters, method) = (Filters::new(among, exclude), depth_method(method)?);
        let (found, numbering) = self.ask(py, false, threads, move |state| {
            let filter = with_choices(self_depths, layers);
            let query =
                DepthQuery::new().filters(filters.apply(&state.scene, filter)?).method(method);
            let State { scene, engines } = state;
            Ok((engines.depths().find(scene, &query)?.points().to_vec(), Numbering::new(scene)))
        })?;
        let layer = |stage: DepthStage| match stage {
            DepthStage::Border => 0,
            DepthStage::Propagated(layer) => i64::from(layer),
            DepthStage::Closest => -1,
        };
        Ok(PointDepths {
            object: column(py, found.iter().map(|own| own.object.index() as i64).collect()),
            vertex: column(py, found.iter().map(|own| numbering.vertex(own.vertex)[1]).collect()),
            touched: column(py, found.iter().map(|own| own.touched.index() as i64).collect()),
            depth: column(py, found.iter().map(|own| own.depth).collect()),
            direction: points(py, found.iter().map(|own| own.direction).collect())?,
            layer: column(py, found.iter().map(|own| layer(own.stage)).collect()),
        })
    }

    /// Finds the curves along which surfaces cross.
    ///
    /// >>> import jostle
    /// >>> scene = jostle.Scene({"a": jostle.shapes.icosphere(3), "b": jostle.shapes.icosphere(3)})
    /// >>> scene.move("b", scene.vertices("b") + [1.01, 0.02, 0.03])
    /// >>> [curve.is_closed for curve in scene.curves()]
    /// [True]
    #[pyo3(signature = (*, among=None, exclude=None, self_curves=true, layers=true, threads=None))]
    fn curves(
        &self,
        py: Python,
        among: Option<Vec<ObjectRef>>,
        exclude: Option<Vec<(ObjectRef, ObjectRef)>>,
        self_curves: bool,
        layers: bool,
        threads: Option<Threads>,
    ) -> PyResult<Vec<IntersectionCurve>> {
        let filters = Filters::new(among, exclude);
        let found = self.ask(py, false, threads, move |state| {
            let filter = with_choices(self_curves, layers);
            let query = CurveQuery::new().filters(filters.apply(&state.scene, filter)?);
            let State { scene, engines } = state;
            Ok(engines.curves().find(scene, &query)?.clone())
        })?;
        let one = |own: jostle::contact::IntersectionCurve| {
            let positions: Vec<DVec3> = own.points.iter().map(|point| point.position).collect();
            Ok(IntersectionCurve {
                points: points(py, positions)?,
                is_closed: own.is_closed,
                objects: (own.objects[0].index(), own.objects[1].index()),
                length: own.length(),
                patch: own.patch,
            })
        };
        found.curves().map(one).collect()
    }
}
