//! The stages of a search, as charts and glossary show them.

/// The stages, from below, with their colours.
pub const STAGES: [(&str, &str); 5] = [
    ("boxes", "var(--t0)"),
    ("populate", "var(--t1)"),
    ("find", "var(--t2)"),
    ("narrow", "var(--t3)"),
    ("sort", "var(--t4)"),
];

/// A description of each stage, in the order of the charts.
pub const STAGE_WORDS: [&str; STAGES.len()] = [
    "puts a box around each element",
    "sorts the boxes into the grid or the tree",
    "looks there for boxes that overlap: the candidates",
    "tests each candidate: do the elements really touch?",
    "puts the pairs in order",
];
