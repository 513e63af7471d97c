//! Where queries run: without Python's lock, on threads that this process has, and so that Ctrl-C is heard.

use crate::errors::{Answer, Refusal};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Duration;

/// Work on so many elements, rays or points may take long enough for somebody to press Ctrl-C.
pub const MANY: usize = 10_000;

/// Works without Python's lock. What may take `long` works on a thread of its own, while this one looks for
/// signals: an interrupt ends the call at once. The work itself cannot be stopped; it goes on behind, and keeps
/// what it has locked until it is done.
pub fn run<R: Send + 'static>(
    py: Python,
    is_long: bool,
    work: impl FnOnce() -> R + Send + 'static,
) -> PyResult<R> {
    /// How long a signal waits at most.
    const PATIENCE: Duration = Duration::from_millis(20);
    if !is_long {
        return Ok(py.detach(work));
    }
    let (sender, mut receiver) = mpsc::channel();
    let worker = move || {
        // Nobody listens any more after an interrupt.
        let _ = sender.send(catch_unwind(AssertUnwindSafe(work)));
    };
    std::thread::Builder::new().name("jostle query".into()).spawn(worker)?;
    loop {
        // Exclusive, because a receiver is for one thread at a time.
        let waiting = &mut receiver;
        match py.detach(move || waiting.recv_timeout(PATIENCE)) {
            Ok(Ok(answer)) => return Ok(answer),
            Ok(Err(panic)) => resume_unwind(panic),
            Err(_) => py.check_signals()?,
        }
    }
}

/// Work on so few elements is done before other threads have woken up.
pub const FEW: usize = 400;

/// The process that pools were first made in; zero before.
static HOME: AtomicU32 = AtomicU32::new(0);

/// Pools of threads: their process, how many threads, and the pool.
static POOLS: Mutex<Vec<(u32, usize, Arc<ThreadPool>)>> = Mutex::new(Vec::new());

thread_local! {
    /// A pool that this thread alone is.
    static ALONE: RefCell<Option<ThreadPool>> = const { RefCell::new(None) };
}

/// Whether this process is a fork of one that has used threads or devices, which a fork does not have.
pub fn is_forked() -> bool {
    let own = std::process::id();
    match HOME.compare_exchange(0, own, Relaxed, Relaxed) {
        Ok(_) => false,
        Err(home) => home != own,
    }
}

/// Works on so many threads, at most as many as there are cores, or on all.
///
/// The pools are not rayon's own, because those threads are gone in a process that was forked after they were started,
/// and waiting for them would not end.
pub fn on_threads<R: Send>(threads: Option<usize>, work: impl FnOnce() -> R + Send) -> Answer<R> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Ok(pool(threads.unwrap_or(cores).min(cores))?.install(work))
}

/// Works on this thread, without waking any other.
pub fn on_this_thread<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    ALONE.with_borrow_mut(|alone| {
        if alone.is_none() {
            let only = ThreadPoolBuilder::new().num_threads(1).use_current_thread();
            // A thread that is in a pool already works there.
            *alone = only.build().ok();
        }
    });
    work()
}

fn pool(threads: usize) -> Answer<Arc<ThreadPool>> {
    /// Pools that are kept.
    const MOST: usize = 4;
    if threads == 0 {
        let message = "0 threads were asked for; ask for 1 or more, or leave it out for all cores";
        return Err(Refusal::new("QueryError", message));
    }
    let own = std::process::id();
    let _ = is_forked();
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((.., pool)) = pools.iter().find(|(id, count, _)| (*id, *count) == (own, threads)) {
        return Ok(pool.clone());
    }
    let built = ThreadPoolBuilder::new().num_threads(threads).build();
    let built = Arc::new(built.map_err(|_| jostle::QueryError::NoThreads { threads })?);
    if pools.len() == MOST {
        let (process, _, pool) = pools.remove(0);
        if process != own {
            // Its threads are not here to be ended.
            std::mem::forget(pool);
        }
    }
    pools.push((own, threads, built.clone()));
    Ok(built)
}
