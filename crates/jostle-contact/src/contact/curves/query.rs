//! What is asked of a search for intersection curves.

use crate::session::Filters;

/// Which objects and pairs are compared.
///
/// ```
/// use jostle::contact::CurveQuery;
/// use jostle::{Filters, SelfPairs};
///
/// let query = CurveQuery::new().filters(Filters::new().self_pairs(SelfPairs::None));
/// assert!(query != CurveQuery::new());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CurveQuery {
    filters: Filters,
}

impl CurveQuery {
    /// Curves of all objects, and within those that are
    /// [tested against themselves](crate::mesh::Scene::set_self_collision).
    pub fn new() -> CurveQuery {
        CurveQuery::default()
    }

    /// Says which objects and pairs are compared; replaces the filters of an earlier call. Curves have gaps where
    /// elements are left out.
    pub fn filters(self, filters: Filters) -> CurveQuery {
        CurveQuery { filters }
    }

    /// Which objects and pairs are compared.
    pub fn chosen_filters(&self) -> &Filters {
        &self.filters
    }
}
