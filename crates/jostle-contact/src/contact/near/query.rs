//! What is asked of a search for near contacts.

use crate::candidates::MotionError;
use crate::collide::{Query, QueryError};
use crate::mesh::ObjectId;
use thiserror::Error;

/// How near features are to be, and which objects are compared, as for a [`Query`].
///
/// ```
/// use jostle::contact::NearQuery;
///
/// let query = NearQuery::within(1e-3).mollified(true).threads(2);
/// assert_eq!(query.distance(), 1e-3);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct NearQuery {
    filters: Query,
    distance: f64,
    is_mollified: bool,
    limit: Option<u64>,
}

impl NearQuery {
    /// Features that are nearer to each other than this distance, which is finite and above zero.
    pub fn within(distance: f64) -> NearQuery {
        NearQuery { filters: Query::default(), distance, is_mollified: false, limit: None }
    }

    /// Keeps edges that are nearly parallel as two edges wherever their nearest points are, as Incremental
    /// Potential Contact does. Off by default.
    pub fn mollified(self, is_mollified: bool) -> NearQuery {
        NearQuery { is_mollified, ..self }
    }

    /// Gives up with [`NearError::TooMany`] once more pairs of features than this are near: their number grows with the
    /// square of the features as the distance grows. No limit by default.
    pub fn limit(self, pairs: u64) -> NearQuery {
        NearQuery { limit: Some(pairs), ..self }
    }

    /// Whether objects that are [tested against themselves](crate::Scene::set_self_collision) have contacts within;
    /// they have, unless this says otherwise.
    pub fn self_contacts(self, self_contacts: bool) -> NearQuery {
        self.with(|filters| filters.self_pairs(self_contacts))
    }

    /// Only contacts of these objects with each other and within.
    pub fn among(self, objects: impl Into<Vec<ObjectId>>) -> NearQuery {
        self.with(|filters| filters.among(objects))
    }

    /// Leaves out pairs of objects; an object with itself leaves out contacts within.
    pub fn exclude(self, pairs: impl IntoIterator<Item = (ObjectId, ObjectId)>) -> NearQuery {
        self.with(|filters| filters.exclude(pairs))
    }

    /// Compares the objects that a query compares, on as many threads.
    pub fn filters(self, query: Query) -> NearQuery {
        NearQuery { filters: query, ..self }
    }

    /// Uses so many threads, instead of those of the pool that it is called in.
    pub fn threads(self, threads: usize) -> NearQuery {
        self.with(|filters| filters.threads(threads))
    }

    fn with(self, change: impl FnOnce(Query) -> Query) -> NearQuery {
        NearQuery { filters: change(self.filters), ..self }
    }

    /// How near features are to be.
    pub fn distance(&self) -> f64 {
        self.distance
    }

    /// Whether edges that are nearly parallel are kept as two edges.
    pub fn is_mollified(&self) -> bool {
        self.is_mollified
    }

    /// How many pairs of features may be near, if that is limited.
    pub fn pair_limit(&self) -> Option<u64> {
        self.limit
    }

    pub(super) fn compared(&self) -> &Query {
        &self.filters
    }
}

/// Why near contacts cannot be looked for.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum NearError {
    /// A scene or an object that cannot be used, or threads that cannot be started.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// Positions at rest that do not fit the scene.
    #[error(transparent)]
    Rest(#[from] MotionError),
    /// A distance that is none.
    #[error(
        "features nearer than {distance} were asked for; give a distance that is finite and above zero"
    )]
    BadDistance {
        /// The distance as given.
        distance: f64,
    },
    /// More pairs than the query admits.
    #[error(
        "more than {} pairs of features are nearer than {distance:?}; ask for a smaller distance, or for a higher limit",
        jostle_support::text::grouped(usize::try_from(*limit).unwrap_or(usize::MAX))
    )]
    TooMany {
        /// The limit as given.
        limit: u64,
        /// The distance as given.
        distance: f64,
    },
}
