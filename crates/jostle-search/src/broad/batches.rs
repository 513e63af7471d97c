//! Work handed out in batches to whichever worker is free.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The numbers below `end`, each handed out once.
#[derive(Debug)]
pub struct Batches {
    next: AtomicU64,
    end: u64,
    batch: u64,
}

impl Batches {
    /// Batches of so many numbers; the last may have fewer.
    pub fn new(end: u64, batch: u64) -> Batches {
        Batches { next: AtomicU64::new(0), end, batch }
    }

    /// The next batch, until there are none.
    pub fn take(&self) -> Option<Range<u64>> {
        let first = self.next.fetch_add(self.batch, Relaxed);
        (first < self.end).then(|| first..self.end.min(first + self.batch))
    }
}
