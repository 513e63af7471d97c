//! The commands, a module each.

pub mod bench;
pub mod check;
pub mod closest;
pub mod contacts;
pub mod depth;
pub mod distance;
pub mod gpu;
pub mod impact;
pub mod info;
pub mod inspect;
pub mod play;
pub mod ray;
pub mod shell;
pub mod sim;
pub mod volume;
