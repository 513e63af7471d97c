//! One device: how it is chosen, what it can do, and whether it is still there.

use crate::GpuError;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use wgpu::{
    Adapter, Backends, Buffer, BufferUsages, Features, Instance, InstanceDescriptor, InstanceFlags,
};

/// Storage buffers that a kernel sees at most.
const BUFFERS: u32 = 15;

/// Which adapter to use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// A discrete GPU if there is one, else an integrated one, else software.
    #[default]
    Best,
    /// The one with this number in [`adapters`].
    Index(usize),
    /// The first whose name contains this, whatever the case.
    Named(String),
}

/// The numbers that tests are done with. The answer is the same; with fewer bits more pairs are left
/// to the exact test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Precision {
    /// 32 bits, and 64 where the adapter has them and the first are unsure.
    #[default]
    Auto,
    /// 32 bits.
    Single,
    /// 64 bits.
    Double,
}

/// The numbers of a device's kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Numbers {
    Short,
    Long,
    /// Short ones, and long ones where they are unsure.
    ShortThenLong,
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
    /// Whether it has 64-bit numbers.
    pub has_doubles: bool,
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
    fn of(adapter: &Adapter) -> AdapterReport {
        AdapterReport::new(adapter.get_info(), &adapter.limits(), adapter.features())
    }

    fn new(info: wgpu::AdapterInfo, limits: &wgpu::Limits, features: Features) -> AdapterReport {
        AdapterReport {
            name: info.name,
            backend: info.backend.to_string(),
            driver: format!("{} {}", info.driver, info.driver_info).trim().to_owned(),
            is_software: info.device_type == wgpu::DeviceType::Cpu,
            has_doubles: features.contains(Features::SHADER_F64),
            has_timestamps: features.contains(Features::TIMESTAMP_QUERY),
            has_subgroups: features.contains(Features::SUBGROUP),
            largest_buffer: limits.max_buffer_size,
            largest_binding: limits.max_storage_buffer_binding_size,
            buffers_per_kernel: limits.max_storage_buffers_per_shader_stage,
        }
    }
}

impl AdapterReport {
    /// The numbers to compute with, if there are any, and the kernels can see all their buffers.
    fn numbers(&self, precision: Precision) -> Result<Numbers, GpuError> {
        let adapter = || self.name.clone();
        if self.buffers_per_kernel < BUFFERS {
            return Err(GpuError::LimitExceeded {
                adapter: adapter(),
                what: "kernels",
                limit: "max_storage_buffers_per_shader_stage",
                needed: BUFFERS.into(),
                allowed: self.buffers_per_kernel.into(),
                unit: "buffers",
            });
        }
        match precision {
            Precision::Auto if self.has_doubles => Ok(Numbers::ShortThenLong),
            Precision::Auto | Precision::Single => Ok(Numbers::Short),
            Precision::Double if self.has_doubles => Ok(Numbers::Long),
            Precision::Double => Err(GpuError::NoDoubles { adapter: adapter() }),
        }
    }
}

/// The adapters that wgpu reaches, in the order in which [`Choice::Index`] counts them.
pub fn adapters() -> Vec<AdapterReport> {
    found().iter().map(AdapterReport::of).collect()
}

fn found() -> Vec<Adapter> {
    let mut wanted = InstanceDescriptor::new_without_display_handle_from_env();
    // How many workgroups a stage has is counted by the one before, and within limits; wgpu would check
    // each count by a kernel of its own, which takes as long as some of the stages.
    wanted.flags.remove(InstanceFlags::VALIDATION_INDIRECT_CALL);
    pollster::block_on(Instance::new(wanted).enumerate_adapters(Backends::PRIMARY))
}

/// How long to wait for a frame without sleeping.
const AWAKE: Duration = Duration::from_millis(2);

/// A device and its queue.
#[derive(Debug)]
pub(crate) struct Device {
    pub device: wgpu::Device,
    pub queue: wgpu::Queue,
    pub report: AdapterReport,
    pub numbers: Numbers,
    /// What went wrong outside of any call.
    trouble: Arc<Mutex<Option<GpuError>>>,
}

