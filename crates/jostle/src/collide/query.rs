//! What to ask of a scene.

use crate::broad::{Duplicates, KeyFunction};

/// How much of the answer is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Every colliding pair.
    #[default]
    AllPairs,
    /// The elements that collide, without their partners (kDet's original question): an element
    /// known to collide is not tested again with another that is.
    CollidingElements,
    /// The first colliding pair in the order of all of them, if any.
    FirstPair,
    /// How many pairs there are.
    PairCount,
}

/// Which broad phase finds the candidates; all give the same answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Broad {
    /// The one that was measured to be the fastest: [`Broad::Clusters`].
    #[default]
    Auto,
    /// [`GroupSearch`](crate::broad::GroupSearch): the grid of [`Broad::Grid`] over clusters of
    /// elements instead of elements, without the patches that are known to be free of collisions.
    Clusters,
    /// [`Grid`](crate::broad::Grid), the hierarchical grid of kDet.
    Grid,
    /// [`HashedGrid`](crate::broad::HashedGrid), kDet's grid as it was published.
    HashedGrid,
    /// [`UniformHash`](crate::broad::UniformHash), one size of cells for all.
    UniformHash,
    /// [`Bvh`](crate::broad::Bvh), a hierarchy of boxes.
    Bvh,
    /// [`Sweep`](crate::broad::Sweep), sort and sweep.
    Sweep,
    /// [`BruteForce`](crate::broad::BruteForce), all pairs on one thread.
    BruteForce,
    /// [`BrutePairs`](crate::broad::BrutePairs), all pairs on all threads.
    BrutePairs,
}

impl Broad {
    /// All of them.
    pub const ALL: [Broad; 9] = [
        Broad::Auto,
        Broad::Clusters,
        Broad::Grid,
        Broad::HashedGrid,
        Broad::UniformHash,
        Broad::Bvh,
        Broad::Sweep,
        Broad::BruteForce,
        Broad::BrutePairs,
    ];

    /// The name in the vocabulary of the command line and of reports.
    pub const fn name(self) -> &'static str {
        match self {
            Broad::Auto => "auto",
            Broad::Clusters => "kdet-clusters",
            Broad::Grid => "kdet",
            Broad::HashedGrid => "kdet-hashed",
            Broad::UniformHash => "uniform-hash",
            Broad::Bvh => "bvh",
            Broad::Sweep => "sap",
            Broad::BruteForce => "brute",
            Broad::BrutePairs => "brute-pairs",
        }
    }
}

/// Which test decides a candidate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Test {
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

impl Test {
    /// All of them.
    pub const ALL: [Test; 5] = [Test::Exact, Test::Sat, Test::SatNoEdges, Test::SatMtv, Test::Gjk];

    /// The name in the vocabulary of the command line and of reports.
    pub const fn name(self) -> &'static str {
        match self {
            Test::Exact => "exact",
            Test::Sat => "sat",
            Test::SatNoEdges => "sat-no-edges",
            Test::SatMtv => "sat-mtv",
            Test::Gjk => "gjk",
        }
    }
}

/// What to ask of a scene; the default asks for every pair and for containment.
///
/// ```
/// use jostle::Query;
/// use jostle::collide::{Broad, Mode};
///
/// let query = Query::first_pair().broad(Broad::BruteForce).containment(false);
/// assert_eq!(query.mode(), Mode::FirstPair);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    mode: Mode,
    broad: Broad,
    keys: KeyFunction,
    duplicates: Duplicates,
    test: Test,
    staged: bool,
    containment: bool,
    threads: Option<usize>,
    objects: Option<Vec<usize>>,
}

impl Default for Query {
    fn default() -> Query {
        Query {
            mode: Mode::AllPairs,
            broad: Broad::default(),
            keys: KeyFunction::default(),
            duplicates: Duplicates::default(),
            test: Test::default(),
            staged: false,
            containment: true,
            threads: None,
            objects: None,
        }
    }
}

impl Query {
    /// Asks for every pair.
    pub fn all_pairs() -> Query {
        Query::default()
    }

    /// Asks for the colliding elements only.
    pub fn colliding_elements() -> Query {
        Query { mode: Mode::CollidingElements, ..Query::default() }
    }

    /// Asks for the first pair only; objects inside others are looked for only if there is none.
    pub fn first_pair() -> Query {
        Query { mode: Mode::FirstPair, ..Query::default() }
    }

    /// Asks for the number of pairs only.
    pub fn pair_count() -> Query {
        Query { mode: Mode::PairCount, ..Query::default() }
    }

    pub(super) fn mode_of(self, mode: Mode) -> Query {
        Query { mode, ..self }
    }

    /// Chooses the broad phase.
    pub fn broad(self, broad: Broad) -> Query {
        Query { broad, ..self }
    }

    /// Chooses the hash function of [`Broad::HashedGrid`] and [`Broad::UniformHash`]; it changes the
    /// cost only.
    pub fn keys(self, keys: KeyFunction) -> Query {
        Query { keys, ..self }
    }

    /// Chooses how [`Broad::HashedGrid`] shows a pair once; it changes the cost only.
    pub fn duplicates(self, duplicates: Duplicates) -> Query {
        Query { duplicates, ..self }
    }

    /// Chooses the test that decides candidates. All but [`Test::Exact`] give an answer that is only
    /// nearly right, and run [staged](Self::staged).
    pub fn test(self, test: Test) -> Query {
        Query { test, ..self }
    }

    /// Says whether candidates are listed first and decided then, so that
    /// [`Seconds`](super::Seconds) can tell the stages of the search apart. It takes longer, and
    /// memory for all candidates; the answer is the same.
    pub fn staged(self, staged: bool) -> Query {
        Query { staged, ..self }
    }

    /// Says whether to look for objects wholly inside closed ones.
    pub fn containment(self, containment: bool) -> Query {
        Query { containment, ..self }
    }

    /// Sets the number of threads; otherwise rayon's pool decides. The answer does not depend on it.
    pub fn threads(self, threads: usize) -> Query {
        Query { threads: Some(threads.max(1)), ..self }
    }

    /// Leaves out all objects but these.
    pub fn among(self, objects: impl Into<Vec<usize>>) -> Query {
        let mut objects = objects.into();
        objects.sort_unstable();
        objects.dedup();
        Query { objects: Some(objects), ..self }
    }

    /// How much of the answer is wanted.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// The broad phase chosen.
    pub fn broad_phase(&self) -> Broad {
        self.broad
    }

    /// The hash function chosen.
    pub fn key_function(&self) -> KeyFunction {
        self.keys
    }

    /// How the hashed grid shows a pair once.
    pub fn duplicate_removal(&self) -> Duplicates {
        self.duplicates
    }

    /// The test that decides candidates.
    pub fn intersection_test(&self) -> Test {
        self.test
    }

    /// Whether candidates are listed before they are decided.
    pub fn is_staged(&self) -> bool {
        self.staged || self.test != Test::Exact
    }

    /// Whether objects wholly inside closed ones are looked for.
    pub fn tests_containment(&self) -> bool {
        self.containment
    }

    /// The number of threads, if set.
    pub fn thread_count(&self) -> Option<usize> {
        self.threads
    }

    /// Whether an object takes part.
    pub fn admits(&self, object: usize) -> bool {
        self.objects.as_ref().is_none_or(|objects| objects.binary_search(&object).is_ok())
    }

    /// The objects that take part, sorted, if not all of them.
    pub fn objects(&self) -> Option<&[usize]> {
        self.objects.as_deref()
    }
}
