//! A folder for the files between processes.

use std::io::Result;
use std::path::{Path, PathBuf};

/// Removed when dropped, also when something fails.
pub struct TemporaryFolder(PathBuf);

impl TemporaryFolder {
    pub fn new() -> Result<TemporaryFolder> {
        let path = std::env::temp_dir().join(format!("jostle-peers-{}", std::process::id()));
        std::fs::create_dir_all(&path)?;
        Ok(TemporaryFolder(path))
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // Nothing is lost if the system clears it later.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
