//! The one list of scenes: bodies that move, deform, tear and fall apart by formula, as the papers'
//! benchmarks do, for tests, benchmarks and pictures.
//!
//! ```
//! use jostle::{Query, Workspace};
//! use jostle_scenes::{SceneOptions, find};
//!
//! let falling = find("buddha-and-armadillo")?; // The papers' names are aliases.
//! assert_eq!(falling.name, "falling");
//! let mut animated = falling.build(&SceneOptions::with_resolution(0))?;
//! let mut workspace = Workspace::new();
//! let mut most = 0;
//! for frame in (0..falling.frames).step_by(20) {
//!     let scene = animated.set_frame(frame)?;
//!     most = most.max(workspace.collide(scene, &Query::default())?.pair_count());
//! }
//! assert!(most > 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A scene is the same, bit for bit, on every machine: sines and cosines are computed here,
//! and random numbers have seeds. A frame depends on its number only, not on the frames
//! shown before it.
//!
//! Bodies can be replaced by meshes from files ([`SceneOptions::meshes`]): motions are maps of space, and
//! carry along whatever is put in the box of the body.
#![warn(missing_docs)]
#![forbid(unsafe_code)]

mod animated_scene;
mod body;
mod cloth;
mod definition;
mod error;
mod figure;
mod fracture;
mod mesh_replacement;
mod motion;
mod options;
mod rotation;
mod scenes;

pub use animated_scene::AnimatedScene;
pub use definition::{Coverage, RESOLUTIONS, SceneDefinition};
pub use error::Error;
pub use mesh_replacement::Replacement;
pub use options::SceneOptions;
pub use scenes::ALL;

/// The scene with a name or an alias; underscores read as hyphens.
///
/// ```
/// assert_eq!(jostle_scenes::find("bunny_and_planck")?.name, "dented");
/// let error = jostle_scenes::find("bunny").unwrap_err();
/// assert!(error.to_string().contains("pass-through, "));
/// # Ok::<(), jostle_scenes::Error>(())
/// ```
pub fn find(name: &str) -> Result<&'static SceneDefinition, Error> {
    let plain = name.replace('_', "-").to_lowercase();
    ALL.iter()
        .find(|scene| scene.name == plain || scene.aliases.contains(&plain.as_str()))
        .ok_or_else(|| Error::NoSuchScene { name: name.to_owned() })
}
