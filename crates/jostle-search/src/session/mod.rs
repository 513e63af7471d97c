//! What queries share: the session that they run in, the filters that say what they compare, and why they refuse.
//!
//! A [`Session`] holds threads, cancellation, topology and scratch. Queries of all kinds can be made in one session, and
//! then make each of these once. A [`Filters`] chooses objects and pairs, the same way for every kind of query; a query
//! that cannot honour a filter refuses it by name ([`QueryError::FilterNotHonoured`]).

mod checks;
mod error;
mod excluded_elements;
mod filters;
mod kept_pool;
mod pair;
mod scratch;

pub use checks::check;
pub use error::{DeviceError, QueryError};
pub use excluded_elements::ExcludedElements;
pub use filters::{Filters, SelfPairs};
pub use pair::Pair;
pub use scratch::Scratch;

use crate::candidates::{Cancellation, TopologyCache};
use kept_pool::KeptPool;
use scratch::KeptScratch;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Threads, cancellation, topology and scratch that queries share; a clone is the same session.
///
/// Every search has a constructor `in_session`, and every function about two objects a version that takes a session.
/// Searches of one session make what the topology of a scene implies only once, work on the same threads, and are
/// cancelled together. Several threads may ask in one session at the same time.
///
/// A session is for one scene at a time: queries about several scenes in turn are answered, but what is kept of one is
/// forgotten for the other.
///
/// ```
/// use jostle::contact::{NearQuery, NearSearch};
/// use jostle::distance::{Distance, distance_in};
/// use jostle::mesh::shapes;
/// use jostle::{DVec3, Query, Scene, Session, Workspace};
///
/// let mut scene = Scene::new();
/// let ball = scene.add("ball", shapes::icosphere(3, 1.0))?;
/// let other = scene.add("other", shapes::icosphere(3, 1.0).translated(DVec3::X * 2.25))?;
///
/// let session = Session::new().threads(2);
/// let mut workspace = Workspace::in_session(&session);
/// let mut near = NearSearch::in_session(&session);
/// assert!(!workspace.collide(&scene, &Query::default())?.any());
/// assert!(!near.find(&scene, &NearQuery::within(0.3))?.is_empty());
/// assert!(matches!(distance_in(&session, &scene, ball, other)?, Distance::Apart(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Session {
    /// None if queries work in the pool that they are called from.
    pool: Option<Arc<KeptPool>>,
    topology: TopologyCache,
    /// Replaced by whoever wants another token for the next queries.
    cancellation: Arc<Mutex<Cancellation>>,
    scratch: Arc<KeptScratch>,
}

impl Session {
    /// A session whose queries work in the rayon pool that they are called from, or else in rayon's own, while the
    /// caller waits.
    pub fn new() -> Session {
        Session::default()
    }

    /// The same session on so many threads, one at least, of a pool that it keeps. The pool is started by the first
    /// query; clones of the result share it. No answer depends on the number.
    pub fn threads(self, threads: usize) -> Session {
        Session { pool: Some(Arc::new(KeptPool::new(threads.max(1)))), ..self }
    }

    /// A session for another scene, on the same threads and with the same cancellation.
    #[doc(hidden)]
    pub fn for_other_scene(&self) -> Session {
        Session {
            pool: self.pool.clone(),
            cancellation: Arc::clone(&self.cancellation),
            ..Session::new()
        }
    }

    /// The number of threads, if one was set.
    pub fn thread_count(&self) -> Option<usize> {
        self.pool.as_ref().map(|pool| pool.threads())
    }

    /// What the topology of the session's scene implies; a clone shares it.
    pub fn topology(&self) -> &TopologyCache {
        &self.topology
    }

    /// Replaces the token that cancels queries of this session and all its clones. Queries that are running keep the
    /// token that they began with.
    ///
    /// ```
    /// use jostle::candidates::Cancellation;
    /// use jostle::mesh::shapes;
    /// use jostle::{Query, QueryError, Scene, Session, Workspace};
    ///
    /// let mut scene = Scene::new();
    /// scene.add("ball", shapes::icosphere(3, 1.0))?;
    /// let session = Session::new();
    /// let mut workspace = Workspace::in_session(&session);
    /// let cancellation = Cancellation::new();
    /// session.set_cancellation(cancellation.clone());
    /// cancellation.cancel();
    /// assert_eq!(workspace.collide(&scene, &Query::default()), Err(QueryError::Cancelled));
    /// # Ok::<(), QueryError>(())
    /// ```
    pub fn set_cancellation(&self, cancellation: Cancellation) {
        *lock(&self.cancellation) = cancellation;
    }

    /// The token that cancels the next queries of this session.
    pub fn cancellation(&self) -> Cancellation {
        lock(&self.cancellation).clone()
    }

    /// Works on the threads of this session, or of the caller if no number was set.
    ///
    /// ```
    /// use jostle::Session;
    /// use jostle::freeness::Certificate;
    /// use jostle::mesh::shapes;
    ///
    /// let session = Session::new().threads(2);
    /// let ball = shapes::icosphere(3, 1.0).into();
    /// let certificate = session.install(|| Certificate::from_mesh(&ball))??;
    /// assert!(certificate.k() > 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> Result<R, QueryError> {
        match &self.pool {
            Some(pool) => Ok(pool.get()?.install(work)),
            // Rayon's own pool is entered once: a thread outside sleeps until a parallel part is done, and is woken
            // late each time.
            None => Ok(rayon::scope(|_| work())),
        }
    }

    /// Lends scratch of a type, as the last query that had some left it. Two queries at once have one each.
    #[doc(hidden)]
    pub fn lend<S: Scratch + Default, R>(&self, work: impl FnOnce(&mut S) -> R) -> R {
        self.scratch.lend(work)
    }

    /// Bytes of the scratch that functions about two objects keep, while none of them runs.
    pub fn bytes(&self) -> usize {
        self.scratch.bytes()
    }
}

/// Locks what is whole whenever the lock is free, even if its holder panicked.
fn lock<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_share_and_threads_branch_off() {
        let session = Session::new();
        let (clone, on_two) = (session.clone(), session.clone().threads(2));
        let cancellation = Cancellation::new();
        session.set_cancellation(cancellation.clone());
        cancellation.cancel();
        for other in [&clone, &on_two, &on_two.for_other_scene()] {
            assert!(other.cancellation().is_cancelled());
        }
        assert_eq!(
            [&session, &clone, &on_two].map(|own| own.thread_count()),
            [None, None, Some(2)]
        );
        assert_eq!(on_two.clone().threads(0).thread_count(), Some(1));
        let pool = || on_two.install(rayon::current_num_threads).unwrap();
        assert_eq!([pool(), pool()], [2, 2]);
        let caller = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        assert_eq!(caller.install(|| session.install(rayon::current_num_threads)), Ok(3));
        assert_eq!(caller.install(pool), 2);
    }
}
