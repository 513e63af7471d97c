//! glTF 2.0 and GLB: the triangles of the scene, each node's transform applied.

mod accessor;
mod buffers;
mod container;
mod document;
mod read;
mod scene;

pub(crate) use read::read;
