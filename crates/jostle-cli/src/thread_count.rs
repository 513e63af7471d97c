//! The number of threads that was asked for, and how many there is work for.

use crate::format::count;
use jostle::Session;
use std::num::NonZeroUsize;

/// A number of threads; no more than there are cores are used, as more only cost time.
#[derive(Clone, Copy, Debug)]
pub struct ThreadCount {
    asked: usize,
    cores: usize,
}

impl ThreadCount {
    pub fn new(asked: NonZeroUsize) -> ThreadCount {
        let cores = std::thread::available_parallelism().map_or(usize::MAX, NonZeroUsize::get);
        ThreadCount { asked: asked.get(), cores }
    }

    /// A session on as many threads as were asked for, or of the caller if none were.
    pub fn session(asked: Option<NonZeroUsize>) -> Session {
        match asked.map(ThreadCount::new) {
            Some(threads) => Session::new().threads(threads.used()),
            None => Session::new(),
        }
    }

    pub fn used(self) -> usize {
        self.asked.min(self.cores)
    }

    /// What to say if not all are used.
    pub fn note(self) -> Option<String> {
        let (asked, cores) = (count(self.asked), count(self.cores));
        (self.asked > self.cores)
            .then(|| format!("{asked} threads asked for, {cores} used: one a core"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_threads_than_cores_are_used() {
        let few = ThreadCount { asked: 2, cores: 4 };
        assert_eq!((few.used(), few.note()), (2, None));
        let many = ThreadCount { asked: 1000, cores: 4 };
        assert_eq!(many.used(), 4);
        assert_eq!(many.note().unwrap(), "1,000 threads asked for, 4 used: one a core");
    }
}
