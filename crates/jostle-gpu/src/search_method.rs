//! How candidates are found.

/// How candidates are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SearchMethod {
    /// By the boxes of level 2 and level 1 nodes, then of clusters, then of elements.
    #[default]
    Clusters,
    /// All pairs, with a thread an element: the first baseline of the kDet papers.
    BruteForcePerElement,
    /// All pairs, with a thread a pair: their second.
    BruteForcePerPair,
}

impl SearchMethod {
    /// Whether all pairs of elements are compared.
    pub(crate) fn is_brute_force(self) -> bool {
        self != SearchMethod::Clusters
    }
}
