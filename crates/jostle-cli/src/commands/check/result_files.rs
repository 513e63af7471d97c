//! Results as files: pairs as a table, and meshes with the result on each element.

use super::report::CheckReport;
use crate::element_numbers::NumberedPair;
use crate::error::Error;
use crate::merged_mesh;
use jostle::{ElementId, ObjectId};
use jostle_io::{Attribute, Values};
use std::collections::HashMap;
use std::io::{self, Write};
use std::path::Path;

/// Writes all pairs, sorted, objects and elements numbered from 0, with distances if there are any.
pub fn write_pairs(out: &mut dyn Write, report: &CheckReport) -> io::Result<()> {
    let with_distance = if report.query.distance().is_some() { ",distance" } else { "" };
    writeln!(out, "{PAIR_COLUMNS}{with_distance}")?;
    write_pair_rows(out, report, "")
}

/// The columns of a table of pairs.
pub const PAIR_COLUMNS: &str = "object_a,element_a,object_b,element_b";

/// Writes a row a pair, each after the same cells.
pub fn write_pair_rows(out: &mut dyn Write, report: &CheckReport, cells: &str) -> io::Result<()> {
    for (NumberedPair { a, b }, distance) in &report.pairs {
        write!(out, "{cells}{},{},{},{}", a.0, a.1, b.0, b.1)?;
        distance.map_or(Ok(()), |distance| write!(out, ",{distance:?}"))?;
        writeln!(out)?;
    }
    Ok(())
}

/// Writes all objects as one mesh with the result on each element, and returns what had to be left out.
pub fn write_meshes(path: &Path, report: &CheckReport) -> Result<Vec<String>, Error> {
    merged_mesh::write(path, report.scene(), |elements| attributes(report, elements))
}

const COLLIDING: [u8; 3] = [214, 39, 40];
/// Muted, so that red stands out; objects take them in turn.
const CLEAR: [[u8; 3]; 4] = [[198, 205, 214], [176, 190, 197], [207, 200, 186], [188, 200, 184]];

fn attributes(report: &CheckReport, elements: &[usize]) -> Vec<Attribute> {
    let mut counts: HashMap<(ObjectId, u32), u32> = HashMap::new();
    for (pair, _) in &report.pairs {
        *counts.entry(pair.a).or_default() += 1;
        // Pieces of one element may collide with each other.
        if pair.b != pair.a {
            *counts.entry(pair.b).or_default() += 1;
        }
    }
    let number = |&e: &usize| report.input.numbers.element(report.scene(), ElementId::new(e));
    let located: Vec<(ObjectId, u32)> = elements.iter().map(number).collect();
    let pairs = located.iter().map(|own| counts.get(own).copied().unwrap_or(0)).collect();
    let (objects, numbers): (Vec<u32>, Vec<u32>) =
        located.iter().map(|(object, number)| (object.index() as u32, number)).unzip();
    let hits = report.hits();
    let colliding: Vec<bool> = elements.iter().map(|&e| hits[e]).collect();
    let colour = |(&object, &hit): (&u32, &bool)| {
        if hit { COLLIDING } else { CLEAR[object as usize % CLEAR.len()] }
    };
    let colours = objects.iter().zip(&colliding).map(colour).collect();
    vec![
        Attribute::new("object", Values::U32(objects)),
        Attribute::new("element", Values::U32(numbers)),
        Attribute::new("colliding", Values::Bool(colliding)),
        Attribute::new("pairs", Values::U32(pairs)),
        Attribute::new("colour", Values::Colour(colours)),
    ]
}
