//! Charts over measurements: boxes for times, and bars for one number each.

use super::frame_charts::{figure, legend};
use crate::chart::{Axis, Plot, escape};
use crate::commands::bench::measurement::Measurement;
use crate::commands::bench::scene_size::SceneSize;
use crate::distribution::Distribution;
use crate::format::count;
use std::fmt::Write;

/// A named and coloured measurement.
pub struct Item<'m> {
    pub name: String,
    pub colour: String,
    pub measurement: &'m Measurement,
}

/// Boxes of frame times, resolution by resolution: quartiles, the median, and whiskers to the
/// extremes.
pub fn boxes(items: &[Item]) -> String {
    let times: Vec<Distribution> = items.iter().map(|item| item.measurement.times()).collect();
    let size = |item: &Item| item.measurement.case.size;
    let mut groups: Vec<SceneSize> = items.iter().map(size).collect();
    groups.dedup();
    // A gap between resolutions as wide as a box.
    let slots = items.len() + groups.len();
    let plot = Plot {
        width: 1100.0,
        height: 334.0,
        left: 62.0,
        bottom: 56.0,
        x: Axis::between(0.0, slots as f64),
        y: Axis::for_times(
            times.iter().flat_map(|distribution| [distribution.min, distribution.max]),
            times.iter().map(|distribution| distribution.median),
        ),
    };
    let title = "Frame times at each size";
    let mut svg = plot.open(title) + &plot.axes(None, "milliseconds");
    let mut slot = 0.5;
    let mut first = slot;
    for (i, (item, distribution)) in items.iter().zip(&times).enumerate() {
        svg.push_str(&one_box(&plot, slot + 0.5, item, distribution));
        slot += 1.0;
        let ends = items.get(i + 1).is_none_or(|next| size(next) != size(item));
        if ends {
            let elements = count(item.measurement.counts.all_elements());
            let (x, y) = (plot.x(0.5 * (first + slot)), plot.height - plot.bottom + 20.0);
            let _ = write!(
                svg,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{elements} elements</text>\
                 <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                y + 16.0,
                size(item).words(),
            );
            slot += 1.0;
            first = slot;
        }
    }
    svg.push_str("</svg>");
    let mut seen: Vec<(&str, &str)> = Vec::new();
    for item in items {
        let entry = (item.name.as_str(), item.colour.as_str());
        if !seen.contains(&entry) {
            seen.push(entry);
        }
    }
    figure(
        title,
        "half of the frames are within the box, half of them above its line; whiskers reach the extremes",
        &legend(seen),
        &svg,
    )
}

fn one_box(plot: &Plot, at: f64, item: &Item, distribution: &Distribution) -> String {
    let half = (0.36 * (plot.x(1.0) - plot.x(0.0))).min(28.0);
    let x = plot.x(at);
    let [min, lower, median, upper, max] = [
        distribution.min,
        distribution.lower,
        distribution.median,
        distribution.upper,
        distribution.max,
    ]
    .map(|v| plot.y(v));
    let (left, right, cap) = (x - half, x + half, 0.5 * half);
    format!(
        "<g style=\"stroke:{colour}\" stroke-width=\"1.6\"><title>{name}: median {m:.3} ms</title>\
         <path d=\"M{x:.1} {min:.1}V{lower:.1}M{x:.1} {upper:.1}V{max:.1}\
         M{a:.1} {min:.1}H{b:.1}M{a:.1} {max:.1}H{b:.1}\" fill=\"none\"/>\
         <rect x=\"{left:.1}\" y=\"{upper:.1}\" width=\"{w:.1}\" height=\"{h:.1}\" \
         style=\"fill:{colour}\" fill-opacity=\"0.25\"/>\
         <path d=\"M{left:.1} {median:.1}H{right:.1}\" stroke-width=\"2.6\"/></g>",
        colour = item.colour,
        name = escape(&item.name),
        m = distribution.median,
        a = x - cap,
        b = x + cap,
        w = 2.0 * half,
        h = (lower - upper).max(0.5),
    )
}

/// Bars of one number for each measurement, with the number beside it.
pub fn bars(
    title: &str,
    note: &str,
    items: &[Item],
    value: impl Fn(&Measurement) -> f64,
    shown: impl Fn(f64) -> String,
) -> String {
    let values: Vec<f64> = items.iter().map(|item| value(item.measurement)).collect();
    let axis = Axis::for_times(values.iter().copied(), values.iter().copied());
    let resolutions =
        items.windows(2).any(|two| two[0].measurement.case.size != two[1].measurement.case.size);
    let name = |item: &Item| match resolutions {
        true => format!("{}, r {}", item.name, item.measurement.case.size),
        false => item.name.clone(),
    };
    let rows: Vec<BarRow> = items
        .iter()
        .zip(&values)
        .map(|(item, &value)| BarRow {
            name: name(item),
            colour: item.colour.clone(),
            share: axis.share(value),
            value: shown(value),
        })
        .collect();
    let note =
        if axis.is_log() { format!("{note}; lengths are logarithmic") } else { note.to_owned() };
    figure(title, &note, "", &bar_rows(title, &rows))
}

