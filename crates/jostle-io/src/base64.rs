//! Base64 as VTK and glTF use it. In VTK, streams follow one another, so padding may come in the middle.

use jostle_support::text::BASE64_DIGITS;
pub(crate) use jostle_support::text::encode_base64 as encode;

const INVALID: u8 = 0xff;

const VALUES: [u8; 256] = {
    let mut values = [INVALID; 256];
    let mut i = 0;
    while i < 64 {
        values[BASE64_DIGITS[i] as usize] = i as u8;
        i += 1;
    }
    values
};

/// The bytes, up to the first character that is no base64; space is skipped.
pub(crate) fn decode(text: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 3);
    let (mut bits, mut count, mut padding) = (0u32, 0, 0);
    for &byte in text {
        let value = match byte {
            b'=' => {
                padding += 1;
                0
            }
            _ if byte.is_ascii_whitespace() => continue,
            _ => VALUES[byte as usize],
        };
        if value == INVALID {
            break;
        }
        bits = bits << 6 | value as u32;
        count += 1;
        if count == 4 {
            let [_, a, b, c] = bits.to_be_bytes();
            bytes.extend_from_slice(&[a, b, c][..3usize.saturating_sub(padding)]);
            (bits, count, padding) = (0, 0, 0);
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn known_text_is_known_bytes() {
        let mut out = Vec::new();
        encode(b"Jostle", &mut out);
        assert_eq!(out, b"Sm9zdGxl");
        assert_eq!(decode(b"Sm9z\n dGxl"), b"Jostle");
        assert_eq!(decode(b"Sg== bw==</DataArray>"), b"Jo");
    }

    proptest! {
        #[test]
        fn streams_in_a_row_decode_as_one(a in any::<Vec<u8>>(), b in any::<Vec<u8>>()) {
            let mut text = Vec::new();
            encode(&a, &mut text);
            encode(&b, &mut text);
            prop_assert_eq!(decode(&text), [a, b].concat());
        }
    }
}
