//! The list of moving scenes that tests, benchmarks and pictures share.

use crate::errors::{Answer, Refusal};
use crate::execution::on_threads;
use crate::scene::Scene;
use jostle_scenes::{ALL, RESOLUTIONS, SceneOptions};
use pyo3::prelude::*;
use std::sync::{Mutex, PoisonError};

/// A scene whose bodies can be moved to any frame; `scene` is where they are now.
///
/// >>> import jostle
/// >>> falling = jostle.scenes.build("falling")
/// >>> falling.set_frame(falling.frames // 2)
/// >>> falling.scene.element_count > 1000
/// True
#[pyclass(module = "jostle", frozen)]
pub struct AnimatedScene {
    animated: Mutex<jostle_scenes::AnimatedScene>,
    scene: Py<Scene>,
}

#[pymethods]
impl AnimatedScene {
    /// The name, as `jostle bench` has it.
    #[getter]
    fn name(&self) -> &'static str {
        self.definition().name
    }

    /// What happens, in a sentence.
    #[getter]
    fn summary(&self) -> &'static str {
        self.definition().summary
    }

    /// How many frames there are.
    #[getter]
    fn frames(&self) -> usize {
        self.definition().frames
    }

    /// The scene at the current frame; it is the same object for all frames.
    #[getter]
    fn scene(&self, py: Python) -> Py<Scene> {
        self.scene.clone_ref(py)
    }

    /// Moves the scene to a frame, counted from 0.
    fn set_frame(&self, py: Python, frame: usize) -> PyResult<()> {
        let moved = py.detach(|| {
            on_threads(None, || -> Answer<jostle::Scene> {
                let mut animated = self.animated.lock().unwrap_or_else(PoisonError::into_inner);
                Ok(animated.set_frame(frame)?.clone())
            })?
        })?;
        // Ids of topologies are those of the scene that moves, so what was derived from them stays.
        self.scene.get().with(py, |state| {
            state.scene = moved;
            Ok(())
        })
    }

    fn __repr__(&self) -> String {
        let own = self.definition();
        format!("<jostle.AnimatedScene '{}' of {} frames: {}>", own.name, own.frames, own.summary)
    }
}

impl AnimatedScene {
    fn definition(&self) -> &'static jostle_scenes::SceneDefinition {
        self.animated.lock().unwrap_or_else(PoisonError::into_inner).definition()
    }
}

/// The names of all scenes.
#[pyfunction]
fn names() -> Vec<&'static str> {
    ALL.iter().map(|own| own.name).collect()
}

/// Builds a scene by its name or an alias.
///
/// resolution: 0 to 5, from 1,500 elements to a million; or `elements`, about how many. surfaces: bodies of
/// tetrahedra as their surfaces. self_collision: whether bodies are compared with themselves, all or none.
#[pyfunction]
#[pyo3(signature = (name, *, resolution=0, elements=None, surfaces=false, self_collision=None))]
fn build(
    py: Python,
    name: &str,
    resolution: usize,
    elements: Option<usize>,
    surfaces: bool,
    self_collision: Option<bool>,
) -> PyResult<AnimatedScene> {
    let options = SceneOptions {
        resolution,
        elements,
        surfaces,
        has_self_collision: self_collision,
        ..SceneOptions::default()
    };
    let definition = jostle_scenes::find(name).map_err(Refusal::from)?;
    let animated =
        py.detach(|| on_threads(None, || definition.build(&options).map_err(Refusal::from))?)?;
    let scene = Py::new(py, Scene::from_scene(animated.scene().clone()))?;
    Ok(AnimatedScene { animated: Mutex::new(animated), scene })
}

pub fn add_to(module: &Bound<PyModule>) -> PyResult<()> {
    module.add("RESOLUTIONS", RESOLUTIONS.to_vec())?;
    module.add_function(wrap_pyfunction!(names, module)?)?;
    module.add_function(wrap_pyfunction!(build, module)?)
}
