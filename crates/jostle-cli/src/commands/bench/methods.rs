//! The one list of methods: a line each for the bench, its help, its tests and its report.

use crate::backend::{Backend, MethodBackend};
use jostle::Query;
use jostle::collide::Broad;
use jostle::collide::baselines::{Baseline, Duplicates, IntersectionTest};
use jostle_gpu::SearchMethod;

/// A way of answering a query.
#[derive(Debug)]
pub struct Method {
    pub name: &'static str,
    /// Other names, such as the papers'.
    pub aliases: &'static [&'static str],
    pub summary: &'static str,
    /// The same for readers who know neither the papers nor the code.
    pub explanation: &'static str,
    /// Whether the answer is all pairs, and not only the elements in them.
    pub lists_pairs: bool,
    /// Whether a hash function can be chosen.
    pub hashes: bool,
    pub backend: MethodBackend,
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
        summary: "the grid over clusters of elements, without patches free of collisions; the default",
        explanation: "Groups elements that are close together, leaves out smooth parts of a surface that \
                      cannot cross themselves, and looks for groups that are close by means of nested \
                      grids. The default.",
        lists_pairs: true,
        hashes: false,
        backend: MethodBackend::Cpu,
        query: || Query::all_pairs().broad(Broad::Clusters),
    },
    Method {
        name: Broad::Grid.name(),
        aliases: &["grid"],
        summary: "hierarchical grid, sorted, no duplicates by construction",
        explanation: "Sorts elements into nested grids, each into the grid whose cells are about its size, \
                      and compares it only with elements in cells nearby.",
        lists_pairs: true,
        hashes: false,
        backend: MethodBackend::Cpu,
        query: || Query::all_pairs().broad(Broad::Grid),
    },
    Method {
        name: "kdet-set",
        aliases: &["kdet-no-pairs", "kdet_no_pairs"],
        summary: "the same grid, asked for the colliding elements only",
        explanation: "The same nested grids, asked only which elements collide, not with which others.",
        lists_pairs: false,
        hashes: false,
        backend: MethodBackend::Cpu,
        query: || Query::colliding_elements().broad(Broad::Grid),
    },
    Method {
        name: Broad::HashedGrid.name(),
        aliases: &["kdet-hashed-corner"],
        summary: "hashed grid as published; a pair belongs to one cell",
        explanation: "The nested grids as first published: cells are found by hashing, a pair that lies in \
                      several cells is reported by one of them.",
        lists_pairs: true,
        hashes: true,
        backend: MethodBackend::Cpu,
        query: || hashed_grid(Duplicates::LowerCorner),
    },
    Method {
        name: "kdet-hashed-sort",
        aliases: &["kdet-thrust"],
        summary: "hashed grid; pairs are listed, sorted and made unique",
        explanation: "The same; pairs found in several cells are sorted, and all but one of each thrown \
                      away.",
        lists_pairs: true,
        hashes: true,
        backend: MethodBackend::Cpu,
        query: || hashed_grid(Duplicates::SortUnique),
    },
    Method {
        name: "kdet-hashed-map",
        aliases: &["kdet-hashmap", "kdet-hash-map"],
        summary: "hashed grid; a hash map keeps the pairs found so far",
        explanation: "The same; a table of the pairs found so far tells which are new.",
        lists_pairs: true,
        hashes: true,
        backend: MethodBackend::Cpu,
        query: || hashed_grid(Duplicates::PairMap),
    },
    Method {
        name: Broad::UniformHash.name(),
        aliases: &["spatial-hash"],
        summary: "uniform spatial hashing",
        explanation: "One grid with cells of one size for all elements.",
        lists_pairs: true,
        hashes: true,
        backend: MethodBackend::Cpu,
        query: || Query::all_pairs().broad(Broad::UniformHash),
    },
    Method {
        name: Broad::Bvh.name(),
        aliases: &["aabb-tree"],
        summary: "bounding box hierarchy, refitted and rebuilt",
        explanation: "A tree of boxes: large boxes that do not overlap rule out all that is in them at \
                      once.",
        lists_pairs: true,
        hashes: false,
        backend: MethodBackend::Cpu,
        query: || Query::all_pairs().broad(Broad::Bvh),
    },
    Method {
        name: Broad::Sweep.name(),
        aliases: &["sweep", "sort-and-sweep"],
        summary: "sort and sweep along the widest axis",
        explanation: "Sorts elements along one axis and compares those that overlap there.",
        lists_pairs: true,
        hashes: false,
        backend: MethodBackend::Cpu,
        query: || Query::all_pairs().broad(Broad::Sweep),
    },
    Method {
        name: Broad::BruteForce.name(),
        aliases: &["brute-loop"],
        summary: "every pair, on one thread",
        explanation: "Compares each element with each other, on one core. Slow, and hard to get wrong: the \
                      yardstick.",
        lists_pairs: true,
        hashes: false,
        backend: MethodBackend::Cpu,
        query: || Query::all_pairs().broad(Broad::BruteForce),
    },
    Method {
        name: Broad::BrutePairs.name(),
        aliases: &["brute-no-loop"],
        summary: "every pair, on all threads",
        explanation: "Compares each element with each other, on all cores.",
        lists_pairs: true,
        hashes: false,
        backend: MethodBackend::Cpu,
        query: || Query::all_pairs().broad(Broad::BrutePairs),
    },
    Method {
        name: "gpu-clusters",
        aliases: &[],
        summary: "levels of cluster boxes on a GPU; unsure pairs are decided on the CPU",
        explanation: "A tree of boxes around groups of elements, on the graphics processor. What it cannot \
                      decide for sure, the processor does.",
        lists_pairs: true,
        hashes: false,
        backend: MethodBackend::Gpu(SearchMethod::Clusters),
        query: Query::all_pairs,
    },
    Method {
        name: "gpu-brute",
        aliases: &["gpu", "gpu-brute-elements"],
        summary: "every pair on a GPU, a thread an element",
        explanation: "Compares each element with each other on the graphics processor; each of its threads \
                      takes an element.",
        lists_pairs: true,
        hashes: false,
        backend: MethodBackend::Gpu(SearchMethod::BruteForcePerElement),
        query: Query::all_pairs,
    },
    Method {
        name: "gpu-brute-pairs",
        aliases: &["gpu-no-loop", "gpu_no_loop"],
        summary: "every pair on a GPU, a thread a pair",
        explanation: "The same; each thread takes a pair.",
        lists_pairs: true,
        hashes: false,
        backend: MethodBackend::Gpu(SearchMethod::BruteForcePerPair),
        query: Query::all_pairs,
    },
    Method {
        name: "auto",
        aliases: &["fastest"],
        summary: "kdet-clusters or gpu-clusters, whichever is faster; it finds out",
        explanation: "kdet-clusters or gpu-clusters: tries both and keeps to the faster.",
        lists_pairs: true,
        hashes: false,
        backend: MethodBackend::Auto,
        query: Query::all_pairs,
    },
];

