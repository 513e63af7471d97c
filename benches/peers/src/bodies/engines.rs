//! The engines, with their settings.

use super::jostle_bodies::JostleBodies;
use super::rapier_bodies::RapierBodies;
use super::scenes::Body;
use glam::{DQuat, DVec3};
use jostle_sim::Settings;
use std::error::Error;

/// Where all bodies are.
#[derive(Clone, Default)]
pub struct Snapshot {
    /// Centre and orientation of each box.
    pub boxes: Vec<(DVec3, DQuat)>,
    /// The vertices of all that deform.
    pub vertices: Vec<DVec3>,
}

/// An engine with bodies in it.
pub trait Engine: Send {
    /// Advances by a sixtieth of a second.
    fn step(&mut self) -> Result<(), Box<dyn Error + Send + Sync>>;

    /// Writes where all bodies are.
    fn read(&self, snapshot: &mut Snapshot);
}

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
