//! How somebody else ends a query.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// A request to give up, shared by a search and by whoever may lose interest in its answer.
///
/// Searches look at it between batches of work, each of which takes milliseconds, and then refuse the query with
/// [`QueryError::Cancelled`](crate::session::QueryError::Cancelled). Their buffers stay good for the next one. A request holds
/// until it is [withdrawn](Self::reset), for all who have a clone of it.
///
/// ```
/// use jostle::candidates::Cancellation;
/// use jostle::mesh::shapes;
/// use jostle::{Query, QueryError, Scene, Session, Workspace};
///
/// let mut scene = Scene::new();
/// scene.add("one", shapes::icosphere(3, 1.0))?;
/// scene.add("other", shapes::icosphere(3, 0.5))?;
/// let (session, cancellation) = (Session::new(), Cancellation::new());
/// session.set_cancellation(cancellation.clone());
/// let mut workspace = Workspace::in_session(&session);
///
/// // From any thread, while the query runs.
/// cancellation.cancel();
/// assert_eq!(workspace.collide(&scene, &Query::default()), Err(QueryError::Cancelled));
///
/// cancellation.reset();
/// assert!(workspace.collide(&scene, &Query::default())?.any());
/// # Ok::<(), QueryError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancellation(Arc<AtomicBool>);

impl Cancellation {
    /// One that nobody has asked for yet.
    pub fn new() -> Cancellation {
        Cancellation::default()
    }

    /// Asks those who have it to give up.
    pub fn cancel(&self) {
        self.0.store(true, Relaxed);
    }

    /// Withdraws the request, before the next query.
    pub fn reset(&self) {
        self.0.store(false, Relaxed);
    }

    /// Whether to give up. Relaxed: nothing is read that the one who asks has written.
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Relaxed)
    }
}
