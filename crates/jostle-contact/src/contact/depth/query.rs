//! What is asked of a search for depths.

use crate::session::Filters;

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

/// Which objects and pairs are compared, and how depths are computed.
///
/// ```
/// use jostle::contact::{DepthMethod, DepthQuery};
///
/// let query = DepthQuery::new().method(DepthMethod::Closest).edges(false);
/// assert_eq!(query.depth_method(), DepthMethod::Closest);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DepthQuery {
    filters: Filters,
    method: DepthMethod,
    without_edges: bool,
}

impl DepthQuery {
    /// All objects with each other, and bodies that are
    /// [tested against themselves](crate::mesh::Scene::set_self_collision) within.
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

    /// Says which objects and pairs are compared; replaces the filters of an earlier call. Excluded elements are
    /// refused. An object is compared with itself by its vertices in tetrahedra that do not have them as corners.
    pub fn filters(self, filters: Filters) -> DepthQuery {
        DepthQuery { filters, ..self }
    }

    /// How depths are told.
    pub fn depth_method(&self) -> DepthMethod {
        self.method
    }

    /// Whether edges are told.
    pub fn has_edges(&self) -> bool {
        !self.without_edges
    }

    /// Which objects and pairs are compared.
    pub fn chosen_filters(&self) -> &Filters {
        &self.filters
    }
}
