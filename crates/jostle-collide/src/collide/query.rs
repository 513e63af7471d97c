//! What to ask of a scene.

use super::baselines::Baseline;
use crate::candidates::BoxMethod;
use crate::session::Filters;

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
    /// The one that was measured to be the fastest: [`Broad::Clusters`], and runs of elements as meshes list them where
    /// objects are met for the first time and none is compared with itself, so that clusters of them would be made for
    /// a part of their elements only.
    #[default]
    Auto,
    /// The grid of [`Broad::Grid`] over clusters of elements instead of elements, without the pairs within patches of them
    /// that are known to be free of collisions, and of clusters that are apart along a diagonal. From the first query on,
    /// whatever it asks.
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
    distance: Option<DistanceLimit>,
    filters: Filters,
}

/// A distance as it was given, whatever number that is; compared by its bits.
#[derive(Clone, Copy, Debug)]
struct DistanceLimit(f64);

impl PartialEq for DistanceLimit {
    fn eq(&self, other: &DistanceLimit) -> bool {
        self.0.to_bits() == other.0.to_bits()
    }
}

impl Eq for DistanceLimit {}

impl Default for Query {
    fn default() -> Query {
        Query {
            output: QueryOutput::AllPairs,
            broad: Broad::default(),
            baseline: Baseline::default(),
            containment: true,
            distance: None,
            filters: Filters::default(),
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

    /// Says which objects and pairs are compared; replaces the filters of an earlier call.
    pub fn filters(self, filters: Filters) -> Query {
        Query { filters, ..self }
    }

    /// Asks for all pairs of elements that are at most this far apart, those that collide among them, and
    /// how far apart they are ([`Collisions::distances`](super::Collisions::distances)).
    ///
    /// Elements that share a vertex count only if they collide as in an ordinary query, because all of
    /// them are at distance zero. A distance of zero asks for what an ordinary query does. What is inside
    /// what does not depend on the distance: an object that is inside a closed one, and near its surface
    /// without touching it, is in pairs and inside.
    ///
    /// Whether a pair is within the distance is decided exactly, for all finite coordinates. The
    /// distance given for it is zero if and only if it collides, at most the distance asked for, and off
    /// by at most `2^-47` of the distance and the extents of both elements together.
    ///
    /// A distance that is negative, infinite or NaN is refused when the query is asked.
    ///
    /// ```
    /// use jostle::mesh::shapes;
    /// use jostle::{DVec3, Query, Scene, collide};
    ///
    /// let mut scene = Scene::new();
    /// let ball = scene.add("ball", shapes::icosphere(3, 1.0))?;
    /// let other = scene.add("other", shapes::icosphere(3, 1.0).translated(DVec3::X * 2.25))?;
    /// assert!(!collide(&scene, &Query::default())?.any());
    /// let near = collide(&scene, &Query::all_pairs().within(0.3))?;
    /// assert_eq!(near.pairs().len(), near.distances().len());
    /// let least = &near.object_distances()[0];
    /// assert_eq!(least.objects, [ball, other]);
    /// assert!((least.distance - 0.25).abs() < 0.01);
    /// # Ok::<(), jostle::QueryError>(())
    /// ```
    pub fn within(self, distance: f64) -> Query {
        // A negative zero is a zero.
        Query { distance: Some(DistanceLimit(distance + 0.0)), ..self }
    }

    /// The distance that pairs may be apart, if the query asks for more than those that collide.
    pub fn distance(&self) -> Option<f64> {
        self.distance.map(|limit| limit.0)
    }

    /// Which objects and pairs are compared.
    pub fn chosen_filters(&self) -> &Filters {
        &self.filters
    }

    /// The distance that pairs may be apart; zero if they must collide.
    pub(super) fn margin(&self) -> f64 {
        self.distance().unwrap_or(0.0)
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
}
