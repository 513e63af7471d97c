//! Where queries run: without Python's lock, on threads that this process has, and so that Ctrl-C is heard.

use crate::errors::{Answer, Refusal};
use jostle::QueryError;
use jostle::candidates::Cancellation;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

/// Work on so many rays, points or rows may take long enough for somebody to press Ctrl-C.
pub const MANY: usize = 10_000;

/// Work on so few elements is done before other threads have woken up.
pub const FEW: usize = 400;

/// A number of threads that somebody asks for: one or more.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Threads(usize);

impl FromPyObject<'_, '_> for Threads {
    type Error = PyErr;

    fn extract(given: Borrowed<PyAny>) -> PyResult<Threads> {
        let count: i64 = given.extract()?;
        match usize::try_from(count) {
            Ok(count) if count > 0 => Ok(Threads(count)),
            _ => {
                let message = format!(
                    "{count} threads were asked for; ask for 1 or more, or leave it out for all cores"
                );
                Err(Refusal::new("QueryError", message).into())
            }
        }
    }
}

/// How long a signal waits at most.
pub const PATIENCE: Duration = Duration::from_millis(20);

/// How long what was interrupted may take to stop before its call ends without it.
const LAST_WORD: Duration = Duration::from_secs(2);

/// Works on so many threads, or on all, without Python's lock, while this one looks for signals. An interrupt cancels
/// the work, and ends the call when it has stopped: at once where it looks at the cancellation. Where it does not, or not
/// for [`LAST_WORD`], or if there is a second interrupt, it goes on behind and keeps what it has until it is done.
pub fn run<R: Send + 'static>(
    py: Python,
    threads: Option<Threads>,
    cancellation: &Cancellation,
    work: impl FnOnce() -> R + Send + 'static,
) -> PyResult<R> {
    let (sender, mut receiver) = mpsc::channel();
    let lent = LentPool::new(threads)?;
    let pool = lent.pool.clone();
    pool.spawn(move || {
        let answer = catch_unwind(AssertUnwindSafe(work));
        drop(lent);
        // Nobody listens any more after an interrupt.
        let _ = sender.send(answer);
    });
    // Exclusive, because a receiver is for one thread at a time.
    let mut wait = |py: Python| {
        let waiting = &mut receiver;
        py.detach(move || waiting.recv_timeout(PATIENCE))
    };
    let interrupt = loop {
        match wait(py) {
            Ok(Ok(answer)) => return Ok(answer),
            Ok(Err(panic)) => resume_unwind(panic),
            Err(_) => {
                if let Err(interrupt) = py.check_signals() {
                    break interrupt;
                }
            }
        }
    };
    cancellation.cancel();
    let start = Instant::now();
    while wait(py).is_err() && start.elapsed() < LAST_WORD && py.check_signals().is_ok() {}
    Err(interrupt)
}

/// Works on so many threads, at most as many as there are cores, or on all.
pub fn on_threads<R: Send>(threads: Option<Threads>, work: impl FnOnce() -> R + Send) -> Answer<R> {
    match threads {
        Some(Threads(1)) => on_this_thread(work),
        _ => Ok(LentPool::new(threads)?.pool.install(work)),
    }
}

/// Works on this thread, without waking any other.
pub fn on_this_thread<R: Send>(work: impl FnOnce() -> R + Send) -> Answer<R> {
    thread_local! {
        /// Whether this thread is a pool by itself.
        static IS_ALONE: Cell<bool> = const { Cell::new(false) };
    }
    /// Rayon never gives back what it has for such a thread, so there are no more of them than this.
    const MOST: usize = 256;
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    if !IS_ALONE.get() {
        if COUNT.fetch_add(1, Relaxed) >= MOST {
            COUNT.fetch_sub(1, Relaxed);
            return Ok(LentPool::new(Some(Threads(1)))?.pool.install(work));
        }
        let alone = ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
        // Without one, as on a thread that is in a pool already, it works where it is.
        std::mem::forget(alone);
        IS_ALONE.set(true);
    }
    Ok(work())
}

/// The process that pools were first made in; zero before.
static HOME: AtomicU32 = AtomicU32::new(0);

/// Whether this process is a fork of one that has used threads or devices, which a fork does not have.
pub fn is_forked() -> bool {
    let own = std::process::id();
    match HOME.compare_exchange(0, own, Relaxed, Relaxed) {
        Ok(_) => false,
        Err(home) => home != own,
    }
}

/// A pool of threads: that of all cores, which calls share, or one of so many threads, for one call at a time.
///
/// The pools are not rayon's own, because those threads are gone in a process that was forked after they were started,
/// and waiting for them would not end.
struct LentPool {
    pool: Arc<ThreadPool>,
    threads: usize,
    is_shared: bool,
}

/// A pool that nobody has, or that all have.
struct KeptPool {
    process: u32,
    threads: usize,
    is_shared: bool,
    pool: Arc<ThreadPool>,
}

static POOLS: Mutex<Vec<KeptPool>> = Mutex::new(Vec::new());

impl LentPool {
    fn new(threads: Option<Threads>) -> Answer<LentPool> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let (threads, is_shared) =
            (threads.map_or(cores, |own| own.0.min(cores)), threads.is_none());
        let (own, _) = (std::process::id(), is_forked());
        let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
        let fits = |kept: &KeptPool| {
            (kept.process, kept.threads, kept.is_shared) == (own, threads, is_shared)
        };
        let pool = match pools.iter().position(fits) {
            Some(place) if is_shared => pools[place].pool.clone(),
            Some(place) => pools.swap_remove(place).pool,
            None => {
                let built = ThreadPoolBuilder::new().num_threads(threads).build();
                let built = Arc::new(built.map_err(|_| QueryError::NoThreads { threads })?);
                if is_shared {
                    let (process, pool) = (own, built.clone());
                    pools.push(KeptPool { process, threads, is_shared, pool });
                }
                built
            }
        };
        Ok(LentPool { pool, threads, is_shared })
    }
}

impl Drop for LentPool {
    fn drop(&mut self) {
        /// Pools that are kept for later.
        const MOST: usize = 8;
        if self.is_shared {
            return;
        }
        let (process, threads, pool) = (std::process::id(), self.threads, self.pool.clone());
        let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = pools.iter().position(|kept| kept.process != process) {
            // Its threads are not here to be ended.
            std::mem::forget(pools.swap_remove(place));
        }
        if pools.len() < MOST {
            pools.push(KeptPool { process, threads, is_shared: false, pool });
        }
    }
}
