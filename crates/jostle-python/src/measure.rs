//! What the library itself takes, for the comparison with what calls from Python take (`benches/overhead.py`).

use crate::arrays::mesh;
use jostle::{Query, Scene, Workspace};
use pyo3::prelude::*;
use std::time::Instant;

/// Seconds that `Workspace::collide` takes, of a mesh with itself, so many times: of a scene that is made anew each
/// time, from the arrays of the mesh on, or of one that is kept.
#[pyfunction]
pub fn self_collide_seconds(
    py: Python,
    given: &Bound<PyAny>,
    repeats: usize,
    is_warm: bool,
) -> PyResult<Vec<f64>> {
    let mesh = mesh(given)?;
    let work = || {
        let query = Query::all_pairs().containment(false);
        let build = || -> Result<Scene, crate::errors::Refusal> {
            let mut scene = Scene::new();
            let object = scene.add("mesh", mesh.clone())?;
            scene.set_self_collision(object, true)?;
            Ok(scene)
        };
        let (kept, mut workspace) = (build()?, Workspace::new());
        workspace.collide(&kept, &query)?;
        let mut all = Vec::with_capacity(repeats);
        for _ in 0..repeats {
            let start = Instant::now();
            if is_warm {
                std::hint::black_box(workspace.collide(&kept, &query)?);
            } else {
                let scene = build()?;
                std::hint::black_box(Workspace::new().collide(&scene, &query)?);
            }
            all.push(start.elapsed().as_secs_f64());
        }
        Ok::<_, crate::errors::Refusal>(all)
    };
    // As in a program of Rust: on a thread that is in no pool, with rayon's own threads.
    let measured = py.detach(|| std::thread::scope(|scope| scope.spawn(work).join()));
    let measured = measured.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    Ok(measured?)
}
