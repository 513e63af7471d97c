//! The 255 colours that suit an image best, by median cut.

/// Bits kept of each channel where colours are counted.
const BITS: u32 = 6;
const CELLS: usize = 1 << (3 * BITS);

/// The colours of a palette, and the nearest of them to every colour.
pub(crate) struct Palette {
    pub colours: Vec<[u8; 3]>,
    /// For each cell, the index of its colour plus one; zero where it was not asked for yet.
    nearest: Vec<u16>,
}

fn cell(colour: [u8; 3]) -> usize {
    colour.iter().fold(0, |cell, &channel| cell << BITS | (channel >> (8 - BITS)) as usize)
}

/// The colour in the middle of a cell.
fn middle(cell: usize) -> [u8; 3] {
    let channel = |i: u32| {
        let high = (cell >> (BITS * (2 - i))) as u8 & ((1 << BITS) - 1);
        high << (8 - BITS) | high >> (2 * BITS - 8)
    };
    [channel(0), channel(1), channel(2)]
}

impl Palette {
    /// At most `most` colours for these pixels.
    pub fn from_pixels(pixels: impl Iterator<Item = [u8; 3]>, most: usize) -> Palette {
        let mut counts = vec![0u32; CELLS];
        for pixel in pixels {
            counts[cell(pixel)] += 1;
        }
        let used = (0..CELLS).filter(|&cell| counts[cell] > 0);
        let mut all: Vec<([u8; 3], u32)> = used.map(|cell| (middle(cell), counts[cell])).collect();
        let mut boxes = if all.is_empty() { Vec::new() } else { vec![(0, all.len())] };
        while boxes.len() < most {
            // The box with the greatest spread, weighed by its pixels, is cut at its mean.
            let spread = |&(from, to): &(usize, usize)| widest(&all[from..to]).1;
            let (index, cut) = match boxes.iter().map(spread).enumerate().max_by_key(|(_, s)| *s) {
                Some((index, spread)) if spread > 0 => (index, boxes[index]),
                _ => break,
            };
            let part = &mut all[cut.0..cut.1];
            let axis = widest(part).0;
            part.sort_unstable_by_key(|(colour, _)| (colour[axis], *colour));
            let sum: u64 = part.iter().map(|&(c, n)| u64::from(c[axis]) * u64::from(n)).sum();
            let count: u64 = part.iter().map(|&(_, n)| u64::from(n)).sum();
            let mean = (sum / count) as u8;
            let at = part.partition_point(|(colour, _)| colour[axis] <= mean);
            let at = cut.0 + at.clamp(1, part.len() - 1);
            boxes[index] = (cut.0, at);
            boxes.push((at, cut.1));
        }
        let colours = boxes.iter().map(|&(from, to)| mean(&all[from..to])).collect();
        Palette { colours, nearest: vec![0; CELLS] }
    }

    /// The index of the colour nearest to this one.
    pub fn index(&mut self, colour: [u8; 3]) -> u8 {
        let cell = cell(colour);
        if self.nearest[cell] == 0 {
            let middle = middle(cell);
            let away = |other: &[u8; 3]| -> u32 {
                (0..3).map(|i| u32::from(middle[i].abs_diff(other[i])).pow(2)).sum()
            };
            let nearest = self.colours.iter().enumerate().min_by_key(|(_, other)| away(other));
            self.nearest[cell] = nearest.map_or(0, |(index, _)| index) as u16 + 1;
        }
        (self.nearest[cell] - 1) as u8
    }
}

/// The channel that differs most, and how much that matters.
fn widest(part: &[([u8; 3], u32)]) -> (usize, u64) {
    let count: u64 = part.iter().map(|&(_, n)| u64::from(n)).sum();
    let spread = |axis: usize| {
        let channel = || part.iter().map(move |(colour, _)| colour[axis]);
        u64::from(channel().max().unwrap_or(0) - channel().min().unwrap_or(0))
    };
    let axis = (0..3).max_by_key(|&axis| spread(axis)).unwrap_or(0);
    // Rare colours count too: the square root of their number, so that a thin red line stays red.
    (axis, spread(axis).pow(2) * count.isqrt())
}

fn mean(part: &[([u8; 3], u32)]) -> [u8; 3] {
    let count: u64 = part.iter().map(|&(_, n)| u64::from(n)).sum();
    [0, 1, 2].map(|axis| {
        let sum: u64 = part.iter().map(|&(c, n)| u64::from(c[axis]) * u64::from(n)).sum();
        ((sum + count / 2) / count.max(1)) as u8
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_are_kept() {
        let colours = [[0, 0, 0], [255, 255, 255], [200, 20, 40], [10, 200, 90]];
        let mut palette = Palette::from_pixels(colours.iter().copied().cycle().take(400), 255);
        assert_eq!(palette.colours.len(), 4);
        for colour in colours {
            let index = palette.index(colour) as usize;
            assert!(
                (0..3).all(|i| palette.colours[index][i].abs_diff(colour[i]) <= 3),
                "{colour:?}"
            );
        }
    }

    #[test]
    fn many_colours_find_one_nearby() {
        let ramp = || (0..65536u32).map(|i| [(i >> 8) as u8, i as u8, 128]);
        let mut palette = Palette::from_pixels(ramp(), 255);
        assert_eq!(palette.colours.len(), 255);
        let worst = ramp().map(|c| {
            let index = palette.index(c);
            let near = palette.colours[index as usize];
            (0..3).map(|i| near[i].abs_diff(c[i])).max().unwrap()
        });
        assert!(worst.max().unwrap() <= 20);
        assert!(Palette::from_pixels(std::iter::empty(), 255).colours.is_empty());
    }
}
