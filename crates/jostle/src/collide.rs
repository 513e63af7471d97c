//! Discrete collision: all exact pairs of a scene as it stands.

#[doc(inline)]
pub use jostle_collide::collide::{
    Backend, BodySurface, Broad, CertifiedReservationError, Collisions, Engine, ObjectDistance,
    Pair, Query, QueryOutput, Reservation, ReservationError, Seconds, Statistics, Workspace,
    certified_reservation, collide,
};

/// For research and benchmarks: parameters of published methods, runs in stages, and tests that are
pub mod baselines {
    #[doc(inline)]
    pub use jostle_collide::collide::baselines::{
        Baseline, Duplicates, IntersectionTest, KeyFunction, candidates,
    };
}
