//! The k-free certificate: how many pairs a mesh can cost, known before it collides.

#[doc(inline)]
pub use jostle_collide::freeness::{Certificate, Count, HullError, LargeKElement};
