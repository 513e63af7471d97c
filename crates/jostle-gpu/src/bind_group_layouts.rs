//! Which buffers kernels see, in the order in which the WGSL files bind them.

use crate::device::Device;
use crate::shader_sources::KernelLayout;
use wgpu::{BindGroup, BindGroupLayout, Buffer, BufferBindingType};

const UNIFORM: BufferBindingType = BufferBindingType::Uniform;
const READ: BufferBindingType = BufferBindingType::Storage { read_only: true };
const READ_WRITE: BufferBindingType = BufferBindingType::Storage { read_only: false };

/// The layouts of all bind groups.
#[derive(Debug)]
pub(crate) struct BindGroupLayouts {
    /// Parameters, counters, five lists of topology and positions, and what is written.
    pub scene: BindGroupLayout,
    /// Parameters, counters, from, to, table, digit.
    pub sort: BindGroupLayout,
    /// Parameters, counters, from, to, vertices.
    pub positions: BindGroupLayout,
    /// Parameters, counters, positions, corners and groups of the scene, and what is made of them.
    pub cells: BindGroupLayout,
}

impl BindGroupLayouts {
    pub fn new(device: &Device) -> BindGroupLayouts {
        let scene = [[UNIFORM, READ_WRITE].as_slice(), &[READ; 5], &[READ_WRITE; 8]].concat();
        let sort = [UNIFORM, READ_WRITE, READ, READ_WRITE, READ_WRITE, UNIFORM];
        let positions = [UNIFORM, READ_WRITE, READ, READ_WRITE, READ_WRITE];
        let cells = [[UNIFORM, READ_WRITE].as_slice(), &[READ; 3], &[READ_WRITE; 8]].concat();
        BindGroupLayouts {
            scene: layout(device, "scene", &scene),
            sort: layout(device, "sort", &sort),
            positions: layout(device, "positions", &positions),
            cells: layout(device, "cells", &cells),
        }
    }

    /// The bind groups of a kernel.
    pub fn kernel(&self, layout: KernelLayout) -> Vec<Option<&BindGroupLayout>> {
        match layout {
            KernelLayout::Scene => vec![Some(&self.scene)],
            KernelLayout::Sort => vec![Some(&self.sort)],
            KernelLayout::Positions => vec![Some(&self.positions)],
            KernelLayout::Cells => vec![Some(&self.cells)],
        }
    }
}

fn layout(device: &Device, label: &str, kinds: &[BufferBindingType]) -> BindGroupLayout {
    let entry = |(binding, &ty): (u32, &BufferBindingType)| wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::COMPUTE,
        ty: wgpu::BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None },
        count: None,
    };
    let entries: Vec<_> = (0..).zip(kinds).map(entry).collect();
    let descriptor = wgpu::BindGroupLayoutDescriptor { label: Some(label), entries: &entries };
    device.device.create_bind_group_layout(&descriptor)
}

/// Buffers for a layout, in its order.
pub(crate) fn bind_group(
    device: &Device,
    layout: &BindGroupLayout,
    buffers: &[&Buffer],
) -> BindGroup {
    let entries: Vec<_> = (0..)
        .zip(buffers)
        .map(|(binding, buffer)| {
            let resource = buffer.as_entire_binding();
            wgpu::BindGroupEntry { binding, resource }
        })
        .collect();
    let descriptor = wgpu::BindGroupDescriptor { label: None, layout, entries: &entries };
    device.device.create_bind_group(&descriptor)
}
