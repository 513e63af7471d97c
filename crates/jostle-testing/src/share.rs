//! How much of a long test runs by default.

/// The number of seeds or frames of a test: all of `count` in `./test --all`, a quarter of them otherwise.
///
/// `./test --all` sets `JOSTLE_TEST_ALL`; so can whoever runs one test in full.
pub fn share_of(count: u64) -> u64 {
    if std::env::var_os("JOSTLE_TEST_ALL").is_some() { count } else { count.div_ceil(4) }
}
