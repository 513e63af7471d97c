//! Comparison of what was found with what should have been, for checks that go on or return an error.

use std::fmt::Debug;

/// Nothing if the two are equal, else a message with both of them.
///
/// ```
/// use jostle_testing::check_equal;
///
/// assert!(check_equal("pairs", 3, 3).is_ok());
/// let message = check_equal("pairs", 3, 4).unwrap_err();
/// assert_eq!(message, "pairs:\n   found 3\nexpected 4");
/// ```
pub fn check_equal<T: PartialEq + Debug>(what: &str, found: T, expected: T) -> Result<(), String> {
    if found == expected {
        return Ok(());
    }
    Err(format!("{what}:\n   found {found:?}\nexpected {expected:?}"))
}
