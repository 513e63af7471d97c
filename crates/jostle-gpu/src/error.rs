//! Why there is no answer from a device.

use jostle::session::DeviceError;
use jostle::volume::layered::LayeredError;
use jostle::{QueryError, SceneError};
use jostle_support::text::grouped;
use thiserror::Error;

/// Why a device gives no answer. A [`GpuEngine`](crate::GpuEngine) that has lost its device stays
/// lost; a new one can be made.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum GpuError {
    /// No adapter at all.
    #[error(
        "there is no GPU that wgpu can reach; install its driver, or a software one \
         (on Debian: mesa-vulkan-drivers), or use the CPU"
    )]
    NoAdapter,
    /// No adapter of that name or number.
    #[error("there is no GPU {asked}; there are: {known}")]
    NoSuchAdapter {
        /// What was asked for.
        asked: String,
        /// Those that there are.
        known: String,
    },
    /// The adapter gives no device.
    #[error("the GPU '{adapter}' gives no device: {reason}; try another GPU, or the CPU")]
    NoDevice {
        /// Its name.
        adapter: String,
        /// What the driver says.
        reason: String,
    },
    /// The adapter has no `f64`, which was asked for.
    #[error("the GPU '{adapter}' has no `f64` arithmetic; ask for `Precision::Auto`")]
    NoF64 {
        /// Its name.
        adapter: String,
    },
    /// The adapter has no integers of 64 bits, which pixels are decided with.
    #[error("the GPU '{adapter}' has no integers of 64 bits; make the layers in software")]
    NoI64 {
        /// Its name.
        adapter: String,
    },
    /// More layers than are peeled off one by one.
    #[error(
        "a pixel has {} layers, and at most {} are peeled off one by one; take all of them in one pass \
         (`LayerOrder::Unordered`)", grouped(*.layers as usize), grouped(*.most as usize)
    )]
    TooManyLayers {
        /// Layers of the pixel with the most.
        layers: u32,
        /// The most that are peeled.
        most: u32,
    },
    /// The scene does not fit.
    #[error(
        "the {what} of this scene need {} {unit}, but the GPU '{adapter}' has a {limit} of {}; \
         split the scene, or use the CPU", grouped(*.needed as usize), grouped(*.allowed as usize)
    )]
    LimitExceeded {
        /// The adapter's name.
        adapter: String,
        /// What does not fit.
        what: &'static str,
        /// The limit, as wgpu names it.
        limit: &'static str,
        /// What is needed.
        needed: u64,
        /// What there is.
        allowed: u64,
        /// What is counted.
        unit: &'static str,
    },
    /// The device is gone: the driver was reset, or the adapter removed.
    #[error("the GPU was lost ({reason}); make a new engine")]
    DeviceLost {
        /// What the driver says.
        reason: String,
    },
    /// The device refused work, as when its memory is full.
    #[error("the GPU refused: {reason}; split the scene, or use the CPU")]
    Refused {
        /// What it says.
        reason: String,
    },
    /// A position on the device is not a finite number.
    #[error("vertex {vertex} on the GPU has a position that is not finite; look at what writes it")]
    NotFinite {
        /// Its index in the scene.
        vertex: usize,
    },
    /// A buffer of positions is too short.
    #[error(
        "the positions of this scene take {} bytes, but the buffer has {}; give one for every vertex",
        grouped(*.needed as usize), grouped(*.size as usize)
    )]
    PositionBufferTooShort {
        /// Bytes of all positions.
        needed: u64,
        /// Bytes of the buffer.
        size: u64,
    },
    /// A query for pairs within a distance.
    #[error("the GPU does not measure distances; ask the CPU for pairs within a distance")]
    NoDistances,
    /// A filter that leaves out pairs which the device would list.
    #[error(
        "pairs that stay on the GPU cannot honour the filter '{filter}'; use `GpuEngine::collide`, or \
         leave the filter out"
    )]
    FilterNotHonoured {
        /// The filter.
        filter: &'static str,
    },
    /// The scene is refused, as by the CPU.
    #[error(transparent)]
    Scene(#[from] SceneError),
}

impl From<GpuError> for LayeredError {
    fn from(error: GpuError) -> LayeredError {
        LayeredError::Device(DeviceError::new(error))
    }
}

impl From<GpuError> for QueryError {
    fn from(error: GpuError) -> QueryError {
        match error {
            GpuError::Scene(error) => QueryError::Scene(error),
            GpuError::FilterNotHonoured { filter } => QueryError::FilterNotHonoured {
                filter,
                query: "pairs that stay on the GPU",
                remedy: "use `GpuEngine::collide`, or leave the filter out",
            },
            error => QueryError::Device(DeviceError::new(error)),
        }
    }
}

impl GpuError {
    /// The error of a GPU that a query's error is, if it is one.
    ///
    /// ```
    /// use jostle::QueryError;
    /// use jostle_gpu::GpuError;
    ///
    /// let error = QueryError::from(GpuError::NoAdapter);
    /// assert_eq!(GpuError::from_query_error(&error), Some(&GpuError::NoAdapter));
    /// ```
    pub fn from_query_error(error: &QueryError) -> Option<&GpuError> {
        match error {
            QueryError::Device(error) => error.get().downcast_ref(),
            _ => None,
        }
    }
}
