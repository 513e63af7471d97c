//! `World`: bodies, what acts on them, and time.

use super::frame_positions::FramePositions;
use super::statistics::StepStatistics;
use super::turns::{Taken, Turns};
use crate::arrays;
use crate::errors::{Answer, Refusal};
use crate::execution::{Threads, on_this_thread, on_threads, run};
use crate::scene::{ObjectRef, Scene};
use jostle::DVec3;
use jostle::candidates::Cancellation;
use jostle::contact::DepthMethod;
use jostle_sim::contact::ContactSettings;
use jostle_sim::integrate::IntegratorKind;
use jostle_sim::{Field, SceneFile, Settings};
use jostle_support::text::grouped;
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::PyBool;
use std::path::PathBuf;
use std::sync::Arc;

/// A world with what Python sees of it.
pub struct State {
    pub world: jostle_sim::World,
    pub positions: FramePositions,
    title: String,
    frames: u32,
}

/// A world of bodies that move, deform and collide.
///
/// It begins with nothing in it but gravity, as a scene that ships or a scene file (`World.load`), or as the text of one
/// (`World.parse`). Bodies are called by their numbers, in the order in which they were added, or by their names. Lengths are
/// in metres, masses in kilogram, times in seconds. Threads may share a world: one has it after the other.
///
/// step: the length of a step. searches: how often contacts are searched for in a step. substeps: in how many parts the
/// time between two searches is integrated. integrator: "position-based", "semi-implicit-euler", "velocity-verlet",
/// "runge-kutta-4" or "explicit-euler". tolerance: metres that positions may be off after a substep, which is split further
/// where they would be. thickness, slop, recovery and depth_method: how contacts are answered, as docs/simulator.md has them.
///
/// >>> import jostle
/// >>> world = jostle.sim.World()
/// >>> world.add_plane()
/// >>> world.add_solid("jelly", jostle.shapes.ball_tets(3, 0.5).translated([0, 0, 0.6]), young=3e4)
/// 0
/// >>> world.step(60)
/// 60
/// >>> bool(world.positions("jelly")[:, 2].min() > -0.01)
/// True
#[pyclass(module = "jostle.sim", frozen)]
pub struct World {
    turns: Arc<Turns<State>>,
}

impl World {
    fn from_file(file: SceneFile) -> World {
        let SceneFile { title, frames, world } = file;
        World::from_state(State { world, positions: FramePositions::default(), title, frames })
    }

    fn from_state(state: State) -> World {
        World { turns: Turns::new("world", state) }
    }

    pub fn take(&self, py: Python) -> PyResult<Taken<State>> {
        self.turns.take(py)
    }

    /// Does something short to the world.
    pub fn with<R: Send>(
        &self,
        py: Python,
        work: impl FnOnce(&mut State) -> Answer<R> + Send,
    ) -> PyResult<R> {
        let mut taken = self.take(py)?;
        Ok(on_this_thread(|| work(&mut taken))??)
    }
}

