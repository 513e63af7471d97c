//! `--backend` and `--gpu`: the engines that answer queries.

use crate::error::Error;
use clap::{Args, ValueEnum};
use jostle::collide::Engine;
use jostle::{Collisions, Query, QueryError, Scene, Session, Workspace};
use jostle_gpu::{AdapterChoice, AutoEngine, GpuEngine, Precision, SearchMethod, adapters};
use std::sync::Arc;

#[derive(Clone, Debug, Args)]
pub struct BackendArgs {
    /// What computes: the CPU, a GPU, or the faster of them; the answer is the same
    #[arg(long, value_name = "NAME", default_value = "cpu")]
    pub backend: Backend,
    /// Which GPU, by its number in 'jostle gpu' or a part of its name; the best one if not given; for
    /// --backend gpu or auto
    #[arg(long, value_name = "GPU", value_parser = gpu_choice)]
    pub gpu: Option<AdapterChoice>,
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

fn gpu_choice(text: &str) -> Result<AdapterChoice, std::convert::Infallible> {
    Ok(text.parse().map_or_else(|_| AdapterChoice::Named(text.to_owned()), AdapterChoice::Index))
}

/// Elements from which on a GPU is faster even for one query, although it has to be opened first.
const WORTH_OPENING: usize = 10_000_000;

impl BackendArgs {
    /// The GPU that is asked for.
    pub fn open(&self) -> Result<GpuEngine, Error> {
        Ok(GpuEngine::with_adapter(&self.gpu.clone().unwrap_or_default(), Precision::Auto)?)
    }

    /// The engine that is to answer one query, or a few, in a session.
    pub fn open_for(&self, scene: &Scene, session: &Session) -> Result<QueryEngine, Error> {
        if self.gpu.is_some() && self.backend == Backend::Cpu {
            let (option, with, remedy) = ("--gpu", "--backend cpu", "add --backend gpu, or auto");
            return Err(Error::NoEffect { option, with, remedy });
        }
        let is_auto = self.backend == Backend::Auto;
        let gpu = match self.backend {
            Backend::Cpu => return Ok(QueryEngine::on_cpu(session)),
            Backend::Gpu => Ok(self.open()?),
            Backend::Auto if scene.element_count() < WORTH_OPENING => {
                return Ok(QueryEngine::on_cpu(session));
            }
            Backend::Auto if adapters().iter().all(|adapter| adapter.is_software) => {
                return Ok(QueryEngine::on_cpu(session));
            }
            Backend::Auto => self.open(),
        };
        // With `auto`, a GPU that cannot be opened is no reason to fail.
        let (gpu, refusal) = match gpu {
            Ok(gpu) => (Some(gpu.in_session(session)), None),
            Err(error) => (None, Some(error.to_string().into())),
        };
        Ok(QueryEngine { gpu, is_auto, refusal, ..QueryEngine::on_cpu(session) })
    }
}

/// The engine that answers queries, with warm buffers; the CPU by default.
#[derive(Default)]
pub struct QueryEngine {
    gpu: Option<GpuEngine>,
    /// Whether the CPU answers what the GPU refuses.
    is_auto: bool,
    /// Why there is no GPU.
    refusal: Option<Arc<str>>,
    cpu: Workspace,
}

impl QueryEngine {
    fn on_cpu(session: &Session) -> QueryEngine {
        QueryEngine { cpu: Workspace::in_session(session), ..QueryEngine::default() }
    }

    pub fn answer(&mut self, scene: &Scene, query: &Query) -> Result<&Collisions, QueryError> {
        let mut refusal = self.refusal.clone();
        if let Some(gpu) = &mut self.gpu {
            match gpu.collide(scene, query).map(|_| ()) {
                Ok(()) => return Ok(Engine::collisions(self.gpu.as_ref().expect("as above"))),
                Err(error) if !self.is_auto => return Err(error),
                Err(error) => refusal = Some(error.to_string().into()),
            }
        }
        self.cpu.collide(scene, query)?;
        self.cpu.set_fallback(refusal);
        Ok(self.cpu.collisions())
    }
}

/// What a method runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MethodBackend {
    Cpu,
    Gpu(SearchMethod),
    /// The faster of them.
    Auto,
}

/// The engine that answers the queries of a method, one after the other, with warm buffers.
pub enum MethodEngine {
    Cpu(Box<Workspace>),
    Gpu(Box<GpuEngine>),
    Auto(Box<AutoEngine>),
}

/// What a query found.
pub struct EngineAnswer<'e> {
    pub collisions: &'e Collisions,
    /// Seconds on the device, where it measures them.
    pub device_seconds: Option<f64>,
}

impl MethodEngine {
    /// An engine in a session; a GPU that was used before is used again, as opening one takes a while.
    pub fn new(
        backend: MethodBackend,
        args: &BackendArgs,
        session: &Session,
        spare: &mut Option<GpuEngine>,
    ) -> Result<MethodEngine, Error> {
        Ok(match backend {
            MethodBackend::Cpu => MethodEngine::Cpu(Box::new(Workspace::in_session(session))),
            MethodBackend::Gpu(search) => {
                let mut gpu = spare.take().map_or_else(|| args.open(), Ok)?;
                gpu.set_search_method(search);
                MethodEngine::Gpu(Box::new(gpu.in_session(session)))
            }
            MethodBackend::Auto => MethodEngine::Auto(Box::new(match &args.gpu {
                Some(_) => AutoEngine::with_gpu(args.open()?.in_session(session)),
                None => AutoEngine::in_session(session),
            })),
        })
    }

    fn engine(&mut self) -> &mut dyn Engine {
        match self {
            MethodEngine::Cpu(workspace) => workspace.as_mut(),
            MethodEngine::Gpu(gpu) => gpu.as_mut(),
            MethodEngine::Auto(auto) => auto.as_mut(),
        }
    }

    pub fn collide(&mut self, scene: &Scene, query: &Query) -> Result<EngineAnswer<'_>, Error> {
        self.engine().collide(scene, query)?;
        let device_seconds = match self {
            MethodEngine::Gpu(gpu) => gpu.report().device_seconds,
            MethodEngine::Cpu(_) | MethodEngine::Auto(_) => None,
        };
        Ok(EngineAnswer { collisions: self.engine().collisions(), device_seconds })
    }

    /// The GPU, to be used again.
    pub fn into_gpu(self) -> Option<GpuEngine> {
        match self {
            MethodEngine::Gpu(gpu) => Some(*gpu),
            MethodEngine::Cpu(_) | MethodEngine::Auto(_) => None,
        }
    }

    /// The backend and its GPU, for headers of files.
    pub fn name(&self) -> String {
        let gpu_name = |gpu: &GpuEngine| format!("gpu ({})", gpu.adapter().name.replace(',', ""));
        match self {
            MethodEngine::Cpu(_) => "cpu".to_owned(),
            MethodEngine::Gpu(gpu) => gpu_name(gpu),
            MethodEngine::Auto(auto) => match auto.gpu() {
                Some(gpu) => format!("cpu or {}", gpu_name(gpu)),
                None => "cpu".to_owned(),
            },
        }
    }
}
