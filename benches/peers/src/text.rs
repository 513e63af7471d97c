//! Numbers as people read them.

use jostle_support::text::grouped;

/// `1 thread`, `2,000 threads`: for words whose plural takes an s.
pub fn counted(value: usize, singular: &str) -> String {
    format!("{} {singular}{}", grouped(value), if value == 1 { "" } else { "s" })
}

/// Three significant digits or all of the integer part.
pub fn significant(value: f64) -> String {
    match value {
        v if v < 10.0 => format!("{v:.2}"),
        v if v < 100.0 => format!("{v:.1}"),
        v => grouped(v.round() as usize),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_and_rounded() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([1, 2000].map(|n| counted(n, "thread")), ["1 thread", "2,000 threads"]);
        assert_eq!([1.234, 12.34, 1234.5].map(significant), ["1.23", "12.3", "1,235"]);
    }
}
