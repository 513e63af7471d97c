//! The list of scenes: a module for each kind of promise, one program for all.

mod promises;
mod steps;
