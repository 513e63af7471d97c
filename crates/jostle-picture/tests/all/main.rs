//! Pictures and animations: a module for each kind, one program for all.

mod animations;
mod coarse_meshes;
mod pictures;
