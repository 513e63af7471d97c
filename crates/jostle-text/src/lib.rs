//! Numbers as the messages and reports of all crates show them.
#![warn(missing_docs)]
#![forbid(unsafe_code)]

/// A count or an index with thousands separators.
///
/// ```
/// assert_eq!(jostle_text::grouped(1_234_567), "1,234,567");
/// ```
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn thousands_are_separated() {
        let expected = [(0, "0"), (999, "999"), (1000, "1,000"), (12_345_678, "12,345,678")];
        for (number, text) in expected {
            assert_eq!(grouped(number), text);
        }
    }
}
