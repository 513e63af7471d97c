//! Letters made of strokes.
//!
//! A glyph is lines through points `xy`, two hexadecimal digits each: x from 0, and y from 0 for the
//! deepest descender through 4 for the base line and b for small letters to e for capitals.

use crate::Image;

/// The base line, and the height of capitals above it, in units of the points.
const BASE: f32 = 4.0;
const CAPITAL: f32 = 10.0;
/// Space between letters, and the width of a space.
const GAP: f32 = 2.6;
const SPACE: f32 = 2.8;

#[rustfmt::skip]
const GLYPHS: [(char, &str); 88] = [
    ('a', "6b 64|69 4b 2b 09 06 24 44 66"), ('b', "0e 04|09 2b 4b 69 66 44 24 06"),
    ('c', "69 4b 2b 09 06 24 44 66"), ('d', "6e 64|69 4b 2b 09 06 24 44 66"),
    ('e', "08 68 69 4b 2b 09 06 24 44 65"), ('f', "4e 3e 2d 24|0b 4b"),
    ('g', "6b 62 40 20 01|69 4b 2b 09 06 24 44 66"), ('h', "0e 04|09 2b 4b 69 64"),
    ('i', "0b 04|0d 0e"), ('j', "2b 21 10 00|2d 2e"), ('k', "0e 04|5b 07|28 64"),
    ('l', "0e 04"), ('m', "0b 04|09 1b 3b 49 44|49 5b 7b 89 84"), ('n', "0b 04|09 2b 4b 69 64"),
    ('o', "2b 4b 69 66 44 24 06 09 2b"), ('p', "0b 00|09 2b 4b 69 66 44 24 06"),
    ('q', "6b 60|69 4b 2b 09 06 24 44 66"), ('r', "0b 04|08 2b 4b"),
    ('s', "6a 4b 2b 0a 09 28 48 67 65 44 24 05"), ('t', "2e 25 34 44|0b 4b"),
    ('u', "0b 06 24 44 66|6b 64"), ('v', "0b 34 6b"), ('w', "0b 24 4a 64 8b"),
    ('x', "0b 64|6b 04"), ('y', "0b 34|6b 10"), ('z', "0b 6b 04 64"),
    ('A', "04 4e 84|17 77"), ('B', "0e 04 54 75 77 59 09|0e 4e 6d 6a 59"),
    ('C', "7c 5e 2e 0c 06 24 54 76"), ('D', "0e 04 44 76 7c 4e 0e"), ('E', "7e 0e 04 74|09 59"),
    ('F', "7e 0e 04|09 59"), ('G', "7c 5e 2e 0c 06 24 54 76 79 49"), ('H', "0e 04|7e 74|09 79"),
    ('I', "0e 04"), ('J', "5e 56 34 24 06"), ('K', "0e 04|7e 08|2a 74"), ('L', "0e 04 64"),
    ('M', "04 0e 47 8e 84"), ('N', "04 0e 74 7e"), ('O', "2e 5e 7c 76 54 24 06 0c 2e"),
    ('P', "04 0e 5e 7c 7a 58 08"), ('Q', "2e 5e 7c 76 54 24 06 0c 2e|47 83"),
    ('R', "04 0e 5e 7c 7a 58 08|38 74"), ('S', "7c 5e 2e 0c 0b 29 59 77 76 54 24 06"),
    ('T', "0e 8e|4e 44"), ('U', "0e 06 24 54 76 7e"), ('V', "0e 44 8e"), ('W', "0e 24 4c 64 8e"),
    ('X', "0e 74|7e 04"), ('Y', "0e 49 8e|49 44"), ('Z', "0e 7e 04 74"),
    ('0', "2e 4e 6c 66 44 24 06 0c 2e"), ('1', "1c 3e 34"), ('2', "0c 2e 4e 6c 6a 04 64"),
    ('3', "0d 2e 4e 6c 6b 49 29|49 67 66 44 24 05"), ('4', "54 5e 07 67"),
    ('5', "6e 0e 09 4a 68 66 44 24 05"), ('6', "5e 3e 0a 06 24 44 66 68 4a 2a 08"),
    ('7', "0e 6e 24"), ('8', "2e 4e 6d 6b 49 29 0b 0d 2e|29 07 06 24 44 66 67 49"),
    ('9', "14 34 68 6c 4e 2e 0c 0a 28 48 6a"),
    ('.', "04 05"), (',', "15 14 02"), (':', "04 05|0a 0b"), (';', "15 14 02|1a 1b"),
    ('-', "08 48"), ('+', "08 68|3b 35"), ('=', "06 66|0a 6a"), ('/', "03 5f"),
    ('\\', "0f 53"), ('_', "02 62"), ('(', "3f 0c 06 33"), (')', "0f 3c 36 03"),
    ('[', "3f 0f 03 33"), (']', "0f 3f 33 03"), ('<', "6c 08 64"), ('>', "0c 68 04"),
    ('\'', "0e 0b"), ('"', "0e 0b|3e 3b"), ('!', "0e 08|04 05"), ('?', "0c 2e 4e 6c 6a 38 37|34 35"),
    ('%', "7e 04|1e 2c 1a 0c 1e|68 76 64 56 68"), ('*', "3d 37|0b 69|6b 09"),
    ('#', "2e 14|6e 54|0b 7b|07 77"), ('&', "74 0b 0c 2e 3e 4c 4b 07 05 24 34 78"),
    ('~', "07 19 29 47 57 69"), ('·', "08 09"),
];

