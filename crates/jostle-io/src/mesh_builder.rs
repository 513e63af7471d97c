//! Builds a mesh from what a reader finds: elements of all shapes go in, triangles or tetrahedra come out.

use crate::budget::Budget;
use crate::cell_split::{self, Faces};
use crate::error::{Error, ParseError, ParseResult, Place, grouped};
use crate::part::Part;
use crate::part_names::{PartId, PartNames};
use crate::read_report::ReadReport;
use crate::triangulation::{self, Outcome};
use jostle::{DVec3, Mesh, MeshError, SimplexMesh};

/// The shapes that files hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Point,
    Line,
    Triangle,
    /// Also of four or three corners.
    Polygon,
    /// Each corner after the second makes a triangle with the two before it, turned alternately.
    Strip {
        turned: bool,
    },
    /// Each corner after the second makes a triangle with the one before it and the first.
    Fan {
        turned: bool,
    },
    Tet,
    Hex,
    Wedge,
    Pyramid,
    Other,
}

struct Elements<const N: usize> {
    corners: Vec<[u32; N]>,
    /// Empty as long as element i came from element i.
    sources: Vec<u32>,
    /// Where a part begins, and which; none as long as elements are in no part.
    runs: Vec<(u32, PartId)>,
}

/// A polygon that stands in the list of triangles as a fan until all vertices are known.
struct Fan {
    first: u32,
    corners: u32,
}

/// Vertices and elements of a file so far, and what had to be changed.
pub(crate) struct MeshBuilder {
    budget: Budget,
    pub vertices: Vec<DVec3>,
    triangles: Elements<3>,
    tets: Elements<4>,
    fans: Vec<Fan>,
    surface_elements: usize,
    /// The number of the next element.
    seen: usize,
    parts: PartNames,
    /// The part of the next element.
    part: PartId,
    /// All vertices are known to be finite.
    pub finite: bool,
    /// All elements are known to be valid.
    valid: bool,
    pub report: ReadReport,
}

impl MeshBuilder {
    pub fn new(budget: Budget) -> MeshBuilder {
        MeshBuilder {
            budget,
            vertices: Vec::new(),
            triangles: Elements { corners: Vec::new(), sources: Vec::new(), runs: Vec::new() },
            tets: Elements { corners: Vec::new(), sources: Vec::new(), runs: Vec::new() },
            fans: Vec::new(),
            surface_elements: 0,
            seen: 0,
            parts: PartNames::default(),
            part: 0,
            finite: false,
            valid: false,
            report: ReadReport::default(),
        }
    }

    pub fn budget(&self) -> Budget {
        self.budget
    }

    /// Allows for the size of further files that belong to this one.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// The number of the next element: of those so far, unless the count began anew.
    pub fn seen(&self) -> usize {
        self.seen
    }

    /// Counts elements from 0 again, for formats that count them within a part.
    pub fn restart_count(&mut self) {
        self.seen = 0;
    }

    /// A new part; one without a name is called by what it is and its number, if the file has others.
    pub fn add_part(&mut self, name: &[u8], what: &'static str, number: usize) -> PartId {
        self.parts.add(name, what, number)
    }

    /// Puts the elements that follow into a part, or into none (0).
    pub fn enter_part(&mut self, part: PartId) {
        self.part = part;
    }

    pub fn push_vertex(&mut self, position: DVec3) -> ParseResult<()> {
        let seen = self.seen;
        self.budget.push(&mut self.vertices, position, || Place::Element(seen))
    }

    /// Takes a whole list of triangles that are elements 0 to n of the file, each of three different
    /// vertices that exist.
    pub fn set_valid_triangles(&mut self, triangles: Vec<[u32; 3]>) {
        self.valid = self.seen == 0;
        self.seen = triangles.len();
        self.surface_elements = triangles.len();
        self.triangles.corners = triangles;
    }

    fn push_triangle(&mut self, corners: [u32; 3]) -> ParseResult<()> {
        self.triangles.push(corners, self.seen, self.part, self.budget)
    }