/// A query by the hashed grid.
fn hashed_grid(duplicates: Duplicates) -> Query {
    let baseline = Baseline { duplicates, ..Baseline::default() };
    Query::all_pairs().broad(Broad::HashedGrid).baseline(baseline)
}

impl Method {
    /// The equivalent method on another backend, if there is one.
    pub fn on(&'static self, backend: Backend) -> Option<&'static Method> {
        let equivalent = match (backend, self.name) {
            (Backend::Gpu, "kdet-clusters") => "gpu-clusters",
            (Backend::Gpu, "brute") => "gpu-brute",
            (Backend::Gpu, "brute-pairs") => "gpu-brute-pairs",
            (Backend::Auto, "kdet-clusters" | "gpu-clusters") => "auto",
            (Backend::Cpu, _) => return Some(self),
            (Backend::Gpu, _) if matches!(self.backend, MethodBackend::Gpu(_)) => {
                return Some(self);
            }
            (Backend::Auto, _) if self.backend == MethodBackend::Auto => return Some(self),
            _ => return None,
        };
        find(equivalent)
    }

    /// Whether it can decide candidates by a test; GPUs have only the exact one.
    pub fn can_test(&self, test: IntersectionTest) -> bool {
        self.backend == MethodBackend::Cpu || test == IntersectionTest::Exact
    }

    /// Those that can run here: GPU methods need a GPU, if only in software.
    pub fn available() -> Vec<&'static Method> {
        let has_gpu = !jostle_gpu::adapters().is_empty();
        ALL.iter()
            .filter(|method| has_gpu || !matches!(method.backend, MethodBackend::Gpu(_)))
            .collect()
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
            let mut on_cpu = ALL.iter().filter(|method| method.backend == MethodBackend::Cpu);
            let found = on_cpu.any(|method| (method.query)().broad_phase() == broad);
            assert!(found || broad == Broad::Auto, "{broad:?}");
            assert!(find(broad.name()).is_some(), "{broad:?}");
        }
    }
}
