//! What is certain about pairs in lanes.

/// The lanes whose elements certainly have a point in common, and those whose elements certainly have none, a bit each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Decided {
    pub yes: u32,
    pub no: u32,
}
