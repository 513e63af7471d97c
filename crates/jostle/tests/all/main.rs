//! The library as its users see it: a module for each question, one program for all.

mod cancellation;
mod collide;
mod common_part;
mod contact;
mod convex;
mod distance;
mod filters;
mod freeness;
mod impact;
mod layered;
mod layers;
mod object_depth;
mod point_depth;
mod public_api;
mod rays;
mod regressions;
mod reservations;
mod reserved_frames;
mod session;
mod staged;
mod torn;
mod warm_curves;
mod warm_depths;
mod warm_frames;
mod warm_layers;
mod warm_near;
mod warm_refits;
mod warm_steps;
mod warm_views;
mod within;

use jostle_testing::CountingAllocator;

/// Counts allocations for tests that run alone (`jostle_testing::alone`).
#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new();
