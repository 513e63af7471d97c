//! What the words of the page mean, for readers who know neither the program nor its papers.

use super::super::measurement::Measurement;
use super::stages::{STAGE_WORDS, STAGES};
use crate::chart::escape;
use std::fmt::Write;

/// Words of the table and the charts.
const WORDS: &[(&str, &str)] = &[
    (
        "element",
        "A triangle of a surface or a tetrahedron of a solid body: what meshes are made of.",
    ),
    (
        "pair",
        "Two elements with a point in common. Elements of one mesh that share vertices count only if they meet \
         elsewhere too.",
    ),
    ("frame", "One moment of a moving scene; the search is run anew in each."),
    (
        "candidate",
        "Two elements that are close enough to be tested. A good method has few that turn out not to touch.",
    ),
    ("r", "The resolution of the scene: the higher, the more elements."),
    ("mean, deviation, min, max", "Of the time of a frame, over all frames that were measured."),
    (
        "narrow",
        "The time of a frame that goes into testing candidates, the mean of a run of its own.",
    ),
    (
        "pairs",
        "How many were found in all frames together; (set) where only the elements that collide were asked for, \
         and not with what.",
    ),
    ("memory", "The most that the search had in use, without the meshes themselves."),
    (
        "result hash",
        "A number made of the whole answer. Two methods with the same number found exactly the same.",
    ),
];

/// Words that only some tables have.
const OPTIONAL_WORDS: &[(&str, &str)] = &[
    ("test", "How a candidate is decided. Only 'exact' is always right."),
    (
        "missed, false",
        "Pairs that a test other than 'exact' did not find, or found without reason.",
    ),
    ("hash", "How a cell of a grid is turned into a place in memory."),
    ("self", "Whether bodies are tested against themselves."),
];

/// The methods that were measured, the stages and the columns of the table.
pub fn section(measurements: &[Measurement], titles: &[String]) -> String {
    let mut html = String::from("<h2 id=\"words\">Words</h2>");
    let mut methods: Vec<_> = measurements.iter().map(|one| one.case.method).collect();
    methods.dedup_by_key(|method| method.name);
    methods.sort_by_key(|method| super::methods::index(method));
    methods.dedup_by_key(|method| method.name);
    html.push_str("<h3>Methods</h3>");
    html.push_str(&definitions(methods.iter().map(|method| (method.name, method.explanation))));
    html.push_str("<h3>Stages of a search</h3>");
    html.push_str(&definitions(STAGES.iter().map(|(name, _)| *name).zip(STAGE_WORDS)));
    html.push_str("<h3>The table and the charts</h3>");
    let is_used = |(word, _): &&(&str, &str)| {
        let mut words = word.split(", ");
        words.any(|word| titles.iter().any(|title| title == word))
    };
    let words = WORDS.iter().chain(OPTIONAL_WORDS.iter().filter(is_used)).copied();
    html.push_str(&definitions(words));
    html
}

/// Words with what they mean.
pub fn definitions<'a>(entries: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let mut html = String::from("<dl>");
    for (word, meaning) in entries {
        let _ = write!(html, "<dt>{}</dt><dd>{}</dd>", escape(word), escape(meaning));
    }
    html + "</dl>"
}
