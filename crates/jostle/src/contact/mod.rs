//! Contacts: what is near what, where, and in which direction it can be pushed.
//!
//! [`NearSearch`] lists the features of surfaces that are nearer to each other than a distance, as barrier and
//! projection methods want them: vertices, edges and faces by the features that their nearest points lie in, each
//! two once, with points, weights, normal, distance and its gradient.

mod near;

pub use near::{
    Mollifier, NearContact, NearContacts, NearEdges, NearError, NearQuery, NearSearch,
    NearStatistics,
};
