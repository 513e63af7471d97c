//! Words on a picture: what the colours mean, and a caption.

use crate::Image;
use crate::colour::{self, COLLIDING, FAINT_INK, INK, INSIDE, NEAR, OBJECTS};
use crate::font;
use crate::paint::{Mark, Paint, Values};
use crate::seen::{Seen, Sight};
use jostle::Scene;
use jostle_support::text::grouped;

/// More objects than this are counted, not named.
const NAMED: usize = 8;
/// The longest name, in letters.
const LETTERS: usize = 32;

/// A line of the legend.
#[derive(Clone, Debug, PartialEq)]
struct Entry {
    /// The colour that it explains, if there is one on the picture.
    colour: Option<[u8; 3]>,
    text: String,
    /// Whether it is on the picture.
    is_seen: bool,
}

impl Entry {
    /// What is not on the picture is written in faint ink, without a colour.
    fn new(colour: Option<[u8; 3]>, text: String, is_seen: bool) -> Entry {
        let text = if is_seen { text } else { text + " (not seen)" };
        Entry { colour: colour.filter(|_| is_seen), text, is_seen }
    }
}

/// Lines with a spot of colour each, in the upper left corner; a bar of values in the lower right.
pub(crate) fn write(image: &mut Image, scene: &Scene, paint: &Paint, seen: &Seen) {
    let [capital, margin] = measures(image);
    let mut base = margin + capital;
    for Entry { colour, text, is_seen } in entries(scene, paint, seen) {
        let mut left = margin;
        if let Some(colour) = colour {
            spot(image, [left + capital * 0.5, base - capital * 0.5], capital * 0.62, colour);
        }
        left += capital * 2.0;
        let ink = if is_seen { INK } else { FAINT_INK };
        font::write(image, &text, [left, base], capital, ink);
        base += capital * 2.1;
    }
    if let Some(values) = &paint.values {
        bar(image, values, capital, margin);
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

/// What is on the picture, each with its colour, and then what is not.
fn entries(scene: &Scene, paint: &Paint, seen: &Seen) -> Vec<Entry> {
    let objects = scene.objects();
    let mut entries: Vec<Entry> = Vec::new();
    if objects.len() <= NAMED {
        for ((object, colour), sight) in objects.iter().zip(OBJECTS).zip(&seen.objects) {
            let colour = (*sight == Sight::OwnColour).then_some(colour);
            entries.push(Entry::new(colour, short(object.name()), *sight != Sight::Unseen));
        }
    } else {
        let unseen = seen.objects.iter().filter(|sight| **sight == Sight::Unseen).count();
        let text = match unseen {
            0 => format!("{} objects", grouped(objects.len())),
            _ => format!("{} objects, {} not seen", grouped(objects.len()), grouped(unseen)),
        };
        entries.push(Entry::new(None, text, true));
    }
    let count = |mark: Mark| paint.marks.iter().filter(|&&m| m == mark).count();
    let (colliding, inside) = (count(Mark::Colliding), count(Mark::Inside));
    let near = count(Mark::Near);
    if let Some(features) = &paint.features {
        entries.push(Entry::new(Some(COLLIDING), features.name.clone(), seen.colliding));
    } else if colliding > 0 && paint.values.is_none() {
        let noun = if colliding == 1 { "element" } else { "elements" };
        let text = match seen.curve {
            true => format!("where {} {noun} collide", grouped(colliding)),
            false => format!("{} colliding {noun}", grouped(colliding)),
        };
        entries.push(Entry::new(Some(COLLIDING), text, seen.colliding));
    }
    if near > 0 && paint.values.is_none() {
        let text = format!("{} within the distance", grouped(near));
        entries.push(Entry::new(Some(NEAR), text, seen.near));
    }
    if inside > 0 {
        let text = "inside another object".to_owned();
        entries.push(Entry::new(Some(INSIDE), text, seen.inside));
    }
    entries.sort_by_key(|entry| !entry.is_seen);
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
fn bar(image: &mut Image, values: &Values, capital: f32, margin: f32) {
    let name = &values.name;
    let right = image.width() as f32 - margin;
    let length = (image.width() as f32 * 0.28).max(font::width(name, capital)).min(right - margin);
    let left = right - length;
    let bottom = image.height() as f32 - margin;
    let (low, high) = (bottom - 1.9 * capital, bottom - 3.3 * capital);
    for x in left as i64..=right as i64 {
        let colour = colour::srgb(colour::heat(values.ramp, (x as f32 - left) / length));
        for y in high as i64..low as i64 {
            image.blend(x, y, colour, 1.0);
        }
    }
    font::write(image, name, [left, high - 0.9 * capital], capital, INK);
    let [low, high] = values.ends().map(number);
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

    fn three_objects() -> Scene {
        let mut scene = Scene::new();
        for name in ["seen", "marked", "hidden"] {
            scene.add(name, jostle::mesh::shapes::icosphere(0, 1.0)).unwrap();
        }
        scene
    }

    #[test]
    fn only_what_is_seen_has_a_colour() {
        let scene = three_objects();
        let mut marks = vec![Mark::Plain; scene.element_count()];
        marks[..3].fill(Mark::Colliding);
        marks[5] = Mark::Inside;
        let paint = Paint { marks, ..Paint::default() };
        let mut seen = Seen {
            objects: vec![Sight::OwnColour, Sight::OtherColour, Sight::Unseen],
            colliding: true,
            inside: false,
            near: false,
            curve: false,
        };
        let texts = |seen: &Seen| {
            let entries = entries(&scene, &paint, seen);
            entries.into_iter().map(|entry| (entry.text, entry.colour)).collect::<Vec<_>>()
        };
        let expected = [
            ("seen", Some(OBJECTS[0])),
            ("marked", None),
            ("3 colliding elements", Some(COLLIDING)),
            ("hidden (not seen)", None),
            ("inside another object (not seen)", None),
        ];
        assert_eq!(texts(&seen), expected.map(|(text, colour)| (text.to_owned(), colour)));
        seen.curve = true;
        assert_eq!(texts(&seen)[2].0, "where 3 elements collide");
    }

    #[test]
    fn many_objects_are_counted_with_those_that_are_not_seen() {
        let mut scene = three_objects();
        for _ in 0..6 {
            scene.add("more", jostle::mesh::shapes::icosphere(0, 1.0)).unwrap();
        }
        let mut objects = vec![Sight::OwnColour; 9];
        let mut seen = Seen {
            objects: objects.clone(),
            colliding: false,
            inside: false,
            near: false,
            curve: false,
        };
        assert_eq!(entries(&scene, &Paint::plain(), &seen)[0].text, "9 objects");
        objects[4] = Sight::Unseen;
        seen.objects = objects;
        assert_eq!(entries(&scene, &Paint::plain(), &seen)[0].text, "9 objects, 1 not seen");
    }

    #[test]
    fn names_are_without_their_folders() {
        assert_eq!(short("meshes/rabbit.ply"), "rabbit.ply");
        assert_eq!(short(&"x".repeat(99)).len(), LETTERS);
    }
}
