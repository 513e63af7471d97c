//! A file while it is written.

use std::fs::{File, OpenOptions, Permissions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::{fs, process};

/// A file that is written under another name in the same folder and renamed by
/// [`finish`](NewFile::finish), so that no reader ever sees half of it. Dropped before that, it leaves nothing
/// behind.
///
/// A link stays a link and what it leads to is replaced; a file that exists keeps its permissions, and one
/// that may not be written stays as it is. What is no file, such as a pipe, is written directly.
///
/// ```
/// use std::io::Write;
///
/// let path = std::env::temp_dir().join("jostle-files-new-file-example.csv");
/// let mut file = jostle_support::files::NewFile::create(&path)?;
/// writeln!(file, "a,b")?;
/// assert!(!path.exists());
/// file.finish()?;
/// assert_eq!(std::fs::read(&path)?, b"a,b\n");
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct NewFile {
    writer: BufWriter<File>,
    /// Where it is written, and where it is to be; `None` for what is written directly.
    paths: Option<(PathBuf, PathBuf)>,
    permissions: Option<Permissions>,
}

/// Files that are being written, for [`remove_unfinished_files`].
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Removes what this process is writing; for programs that are interrupted and about to exit.
pub fn remove_unfinished_files() {
    for path in unfinished().drain(..) {
        // There is nobody left to be told.
        let _ = fs::remove_file(path);
    }
}

fn unfinished() -> std::sync::MutexGuard<'static, Vec<PathBuf>> {
    // A list of paths is as good after a panic as before.
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

impl NewFile {
    /// Begins a file.
    pub fn create(path: impl AsRef<Path>) -> io::Result<NewFile> {
        let path = target_of_links(path.as_ref())?;
        let permissions = match fs::metadata(&path) {
            Ok(metadata) if metadata.is_dir() => {
                return Err(io::Error::new(io::ErrorKind::InvalidInput, "the path names a folder"));
            }
            Ok(metadata) if !metadata.is_file() => {
                let file = OpenOptions::new().write(true).open(&path)?;
                return Ok(NewFile {
                    writer: BufWriter::new(file),
                    paths: None,
                    permissions: None,
                });
            }
            Ok(metadata) if metadata.permissions().readonly() => {
                let kind = io::ErrorKind::PermissionDenied;
                return Err(io::Error::new(kind, "the file is read-only"));
            }
            Ok(metadata) => Some(metadata.permissions()),
            Err(_) => None,
        };
        let temporary = temporary(&path)?;
        let file = OpenOptions::new().write(true).create_new(true).open(&temporary)?;
        unfinished().push(temporary.clone());
        Ok(NewFile { writer: BufWriter::new(file), paths: Some((temporary, path)), permissions })
    }

    /// Gives the file its name.
    pub fn finish(mut self) -> io::Result<()> {
        self.writer.flush()?;
        if let Some((temporary, path)) = &self.paths {
            if let Some(permissions) = self.permissions.take() {
                self.writer.get_ref().set_permissions(permissions)?;
            }
            fs::rename(temporary, path)?;
            unfinished().retain(|other| other != temporary);
            self.paths = None;
        }
        Ok(())
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if let Some((temporary, _)) = &self.paths {
            unfinished().retain(|other| other != temporary);
            // The error that matters is the one that led here.
            let _ = fs::remove_file(temporary);
        }
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Where the links at a path end, whether a file is there or not.
fn target_of_links(path: &Path) -> io::Result<PathBuf> {
    // As many as Linux follows.
    const MOST_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = path.parent().unwrap_or(Path::new("")).join(target),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "the link leads to itself"))
}

/// A new name in the same folder, short enough wherever the name of the file is.
fn temporary(path: &Path) -> io::Result<PathBuf> {
    static WRITTEN: AtomicU64 = AtomicU64::new(0);
    if path.file_name().is_none() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "the path names no file"));
    }
    let number = WRITTEN.fetch_add(1, Ordering::Relaxed);
    Ok(path.with_file_name(format!(".jostle-{}-{number}.part", process::id())))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One test, because what is unfinished is known to the whole process.
    #[test]
    fn what_is_not_finished_leaves_nothing() {
        let folder = std::env::temp_dir().join(format!("jostle-files-{}", process::id()));
        fs::create_dir_all(&folder).unwrap();
        let files = || fs::read_dir(&folder).unwrap().count();
        let path = folder.join("result.csv");
        let mut dropped = NewFile::create(&path).unwrap();
        dropped.write_all(b"half").unwrap();
        assert_eq!(files(), 1);
        drop(dropped);
        assert_eq!(files(), 0);

        let interrupted = NewFile::create(&path).unwrap();
        remove_unfinished_files();
        assert_eq!(files(), 0);
        assert!(interrupted.finish().is_err(), "it is gone");

        fs::write(&path, "old").unwrap();
        let mut finished = NewFile::create(&path).unwrap();
        finished.write_all(b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        finished.finish().unwrap();
        remove_unfinished_files();
        assert_eq!((fs::read(&path).unwrap(), files()), (b"new".to_vec(), 1));
        fs::remove_dir_all(&folder).unwrap();
    }
}
