//! What the tests of several crates share.
//!
//! - [`random_scene`]: small scenes with as many special cases as possible, by seed.
//! - [`hard_scene`]: larger scenes that are hard on the engine's shortcuts, and [`check_hard_scene`].
//! - [`random_pairs`]: two elements that are near each other or share corners.
//! - [`BruteForce`]: the answer to every query of a scene, from all its pairs, without a broad phase.
//! - [`check_within`]: queries for pairs within a distance, and with exclusions, against brute force.
//! - [`check_near_contacts`]: features near each other, against brute force.
//! - [`CountingAllocator`]: how much a test allocates.
//! - [`alone!`]: the rest of a test in a process in which no other test runs.
//! - [`share_of`]: how many seeds of a long test run by default.
//! - [`TemporaryFolder`]: a place for the files of a test.
//! - [`SplitMix64`]: random numbers by seed, the oracle's generator.
//! - `mesh_files` and `reader_fuzzing`, with the feature `mesh-files`: mesh files of all formats, and
//!   damaged ones.
//! - `public_api`, with the feature `public-api`: the public items of a crate, from its source.
//!
//! ```
//! use jostle::{Query, collide};
//! use jostle_testing::{BruteForce, random_scene};
//!
//! for seed in 0..10 {
//!     let scene = random_scene(seed);
//!     let expected = BruteForce::from_scene(&scene);
//!     expected.check_pairs(&collide(&scene, &Query::all_pairs()).unwrap()).unwrap();
//! }
//! ```
#![warn(missing_docs)]

mod alone;
mod brute_force;
mod counting_allocator;
mod equality;
mod hard_scenes;
mod impact_check;
#[cfg(feature = "mesh-files")]
pub mod mesh_files;
mod near_check;
mod near_contact_check;
mod on_threads;
#[cfg(feature = "public-api")]
pub mod public_api;
pub mod random_pairs;
mod random_scene;
#[cfg(feature = "mesh-files")]
pub mod reader_fuzzing;
mod share;
mod temporary_folder;

#[doc(hidden)]
pub use alone::runs_alone;
pub use brute_force::{
    BruteForce, brute_force_pairs, candidate_pairs, near_pairs, overlapping_pairs, query_pairs,
};
pub use counting_allocator::{Allocations, CountingAllocator};
pub use equality::check_equal;
pub use hard_scenes::{
    HardSceneCheck, HardSceneFamily, SceneChange, WorkspaceStep, check_hard_scene,
    check_workspace_steps, hard_scene, workspace_steps,
};
pub use impact_check::{
    ImpactTimes, brute_force_impacts, check_impacts, check_near_impacts, check_random_impacts,
    check_random_near_impacts, random_end,
};
pub use jostle_oracle::cases::SplitMix64;
pub use near_check::check_within;
pub use near_contact_check::{check_near_contacts, check_random_near_contacts};
pub use on_threads::on_threads;
pub use random_scene::random_scene;
pub use share::share_of;
pub use temporary_folder::TemporaryFolder;
