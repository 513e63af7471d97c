//! The page with the tables, each between two comments with its name.

use super::bench_command::Run;
use super::markdown::MarkdownTable;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// A table with the commands that it was measured with.
pub struct Section {
    pub name: &'static str,
    pub rows: MarkdownTable,
    pub commands: Vec<String>,
}

impl Section {
    pub fn new(name: &'static str, rows: MarkdownTable, runs: &[&Run]) -> Section {
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
    let with_path = |error: std::io::Error| format!("'{}': {error}", path.display());
    let page = fs::read_to_string(path).map_err(with_path)?;
    fs::write(path, replace_section(&page, name, text)?).map_err(with_path)
}

/// The page with a text in place of what was between its comments.
pub fn replace_section(page: &str, name: &str, text: &str) -> Result<String, String> {
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
        let once = replace_section(page, "x", "one\n").unwrap();
        let twice = replace_section(&once, "x", "two\n").unwrap();
        assert_eq!(twice, "a\n<!-- begin x -->\n\ntwo\n\n<!-- end x -->\nb\n");
        assert!(replace_section(page, "y", "").unwrap_err().contains("<!-- begin y -->"));
    }
}
