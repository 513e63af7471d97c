//! `Scene`: objects, and how they are called, changed and asked.

use crate::arrays::{self, Points};
use crate::errors::{Answer, Refusal};
use crate::execution::{FEW, PATIENCE, Threads, on_this_thread, on_threads, run};
pub use crate::shared::State;
use crate::shared::{Shared, Taken};
use jostle::candidates::Cancellation;
use jostle::glam::{DAffine3, DMat3};
use jostle::mesh::Layers;
use jostle::{DVec3, Mesh, ObjectId};
use jostle_support::text::grouped;
use numpy::PyReadonlyArray2;
use pyo3::prelude::*;
use pyo3::types::{PyMapping, PyTuple};
use std::sync::Arc;
use std::time::Duration;

/// An object, by its number or by its name.
#[derive(FromPyObject)]
pub enum ObjectRef {
    Number(i64),
    Name(String),
}

impl ObjectRef {
    pub fn find(&self, scene: &jostle::Scene) -> Answer<ObjectId> {
        let objects = scene.objects();
        match self {
            ObjectRef::Number(number) => match usize::try_from(*number) {
                Ok(index) if index < objects.len() => Ok(ObjectId::new(index)),
                _ => {
                    let count = grouped(objects.len());
                    let message = format!(
                        "there is no object {number}: the scene has {count}, counted from 0"
                    );
                    Err(Refusal::new("SceneError", message))
                }
            },
            ObjectRef::Name(name) => {
                let present = || objects.iter().enumerate().filter(|(_, own)| !own.is_removed());
                let mut named = present().filter(|(_, own)| own.name() == name);
                match (named.next(), named.next()) {
                    (Some((index, _)), None) => Ok(ObjectId::new(index)),
                    (Some(_), Some(_)) => {
                        let message =
                            format!("several objects are called '{name}'; give the number of one");
                        Err(Refusal::new("SceneError", message))
                    }
                    (None, _) => {
                        let names: Vec<&str> =
                            present().map(|(_, own)| own.name()).take(20).collect();
                        let names = match names.is_empty() {
                            true => "none at all".to_owned(),
                            false => names.join(", "),
                        };
                        let message = format!("there is no object '{name}'; there are {names}");
                        Err(Refusal::new("SceneError", message))
                    }
                }
            }
        }
    }
}

/// Objects of one query: add them, move them, and ask what touches what.
///
/// A scene keeps its buffers from query to query, so that asking again is fast. Objects are called by their numbers,
/// in the order in which they were added, or by their names. Threads may share a scene: one is answered after the
/// other; queries of different scenes run at the same time.
///
/// >>> import jostle
/// >>> scene = jostle.Scene()
/// >>> scene.add("ball", jostle.shapes.icosphere(3))
/// 0
/// >>> scene.add("ring", jostle.shapes.torus(1.0, 0.3))
/// 1
/// >>> collisions = scene.collide()
/// >>> bool(collisions), collisions.pairs.shape[1]
/// (True, 2)
/// >>> scene.transform("ring", [[1, 0, 0, 9], [0, 1, 0, 0], [0, 0, 1, 0]])
/// >>> bool(scene.collide())
/// False
#[pyclass(module = "jostle", frozen, subclass)]
pub struct Scene {
    shared: Arc<Shared>,
}

impl Scene {
    /// Does something short to the scene; waits without Python's lock if another thread has it.
    pub fn with<R: Send>(
        &self,
        py: Python,
        work: impl FnOnce(&mut State) -> Answer<R> + Send,
    ) -> PyResult<R> {
        let mut taken = self.take(py)?;
        Ok(on_this_thread(|| work(&mut taken))??)
    }

