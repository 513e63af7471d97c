//! Numbers as people read them.

/// An integer with thousands separators: `1,234,567`.
pub fn count(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 thread`, `2,000 threads`: for words whose plural takes an s.
pub fn counted(value: usize, singular: &str) -> String {
    format!("{} {singular}{}", count(value as u64), if value == 1 { "" } else { "s" })
}

/// Three significant digits or all of the integer part.
pub fn significant(value: f64) -> String {
    match value {
        v if v < 10.0 => format!("{v:.2}"),
        v if v < 100.0 => format!("{v:.1}"),
        v => count(v.round() as u64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_and_rounded() {
        assert_eq!([0, 999, 1000, 1_234_567].map(count), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([1, 2000].map(|n| counted(n, "thread")), ["1 thread", "2,000 threads"]);
        assert_eq!([1.234, 12.34, 1234.5].map(significant), ["1.23", "12.3", "1,235"]);
    }
}