#[pymethods]
impl World {
    #[new]
    #[pyo3(signature = (*, step=1.0 / 60.0, searches=2, substeps=8, integrator="position-based", tolerance=None,
                        gravity=[0.0, 0.0, -9.81], thickness=None, slop=None, recovery=None, depth_method=None))]
    #[allow(clippy::new_without_default)]
    fn new(
        step: f64,
        searches: u32,
        substeps: u32,
        integrator: &str,
        tolerance: Option<f64>,
        gravity: [f64; 3],
        thickness: Option<f64>,
        slop: Option<f64>,
        recovery: Option<f64>,
        depth_method: Option<&str>,
    ) -> PyResult<World> {
        let names = IntegratorKind::ALL.map(IntegratorKind::name);
        let named = IntegratorKind::ALL.into_iter().find(|kind| kind.name() == integrator);
        let integrator = named
            .ok_or_else(|| Refusal::option("integrator", integrator, &names).of("SimError"))?;
        let mut contact = ContactSettings::default();
        contact.thickness = thickness.unwrap_or(contact.thickness);
        contact.slop = slop.unwrap_or(contact.slop);
        contact.recovery = recovery.unwrap_or(contact.recovery);
        if let Some(name) = depth_method {
            let names = DepthMethod::ALL.map(DepthMethod::name);
            let named = DepthMethod::ALL.into_iter().find(|method| method.name() == name);
            contact.depth_method = named
                .ok_or_else(|| Refusal::option("depth_method", name, &names).of("SimError"))?;
        }
        let settings = Settings { step, searches, substeps, integrator, tolerance, contact };
        let mut world = jostle_sim::World::new(settings).map_err(Refusal::from)?;
        let gravity = DVec3::from_array(gravity);
        if gravity != DVec3::ZERO {
            world.add_field(Field::Gravity(gravity)).map_err(Refusal::from)?;
        }
        let (title, frames, positions) = ("world".to_owned(), 600, FramePositions::default());
        Ok(World::from_state(State { world, positions, title, frames }))
    }

    /// The world of a scene that ships, by its name, or of a scene file, by its path; `jostle.sim.names()` has the names.
    ///
    /// >>> import jostle
    /// >>> drape = jostle.sim.World.load("drape")
    /// >>> drape.title, drape.names
    /// ('Drape', ['ball', 'cloth'])
    #[staticmethod]
    fn load(py: Python, scene: PathBuf) -> PyResult<World> {
        let scene = scene.display().to_string();
        let read = move || SceneFile::open(&scene).map_err(Refusal::from);
        Ok(World::from_file(py.detach(|| on_threads(None, read))??))
    }

    /// The world of a scene file's text. `folder` is where its mesh files are.
    ///
    /// >>> import jostle
    /// >>> text = '[[plane]]\n[[solid]]\nshape = { kind = "ball", radius = 0.5 }\nyuong = 2e4\n'
    /// >>> jostle.sim.World.parse(text)
    /// Traceback (most recent call last):
    ///     ...
    /// jostle._errors.SimError: the scene, line 4: 'yuong' is not known here; did you mean 'young'?
    #[staticmethod]
    #[pyo3(signature = (text, *, folder=PathBuf::from(".")))]
    fn parse(py: Python, text: String, folder: PathBuf) -> PyResult<World> {
        let read = move || SceneFile::parse(&text, "the scene", &folder).map_err(Refusal::from);
        let mut file = py.detach(|| on_threads(None, read))??;
        if file.title == "the scene" {
            file.title = "scene".to_owned();
        }
        Ok(World::from_file(file))
    }

    /// Advances by so many steps, and returns how many it made.
    ///
    /// `callback` is called with the world after each step, and ends it there if it returns `False`. It may read and change
    /// the world. Steps are made without Python's lock, on so many threads; positions do not depend on how many. Ctrl-C ends
    /// it between two steps.
    ///
    /// >>> import jostle
    /// >>> world = jostle.sim.World.load("tower-dynamic-1")
    /// >>> heights = []
    /// >>> world.step(5, callback=lambda own: heights.append(own.positions(7)[:, 2].max()))
    /// 5
    /// >>> len(heights), world.step(100, callback=lambda own: own.steps < 12)
    /// (5, 7)
    #[pyo3(signature = (steps=1, *, callback=None, threads=None))]
    fn step(
        slf: &Bound<World>,
        steps: u64,
        callback: Option<Bound<PyAny>>,
        threads: Option<Threads>,
    ) -> PyResult<u64> {
        let py = slf.py();
        // One at a time, so that others see the world between steps, and signals are heard.
        for made in 1..=steps {
            let mut taken = slf.get().take(py)?;
            let step = move || -> Answer<()> {
                taken.positions.expire();
                Ok(taken.world.step()?)
            };
            run(py, threads, &Cancellation::new(), step)??;
            if let Some(callback) = &callback {
                let answer = callback.call1((slf,))?;
                if answer.cast::<PyBool>().is_ok_and(|own| !own.is_true()) {
                    return Ok(made);
                }
            }
            py.check_signals()?;
        }
        Ok(steps)
    }

    /// Where the vertices of a body are, as (n, 3): an array that is read only, and a view.
    ///
    /// Positions of a frame are gathered once, when they are first asked for; all arrays of the frame look at that memory
    /// without a copy. They keep it: an array stays as it is when the world goes on, and when it is gone. Ask again after a
    /// step.
    ///
    /// >>> import jostle
    /// >>> import numpy as np
    /// >>> world = jostle.sim.World.load("drape")
    /// >>> before = world.positions("cloth")
    /// >>> np.shares_memory(before, world.positions("cloth")), before.flags.writeable
    /// (True, False)
    /// >>> world.step()
    /// 1
    /// >>> bool((world.positions("cloth")[:, 2] < before[:, 2]).all())
    /// True
    fn positions<'py>(
        &self,
        py: Python<'py>,
        body: ObjectRef,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let mut taken = self.take(py)?;
        let State { world, positions, .. } = &mut *taken;
        let object = body.find(world.scene())?;
        let part = world.scene().objects()[object.index()].vertices();
        positions.view(py, &world.state().positions, part)
    }

    /// How fast the vertices of a deformable body move, as (n, 3); those of a rigid body follow it, and have zeros.
    fn velocities(&self, py: Python, body: ObjectRef) -> PyResult<Py<PyArray2<f64>>> {
        let velocities = self.with(py, |state| {
            let object = body.find(state.world.scene())?;
            let part = state.world.scene().objects()[object.index()].vertices();
            Ok(state.world.state().velocities[part].to_vec())
        })?;
        arrays::points(py, velocities)
    }

    /// A body as a `jostle.Mesh`, which has the vertices where they are now.
    fn mesh<'py>(&self, py: Python<'py>, body: ObjectRef) -> PyResult<Bound<'py, PyAny>> {
        let mesh = self.with(py, |state| {
            let object = body.find(state.world.scene())?;
            Ok(state.world.scene().mesh(object)?)
        })?;
        arrays::mesh_to_python(py, mesh)
    }

    /// All bodies as they are now, as a `jostle.Scene` of its own that any query can be asked about.
    ///
    /// >>> import jostle
    /// >>> world = jostle.sim.World.load("drape")
    /// >>> world.step(20)
    /// 20
    /// >>> bool(world.scene().collide())
    /// False
    fn scene(&self, py: Python) -> PyResult<Scene> {
        let scene = self.with(py, |state| Ok(state.world.scene().clone()))?;
        Ok(Scene::from_scene(scene))
    }

    /// The number of the body with a name.
    fn find(&self, py: Python, name: String) -> PyResult<usize> {
        self.with(py, |state| Ok(ObjectRef::Name(name).find(state.world.scene())?.index()))
    }

    /// The names of the bodies, in the order of their numbers.
    #[getter]
    fn names(&self, py: Python) -> PyResult<Vec<String>> {
        self.with(py, |state| {
            Ok(state.world.scene().objects().iter().map(|own| own.name().to_owned()).collect())
        })
    }

    /// What it is called.
    #[getter]
    fn title(&self, py: Python) -> PyResult<String> {
        self.with(py, |state| Ok(state.title.clone()))
    }

    /// How many steps a scene takes to come to rest, as its file says.
    #[getter]
    fn frames(&self, py: Python) -> PyResult<u32> {
        self.with(py, |state| Ok(state.frames))
    }

    /// How long it has advanced.
    #[getter]
    fn time(&self, py: Python) -> PyResult<f64> {
        self.with(py, |state| Ok(state.world.time()))
    }

    /// How many steps it has made.
    #[getter]
    fn steps(&self, py: Python) -> PyResult<u64> {
        self.with(py, |state| Ok(state.world.steps()))
    }

    /// What the last step came to.
    #[getter]
    fn statistics(&self, py: Python) -> PyResult<StepStatistics> {
        self.with(py, |state| Ok(StepStatistics { own: *state.world.statistics() }))
    }

    /// Energy of motion, in joule.
    #[getter]
    fn kinetic_energy(&self, py: Python) -> PyResult<f64> {
        self.with(py, |state| Ok(state.world.kinetic_energy()))
    }

    /// Energy of deformation and in fields, in joule.
    #[getter]
    fn potential_energy(&self, py: Python) -> PyResult<f64> {
        self.with(py, |state| Ok(state.world.potential_energy()))
    }

    /// The momentum of all that can move.
    #[getter]
    fn momentum(&self, py: Python) -> PyResult<Py<PyArray1<f64>>> {
        let momentum = self.with(py, |state| Ok(state.world.momentum()))?;
        Ok(arrays::point(py, momentum))
    }

    /// How many bodies there are.
    fn __len__(&self, py: Python) -> PyResult<usize> {
        self.with(py, |state| Ok(state.world.scene().objects().len()))
    }

    fn __contains__(&self, py: Python, name: &str) -> PyResult<bool> {
        self.with(py, |state| {
            Ok(state.world.scene().objects().iter().any(|own| own.name() == name))
        })
    }

    fn __repr__(&self, py: Python) -> PyResult<String> {
        self.with(py, |state| {
            let bodies = state.world.scene().objects().len();
            let word = if bodies == 1 { "body" } else { "bodies" };
            Ok(format!(
                "<jostle.sim.World '{}' of {} {word} at {:.3} s>",
                state.title,
                grouped(bodies),
                state.world.time()
            ))
        })
    }
}
