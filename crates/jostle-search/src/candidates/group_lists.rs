//! What a search through groups finds, as lists of candidates.

use super::search::{CandidateWorkers, WorkerReceiver};
use super::{CandidateList, SearchInput};
use crate::broad::{GroupPairReceiver, GroupWorkers};
use crate::geometry::Aabb;

/// Workers that receive the pairs of groups as lists of candidates.
pub(super) struct GroupLists<'l> {
    pub input: &'l SearchInput<'l>,
    pub workers: &'l mut dyn CandidateWorkers,
    /// The objects of two groups, and a box around both.
    pub describe: &'l (dyn Fn([u32; 2]) -> ([u32; 2], Aabb) + Sync),
}

impl GroupWorkers for GroupLists<'_> {
    fn count(&self) -> usize {
        self.workers.count()
    }

    fn run(&mut self, work: &(dyn Fn(usize, &mut dyn GroupPairReceiver) + Sync)) {
        let (input, describe) = (self.input, self.describe);
        self.workers.run(&|w, receiver| work(w, &mut GroupList { input, receiver, describe }));
    }
}

struct GroupList<'l> {
    input: &'l SearchInput<'l>,
    receiver: &'l mut dyn WorkerReceiver,
    describe: &'l (dyn Fn([u32; 2]) -> ([u32; 2], Aabb) + Sync),
}

impl GroupPairReceiver for GroupList<'_> {
    fn receive(&mut self, groups: [u32; 2], pairs: &[[u32; 2]]) {
        let (objects, bounds) = (self.describe)(groups);
        self.receiver.receive_list(&CandidateList { objects, groups, bounds, pairs });
    }

    fn is_done(&self) -> bool {
        self.receiver.is_done() || self.input.scope.is_cancelled()
    }
}
