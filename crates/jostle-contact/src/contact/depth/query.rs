//! What is asked of a search for depths.

use crate::collide::Query;
use crate::mesh::ObjectId;

/// How depths and directions are told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DepthMethod {
    /// From where edges meet the surface, propagated inward: continuous, and consistent between neighbours.
    #[default]
    Consistent,
    /// The same, and then corrected: along the direction to the surface, where its normal is the next direction, until
    /// both agree. So the depth is the distance of a place where the surface faces the point, which converges to the true one as
    /// meshes become finer, and the place is the one that the consistent direction leads to.
    Refined,
    /// From the closest point of the surface, each point for itself.
    Closest,
}

impl DepthMethod {
    /// All of them.
    pub const ALL: [DepthMethod; 3] =
        [DepthMethod::Consistent, DepthMethod::Refined, DepthMethod::Closest];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            DepthMethod::Consistent => "consistent",
            DepthMethod::Refined => "refined",
            DepthMethod::Closest => "closest",
        }
    }
}

/// Which objects are compared, as for a [`Query`], and how depths are told.
///
/// ```
/// use jostle::contact::{DepthMethod, DepthQuery};
///
/// let query = DepthQuery::new().method(DepthMethod::Closest).self_depths(false).threads(2);
/// assert_eq!(query.depth_method(), DepthMethod::Closest);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DepthQuery {
    filters: Query,
    method: DepthMethod,
    without_edges: bool,
}

impl DepthQuery {
    /// All objects with each other, and bodies that are
    /// [tested against themselves](crate::Scene::set_self_collision) within.
    pub fn new() -> DepthQuery {
        DepthQuery::default()
    }

    /// Tells depths by another method than the consistent one.
    pub fn method(self, method: DepthMethod) -> DepthQuery {
        DepthQuery { method, ..self }
    }

    /// Whether edges that pass through an object with both ends outside are [told](super::PointDepths::edges) too; they
    /// are, unless this says otherwise.
    pub fn edges(self, edges: bool) -> DepthQuery {
        DepthQuery { without_edges: !edges, ..self }
    }

    /// Whether vertices of bodies that are [tested against themselves](crate::Scene::set_self_collision) are looked
    /// for in tetrahedra of their own body that do not have them as corners; they are, unless this says otherwise.
    pub fn self_depths(self, self_depths: bool) -> DepthQuery {
        self.with(|filters| filters.self_pairs(self_depths))
    }

    /// Only these objects with each other and within.
    pub fn among(self, objects: impl Into<Vec<ObjectId>>) -> DepthQuery {
        self.with(|filters| filters.among(objects))
    }

    /// Leaves out pairs of objects; an object with itself leaves out depths within.
    pub fn exclude(self, pairs: impl IntoIterator<Item = (ObjectId, ObjectId)>) -> DepthQuery {
        self.with(|filters| filters.exclude(pairs))
    }

    /// Compares the objects that a query compares, on as many threads.
    pub fn filters(self, query: Query) -> DepthQuery {
        DepthQuery { filters: query, ..self }
    }

    /// Uses so many threads, instead of those of the pool that it is called in.
    pub fn threads(self, threads: usize) -> DepthQuery {
        self.with(|filters| filters.threads(threads))
    }

    fn with(self, change: impl FnOnce(Query) -> Query) -> DepthQuery {
        DepthQuery { filters: change(self.filters), ..self }
    }

    /// How depths are told.
    pub fn depth_method(&self) -> DepthMethod {
        self.method
    }

    /// Whether edges are told.
    pub fn has_edges(&self) -> bool {
        !self.without_edges
    }

    pub(super) fn compared(&self) -> &Query {
        &self.filters
    }
}
