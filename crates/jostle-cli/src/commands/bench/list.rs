//! `jostle bench --list`: the scenes and the methods.

use super::methods;
use crate::format::{count, table};
use jostle_scenes::{ALL, RESOLUTIONS};
use std::fmt::Write;

pub fn text() -> String {
    let mut text = String::from("Scenes\n");
    for scene in ALL {
        let aliases = match scene.aliases {
            [] => String::new(),
            aliases => format!(" ({})", aliases.join(", ")),
        };
        let words = scene.coverage.words().join(", ");
        let _ = write!(
            text,
            "\n  {}{aliases}\n      {}\n      {} frames; {words}\n      {}\n",
            scene.name, scene.summary, scene.frames, scene.source
        );
    }
    text.push_str("\nResolutions\n\n");
    let rows: Vec<Vec<String>> = RESOLUTIONS
        .iter()
        .enumerate()
        .map(|(r, &elements)| vec![r.to_string(), format!("about {} elements", count(elements))])
        .collect();
    text.push_str(&table(&rows, &[]));
    text.push_str("\nMethods\n\n");
    let rows: Vec<Vec<String>> = methods::ALL
        .iter()
        .map(|m| vec![m.name.to_owned(), m.aliases.join(", "), m.summary.to_owned()])
        .collect();
    text.push_str(&table(&rows, &[]));
    text
}
