//! What the host tells the kernels.

use super::list_capacity::ListCapacity;
use bytemuck::{Pod, Zeroable};

/// The uniform buffer of `wgsl/params.wgsl`, which says what the fields are.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Params {
    pub clusters: u32,
    pub level1_nodes: u32,
    pub level2_nodes: u32,
    pub vertices: u32,
    pub slots: u32,
    pub capacity: ListCapacity,
    pub opaque_zero: u32,
    pub centre: [f32; 3],
    pub position_stride: u32,
    pub groups: u32,
    pub cells: u32,
}
