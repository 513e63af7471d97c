//! Something that several threads may use, one after the other: who uses it takes it, and gives it back.

use crate::errors::{Answer, Refusal};
use crate::execution::PATIENCE;
use pyo3::prelude::*;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

pub struct Turns<T> {
    /// The process that it was made in: a fork has no threads that could give it back.
    process: u32,
    /// What it is called in messages.
    what: &'static str,
    /// Nothing while somebody has it.
    own: Mutex<Option<Box<T>>>,
    returned: Condvar,
}

impl<T> Turns<T> {
    pub fn new(what: &'static str, own: T) -> Arc<Turns<T>> {
        Arc::new(Turns {
            process: std::process::id(),
            what,
            own: Mutex::new(Some(Box::new(own))),
            returned: Condvar::new(),
        })
    }

    /// The thing for this thread alone; if another thread has it, waits without Python's lock, and for signals.
    pub fn take(self: &Arc<Turns<T>>, py: Python) -> PyResult<Taken<T>>
    where
        T: Send,
    {
        if let Some(taken) = self.try_take(Duration::ZERO)? {
            return Ok(taken);
        }
        loop {
            match py.detach(|| self.try_take(PATIENCE))? {
                Some(taken) => return Ok(taken),
                None => py.check_signals()?,
            }
        }
    }

    fn try_take(self: &Arc<Turns<T>>, patience: Duration) -> Answer<Option<Taken<T>>> {
        let is_forked = std::process::id() != self.process;
        let lost = || {
            let what = self.what;
            let message = format!(
                "another thread was using this {what} when the process was forked, and is not here to finish; make \
                 it anew, or use the start method 'spawn'"
            );
            Refusal::new("SimError", message)
        };
        let mut own = match is_forked {
            true => self.own.try_lock().map_err(|_| lost())?,
            false => self.own.lock().unwrap_or_else(PoisonError::into_inner),
        };
        if own.is_none() && is_forked {
            return Err(lost());
        }
        if own.is_none() && !patience.is_zero() {
            let waited = self.returned.wait_timeout_while(own, patience, |own| own.is_none());
            own = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        Ok(own.take().map(|own| Taken { turns: self.clone(), own: Some(own) }))
    }
}

/// What nobody else has; it is given back when this goes.
pub struct Taken<T> {
    turns: Arc<Turns<T>>,
    own: Option<Box<T>>,
}

impl<T> Deref for Taken<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.own.as_ref().expect("given back only when it goes")
    }
}

impl<T> DerefMut for Taken<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.own.as_mut().expect("given back only when it goes")
    }
}

impl<T> Drop for Taken<T> {
    fn drop(&mut self) {
        let own = self.own.take();
        *self.turns.own.lock().unwrap_or_else(PoisonError::into_inner) = own;
        self.turns.returned.notify_one();
    }
}
