//! The rows of a table from measurements, and the pairs that engines differ on.

use crate::engine_runs::Measurement;
use crate::engine_setups::EngineSetup;
use crate::pair_difference::{Difference, explain};
use crate::table::Row;
use crate::text;
use crate::workloads::Object;

/// Compares every measurement with Jostle's; failures are printed.
pub fn rows<'a>(
    setups: &'a [EngineSetup],
    measurements: &'a [Result<Measurement, String>],
) -> Result<Vec<Row<'a>>, String> {
    // Jostle is first.
    let reference = measurements[0].as_ref().map_err(|error| format!("Jostle failed: {error}"))?;
    let mut rows: Vec<Row> = Vec::new();
    for (setup, measurement) in setups.iter().zip(measurements) {
        let measurement = match measurement {
            Ok(measurement) => measurement,
            Err(error) => {
                println!("  {} failed: {error}", setup.name);
                continue;
            }
        };
        let difference = Difference::new(&reference.pairs, &measurement.pairs);
        rows.push(Row { setup, measurement, ratio: None, difference });
    }
    let base = |threads: usize| {
        let mut jostle = setups.iter().zip(measurements).filter(|(c, _)| c.name == setups[0].name);
        jostle.find(|(c, _)| c.threads == threads).and_then(|(_, o)| Some(o.as_ref().ok()?.seconds))
    };
    for row in &mut rows {
        row.ratio = base(row.setup.threads).map(|jostle| row.measurement.seconds / jostle);
    }
    rows.sort_by_key(|row| row.setup.threads);
    Ok(rows)
}

/// Prints what kind of pairs an engine differs on, and which side is right.
pub fn print_differences(objects: &[Object], rows: &[Row]) {
    for row in rows.iter().filter(|row| !row.difference.is_empty()) {
        let threads = text::counted(row.setup.threads, "thread");
        println!("  {}, {threads}:", row.setup.name);
        for (kind, (count, [a, b])) in explain(objects, &row.difference) {
            let count = jostle_support::text::grouped(count);
            println!("    {count} {}, such as ({a}, {b})", kind.describe());
        }
    }
}
