//! Files that appear whole or not at all.
//!
//! Every crate of Jostle that writes files does it this way, so that nobody ever reads half of one, not even
//! after an interrupt.

mod new_file;

pub use new_file::{NewFile, remove_unfinished_files};
