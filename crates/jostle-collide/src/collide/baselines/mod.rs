//! For research and benchmarks: parameters of published methods, runs in stages, and tests that are
//! not exact.
//!
//! A [`Baseline`] goes into a query with [`Query::baseline`]. Nothing here changes the answer, but
//! [`IntersectionTest`]s that say so.

mod staged;

pub use crate::broad::{Duplicates, KeyFunction};

use super::{Pair, Query, Workspace};
use crate::mesh::Scene;
use crate::session::QueryError;
pub(super) use staged::{CandidateCollector, decide};

/// Which test decides a candidate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum IntersectionTest {
    /// The exact one, which every promise is about.
    #[default]
    Exact,
    /// Separating axes in plain `f64` ([`sat::elements`](crate::narrow::sat::elements)), for
    /// comparison with the literature. It rounds, and elements that share a vertex never collide.
    Sat,
    /// The same without the cross products of edges
    /// ([`sat::elements_without_edges`](crate::narrow::sat::elements_without_edges)): faster, and
    /// finds pairs that do not intersect.
    SatNoEdges,
    /// Separating axes that also keep the minimum translation
    /// ([`separating_axes::elements`](crate::convex::separating_axes::elements)): right about each
    /// pair, but elements that share a vertex never collide.
    SatMtv,
    /// Boolean GJK ([`elements::intersects`](crate::convex::elements::intersects)): right about
    /// each pair, but elements that share a vertex never collide.
    Gjk,
}

impl IntersectionTest {
    /// All of them.
    pub const ALL: [IntersectionTest; 5] = [
        IntersectionTest::Exact,
        IntersectionTest::Sat,
        IntersectionTest::SatNoEdges,
        IntersectionTest::SatMtv,
        IntersectionTest::Gjk,
    ];

    /// The name in the vocabulary of the command line and of reports.
    pub const fn name(self) -> &'static str {
        match self {
            IntersectionTest::Exact => "exact",
            IntersectionTest::Sat => "sat",
            IntersectionTest::SatNoEdges => "sat-no-edges",
            IntersectionTest::SatMtv => "sat-mtv",
            IntersectionTest::Gjk => "gjk",
        }
    }
}

/// How a query is answered, where that is of interest.
///
/// ```
/// use jostle::collide::{Broad, Query, baselines::{Baseline, KeyFunction}};
/// use jostle::mesh::shapes;
/// use jostle::{DVec3, Scene, collide};
///
/// let mut scene = Scene::new();
/// scene.add("one", shapes::icosphere(3, 1.0))?;
/// scene.add("other", shapes::icosphere(3, 1.0).translated(DVec3::X))?;
/// let baseline = Baseline { keys: KeyFunction::Morton, staged: true, ..Baseline::default() };
/// let query = Query::default().broad(Broad::HashedGrid).baseline(baseline);
/// let collisions = collide(&scene, &query)?;
/// assert_eq!(collisions.pairs(), collide(&scene, &Query::default())?.pairs());
/// assert!(collisions.statistics().seconds.narrow > 0.0, "the stages are timed apart");
/// # Ok::<(), jostle::QueryError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Baseline {
    /// The hash function of [`Broad::HashedGrid`](super::Broad::HashedGrid) and
    /// [`Broad::UniformHash`](super::Broad::UniformHash); it changes the cost only.
    pub keys: KeyFunction,
    /// How [`Broad::HashedGrid`](super::Broad::HashedGrid) shows a pair once; it changes the cost only.
    pub duplicates: Duplicates,
    /// The test that decides candidates. All but the exact one give an answer that is only nearly
    /// right, and run staged.
    pub test: IntersectionTest,
    /// Whether candidates are listed first and decided then, so that [`Seconds`](super::Seconds) can
    /// tell the stages of the search apart. It takes longer, and memory for all candidates; the answer
    /// is the same.
    pub staged: bool,
}

impl Baseline {
    /// Whether candidates are listed before they are decided.
    pub fn is_staged(&self) -> bool {
        self.staged || self.test != IntersectionTest::Exact
    }
}

/// The candidates of a query: all pairs of elements that it is about and whose boxes overlap, lower
/// element first, sorted. Without those that a certified patch excludes, where the broad phase
/// is over clusters.
///
/// ```
/// use jostle::collide::{Query, baselines};
/// use jostle::mesh::shapes;
/// use jostle::{DVec3, Scene, collide};
///
/// let mut scene = Scene::new();
/// scene.add("one", shapes::icosphere(3, 1.0))?;
/// scene.add("other", shapes::icosphere(3, 1.0).translated(DVec3::X))?;
/// let candidates = baselines::candidates(&scene, &Query::default())?;
/// let collisions = collide(&scene, &Query::default())?;
/// assert!(collisions.pairs().iter().all(|pair| candidates.contains(pair)));
/// # Ok::<(), jostle::QueryError>(())
/// ```
pub fn candidates(scene: &Scene, query: &Query) -> Result<Vec<Pair>, QueryError> {
    Workspace::new().candidates(scene, query)
}
