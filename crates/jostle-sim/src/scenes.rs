//! The scenes that ship: scene files, by name.

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

/// Stands before the values that a line of a scene file has at the resolution of the paper.
const OF_THE_PAPER: &str = " # of the paper: ";

/// A line with the value of the paper, if it has one: the comment begins like what it stands for.
fn as_in_the_paper(line: &str) -> String {
    let finer = line.split_once(OF_THE_PAPER).and_then(|(own, finer)| {
        let (key, _) = finer.split_once('=')?;
        let (before, _) = own.rsplit_once(key)?;
        Some(format!("{before}{finer}\n"))
    });
    finer.unwrap_or_else(|| format!("{line}\n"))
}

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

    /// The text of its scene file at a resolution, as [`ShippedScene::load_at`] counts them; `None` if it has none there.
    pub(crate) fn text_at(&self, resolution: usize) -> Option<String> {
        let bodies = format!("resolution = {} # of four", RESOLUTIONS[0]);
        if self.text.contains(&bodies) {
            let wanted = RESOLUTIONS.get(resolution.checked_sub(1)?)?;
            return Some(self.text.replace(&bodies, &format!("resolution = {wanted}")));
        }
        let has_two = self.text.contains(OF_THE_PAPER);
        let text = match resolution {
            1 => self.text.to_owned(),
            2 => self.text.lines().map(as_in_the_paper).collect(),
            _ => return None,
        };
        has_two.then_some(text)
    }
}
