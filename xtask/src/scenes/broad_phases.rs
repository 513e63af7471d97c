//! The hashed broad phases in all variants: key functions, and ways to drop duplicates.

use jostle::collide::Broad;
use jostle::collide::baselines::{Baseline, Duplicates, KeyFunction, candidates};
use jostle::{Pair, Query, Scene, Workspace};
use jostle_testing::{check_equal, on_threads};

/// All variants.
#[derive(Default)]
pub struct BroadPhaseVariants {
    workspace: Workspace,
    /// Searches so far; each takes another number of threads than the one before.
    searches: usize,
}

impl BroadPhaseVariants {
    /// Checks that each variant finds every pair of overlapping boxes once, and returns how many
    /// searches that took.
    pub fn check(&mut self, scene: &Scene) -> Result<u64, String> {
        let before = self.searches;
        let brute_force = Query::all_pairs().broad(Broad::BruteForce);
        let expected = self.candidates(scene, brute_force)?;
        let mut first_duplicates = None;
        for keys in KeyFunction::ALL {
            for duplicates in Duplicates::ALL {
                let baseline = Baseline { keys, duplicates, ..Baseline::default() };
                let query = Query::all_pairs().broad(Broad::HashedGrid).baseline(baseline);
                let name = format!("hashed grid, {}, {}", keys.name(), duplicates.name());
                check_equal(&name, &self.candidates(scene, query.clone())?, &expected)?;
                let dropped = on_threads(2, || self.dropped(scene, &query))?;
                // The ways that drop duplicates later drop the same number of them.
                match duplicates {
                    Duplicates::LowerCorner => {
                        check_equal(&name, dropped, 0)?;
                        first_duplicates = None;
                    }
                    Duplicates::SortUnique | Duplicates::PairMap => {
                        let first = *first_duplicates.get_or_insert(dropped);
                        check_equal(&format!("{name}, duplicates"), dropped, first)?;
                    }
                }
            }
            let baseline = Baseline { keys, ..Baseline::default() };
            let query = Query::all_pairs().broad(Broad::UniformHash).baseline(baseline);
            let name = format!("uniform hash, {}", keys.name());
            check_equal(&name, &self.candidates(scene, query)?, &expected)?;
        }
        Ok((self.searches - before) as u64)
    }

    /// The candidates of a query, sorted, with duplicates if there are any.
    fn candidates(&mut self, scene: &Scene, query: Query) -> Result<Vec<Pair>, String> {
        self.searches += 1;
        let threads = [1, 2, 3][self.searches % 3];
        on_threads(threads, || candidates(scene, &query)).map_err(|error| error.to_string())
    }

    /// Candidates that a query met again and dropped.
    fn dropped(&mut self, scene: &Scene, query: &Query) -> Result<u64, String> {
        self.searches += 1;
        let found = self.workspace.collide(scene, query).map_err(|error| error.to_string())?;
        Ok(found.statistics().duplicates)
    }
}
