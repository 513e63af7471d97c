//! The simulator: a module for each kind of body or promise, one program for all.

mod cloth;
mod contacts;
mod cutting;
mod integrators;
mod rigid;
mod scene_files;
mod solids;