    /// Takes the next element of the file.
    pub fn push(&mut self, shape: Shape, corners: &[u32]) -> ParseResult<()> {
        match (shape, corners) {
            (Shape::Triangle, &[a, b, c, ..]) => {
                self.surface_elements += 1;
                self.push_triangle([a, b, c])?;
            }
            (Shape::Tet, &[a, b, c, d, ..]) => {
                self.tets.push([a, b, c, d], self.seen, self.part, self.budget)?;
            }
            (Shape::Polygon, &[a, b, c]) => {
                self.surface_elements += 1;
                self.push_triangle([a, b, c])?;
            }
            (Shape::Polygon, &[first, _, _, ..]) => {
                self.surface_elements += 1;
                let fan = Fan {
                    first: self.triangles.corners.len() as u32,
                    corners: corners.len() as u32,
                };
                let seen = self.seen;
                self.budget.push(&mut self.fans, fan, || Place::Element(seen))?;
                for pair in corners[1..].windows(2) {
                    self.push_triangle([first, pair[0], pair[1]])?;
                }
            }
            (Shape::Strip { turned }, _) => {
                self.surface_elements += 1;
                self.report.strips_split += (corners.len() != 3) as usize;
                for (i, three) in corners.windows(3).enumerate() {
                    let (a, b, c) = (three[0], three[1], three[2]);
                    self.push_triangle(if (i % 2 == 0) != turned { [a, b, c] } else { [b, a, c] })?;
                }
            }
            (Shape::Fan { turned }, _) => {
                self.surface_elements += 1;
                self.report.strips_split += (corners.len() != 3) as usize;
                for i in 2..corners.len() {
                    let [a, b, c] = [corners[0], corners[i - 1], corners[i]];
                    self.push_triangle(if turned { [b, a, c] } else { [a, b, c] })?;
                }
            }
            (Shape::Hex, _) if corners.len() >= 8 => {
                self.report.hexes_split += 1;
                self.push_cell(cell_split::HEX, &corners[..8])?;
            }
            (Shape::Wedge, _) if corners.len() >= 6 => {
                self.report.wedges_split += 1;
                self.push_cell(cell_split::WEDGE, &corners[..6])?;
            }
            (Shape::Pyramid, _) if corners.len() >= 5 => {
                self.report.pyramids_split += 1;
                self.push_cell(cell_split::PYRAMID, &corners[..5])?;
            }
            (Shape::Point, _) | (Shape::Polygon, [_]) => self.report.points_skipped += 1,
            (Shape::Line, _) | (Shape::Polygon, [_, _]) => self.report.lines_skipped += 1,
            _ => self.report.others_skipped += 1,
        }
        self.seen += 1;
        self.valid = false;
        Ok(())
    }

    /// Takes a strip or fan of which each triangle is an element of its own.
    pub fn push_each(&mut self, shape: Shape, corners: &[u32]) -> ParseResult<()> {
        let turned = matches!(shape, Shape::Strip { turned: true } | Shape::Fan { turned: true });
        self.report.strips_split += (corners.len() > 3) as usize;
        for i in 2..corners.len() {
            let (first, flip) = match shape {
                Shape::Strip { .. } => (corners[i - 2], i % 2 == 1),
                _ => (corners[0], false),
            };
            let [a, b, c] = [first, corners[i - 1], corners[i]];
            self.push(Shape::Triangle, &if flip != turned { [b, a, c] } else { [a, b, c] })?;
        }
        Ok(())
    }

    fn push_cell(&mut self, faces: Faces, corners: &[u32]) -> ParseResult<()> {
        let (tets, seen, part, budget) = (&mut self.tets, self.seen, self.part, self.budget);
        if corners.iter().enumerate().any(|(i, c)| corners[..i].contains(c)) {
            self.report.collapsed.push(seen as u32);
        }
        cell_split::split(faces, corners, |tet| tets.push(tet, seen, part, budget))
    }

