//! What is wrong with a scene file, and where.

/// Why a scene file was refused.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SceneFileError {
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