/// A bar with its name and its value.
struct BarRow {
    name: String,
    colour: String,
    /// How long it is, by any measure: the longest fills the width.
    share: f64,
    value: String,
}

/// The width of a chart of bars, half of the page.
const WIDTH: f64 = 520.0;
/// More than a letter is wide on average, in the font of the charts.
const LETTER: f64 = 7.0;

/// How wide a text is at most, with the space beside it.
fn text_width(text: &str) -> f64 {
    LETTER * text.chars().count() as f64 + 10.0
}

/// Bars beside their names, or below them where names are long; the longest reaches to the end.
fn bar_rows(title: &str, rows: &[BarRow]) -> String {
    let widest = |text: fn(&BarRow) -> &str| {
        rows.iter().map(|row| text_width(text(row))).fold(0.0, f64::max)
    };
    let names = widest(|row| &row.name);
    let is_beside = names <= 0.45 * WIDTH;
    let left = if is_beside { names } else { 0.0 };
    let (row_height, drop) = if is_beside { (24.0, 0.0) } else { (40.0, 16.0) };
    let widest_bar = WIDTH - left - widest(|row| &row.value);
    let longest = rows.iter().map(|row| row.share).fold(f64::MIN_POSITIVE, f64::max);
    let height = row_height * rows.len() as f64 + 8.0;
    let mut svg = format!(
        "<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{}\">",
        escape(title)
    );
    for (i, row) in rows.iter().enumerate() {
        let y = 4.0 + row_height * i as f64;
        let length = (row.share / longest * widest_bar).max(1.5);
        let (name_at, anchor) = if is_beside { (left - 8.0, "end") } else { (0.0, "start") };
        let _ = write!(
            svg,
            "<text class=\"name\" x=\"{name_at:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\">{}</text>\
             <rect x=\"{left:.1}\" y=\"{:.1}\" width=\"{length:.1}\" height=\"15\" rx=\"2\" \
             style=\"fill:{}\"/><text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            y + 14.0,
            escape(&row.name),
            y + drop + 2.0,
            row.colour,
            left + length + 7.0,
            y + drop + 14.0,
            escape(&row.value),
        );
    }
    svg + "</svg>"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(names: &[&str]) -> Vec<BarRow> {
        let row = |(i, name): (usize, &&str)| BarRow {
            name: (*name).to_owned(),
            colour: "red".to_owned(),
            share: 0.3 / (i + 1) as f64,
            value: "12.34 ms".to_owned(),
        };
        names.iter().enumerate().map(row).collect()
    }

    /// The numbers of an attribute, in order.
    fn numbers(svg: &str, tag: &str, attribute: &str) -> Vec<f64> {
        let elements = svg.split('<').filter(|element| element.starts_with(tag));
        let value = |element: &str| {
            let (_, rest) = element.split_once(&format!(" {attribute}=\""))?;
            rest.split_once('"')?.0.parse().ok()
        };
        elements.filter_map(value).collect()
    }

    #[test]
    fn the_longest_bar_and_its_value_fill_the_width() {
        for names in
            [vec!["kdet", "bvh"], vec!["kdet-hashed-map, sat-no-edges, fnv-1a, no self", "bvh"]]
        {
            let svg = bar_rows("title", &rows(&names));
            let (left, long) = (numbers(&svg, "rect", "x"), numbers(&svg, "rect", "width"));
            let end = left[0] + long[0];
            let value = text_width("12.34 ms");
            assert!((end + value - WIDTH).abs() < 1.0, "{names:?}: {end}");
            assert!((long[1] - long[0] / 2.0).abs() < 0.2, "in proportion");
            assert!(long[0] > 0.4 * WIDTH, "{names:?}: {}", long[0]);
        }
    }

    #[test]
    fn long_names_are_not_clipped() {
        let long = "kdet-hashed-sort, sat-no-edges, xor-primes, self as the scene, r ~100000";
        let svg = bar_rows("title", &rows(&[long, "bvh"]));
        assert!(svg.contains("text-anchor=\"start\"") && text_width(long) <= WIDTH);
        let bars = numbers(&svg, "rect", "y");
        let names = numbers(&svg, "text class=\"name\"", "y");
        assert!(names[0] < bars[0] && bars[0] + 15.0 < names[1], "{names:?} and {bars:?}");
        let svg = bar_rows("title", &rows(&["kdet-hashed-map", "bvh"]));
        let ends = numbers(&svg, "text class=\"name\"", "x");
        assert!(ends[0] >= text_width("kdet-hashed-map") - 10.0, "{ends:?}");
    }
}