    /// The mesh, what was done to get it, and its parts, or why it cannot be used.
    pub fn finish(mut self, file: &str) -> Result<(Mesh, ReadReport, Vec<Part>), Error> {
        if self.tets.corners.is_empty() {
            self.cut_polygons().map_err(|error| error.in_file(file))?;
            // A check would find nothing, and cost a fifth of the time of reading a file of fixed stride.
            let checked = self.valid && self.finite;
            let MeshBuilder { vertices, triangles, parts, report, .. } = self;
            if checked {
                let mesh = SimplexMesh::new(vertices, triangles.corners);
                debug_assert_eq!(mesh.check(), Ok(()));
                let parts = parts.finish(&triangles.runs, mesh.elements.len() as u32);
                return Ok((mesh.into(), report, parts));
            }
            check(vertices, triangles, parts, report, file)
        } else {
            self.report.surface_elements_skipped = self.surface_elements;
            self.report.strips_split = 0;
            let MeshBuilder { vertices, tets, parts, report, .. } = self;
            check(vertices, tets, parts, report, file)
        }
    }

    /// Puts the right triangles where the fans stand.
    fn cut_polygons(&mut self) -> ParseResult<()> {
        let triangles = &mut self.triangles.corners;
        let (mut corners, mut positions) = (Vec::new(), Vec::new());
        for fan in &self.fans {
            let count = fan.corners as usize;
            let place = &mut triangles[fan.first as usize..][..count - 2];
            match count {
                4 => self.report.quads_split += 1,
                _ => self.report.polygons_split += 1,
            }
            corners.clear();
            corners.extend([place[0][0], place[0][1]]);
            corners.extend(place.iter().map(|t| t[2]));
            // Bad indices stay where they are, for the check to name them.
            if corners.iter().any(|&c| c as usize >= self.vertices.len()) {
                continue;
            }
            positions.clear();
            positions.extend(corners.iter().map(|&c| self.vertices[c as usize]));
            let mut slots = place.iter_mut();
            let outcome = triangulation::triangulate(&positions, |t| {
                if let Some(slot) = slots.next() {
                    *slot = t.map(|i| corners[i]);
                }
            });
            match outcome {
                Outcome::Tiled => {}
                Outcome::NotSimple => self.report.polygons_not_simple += 1,
                Outcome::TooLarge => {
                    let source = self.triangles.sources.get(fan.first as usize);
                    return Err(ParseError::unsupported(
                        Place::Element(source.map_or(fan.first as usize, |&s| s as usize)),
                        format!(
                            "a polygon of {} corners that is not convex (the most is {})",
                            grouped(count),
                            grouped(triangulation::MOST_CORNERS)
                        ),
                        "triangulate it with the program that wrote the file",
                    ));
                }
            }
        }
        Ok(())
    }
}

impl<const N: usize> Elements<N> {
    fn push(
        &mut self,
        corners: [u32; N],
        source: usize,
        part: PartId,
        budget: Budget,
    ) -> ParseResult<()> {
        let count = self.corners.len();
        budget.push(&mut self.corners, corners, || Place::Element(source))?;
        if self.runs.last().map_or(0, |run| run.1) != part {
            budget.push(&mut self.runs, (count as u32, part), || Place::Element(source))?;
        }
        if self.sources.is_empty() {
            if source == count {
                return Ok(());
            }
            self.sources.reserve_exact(self.corners.capacity());
            self.sources.extend(0..count as u32);
        }
        budget.push(&mut self.sources, source as u32, || Place::Element(source))
    }
}

fn check<const N: usize>(
    vertices: Vec<DVec3>,
    elements: Elements<N>,
    parts: PartNames,
    mut report: ReadReport,
    file: &str,
) -> Result<(Mesh, ReadReport, Vec<Part>), Error>
where
    Mesh: From<SimplexMesh<N>>,
{
    let mut mesh = SimplexMesh::new(vertices, elements.corners);
    report.sources = elements.sources;
    let mut runs = elements.runs;
    let mut outcome = mesh.check();
    if let Err(MeshError::RepeatedVertex { .. }) = outcome {
        drop_collapsed(&mut mesh, &mut runs, &mut report);
        outcome = mesh.check();
    }
    match outcome {
        Ok(()) => {
            let parts = parts.finish(&runs, mesh.elements.len() as u32);
            Ok((mesh.into(), report, parts))
        }
        Err(source) => {
            let element = match source {
                MeshError::BadIndex { element, .. } if !report.sources.is_empty() => {
                    Some(report.source(element as u32))
                }
                _ => None,
            };
            Err(Error::Mesh { file: file.to_owned(), source, element })
        }
    }
}

