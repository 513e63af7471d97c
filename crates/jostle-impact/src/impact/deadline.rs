//! Until when a first impact is looked for.

use super::ImpactTime;
use crate::conditions::{Condition, bound};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A time that the first impact is not after, brought forward by all threads as they find impacts.
///
/// What certainly has no contact until then is not before the first impact: intervals of time are no
/// longer than the tolerance, or between neighbouring numbers, and a first contact later than that
/// after the upper end of the one has a lower end that is later too.
#[derive(Debug)]
pub(super) struct Deadline {
    bits: AtomicU64,
    tolerance: f64,
}

impl Deadline {
    pub fn new(tolerance: f64) -> Deadline {
        Deadline { bits: AtomicU64::new(1f64.to_bits()), tolerance }
    }

    pub fn time(&self) -> f64 {
        f64::from_bits(self.bits.load(Relaxed))
    }

    /// Brings it forward for an impact, and tells where it is.
    pub fn bring_forward(&self, time: &ImpactTime) -> f64 {
        let width = self.tolerance.max(f64::EPSILON);
        let later = time.upper + bound(Condition::DeadlineAfterInterval, width);
        // Times are not negative, so their bits are ordered as they are.
        let bits = later.min(1.0).to_bits();
        f64::from_bits(self.bits.fetch_min(bits, Relaxed).min(bits))
    }
}
