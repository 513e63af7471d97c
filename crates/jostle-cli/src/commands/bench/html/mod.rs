//! `--report`: all measurements as one page that needs nothing else, neither network nor scripts.

mod frame_charts;
mod glossary;
mod measurement_charts;
mod stages;

use super::case::Case;
use super::measurement::Measurement;
use super::methods;
use super::summary::{bytes, disagreement, rows};
use crate::chart::escape;
use crate::format::{count, counted, seconds};
use crate::machine::Machine;
use frame_charts::{Series, curves, stacks};
use jostle_support::text::encode_base64;
use measurement_charts::{Item, bars, boxes};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Colours of the palette.
const COLOURS: usize = 11;

/// A picture of a scene, as it is embedded.
pub struct ScenePicture {
    pub scene: String,
    pub png: Vec<u8>,
    pub caption: String,
}

pub fn page(measurements: &[Measurement], pictures: &[ScenePicture], machine: &Machine) -> String {
    let mut html =
        String::from("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">");
    html.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
    html.push_str("<title>Jostle bench</title><style>");
    html.push_str(include_str!("style.css"));
    html.push_str("</style></head><body><h1>Jostle bench</h1>");
    html.push_str(&introduction(measurements));
    html.push_str(&machine_section(measurements, machine));
    html.push_str("<h2>All measurements</h2>");
    let (rows, words) = rows(measurements);
    html.push_str(&table(&rows, words));
    html.push_str("<p>What the columns mean is said under <a href=\"#words\">Words</a>.</p>");
    for scene in chunks(measurements, |case| case.scene.name.clone()) {
        let name = &scene[0].case.scene.name;
        html.push_str(&scene_section(scene, pictures.iter().find(|one| one.scene == *name)));
    }
    html.push_str(&glossary::section(measurements, &rows[0]));
    html.push_str("</body></html>\n");
    html
}

fn introduction(measurements: &[Measurement]) -> String {
    let Some(one) = measurements.first() else { return String::new() };
    let agreement = match disagreement(measurements) {
        None => "All of them found the same.".to_owned(),
        Some(methods) => format!("<strong>Not all found the same: {}.</strong>", escape(&methods)),
    };
    format!(
        "<p>How long it takes to find everything that touches or crosses in scenes of moving meshes. \
         Each method answers the same question in each frame: which triangles or tetrahedra have a \
         point in common? Methods differ in how they avoid testing each with each. {agreement}</p>\
         <p>A time is that of a whole search, from the positions of the vertices to the sorted list of \
         pairs, the mean of {} with warm buffers, as in a simulation.</p>",
        counted(one.runs, "run", "runs")
    )
}

/// What all was measured on; the same times cannot be expected elsewhere.
fn machine_section(measurements: &[Measurement], machine: &Machine) -> String {
    let threads: BTreeSet<usize> = measurements.iter().map(|one| one.threads).collect();
    let threads = threads.into_iter().map(|threads| counted(threads, "thread", "threads"));
    let cores = counted(machine.cores, "core", "cores");
    let mut rows = vec![
        ("processor", machine.processor.clone()),
        ("cores", format!("{cores}; {} used", threads.collect::<Vec<_>>().join(" or "))),
        ("system", machine.system.clone()),
    ];
    let gpus: BTreeSet<&str> = measurements
        .iter()
        .filter_map(|one| one.backend.split_once("gpu (")?.1.strip_suffix(')'))
        .collect();
    if !gpus.is_empty() {
        rows.push(("GPU", gpus.into_iter().collect::<Vec<_>>().join(", ")));
    }
    rows.push(("program", format!("jostle {}", env!("CARGO_PKG_VERSION"))));
    let rows = rows.iter().map(|(name, value)| (*name, value.as_str()));
    format!("<h2>The machine</h2>{}", glossary::definitions(rows))
}

/// Measurements in a row with the same key, chunk by chunk.
fn chunks<K: PartialEq>(
    measurements: &[Measurement],
    key: impl Fn(&Case) -> K,
) -> impl Iterator<Item = &[Measurement]> {
    measurements.chunk_by(move |p, q| key(&p.case) == key(&q.case))
}

fn scene_section(measurements: &[Measurement], picture: Option<&ScenePicture>) -> String {
    let scene = &measurements[0].case.scene;
    let mut html = format!(
        "<h2>{}</h2><p>{} <br>After {}.</p>",
        escape(&scene.name),
        escape(&scene.summary),
        escape(&scene.source)
    );
    html.push_str(&picture.map_or(String::new(), figure_of_scene));
    let items = items(measurements);
    html.push_str("<div class=\"two\">");
    html.push_str(&bars(
        "Mean time of a frame",
        "shorter is faster",
        &items,
        |one| one.times().mean,
        |ms| seconds(ms * 1e-3),
    ));
    html.push_str(&bars(
        "Most memory of a frame",
        "what the search has in use, without the meshes",
        &items,
        |one| one.most_bytes() as f64,
        |b| bytes(b as u64),
    ));
    html.push_str("</div><p></p>");
    html.push_str(&boxes(&items));
    for group in chunks(measurements, |case| case.size) {
        html.push_str(&size_section(group));
    }
    html
}

fn figure_of_scene(picture: &ScenePicture) -> String {
    let caption = escape(&picture.caption);
    let mut png = Vec::new();
    encode_base64(&picture.png, &mut png);
    format!(
        "<figure class=\"scene\"><img alt=\"{caption}\" src=\"data:image/png;base64,{}\">\
         <figcaption><span>{caption}</span></figcaption></figure>",
        String::from_utf8_lossy(&png)
    )
}

fn size_section(measurements: &[Measurement]) -> String {
    let items = items(measurements);
    let mut html = format!(
        "<h3>{} elements <span>({})</span></h3>",
        count(measurements[0].counts.all_elements()),
        measurements[0].case.size.words()
    );
    let series = |value: fn(&super::measurement::Frame) -> Option<f64>| -> Vec<Series> {
        let item_series = |item: &Item| Series {
            name: item.name.clone(),
            colour: item.colour.clone(),
            points: item
                .measurement
                .frames
                .iter()
                .filter_map(|frame| Some((frame.number as f64, value(frame)?)))
                .collect(),
        };
        items.iter().map(item_series).filter(|series| !series.points.is_empty()).collect()
    };
    let times = series(|frame| Some(frame.host.mean));
    html.push_str(&curves("Time of each frame", "", "milliseconds", &times));
    let pairs = distinct(series(|frame| frame.answer.pairs.map(|pairs| pairs as f64)));
    html.push_str(&curves("Colliding pairs of each frame", "", "pairs", &pairs));
    let stacked: Vec<(String, &Measurement)> =
        items.into_iter().map(|item| (item.name, item.measurement)).collect();
    html.push_str(&stacks(&stacked));
    html
}

/// One curve where several are the same, as those of exact methods are, with all their names.
fn distinct(series: Vec<Series>) -> Vec<Series> {
    let mut distinct: Vec<(Series, usize)> = Vec::new();
    for one in series {
        match distinct.iter_mut().find(|(other, _)| other.points == one.points) {
            Some((_, others)) => *others += 1,
            None => distinct.push((one, 0)),
        }
    }
    let with_others = |(mut series, others): (Series, usize)| {
        if others > 0 {
            let _ = write!(series.name, " and {others} with the same pairs");
        }
        series
    };
    distinct.into_iter().map(with_others).collect()
}

/// Measurements with names that say what differs between them, and colours: one for each method, or
/// one for each if there is only one method.
fn items(measurements: &[Measurement]) -> Vec<Item<'_>> {
    let differ = |key: fn(&Case) -> &'static str| {
        measurements.iter().any(|one| key(&one.case) != key(&measurements[0].case))
    };
    let by_method = differ(|case| case.method.name);
    let keys_differ = Case::keys_differ(measurements.iter().map(|one| &one.case));
    let shown: Vec<fn(&Case) -> &'static str> = [
        (by_method, (|case| case.method.name) as fn(&Case) -> &'static str),
        (differ(|case| case.test.name()), |case| case.test.name()),
        (keys_differ, |case| case.keys.map_or("", |keys| keys.name())),
        (differ(|case| case.has_self_collision.name()), self_words),
    ]
    .into_iter()
    .filter_map(|(differs, word)| differs.then_some(word))
    .collect();
    let name = |case: &Case| {
        let words: Vec<&str> =
            shown.iter().map(|word| word(case)).filter(|word| !word.is_empty()).collect();
        if words.is_empty() { case.method.name.to_owned() } else { words.join(", ") }
    };
    let count = |key: &dyn Fn(&Case) -> String| {
        measurements.iter().map(|one| key(&one.case)).collect::<BTreeSet<_>>().len()
    };
    // Methods keep their colour from page to page, where that tells all curves apart.
    let own_colours = count(&name) == count(&|case| case.method.name.to_owned());
    let mut names: Vec<String> = Vec::new();
    let mut items = Vec::with_capacity(measurements.len());
    for one in measurements {
        let name = name(&one.case);
        let at = names.iter().position(|other| *other == name).unwrap_or_else(|| {
            names.push(name.clone());
            names.len() - 1
        });
        let colour = if own_colours { methods::index(one.case.method) } else { at };
        items.push(Item {
            name,
            colour: format!("var(--s{})", colour % COLOURS),
            measurement: one,
        });
    }
    items
}

fn self_words(case: &Case) -> &'static str {
    match case.has_self_collision.name() {
        "yes" => "self",
        "no" => "no self",
        _ => "self as the scene",
    }
}

fn table(rows: &[Vec<String>], words: usize) -> String {
    let mut html = String::from("<div class=\"wide\"><table>");
    for (i, row) in rows.iter().enumerate() {
        let tag = if i == 0 { "th" } else { "td" };
        html.push_str("<tr>");
        for (column, cell) in row.iter().enumerate() {
            let class = match column {
                _ if column < words => " class=\"word\"",
                _ if i > 0 && column + 1 == row.len() => " class=\"hash\"",
                _ => "",
            };
            let _ = write!(html, "<{tag}{class}>{}</{tag}>", escape(cell));
        }
        html.push_str("</tr>");
    }
    html.push_str("</table></div>");
    html
}
