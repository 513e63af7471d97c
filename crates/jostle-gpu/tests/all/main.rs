//! The GPU engine beside the CPU: a module for each promise, one program for all.

mod agreement;
mod bodies;
mod collide_on_device;
mod failures;
mod layers;
mod public_api;
mod stages;
mod torn;
