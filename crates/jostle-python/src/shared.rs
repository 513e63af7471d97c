//! What a scene keeps from query to query, and how threads take turns with it.

use crate::errors::{Answer, Refusal};
use jostle::Workspace;
use jostle::candidates::Cancellation;
use jostle::contact::{CurveSearch, DepthSearch, NearSearch};
use jostle::distance::SceneTree;
use jostle::impact::ImpactSearch;
use jostle_gpu::{AutoEngine, GpuEngine};
use std::cell::Cell;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// A scene with the buffers of its queries, which share what topology implies.
pub struct State {
    pub scene: jostle::Scene,
    pub engines: Engines,
}

#[derive(Default)]
pub struct Engines {
    pub workspace: KeptWorkspace,
    tree: Option<Box<SceneTree>>,
    impacts: Option<Box<ImpactSearch>>,
    near: Option<Box<NearSearch>>,
    depths: Option<Box<DepthSearch>>,
    curves: Option<Box<CurveSearch>>,
    pub gpu: Option<Box<GpuEngine>>,
    pub auto: Option<Box<AutoEngine>>,
}

thread_local! {
    /// The workspace of a scene that is gone, for the next: small queries take longer to make one than to answer.
    static SPARE: Cell<Option<Box<Workspace>>> = const { Cell::new(None) };
}

impl Engines {
    /// Sets what cancels the next query.
    pub fn set_cancellation(&mut self, cancellation: &Cancellation) {
        self.workspace.session().set_cancellation(cancellation.clone());
    }

    /// The tree for rays and points.
    pub fn tree(&mut self) -> &mut SceneTree {
        let session = self.workspace.session();
        self.tree.get_or_insert_with(|| Box::new(SceneTree::in_session(session)))
    }

    pub fn impacts(&mut self) -> &mut ImpactSearch {
        let session = self.workspace.session();
        self.impacts.get_or_insert_with(|| Box::new(ImpactSearch::in_session(session)))
    }

    pub fn near(&mut self) -> &mut NearSearch {
        let session = self.workspace.session();
        self.near.get_or_insert_with(|| Box::new(NearSearch::in_session(session)))
    }

    pub fn depths(&mut self) -> &mut DepthSearch {
        let session = self.workspace.session();
        self.depths.get_or_insert_with(|| Box::new(DepthSearch::in_session(session)))
    }

    pub fn curves(&mut self) -> &mut CurveSearch {
        let session = self.workspace.session();
        self.curves.get_or_insert_with(|| Box::new(CurveSearch::in_session(session)))
    }
}

/// A workspace that goes to the next scene of the thread when its own goes.
pub struct KeptWorkspace(Option<Box<Workspace>>);

impl Default for KeptWorkspace {
    fn default() -> KeptWorkspace {
        // A thread that ends has no spare any more.
        let spare = SPARE.try_with(Cell::take).ok().flatten();
        KeptWorkspace(Some(spare.unwrap_or_default()))
    }
}

impl Deref for KeptWorkspace {
    type Target = Workspace;

    fn deref(&self) -> &Workspace {
        self.0.as_ref().expect("given away only when it goes")
    }
}

impl DerefMut for KeptWorkspace {
    fn deref_mut(&mut self) -> &mut Workspace {
        self.0.as_mut().expect("given away only when it goes")
    }
}

impl Drop for KeptWorkspace {
    fn drop(&mut self) {
        /// Larger ones are given back.
        const BYTES: usize = 1 << 25;
        let own = self.0.take().filter(|own| own.bytes() + own.session().bytes() <= BYTES);
        let _ = SPARE.try_with(|spare| spare.set(own));
    }
}

/// A scene that several threads may ask, one after the other: who asks takes it, and gives it back.
pub struct Shared {
    /// The process whose threads the buffers know.
    process: AtomicU32,
    /// Nothing while somebody has it.
    state: Mutex<Option<Box<State>>>,
    returned: Condvar,
}

impl Shared {
    pub fn new(scene: jostle::Scene) -> Arc<Shared> {
        let state = Box::new(State { scene, engines: Engines::default() });
        Arc::new(Shared {
            process: AtomicU32::new(std::process::id()),
            state: Mutex::new(Some(state)),
            returned: Condvar::new(),
        })
    }

    /// The scene, or nothing if somebody else has it for all of the time; not to be waited for with Python's lock.
    pub fn take(self: &Arc<Shared>, patience: Duration) -> Answer<Option<Taken>> {
        self.enter_process()?;
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.is_none() && !patience.is_zero() {
            let waited = self.returned.wait_timeout_while(state, patience, |own| own.is_none());
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        Ok(state.take().map(|own| Taken { shared: self.clone(), state: Some(own) }))
    }

    /// Makes the scene ready for a process that was forked.
    fn enter_process(&self) -> Answer<()> {
        let own = std::process::id();
        if self.process.load(Relaxed) == own {
            return Ok(());
        }
        // Whoever has the scene, or its lock, is not here to give it back.
        let mut state = self.state.try_lock().ok();
        let Some(state) = state.as_mut().and_then(|state| state.as_mut()) else {
            let message = "another thread was asking this scene when the process was forked, and is not here to \
                finish; make the scene anew, or use the start method 'spawn'";
            return Err(Refusal::new("SceneError", message));
        };
        // Threads and devices of the parent are not here, not even to be given back.
        std::mem::forget(std::mem::take(&mut state.engines));
        self.process.store(own, Relaxed);
        Ok(())
    }
}

/// A scene that nobody else has; it is given back when this goes.
pub struct Taken {
    shared: Arc<Shared>,
    state: Option<Box<State>>,
}

impl Deref for Taken {
    type Target = State;

    fn deref(&self) -> &State {
        self.state.as_ref().expect("given back only when it goes")
    }
}

impl DerefMut for Taken {
    fn deref_mut(&mut self) -> &mut State {
        self.state.as_mut().expect("given back only when it goes")
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        let mut own = self.state.take();
        if let Some(state) = own.as_mut()
            && std::thread::panicking()
        {
            // Nobody knows what is in the buffers.
            std::mem::forget(std::mem::take(&mut state.engines));
        }
        *self.shared.state.lock().unwrap_or_else(PoisonError::into_inner) = own;
        self.shared.returned.notify_one();
    }
}
