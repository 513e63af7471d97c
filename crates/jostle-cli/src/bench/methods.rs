//! The one list of methods: a line each for the bench, its help, its tests and its report.

use jostle::Query;
use jostle::broad::Duplicates;
use jostle::collide::Broad;

/// A way of answering a query.
#[derive(Debug)]
pub struct Method {
    pub name: &'static str,
    /// Other names, such as the papers'.
    pub aliases: &'static [&'static str],
    pub sentence: &'static str,
    /// Whether the answer is all pairs, and not only the elements in them.
    pub promises_pairs: bool,
    /// Whether a hash function can be chosen.
    pub hashes: bool,
    pub query: fn() -> Query,
}

impl PartialEq for Method {
    fn eq(&self, other: &Method) -> bool {
        self.name == other.name
    }
}

/// All methods, in the order in which charts show them.
pub const ALL: &[Method] = &[
    Method {
        name: Broad::Clusters.name(),
        aliases: &["auto", "clusters"],
        sentence: "the grid over clusters of elements, without patches free of collisions; the default",
        promises_pairs: true,
        hashes: false,
        query: || Query::all_pairs().broad(Broad::Clusters),
    },
    Method {
        name: Broad::Grid.name(),
        aliases: &["grid"],
        sentence: "hierarchical grid, sorted, no duplicates by construction",
        promises_pairs: true,
        hashes: false,
        query: || Query::all_pairs().broad(Broad::Grid),
    },
    Method {
        name: "kdet-set",
        aliases: &["kdet-no-pairs", "kdet_no_pairs"],
        sentence: "the same grid, asked for the colliding elements only",
        promises_pairs: false,
        hashes: false,
        query: || Query::set().broad(Broad::Grid),
    },
    Method {
        name: Broad::HashedGrid.name(),
        aliases: &["kdet-hashed-corner"],
        sentence: "hashed grid as published; a pair belongs to one cell",
        promises_pairs: true,
        hashes: true,
        query: || Query::all_pairs().broad(Broad::HashedGrid).duplicates(Duplicates::LowerCorner),
    },
    Method {
        name: "kdet-hashed-sort",
        aliases: &["kdet-thrust"],
        sentence: "hashed grid; pairs are listed, sorted and made unique",
        promises_pairs: true,
        hashes: true,
        query: || Query::all_pairs().broad(Broad::HashedGrid).duplicates(Duplicates::SortUnique),
    },
    Method {
        name: "kdet-hashed-map",
        aliases: &["kdet-hashmap", "kdet-hash-map"],
        sentence: "hashed grid; a hash map keeps the pairs met so far",
        promises_pairs: true,
        hashes: true,
        query: || Query::all_pairs().broad(Broad::HashedGrid).duplicates(Duplicates::PairMap),
    },
    Method {
        name: Broad::UniformHash.name(),
        aliases: &["spatial-hash"],
        sentence: "uniform spatial hashing",
        promises_pairs: true,
        hashes: true,
        query: || Query::all_pairs().broad(Broad::UniformHash),
    },
    Method {
        name: Broad::Bvh.name(),
        aliases: &["aabb-tree"],
        sentence: "bounding box hierarchy, refitted and rebuilt",
        promises_pairs: true,
        hashes: false,
        query: || Query::all_pairs().broad(Broad::Bvh),
    },
    Method {
        name: Broad::Sweep.name(),
        aliases: &["sweep", "sort-and-sweep"],
        sentence: "sort and sweep along the widest axis",
        promises_pairs: true,
        hashes: false,
        query: || Query::all_pairs().broad(Broad::Sweep),
    },
    Method {
        name: Broad::BruteForce.name(),
        aliases: &["brute-loop", "gpu"],
        sentence: "every pair, on one thread",
        promises_pairs: true,
        hashes: false,
        query: || Query::all_pairs().broad(Broad::BruteForce),
    },
    Method {
        name: Broad::BrutePairs.name(),
        aliases: &["brute-no-loop", "gpu-no-loop", "gpu_no_loop"],
        sentence: "every pair, on all threads",
        promises_pairs: true,
        hashes: false,
        query: || Query::all_pairs().broad(Broad::BrutePairs),
    },
];

/// The method with a name or an alias.
pub fn find(name: &str) -> Option<&'static Method> {
    ALL.iter().find(|method| method.name == name || method.aliases.contains(&name))
}

/// The place of a method in the list, by which charts colour it.
pub fn index(method: &Method) -> usize {
    ALL.iter().position(|other| other == method).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_distinct() {
        let mut names = BTreeSet::new();
        for method in ALL {
            for name in method.aliases.iter().chain([&method.name]) {
                assert!(names.insert(name), "{name} is used twice");
                assert_eq!(find(name), Some(method));
            }
        }
    }

    #[test]
    fn every_broad_phase_is_a_method() {
        for broad in Broad::ALL {
            let found = ALL.iter().any(|method| (method.query)().broad_phase() == broad);
            assert!(found || broad == Broad::Auto, "{broad:?}");
            assert!(find(broad.name()).is_some(), "{broad:?}");
        }
    }
}
