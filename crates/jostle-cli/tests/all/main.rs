//! The command line as scripts and people use it: a module for each command, one program for all.

mod bench;
mod check_pictures;
mod command_line;
mod common;
mod contacts;
mod depth;
mod distance;
mod gate;
mod impact;
mod inspect;
mod sim;
mod tour;
mod volume;
