//! An engine that moves bodies step by step, and where the bodies are.

use glam::{DQuat, DVec3};
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
