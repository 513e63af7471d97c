//! Folders for the files of a test.

use std::path::{Path, PathBuf};
use std::{env, fs, process};

/// An empty folder that is removed with all its files when the value is dropped.
///
/// ```
/// use jostle_testing::TemporaryFolder;
///
/// let folder = TemporaryFolder::new("temporary-folder-example");
/// std::fs::write(folder.file("a.txt"), "text").unwrap();
/// let path = folder.path().to_owned();
/// drop(folder);
/// assert!(!path.exists());
/// ```
#[derive(Debug)]
pub struct TemporaryFolder {
    path: PathBuf,
}

impl TemporaryFolder {
    /// Makes a folder; the name must be that of one test only.
    ///
    /// # Panics
    ///
    /// If the folder cannot be made.
    pub fn new(test: &str) -> TemporaryFolder {
        let path = env::temp_dir().join(format!("jostle-{test}-{}", process::id()));
        fs::create_dir_all(&path).expect("the folder for temporary files can be written");
        TemporaryFolder { path }
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The path of a file in the folder, which need not exist.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}
