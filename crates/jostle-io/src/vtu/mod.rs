//! VTU: an unstructured grid as XML, its arrays in decimals, base64 or raw bytes, plain or compressed.

mod array;
mod read;
mod write;

pub(crate) use read::read;
pub(crate) use write::{write, write_mixed, write_polylines};
