//! Bodies that deform, collide and come to rest.
//!
//! # A first world
//!
//! A [`World`] has bodies ([`body`]), what acts on them ([`Field`], [`contact::Plane`], draggers, cutters) and a clock.
//! [`World::step`] advances it; [`World::scene`] is where everything is, as a [`jostle::Scene`] that any query can be asked
//! about.
//!
//! ```
//! use jostle::{DVec3, Query, collide, mesh::shapes};
//! use jostle_sim::body::{Rigid, Solid, SolidMaterial};
//! use jostle_sim::contact::Plane;
//! use jostle_sim::{Field, Settings, World};
//!
//! let mut world = World::new(Settings::default())?;
//! world.add_field(Field::Gravity(DVec3::Z * -9.81))?;
//! world.add_plane(Plane::ground(0.0))?;
//! let jelly = shapes::ball_tets(3, 0.5).translated(DVec3::Z * 0.6);
//! world.add_solid(&Solid::new("jelly", jelly, SolidMaterial::elastic(3e4)))?;
//! let crate_mesh = shapes::box_surface(DVec3::splat(0.5), [2; 3]).translated(DVec3::Z * 1.5);
//! world.add_rigid(&Rigid { density: 200.0, ..Rigid::new("crate", crate_mesh) })?;
//! for _ in 0..60 {
//!     world.step()?;
//! }
//! assert!(world.statistics().deepest < 0.02);
//! # Ok::<(), jostle_sim::SimError>(())
//! ```
//!
//! # From a file
//!
//! [`SceneFile`] reads a world from TOML, and [`SCENES`] are those that ship. A [`recording`] keeps frames to the last bit.
//!
//! ```
//! use jostle_sim::ShippedScene;
//! use jostle_sim::recording::{Player, Recorder};
//! use std::io::Cursor;
//!
//! let mut tower = ShippedScene::find("tower-static").expect("it ships").load()?;
//! let mut recorder = Recorder::new(Vec::new(), "tower")?;
//! for _ in 0..10 {
//!     tower.world.step()?;
//!     recorder.record(tower.world.scene())?;
//! }
//! let mut player = Player::new(Cursor::new(recorder.into_target()), "tower")?;
//! assert_eq!(player.frame(9)?.vertices(), tower.world.scene().vertices());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What a step is
//!
//! A step has several searches for contacts, and several substeps between them ([`Settings`]). Deformable solids are
//! pushed apart by the consistent depths of their vertices and edges, rigid bodies by simultaneous impulses, and cloth is
//! guarded by continuous detection: no step ends where its surface passed through another ([`contact`]). All of it is the
//! same to the last bit for any number of threads.
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
