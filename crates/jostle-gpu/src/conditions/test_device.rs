//! A device, and kernels of one thread a case.

use super::{Condition, text_without};
use crate::adapter::{AdapterChoice, Arithmetic, Precision};
use crate::buffers::params::Params;
use crate::device::Device;
use crate::read_back::read_buffer;
use crate::shader_constants;
use crate::shader_sources::Source;
use bytemuck::{AnyBitPattern, NoUninit};
use wgpu::{BufferUsages, ComputePipelineDescriptor};

/// What a kernel computes with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Real {
    F32,
    F64,
}

pub struct TestDevice {
    device: Device,
}

impl TestDevice {
    pub fn new() -> TestDevice {
        let device = Device::open(&AdapterChoice::Best, Precision::Auto);
        TestDevice { device: device.expect("a GPU, or a software one") }
    }

    /// Whether it is a program on the CPU.
    pub fn is_software(&self) -> bool {
        self.device.report.is_software
    }

    pub fn has(&self, real: Real) -> bool {
        real == Real::F32 || self.device.arithmetic != Arithmetic::F32
    }

    /// What a kernel of these files, without a condition if one is given, writes to its last buffer.
    pub fn run<T: AnyBitPattern + NoUninit>(
        &self,
        sources: &[Source],
        without: Option<&Condition>,
        entry: &str,
        params: Params,
        inputs: &[(u32, &[u8])],
        output: (u32, usize),
        workgroups: u32,
    ) -> Vec<T> {
        let device = &self.device.device;
        let mut text = shader_constants::wgsl(None);
        text.extend(sources.iter().map(|source| text_without(without, source)));
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some(entry),
            source: wgpu::ShaderSource::Wgsl(text.into()),
        });
        let pipeline = device.create_compute_pipeline(&ComputePipelineDescriptor {
            label: Some(entry),
            layout: None,
            module: &module,
            entry_point: Some(entry),
            compilation_options: Default::default(),
            cache: None,
        });
        let buffer = |bytes: &[u8], usage: BufferUsages| {
            let usage = usage | BufferUsages::COPY_DST | BufferUsages::COPY_SRC;
            let buffer = self.device.buffer("case", bytes.len() as u64, usage).unwrap();
            self.device.queue.write_buffer(&buffer, 0, bytes);
            buffer
        };
        let mut buffers = vec![(0, buffer(bytemuck::bytes_of(&params), BufferUsages::UNIFORM))];
        for (binding, bytes) in inputs {
            buffers.push((*binding, buffer(bytes, BufferUsages::STORAGE)));
        }
        let bytes = output.1 * size_of::<T>();
        buffers.push((output.0, buffer(&vec![0; bytes], BufferUsages::STORAGE)));
        let entries: Vec<wgpu::BindGroupEntry> = buffers
            .iter()
            .map(|(binding, buffer)| wgpu::BindGroupEntry {
                binding: *binding,
                resource: buffer.as_entire_binding(),
            })
            .collect();
        let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &pipeline.get_bind_group_layout(0),
            entries: &entries,
        });
        let mut encoder = device.create_command_encoder(&Default::default());
        {
            let mut pass = encoder.begin_compute_pass(&Default::default());
            pass.set_pipeline(&pipeline);
            pass.set_bind_group(0, &group, &[]);
            pass.dispatch_workgroups(workgroups, 1, 1);
        }
        self.device.queue.submit([encoder.finish()]);
        let (_, output) = buffers.last().expect("the output");
        read_buffer(&self.device, output, bytes as u64).expect("the device works")
    }
}
