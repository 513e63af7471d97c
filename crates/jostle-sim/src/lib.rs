//! Bodies that deform, collide and come to rest.
#![warn(missing_docs)]
#![forbid(unsafe_code)]

pub mod body;
pub mod contact;
mod dragger;
pub mod energy;
mod error;
mod field;
mod fracture;
pub mod integrate;
mod linear_algebra;
mod random;
pub mod recording;
mod scene_file;
mod scenes;
pub mod shape_matching;
pub mod state;
mod world;

pub use dragger::{DragTarget, Dragger};
pub use error::SimError;
pub use field::Field;
pub use scene_file::{SceneFile, SceneFileError};
pub use scenes::{SCENES, ShippedScene};
pub use world::{BodyId, CutMode, Cutter, Settings, StepStatistics, World};
