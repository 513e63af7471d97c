//! Points and directions as people type them, and tables of them.

use crate::error::Error;
use crate::input::STANDARD_STREAM;
use jostle::DVec3;
use std::io::Read;
use std::path::Path;

/// Three numbers with commas between them.
pub fn vector(text: &str) -> Result<DVec3, String> {
    match numbers(text).as_deref() {
        Some(&[x, y, z]) => Ok(DVec3::new(x, y, z)),
        _ => Err("give three finite numbers, such as 0,0.5,-2".to_owned()),
    }
}

/// The numbers of a line, if it has nothing else.
fn numbers(line: &str) -> Option<Vec<f64>> {
    let number = |cell: &str| cell.trim().parse::<f64>().ok().filter(|x| x.is_finite());
    line.split(',').map(number).collect()
}

/// The text of a file or of standard input, without a byte order mark.
pub fn read_text(path: &Path) -> Result<String, Error> {
    let mut text = String::new();
    let read = match path == Path::new(STANDARD_STREAM) {
        true => std::io::stdin().read_to_string(&mut text).map(drop),
        false => std::fs::read_to_string(path).map(|content| text = content),
    };
    let file = || path.display().to_string();
    read.map_err(|source| Error::ReadTable { file: file(), source })?;
    match text.strip_prefix('\u{feff}') {
        Some(rest) => Ok(rest.to_owned()),
        None => Ok(text),
    }
}

/// The rows of a CSV file, `N` numbers each; a first row of names is passed over.
pub fn read_rows<const N: usize>(path: &Path) -> Result<Vec<[f64; N]>, Error> {
    let file = path.display().to_string();
    let text = read_text(path)?;
    let mut rows = Vec::new();
    // A row of names has no number, not even one that is not finite.
    let is_header = |row: &str| row.split(',').all(|cell| cell.trim().parse::<f64>().is_err());
    for (line, row) in text.lines().enumerate() {
        let is_passed_over = row.trim().is_empty() || row.starts_with('#');
        match numbers(row).and_then(|row| row.try_into().ok()) {
            Some(row) => rows.push(row),
            None if is_passed_over => {}
            None if rows.is_empty() && is_header(row) => {}
            None => {
                let what = format!("a row has {N} finite numbers with commas between them");
                return Err(Error::Row { file, line: line + 1, what });
            }
        }
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_are_three_finite_numbers() {
        assert_eq!(vector("1, -2.5,3e2"), Ok(DVec3::new(1.0, -2.5, 300.0)));
        for bad in ["", "1,2", "1,2,3,4", "1,2,x", "1,2,inf", "1,2,nan"] {
            assert!(vector(bad).is_err(), "{bad}");
        }
    }
}
