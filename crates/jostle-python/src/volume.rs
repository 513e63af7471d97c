//! Volumes of solids, and what two have in common.

use crate::arrays::point;
use crate::execution::Threads;
use crate::scene::{ObjectRef, Scene};
use jostle::volume;
use numpy::PyArray1;
use pyo3::prelude::*;

/// What two solids have in common.
#[pyclass(module = "jostle", frozen, get_all)]
pub struct Overlap {
    /// Its volume.
    volume: f64,
    /// The area of its surface.
    area: f64,
    /// Its centre of mass; `None` if there is nothing.
    centroid: Option<Py<PyArray1<f64>>>,
    /// What the volume may be off by.
    error: f64,
}

#[pymethods]
impl Overlap {
    fn __float__(&self) -> f64 {
        self.volume
    }

    fn __repr__(&self) -> String {
        format!("<jostle.Overlap: volume {:?}, area {:?}>", self.volume, self.area)
    }
}

#[pymethods]
impl Scene {
    /// The volume of a solid: a closed and oriented surface, or a body of tetrahedra.
    ///
    /// >>> import jostle
    /// >>> jostle.Scene({"box": jostle.shapes.box_surface([1, 2, 3])}).volume("box")
    /// 6.0
    fn volume(&self, py: Python, object: ObjectRef) -> PyResult<f64> {
        self.ask(py, false, None, move |state| {
            let object = object.find(&state.scene)?;
            Ok(volume::of(&state.scene, object)?)
        })
    }

    /// What two solids have in common: its volume, the area of its surface and its centre.
    ///
    /// >>> import jostle
    /// >>> scene = jostle.Scene({"a": jostle.shapes.box_surface([2, 2, 2]), "b": jostle.shapes.box_surface([2, 2, 2])})
    /// >>> scene.move("b", scene.vertices("b") + [1.5, 0.25, 0.125])
    /// >>> round(scene.overlap("a", "b").volume, 12)
    /// 1.640625
    #[pyo3(signature = (a, b, *, threads=None))]
    fn overlap(
        &self,
        py: Python,
        a: ObjectRef,
        b: ObjectRef,
        threads: Option<Threads>,
    ) -> PyResult<Overlap> {
        let found = self.ask(py, true, threads, move |state| {
            let (a, b) = (a.find(&state.scene)?, b.find(&state.scene)?);
            Ok(volume::overlap_in(state.engines.workspace.session(), &state.scene, a, b)?)
        })?;
        Ok(Overlap {
            volume: found.volume,
            area: found.area,
            centroid: found.centroid.map(|centre| point(py, centre)),
            error: found.error,
        })
    }
}
