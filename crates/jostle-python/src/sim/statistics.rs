//! What a step came to.

use pyo3::prelude::*;

/// What a step came to, and what it cost.
///
/// >>> import jostle
/// >>> tower = jostle.sim.World.load("tower-static")
/// >>> tower.step()
/// 1
/// >>> tower.statistics.rigid_contacts > 0, tower.statistics.seconds > 0
/// (True, True)
#[pyclass(module = "jostle.sim", frozen)]
pub struct StepStatistics {
    pub own: jostle_sim::StepStatistics,
}

#[pymethods]
impl StepStatistics {
    /// Contacts of surfaces in the last search.
    #[getter]
    fn contacts(&self) -> usize {
        self.own.contacts
    }

    /// Contacts of rigid bodies in the last substep.
    #[getter]
    fn rigid_contacts(&self) -> usize {
        self.own.rigid_contacts
    }

    /// The most sweeps over the contacts of rigid bodies that a substep needed.
    #[getter]
    fn rigid_sweeps(&self) -> u32 {
        self.own.rigid_sweeps
    }

    /// The largest residual that a substep left, in metres per second.
    #[getter]
    fn residual(&self) -> f64 {
        self.own.residual
    }

    /// The deepest that anything was in anything, in metres.
    #[getter]
    fn deepest(&self) -> f64 {
        self.own.deepest
    }

    /// Impacts of cloth before they were corrected.
    #[getter]
    fn impacts(&self) -> usize {
        self.own.impacts
    }

    /// How often all was held where it was, as nothing else kept cloth from passing through something.
    #[getter]
    fn held(&self) -> usize {
        self.own.held
    }

    /// Faces of solids that broke.
    #[getter]
    fn broken(&self) -> usize {
        self.own.broken
    }

    /// Tetrahedra that cutters took away, and faces that they cut.
    #[getter]
    fn cut(&self) -> usize {
        self.own.cut
    }

    /// Seconds that the step took.
    #[getter]
    fn seconds(&self) -> f64 {
        self.own.seconds
    }

    /// Those of them in search of contacts and impacts.
    #[getter]
    fn collision_seconds(&self) -> f64 {
        self.own.collision_seconds
    }

    fn __repr__(&self) -> String {
        let own = &self.own;
        let contacts = own.contacts + own.rigid_contacts;
        let milliseconds = 1e3 * own.seconds;
        format!(
            "<jostle.sim.StepStatistics: {contacts} contacts, deepest {:.1e} m, {milliseconds:.1} ms>",
            own.deepest
        )
    }
}
