//! Capacity for a real-time loop, taken before it starts.

use super::{Query, Workspace};
use crate::mesh::Scene;
use crate::session::{QueryError, Session};
use jostle_support::text::grouped;
use thiserror::Error;

/// The capacity that a workspace is given for good.
///
/// A workspace made of it is as large as it will ever be: for any frames of a scene in which objects
/// move rigidly, and for one query, as long as no frame has more pairs than were reserved. The first
/// frame allocates as little as the last, which is nothing.
/// [`certified_reservation`](super::certified_reservation) tells how many pairs there can be.
///
/// A pair takes `8 (threads + 2)` bytes, and `8 (2 threads + 5)` if the query asks for pairs
/// [within a distance](Query::within), of which certificates tell nothing. Only [`QueryOutput::AllPairs`](super::QueryOutput::AllPairs) keeps pairs;
/// without them a workspace takes some hundred bytes an element, and some forty for each two objects,
/// as all may be near each other.
///
/// Not allocated beforehand: what exact arithmetic takes for coordinates beyond `2^±250`, for degenerate
/// elements that share corners, and where distances are asked for, for pairs that touch or are at that
/// distance but for the last digits; and what rayon takes to hand work to threads that are not its own, a
/// block every few dozen frames.
///
/// ```
/// use jostle::collide::Reservation;
/// use jostle::mesh::shapes;
/// use jostle::{DVec3, Query, Scene, Session};
///
/// let ball = shapes::icosphere(4, 1.0);
/// let mut scene = Scene::new();
/// scene.add("one", ball.clone())?;
/// let other = scene.add("other", ball.translated(DVec3::X * 3.0))?;
/// let (session, query) = (Session::new().threads(1), Query::default());
/// let reservation = Reservation::new(&session, 20_000, &query);
/// let mut workspace = reservation.workspace(&session, &scene, &query)?;
/// let bytes = workspace.bytes();
/// for _ in 0..10 {
///     scene.vertices_mut(other)?.iter_mut().for_each(|v| v.x -= 0.3);
///     workspace.collide(&scene, &query)?;
/// }
/// assert!(workspace.bytes() == bytes && !workspace.has_outgrown());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reservation {
    /// Pairs that there is capacity for.
    pub pairs: usize,
    /// Bytes of all buffers; before they are made, of those for pairs alone.
    pub bytes: usize,
}

/// Why capacity cannot be reserved.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ReservationError {
    /// A scene or query that would be refused anyway.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// A query whose memory nothing bounds.
    #[error("{what} takes memory that nothing bounds; {remedy}")]
    Unbounded {
        /// What the query asks for.
        what: String,
        /// What to ask for instead.
        remedy: &'static str,
    },
    /// More memory than there is.
    #[error(
        "there is no memory for {} pairs; reserve fewer, or ask for the colliding elements",
        grouped(*.pairs)
    )]
    TooLarge {
        /// Pairs that there was to be capacity for.
        pairs: usize,
    },
}

impl Reservation {
    /// Capacity for so many pairs in one frame of a query on the threads of a session. A frame that finds more is answered in full
    /// all the same, since half an answer would be a wrong one: buffers grow in that frame, and
    /// [`Workspace::has_outgrown`] tells.
    pub fn new(session: &Session, pairs: usize, query: &Query) -> Reservation {
        let threads = session.thread_count().unwrap_or_else(rayon::current_num_threads);
        // Each worker may find all of them; they are sorted and shown in two more lists. A distance takes as
        // much as a pair, and is sorted with it.
        let lists = match query.distance() {
            None => threads + 2,
            Some(_) => 2 * threads + 5,
        };
        Reservation { pairs, bytes: pairs.saturating_mul(size_of::<u64>() * lists) }
    }

    /// Makes the buffers in the session, for frames of this scene and this query.
    pub fn workspace(
        self,
        session: &Session,
        scene: &Scene,
        query: &Query,
    ) -> Result<Workspace, ReservationError> {
        check_query(query)?;
        Workspace::reserve(session, scene, query, self.pairs)
    }
}

impl Workspace {
    /// Whether a frame has found more than was reserved, so that buffers have grown: more pairs than
    /// were asked for, or meshes that have deformed.
    pub fn has_outgrown(&self) -> bool {
        self.reservation().is_some_and(|reserved| self.bytes() > reserved.bytes)
    }
}

fn check_query(query: &Query) -> Result<(), ReservationError> {
    let unbounded = |what: String, remedy| Err(ReservationError::Unbounded { what, remedy });
    if query.baseline_settings().is_staged() {
        return unbounded(
            "listing all candidates".to_owned(),
            "ask with the exact test and not staged",
        );
    }
    match query.broad_phase().box_method() {
        None => Ok(()),
        Some(_) => {
            let name = query.broad_phase().name();
            unbounded(format!("the broad phase '{name}'"), "use the default one")
        }
    }
}
