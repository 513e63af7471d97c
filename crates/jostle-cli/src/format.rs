//! Numbers, durations, tables and notes as text.

use jostle::DVec3;
use jostle::mesh::Object;
use jostle_io::WriteReport;
use jostle_support::text::grouped;
use std::fmt::Write;
use std::path::Path;

/// A count that may not be a `usize`.
pub fn count(value: impl TryInto<usize>) -> String {
    grouped(value.try_into().unwrap_or(usize::MAX))
}

/// `1 pair`, `2,000 pairs`.
pub fn counted(value: usize, singular: &str, plural: &str) -> String {
    format!("{} {}", grouped(value), if value == 1 { singular } else { plural })
}

/// A number with all its digits, and with an exponent if it is very small or large.
pub fn number(value: f64) -> String {
    match value.abs() {
        0.0 | 1e-4..1e16 => value.to_string(),
        _ => format!("{value:e}"),
    }
}

/// The coordinates of a point.
pub fn point(point: DVec3) -> String {
    format!("({})", point.to_array().map(number).join(", "))
}

/// A duration with a unit that suits it.
pub fn seconds(seconds: f64) -> String {
    match seconds {
        s if s < 1e-3 => format!("{:.0} µs", s * 1e6),
        s if s < 1.0 => format!("{:.1} ms", s * 1e3),
        s => format!("{s:.2} s"),
    }
}

/// A length with a unit that suits it.
pub fn metres(metres: f64) -> String {
    match metres {
        0.0 => "0".to_owned(),
        m if m < 1e-3 => format!("{:.1} µm", m * 1e6),
        m if m < 1.0 => format!("{:.1} mm", m * 1e3),
        m => format!("{m:.2} m"),
    }
}

/// Rows of cells, columns aligned; the first row is the header, and columns of numbers line up on
/// the right.
pub fn table(rows: &[Vec<String>], right: &[bool]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |c: usize| rows.iter().filter_map(|r| r.get(c)).map(|s| s.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|c| width(c).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::from(" ");
        for (c, cell) in row.iter().enumerate() {
            let pad = " ".repeat(widths[c] - cell.chars().count());
            let _ = match right.get(c) {
                Some(true) => write!(line, " {pad}{cell} "),
                _ => write!(line, " {cell}{pad} "),
            };
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// Number, name, kind, vertices and elements of an object, for a table.
pub fn object_cells(number: usize, object: &Object) -> [String; 5] {
    [
        number.to_string(),
        object.name().to_owned(),
        object.kind().plural().to_owned(),
        count(object.vertices().len()),
        count(object.elements().len()),
    ]
}

/// What a format could not carry, as a sentence.
pub fn loss_note(path: &Path, written: &WriteReport) -> Option<String> {
    let names = written.not_carried.join(", ");
    (!names.is_empty()).then(|| {
        let (path, format) = (path.display(), written.format);
        format!("'{path}': {format} cannot carry results ({names}); use .ply or .vtu")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn very_small_and_large_numbers_have_exponents() {
        let expect = [(0.0, "0"), (0.25, "0.25"), (1e-300, "1e-300"), (-2.5e16, "-2.5e16")];
        for (value, text) in expect {
            assert_eq!(number(value), text);
        }
        assert_eq!(point(DVec3::new(1.0, -0.5, 3e20)), "(1, -0.5, 3e20)");
    }

    #[test]
    fn thousands_are_separated() {
        let expect = [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")];
        for (value, text) in expect {
            assert_eq!(count(value), text);
        }
        assert_eq!(counted(1, "pair", "pairs"), "1 pair");
        assert_eq!(counted(2000, "pair", "pairs"), "2,000 pairs");
    }

    #[test]
    fn durations_carry_a_unit() {
        assert_eq!([4.2e-5, 0.0123, 7.5].map(seconds), ["42 µs", "12.3 ms", "7.50 s"]);
    }

    #[test]
    fn lengths_carry_a_unit() {
        assert_eq!([0.0, 4.2e-5, 0.0123, 7.5].map(metres), ["0", "42.0 µm", "12.3 mm", "7.50 m"]);
    }
}