/// What a character without a glyph looks like.
const UNKNOWN: &str = "04 0e 6e 64 04";

fn strokes(character: char) -> impl Iterator<Item = impl Iterator<Item = [f32; 2]>> {
    let found = GLYPHS.iter().find(|(c, _)| *c == character);
    let lines = if character == ' ' { "" } else { found.map_or(UNKNOWN, |(_, lines)| lines) };
    let digit = |c: u8| (c as char).to_digit(16).expect("a hexadecimal digit") as f32;
    lines.split('|').map(move |line| {
        line.split_whitespace().map(move |p| [digit(p.as_bytes()[0]), digit(p.as_bytes()[1])])
    })
}

fn advance(character: char) -> f32 {
    let widest = strokes(character)
        .flatten()
        .map(|[x, _]| x)
        .fold(None, |widest: Option<f32>, x| Some(widest.map_or(x, |widest| widest.max(x))));
    widest.unwrap_or(SPACE) + GAP
}

/// The width of a line of text in pixels, for capitals of a height in pixels.
pub(crate) fn width(text: &str, capital: f32) -> f32 {
    (text.chars().map(advance).sum::<f32>() - GAP).max(0.0) * capital / CAPITAL
}

/// Writes a line of text that starts at a place on its base line, in pixels.
pub(crate) fn write(image: &mut Image, text: &str, [x, y]: [f32; 2], capital: f32, ink: [u8; 3]) {
    let scale = capital / CAPITAL;
    let radius = (capital * 0.062).max(0.55);
    let mut left = x;
    for character in text.chars() {
        let place = |[px, py]: [f32; 2]| [left + px * scale, y - (py - BASE) * scale];
        let lines: Vec<Vec<[f32; 2]>> =
            strokes(character).map(|line| line.map(place).collect()).collect();
        draw(image, &lines, radius, ink);
        left += advance(character) * scale;
    }
}

/// Draws the lines of one glyph with a round pen; where they cross, the ink is laid on once.
fn draw(image: &mut Image, lines: &[Vec<[f32; 2]>], radius: f32, ink: [u8; 3]) {
    let points = || lines.iter().flatten();
    let least = |axis: usize| points().map(|p| p[axis]).fold(f32::INFINITY, f32::min);
    let most = |axis: usize| points().map(|p| p[axis]).fold(f32::NEG_INFINITY, f32::max);
    if points().next().is_none() {
        return;
    }
    let reach = radius + 1.0;
    let range = |axis: usize| ((least(axis) - reach) as i64)..=((most(axis) + reach) as i64);
    for y in range(1) {
        for x in range(0) {
            let centre = [x as f32 + 0.5, y as f32 + 0.5];
            let segments = lines.iter().flat_map(|line| line.windows(2));
            let away = segments.map(|s| distance(centre, s[0], s[1])).fold(f32::INFINITY, f32::min);
            let opacity = (radius + 0.5 - away).clamp(0.0, 1.0);
            if opacity > 0.0 {
                image.blend(x, y, ink, opacity);
            }
        }
    }
}

fn distance(p: [f32; 2], a: [f32; 2], b: [f32; 2]) -> f32 {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let along = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy).max(1e-12);
    let along = along.clamp(0.0, 1.0);
    (p[0] - a[0] - along * dx).hypot(p[1] - a[1] - along * dy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_glyph_is_drawn_within_its_width() {
        for (character, _) in GLYPHS {
            let mut image = Image::new(60, 60, vec![[255; 3]; 3600]);
            write(&mut image, &character.to_string(), [20.0, 40.0], 20.0, [0; 3]);
            let right = 20.0 + width(&character.to_string(), 20.0);
            let dark = |x: u32| (0..60).any(|y| image.pixel(x, y).unwrap()[0] < 200);
            assert!((0..60).any(dark), "{character} is blank");
            assert!((0..60).filter(|&x| dark(x)).all(|x| x >= 17 && (x as f32) < right + 3.0));
        }
    }

    #[test]
    fn what_a_report_says_can_be_written() {
        let said = "colliding, inside: 0123456789 pairs (A-Z a-z) 1e-9 % µ".replace('µ', "");
        for character in said.chars().filter(|c| *c != ' ') {
            assert!(GLYPHS.iter().any(|(c, _)| *c == character), "{character:?}");
        }
    }
}
