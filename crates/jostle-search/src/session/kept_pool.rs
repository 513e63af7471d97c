//! A pool of threads that is kept from one query to the next.

use super::{QueryError, lock};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::{Arc, Mutex};

/// A pool of so many threads, started when it is first needed.
#[derive(Debug)]
pub(super) struct KeptPool {
    threads: usize,
    pool: Mutex<Option<Arc<ThreadPool>>>,
}

impl KeptPool {
    /// A pool that has not been started.
    pub fn new(threads: usize) -> KeptPool {
        KeptPool { threads, pool: Mutex::new(None) }
    }

    /// Number of threads.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// The pool, started if it is not yet.
    pub fn get(&self) -> Result<Arc<ThreadPool>, QueryError> {
        let mut pool = lock(&self.pool);
        if let Some(pool) = &*pool {
            return Ok(Arc::clone(pool));
        }
        let threads = self.threads;
        let started = ThreadPoolBuilder::new().num_threads(threads).build();
        let started = Arc::new(started.map_err(|_| QueryError::NoThreads { threads })?);
        Ok(Arc::clone(pool.insert(started)))
    }
}
