//! The faster of two engines.

use crate::adapter::{AdapterChoice, Precision, adapters};
use crate::engine::{GpuEngine, asks_for_distances};
use crate::error::GpuError;
use jostle::collide::baselines::IntersectionTest;
use jostle::collide::{Backend, Engine};
use jostle::{Collisions, Query, QueryError, Scene, Session, Workspace};
use std::sync::Arc;
use std::time::Instant;

/// Answers queries on the CPU or on a GPU, whichever is faster for the scene at hand. It finds out by
/// trying both, and tries the slower one again from time to time, because scenes change. The answer is
/// the same.
///
/// ```no_run
/// use jostle::mesh::shapes;
/// use jostle::{Query, Scene};
/// use jostle_gpu::AutoEngine;
///
/// let mut scene = Scene::new();
/// let ball = scene.add("ball", shapes::icosphere(7, 1.0))?;
/// scene.set_self_collision(ball, true)?;
/// let mut engine = AutoEngine::new();
/// for _ in 0..100 {
///     let collisions = engine.collide(&scene, &Query::default())?;
///     println!("{} pairs, {:?}", collisions.pair_count(), collisions.statistics().backend);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct AutoEngine {
    cpu: Workspace,
    gpu: Option<GpuEngine>,
    /// Why there is none, or why it did not answer the last query, and the same as text.
    gpu_error: Option<(QueryError, Arc<str>)>,
    /// What answered the last query.
    backend: Backend,
    trials: Trials,
}

impl Engine for AutoEngine {
    fn collide(&mut self, scene: &Scene, query: &Query) -> Result<&Collisions, QueryError> {
        AutoEngine::collide(self, scene, query)
    }

    fn collisions(&self) -> &Collisions {
        AutoEngine::collisions(self)
    }
}

/// Fewer elements are done before a GPU has begun.
const MIN_GPU_ELEMENTS: usize = 1_000;

impl AutoEngine {
    /// With the best GPU, if there is one that is not software, in a session of its own.
    pub fn new() -> AutoEngine {
        AutoEngine::in_session(&Session::new())
    }

    /// The same in a session.
    pub fn in_session(session: &Session) -> AutoEngine {
        let alone = AutoEngine { cpu: Workspace::in_session(session), ..AutoEngine::default() };
        if adapters().iter().all(|adapter| adapter.is_software) {
            return alone;
        }
        match GpuEngine::with_adapter(&AdapterChoice::Best, Precision::Auto) {
            Ok(gpu) => AutoEngine::with_gpu(gpu.in_session(session)),
            Err(error) => AutoEngine { gpu_error: Some(with_text(error.into())), ..alone },
        }
    }

    /// With this GPU, in its session.
    pub fn with_gpu(gpu: GpuEngine) -> AutoEngine {
        let cpu = Workspace::in_session(gpu.session());
        AutoEngine { cpu, gpu: Some(gpu), ..AutoEngine::default() }
    }

    /// The GPU, while there is one.
    pub fn gpu(&self) -> Option<&GpuEngine> {
        self.gpu.as_ref()
    }

    /// Why a GPU was not to be had, or why the last query was not answered by it; nothing if there is
    /// none but software.
    pub fn gpu_error(&self) -> Option<&QueryError> {
        self.gpu_error.as_ref().map(|(error, _)| error)
    }

    /// Finds what touches what. A GPU that refuses, for whatever reason, leaves the query to the CPU, and
    /// the [statistics](jostle::collide::Statistics) say so; one that is lost is given up. Tests that are not
    /// exact ([`Baseline`](jostle::collide::baselines::Baseline)), and pairs
    /// [within a distance](Query::within), are the CPU's.
    pub fn collide(&mut self, scene: &Scene, query: &Query) -> Result<&Collisions, QueryError> {
        let elements = scene.element_count();
        let backend = match self.gpu {
            Some(_) if elements >= MIN_GPU_ELEMENTS && is_for_gpu(query) => {
                self.trials.next(elements)
            }
            _ => Backend::Cpu,
        };
        self.backend = Backend::Cpu;
        if backend == Backend::Gpu && self.try_gpu(scene, query) {
            self.backend = Backend::Gpu;
            return Ok(self.collisions());
        }
        // A GPU that was not asked this time did not refuse.
        let has_refused = backend == Backend::Gpu || self.gpu.is_none();
        let refusal = self.gpu_error.as_ref().filter(|_| has_refused);
        let fallback = refusal.map(|(_, text)| text.clone());
        let start = Instant::now();
        self.cpu.collide(scene, query)?;
        if is_for_gpu(query) {
            self.trials.note(Backend::Cpu, start.elapsed().as_secs_f64());
        }
        self.cpu.set_fallback(fallback);
        Ok(self.cpu.collisions())
    }

    /// The answer to the last query.
    pub fn collisions(&self) -> &Collisions {
        match (self.backend, &self.gpu) {
            (Backend::Gpu, Some(gpu)) => gpu.collisions(),
            _ => self.cpu.collisions(),
        }
    }

