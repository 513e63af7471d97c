//! The adapters that wgpu reaches: what they can do, and which one is used.

use crate::GpuError;
use wgpu::{Adapter, Backends, Features, Instance, InstanceDescriptor, InstanceFlags};

/// Storage buffers that a kernel sees at most.
const STORAGE_BUFFERS: u32 = 15;

/// Which adapter to use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum AdapterChoice {
    /// A discrete GPU if there is one, else an integrated one, else software.
    #[default]
    Best,
    /// The one with this number in [`adapters`].
    Index(usize),
    /// The first whose name contains this, whatever the case.
    Named(String),
}

/// What tests are computed with. The answer is the same; with fewer bits more pairs are left to the
/// exact test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Precision {
    /// `f32`, and `f64` where the adapter has it and `f32` is unsure.
    #[default]
    Auto,
    /// `f32`.
    F32,
    /// `f64`.
    F64,
}

/// What the kernels of a device compute with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arithmetic {
    /// Hi/lo pairs of `f32`.
    F32,
    F64,
    /// `F32`, and `F64` where it is unsure.
    F32ThenF64,
}

/// An adapter and its limits.
#[derive(Clone, Debug, PartialEq)]
pub struct AdapterReport {
    /// Its name.
    pub name: String,
    /// What reaches it, such as Vulkan.
    pub backend: String,
    /// The driver and its version.
    pub driver: String,
    /// Whether it is a program on the CPU.
    pub is_software: bool,
    /// Whether it has `f64`.
    pub has_f64: bool,
    /// Whether it has integers of 64 bits.
    pub has_i64: bool,
    /// Whether it can time its stages.
    pub has_timestamps: bool,
    /// Whether the threads of a subgroup can sum what they have.
    pub has_subgroups: bool,
    /// The largest buffer in bytes.
    pub largest_buffer: u64,
    /// The largest part of a buffer that a kernel can see, in bytes.
    pub largest_binding: u64,
    /// Buffers that a kernel can see.
    pub buffers_per_kernel: u32,
}

impl AdapterReport {
    pub(crate) fn from_adapter(adapter: &Adapter) -> AdapterReport {
        AdapterReport::new(adapter.get_info(), &adapter.limits(), adapter.features())
    }

    pub(crate) fn new(
        info: wgpu::AdapterInfo,
        limits: &wgpu::Limits,
        features: Features,
    ) -> AdapterReport {
        AdapterReport {
            name: info.name,
            backend: info.backend.to_string(),
            driver: format!("{} {}", info.driver, info.driver_info).trim().to_owned(),
            is_software: info.device_type == wgpu::DeviceType::Cpu,
            has_f64: features.contains(Features::SHADER_F64),
            has_i64: features.contains(Features::SHADER_INT64),
            has_timestamps: features.contains(Features::TIMESTAMP_QUERY),
            has_subgroups: features.contains(Features::SUBGROUP),
            largest_buffer: limits.max_buffer_size,
            largest_binding: limits.max_storage_buffer_binding_size,
            buffers_per_kernel: limits.max_storage_buffers_per_shader_stage,
        }
    }

    /// What to compute with, if the adapter has it, and the kernels can see all their buffers.
    pub(crate) fn arithmetic(&self, precision: Precision) -> Result<Arithmetic, GpuError> {
        let adapter = || self.name.clone();
        if self.buffers_per_kernel < STORAGE_BUFFERS {
            return Err(GpuError::LimitExceeded {
                adapter: adapter(),
                what: "kernels",
                limit: "max_storage_buffers_per_shader_stage",
                needed: STORAGE_BUFFERS.into(),
                allowed: self.buffers_per_kernel.into(),
                unit: "buffers",
            });
        }
        match precision {
            Precision::Auto if self.has_f64 => Ok(Arithmetic::F32ThenF64),
            Precision::Auto | Precision::F32 => Ok(Arithmetic::F32),
            Precision::F64 if self.has_f64 => Ok(Arithmetic::F64),
            Precision::F64 => Err(GpuError::NoF64 { adapter: adapter() }),
        }
    }
}

/// The adapters that wgpu reaches, in the order in which [`AdapterChoice::Index`] counts them.
pub fn adapters() -> Vec<AdapterReport> {
    all_adapters().iter().map(AdapterReport::from_adapter).collect()
}

fn all_adapters() -> Vec<Adapter> {
    let mut descriptor = InstanceDescriptor::new_without_display_handle_from_env();
    // How many workgroups a stage has is counted by the one before, and within limits; wgpu would check
    // each count by a kernel of its own, which takes as long as some of the stages.
    descriptor.flags.remove(InstanceFlags::VALIDATION_INDIRECT_CALL);
    pollster::block_on(Instance::new(descriptor).enumerate_adapters(Backends::PRIMARY))
}

/// The adapter of this choice.
pub(crate) fn choose_adapter(choice: &AdapterChoice) -> Result<Adapter, GpuError> {
    let adapters = all_adapters();
    if adapters.is_empty() {
        return Err(GpuError::NoAdapter);
    }
    let names: Vec<String> = adapters.iter().map(|adapter| adapter.get_info().name).collect();
    let known = || names.join(", ");
    let index = match choice {
        AdapterChoice::Best => (0..adapters.len()).min_by_key(|&i| rank(&adapters[i])),
        AdapterChoice::Index(index) => Some(*index).filter(|&i| i < adapters.len()),
        AdapterChoice::Named(part) => {
            let part = part.to_lowercase();
            names.iter().position(|name| name.to_lowercase().contains(&part))
        }
    };
    let asked = || match choice {
        AdapterChoice::Best => "at all".to_owned(),
        AdapterChoice::Index(index) => format!("number {index}"),
        AdapterChoice::Named(part) => format!("named '{part}'"),
    };
    index
        .and_then(|index| adapters.into_iter().nth(index))
        .ok_or_else(|| GpuError::NoSuchAdapter { asked: asked(), known: known() })
}

fn rank(adapter: &Adapter) -> u32 {
    match adapter.get_info().device_type {
        wgpu::DeviceType::DiscreteGpu => 0,
        wgpu::DeviceType::IntegratedGpu => 1,
        wgpu::DeviceType::VirtualGpu => 2,
        wgpu::DeviceType::Other => 3,
        wgpu::DeviceType::Cpu => 4,
    }
}