    /// Asks the scene something that takes a while; see [`run`].
    pub fn ask<R: Send + 'static>(
        &self,
        py: Python,
        is_long: bool,
        threads: Option<Threads>,
        work: impl FnOnce(&mut State) -> Answer<R> + Send + 'static,
    ) -> PyResult<R> {
        let mut taken = self.take(py)?;
        // A new one for each call, so that an interrupt that comes late ends no other.
        let cancellation = Cancellation::new();
        taken.engines.set_cancellation(&cancellation);
        if is_long || taken.scene.element_count() > FEW {
            return Ok(run(py, threads, &cancellation, move || work(&mut taken))??);
        }
        Ok(py.detach(move || match threads {
            None => on_this_thread(|| work(&mut taken))?,
            Some(_) => on_threads(threads, || work(&mut taken))?,
        })?)
    }

    /// The scene for this thread alone; if another thread has it, waits without Python's lock, and for signals.
    fn take(&self, py: Python) -> PyResult<Taken> {
        if let Some(taken) = self.shared.take(Duration::ZERO)? {
            return Ok(taken);
        }
        loop {
            match py.detach(|| self.shared.take(PATIENCE))? {
                Some(taken) => return Ok(taken),
                None => py.check_signals()?,
            }
        }
    }
}

#[pymethods]
impl Scene {
    #[new]
    #[pyo3(signature = (meshes=None))]
    fn new(py: Python, meshes: Option<Bound<PyMapping>>) -> PyResult<Scene> {
        let scene = Scene::from_scene(jostle::Scene::new());
        for item in meshes.map(|own| own.items()).transpose()?.iter().flatten() {
            let (name, mesh): (String, Bound<PyAny>) = item.extract()?;
            scene.add(py, name, &mesh, false, None)?;
        }
        Ok(scene)
    }

    /// Adds an object and returns its number.
    ///
    /// `mesh` is `(vertices, elements)`, a `jostle.Mesh`, or an object of trimesh, meshio or pyvista. Three columns
    /// of elements are triangles, four are tetrahedra. It is compared with itself only if `self_collision` says so;
    /// `layers` is `(membership, mask)`, 32 bits each: two objects are compared if the mask of each has a bit of the
    /// other's membership.
    ///
    /// >>> import jostle
    /// >>> scene = jostle.Scene()
    /// >>> scene.add("triangle", ([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]))
    /// 0
    #[pyo3(signature = (name, mesh, *, self_collision=false, layers=None))]
    pub fn add(
        &self,
        py: Python,
        name: String,
        mesh: &Bound<PyAny>,
        self_collision: bool,
        layers: Option<(u32, u32)>,
    ) -> PyResult<usize> {
        let mesh = arrays::mesh(mesh)?;
        self.add_mesh(py, name, mesh, self_collision, layers)
    }

    /// Moves the vertices of an object, in place: one row for each.
    ///
    /// >>> import jostle
    /// >>> scene = jostle.Scene({"ball": jostle.shapes.icosphere(2)})
    /// >>> scene.move("ball", scene.vertices("ball") + [3.0, 0.0, 0.0])
    /// >>> scene.bounds("ball").tolist()
    /// [[2.0, -1.0, -1.0], [4.0, 1.0, 1.0]]
    #[pyo3(name = "move")]
    fn set_vertices(&self, py: Python, object: ObjectRef, vertices: &Bound<PyAny>) -> PyResult<()> {
        let points = Points::read(vertices, "vertices")?;
        let points = points.slice();
        self.with(py, |state| {
            let object = object.find(&state.scene)?;
            // As soon as they are given, not at the next query.
            if let Some(vertex) = points.iter().position(|point| !point.is_finite()) {
                let name = state.scene.objects()[object.index()].name().to_owned();
                let position = points[vertex];
                let source = jostle::MeshError::NonFinite { vertex, position };
                return Err(jostle::SceneError::Mesh { object, name, source }.into());
            }
            Ok(state.scene.set_vertices(object, points)?)
        })
    }

    /// Gives an object another mesh; its number, name, layers and whether it is compared with itself stay.
    fn replace(&self, py: Python, object: ObjectRef, mesh: &Bound<PyAny>) -> PyResult<()> {
        let mesh = arrays::mesh(mesh)?;
        self.with(py, |state| {
            let object = object.find(&state.scene)?;
            Ok(state.scene.replace(object, mesh)?)
        })
    }

