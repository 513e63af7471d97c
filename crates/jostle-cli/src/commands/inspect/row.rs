//! One mesh's line in the tables of `jostle inspect`.

use crate::format::{count, table};
use crate::input::{InputMesh, Note, notes};
use jostle::freeness::Certificate;
use serde_json::{Value, json};

pub struct Row {
    pub name: String,
    pub elements: usize,
    /// Within half the diameter, and within a quarter as printed.
    pub k: u32,
    pub k_printed: u32,
    k_mean: f64,
    k_printed_mean: f64,
    neighbours_mean: f64,
    height: f64,
    q: u32,
    pairs_bound: u64,
    entries_bound: u64,
    /// What reading or writing changed or noticed.
    pub notes: Vec<Note>,
}

impl Row {
    pub const CSV: &str = "name,elements,k,k_printed,k_mean,k_printed_mean,height,q,pairs_bound";

    pub fn new(file: &InputMesh, own: &Certificate, notes: Vec<Note>) -> Row {
        Row {
            name: file.name.clone(),
            elements: own.elements(),
            k: own.k(),
            k_printed: own.k_printed(),
            k_mean: own.k_mean(),
            k_printed_mean: own.k_printed_mean(),
            neighbours_mean: own.neighbours_mean(),
            height: own.height(),
            q: own.covering_balls(),
            pairs_bound: own.pairs_bound(own),
            entries_bound: own.entries_bound(),
            notes,
        }
    }

    pub fn json(&self) -> Value {
        json!({
            "name": self.name,
            "elements": self.elements,
            "k": self.k,
            "k_printed": self.k_printed,
            "k_mean": self.k_mean,
            "k_printed_mean": self.k_printed_mean,
            "height": self.height,
            "q": self.q,
            "pairs_bound": self.pairs_bound,
            "notes": notes::json(&self.notes),
        })
    }

    pub fn csv(&self) -> String {
        // A quote within quotes is doubled (RFC 4180).
        let name = self.name.replace('"', "\"\"");
        format!(
            "\"{name}\",{},{},{},{},{},{},{},{}",
            self.elements,
            self.k,
            self.k_printed,
            self.k_mean,
            self.k_printed_mean,
            self.height,
            self.q,
            self.pairs_bound
        )
    }
}

pub fn overview(rows: &[Row]) -> String {
    let header = [
        "mesh",
        "elements",
        "k",
        "mean",
        "adjacent",
        "k (d/4)",
        "mean (d/4)",
        "height",
        "q",
        "pairs at most",
        "grid entries at most",
    ];
    let mut cells = vec![header.map(str::to_owned).to_vec()];
    cells.extend(rows.iter().map(|row| {
        vec![
            row.name.clone(),
            count(row.elements),
            count(row.k),
            format!("{:.1}", row.k_mean),
            format!("{:.1}", row.neighbours_mean),
            count(row.k_printed),
            format!("{:.1}", row.k_printed_mean),
            format!("{:.1}", row.height),
            row.q.to_string(),
            count(row.pairs_bound),
            count(row.entries_bound),
        ]
    }));
    let right: Vec<bool> = (0..header.len()).map(|column| column > 0).collect();
    table(&cells, &right)
}