fn drop_collapsed<const N: usize>(
    mesh: &mut SimplexMesh<N>,
    runs: &mut [(u32, PartId)],
    report: &mut ReadReport,
) {
    if report.sources.is_empty() {
        report.sources = (0..mesh.elements.len() as u32).collect();
    }
    let removed = mesh.without_collapsed();
    report.collapsed.extend(removed.iter().map(|&e| report.sources[e as usize]));
    for (start, _) in runs {
        *start -= removed.partition_point(|gone| gone < start) as u32;
    }
    report.collapsed.sort_unstable();
    report.collapsed.dedup();
    let (mut element, mut gone) = (0, removed.into_iter().peekable());
    report.sources.retain(|_| {
        let keep = gone.next_if_eq(&element).is_none();
        element += 1;
        keep
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn builder(vertices: usize) -> MeshBuilder {
        let mut builder = MeshBuilder::new(Budget::for_file(1000));
        // On a circle, so that every polygon in order is convex.
        for i in 0..vertices {
            let (y, x) = (i as f64).sin_cos();
            builder.push_vertex(DVec3::new(x, y, 0.0)).unwrap();
        }
        builder
    }

    #[test]
    fn elements_keep_the_order_of_the_file_and_know_their_source() {
        let mut builder = builder(6);
        builder.push(Shape::Triangle, &[0, 1, 2]).unwrap();
        builder.push(Shape::Line, &[0, 1]).unwrap();
        builder.push(Shape::Polygon, &[0, 1, 2, 3, 4]).unwrap();
        builder.push(Shape::Triangle, &[0, 1, 1]).unwrap();
        builder.push(Shape::Triangle, &[3, 4, 5]).unwrap();
        let (mesh, report, _) = builder.finish("f").unwrap();
        let Mesh::Triangles(mesh) = mesh else { panic!("surface") };
        assert_eq!(mesh.elements, [[0, 1, 2], [0, 1, 2], [0, 2, 3], [0, 3, 4], [3, 4, 5]]);
        assert_eq!(report.sources, [0, 2, 2, 2, 4]);
        assert_eq!(report.collapsed, [3]);
        assert_eq!((report.polygons_split, report.lines_skipped), (1, 1));
    }

    #[test]
    fn tetrahedra_win() {
        let mut builder = builder(8);
        builder.push(Shape::Polygon, &[0, 1, 2, 3]).unwrap();
        builder.push(Shape::Tet, &[0, 1, 2, 3]).unwrap();
        builder.push(Shape::Hex, &[0, 1, 2, 3, 4, 5, 6, 7]).unwrap();
        let (mesh, report, _) = builder.finish("f").unwrap();
        assert_eq!(mesh.element_count(), 7);
        assert_eq!(report.surface_elements_skipped, 1);
        assert_eq!((report.quads_split, report.hexes_split), (0, 1));
        assert_eq!(report.sources, [1, 2, 2, 2, 2, 2, 2]);
    }

    #[test]
    fn a_bad_index_is_traced_to_the_file() {
        let mut builder = builder(4);
        builder.push(Shape::Point, &[0]).unwrap();
        builder.push(Shape::Polygon, &[0, 1, 2, 9]).unwrap();
        let error = builder.finish("bad.obj").unwrap_err().to_string();
        assert!(error.contains("bad.obj") && error.contains("vertex 9"), "{error}");
        assert!(error.contains("element 1 of the file"), "{error}");
    }

    #[test]
    fn nothing_outgrows_the_budget() {
        let mut builder = MeshBuilder::new(Budget::for_file(0));
        let error = (0..).find_map(|_| builder.push_vertex(DVec3::ZERO).err()).unwrap();
        assert!(error.in_file("f").to_string().contains("100 times"));
        assert!(builder.vertices.capacity() * size_of::<DVec3>() <= crate::budget::SMALL);
    }
}
