//! `jostle impact --queries`: single queries with their true answers, in the format of the field.
//!
//! A query has eight rows, the four points at the beginning and at the end of the step; a row has a fraction for
//! each coordinate, and whether there is contact.

use crate::Outcome;
use crate::args::{ImpactArgs, PairKind};
use crate::error::Error;
use crate::format::{count, counted, seconds};
use crate::output_file;
use jostle::DVec3;
use jostle::impact::{Swept, edge_edge_within, vertex_face_within};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;
use serde_json::json;
use std::path::Path;
use std::time::Instant;

/// Rows of a query.
const ROWS: usize = 8;

struct Query {
    points: [DVec3; ROWS],
    is_contact: bool,
}

pub fn run(args: &ImpactArgs, path: &Path) -> Result<Outcome, Error> {
    let kind = args.kind.expect("required with queries");
    let queries = read(path)?;
    let (mut missed, mut wrong, mut worst, mut total) = (0, 0, 0f64, 0.0);
    let mut verdicts = Vec::with_capacity(queries.len());
    for Query { points, is_contact } in &queries {
        let begin = Instant::now();
        let found = is_found(kind, points, args.tolerance);
        let took = begin.elapsed().as_secs_f64();
        total += took;
        worst = worst.max(took);
        missed += (*is_contact && !found) as usize;
        wrong += (!*is_contact && found) as usize;
        verdicts.push(found);
    }
    let mut is_taken = false;
    if let Some(out) = &args.out {
        is_taken = output_file::check_standard_output(&[("--out", out)], args.json)?;
        output_file::write(out, |file| {
            verdicts.iter().try_for_each(|&found| writeln!(file, "{}", found as u8))
        })?;
    }
    let report = match args.json {
        true => {
            let report = json!({
                "queries": queries.len(),
                "missed": missed,
                "false": wrong,
                "seconds": total,
                "worst_seconds": worst,
            });
            format!("{report:#}\n")
        }
        false if args.quiet => String::new(),
        false => format!(
            "\n  {}: {} missed, {} false\n  time: {}, the worst {}\n\n",
            counted(queries.len(), "query", "queries"),
            count(missed),
            count(wrong),
            seconds(total),
            seconds(worst)
        ),
    };
    output_file::print(&report, is_taken)?;
    Ok(if missed + wrong == 0 { Outcome::Clear } else { Outcome::Colliding })
}

fn is_found(kind: PairKind, p: &[DVec3; ROWS], tolerance: f64) -> bool {
    match kind {
        PairKind::Vf => {
            let vertex = Swept::new([p[0]], [p[4]]);
            let face = Swept::new([p[1], p[2], p[3]], [p[5], p[6], p[7]]);
            vertex_face_within(&vertex, &face, tolerance).is_some()
        }
        PairKind::Ee => {
            let a = Swept::new([p[0], p[1]], [p[4], p[5]]);
            let b = Swept::new([p[2], p[3]], [p[6], p[7]]);
            edge_edge_within(&a, &b, tolerance).is_some()
        }
    }
}

fn read(path: &Path) -> Result<Vec<Query>, Error> {
    let file = path.display().to_string();
    let text = crate::coordinates::read_text(path)?;
    let mut rows = Vec::new();
    for (line, row) in text.lines().enumerate() {
        // A row of names.
        let is_header = rows.is_empty() && !row.contains(|c: char| c.is_ascii_digit());
        if row.trim().is_empty() || is_header {
            continue;
        }
        rows.push(parse(row).map_err(|what| Error::Row {
            file: file.clone(),
            line: line + 1,
            what,
        })?);
    }
    let (queries, rest) = rows.as_chunks::<ROWS>();
    if !rest.is_empty() || queries.is_empty() {
        let what = match rows.is_empty() {
            true => "there is no query; one has 8 rows of xn,xd,yn,yd,zn,zd,truth".to_owned(),
            false => format!("a query has {ROWS} rows, but the file has {}", rows.len()),
        };
        return Err(Error::Row { file, line: text.lines().count(), what });
    }
    let query = |rows: &[(DVec3, bool); ROWS]| Query {
        points: rows.map(|row| row.0),
        is_contact: rows[0].1,
    };
    Ok(queries.iter().map(query).collect())
}

/// A row: three fractions, and whether there is contact.
fn parse(row: &str) -> Result<(DVec3, bool), String> {
    let cells: Vec<&str> = row.split(',').map(str::trim).collect();
    let [xn, xd, yn, yd, zn, zd, truth] = cells[..] else {
        return Err("a row has seven cells, xn,xd,yn,yd,zn,zd,truth".to_owned());
    };
    let truth = match truth {
        "1" | "true" | "True" => true,
        "0" | "false" | "False" => false,
        other => return Err(format!("the truth is 1 or 0, not '{other}'")),
    };
    let point = [fraction(xn, xd)?, fraction(yn, yd)?, fraction(zn, zd)?];
    Ok((DVec3::from_array(point), truth))
}

/// A fraction that is an `f64`.
fn fraction(numerator: &str, denominator: &str) -> Result<f64, String> {
    let whole =
        |text: &str| text.parse::<BigInt>().map_err(|_| format!("'{text}' is not a whole number"));
    let (numerator, denominator) = (whole(numerator)?, whole(denominator)?);
    if denominator.is_zero() {
        return Err("a denominator is zero".to_owned());
    }
    let value = BigRational::new(numerator, denominator);
    nearest(&value)
        .filter(|&near| BigRational::from_float(near).as_ref() == Some(&value))
        .ok_or_else(|| {
            format!("{value} is no double; coordinates are taken as they are or not at all")
        })
}

/// The `f64` that a number is, if it is one, and otherwise another or none.
fn nearest(value: &BigRational) -> Option<f64> {
    // Of an f64 in lowest terms: up to 53 bits times a power of two, over a power of two.
    let (numerator, denominator) = (value.numer(), value.denom());
    let zeros = numerator.trailing_zeros().unwrap_or(0);
    let mantissa = i64::try_from(numerator >> zeros).ok()?;
    let exponent = i64::try_from(zeros).ok()? - i64::try_from(denominator.bits() - 1).ok()?;
    if !(-1200..=1200).contains(&exponent) {
        return None;
    }
    let half = (exponent / 2) as i32;
    Some(mantissa as f64 * 2f64.powi(half) * 2f64.powi(exponent as i32 - half))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_doubles_or_refused() {
        let power = |exponent: u32| (BigInt::from(1) << exponent).to_string();
        assert_eq!(fraction("-3", "4"), Ok(-0.75));
        assert_eq!(fraction("6", "-8"), Ok(-0.75));
        assert_eq!(fraction("0", "7"), Ok(0.0));
        assert_eq!(fraction("1", &power(1074)), Ok(5e-324));
        assert_eq!(fraction(&power(1023), "1"), Ok(2f64.powi(1023)));
        for (n, d) in [("1", "3"), ("1", "0"), ("x", "1"), ("9007199254740993", "1")] {
            assert!(fraction(n, d).is_err(), "{n}/{d}");
        }
        assert!(fraction("1", &power(1075)).is_err());
        assert!(fraction(&power(1024), "1").is_err());
    }

    #[test]
    fn rows_are_seven_cells() {
        assert_eq!(parse("1,2,3,1,-5,4,1"), Ok((DVec3::new(0.5, 3.0, -1.25), true)));
        assert!(parse("1,2,3,1,-5,4").is_err() && parse("1,2,3,1,-5,4,2").is_err());
    }
}
