//! Charts over frames: curves, and stages on top of each other.

use super::stages::{STAGE_WORDS, STAGES};
use crate::chart::{Axis, Plot, escape};
use crate::commands::bench::measurement::Measurement;
use std::fmt::Write;

/// One curve, with a colour of the palette.
pub struct Series {
    pub name: String,
    pub colour: String,
    pub points: Vec<(f64, f64)>,
}

pub fn legend<'a>(entries: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let spans = entries
        .into_iter()
        .map(|(name, colour)| format!("<span style=\"--colour:{colour}\">{}</span>", escape(name)));
    format!("<div class=\"legend\">{}</div>", spans.collect::<String>())
}

pub fn figure(title: &str, note: &str, legend: &str, svg: &str) -> String {
    let (title, note) = (escape(title), escape(note));
    format!("<figure><figcaption>{title} <span>{note}</span></figcaption>{legend}{svg}</figure>")
}

/// Curves over frames.
pub fn curves(title: &str, note: &str, y_title: &str, series: &[Series]) -> String {
    let values = || series.iter().flat_map(|one| one.points.iter().map(|point| point.1));
    let frames = || series.iter().flat_map(|one| one.points.iter().map(|point| point.0));
    let typical = series.iter().map(|one| {
        one.points.iter().map(|point| point.1).sum::<f64>() / one.points.len().max(1) as f64
    });
    let plot = Plot {
        width: 1100.0,
        height: 300.0,
        left: 62.0,
        bottom: 40.0,
        x: Axis::between(frames().fold(f64::INFINITY, f64::min), frames().fold(0.0, f64::max)),
        y: Axis::for_times(values(), typical),
    };
    let mut svg = plot.open(title) + &plot.axes(Some("frame"), y_title);
    for one in series {
        let mut path = String::new();
        for (i, &(frame, value)) in one.points.iter().enumerate() {
            let command = if i == 0 { 'M' } else { 'L' };
            let _ = write!(path, "{command}{:.1} {:.1}", plot.x(frame), plot.y(value));
        }
        let _ = write!(
            svg,
            "<path class=\"curve\" style=\"stroke:{}\" d=\"{path}\"><title>{}</title></path>",
            one.colour,
            escape(&one.name)
        );
    }
    svg.push_str("</svg>");
    let entries = series.iter().map(|one| (one.name.as_str(), one.colour.as_str()));
    figure(title, note, &legend(entries), &svg)
}

/// Milliseconds of the stages of each frame, if they were measured.
fn stage_times(measurement: &Measurement) -> Option<Vec<[f64; 5]>> {
    let milliseconds = |seconds: jostle::collide::Seconds| {
        [seconds.boxes, seconds.populate, seconds.find, seconds.narrow, seconds.sort]
            .map(|seconds| seconds * 1e3)
    };
    measurement.frames.iter().map(|frame| frame.stages.map(milliseconds)).collect()
}

/// One small chart for each measurement, its stages on top of each other.
pub fn stacks(named: &[(String, &Measurement)]) -> String {
    let stacked: Vec<(&String, &Measurement, Vec<[f64; 5]>)> = named
        .iter()
        .filter_map(|(name, measurement)| Some((name, *measurement, stage_times(measurement)?)))
        .collect();
    let mut html = String::new();
    for (name, measurement, stages) in &stacked {
        html.push_str(&stack(name, measurement, stages));
    }
    if html.is_empty() {
        return html;
    }
    let words = STAGES.iter().zip(STAGE_WORDS);
    let stages: Vec<(String, &str)> =
        words.map(|((name, colour), words)| (format!("{name}: {words}"), *colour)).collect();
    format!(
        "<p>What a search spends its time on, measured in one more run in which each stage ends before \
         the next begins. Each chart has a scale of its own.</p>{}<div class=\"two\">{html}</div>",
        legend(stages.iter().map(|(words, colour)| (words.as_str(), *colour)))
    )
}

fn stack(name: &str, measurement: &Measurement, stages: &[[f64; 5]]) -> String {
    let totals = stages.iter().map(|stages| stages.iter().sum::<f64>());
    let frame = |i: usize| measurement.frames[i].number as f64;
    let plot = Plot {
        width: 520.0,
        height: 220.0,
        left: 58.0,
        bottom: 40.0,
        x: Axis::between(frame(0), frame(stages.len() - 1)),
        y: Axis::from_zero(totals),
    };
    let mut svg = plot.open(name) + &plot.axes(Some("frame"), "milliseconds");
    let mut below = vec![0.0; stages.len()];
    for (stage, (title, colour)) in STAGES.into_iter().enumerate() {
        let above: Vec<f64> = below.iter().zip(stages).map(|(b, s)| b + s[stage]).collect();
        let place =
            |(i, value): (usize, &f64)| format!("{:.1},{:.1}", plot.x(frame(i)), plot.y(*value));
        let there = above.iter().enumerate().map(place);
        let back = below.iter().enumerate().rev().map(place);
        let points: Vec<String> = there.chain(back).collect();
        let _ = write!(
            svg,
            "<polygon points=\"{}\" style=\"fill:{colour}\"><title>{title}</title></polygon>",
            points.join(" ")
        );
        below = above;
    }
    svg.push_str("</svg>");
    figure(name, "", "", &svg)
}
