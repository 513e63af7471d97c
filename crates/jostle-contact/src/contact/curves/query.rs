//! What is asked of a search for intersection curves.

use crate::collide::Query;
use crate::mesh::ObjectId;

/// Which objects are compared, as for a [`Query`].
///
/// ```
/// use jostle::contact::CurveQuery;
///
/// let query = CurveQuery::new().self_curves(false).threads(2);
/// assert!(query != CurveQuery::new());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct CurveQuery {
    filters: Query,
}

impl Default for CurveQuery {
    fn default() -> CurveQuery {
        CurveQuery::new()
    }
}

impl CurveQuery {
    /// Curves of all objects, and within those that are
    /// [tested against themselves](crate::Scene::set_self_collision).
    pub fn new() -> CurveQuery {
        CurveQuery { filters: Query::default().for_pairs() }
    }

    /// Whether objects that are tested against themselves have curves within; they have, unless this says otherwise.
    pub fn self_curves(self, self_curves: bool) -> CurveQuery {
        CurveQuery { filters: self.filters.self_pairs(self_curves) }
    }

    /// Only curves of these objects with each other and within.
    pub fn among(self, objects: impl Into<Vec<ObjectId>>) -> CurveQuery {
        CurveQuery { filters: self.filters.among(objects) }
    }

    /// Leaves out pairs of objects; an object with itself leaves out curves within.
    pub fn exclude(self, pairs: impl IntoIterator<Item = (ObjectId, ObjectId)>) -> CurveQuery {
        CurveQuery { filters: self.filters.exclude(pairs) }
    }

    /// Compares the objects that a query compares, with its broad phase and on as many threads. How much of the answer
    /// it asks for does not matter. Curves have gaps where it leaves out elements.
    pub fn filters(self, query: Query) -> CurveQuery {
        CurveQuery { filters: query.for_pairs() }
    }

    /// Uses so many threads, instead of those of the pool that it is called in.
    pub fn threads(self, threads: usize) -> CurveQuery {
        CurveQuery { filters: self.filters.threads(threads) }
    }

    pub(super) fn compared(&self) -> &Query {
        &self.filters
    }
}
