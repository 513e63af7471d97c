//! Numbers by which what was derived from something tells whether it still is of that.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A number that nothing else has had, or zero; what has one compares equal whatever it is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stamp(u64);

impl Stamp {
    pub fn new() -> Stamp {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Stamp(NEXT.fetch_add(1, Relaxed))
    }

    pub fn number(self) -> u64 {
        self.0
    }
}

impl PartialEq for Stamp {
    fn eq(&self, _: &Stamp) -> bool {
        true
    }
}

impl Eq for Stamp {}
