//! Bugs that were found and fixed, a file each, named after what went wrong.

mod gltf_empty_nodes_took_a_hundred_times_the_file;
mod vtu_array_was_unpacked_once_for_each_piece;

use crate::ALLOCATOR;
use jostle_testing::reader_fuzzing::{FuzzReport, watch_for_hangs};

/// Reads a file, and fails if a promise of the readers is broken. Memory is counted for the whole process, so the
/// caller runs alone.
fn check(name: &str, bytes: &[u8]) -> FuzzReport {
    watch_for_hangs(0);
    let mut report = FuzzReport::default();
    report.check_file(&ALLOCATOR, 0, name, bytes);
    assert!(report.broken.is_empty(), "{:#?}", report.broken);
    report
}
