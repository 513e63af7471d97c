//! The one list of methods: a line each for the bench, its help, its tests and its report.

use crate::backend::{Backend, Runs};
use jostle::Query;
use jostle::broad::Duplicates;
use jostle::collide::{Broad, Test};
use jostle_gpu::Search;

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
    pub runs: Runs,
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
        aliases: &["clusters"],
        sentence: "the grid over clusters of elements, without patches free of collisions; the default",
        promises_pairs: true,
        hashes: false,
        runs: Runs::Cpu,
        query: || Query::all_pairs().broad(Broad::Clusters),
    },
    Method {
        name: Broad::Grid.name(),
        aliases: &["grid"],
        sentence: "hierarchical grid, sorted, no duplicates by construction",
        promises_pairs: true,
        hashes: false,
        runs: Runs::Cpu,
        query: || Query::all_pairs().broad(Broad::Grid),
    },
    Method {
        name: "kdet-set",
        aliases: &["kdet-no-pairs", "kdet_no_pairs"],
        sentence: "the same grid, asked for the colliding elements only",
        promises_pairs: false,
        hashes: false,
        runs: Runs::Cpu,
        query: || Query::colliding_elements().broad(Broad::Grid),
    },
    Method {
        name: Broad::HashedGrid.name(),
        aliases: &["kdet-hashed-corner"],
        sentence: "hashed grid as published; a pair belongs to one cell",
        promises_pairs: true,
        hashes: true,
        runs: Runs::Cpu,
        query: || Query::all_pairs().broad(Broad::HashedGrid).duplicates(Duplicates::LowerCorner),
    },
    Method {
        name: "kdet-hashed-sort",
        aliases: &["kdet-thrust"],
        sentence: "hashed grid; pairs are listed, sorted and made unique",
        promises_pairs: true,
        hashes: true,
        runs: Runs::Cpu,
        query: || Query::all_pairs().broad(Broad::HashedGrid).duplicates(Duplicates::SortUnique),
    },
    Method {
        name: "kdet-hashed-map",
        aliases: &["kdet-hashmap", "kdet-hash-map"],
        sentence: "hashed grid; a hash map keeps the pairs met so far",
        promises_pairs: true,
        hashes: true,
        runs: Runs::Cpu,
        query: || Query::all_pairs().broad(Broad::HashedGrid).duplicates(Duplicates::PairMap),
    },
    Method {
        name: Broad::UniformHash.name(),
        aliases: &["spatial-hash"],
        sentence: "uniform spatial hashing",
        promises_pairs: true,
        hashes: true,
        runs: Runs::Cpu,
        query: || Query::all_pairs().broad(Broad::UniformHash),
    },
    Method {
        name: Broad::Bvh.name(),
        aliases: &["aabb-tree"],
        sentence: "bounding box hierarchy, refitted and rebuilt",
        promises_pairs: true,
        hashes: false,
        runs: Runs::Cpu,
        query: || Query::all_pairs().broad(Broad::Bvh),
    },
    Method {
        name: Broad::Sweep.name(),
        aliases: &["sweep", "sort-and-sweep"],
        sentence: "sort and sweep along the widest axis",
        promises_pairs: true,
        hashes: false,
        runs: Runs::Cpu,
        query: || Query::all_pairs().broad(Broad::Sweep),
    },
    Method {
        name: Broad::BruteForce.name(),
        aliases: &["brute-loop"],
        sentence: "every pair, on one thread",
        promises_pairs: true,
        hashes: false,
        runs: Runs::Cpu,
        query: || Query::all_pairs().broad(Broad::BruteForce),
    },
    Method {
        name: Broad::BrutePairs.name(),
        aliases: &["brute-no-loop"],
        sentence: "every pair, on all threads",
        promises_pairs: true,
        hashes: false,
        runs: Runs::Cpu,
        query: || Query::all_pairs().broad(Broad::BrutePairs),
    },
    Method {
        name: "gpu-clusters",
        aliases: &[],
        sentence: "clusters, bundles and crowds on a GPU; unsure pairs are settled on the CPU",
        promises_pairs: true,
        hashes: false,
        runs: Runs::Gpu(Search::Clusters),
        query: Query::all_pairs,
    },
    Method {
        name: "gpu-brute",
        aliases: &["gpu", "gpu-brute-elements"],
        sentence: "every pair on a GPU, a thread an element",
        promises_pairs: true,
        hashes: false,
        runs: Runs::Gpu(Search::BruteElements),
        query: Query::all_pairs,
    },
    Method {
        name: "gpu-brute-pairs",
        aliases: &["gpu-no-loop", "gpu_no_loop"],
        sentence: "every pair on a GPU, a thread a pair",
        promises_pairs: true,
        hashes: false,
        runs: Runs::Gpu(Search::BrutePairs),
        query: Query::all_pairs,
    },
    Method {
        name: "auto",
        aliases: &["fastest"],
        sentence: "kdet-clusters or gpu-clusters, whichever is faster; it finds out",
        promises_pairs: true,
        hashes: false,
        runs: Runs::Either,
        query: Query::all_pairs,
    },
];

impl Method {
    /// The same on another backend, if there is one.
    pub fn on(&'static self, backend: Backend) -> Option<&'static Method> {
        let twin = match (backend, self.name) {
            (Backend::Gpu, "kdet-clusters") => "gpu-clusters",
            (Backend::Gpu, "brute") => "gpu-brute",
            (Backend::Gpu, "brute-pairs") => "gpu-brute-pairs",
            (Backend::Auto, "kdet-clusters" | "gpu-clusters") => "auto",
            (Backend::Cpu, _) => return Some(self),
            (Backend::Gpu, _) if matches!(self.runs, Runs::Gpu(_)) => return Some(self),
            (Backend::Auto, _) if self.runs == Runs::Either => return Some(self),
            _ => return None,
        };
        find(twin)
    }

    /// Whether it can decide candidates by a test; GPUs have only the exact one.
    pub fn can_test(&self, test: Test) -> bool {
        self.runs == Runs::Cpu || test == Test::Exact
    }

    /// Those that can run here: GPU methods need a GPU, if only in software.
    pub fn available() -> Vec<&'static Method> {
        let has_gpu = !jostle_gpu::adapters().is_empty();
        ALL.iter().filter(|method| has_gpu || !matches!(method.runs, Runs::Gpu(_))).collect()
    }
}

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
            let mut on_cpu = ALL.iter().filter(|method| method.runs == Runs::Cpu);
            let found = on_cpu.any(|method| (method.query)().broad_phase() == broad);
            assert!(found || broad == Broad::Auto, "{broad:?}");
            assert!(find(broad.name()).is_some(), "{broad:?}");
        }
    }
}
