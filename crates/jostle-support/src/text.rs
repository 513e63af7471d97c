//! Numbers as the messages and reports of all crates show them, names that were misspelt, and bytes as text.
/// A count or an index with thousands separators.
///
/// ```
/// assert_eq!(jostle_support::text::grouped(1_234_567), "1,234,567");
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

/// The digits of base64 (RFC 4648).
pub const BASE64_DIGITS: &[u8; 64] =
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Appends bytes as base64, padded at the end.
///
/// ```
/// let mut text = Vec::new();
/// jostle_support::text::encode_base64(b"Jo", &mut text);
/// assert_eq!(text, b"Sm8=");
/// ```
pub fn encode_base64(bytes: &[u8], text: &mut Vec<u8>) {
    text.reserve(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let at = |i: usize| chunk.get(i).copied().unwrap_or(0);
        let bits = u32::from_be_bytes([0, at(0), at(1), at(2)]);
        for i in 0..4 {
            let digit = BASE64_DIGITS[(bits >> (18 - 6 * i)) as usize & 63];
            text.push(if i <= chunk.len() { digit } else { b'=' });
        }
    }
}

/// The name that takes the fewest changes of a letter to come to; none if it takes more than half of the letters. It is
/// what somebody who misspelt a name may have meant.
///
/// ```
/// assert_eq!(jostle_support::text::nearest("freinds", ["fiends", "friends"]), Some("friends"));
/// assert_eq!(jostle_support::text::nearest("friends", ["sun", "moon"]), None);
/// ```
pub fn nearest<'n>(name: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let near = names.into_iter().map(|own| (edits(name, own), own)).min();
    near.filter(|(edits, own)| 2 * edits <= own.len().max(name.len())).map(|(_, own)| own)
}

/// How many letters have to be put in, taken out, replaced or swapped with the next (Damerau and Levenshtein).
fn edits(a: &str, b: &str) -> usize {
    let [a, b]: [Vec<char>; 2] = [a.chars().collect(), b.chars().collect()];
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let mut least = replaced.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    least = least.min(rows[i - 2][j - 2] + 1);
                }
                least
            };
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::{encode_base64, grouped};

    /// The examples of the RFC.
    #[test]
    fn bytes_are_the_known_texts() {
        let texts =
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")];
        for (bytes, expected) in texts {
            let mut text = Vec::new();
            encode_base64(bytes.as_bytes(), &mut text);
            assert_eq!(text, expected.as_bytes());
        }
    }

    #[test]
    fn thousands_are_separated() {
        let expected = [(0, "0"), (999, "999"), (1000, "1,000"), (12_345_678, "12,345,678")];
        for (number, text) in expected {
            assert_eq!(grouped(number), text);
        }
    }
}
