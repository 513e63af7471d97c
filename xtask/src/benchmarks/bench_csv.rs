//! The files that `jostle bench -d` writes.

use std::collections::BTreeMap;

/// One measurement: its header, and its columns frame by frame.
pub struct BenchTable {
    header: BTreeMap<String, String>,
    columns: BTreeMap<String, Vec<f64>>,
}

impl BenchTable {
    pub fn parse(text: &str) -> BenchTable {
        let (notes, lines): (Vec<&str>, Vec<&str>) =
            text.lines().partition(|line| line.starts_with('#'));
        let entry = |line: &str| {
            let (key, value) = line.trim_start_matches("# ").split_once(", ")?;
            Some((key.to_owned(), value.to_owned()))
        };
        let mut lines = lines.into_iter();
        let names: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
        let mut columns: BTreeMap<String, Vec<f64>> = BTreeMap::new();
        for line in lines {
            for (name, cell) in names.iter().zip(line.split(',')) {
                // Hashes and what does not exist are no numbers.
                let value = cell.parse().unwrap_or(f64::NAN);
                columns.entry((*name).to_owned()).or_default().push(value);
            }
        }
        BenchTable { header: notes.into_iter().filter_map(entry).collect(), columns }
    }

    pub fn header(&self, key: &str) -> &str {
        self.header.get(key).map_or("", String::as_str)
    }

    pub fn frames(&self) -> usize {
        self.columns.values().next().map_or(0, Vec::len)
    }

    /// A column, NaN where it is empty.
    pub fn column(&self, name: &str) -> &[f64] {
        self.columns.get(name).map_or(&[], Vec::as_slice)
    }

    pub fn sum(&self, name: &str) -> f64 {
        self.column(name).iter().sum()
    }

    pub fn mean(&self, name: &str) -> f64 {
        self.sum(name) / self.frames().max(1) as f64
    }

    pub fn most(&self, name: &str) -> f64 {
        self.column(name).iter().copied().fold(0.0, f64::max)
    }

    /// The value below which a share of the frames is.
    pub fn quantile(&self, name: &str, share: f64) -> f64 {
        let mut sorted = self.column(name).to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        let at = share * (sorted.len().max(1) - 1) as f64;
        let value = |i: usize| sorted.get(i).copied().unwrap_or(0.0);
        let low = value(at.floor() as usize);
        low + (value(at.ceil() as usize) - low) * at.fract()
    }

    /// The row with the most of something.
    pub fn busiest(&self, name: &str) -> usize {
        let column = self.column(name);
        (0..column.len()).max_by(|&i, &j| column[i].total_cmp(&column[j])).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_read() {
        let table =
            BenchTable::parse("# scene, rod\nframe,ms,x_hash\n0,3.0,ff\n1,5.0,\n2,4.0,aa\n");
        assert_eq!((table.header("scene"), table.frames()), ("rod", 3));
        assert_eq!((table.mean("ms"), table.most("ms"), table.busiest("ms")), (4.0, 5.0, 1));
        assert_eq!((table.quantile("ms", 0.5), table.quantile("ms", 0.25)), (4.0, 3.5));
    }
}
