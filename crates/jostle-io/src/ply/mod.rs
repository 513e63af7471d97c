//! Stanford PLY. The header describes the content, and the content is read as described; what is not
//! geometry is skipped.

mod fast;
mod header;
mod read;
mod write;

pub(crate) use read::read;
pub(crate) use write::write;
