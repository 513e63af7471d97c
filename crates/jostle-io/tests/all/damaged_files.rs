//! No content makes a reader panic, hang, take too much memory, or fail without saying where.
//! The long run is `cargo run --release -p jostle-testing --features mesh-files --example fuzz_readers`.

use crate::ALLOCATOR;
use jostle_testing::{alone, reader_fuzzing};

#[test]
fn readers_keep_their_promises() {
    alone!();
    let report = reader_fuzzing::fuzz(&ALLOCATOR, 1, 20_000, |_| {});
    assert!(report.broken.is_empty(), "{:#?}", report.broken);
    // Both ways out must be taken often, or the damage is too small or too large to test anything.
    assert!(report.read > 1000 && report.refused > 1000, "{report:?}");
}
