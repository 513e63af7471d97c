//! What was found beside what should have been.

use std::fmt::Debug;

pub fn equal<T: PartialEq + Debug>(what: &str, found: T, expected: T) -> Result<(), String> {
    if found == expected {
        return Ok(());
    }
    Err(format!("{what}:\n   found {found:?}\nexpected {expected:?}"))
}
