//! Files, folders and patterns as lists of mesh files.

use crate::error::Error;
use jostle_io::Format;
use std::cmp::Ordering;
use std::path::{Path, PathBuf};

/// Names standard input among meshes, and standard output among results.
pub const STANDARD_STREAM: &str = "-";

/// Folders become the mesh files in them, and patterns with `*`, `?` or `[...]` the files that match, both in
/// the order of their names, numbers in them by value.
pub fn mesh_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::new();
    for path in paths {
        let own = if path.is_dir() {
            folder(path)?
        } else if path.exists() || !is_pattern(path) {
            vec![path.clone()]
        } else {
            matches(path)?
        };
        files.extend(sorted(own));
    }
    check_standard_input(&files)?;
    Ok(files)
}

/// In the order of their names, numbers in them by value.
pub fn sorted(mut files: Vec<PathBuf>) -> Vec<PathBuf> {
    files.sort_by(|a, b| by_name(&a.to_string_lossy(), &b.to_string_lossy()));
    files
}

/// Refuses to read standard input twice.
pub fn check_standard_input(files: &[PathBuf]) -> Result<(), Error> {
    let times = files.iter().filter(|file| *file == Path::new(STANDARD_STREAM)).count();
    if times > 1 { Err(Error::StandardInputAgain { times }) } else { Ok(()) }
}

fn is_pattern(path: &Path) -> bool {
    path.to_string_lossy().contains(['*', '?', '['])
}

fn folder(path: &Path) -> Result<Vec<PathBuf>, Error> {
    let unreadable = |source| Error::ReadFolder { folder: path.to_owned(), source };
    let mut files = Vec::new();
    for entry in std::fs::read_dir(path).map_err(unreadable)? {
        let file = entry.map_err(unreadable)?.path();
        let extension = file.extension().and_then(|extension| extension.to_str());
        if file.is_file() && extension.and_then(Format::from_extension).is_some() {
            files.push(file);
        }
    }
    match files.is_empty() {
        true => Err(Error::NoFiles { pattern: path.to_owned() }),
        false => Ok(files),
    }
}

fn matches(pattern: &Path) -> Result<Vec<PathBuf>, Error> {
    let none = || Error::NoFiles { pattern: pattern.to_owned() };
    let found = glob::glob(&pattern.to_string_lossy()).map_err(|_| none())?;
    // What cannot be read is an error when it is read.
    let files: Vec<PathBuf> = found
        .map(|entry| entry.unwrap_or_else(|error| error.path().to_owned()))
        .filter(|path| !path.is_dir())
        .collect();
    if files.is_empty() { Err(none()) } else { Ok(files) }
}

/// The order of names as people count: `frame_2` before `frame_10`.
fn by_name(a: &str, b: &str) -> Ordering {
    let (mut a_rest, mut b_rest) = (a, b);
    while !a_rest.is_empty() && !b_rest.is_empty() {
        let (x, y) = (run(a_rest), run(b_rest));
        let is_number = |run: &str| run.starts_with(|c: char| c.is_ascii_digit());
        let order = match is_number(x) && is_number(y) {
            true => {
                let [x, y] = [x, y].map(|run| run.trim_start_matches('0'));
                x.len().cmp(&y.len()).then(x.cmp(y))
            }
            false => x.cmp(y),
        };
        if order.is_ne() {
            return order;
        }
        (a_rest, b_rest) = (&a_rest[x.len()..], &b_rest[y.len()..]);
    }
    a_rest.len().cmp(&b_rest.len()).then(a.cmp(b))
}

/// The digits, or the other characters, at the beginning.
fn run(text: &str) -> &str {
    let is_number = text.starts_with(|c: char| c.is_ascii_digit());
    let end = text.find(|c: char| c.is_ascii_digit() != is_number);
    &text[..end.unwrap_or(text.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_names_count_by_their_value() {
        let mut names = ["f10.ply", "f9.ply", "f010.ply", "f1", "e99", "f9a.ply", "10", "9", "ä2"];
        names.sort_by(|a, b| by_name(a, b));
        let sorted = ["9", "10", "e99", "f1", "f9.ply", "f9a.ply", "f010.ply", "f10.ply", "ä2"];
        assert_eq!(names, sorted);
    }
}
