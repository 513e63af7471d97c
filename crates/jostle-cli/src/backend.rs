//! `--backend` and `--gpu`: what computes.

use crate::error::Error;
use clap::{Args, ValueEnum};
use jostle::{Collisions, Query, Scene, Workspace, collide};
use jostle_gpu::{AutoEngine, Choice, GpuEngine, Precision, Search, adapters};

#[derive(Clone, Debug, Args)]
pub struct BackendArgs {
    /// What computes: the CPU, a GPU, or the faster of them; the answer is the same
    #[arg(long, value_name = "NAME", default_value = "cpu")]
    pub backend: Backend,
    /// Which GPU, by its number in 'jostle gpu' or a part of its name; the best one if not given
    #[arg(long, value_name = "GPU", value_parser = gpu_choice)]
    pub gpu: Option<Choice>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Backend {
    Cpu,
    Gpu,
    Auto,
}

impl Backend {
    pub fn name(self) -> &'static str {
        match self {
            Backend::Cpu => "cpu",
            Backend::Gpu => "gpu",
            Backend::Auto => "auto",
        }
    }
}

fn gpu_choice(text: &str) -> Result<Choice, std::convert::Infallible> {
    Ok(text.parse().map_or_else(|_| Choice::Named(text.to_owned()), Choice::Index))
}

/// Elements from which on a GPU is faster even for one query, although it has to be opened first.
const WORTH_OPENING: usize = 10_000_000;

impl BackendArgs {
    /// The GPU that is asked for.
    pub fn open(&self) -> Result<GpuEngine, Error> {
        Ok(GpuEngine::on(&self.gpu.clone().unwrap_or_default(), Precision::Auto)?)
    }

    /// The GPU, if it is to answer a single query.
    pub fn open_for(&self, scene: &Scene) -> Result<Option<GpuEngine>, Error> {
        match self.backend {
            Backend::Cpu => Ok(None),
            Backend::Gpu => self.open().map(Some),
            Backend::Auto if scene.element_count() < WORTH_OPENING => Ok(None),
            Backend::Auto if adapters().iter().all(|adapter| adapter.is_software) => Ok(None),
            // A scene that it cannot hold is no reason to fail.
            Backend::Auto => Ok(self.open().ok()),
        }
    }
}

/// The answer to a single query.
pub fn answer(
    gpu: &mut Option<GpuEngine>,
    scene: &Scene,
    query: &Query,
) -> Result<Collisions, Error> {
    match gpu {
        Some(gpu) => Ok(gpu.collide(scene, query)?),
        None => Ok(collide(scene, query)?),
    }
}

/// What a method runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runs {
    Cpu,
    Gpu(Search),
    /// The faster of them.
    Either,
}

/// What answers the queries of a method, one after the other, with warm buffers.
pub enum Machine {
    Cpu(Box<Workspace>),
    Gpu(Box<(GpuEngine, Collisions)>),
    Either(Box<AutoEngine>),
}

/// What a query found.
pub struct Answer<'m> {
    pub collisions: &'m Collisions,
    /// Seconds on the device, where it tells.
    pub device_seconds: Option<f64>,
}

impl Machine {
    /// With a GPU that was used before, if there is one: opening takes a while.
    pub fn new(
        runs: Runs,
        args: &BackendArgs,
        spare: &mut Option<GpuEngine>,
    ) -> Result<Machine, Error> {
        Ok(match runs {
            Runs::Cpu => Machine::Cpu(Box::default()),
            Runs::Gpu(search) => {
                let mut gpu = spare.take().map_or_else(|| args.open(), Ok)?;
                gpu.set_search(search);
                Machine::Gpu(Box::new((gpu, Collisions::default())))
            }
            Runs::Either => Machine::Either(Box::new(match &args.gpu {
                Some(_) => AutoEngine::with_gpu(args.open()?),
                None => AutoEngine::new(),
            })),
        })
    }

    pub fn collide(&mut self, scene: &Scene, query: &Query) -> Result<Answer<'_>, Error> {
        Ok(match self {
            Machine::Cpu(workspace) => {
                Answer { collisions: workspace.collide(scene, query)?, device_seconds: None }
            }
            Machine::Gpu(gpu) => {
                let (gpu, found) = gpu.as_mut();
                *found = gpu.collide(scene, query)?;
                Answer { collisions: found, device_seconds: gpu.report().device_seconds }
            }
            Machine::Either(auto) => {
                Answer { collisions: auto.collide(scene, query)?, device_seconds: None }
            }
        })
    }

    /// The GPU, to be used again.
    pub fn into_gpu(self) -> Option<GpuEngine> {
        match self {
            Machine::Gpu(gpu) => Some(gpu.0),
            Machine::Cpu(_) | Machine::Either(_) => None,
        }
    }

    /// What it is, for headers of files.
    pub fn name(&self) -> String {
        let of = |gpu: &GpuEngine| format!("gpu ({})", gpu.adapter().name.replace(',', ""));
        match self {
            Machine::Cpu(_) => "cpu".to_owned(),
            Machine::Gpu(gpu) => of(&gpu.0),
            Machine::Either(auto) => match auto.gpu() {
                Some(gpu) => format!("cpu or {}", of(gpu)),
                None => "cpu".to_owned(),
            },
        }
    }
}
