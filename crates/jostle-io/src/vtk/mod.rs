//! Legacy VTK, ascii and binary, and the cell types that VTU shares with it.

pub(crate) mod cells;
mod legacy;
mod write;

pub(crate) use legacy::read;
pub(crate) use write::write;
