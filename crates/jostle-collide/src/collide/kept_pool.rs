//! Threads that are kept from one query to the next.

use super::QueryError;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// A pool of threads, kept as long as the same number is asked for.
#[derive(Debug, Default)]
pub struct KeptPool {
    pool: Option<ThreadPool>,
}

impl KeptPool {
    /// Works on so many threads, or on those of the caller: within its pool, or else rayon's own, which is entered
    /// once: a thread outside sleeps until a parallel part is done, and is woken late each time.
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

#[cfg(test)]
mod tests {
    use crate::collide::{Query, Workspace};
    use crate::mesh::{Scene, shapes};
    use glam::DVec3;

    /// A thread of the pool that waits for others may take up whole queries of other callers meanwhile, one within
    /// the other.
    #[test]
    fn many_callers_at_once_are_answered() {
        let mut scene = Scene::new();
        for (name, by) in [("one", 0.0), ("other", 0.7)] {
            let ball = shapes::bumpy_sphere(24, 0.2, 1).translated(DVec3::X * by);
            let ball = scene.add(name, ball).unwrap();
            scene.set_self_collision(ball, true).unwrap();
        }
        let mut alone = Workspace::new();
        let expected = alone.collide(&scene, &Query::all_pairs()).unwrap().pairs().len();
        assert!(expected > 0);
        std::thread::scope(|threads| {
            for _ in 0..96 {
                threads.spawn(|| {
                    for _ in 0..6 {
                        let mut workspace = Workspace::new();
                        for _ in 0..3 {
                            let found = workspace.collide(&scene, &Query::all_pairs()).unwrap();
                            assert_eq!(found.pairs().len(), expected);
                        }
                    }
                });
            }
        });
    }
}
