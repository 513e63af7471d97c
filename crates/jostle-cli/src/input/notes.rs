//! What reading changed or noticed, as sentences.

use crate::format::{count, counted};
use std::fmt;

/// A sentence, most often about one file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Note {
    file: Option<String>,
    text: String,
    count: Option<usize>,
}

impl Note {
    /// About no file in particular.
    pub fn new(text: impl Into<String>) -> Note {
        Note { file: None, text: text.into(), count: None }
    }

    /// About a file; a number at the end, after a colon, is a count.
    pub fn about(file: &str, text: &str) -> Note {
        let number = |text: &str| text.replace(',', "").parse::<usize>().ok();
        match text.rsplit_once(": ").and_then(|(what, n)| Some((what, number(n)?))) {
            Some((what, n)) => Note::counted(file, what.to_owned(), n),
            None => Note { file: Some(file.to_owned()), text: text.to_owned(), count: None },
        }
    }

    /// About so many things in a file.
    pub fn counted(file: &str, text: String, number: usize) -> Note {
        Note { file: Some(file.to_owned()), text, count: Some(number) }
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "'{file}': ")?;
        }
        f.write_str(&self.text)?;
        self.count.map_or(Ok(()), |number| write!(f, ": {}", count(number)))
    }
}

/// Notes as lines of a report.
pub fn lines(notes: &[Note]) -> String {
    gathered(notes).iter().map(|note| format!("  note: {note}\n")).collect()
}

/// Notes as JSON has them: one each, as a script asks about its own file.
pub fn json(notes: &[Note]) -> Vec<String> {
    notes.iter().map(Note::to_string).collect()
}

/// Notes beside a table that has no place for them.
pub fn warn(notes: &[Note]) {
    gathered(notes).iter().for_each(|note| eprintln!("jostle: {note}"));
}

/// Notes for people: what is said of several files is said once.
fn gathered(notes: &[Note]) -> Vec<String> {
    let mut texts: Vec<&str> = Vec::new();
    for note in notes {
        if !texts.contains(&note.text.as_str()) {
            texts.push(&note.text);
        }
    }
    let sentence = |text: &str| {
        let mut same = notes.iter().filter(|note| note.text == text);
        let first = same.next().expect("it is the text of one");
        let others = same.clone().count();
        let file = first.file.as_deref().unwrap_or_default();
        match (others, first.count) {
            (0, _) => first.to_string(),
            (_, None) => format!("'{file}' and {}: {text}", counted(others, "other", "others")),
            (_, Some(own)) => {
                let sum = own + same.filter_map(|note| note.count).sum::<usize>();
                let files = counted(others + 1, "file", "files");
                format!("{text}: {} in {files}, first in '{file}'", count(sum))
            }
        }
    };
    texts.into_iter().map(sentence).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_of_several_files_is_said_once() {
        let notes = [
            Note::about("a.obj", "quadrilaterals split into triangles: 1,200"),
            Note::new("answered by the CPU"),
            Note::about("b.obj", "quadrilaterals split into triangles: 6"),
            Note::about("a.obj", "the extension is misleading"),
            Note::about("c.obj", "the extension is misleading"),
            Note::about("c.obj", "lines skipped: 3"),
        ];
        assert_eq!(
            gathered(&notes),
            [
                "quadrilaterals split into triangles: 1,206 in 2 files, first in 'a.obj'",
                "answered by the CPU",
                "'a.obj' and 1 other: the extension is misleading",
                "'c.obj': lines skipped: 3",
            ]
        );
        assert_eq!(notes[0].to_string(), "'a.obj': quadrilaterals split into triangles: 1,200");
    }
}
