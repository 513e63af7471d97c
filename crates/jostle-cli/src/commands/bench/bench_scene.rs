//! What is measured: a scene of the list, or what 'jostle sim' recorded.

use super::args::BenchArgs;
use super::scene_size::SceneSize;
use crate::error::Error;
use crate::recorded_frames::{self, Source};
use jostle::Scene;
use jostle_scenes::{ALL, AnimatedScene, SceneDefinition, SceneOptions};
use jostle_sim::recording::Player;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A scene with its frames.
#[derive(Debug)]
pub struct BenchScene {
    /// That of the list, or of the file without folder and extension.
    pub name: String,
    /// What happens, in a sentence.
    pub summary: String,
    /// What it is taken from.
    pub source: String,
    pub frames: usize,
    origin: Origin,
}

#[derive(Debug)]
enum Origin {
    Definition(&'static SceneDefinition),
    Recording(PathBuf),
}

impl BenchScene {
    /// The scenes with these names, or in these files, each once.
    pub fn all(names: &[String]) -> Result<Vec<Arc<BenchScene>>, Error> {
        let mut scenes: Vec<Arc<BenchScene>> = Vec::new();
        for name in names {
            let named = match name.as_str() {
                "all" => ALL.iter().map(BenchScene::from_definition).collect(),
                name => vec![BenchScene::find(name)?],
            };
            for mut scene in named {
                if scenes.iter().any(|other| other.origin.is_same(&scene.origin)) {
                    continue;
                }
                // Files in several folders may have one name.
                let stem = scene.name.clone();
                let mut number = 2;
                while scenes.iter().any(|other| other.name == scene.name) {
                    scene.name = format!("{stem}-{number}");
                    number += 1;
                }
                scenes.push(Arc::new(scene));
            }
        }
        Ok(scenes)
    }

    fn find(name: &str) -> Result<BenchScene, Error> {
        match jostle_scenes::find(name) {
            Ok(definition) => Ok(BenchScene::from_definition(definition)),
            Err(error) => {
                let path = Path::new(name);
                let is_path = path.extension().is_some() || path.exists();
                if is_path { BenchScene::from_recording(path) } else { Err(error.into()) }
            }
        }
    }

    pub fn from_definition(definition: &'static SceneDefinition) -> BenchScene {
        BenchScene {
            name: definition.name.to_owned(),
            summary: definition.summary.to_owned(),
            source: definition.source.to_owned(),
            frames: definition.frames,
            origin: Origin::Definition(definition),
        }
    }

    fn from_recording(path: &Path) -> Result<BenchScene, Error> {
        let player = recorded_frames::open(path)?;
        Ok(BenchScene {
            name: path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            summary: "What was simulated and recorded.".to_owned(),
            source: format!("the recording {}", path.display()),
            frames: player.frames() as usize,
            origin: Origin::Recording(path.to_owned()),
        })
    }

    /// The definition in the list, if it is from there.
    pub fn definition(&self) -> Option<&'static SceneDefinition> {
        match &self.origin {
            Origin::Definition(definition) => Some(definition),
            Origin::Recording(_) => None,
        }
    }

    /// The sizes that it is measured in; a recording has its own. Options that would change nothing are refused.
    pub fn sizes(&self, args: &BenchArgs) -> Result<Vec<SceneSize>, Error> {
        if self.definition().is_some() {
            return Ok(SceneSize::all(args));
        }
        let given = [
            (!args.elements.is_empty(), "--elements"),
            (args.surfaces, "--surfaces"),
            (!args.mesh.is_empty(), "--mesh"),
        ];
        match given.into_iter().find(|(is_given, _)| *is_given) {
            None => Ok(vec![SceneSize::Recorded]),
            Some((_, option)) => {
                let remedy = "its bodies are as they were recorded";
                Err(Error::NoEffect { option, with: "a recording", remedy })
            }
        }
    }

    /// Its frames, at the first.
    pub fn build(&self, options: &SceneOptions) -> Result<BenchFrames, Error> {
        match &self.origin {
            Origin::Definition(definition) => {
                Ok(BenchFrames::Animated(Box::new(definition.build(options)?)))
            }
            Origin::Recording(path) => {
                let mut player = recorded_frames::open(path)?;
                player.set_self_collision(options.has_self_collision);
                Ok(BenchFrames::Recorded(Box::new(player)))
            }
        }
    }
}

impl Origin {
    fn is_same(&self, other: &Origin) -> bool {
        match (self, other) {
            (Origin::Definition(own), Origin::Definition(other)) => own.name == other.name,
            (Origin::Recording(own), Origin::Recording(other)) => own == other,
            _ => false,
        }
    }
}

/// Frames of a scene, in any order.
pub enum BenchFrames {
    Animated(Box<AnimatedScene>),
    Recorded(Box<Player<Box<dyn Source>>>),
}

impl BenchFrames {
    /// Goes to a frame, counted from 0.
    pub fn set_frame(&mut self, frame: usize) -> Result<&Scene, Error> {
        match self {
            BenchFrames::Animated(scene) => Ok(scene.set_frame(frame)?),
            BenchFrames::Recorded(player) => Ok(player.frame(frame as u32)?),
        }
    }
}
