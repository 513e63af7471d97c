//! Which buffers kernels see, in the order in which the WGSL files bind them.

use crate::device::Device;
use wgpu::{BindGroup, BindGroupLayout, Buffer, BufferBindingType};

/// What all kernels begin with.
pub(crate) const PREFACE: &str = include_str!("wgsl/counters.wgsl");
/// What those of the stages know of the scene.
pub(crate) const SCENE: &str = include_str!("wgsl/scene.wgsl");

/// Workgroups along x of a dispatch; as in `wgsl/counters.wgsl`.
pub(crate) const ROW: u32 = 32768;

const CONSTANT: BufferBindingType = BufferBindingType::Uniform;
const READ: BufferBindingType = BufferBindingType::Storage { read_only: true };
const WRITTEN: BufferBindingType = BufferBindingType::Storage { read_only: false };

/// The layouts of all bind groups.
#[derive(Debug)]
pub(crate) struct Layouts {
    /// Parameters, counters, five lists of topology and positions, and what is written.
    pub scene: BindGroupLayout,
    pub arguments: BindGroupLayout,
    /// Parameters, counters, from, to, table, digit.
    pub sort: BindGroupLayout,
    /// Parameters, counters, given, taken, asked.
    pub positions: BindGroupLayout,
}

impl Layouts {
    pub fn new(device: &Device) -> Layouts {
        let scene = [[CONSTANT, WRITTEN].as_slice(), &[READ; 5], &[WRITTEN; 8]].concat();
        Layouts {
            scene: layout(device, "scene", &scene),
            arguments: layout(device, "arguments", &[WRITTEN]),
            sort: layout(device, "sort", &[CONSTANT, WRITTEN, READ, WRITTEN, WRITTEN, CONSTANT]),
            positions: layout(device, "positions", &[CONSTANT, WRITTEN, READ, WRITTEN, WRITTEN]),
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
pub(crate) fn group(device: &Device, layout: &BindGroupLayout, buffers: &[&Buffer]) -> BindGroup {
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
