//! Words on a picture: what the colours mean, and a caption.

use crate::Image;
use crate::colour::{self, COLLIDING, INK, INSIDE, OBJECTS};
use crate::font;
use crate::paint::{Mark, Paint};
use jostle::Scene;
use jostle::mesh::Object;
use jostle_text::grouped;
use std::ops::Range;

/// More objects than this are counted, not named.
const NAMED: usize = 8;
/// The longest name, in letters.
const LETTERS: usize = 32;

/// Lines with a spot of colour each, in the upper left corner; a bar of values in the lower right.
pub(crate) fn write(image: &mut Image, scene: &Scene, paint: &Paint) {
    let [capital, margin] = measures(image);
    let mut base = margin + capital;
    for (colour, text) in entries(scene, paint) {
        let mut left = margin;
        if let Some(colour) = colour {
            spot(image, [left + capital * 0.5, base - capital * 0.5], capital * 0.62, colour);
            left += capital * 2.0;
        }
        font::write(image, &text, [left, base], capital, INK);
        base += capital * 2.1;
    }
    if let Some(values) = &paint.values {
        bar(image, &values.name, values.ends(), capital, margin);
    }
}

/// Writes a line in the lower left corner.
pub(crate) fn caption(image: &mut Image, caption: &str) {
    let [capital, margin] = measures(image);
    font::write(image, caption, [margin, image.height() as f32 - margin], capital, INK);
}

/// The height of capitals, and the width of the margin.
fn measures(image: &Image) -> [f32; 2] {
    let side = image.width().min(image.height()) as f32;
    let capital = (side / 78.0).clamp(6.0, 40.0);
    [capital, 2.4 * capital]
}

/// Each colour with what it means.
fn entries(scene: &Scene, paint: &Paint) -> Vec<(Option<[u8; 3]>, String)> {
    let objects = scene.objects();
    let mut entries: Vec<(Option<[u8; 3]>, String)> = Vec::new();
    if objects.len() <= NAMED {
        // Where every element has a value, nothing has the object's colour.
        let seen = |elements: Range<usize>| {
            let values = paint.values.as_ref();
            values.is_none_or(|values| values.values[elements].iter().any(|value| value.is_nan()))
        };
        let colour = |(i, o): (usize, &Object)| seen(o.elements()).then(|| OBJECTS[i]);
        entries.extend(objects.iter().enumerate().map(|o| (colour(o), short(o.1.name()))));
    } else {
        entries.push((None, format!("{} objects", grouped(objects.len()))));
    }
    let count = |mark: Mark| paint.marks.iter().filter(|&&m| m == mark).count();
    let (colliding, inside) = (count(Mark::Colliding), count(Mark::Inside));
    if colliding > 0 && paint.values.is_none() {
        let noun = if colliding == 1 { "element" } else { "elements" };
        entries.push((Some(COLLIDING), format!("{} colliding {noun}", grouped(colliding))));
    }
    if inside > 0 {
        entries.push((Some(INSIDE), "inside another object".to_owned()));
    }
    entries
}

/// The last part of a path, cut where it is long.
fn short(name: &str) -> String {
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    if name.chars().count() <= LETTERS {
        return name.to_owned();
    }
    let start: String = name.chars().take(LETTERS - 2).collect();
    start + ".."
}

/// A filled circle.
fn spot(image: &mut Image, [x, y]: [f32; 2], radius: f32, colour: [u8; 3]) {
    let reach = radius as i64 + 2;
    for py in y as i64 - reach..=y as i64 + reach {
        for px in x as i64 - reach..=x as i64 + reach {
            let away = (px as f32 + 0.5 - x).hypot(py as f32 + 0.5 - y);
            image.blend(px, py, colour, (radius + 0.5 - away).clamp(0.0, 1.0));
        }
    }
}

/// All colours of values, with the name above and the ends below.
fn bar(image: &mut Image, name: &str, ends: [f64; 2], capital: f32, margin: f32) {
    let right = image.width() as f32 - margin;
    let length = (image.width() as f32 * 0.28).max(font::width(name, capital)).min(right - margin);
    let left = right - length;
    let bottom = image.height() as f32 - margin;
    let (low, high) = (bottom - 1.9 * capital, bottom - 3.3 * capital);
    for x in left as i64..=right as i64 {
        let colour = colour::srgb(colour::heat((x as f32 - left) / length));
        for y in high as i64..low as i64 {
            image.blend(x, y, colour, 1.0);
        }
    }
    font::write(image, name, [left, high - 0.9 * capital], capital, INK);
    let [low, high] = ends.map(number);
    font::write(image, &low, [left, bottom], capital, INK);
    font::write(image, &high, [right - font::width(&high, capital), bottom], capital, INK);
}

/// A value in three digits, or a whole number.
fn number(value: f64) -> String {
    let size = value.abs();
    if value == value.trunc() && size < 1e6 {
        let digits = grouped(size as usize);
        return if value < 0.0 { format!("-{digits}") } else { digits };
    }
    match size {
        s if (100.0..1e6).contains(&s) => number(value.round()),
        s if (1e-3..100.0).contains(&s) => {
            let places = (2.0 - s.log10().floor()) as usize;
            format!("{value:.places$}")
        }
        _ => format!("{value:.2e}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let values = [0.0, 3.0, -1234.0, 12.345, 0.01234, 1.5e9, 2.5e-7, 123.4];
        let texts = ["0", "3", "-1,234", "12.3", "0.0123", "1.50e9", "2.50e-7", "123"];
        assert_eq!(values.map(number), texts.map(str::to_owned));
    }

    #[test]
    fn names_are_without_their_folders() {
        assert_eq!(short("meshes/rabbit.ply"), "rabbit.ply");
        assert_eq!(short(&"x".repeat(99)).len(), LETTERS);
    }
}
