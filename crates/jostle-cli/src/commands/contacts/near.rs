//! Features that are near each other.

use super::{Prepared, near_files};
use crate::Outcome;
use crate::args::ContactsArgs;
use crate::error::Error;
use crate::format::{count, number, seconds, table};
use crate::input::notes;
use crate::output_file;
use crate::progress::spinner;
use jostle::contact::{NearContacts, NearQuery, NearSearch};
use jostle_picture::{Features, Paint};
use serde_json::{Value, json};

pub fn run(args: &ContactsArgs, distance: f64, prepared: Prepared) -> Result<Outcome, Error> {
    let query = NearQuery::within(distance).mollified(args.mollified).limit(args.limit);
    let query = query.filters(prepared.filters.clone());
    let progress = spinner("measuring".to_owned());
    let mut search = NearSearch::in_session(&prepared.session);
    search.find(&prepared.input.scene, &query)?;
    progress.finish_and_clear();
    let contacts = search.contacts();
    let scene = &prepared.input.scene;
    if let (Some(path), Some(format)) = (&args.out, prepared.format) {
        near_files::write(path, format, scene, contacts)?;
    }
    if args.picture.picture.is_some() {
        args.picture.draw_with(&args.picture.style.picture(), scene, &paint(contacts))?;
    }
    let outcome = match (contacts.is_empty(), prepared.tested.is_none()) {
        (false, _) => Outcome::Near,
        (true, false) => Outcome::Clear,
        (true, true) => Outcome::NothingTested,
    };
    let report = match args.json {
        true => format!("{:#}\n", report_json(&prepared, &search, distance, outcome)),
        false => format!("\n{}\n", text(&prepared, &search, distance, outcome)),
    };
    output_file::print(&report, prepared.is_taken)?;
    Ok(outcome)
}

/// Lines between nearest points, and dots where these are one.
fn paint(contacts: &NearContacts) -> Paint {
    let mut features = Features { name: "near contacts".to_owned(), ..Features::default() };
    for [from, to] in near_files::all_points(contacts) {
        match from == to {
            true => features.points.push(from),
            false => features.segments.push([from, to]),
        }
    }
    let features = (!contacts.is_empty()).then_some(features);
    Paint { features, ..Paint::plain() }
}

/// The kinds of contacts, and how many there are of each.
fn kinds(contacts: &NearContacts) -> [(&'static str, &'static str, usize); 4] {
    [
        ("vertex_vertex", "vertices", contacts.vertex_vertex.len()),
        ("edge_vertex", "edges and vertices", contacts.edge_vertex.len()),
        ("edge_edge", "edges", contacts.edge_edge.len()),
        ("face_vertex", "faces and vertices", contacts.face_vertex.len()),
    ]
}

fn report_json(prepared: &Prepared, search: &NearSearch, distance: f64, outcome: Outcome) -> Value {
    let contacts = search.contacts();
    let counts = kinds(contacts).map(|(name, _, count)| (name.to_owned(), json!(count)));
    json!({
        "verdict": outcome.word(),
        "tested": prepared.tested.json(),
        "within": distance,
        "contacts": contacts.len(),
        "kinds": counts.into_iter().collect::<serde_json::Map<String, Value>>(),
        "least_distance": contacts.least_distance(),
        "candidates": search.statistics().candidates,
        "seconds": search.statistics().seconds,
        "notes": notes::json(&prepared.input.notes),
    })
}

fn text(prepared: &Prepared, search: &NearSearch, distance: f64, outcome: Outcome) -> String {
    let contacts = search.contacts();
    let mut rows = vec![vec!["verdict".to_owned(), outcome.word().to_owned()]];
    if outcome != Outcome::NothingTested {
        rows.push(vec!["nearer than".to_owned(), number(distance)]);
        rows.push(vec!["contacts".to_owned(), count(contacts.len())]);
        let own = kinds(contacts).into_iter().filter(|kind| kind.2 > 0);
        rows.extend(own.map(|(_, kind, own)| vec![format!("  of {kind}"), count(own)]));
        let least = contacts.least_distance();
        rows.extend(least.map(|least| vec!["nearest".to_owned(), number(least)]));
        rows.push(vec!["time".to_owned(), seconds(search.statistics().seconds)]);
    }
    let notes = notes::lines(&prepared.input.notes);
    let gap = if notes.is_empty() { "" } else { "\n" };
    format!("{}\n{}{gap}{notes}", table(&rows, &[]), prepared.tested.text())
}
