//! Promise: no content makes a reader panic, hang, take too much memory, or fail without saying where.
//! The long run is `cargo run --release -p jostle-io --example fuzz_readers`.

mod corpus;
mod fuzzing;

#[global_allocator]
static COUNTING: fuzzing::Counting = fuzzing::Counting;

// One test, because memory is counted for the whole process.
#[test]
fn readers_keep_their_promises() {
    let outcome = fuzzing::run(1, 20_000, |_| {});
    assert!(outcome.broken.is_empty(), "{:#?}", outcome.broken);
    // Both ways out must be taken often, or the damage is too small or too large to test anything.
    assert!(outcome.read > 1000 && outcome.refused > 1000, "{outcome:?}");
}
