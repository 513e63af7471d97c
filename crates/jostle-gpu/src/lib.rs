//! The queries of [`jostle`] on any GPU that wgpu reaches, and in software where there is none: the
//! same exact pairs, in the same order.
//!
//! Kernels decide with a proven error bound: yes, no or unsure. The few pairs they are unsure of are
//! settled by the exact test on the CPU. Nothing is ever dropped: a list that had too little room is
//! made larger, and the frame runs again.
//!
//! ```no_run
//! use jostle::mesh::shapes;
//! use jostle::{Query, Scene};
//! use jostle_gpu::GpuEngine;
//!
//! let mut scene = Scene::new();
//! let ball = scene.add("ball", shapes::icosphere(6, 1.0))?;
//! scene.set_self_collision(ball, true)?;
//! let mut engine = GpuEngine::new()?;
//! for frame in 0..10 {
//!     scene.vertices_mut(ball)?.iter_mut().for_each(|v| v.z *= 0.99);
//!     println!("{frame}: {} pairs", engine.collide(&scene, &Query::default())?.pair_count());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The road
//!
//! | stage | a workgroup takes |
//! | --- | --- |
//! | boxes | a cluster of elements that hang together, about 64 |
//! | stars | vertices: which have neighbours that are seen not to collide |
//! | bundles | 64 clusters in a row; crowds of 64 bundles, which meet all crowds, and then their bundles |
//! | near | two bundles with overlapping boxes: their clusters |
//! | candidates | two clusters with overlapping boxes: their elements |
//! | narrow | candidates, one a thread, with numbers of 32 bits |
//! | again | those of which it was unsure, with numbers of 64 bits where the device has them |
//! | sort | pairs, digit by digit |
#![warn(missing_docs)]
#![forbid(unsafe_code)]

mod auto;
mod buffers;
mod counts;
mod device;
mod engine;
mod error;
mod frame;
mod growing;
mod inspection;
mod layouts;
mod pipelines;
mod record;
mod report;
mod resident;
mod settle;
mod topology;

pub use auto::{AutoEngine, Side};
pub use device::{AdapterReport, Choice, Precision, adapters};
pub use engine::GpuEngine;
pub use error::GpuError;
pub use inspection::Inspection;
pub use pipelines::Stage;
pub use record::Search;
pub use report::GpuReport;
pub use resident::{DevicePairs, Layout};
