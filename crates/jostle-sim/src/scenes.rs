//! The scenes that ship: scene files, by name.

use crate::scene_file::{SceneFile, SceneFileError};
use std::path::Path;

/// A scene that ships.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShippedScene {
    /// What it is called on the command line.
    pub name: &'static str,
    /// Its scene file, to read and to copy.
    pub text: &'static str,
}

macro_rules! shipped {
    ($($name:literal),* $(,)?) => {
        [$(ShippedScene { name: $name, text: include_str!(concat!("../scenes/", $name, ".toml")) }),*]
    };
}

/// All scenes that ship.
pub const SCENES: [ShippedScene; 11] = shipped![
    "boldie",
    "pitbull",
    "mixed",
    "membrane",
    "rod",
    "multirod",
    "tower-static",
    "tower-dynamic-1",
    "tower-dynamic-2",
    "drape",
    "trampoline",
];

impl ShippedScene {
    /// The scene with a name.
    pub fn find(name: &str) -> Option<ShippedScene> {
        SCENES.into_iter().find(|scene| scene.name == name)
    }

    /// Its world, before the first step.
    pub fn load(&self) -> Result<SceneFile, SceneFileError> {
        SceneFile::parse(self.text, &format!("{}.toml", self.name), Path::new("."))
    }
}
