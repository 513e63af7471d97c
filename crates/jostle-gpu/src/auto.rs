//! The faster of two engines.

use crate::device::{Choice, Precision, adapters};
use crate::engine::GpuEngine;
use crate::error::GpuError;
use jostle::{Collisions, Query, Scene, SceneError, Workspace};
use std::time::Instant;

/// What computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// All cores, or the threads of the query.
    Cpu,
    /// The engine of [`AutoEngine::gpu`].
    Gpu,
}

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
///     let pairs = engine.collide(&scene, &Query::default())?.pair_count();
///     println!("{pairs} pairs, from the {:?}", engine.side());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct AutoEngine {
    cpu: Workspace,
    gpu: Option<GpuEngine>,
    /// Why there is none, or why it was given up.
    trouble: Option<GpuError>,
    found: Collisions,
    side: Option<Side>,
    trials: Trials,
}

/// Fewer elements are done before a GPU has begun.
const WORTH_A_GPU: usize = 1_000;

impl AutoEngine {
    /// With the best GPU, if there is one that is not software.
    pub fn new() -> AutoEngine {
        if adapters().iter().all(|adapter| adapter.is_software) {
            return AutoEngine::default();
        }
        match GpuEngine::on(&Choice::Best, Precision::Auto) {
            Ok(gpu) => AutoEngine::with_gpu(gpu),
            Err(error) => AutoEngine { trouble: Some(error), ..AutoEngine::default() },
        }
    }

    /// With this GPU.
    pub fn with_gpu(gpu: GpuEngine) -> AutoEngine {
        AutoEngine { gpu: Some(gpu), ..AutoEngine::default() }
    }

    /// The GPU, while there is one.
    pub fn gpu(&self) -> Option<&GpuEngine> {
        self.gpu.as_ref()
    }

    /// Why there is no GPU, or why the last query was not answered by it.
    pub fn trouble(&self) -> Option<&GpuError> {
        self.trouble.as_ref()
    }

    /// What answered the last query.
    pub fn side(&self) -> Option<Side> {
        self.side
    }

    /// Finds what touches what. A GPU that fails, as on a scene too large for it, leaves the query to the
    /// CPU; one that is lost is given up.
    pub fn collide(&mut self, scene: &Scene, query: &Query) -> Result<&Collisions, SceneError> {
        let elements = scene.element_count();
        let side = match self.gpu {
            Some(_) if elements >= WORTH_A_GPU => self.trials.next(elements),
            _ => Side::Cpu,
        };
        let start = Instant::now();
        if side == Side::Gpu {
            if self.try_gpu(scene, query) {
                self.trials.note(Side::Gpu, start.elapsed().as_secs_f64());
                self.side = Some(Side::Gpu);
                return Ok(&self.found);
            }
            self.trials.note(Side::Gpu, f64::INFINITY);
        }
        self.side = Some(Side::Cpu);
        let start = Instant::now();
        let found = self.cpu.collide(scene, query)?;
        self.trials.note(Side::Cpu, start.elapsed().as_secs_f64());
        Ok(found)
    }

    fn try_gpu(&mut self, scene: &Scene, query: &Query) -> bool {
        let Some(gpu) = &mut self.gpu else { return false };
        match gpu.collide(scene, query) {
            Ok(found) => {
                self.found = found;
                self.trouble = None;
                true
            }
            Err(error) => {
                if matches!(error, GpuError::DeviceLost { .. }) {
                    self.gpu = None;
                }
                self.trouble = Some(error);
                false
            }
        }
    }
}

/// What the sides took for scenes of about this size.
#[derive(Debug, Default)]
struct Trials {
    /// The scenes that the times are of: twice as large ones are others.
    elements: usize,
    sides: [Taken; 2],
    queries: u64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Taken {
    queries: u64,
    /// Of late; the first query, which prepares, does not count.
    seconds: f64,
}

impl Trials {
    /// Queries of each side before one is preferred.
    const FIRST: u64 = 3;
    /// Queries after which the slower side is tried again, if it is not much slower.
    const AGAIN: u64 = 128;

    fn next(&mut self, elements: usize) -> Side {
        if elements > 2 * self.elements || 2 * elements < self.elements {
            *self = Trials { elements, ..Trials::default() };
        }
        self.queries += 1;
        let [cpu, gpu] = self.sides;
        if cpu.queries < Trials::FIRST {
            return Side::Cpu;
        }
        if gpu.queries < Trials::FIRST {
            return Side::Gpu;
        }
        let (faster, slower, ratio) = match cpu.seconds <= gpu.seconds {
            true => (Side::Cpu, Side::Gpu, gpu.seconds / cpu.seconds),
            false => (Side::Gpu, Side::Cpu, cpu.seconds / gpu.seconds),
        };
        // The rarer, the more it costs: a hundredth of the time in all, or so.
        let every = (Trials::AGAIN as f64 * ratio.max(1.0)).min(1e9) as u64;
        if self.queries.is_multiple_of(every) { slower } else { faster }
    }

    fn note(&mut self, side: Side, seconds: f64) {
        let taken = &mut self.sides[side as usize];
        taken.queries += 1;
        taken.seconds = match taken.queries {
            1 | 2 => seconds,
            // One slow query is no reason to change.
            _ => taken.seconds.min(seconds).mul_add(0.75, 0.25 * seconds),
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
            let side = trials.next(elements);
            on_gpu += usize::from(side == Side::Gpu);
            trials.note(side, if side == Side::Gpu { gpu } else { cpu });
        }
        on_gpu
    }

    #[test]
    fn the_faster_side_is_taken_and_a_change_is_noticed() {
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
    fn a_side_that_fails_is_left_alone() {
        let mut trials = Trials::default();
        let on_gpu = play(&mut trials, 1000, 10_000, 5.0, f64::INFINITY);
        assert_eq!(on_gpu, Trials::FIRST as usize);
    }
}
