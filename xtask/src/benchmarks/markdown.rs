//! Tables in markdown.

use jostle_support::text::grouped;

pub struct MarkdownTable {
    titles: Vec<String>,
    rows: Vec<Vec<String>>,
    /// How many of the columns are words.
    words: usize,
}

impl MarkdownTable {
    /// Titles of the columns; all after the first so many hold numbers.
    pub fn new(words: usize, titles: &[&str]) -> MarkdownTable {
        MarkdownTable {
            titles: titles.iter().map(|&title| title.to_owned()).collect(),
            rows: vec![],
            words,
        }
    }

    pub fn add(&mut self, row: impl IntoIterator<Item = impl Into<String>>) {
        let row: Vec<String> = row.into_iter().map(Into::into).collect();
        assert_eq!(row.len(), self.titles.len(), "{row:?}");
        self.rows.push(row);
    }

    pub fn markdown(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let rule = |column: usize| if column < self.words { "---" } else { "---:" }.to_owned();
        let rules: Vec<String> = (0..self.titles.len()).map(rule).collect();
        let rows: String = self.rows.iter().map(|row| line(row)).collect();
        line(&self.titles) + &line(&rules) + &rows
    }
}

/// Milliseconds in three digits.
pub fn ms(ms: f64) -> String {
    match ms {
        ms if ms < 10.0 => format!("{ms:.2}"),
        ms if ms < 100.0 => format!("{ms:.1}"),
        ms => grouped(ms.round() as usize),
    }
}

pub fn count(value: f64) -> String {
    grouped(value.round() as usize)
}

pub fn mebibytes(bytes: f64) -> String {
    ms(bytes / (1024.0 * 1024.0))
}

/// The least and the greatest, or the one that there is.
pub fn range(values: impl IntoIterator<Item = f64>) -> String {
    let ends = values.into_iter().fold(None, |ends: Option<[f64; 2]>, value| {
        let [low, high] = ends.unwrap_or([value; 2]);
        Some([low.min(value), high.max(value)])
    });
    match ends.map(|ends| ends.map(ms)) {
        Some([low, high]) if low == high => low,
        Some([low, high]) => format!("{low} to {high}"),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_line_up_on_the_right() {
        let mut rows = MarkdownTable::new(1, &["scene", "ms"]);
        rows.add(["flag", "1.50"]);
        assert_eq!(rows.markdown(), "| scene | ms |\n| --- | ---: |\n| flag | 1.50 |\n");
        assert_eq!([1.234, 12.34, 1234.5].map(ms), ["1.23", "12.3", "1,235"]);
        assert_eq!(range([2.0, 1.0]), "1.00 to 2.00");
        assert_eq!(range([2.0]), "2.00");
    }
}
