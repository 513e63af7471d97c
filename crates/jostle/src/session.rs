//! What queries share: the session that they run in, the filters that say what they compare, and why they refuse.

#[doc(inline)]
pub use jostle_search::session::{
    DeviceError, ExcludedElements, Filters, Pair, QueryError, SelfPairs, Session,
};
