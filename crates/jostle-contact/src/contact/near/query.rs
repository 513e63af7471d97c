//! What is asked of a search for near contacts.

use crate::candidates::MotionError;
use crate::session::{Filters, QueryError};
use thiserror::Error;

/// How near features are to be, and which objects and pairs are compared.
///
/// ```
/// use jostle::contact::NearQuery;
///
/// let query = NearQuery::within(1e-3).mollified(true);
/// assert_eq!(query.distance(), 1e-3);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct NearQuery {
    filters: Filters,
    distance: f64,
    is_mollified: bool,
    limit: Option<u64>,
}

impl NearQuery {
    /// Features that are nearer to each other than this distance, which is finite and above zero.
    pub fn within(distance: f64) -> NearQuery {
        NearQuery { filters: Filters::default(), distance, is_mollified: false, limit: None }
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

    /// Says which objects and pairs are compared; replaces the filters of an earlier call. Excluded elements are
    /// refused.
    pub fn filters(self, filters: Filters) -> NearQuery {
        NearQuery { filters, ..self }
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

    /// Which objects and pairs are compared.
    pub fn chosen_filters(&self) -> &Filters {
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
