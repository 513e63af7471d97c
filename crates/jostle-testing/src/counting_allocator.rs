//! An allocator that counts, for tests of what is promised about memory.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The system's allocator with a count of what it is asked for, by all threads of the process.
///
/// ```
/// use jostle_testing::CountingAllocator;
///
/// #[global_allocator]
/// static ALLOCATOR: CountingAllocator = CountingAllocator::new();
///
/// fn main() {
///     let before = ALLOCATOR.allocations();
///     let buffer: Vec<u8> = Vec::with_capacity(1000);
///     let made = ALLOCATOR.allocations().since(before);
///     assert!(made.count >= 1 && made.bytes >= 1000);
///     drop(buffer);
/// }
/// ```
#[derive(Debug, Default)]
pub struct CountingAllocator {
    count: AtomicUsize,
    bytes: AtomicUsize,
    largest: AtomicUsize,
    live: AtomicUsize,
    peak: AtomicUsize,
}

/// Allocations so far, or between two moments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Allocations {
    /// How many; one that grows counts again.
    pub count: usize,
    /// Their bytes.
    pub bytes: usize,
}

impl Allocations {
    /// What was allocated between the two.
    pub fn since(self, before: Allocations) -> Allocations {
        Allocations { count: self.count - before.count, bytes: self.bytes - before.bytes }
    }
}

impl CountingAllocator {
    /// Nothing counted yet.
    pub const fn new() -> CountingAllocator {
        CountingAllocator {
            count: AtomicUsize::new(0),
            bytes: AtomicUsize::new(0),
            largest: AtomicUsize::new(0),
            live: AtomicUsize::new(0),
            peak: AtomicUsize::new(0),
        }
    }

    /// Allocations since the process began.
    pub fn allocations(&self) -> Allocations {
        Allocations { count: self.count.load(Relaxed), bytes: self.bytes.load(Relaxed) }
    }

    /// Forgets the largest allocation and the most bytes held at once; returns the bytes held now.
    pub fn reset_peak(&self) -> usize {
        let live = self.live.load(Relaxed);
        self.largest.store(0, Relaxed);
        self.peak.store(live, Relaxed);
        live
    }

    /// Bytes of the largest allocation since the last reset.
    pub fn largest(&self) -> usize {
        self.largest.load(Relaxed)
    }

    /// The most bytes held at once since the last reset.
    pub fn peak(&self) -> usize {
        self.peak.load(Relaxed)
    }

    fn record(&self, bytes: usize) {
        self.count.fetch_add(1, Relaxed);
        self.bytes.fetch_add(bytes, Relaxed);
        self.largest.fetch_max(bytes, Relaxed);
        self.peak.fetch_max(self.live.fetch_add(bytes, Relaxed) + bytes, Relaxed);
    }
}

// SAFETY: every call is handed to the system's allocator unchanged; counting does not allocate.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        self.record(layout.size());
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        self.record(layout.size());
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        self.live.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        self.live.fetch_sub(layout.size(), Relaxed);
        self.record(size);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.realloc(pointer, layout, size) }
    }
}
