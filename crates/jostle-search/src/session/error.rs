//! Why a query is not answered.

use crate::mesh::{ElementId, SceneError};
use jostle_support::text::grouped;
use std::error::Error;
use std::fmt;
use std::sync::Arc;

/// Why a query is not answered, by whatever engine.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum QueryError {
    /// A scene that cannot be used as it stands, or an object that it does not have.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// A thread pool that the system would not start.
    #[error("{threads} threads cannot be started; ask for fewer")]
    NoThreads {
        /// The number asked for.
        threads: usize,
    },
    /// A distance that is none.
    #[error(
        "pairs within a distance of {distance} were asked for; give one that is finite and not negative"
    )]
    BadDistance {
        /// The distance as given.
        distance: f64,
    },
    /// A distance, and a test that cannot tell.
    #[error(
        "pairs within a distance were asked for with the test '{test}', which tells only whether \
         elements meet; use the exact one"
    )]
    TestWithoutDistance {
        /// The name of the test.
        test: &'static str,
    },
    /// A distance, and pairs of another engine, which found out only whether they meet.
    #[error(
        "pairs of another engine have no distances; ask a `Workspace` for pairs within a distance"
    )]
    PairsWithoutDistance,
    /// An excluded element that the scene does not have.
    #[error(
        "element {} is to be left out, but the scene has {}, counted from 0; number the elements as \
         the scene now has them",
        grouped(.element.index()), grouped(*.elements)
    )]
    NoSuchElement {
        /// The element.
        element: ElementId,
        /// Number of elements in the scene.
        elements: usize,
    },
    /// A filter that this kind of query cannot honour.
    #[error("{query} cannot honour the filter '{filter}'; {remedy}")]
    FilterNotHonoured {
        /// The filter.
        filter: &'static str,
        /// The kind of query.
        query: &'static str,
        /// What to do instead.
        remedy: &'static str,
    },
    /// Somebody asked to give up.
    #[error("the query was cancelled before it was answered; ask again")]
    Cancelled,
    /// A device that could not answer.
    #[error(transparent)]
    Device(#[from] DeviceError),
}

/// Why a device could not answer: the error of the crate that speaks to the device.
#[derive(Clone, Debug)]
pub struct DeviceError(Arc<dyn Error + Send + Sync>);

impl DeviceError {
    /// Wraps the error of a device.
    pub fn new(source: impl Error + Send + Sync + 'static) -> DeviceError {
        DeviceError(Arc::new(source))
    }

    /// The error of the device.
    pub fn get(&self) -> &(dyn Error + Send + Sync + 'static) {
        &*self.0
    }
}

impl fmt::Display for DeviceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Error for DeviceError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.source()
    }
}

impl PartialEq for DeviceError {
    /// By their messages.
    fn eq(&self, other: &DeviceError) -> bool {
        self.to_string() == other.to_string()
    }
}
