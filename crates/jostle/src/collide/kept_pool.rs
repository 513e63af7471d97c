//! Threads that are kept from one query to the next.

use super::QueryError;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// A pool of threads, kept as long as the same number is asked for.
#[derive(Debug, Default)]
pub(crate) struct KeptPool {
    pool: Option<ThreadPool>,
}

impl KeptPool {
    /// Works on so many threads, or on those of the caller: within its pool, which is entered once, because threads
    /// that wait outside are late to wake each time that they are called.
    pub fn install<R: Send>(
        &mut self,
        threads: Option<usize>,
        work: impl FnOnce() -> R + Send,
    ) -> Result<R, QueryError> {
        let Some(threads) = threads else { return Ok(rayon::scope(|_| work())) };
        self.pool.take_if(|pool| pool.current_num_threads() != threads);
        let pool = match self.pool.take() {
            Some(pool) => pool,
            None => ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .map_err(|_| QueryError::NoThreads { threads })?,
        };
        Ok(self.pool.insert(pool).install(work))
    }
}
