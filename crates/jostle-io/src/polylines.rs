//! Lines in space, for viewers.

use jostle::DVec3;

/// Points, and cells of them in order: single points, lines and polylines.
///
/// ```
/// use jostle::DVec3;
/// use jostle_io::{Attribute, Polylines, Values};
///
/// let mut lines = Polylines::new();
/// lines.push([DVec3::X, DVec3::Y, DVec3::Z], true);
/// lines.push([DVec3::ZERO], false);
/// let length = Attribute::new("length", Values::F64(vec![3.0 * 2f64.sqrt(), 0.0]));
/// let file = lines.to_vtu("loop.vtu", &[], &[length], Default::default())?;
/// assert!(String::from_utf8_lossy(&file).contains("NumberOfPoints=\"4\" NumberOfCells=\"2\""));
/// # Ok::<(), jostle_io::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Polylines {
    points: Vec<DVec3>,
    corners: Vec<u32>,
    /// Where the corners of each cell end.
    ends: Vec<usize>,
}

impl Polylines {
    /// No lines.
    pub fn new() -> Polylines {
        Polylines::default()
    }

    /// Adds a cell through new points: one is a point, two a line; a closed one comes back to its first point.
    pub fn push(&mut self, points: impl IntoIterator<Item = DVec3>, is_closed: bool) {
        let first = self.points.len() as u32;
        self.points.extend(points);
        let end = self.points.len() as u32;
        self.corners.extend(first..end);
        if is_closed && end > first + 1 {
            self.corners.push(first);
        }
        self.ends.push(self.corners.len());
    }

    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The points, in the order in which they were added.
    pub fn points(&self) -> &[DVec3] {
        &self.points
    }

    /// The points of a cell, by number.
    pub(crate) fn corners(&self, cell: usize) -> &[u32] {
        let start = if cell == 0 { 0 } else { self.ends[cell - 1] };
        &self.corners[start..self.ends[cell]]
    }

    pub(crate) fn corner_count(&self) -> usize {
        self.corners.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attribute::{Attribute, Values};
    use crate::options::{Encoding, WriteOptions};

    #[test]
    fn cells_are_points_lines_and_polylines() {
        let mut lines = Polylines::new();
        lines.push([DVec3::X, DVec3::Y, DVec3::Z], true);
        lines.push([DVec3::X, DVec3::Y], false);
        lines.push([DVec3::ONE], true);
        let options = WriteOptions { encoding: Encoding::Ascii, ..WriteOptions::default() };
        let kind = Attribute::new("kind", Values::U32(vec![7, 8, 9]));
        let height = Attribute::new("height", Values::F64(vec![0.0, 0.0, 1.0, 0.0, 0.0, 1.5]));
        let file =
            lines.to_vtu("lines.vtu", std::slice::from_ref(&height), &[kind], options).unwrap();
        let text = String::from_utf8(file).unwrap();
        let array = |name: &str| -> Vec<&str> {
            let start = text.find(&format!("Name=\"{name}\"")).unwrap();
            let rest = &text[start..];
            let body = &rest[rest.find(">\n").unwrap() + 2..rest.find("</DataArray>").unwrap()];
            body.split_whitespace().collect()
        };
        assert_eq!(array("types"), ["4", "3", "1"]);
        assert_eq!(array("connectivity"), ["0", "1", "2", "0", "3", "4", "5"]);
        assert_eq!(array("offsets"), ["4", "6", "7"]);
        assert_eq!(array("kind"), ["7", "8", "9"]);
        assert_eq!(array("height").len(), 6);
        assert!(text.find("<PointData>").unwrap() < text.find("<CellData>").unwrap());
        let refused = lines.to_vtu("lines.vtu", &[], &[height], options).unwrap_err();
        assert!(refused.to_string().contains("height"), "{refused}");
    }
}
