//! Stanford PLY. The header describes the content, and the content is read as described; what is not
//! geometry is skipped.

mod fixed_stride;
mod header;
mod read;
mod stream;
mod write;

pub(crate) use read::read;
pub(crate) use stream::read as read_stream;
pub(crate) use write::write;
