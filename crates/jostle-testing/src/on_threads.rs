//! Work on so many threads, as a caller with a pool of its own does it.

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Works in a rayon pool of so many threads, which is kept for the next call. Queries in sessions without a number of
/// threads work in it.
pub fn on_threads<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
    static POOLS: Mutex<BTreeMap<usize, Arc<ThreadPool>>> = Mutex::new(BTreeMap::new());
    let pool = {
        let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
        let start = || {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build();
            Arc::new(pool.expect("threads can be started"))
        };
        Arc::clone(pools.entry(threads).or_insert_with(start))
    };
    pool.install(work)
}
