//! The page that the tables go to, each between two comments that bear its name.

use super::bench::Run;
use super::rows::Rows;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// A table with the commands that it was measured with.
pub struct Section {
    pub name: &'static str,
    pub rows: Rows,
    pub commands: Vec<String>,
}

impl Section {
    pub fn new(name: &'static str, rows: Rows, runs: &[&Run]) -> Section {
        let commands = runs.iter().map(|run| run.command.clone()).collect();
        Section { name, rows, commands }
    }

    /// The table, the machine and the commands.
    pub fn text(&self, machine: &str) -> String {
        let mut text = format!("{}\n{machine}\n\n```sh\n", self.rows.markdown());
        for command in &self.commands {
            let _ = writeln!(text, "{command}");
        }
        text + "```\n"
    }
}

/// Puts a text at its place in a file.
pub fn write(path: &Path, name: &str, text: &str) -> Result<(), String> {
    let of_file = |error: std::io::Error| format!("'{}': {error}", path.display());
    let page = fs::read_to_string(path).map_err(of_file)?;
    fs::write(path, replaced(&page, name, text)?).map_err(of_file)
}

/// The page with a text in place of what was between its comments.
pub fn replaced(page: &str, name: &str, text: &str) -> Result<String, String> {
    let [begin, end] = ["begin", "end"].map(|word| format!("<!-- {word} {name} -->\n"));
    let missing = |comment: &str| format!("the page has no '{}'; add it", comment.trim_end());
    let (before, rest) = page.split_once(&begin).ok_or_else(|| missing(&begin))?;
    let (_, after) = rest.split_once(&end).ok_or_else(|| missing(&end))?;
    Ok(format!("{before}{begin}\n{text}\n{end}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_takes_the_place_of_the_one_before() {
        let page = "a\n<!-- begin x -->\n<!-- end x -->\nb\n";
        let once = replaced(page, "x", "one\n").unwrap();
        let twice = replaced(&once, "x", "two\n").unwrap();
        assert_eq!(twice, "a\n<!-- begin x -->\n\ntwo\n\n<!-- end x -->\nb\n");
        assert!(replaced(page, "y", "").unwrap_err().contains("<!-- begin y -->"));
    }
}
