//! What is wrong with a scene file, and where.

use crate::scenes::SCENES;

/// Why a scene file was refused.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SceneFileError {
    /// A name that is neither that of a scene that ships nor of a file.
    #[error("there is no scene '{name}'; {}", remedy(name))]
    NoSuchScene {
        /// The name.
        name: String,
    },
    /// The file cannot be read.
    #[error("{file} cannot be read: {source}")]
    Unreadable {
        /// Its path.
        file: String,
        /// Why.
        source: std::io::Error,
    },
    /// A line of it is wrong.
    #[error("{file}, line {line}: {problem}")]
    Wrong {
        /// Its path.
        file: String,
        /// Counted from one.
        line: usize,
        /// What is wrong, with the key.
        problem: String,
    },
}

/// The scene that a name may have meant, and all that there are.
fn remedy(name: &str) -> String {
    let names = SCENES.map(|scene| scene.name);
    let all = names.join(", ");
    match jostle_support::text::nearest(name, names) {
        Some(near) => {
            format!("did you mean '{near}'? There are {all}, and files that end in .toml")
        }
        None => format!("there are {all}, and files that end in .toml"),
    }
}

/// A file's name and text, for messages.
pub(super) struct Source {
    pub file: String,
    pub text: String,
}

impl Source {
    /// An error at a byte.
    pub fn error(&self, at: usize, problem: String) -> SceneFileError {
        let before = &self.text.as_bytes()[..at.min(self.text.len())];
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        SceneFileError::Wrong { file: self.file.clone(), line, problem }
    }
}
