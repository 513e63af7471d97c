//! `jostle gpu`: which GPUs there are, and whether they find what the CPU finds.

use crate::Outcome;
use crate::args::GpuArgs;
use crate::error::Error;
use crate::format::{count, counted, table};
use jostle::mesh::shapes;
use jostle::{DVec3, Query, Scene, Workspace};
use jostle_gpu::{AdapterChoice, AdapterReport, GpuEngine, GpuError, Precision, adapters};
use serde_json::{Value, json};
use std::io::Write;
use std::time::{Duration, Instant};

/// How long each is tested.
const TESTED_FOR: Duration = Duration::from_secs(1);

pub fn run(args: &GpuArgs) -> Result<Outcome, Error> {
    let found = adapters();
    if found.is_empty() {
        return Err(GpuError::NoAdapter.into());
    }
    let mut tests = Vec::new();
    for index in 0..found.len() {
        tests.push(if args.list { Ok(None) } else { test(index).map(Some) });
    }
    let mut out = std::io::stdout().lock();
    if args.json {
        let all = found.iter().zip(&tests).map(|(gpu, test)| as_json(gpu, test)).collect();
        writeln!(out, "{:#}", Value::Array(all))?;
    } else {
        write!(out, "\n{}\n", as_text(&found, &tests))?;
    }
    match tests.into_iter().find_map(Result::err) {
        Some(error) => Err(error),
        None => Ok(Outcome::Clear),
    }
}

/// Queries until the time is up, each compared with the CPU; returns how many.
fn test(index: usize) -> Result<Option<usize>, Error> {
    let mut engine = match GpuEngine::with_adapter(&AdapterChoice::Index(index), Precision::Auto) {
        // Listed, and that is all that can be said of it.
        Err(GpuError::NoDevice { .. } | GpuError::LimitExceeded { .. }) => return Ok(None),
        engine => engine?,
    };
    let mut scene = Scene::new();
    let ball = scene.add("ball", shapes::bumpy_sphere(12, 0.1, 1))?;
    let solid = scene.add("solid", shapes::ball_tets(4, 0.7))?;
    scene.set_self_collision(ball, true)?;
    let mut workspace = Workspace::new();
    let (start, mut queries) = (Instant::now(), 0);
    while queries == 0 || start.elapsed() < TESTED_FOR {
        let by = DVec3::new(0.031, 0.017, -0.023);
        scene.vertices_mut(solid)?.iter_mut().for_each(|v| *v += by);
        let expected = workspace.collide(&scene, &Query::default())?;
        if engine.collide(&scene, &Query::default())?.pairs() != expected.pairs() {
            let methods = format!("the CPU and the GPU '{}'", engine.adapter().name);
            return Err(Error::Disagreement { methods });
        }
        queries += 1;
    }
    Ok(Some(queries))
}

type Test = Result<Option<Option<usize>>, Error>;

fn verdict(test: &Test) -> String {
    match test {
        Ok(None) => String::new(),
        Ok(Some(None)) => "cannot be used".to_owned(),
        Ok(Some(Some(queries))) => {
            format!("{}, all as on the CPU", counted(*queries, "query", "queries"))
        }
        Err(error) => error.to_string(),
    }
}

fn as_text(found: &[AdapterReport], tests: &[Test]) -> String {
    let header = ["", "GPU", "through", "driver", "arithmetic", "largest buffer", "test"];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    for (index, (gpu, test)) in found.iter().zip(tests).enumerate() {
        rows.push(vec![
            index.to_string(),
            gpu.name.clone(),
            gpu.backend.clone(),
            gpu.driver.clone(),
            if gpu.has_f64 { "f32, f64" } else { "f32" }.to_owned(),
            format!("{} MiB", count(gpu.largest_buffer.min(gpu.largest_binding) >> 20)),
            verdict(test),
        ]);
    }
    table(&rows, &[true, false, false, false, false, true, false])
}

fn as_json(gpu: &AdapterReport, test: &Test) -> Value {
    json!({
        "name": gpu.name,
        "backend": gpu.backend,
        "driver": gpu.driver,
        "is_software": gpu.is_software,
        "has_f64": gpu.has_f64,
        "has_timestamps": gpu.has_timestamps,
        "largest_buffer": gpu.largest_buffer,
        "largest_binding": gpu.largest_binding,
        "test": verdict(test),
    })
}
