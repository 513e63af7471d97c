//! glTF 2.0 and GLB: the triangles of the scene, each node's transform applied.

mod buffers;
mod read;

pub(crate) use read::read;
