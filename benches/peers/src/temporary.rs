//! A folder for the files between processes.

use std::io::Result;
use std::path::{Path, PathBuf};

/// Goes away with its owner, also when something fails.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Result<Folder> {
        let path = std::env::temp_dir().join(format!("jostle-peers-{}", std::process::id()));
        std::fs::create_dir_all(&path)?;
        Ok(Folder(path))
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Nothing is lost if the system clears it later.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
