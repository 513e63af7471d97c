//! Bugs that were found and fixed, a file each, named after what went wrong.

mod gltf_empty_nodes_took_a_hundred_times_the_file;
mod vtu_array_was_unpacked_once_for_each_piece;

use jostle_testing::CountingAllocator;
use jostle_testing::reader_fuzzing::{FuzzReport, watch_for_hangs};
use std::sync::Mutex;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new();

/// Reads a file, and fails if a promise of the readers is broken.
fn check(name: &str, bytes: &[u8]) -> FuzzReport {
    // One at a time, because memory is counted for the whole process.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _guard = ONE_AT_A_TIME.lock();
    watch_for_hangs(0);
    let mut report = FuzzReport::default();
    report.check_file(&ALLOCATOR, 0, name, bytes);
    assert!(report.broken.is_empty(), "{:#?}", report.broken);
    report
}
