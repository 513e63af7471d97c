//! What a step came to.

use crate::contact::guard::GuardOutcome;
use crate::contact::rigid::RigidOutcome;

/// What a step came to, and what it cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepStatistics {
    /// Contacts of surfaces in the last search.
    pub contacts: usize,
    /// Contacts of rigid bodies in the last substep.
    pub rigid_contacts: usize,
    /// The most sweeps that a substep needed.
    pub rigid_sweeps: u32,
    /// The largest residual that a substep left, in metres per second.
    pub residual: f64,
    /// The deepest that anything was in anything.
    pub deepest: f64,
    /// Impacts of cloth before they were corrected.
    pub impacts: usize,
    /// The most rounds that correcting them took.
    pub impact_rounds: usize,
    /// Vertices that moved as one with others.
    pub in_zones: usize,
    /// How often everything was held where it was.
    pub held: usize,
    /// Faces that broke.
    pub broken: usize,
    /// Tetrahedra that cutters took away, and faces that they cut.
    pub cut: usize,
    /// Seconds spent in searches for contacts and impacts.
    pub collision_seconds: f64,
    /// Seconds in all.
    pub seconds: f64,
}

impl StepStatistics {
    pub(crate) fn add_rigid(&mut self, outcome: &RigidOutcome) {
        self.rigid_contacts = outcome.contacts;
        self.rigid_sweeps = self.rigid_sweeps.max(outcome.sweeps);
        self.residual = self.residual.max(outcome.residual);
        self.deepest = self.deepest.max(outcome.deepest);
    }

    pub(crate) fn add_guard(&mut self, outcome: &GuardOutcome) {
        self.impacts += outcome.impacts;
        self.impact_rounds = self.impact_rounds.max(outcome.rounds);
        self.in_zones += outcome.in_zones;
        self.held += usize::from(outcome.is_held);
    }
}
