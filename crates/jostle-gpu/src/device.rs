//! One device: what it computes with, its buffers, and whether it is still there.

use crate::GpuError;
use crate::adapter::{AdapterChoice, AdapterReport, Arithmetic, Precision, choose_adapter};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use wgpu::{Buffer, BufferUsages, Features};

/// How long to wait for a frame without sleeping.
const SPIN_TIME: Duration = Duration::from_millis(2);

/// A device and its queue.
#[derive(Debug)]
pub(crate) struct Device {
    pub device: wgpu::Device,
    pub queue: wgpu::Queue,
    pub report: AdapterReport,
    pub arithmetic: Arithmetic,
    /// The error that was reported outside of any call.
    first_error: Arc<Mutex<Option<GpuError>>>,
}

impl Device {
    /// A device of its own.
    pub fn open(choice: &AdapterChoice, precision: Precision) -> Result<Device, GpuError> {
        let adapter = choose_adapter(choice)?;
        let report = AdapterReport::from_adapter(&adapter);
        let arithmetic = report.arithmetic(precision)?;
        let mut features = Features::empty();
        features.set(Features::SHADER_F64, arithmetic != Arithmetic::F32);
        features.set(Features::SHADER_INT64, report.has_i64);
        features.set(Features::TIMESTAMP_QUERY, report.has_timestamps);
        features.set(Features::SUBGROUP, report.has_subgroups);
        let descriptor = wgpu::DeviceDescriptor {
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
            pollster::block_on(adapter.request_device(&descriptor)).map_err(no_device)?;
        let first_error = Arc::new(Mutex::new(None));
        let recorder = |slot: &Arc<Mutex<Option<GpuError>>>| {
            let slot = slot.clone();
            move |error: GpuError| {
                let mut first = slot.lock().unwrap_or_else(PoisonError::into_inner);
                // A lost device explains all errors after it.
                if first.is_none() || matches!(error, GpuError::DeviceLost { .. }) {
                    *first = Some(error);
                }
            }
        };
        let lost = recorder(&first_error);
        device.set_device_lost_callback(move |_, reason| lost(GpuError::DeviceLost { reason }));
        let refused = recorder(&first_error);
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            refused(GpuError::Refused { reason: error.to_string() });
        }));
        Ok(Device { device, queue, report, arithmetic, first_error })
    }

    /// The caller's device, with the features and limits that it was asked for.
    pub fn shared(
        device: wgpu::Device,
        queue: wgpu::Queue,
        precision: Precision,
    ) -> Result<Device, GpuError> {
        let report = AdapterReport::new(device.adapter_info(), &device.limits(), device.features());
        let arithmetic = report.arithmetic(precision)?;
        // Its errors are the caller's to hear of.
        Ok(Device { device, queue, report, arithmetic, first_error: Arc::default() })
    }

    /// The error that was reported since it was opened, or since the last refusal was taken back.
    pub fn check(&self) -> Result<(), GpuError> {
        match &*self.first_error.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error.clone()),
            None => Ok(()),
        }
    }

    /// Forgets what it refused, once that is given up; a device that is lost stays lost.
    pub fn forget_refusal(&self) {
        let mut first = self.first_error.lock().unwrap_or_else(PoisonError::into_inner);
        first.take_if(|error| matches!(error, GpuError::Refused { .. }));
    }

    /// Whether pairs that `f32` is unsure of are tested in `f64`.
    pub fn has_second_narrow_phase(&self) -> bool {
        self.arithmetic == Arithmetic::F32ThenF64
    }

    /// Waits for all work.
    pub fn wait(&self) -> Result<(), GpuError> {
        // Frames are short, and a thread that sleeps is late to wake.
        let start = Instant::now();
        while !self.report.is_software && start.elapsed() < SPIN_TIME {
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
    pub fn buffer_limit_error(&self, what: &'static str, needed: u64) -> GpuError {
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
            return Err(self.buffer_limit_error(what, size));
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
