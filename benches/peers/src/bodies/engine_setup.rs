//! The engines, with their settings.

use super::engine::Engine;
use super::jostle_bodies::JostleBodies;
use super::rapier_bodies::RapierBodies;
use super::scenes::Body;
use jostle_sim::Settings;
use std::error::Error;

/// An engine and how it is set.
#[derive(Clone, Copy)]
pub enum EngineSetup {
    /// As it comes: sixteen substeps and two searches a step.
    Jostle,
    /// Four substeps and one search, as many as rapier makes.
    JostleFourSubsteps,
    /// As it comes, which puts bodies at rest to sleep.
    Rapier,
    /// Never asleep, as Jostle's bodies are.
    RapierAwake,
}

impl EngineSetup {
    pub const ALL: [EngineSetup; 4] = [
        EngineSetup::Jostle,
        EngineSetup::JostleFourSubsteps,
        EngineSetup::Rapier,
        EngineSetup::RapierAwake,
    ];

    pub fn name(self) -> &'static str {
        match self {
            EngineSetup::Jostle => "Jostle",
            EngineSetup::JostleFourSubsteps => "Jostle, four substeps",
            EngineSetup::Rapier => "rapier",
            EngineSetup::RapierAwake => "rapier, never asleep",
        }
    }

    pub fn build(self, bodies: &[Body]) -> Result<Box<dyn Engine>, Box<dyn Error>> {
        let four = Settings { searches: 1, substeps: 4, ..Settings::default() };
        Ok(match self {
            EngineSetup::Jostle => Box::new(JostleBodies::new(bodies, Settings::default())?),
            EngineSetup::JostleFourSubsteps => Box::new(JostleBodies::new(bodies, four)?),
            EngineSetup::Rapier => Box::new(RapierBodies::new(bodies, true)),
            EngineSetup::RapierAwake => Box::new(RapierBodies::new(bodies, false)),
        })
    }
}
