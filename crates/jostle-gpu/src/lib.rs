//! The queries of [`jostle`] on any GPU that wgpu reaches, and in software where there is none: the
//! same exact pairs, in the same order.
//!
//! Kernels decide with a proven error bound: yes, no or unsure. The few pairs they are unsure of are
//! decided by the exact test on the CPU. Nothing is ever dropped: a list that was too short is made
//! longer, and the frame runs again.
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
//! # Stages
//!
//! Clusters hold up to 128 neighbouring elements. 64 clusters in a row are a level 1 node, 64 of these a
//! level 2 node. Those of a topology that is new are made on the device, of elements along a curve; those of one that
//! stays are grown over the topology, on the host.
//!
//! | stage | a workgroup takes |
//! | --- | --- |
//! | topology | elements or vertices, where topology is new: clusters, and links of vertices |
//! | boxes | a cluster: the boxes of its elements, and its own |
//! | stars | vertices: which have a star without collisions |
//! | nodes | a node: its box; one and all others of level 2; two of level 2 that overlap: their level 1 nodes |
//! | cluster pairs | two level 1 nodes that overlap: their clusters |
//! | candidates | two clusters that overlap: their elements |
//! | narrow f32 | candidates, one a thread, with hi/lo pairs of `f32` |
//! | narrow f64 | those that `f32` was unsure of, where the device has `f64` |
//! | sort | pairs, digit by digit |
#![warn(missing_docs)]
#![forbid(unsafe_code)]

mod adapter;
mod auto;
mod bind_group_layouts;
mod bodies;
mod buffers;
mod cell_clusters;
mod cluster_labels;
mod collect_pairs;
mod collide_on_device;
#[cfg(test)]
mod conditions;
mod counters;
mod device;
mod engine;
mod error;
mod frame;
mod frame_commands;
mod frame_stage;
mod growable_buffer;
mod layers;
mod morton_code;
mod pipelines;
mod read_back;
mod report;
mod search_method;
mod shader_constants;
mod shader_sources;
mod stage_outputs;
mod topology;
mod upload_staging;
mod workgroups;

pub use adapter::{AdapterChoice, AdapterReport, Precision, adapters};
pub use auto::AutoEngine;
pub use collide_on_device::{DevicePairs, PositionFormat};
pub use engine::GpuEngine;
pub use error::GpuError;
pub use frame_stage::FrameStage;
pub use layers::{GpuLayerGenerator, LayerOrder};
pub use report::GpuReport;
pub use search_method::SearchMethod;
pub use stage_outputs::StageOutputs;