    /// Removes an object. The numbers of others stay, and its own is not used again.
    fn remove(&self, py: Python, object: ObjectRef) -> PyResult<()> {
        self.with(py, |state| {
            let object = object.find(&state.scene)?;
            Ok(state.scene.remove(object)?)
        })
    }

    /// Gives an object another name.
    fn rename(&self, py: Python, object: ObjectRef, name: String) -> PyResult<()> {
        self.with(py, |state| {
            let object = object.find(&state.scene)?;
            Ok(state.scene.rename(object, name)?)
        })
    }

    /// Moves an object by a matrix of (3, 4) or (4, 4), from where it is now.
    ///
    /// Positions are rounded, so that many small moves add up: where that matters, keep the first positions and
    /// `move` the object to what they become.
    fn transform(&self, py: Python, object: ObjectRef, matrix: &Bound<PyAny>) -> PyResult<()> {
        let matrix = py.import("jostle._arrays")?.getattr("affine")?.call1((matrix,))?;
        let matrix: PyReadonlyArray2<f64> = matrix.extract()?;
        let matrix = matrix.as_array();
        let column = |j: usize| DVec3::new(matrix[[0, j]], matrix[[1, j]], matrix[[2, j]]);
        let linear = DMat3::from_cols(column(0), column(1), column(2));
        let affine = DAffine3::from_mat3_translation(linear, column(3));
        self.with(py, |state| {
            let object = object.find(&state.scene)?;
            Ok(state.scene.transform(object, &affine)?)
        })
    }

    /// Says whether an object is compared with itself.
    #[pyo3(signature = (object, self_collision=true))]
    fn set_self_collision(
        &self,
        py: Python,
        object: ObjectRef,
        self_collision: bool,
    ) -> PyResult<()> {
        self.with(py, |state| {
            let object = object.find(&state.scene)?;
            Ok(state.scene.set_self_collision(object, self_collision)?)
        })
    }

    /// Says which objects an object is compared with: two are if the mask of each has a bit of the other's
    /// membership.
    fn set_layers(
        &self,
        py: Python,
        object: ObjectRef,
        membership: u32,
        mask: u32,
    ) -> PyResult<()> {
        self.with(py, |state| {
            let object = object.find(&state.scene)?;
            Ok(state.scene.set_layers(object, Layers { membership, mask })?)
        })
    }

