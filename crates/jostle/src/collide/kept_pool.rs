//! Threads that are kept from one query to the next.

use super::QueryError;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::OnceLock;

/// A pool of threads, kept as long as the same number is asked for.
#[derive(Debug, Default)]
pub(crate) struct KeptPool {
    pool: Option<ThreadPool>,
}

impl KeptPool {
    /// Works on so many threads, or on those of the caller. Where these are as many, they serve, because to start
    /// others takes longer than a small query.
    pub fn install<R: Send>(
        &mut self,
        threads: Option<usize>,
        work: impl FnOnce() -> R + Send,
    ) -> Result<R, QueryError> {
        let is_kept = self.pool.is_some();
        let Some(threads) = threads.filter(|&threads| is_kept || !are_own(threads)) else {
            // Entered once: whoever is no thread of a pool waits for it at every step.
            return Ok(match rayon::current_thread_index() {
                Some(_) => work(),
                None => rayon::join(work, || ()).0,
            });
        };
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

/// Whether the caller's pool has so many threads. Rayon is asked only where it may be so: it would start them.
fn are_own(threads: usize) -> bool {
    /// Asking the system reads files.
    static CORES: OnceLock<usize> = OnceLock::new();
    let cores = *CORES.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from));
    threads == cores && threads == rayon::current_num_threads()
}