impl Device {
    /// A device of its own.
    pub fn open(choice: &Choice, precision: Precision) -> Result<Device, GpuError> {
        let adapter = choose(found(), choice)?;
        let report = AdapterReport::of(&adapter);
        let numbers = report.numbers(precision)?;
        let mut features = Features::empty();
        features.set(Features::SHADER_F64, numbers != Numbers::Short);
        features.set(Features::TIMESTAMP_QUERY, report.has_timestamps);
        features.set(Features::SUBGROUP, report.has_subgroups);
        let wanted = wgpu::DeviceDescriptor {
            label: Some("jostle"),
            required_features: features,
            required_limits: adapter.limits(),
            memory_hints: wgpu::MemoryHints::Performance,
            ..Default::default()
        };
        let no_device = |reason: wgpu::RequestDeviceError| GpuError::NoDevice {
            adapter: report.name.clone(),
            reason: reason.to_string(),
        };
        let (device, queue) =
            pollster::block_on(adapter.request_device(&wanted)).map_err(no_device)?;
        let trouble = Arc::new(Mutex::new(None));
        let note = |trouble: &Arc<Mutex<Option<GpuError>>>| {
            let trouble = trouble.clone();
            move |error: GpuError| {
                let mut first = trouble.lock().unwrap_or_else(PoisonError::into_inner);
                // A lost device explains all errors after it.
                if first.is_none() || matches!(error, GpuError::DeviceLost { .. }) {
                    *first = Some(error);
                }
            }
        };
        let lost = note(&trouble);
        device.set_device_lost_callback(move |_, reason| lost(GpuError::DeviceLost { reason }));
        let refused = note(&trouble);
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            refused(GpuError::Refused { reason: error.to_string() });
        }));
        Ok(Device { device, queue, report, numbers, trouble })
    }

    /// The caller's device, with the features and limits that it was asked for.
    pub fn shared(
        device: wgpu::Device,
        queue: wgpu::Queue,
        precision: Precision,
    ) -> Result<Device, GpuError> {
        let report = AdapterReport::new(device.adapter_info(), &device.limits(), device.features());
        let numbers = report.numbers(precision)?;
        // Its errors are the caller's to hear of.
        Ok(Device { device, queue, report, numbers, trouble: Arc::default() })
    }

    /// Tells what went wrong since it was opened.
    pub fn check(&self) -> Result<(), GpuError> {
        match &*self.trouble.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error.clone()),
            None => Ok(()),
        }
    }

    /// Whether pairs that short numbers are unsure of are tested with long ones.
    pub fn tests_twice(&self) -> bool {
        self.numbers == Numbers::ShortThenLong
    }

    /// Waits for all work.
    pub fn wait(&self) -> Result<(), GpuError> {
        // Frames are short, and a thread that sleeps is late to wake.
        let start = Instant::now();
        while !self.report.is_software && start.elapsed() < AWAKE {
            match self.device.poll(wgpu::PollType::Poll) {
                Ok(status) if !status.is_queue_empty() => std::hint::spin_loop(),
                _ => break,
            }
        }
        let polled = self.device.poll(wgpu::PollType::wait_indefinitely());
        self.check()?;
        polled.map(|_| ()).map_err(|error| GpuError::Refused { reason: error.to_string() })
    }

    /// Bytes of the largest buffer that kernels can see all of.
    pub fn largest_buffer(&self) -> u64 {
        self.report.largest_buffer.min(self.report.largest_binding)
    }

    /// The error for a buffer that is too large.
    pub fn beyond(&self, what: &'static str, needed: u64) -> GpuError {
        let report = &self.report;
        let (limit, allowed) = match report.largest_buffer <= report.largest_binding {
            true => ("max_buffer_size", report.largest_buffer),
            false => ("max_storage_buffer_binding_size", report.largest_binding),
        };
        let (adapter, unit) = (report.name.clone(), "bytes");
        GpuError::LimitExceeded { adapter, what, limit, needed, allowed, unit }
    }

    /// A buffer of some bytes that kernels see; the least is one that they can.
    pub fn buffer(
        &self,
        what: &'static str,
        bytes: u64,
        usage: BufferUsages,
    ) -> Result<Buffer, GpuError> {
        self.exact_buffer(what, bytes.next_multiple_of(16).max(64), usage)
    }

    /// A buffer of just so many bytes, for kernels that ask for its length.
    pub fn exact_buffer(
        &self,
        what: &'static str,
        size: u64,
        usage: BufferUsages,
    ) -> Result<Buffer, GpuError> {
        if size > self.largest_buffer() {
            return Err(self.beyond(what, size));
        }
        let buffer = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some(what),
            size,
            usage,
            mapped_at_creation: false,
        });
        self.check()?;
        Ok(buffer)
    }
}

fn choose(adapters: Vec<Adapter>, choice: &Choice) -> Result<Adapter, GpuError> {
    if adapters.is_empty() {
        return Err(GpuError::NoAdapter);
    }
    let names: Vec<String> = adapters.iter().map(|adapter| adapter.get_info().name).collect();
    let known = || names.join(", ");
    let at = match choice {
        Choice::Best => (0..adapters.len()).min_by_key(|&i| rank(&adapters[i])),
        Choice::Index(index) => Some(*index).filter(|&i| i < adapters.len()),
        Choice::Named(part) => {
            let part = part.to_lowercase();
            names.iter().position(|name| name.to_lowercase().contains(&part))
        }
    };
    let asked = || match choice {
        Choice::Best => "at all".to_owned(),
        Choice::Index(index) => format!("number {index}"),
        Choice::Named(part) => format!("named '{part}'"),
    };
    at.and_then(|at| adapters.into_iter().nth(at))
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
