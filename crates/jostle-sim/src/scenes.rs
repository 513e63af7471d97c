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

/// The resolutions of the two-body scenes, as those of their balls: about 10, 20, 50 and 90 thousand tetrahedra each.
const RESOLUTIONS: [u32; 4] = [8, 10, 14, 17];

macro_rules! shipped {
    ($($name:literal),* $(,)?) => {
        [$(ShippedScene { name: $name, text: include_str!(concat!("../scenes/", $name, ".toml")) }),*]
    };
}

/// All scenes that ship.
pub const SCENES: [ShippedScene; 23] = shipped![
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
    "bunny-planck",
    "buddha-armadillo",
    "armadillos",
    "closed-cloth",
    "fine-closed-cloth",
    "dress",
    "walking-dress",
    "rod-and-sleeve",
    "board",
    "surgery",
    "fast-cubes",
    "overlapping-balls",
];

impl ShippedScene {
    /// The scene with a name.
    pub fn find(name: &str) -> Option<ShippedScene> {
        SCENES.into_iter().find(|scene| scene.name == name)
    }

    /// What happens in it, and which paper has it: the comment that its file begins with.
    ///
    /// ```
    /// let drape = jostle_sim::ShippedScene::find("drape").expect("it ships");
    /// assert_eq!(drape.summary(), "A cloth falls on a ball and drapes over it.");
    /// ```
    pub fn summary(&self) -> String {
        let lines = self.text.lines().map_while(|line| line.strip_prefix("# "));
        lines.collect::<Vec<_>>().join(" ")
    }

    /// Its world at one of four resolutions, from 1 to 4, if it is a scene of two bodies (tet-kdet-2023, sec. 5.2); `None`
    /// if it is not.
    pub fn load_at(&self, resolution: usize) -> Option<Result<SceneFile, SceneFileError>> {
        let wanted = RESOLUTIONS.get(resolution.checked_sub(1)?)?;
        let marked = format!("resolution = {} # of four", RESOLUTIONS[0]);
        let text = self.text.replace(&marked, &format!("resolution = {wanted}"));
        let has_resolutions = self.text.contains(&marked);
        has_resolutions
            .then(|| SceneFile::parse(&text, &format!("{}.toml", self.name), Path::new(".")))
    }

    /// Its world, before the first step.
    pub fn load(&self) -> Result<SceneFile, SceneFileError> {
        SceneFile::parse(self.text, &format!("{}.toml", self.name), Path::new("."))
    }
}
