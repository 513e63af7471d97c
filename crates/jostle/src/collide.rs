//! Discrete collision: all exact pairs of a scene as it stands.

pub use jostle_collide::collide::{
    Backend, BodySurface, Broad, Collisions, DeviceError, Engine, ExcludedElements, ObjectDistance,
    Pair, Query, QueryError, QueryOutput, Reservation, ReservationError, Seconds, Statistics,
    Workspace, collide,
};

/// For research and benchmarks: parameters of published methods, runs in stages, and tests that are
pub mod baselines {
    pub use jostle_collide::collide::baselines::{
        Baseline, Duplicates, IntersectionTest, KeyFunction, candidates,
    };
}
