//! Recordings: frames of a world, written as they come and played in any order.

use super::turns::Turns;
use super::world::World;
use crate::arrays;
use crate::errors::{Answer, Refusal};
use crate::execution::on_threads;
use crate::scene::{ObjectRef, Scene};
use jostle_sim::recording;
use jostle_support::text::grouped;
use numpy::PyArray2;
use pyo3::prelude::*;
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::sync::Arc;

type FileRecorder = recording::Recorder<File>;

/// Records frames of a world in a file, each at once: what was written stays, whatever comes after.
///
/// `record` can be the callback of steps. `jostle play` and `jostle bench` take the file too.
///
/// >>> import jostle, tempfile, pathlib
/// >>> folder = tempfile.TemporaryDirectory()
/// >>> path = pathlib.Path(folder.name) / "tower.rec"
/// >>> world = jostle.sim.World.load("tower-static")
/// >>> with jostle.sim.Recorder(path) as recorder:
/// ...     recorder.record(world)
/// ...     world.step(10, callback=recorder.record)
/// 10
/// >>> jostle.sim.Recording(path).frames
/// 11
#[pyclass(module = "jostle.sim", frozen)]
pub struct Recorder {
    turns: Arc<Turns<Option<FileRecorder>>>,
    path: String,
}

#[pymethods]
impl Recorder {
    #[new]
    fn new(path: PathBuf) -> PyResult<Recorder> {
        let own = FileRecorder::create(&path).map_err(Refusal::from)?;
        let path = path.display().to_string();
        Ok(Recorder { turns: Turns::new("recorder", Some(own)), path })
    }

    /// Adds the world as it is as a frame.
    fn record(&self, py: Python, world: &World) -> PyResult<()> {
        let mut recorder = self.turns.take(py)?;
        let state = world.take(py)?;
        let record = move || -> Answer<()> {
            match &mut *recorder {
                Some(recorder) => Ok(recorder.record(state.world.scene())?),
                None => {
                    Err(Refusal::new("RecordingError", "the recording is closed; make another"))
                }
            }
        };
        Ok(py.detach(record)?)
    }

    /// How many frames were recorded; none is known of one that is closed.
    #[getter]
    fn frames(&self, py: Python) -> PyResult<Option<u32>> {
        Ok(self.turns.take(py)?.as_ref().map(FileRecorder::frames))
    }

    /// Closes the file. All frames are in it already.
    fn close(&self, py: Python) -> PyResult<()> {
        *self.turns.take(py)? = None;
        Ok(())
    }

    fn __enter__(slf: Bound<Recorder>) -> Bound<Recorder> {
        slf
    }

    fn __exit__(
        &self,
        py: Python,
        _kind: &Bound<PyAny>,
        _value: &Bound<PyAny>,
        _traceback: &Bound<PyAny>,
    ) -> PyResult<()> {
        self.close(py)
    }

    fn __repr__(&self) -> String {
        format!("<jostle.sim.Recorder of '{}'>", self.path)
    }
}

/// A recording, which plays its frames in any order: `scene` is where all is at the current one, frame 0 at first.
///
/// One that was cut off plays up to its last whole frame.
///
/// >>> import jostle, tempfile, pathlib
/// >>> folder = tempfile.TemporaryDirectory()
/// >>> path = pathlib.Path(folder.name) / "drape.rec"
/// >>> world = jostle.sim.World.load("drape")
/// >>> with jostle.sim.Recorder(path) as recorder:
/// ...     world.step(5, callback=recorder.record)
/// 5
/// >>> recording = jostle.sim.Recording(path)
/// >>> recording.set_frame(4)
/// >>> bool((recording.positions("cloth") == world.positions("cloth")).all())
/// True
/// >>> bool(recording.scene.collide())
/// False
#[pyclass(module = "jostle.sim", frozen)]
pub struct Recording {
    turns: Arc<Turns<recording::Player<BufReader<File>>>>,
    scene: Py<Scene>,
    path: String,
    frames: u32,
    is_cut_off: bool,
}

#[pymethods]
impl Recording {
    #[new]
    fn new(py: Python, path: PathBuf) -> PyResult<Recording> {
        let own = path.display().to_string();
        let open = || -> Answer<_> {
            let mut player = recording::Player::open(&path)?;
            if player.frames() == 0 {
                let message = format!("'{own}' has no whole frame; record it again");
                return Err(Refusal::new("RecordingError", message));
            }
            let scene = player.frame(0)?.clone();
            Ok((player, scene))
        };
        let (player, scene) = py.detach(|| on_threads(None, open))??;
        let (frames, is_cut_off) = (player.frames(), player.is_cut_off());
        let scene = Py::new(py, Scene::from_scene(scene))?;
        Ok(Recording {
            turns: Turns::new("recording", player),
            scene,
            path: own,
            frames,
            is_cut_off,
        })
    }

    /// How many whole frames there are.
    #[getter]
    fn frames(&self) -> u32 {
        self.frames
    }

    /// Whether something follows the last whole frame that is none.
    #[getter]
    fn is_cut_off(&self) -> bool {
        self.is_cut_off
    }

    /// The scene at the current frame; it is the same object for all frames.
    #[getter]
    fn scene(&self, py: Python) -> Py<Scene> {
        self.scene.clone_ref(py)
    }

    /// Moves the scene to a frame, counted from 0.
    fn set_frame(&self, py: Python, frame: u32) -> PyResult<()> {
        let mut player = self.turns.take(py)?;
        let play = || -> Answer<jostle::Scene> { Ok(player.frame(frame)?.clone()) };
        let moved = py.detach(|| on_threads(None, play))??;
        // Ids of topologies are those of the player's scene, so what was derived from them stays.
        self.scene.get().with(py, |state| {
            state.scene = moved;
            Ok(())
        })
    }

    /// Where the vertices of an object are at the current frame, as (n, 3).
    fn positions(&self, py: Python, object: ObjectRef) -> PyResult<Py<PyArray2<f64>>> {
        let positions = self.scene.get().with(py, |state| {
            let object = object.find(&state.scene)?;
            Ok(state.scene.vertices()[state.scene.objects()[object.index()].vertices()].to_vec())
        })?;
        arrays::points(py, positions)
    }

    /// How many whole frames there are.
    fn __len__(&self) -> usize {
        self.frames as usize
    }

    fn __repr__(&self) -> String {
        let frames = grouped(self.frames as usize);
        let cut = if self.is_cut_off { ", cut off" } else { "" };
        format!("<jostle.sim.Recording '{}' of {frames} frames{cut}>", self.path)
    }
}
