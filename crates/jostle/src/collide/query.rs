//! What to ask of a scene.

use super::baselines::Baseline;
use crate::candidates::BoxMethod;
use crate::mesh::ObjectId;

/// How much of the answer is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum QueryOutput {
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
    /// The grid of [`Broad::Grid`] over clusters of elements instead of elements, without the patches
    /// that are known to be free of collisions.
    Clusters,
    /// The hierarchical grid of kDet (2017, sec. 4), sorted instead of hashed.
    Grid,
    /// kDet's grid as it was published, a hash table of cells on all levels.
    HashedGrid,
    /// A hash table of cells of one size (Heidelberger 2007, sec. 4.2).
    UniformHash,
    /// A hierarchy of boxes.
    Bvh,
    /// Sort and sweep.
    Sweep,
    /// All pairs of boxes on one thread.
    BruteForce,
    /// All pairs of boxes on all threads.
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

    /// The broad phase over boxes that this is, or none if it is over clusters.
    pub(super) fn box_method(self) -> Option<BoxMethod> {
        Some(match self {
            Broad::Auto | Broad::Clusters => return None,
            Broad::Grid => BoxMethod::Grid,
            Broad::HashedGrid => BoxMethod::HashedGrid,
            Broad::UniformHash => BoxMethod::UniformHash,
            Broad::Bvh => BoxMethod::Bvh,
            Broad::Sweep => BoxMethod::Sweep,
            Broad::BruteForce => BoxMethod::BruteForce,
            Broad::BrutePairs => BoxMethod::BrutePairs,
        })
    }

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

/// What to ask of a scene; the default asks for every pair and for containment.
///
/// ```
/// use jostle::Query;
/// use jostle::collide::{Broad, QueryOutput};
///
/// let query = Query::first_pair().broad(Broad::BruteForce).containment(false);
/// assert_eq!(query.output(), QueryOutput::FirstPair);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    output: QueryOutput,
    broad: Broad,
    baseline: Baseline,
    containment: bool,
    self_pairs: bool,
    threads: Option<usize>,
    objects: Option<Vec<ObjectId>>,
}

impl Default for Query {
    fn default() -> Query {
        Query {
            output: QueryOutput::AllPairs,
            broad: Broad::default(),
            baseline: Baseline::default(),
            containment: true,
            self_pairs: true,
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
        Query { output: QueryOutput::CollidingElements, ..Query::default() }
    }

    /// Asks for the first pair only; objects inside others are looked for only if there is none.
    pub fn first_pair() -> Query {
        Query { output: QueryOutput::FirstPair, ..Query::default() }
    }

    /// Asks for the number of pairs only.
    pub fn pair_count() -> Query {
        Query { output: QueryOutput::PairCount, ..Query::default() }
    }

    /// Chooses the broad phase.
    pub fn broad(self, broad: Broad) -> Query {
        Query { broad, ..self }
    }

    /// Chooses how the query is answered, for research and benchmarks.
    pub fn baseline(self, baseline: Baseline) -> Query {
        Query { baseline, ..self }
    }

    /// Says whether to look for objects wholly inside closed ones.
    pub fn containment(self, containment: bool) -> Query {
        Query { containment, ..self }
    }

    /// Says whether to look for pairs within the objects that are tested against themselves
    /// ([`Scene::set_self_collision`](crate::Scene::set_self_collision)); without, only pairs of
    /// different objects count.
    pub fn self_pairs(self, self_pairs: bool) -> Query {
        Query { self_pairs, ..self }
    }

    /// Sets the number of threads; otherwise rayon's pool decides. The answer does not depend on it.
    pub fn threads(self, threads: usize) -> Query {
        Query { threads: Some(threads.max(1)), ..self }
    }

    /// Leaves out all objects but these.
    pub fn among(self, objects: impl Into<Vec<ObjectId>>) -> Query {
        let mut objects = objects.into();
        objects.sort_unstable();
        objects.dedup();
        Query { objects: Some(objects), ..self }
    }

    /// How much of the answer is wanted.
    pub fn output(&self) -> QueryOutput {
        self.output
    }

    /// The broad phase chosen.
    pub fn broad_phase(&self) -> Broad {
        self.broad
    }

    /// How the query is answered, where that is of interest.
    pub fn baseline_settings(&self) -> &Baseline {
        &self.baseline
    }

    /// Whether objects wholly inside closed ones are looked for.
    pub fn tests_containment(&self) -> bool {
        self.containment
    }

    /// Whether pairs within objects are looked for.
    pub fn finds_self_pairs(&self) -> bool {
        self.self_pairs
    }

    /// The number of threads, if set.
    pub fn thread_count(&self) -> Option<usize> {
        self.threads
    }

    /// Whether an object takes part.
    pub fn admits(&self, object: ObjectId) -> bool {
        self.objects.as_ref().is_none_or(|objects| objects.binary_search(&object).is_ok())
    }

    /// The objects that take part, sorted, if not all of them.
    pub fn objects(&self) -> Option<&[ObjectId]> {
        self.objects.as_deref()
    }
}
