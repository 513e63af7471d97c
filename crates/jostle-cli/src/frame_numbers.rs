//! Frames that stand for all of them.

/// As many frames as wanted, spread evenly, with the first and the last.
pub fn frame_numbers(frames: usize, wanted: Option<usize>) -> Vec<usize> {
    match wanted {
        Some(1) => vec![frames / 2],
        Some(wanted) if wanted < frames => {
            (0..wanted).map(|i| i * (frames - 1) / (wanted - 1)).collect()
        }
        _ => (0..frames).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_spread_evenly() {
        assert_eq!(frame_numbers(10, None).len(), 10);
        assert_eq!(frame_numbers(10, Some(4)), [0, 3, 6, 9]);
        assert_eq!(frame_numbers(10, Some(1)), [5]);
        assert_eq!(frame_numbers(3, Some(9)), [0, 1, 2]);
    }
}
