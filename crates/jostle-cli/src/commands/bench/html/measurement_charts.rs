//! Charts over measurements: boxes for times, and bars for one number each.

use super::frame_charts::{figure, legend};
use crate::chart::{Axis, Plot, escape};
use crate::commands::bench::case::SceneSize;
use crate::commands::bench::measurement::Measurement;
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
        height: 320.0,
        left: 62.0,
        bottom: 42.0,
        x: Axis::between(0.0, slots as f64),
        y: Axis::for_times(
            times.iter().flat_map(|distribution| [distribution.min, distribution.max]),
            times.iter().map(|distribution| distribution.median),
        ),
    };
    let title = "Frame times over resolutions";
    let mut svg = plot.open(title) + &plot.axes(None, "milliseconds");
    let mut slot = 0.5;
    let mut first = slot;
    for (i, (item, distribution)) in items.iter().zip(&times).enumerate() {
        svg.push_str(&one_box(&plot, slot + 0.5, item, distribution));
        slot += 1.0;
        let ends = items.get(i + 1).is_none_or(|next| size(next) != size(item));
        if ends {
            let elements = count(item.measurement.counts.all_elements());
            let _ = write!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{elements} elements ({})</text>",
                plot.x(0.5 * (first + slot)),
                plot.height - plot.bottom + 20.0,
                size(item).words()
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
    figure(title, "box: quartiles and median; whiskers: extremes", &legend(seen), &svg)
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
    const ROW: f64 = 24.0;
    const LEFT: f64 = 210.0;
    const WIDTH: f64 = 520.0;
    let height = ROW * items.len() as f64 + 8.0;
    let mut svg = format!(
        "<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{}\">",
        escape(title)
    );
    for (i, (item, &value)) in items.iter().zip(&values).enumerate() {
        let y = 4.0 + ROW * i as f64;
        let long = (axis.share(value) * (WIDTH - LEFT - 86.0)).max(1.5);
        let name = match resolutions {
            true => format!("{}, r {}", item.name, item.measurement.case.size),
            false => item.name.clone(),
        };
        let _ = write!(
            svg,
            "<text class=\"name\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\
             <rect x=\"{LEFT}\" y=\"{:.1}\" width=\"{long:.1}\" height=\"15\" rx=\"2\" \
             style=\"fill:{}\"/><text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            LEFT - 8.0,
            y + 14.0,
            escape(&name),
            y + 2.0,
            item.colour,
            LEFT + long + 7.0,
            y + 14.0,
            escape(&shown(value))
        );
    }
    svg.push_str("</svg>");
    let note =
        if axis.is_log() { format!("{note}; lengths are logarithmic") } else { note.to_owned() };
    figure(title, &note, "", &svg)
}