    /// The vertices of an object, as a copy.
    fn vertices<'py>(&self, py: Python<'py>, object: ObjectRef) -> PyResult<Bound<'py, PyAny>> {
        self.mesh(py, object)?.get_item(0)
    }

    /// The elements of an object, as a copy.
    fn elements<'py>(&self, py: Python<'py>, object: ObjectRef) -> PyResult<Bound<'py, PyAny>> {
        self.mesh(py, object)?.get_item(1)
    }

    /// An object as a `jostle.Mesh`, which has the vertices where they are now.
    fn mesh<'py>(&self, py: Python<'py>, object: ObjectRef) -> PyResult<Bound<'py, PyAny>> {
        let mesh = self.with(py, |state| {
            let object = object.find(&state.scene)?;
            Ok(state.scene.mesh(object)?)
        })?;
        arrays::mesh_to_python(py, mesh)
    }

    /// The box around an object: its least and its greatest coordinates, as (2, 3).
    fn bounds(&self, py: Python, object: ObjectRef) -> PyResult<Py<numpy::PyArray2<f64>>> {
        let bounds = self.with(py, |state| {
            let object = object.find(&state.scene)?;
            Ok(state.scene.bounds(object)?)
        })?;
        arrays::points(py, vec![bounds.min, bounds.max])
    }

    /// The number of the object with a name.
    fn find(&self, py: Python, name: String) -> PyResult<usize> {
        self.with(py, |state| Ok(ObjectRef::Name(name).find(&state.scene)?.index()))
    }

    /// The names of the objects, in the order of their numbers; `None` for those that were removed.
    #[getter]
    fn names(&self, py: Python) -> PyResult<Vec<Option<String>>> {
        self.with(py, |state| {
            let objects = state.scene.objects().iter();
            Ok(objects.map(|own| (!own.is_removed()).then(|| own.name().to_owned())).collect())
        })
    }

    /// How many elements all objects have.
    #[getter]
    fn element_count(&self, py: Python) -> PyResult<usize> {
        self.with(py, |state| Ok(state.scene.element_count()))
    }

    /// How many vertices all objects have.
    #[getter]
    fn vertex_count(&self, py: Python) -> PyResult<usize> {
        self.with(py, |state| Ok(state.scene.vertices().len()))
    }

    /// Another scene with the same objects.
    fn copy(&self, py: Python) -> PyResult<Scene> {
        let scene = self.with(py, |state| Ok(state.scene.clone()))?;
        Ok(Scene::from_scene(scene))
    }

    fn __copy__(&self, py: Python) -> PyResult<Scene> {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python, _memo: &Bound<PyAny>) -> PyResult<Scene> {
        self.copy(py)
    }

    /// How many objects were added, those that were removed among them.
    fn __len__(&self, py: Python) -> PyResult<usize> {
        self.with(py, |state| Ok(state.scene.objects().len()))
    }

    fn __contains__(&self, py: Python, name: &str) -> PyResult<bool> {
        self.with(py, |state| {
            let mut objects = state.scene.objects().iter();
            Ok(objects.any(|own| !own.is_removed() && own.name() == name))
        })
    }

    fn __repr__(&self, py: Python) -> PyResult<String> {
        self.with(py, |state| {
            /// More objects are only counted.
            const SHOWN: usize = 6;
            let objects = state.scene.objects();
            let shown = objects.iter().take(SHOWN).map(|own| match own.is_removed() {
                true => format!("'{}' removed", own.name()),
                false => {
                    let count = own.elements().len();
                    let word = if count == 1 { own.kind().noun() } else { own.kind().plural() };
                    format!("'{}' {} {word}", own.name(), grouped(count))
                }
            });
            let mut words: Vec<String> = shown.collect();
            if objects.len() > SHOWN {
                words.push(format!("and {} more", grouped(objects.len() - SHOWN)));
            }
            let word = if objects.len() == 1 { "object" } else { "objects" };
            let head = format!("<jostle.Scene of {} {word}", grouped(objects.len()));
            Ok(match words.is_empty() {
                true => format!("{head}>"),
                false => format!("{head}: {}>", words.join(", ")),
            })
        })
    }
}

/// Adds a mesh; one of many elements is checked and copied by all threads, without Python's lock.
fn add(py: Python, scene: &mut jostle::Scene, name: String, mesh: Mesh) -> PyResult<ObjectId> {
    let is_small = mesh.element_count() <= FEW;
    let work = move || -> Answer<ObjectId> { Ok(scene.add(name, mesh)?) };
    Ok(match is_small {
        true => on_this_thread(work)??,
        false => py.detach(|| on_threads(None, work))??,
    })
}

/// A scene of meshes, which are called by their numbers.
#[pyfunction]
pub fn scene_of_meshes(
    py: Python,
    meshes: &Bound<PyTuple>,
    self_collision: bool,
) -> PyResult<Scene> {
    let mut scene = jostle::Scene::new();
    for (number, mesh) in meshes.iter().enumerate() {
        let mesh = arrays::mesh(&mesh)?;
        let object = add(py, &mut scene, number.to_string(), mesh)?;
        scene.set_self_collision(object, self_collision).map_err(Refusal::from)?;
    }
    Ok(Scene::from_scene(scene))
}

impl Scene {
    pub fn from_scene(scene: jostle::Scene) -> Scene {
        Scene { shared: Shared::new(scene) }
    }

    fn add_mesh(
        &self,
        py: Python,
        name: String,
        mesh: Mesh,
        self_collision: bool,
        layers: Option<(u32, u32)>,
    ) -> PyResult<usize> {
        let mut taken = self.take(py)?;
        let object = add(py, &mut taken.scene, name, mesh)?;
        let scene = &mut taken.scene;
        scene.set_self_collision(object, self_collision).map_err(Refusal::from)?;
        if let Some((membership, mask)) = layers {
            scene.set_layers(object, Layers { membership, mask }).map_err(Refusal::from)?;
        }
        Ok(object.index())
    }
}
