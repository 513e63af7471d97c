//! `jostle contacts`: features that are near each other.

use crate::Outcome;
use crate::args::ContactsArgs;
use crate::commands::check::TestedObjects;
use crate::error::Error;
use crate::format::{count, number, seconds, table};
use crate::input::{self, InputMeshes, InputScene, Note, notes};
use crate::progress::spinner;
use crate::thread_count::ThreadCount;
use crate::{filters, output_file};
use jostle::contact::{NearContact, NearContacts, NearQuery, NearSearch};
use jostle::{ObjectId, Query, Scene};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::Path;

pub fn run(args: &ContactsArgs) -> Result<Outcome, Error> {
    let files = input::mesh_files(&args.files)?;
    let out: Vec<(&'static str, &Path)> =
        args.out.as_deref().map(|path| ("--out", path)).into_iter().collect();
    input::refuse_overwriting(&files, &out.iter().map(|own| own.1).collect::<Vec<_>>())?;
    input::check_standard_input(&files)?;
    let is_taken = output_file::check_standard_output(&out, args.json)?;
    let mut input = InputMeshes::read(&files, &args.input)?.into_scene()?;
    let objects: Vec<ObjectId> = input.scene.object_ids().collect();
    if args.has_self_collision || objects.len() == 1 {
        for object in objects {
            input.scene.set_self_collision(object, true)?;
        }
    }
    let threads = args.threads.map(ThreadCount::new);
    let mut query = Query::default();
    if let Some(threads) = threads {
        query = query.threads(threads.used());
    }
    input.notes.extend(threads.and_then(ThreadCount::note).map(Note::new));
    let InputScene { scene, origins, .. } = &mut input;
    let query = filters::apply(&args.filter, scene, origins, query, true)?;
    let tested = TestedObjects::new(scene, &query);

    let query = NearQuery::within(args.within).mollified(args.mollified).filters(query);
    let progress = spinner("measuring".to_owned());
    let mut search = NearSearch::new();
    search.find(&input.scene, &query)?;
    progress.finish_and_clear();
    let contacts = search.contacts();
    if let Some(path) = &args.out {
        output_file::write(path, |file| write_table(file, &input.scene, contacts))?;
    }
    let outcome = match (contacts.is_empty(), tested.is_none()) {
        (false, _) => Outcome::Near,
        (true, false) => Outcome::Clear,
        (true, true) => Outcome::NothingTested,
    };
    let report = match args.json {
        true => format!("{:#}\n", report_json(&input, &search, args, tested, outcome)),
        false => format!("\n{}\n", text(&input, &search, args, tested, outcome)),
    };
    output_file::print(&report, is_taken)?;
    Ok(outcome)
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

fn report_json(
    input: &InputScene,
    search: &NearSearch,
    args: &ContactsArgs,
    tested: TestedObjects,
    outcome: Outcome,
) -> Value {
    let contacts = search.contacts();
    let counts = kinds(contacts).map(|(name, _, count)| (name.to_owned(), json!(count)));
    json!({
        "verdict": outcome.word(),
        "tested": tested.json(),
        "within": args.within,
        "contacts": contacts.len(),
        "kinds": counts.into_iter().collect::<serde_json::Map<String, Value>>(),
        "least_distance": contacts.least_distance(),
        "candidates": search.statistics().candidates,
        "seconds": search.statistics().seconds,
        "notes": notes::json(&input.notes),
    })
}

fn text(
    input: &InputScene,
    search: &NearSearch,
    args: &ContactsArgs,
    tested: TestedObjects,
    outcome: Outcome,
) -> String {
    let contacts = search.contacts();
    let mut rows = vec![vec!["verdict".to_owned(), outcome.word().to_owned()]];
    if outcome != Outcome::NothingTested {
        rows.push(vec!["nearer than".to_owned(), number(args.within)]);
        rows.push(vec!["contacts".to_owned(), count(contacts.len())]);
        let own = kinds(contacts).into_iter().filter(|kind| kind.2 > 0);
        rows.extend(own.map(|(_, kind, own)| vec![format!("  of {kind}"), count(own)]));
        let least = contacts.least_distance();
        rows.extend(least.map(|least| vec!["nearest".to_owned(), number(least)]));
        rows.push(vec!["time".to_owned(), seconds(search.statistics().seconds)]);
    }
    let notes = notes::lines(&input.notes);
    let gap = if notes.is_empty() { "" } else { "\n" };
    format!("{}\n{}{gap}{notes}", table(&rows, &[]), tested.text())
}

const HEADER: &str =
    "kind,object_a,object_b,i0,i1,i2,i3,distance,x_a,y_a,z_a,x_b,y_b,z_b,x_n,y_n,z_n,pairs";

fn write_table(file: &mut dyn Write, scene: &Scene, contacts: &NearContacts) -> io::Result<()> {
    writeln!(file, "{HEADER}")?;
    let edges = contacts.edge_edge.iter().map(|own| &own.contact);
    contacts.vertex_vertex.iter().try_for_each(|own| write_row(file, scene, "vv", own, 1))?;
    contacts.edge_vertex.iter().try_for_each(|own| write_row(file, scene, "ev", own, 2))?;
    edges.into_iter().try_for_each(|own| write_row(file, scene, "ee", own, 2))?;
    contacts.face_vertex.iter().try_for_each(|own| write_row(file, scene, "fv", own, 3))
}

/// A contact, given how many of its vertices are of the first feature; places without a vertex are empty.
fn write_row<const N: usize>(
    file: &mut dyn Write,
    scene: &Scene,
    kind: &str,
    contact: &NearContact<N>,
    first: usize,
) -> io::Result<()> {
    let object_of = |vertex: u32| {
        let objects = scene.objects();
        objects.partition_point(|own| own.vertices().end <= vertex as usize)
    };
    let [a, b] = [contact.vertices[0], contact.vertices[first]].map(object_of);
    write!(file, "{kind},{a},{b}")?;
    for place in 0..4 {
        match contact.vertices.get(place) {
            Some(&v) => {
                write!(file, ",{}", v as usize - scene.objects()[object_of(v)].vertices().start)?
            }
            None => write!(file, ",")?,
        }
    }
    write!(file, ",{:?}", contact.distance)?;
    for vector in [contact.points[0], contact.points[1], contact.normal] {
        let [x, y, z] = vector.to_array();
        write!(file, ",{x:?},{y:?},{z:?}")?;
    }
    writeln!(file, ",{}", contact.multiplicity)
}
