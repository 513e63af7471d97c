//! From outcomes to rows, and what is said about them.

use crate::agreement::{Difference, explain};
use crate::field::Contestant;
use crate::race::Outcome;
use crate::table::Row;
use crate::text;
use crate::workloads::Object;

/// Compares every outcome with Jostle's; what failed is told.
pub fn rows<'a>(
    field: &'a [Contestant],
    outcomes: &'a [Result<Outcome, String>],
) -> Result<Vec<Row<'a>>, String> {
    // The field begins with Jostle.
    let reference = outcomes[0].as_ref().map_err(|error| format!("Jostle failed: {error}"))?;
    let mut rows: Vec<Row> = Vec::new();
    for (contestant, outcome) in field.iter().zip(outcomes) {
        let outcome = match outcome {
            Ok(outcome) => outcome,
            Err(error) => {
                println!("  {} failed: {error}", contestant.name);
                continue;
            }
        };
        let difference = Difference::of(&reference.pairs, &outcome.pairs);
        rows.push(Row { contestant, outcome, ratio: None, difference });
    }
    let base = |threads: usize| {
        let mut jostle = field.iter().zip(outcomes).filter(|(c, _)| c.name == field[0].name);
        jostle.find(|(c, _)| c.threads == threads).and_then(|(_, o)| Some(o.as_ref().ok()?.seconds))
    };
    for row in &mut rows {
        row.ratio = base(row.contestant.threads).map(|jostle| row.outcome.seconds / jostle);
    }
    rows.sort_by_key(|row| row.contestant.threads);
    Ok(rows)
}

/// Tells what the pairs are on which a contestant differs, and who is right.
pub fn tell_differences(objects: &[Object], rows: &[Row]) {
    for row in rows.iter().filter(|row| !row.difference.is_empty()) {
        let threads = text::counted(row.contestant.threads, "thread");
        println!("  {}, {threads}:", row.contestant.name);
        for (kind, (count, [a, b])) in explain(objects, &row.difference) {
            let count = jostle::mesh::grouped(count);
            println!("    {count} {}, such as ({a}, {b})", kind.describe());
        }
    }
}
