//! Curves as files: a row for each pair, or a polyline for each curve.

use super::TableFormat;
use crate::error::Error;
use crate::input::InputScene;
use crate::output_file;
use jostle::contact::{ContactPatch, IntersectionCurves};
use jostle::{ElementId, ObjectId};
use jostle_io::{Attribute, Polylines, Values};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::Path;

const HEADER: &str =
    "kind,patch,curve,object_a,object_b,element_a,element_b,x_a,y_a,z_a,x_b,y_b,z_b";

pub fn write(
    path: &Path,
    format: TableFormat,
    input: &InputScene,
    curves: &IntersectionCurves,
) -> Result<(), Error> {
    match format {
        TableFormat::Csv => output_file::write(path, |file| write_csv(file, input, curves)),
        TableFormat::Json => {
            output_file::write(path, |file| writeln!(file, "{:#}", json(input, curves)))
        }
        TableFormat::Vtu => {
            let bytes = vtu(path, input, curves)?;
            output_file::write(path, |file| file.write_all(&bytes))
        }
    }
}

/// The objects of two elements, and their numbers there.
fn numbered(input: &InputScene, elements: [ElementId; 2]) -> [(ObjectId, u32); 2] {
    elements.map(|element| input.numbers.element(&input.scene, element))
}

fn write_csv(
    file: &mut dyn Write,
    input: &InputScene,
    curves: &IntersectionCurves,
) -> io::Result<()> {
    writeln!(file, "{HEADER}")?;
    let mut row = |kind: &str, at: String, elements, points: [jostle::DVec3; 2]| {
        let [(a, i), (b, j)] = numbered(input, elements);
        write!(file, "{kind},{at},{a},{b},{i},{j}")?;
        for [x, y, z] in points.map(|point| point.to_array()) {
            write!(file, ",{x:?},{y:?},{z:?}")?;
        }
        writeln!(file)
    };
    for (i, curve) in curves.curves().enumerate() {
        for (pair, ends) in curve.pairs.iter().zip(curve.segments()) {
            row("crossing", format!("{},{i}", curve.patch), pair.elements, ends)?;
        }
    }
    for pair in curves.touching() {
        row(pair.kind.name(), ",".to_owned(), pair.elements, [pair.place; 2])?;
    }
    Ok(())
}

fn json(input: &InputScene, curves: &IntersectionCurves) -> Value {
    let elements = |elements| numbered(input, elements).map(|own| own.1);
    let lines = curves.curves().map(|curve| {
        json!({
            "patch": curve.patch,
            "objects": curve.objects.map(ObjectId::index),
            "closed": curve.is_closed,
            "length": curve.length(),
            "points": curve.points.iter().map(|p| p.position.to_array()).collect::<Vec<_>>(),
            "elements": curve.pairs.iter().map(|pair| elements(pair.elements)).collect::<Vec<_>>(),
        })
    });
    let touching = curves.touching().iter().map(|pair| {
        let own = numbered(input, pair.elements);
        json!({
            "kind": pair.kind.name(),
            "objects": own.map(|own| own.0.index()),
            "elements": own.map(|own| own.1),
            "place": pair.place.to_array(),
        })
    });
    json!({
        "patches": curves.patches().iter().map(patch_json).collect::<Vec<Value>>(),
        "curves": lines.collect::<Vec<Value>>(),
        "touching": touching.collect::<Vec<Value>>(),
    })
}

pub fn patch_json(patch: &ContactPatch) -> Value {
    json!({
        "objects": patch.objects.map(ObjectId::index),
        "curves": patch.curves.len(),
        "pairs": patch.pair_count,
        "length": patch.length,
        "area": patch.area,
        "centroid": patch.centroid.to_array(),
        "normal": patch.normal.map(|normal| normal.to_array()),
    })
}

/// A polyline for each curve, and a point where something touches, with curve and patch -1.
fn vtu(path: &Path, input: &InputScene, curves: &IntersectionCurves) -> Result<Vec<u8>, Error> {
    let mut lines = Polylines::new();
    let (mut numbers, mut patches, mut closed, mut lengths, mut areas) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut objects = [Vec::new(), Vec::new()];
    for (i, curve) in curves.curves().enumerate() {
        lines.push(curve.points.iter().map(|point| point.position), curve.is_closed);
        numbers.push(i as i32);
        patches.push(curve.patch as i32);
        closed.push(curve.is_closed);
        lengths.push(curve.length());
        areas.push(curves.patches()[curve.patch].area);
        (0..2).for_each(|of| objects[of].push(curve.objects[of].index() as u32));
    }
    for pair in curves.touching() {
        lines.push([pair.place], false);
        numbers.push(-1);
        patches.push(-1);
        closed.push(false);
        lengths.push(0.0);
        areas.push(0.0);
        let own = numbered(input, pair.elements);
        (0..2).for_each(|of| objects[of].push(own[of].0.index() as u32));
    }
    let [object_a, object_b] = objects;
    let attributes = [
        Attribute::new("curve", Values::I32(numbers)),
        Attribute::new("patch", Values::I32(patches)),
        Attribute::new("object_a", Values::U32(object_a)),
        Attribute::new("object_b", Values::U32(object_b)),
        Attribute::new("closed", Values::Bool(closed)),
        Attribute::new("length", Values::F64(lengths)),
        Attribute::new("patch_area", Values::F64(areas)),
    ];
    Ok(lines.to_vtu(&path.display().to_string(), &[], &attributes, Default::default())?)
}
