//! Results: files that appear whole or not at all, or standard output.

use crate::error::Error;
use crate::input::STANDARD_STREAM;
use jostle_io::NewFile;
use std::io::{self, Write};
use std::path::Path;

/// Whether a result goes to standard output.
pub fn is_standard_output(path: &Path) -> bool {
    path == Path::new(STANDARD_STREAM)
}

/// Writes a result.
pub fn write(path: &Path, put: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Error> {
    if is_standard_output(path) {
        return if_read(put(&mut io::stdout().lock()));
    }
    let all = || {
        let mut file = NewFile::create(path)?;
        put(&mut file)?;
        file.finish()
    };
    all().map_err(|source| Error::Write { path: path.to_owned(), source })
}

/// Refuses several results that go to standard output, and says whether one does.
pub fn check_standard_output(results: &[(&'static str, &Path)], json: bool) -> Result<bool, Error> {
    let named = results.iter().filter(|(_, path)| is_standard_output(path)).map(|(name, _)| *name);
    let named: Vec<&str> = named.collect();
    let all: Vec<&str> = named.iter().copied().chain(json.then_some("--json")).collect();
    match named.is_empty() || all.len() == 1 {
        true => Ok(!named.is_empty()),
        false => Err(Error::StandardOutput { what: all.join(" and ") }),
    }
}

/// Prints a report: to standard error if a result has taken standard output.
pub fn print(report: &str, standard_output_is_taken: bool) -> Result<(), Error> {
    let printed = match standard_output_is_taken {
        true => io::stderr().lock().write_all(report.as_bytes()),
        false => io::stdout().lock().write_all(report.as_bytes()),
    };
    if_read(printed)
}

/// Whoever reads our output may have seen enough, as `head` does; the exit code is that of the answer.
fn if_read(printed: io::Result<()>) -> Result<(), Error> {
    match printed {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => Ok(other?),
    }
}

/// Refuses two results under one name.
pub fn check_distinct(results: &[(&'static str, &Path)]) -> Result<(), Error> {
    for (i, (option, path)) in results.iter().enumerate() {
        if results[..i].iter().any(|(_, other)| other == path) && !is_standard_output(path) {
            return Err(Error::SameResult { option, path: path.to_path_buf() });
        }
    }
    Ok(())
}