    fn try_gpu(&mut self, scene: &Scene, query: &Query) -> bool {
        let Some(gpu) = &mut self.gpu else { return false };
        let start = Instant::now();
        let error = gpu.collide(scene, query).err();
        let is_lost = error.as_ref().and_then(GpuError::from_query_error);
        if matches!(is_lost, Some(GpuError::DeviceLost { .. })) {
            self.gpu = None;
        }
        match error {
            None => self.trials.note(Backend::Gpu, start.elapsed().as_secs_f64()),
            Some(QueryError::Device(_)) => self.trials.note(Backend::Gpu, f64::INFINITY),
            // The CPU will say the same, and the GPU is not to blame.
            Some(_) => {}
        }
        self.gpu_error = error.map(with_text);
        self.gpu_error.is_none()
    }
}

/// Whether a GPU answers such queries at all.
fn is_for_gpu(query: &Query) -> bool {
    query.baseline_settings().test == IntersectionTest::Exact && !asks_for_distances(query)
}

fn with_text(error: QueryError) -> (QueryError, Arc<str>) {
    let text = error.to_string().into();
    (error, text)
}

/// What both backends took for scenes of about this size.
#[derive(Debug, Default)]
struct Trials {
    /// The scenes that the times are of: twice as large ones are others.
    elements: usize,
    backends: [BackendTimes; 2],
    queries: u64,
}

#[derive(Clone, Copy, Debug, Default)]
struct BackendTimes {
    queries: u64,
    /// Of late; the first query, which prepares, does not count.
    seconds: f64,
}

impl Trials {
    /// Queries of each backend before one is preferred.
    const FIRST: u64 = 3;
    /// Queries after which the slower backend is tried again, if it is not much slower.
    const AGAIN: u64 = 128;
    /// Queries after which even one that failed is.
    const AGAIN_AT_LAST: u64 = 8192;

    fn next(&mut self, elements: usize) -> Backend {
        if elements > 2 * self.elements || 2 * elements < self.elements {
            *self = Trials { elements, ..Trials::default() };
        }
        self.queries += 1;
        let [cpu, gpu] = self.backends;
        if cpu.queries < Trials::FIRST {
            return Backend::Cpu;
        }
        if gpu.queries < Trials::FIRST {
            return Backend::Gpu;
        }
        let (faster, slower, ratio) = match cpu.seconds <= gpu.seconds {
            true => (Backend::Cpu, Backend::Gpu, gpu.seconds / cpu.seconds),
            false => (Backend::Gpu, Backend::Cpu, cpu.seconds / gpu.seconds),
        };
        // The rarer, the more it costs: a hundredth of the time in all, or so.
        let every =
            (Trials::AGAIN as f64 * ratio.max(1.0)).min(Trials::AGAIN_AT_LAST as f64) as u64;
        if self.queries.is_multiple_of(every) { slower } else { faster }
    }

    fn note(&mut self, backend: Backend, seconds: f64) {
        let times = &mut self.backends[backend as usize];
        times.queries += 1;
        times.seconds = match times.queries {
            1 | 2 => seconds,
            // One slow query is no reason to change.
            _ => times.seconds.min(seconds).mul_add(0.75, 0.25 * seconds),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays so many queries that take these times, and counts those of the GPU.
    fn play(trials: &mut Trials, queries: usize, elements: usize, cpu: f64, gpu: f64) -> usize {
        let mut on_gpu = 0;
        for _ in 0..queries {
            let backend = trials.next(elements);
            on_gpu += usize::from(backend == Backend::Gpu);
            trials.note(backend, if backend == Backend::Gpu { gpu } else { cpu });
        }
        on_gpu
    }

    #[test]
    fn the_faster_backend_is_taken_and_a_change_is_noticed() {
        let mut trials = Trials::default();
        let on_gpu = play(&mut trials, 1000, 10_000, 5.0, 1.0);
        assert!((985..=997).contains(&on_gpu), "{on_gpu}");
        // The CPU becomes faster, and is found to be.
        play(&mut trials, 3000, 10_000, 0.1, 1.0);
        let on_gpu = play(&mut trials, 1000, 10_000, 0.1, 1.0);
        assert!(on_gpu <= 4, "{on_gpu}");
        // Another size is tried from the beginning.
        let on_gpu = play(&mut trials, 1000, 1_000_000, 50.0, 1.0);
        assert!(on_gpu > 985, "{on_gpu}");
    }

    #[test]
    fn a_backend_that_fails_is_left_alone() {
        let mut trials = Trials::default();
        let on_gpu = play(&mut trials, 1000, 10_000, 5.0, f64::INFINITY);
        assert_eq!(on_gpu, Trials::FIRST as usize);
        // It works again, and is found to.
        play(&mut trials, 20_000, 10_000, 5.0, 1.0);
        let on_gpu = play(&mut trials, 1000, 10_000, 5.0, 1.0);
        assert!(on_gpu > 985, "{on_gpu}");
    }
}
