//! Mesh files in and out: a module for each promise, one program for all.

mod damaged_files;
mod dialects;
mod element_numbers;
mod gltf_scene;
mod hostile_files;
mod not_a_mesh;
mod other_programs;
mod parts;
mod regressions;
mod round_trip;

use jostle_testing::CountingAllocator;

/// Counts allocations for tests that run alone (`jostle_testing::alone`).
#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new();
