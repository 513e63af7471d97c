//! What the bounds rest on.
