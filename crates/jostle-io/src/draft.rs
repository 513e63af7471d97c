//! The mesh while it is read: elements of all shapes go in, triangles or tetrahedra come out.

use crate::cell_split::{self, Faces};
use crate::error::{Error, Flaw, Parsed, Place, grouped};
use crate::polygon::{self, Outcome};
use crate::report::Report;
use jostle::{DVec3, Mesh, MeshError, SimplexMesh};
use std::cell::Cell;
use std::mem::size_of;

/// No buffer grows beyond this many times the size of the file: a damaged or hostile file must not
/// take the memory of the machine. Honest files stay far below; the densest, zlib-compressed grids,
/// reach about 30.
const MOST_EXPANSION: usize = 100;

/// What small files may take on top, so that growing in powers of two never refuses them.
const SMALL: usize = 64 * 1024;

/// The most bytes one buffer may take while a file is read.
#[derive(Clone, Copy)]
pub(crate) struct Budget(usize);

impl Budget {
    pub fn of_file(bytes: usize) -> Budget {
        Budget(bytes.saturating_mul(MOST_EXPANSION).saturating_add(SMALL))
    }

    /// Whether a buffer of this many items is allowed.
    pub fn allows<T>(self, items: usize) -> bool {
        items.checked_mul(size_of::<T>()).is_some_and(|bytes| bytes <= self.0)
    }

    pub fn flaw(place: Place) -> Flaw {
        Flaw::malformed(
            place,
            format!("the content unpacks to over {MOST_EXPANSION} times its size"),
        )
        .advise("if the file is sound, save it without compression and instances")
    }

    /// Grows as a list does, but not beyond the budget.
    pub fn push<T>(self, list: &mut Vec<T>, item: T, place: impl Fn() -> Place) -> Parsed<()> {
        if list.len() == list.capacity() {
            let most = self.0 / size_of::<T>();
            let wanted = (2 * list.capacity()).max(64).min(most);
            if wanted <= list.len() {
                return Err(Budget::flaw(place()));
            }
            list.reserve_exact(wanted - list.len());
        }
        list.push(item);
        Ok(())
    }
}

/// Counts what is unpacked in all, so that content that is referred to many times takes no hours.
pub(crate) struct Meter(Cell<usize>);

impl Meter {
    pub fn new(budget: Budget) -> Meter {
        Meter(Cell::new(budget.0))
    }

    pub fn spend(&self, bytes: usize, place: Place) -> Parsed<()> {
        match self.0.get().checked_sub(bytes) {
            Some(left) => {
                self.0.set(left);
                Ok(())
            }
            None => Err(Budget::flaw(place)),
        }
    }
}

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
}

/// A polygon that stands in the list of triangles as a fan until all vertices are known.
struct Fan {
    first: u32,
    corners: u32,
}

pub(crate) struct Draft {
    budget: Budget,
    pub vertices: Vec<DVec3>,
    triangles: Elements<3>,
    tets: Elements<4>,
    fans: Vec<Fan>,
    surface_elements: usize,
    /// Elements of the file so far.
    seen: usize,
    /// All vertices are known to be finite.
    pub finite: bool,
    /// All elements are known to be sound.
    sound: bool,
    pub report: Report,
}

impl Draft {
    pub fn new(budget: Budget) -> Draft {
        Draft {
            budget,
            vertices: Vec::new(),
            triangles: Elements { corners: Vec::new(), sources: Vec::new() },
            tets: Elements { corners: Vec::new(), sources: Vec::new() },
            fans: Vec::new(),
            surface_elements: 0,
            seen: 0,
            finite: false,
            sound: false,
            report: Report::default(),
        }
    }

    pub fn budget(&self) -> Budget {
        self.budget
    }

    /// Allows for the size of further files that belong to this one.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// Number of elements of the file so far: the number of the next.
    pub fn seen(&self) -> usize {
        self.seen
    }

    pub fn push_vertex(&mut self, position: DVec3) -> Parsed<()> {
        let seen = self.seen;
        self.budget.push(&mut self.vertices, position, || Place::Element(seen))
    }

    /// Takes a whole list of triangles that are elements 0 to n of the file, each of three different
    /// vertices that exist.
    pub fn set_sound_triangles(&mut self, triangles: Vec<[u32; 3]>) {
        self.sound = self.seen == 0;
        self.seen = triangles.len();
        self.surface_elements = triangles.len();
        self.triangles.corners = triangles;
    }

    fn push_triangle(&mut self, corners: [u32; 3]) -> Parsed<()> {
        self.triangles.push(corners, self.seen, self.budget)
    }

    /// Takes the next element of the file.
    pub fn push(&mut self, shape: Shape, corners: &[u32]) -> Parsed<()> {
        match (shape, corners) {
            (Shape::Triangle, &[a, b, c, ..]) => {
                self.surface_elements += 1;
                self.push_triangle([a, b, c])?;
            }
            (Shape::Tet, &[a, b, c, d, ..]) => {
                self.tets.push([a, b, c, d], self.seen, self.budget)?;
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
        self.sound = false;
        Ok(())
    }

    fn push_cell(&mut self, faces: Faces, corners: &[u32]) -> Parsed<()> {
        let (tets, seen, budget) = (&mut self.tets, self.seen, self.budget);
        if corners.iter().enumerate().any(|(i, c)| corners[..i].contains(c)) {
            self.report.collapsed.push(seen as u32);
        }
        cell_split::split(faces, corners, |tet| tets.push(tet, seen, budget))
    }

    /// The mesh and what was done to get it, or why it cannot be used.
    pub fn finish(mut self, file: &str) -> Result<(Mesh, Report), Error> {
        if self.tets.corners.is_empty() {
            self.cut_polygons().map_err(|flaw| flaw.in_file(file))?;
            // A check would find nothing, and cost a fifth of the time of the fast road.
            let checked = self.sound && self.finite;
            let Draft { vertices, triangles, report, .. } = self;
            if checked {
                let mesh = SimplexMesh::new(vertices, triangles.corners);
                debug_assert_eq!(mesh.check(), Ok(()));
                return Ok((mesh.into(), report));
            }
            check(vertices, triangles, report, file)
        } else {
            self.report.surface_elements_skipped = self.surface_elements;
            self.report.strips_split = 0;
            let Draft { vertices, tets, report, .. } = self;
            check(vertices, tets, report, file)
        }
    }

    /// Puts the right triangles where the fans stand.
    fn cut_polygons(&mut self) -> Parsed<()> {
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
            let outcome = polygon::triangulate(&positions, |t| {
                if let Some(slot) = slots.next() {
                    *slot = t.map(|i| corners[i]);
                }
            });
            match outcome {
                Outcome::Tiled => {}
                Outcome::NotSimple => self.report.polygons_not_simple += 1,
                Outcome::TooLarge => {
                    let source = self.triangles.sources.get(fan.first as usize);
                    return Err(Flaw::unsupported(
                        Place::Element(source.map_or(fan.first as usize, |&s| s as usize)),
                        format!(
                            "a polygon of {} corners that is not convex (the most is {})",
                            grouped(count),
                            grouped(polygon::MOST_CORNERS)
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
    fn push(&mut self, corners: [u32; N], source: usize, budget: Budget) -> Parsed<()> {
        let count = self.corners.len();
        budget.push(&mut self.corners, corners, || Place::Element(source))?;
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
    mut report: Report,
    file: &str,
) -> Result<(Mesh, Report), Error>
where
    Mesh: From<SimplexMesh<N>>,
{
    let mut mesh = SimplexMesh::new(vertices, elements.corners);
    report.sources = elements.sources;
    let mut outcome = mesh.check();
    if let Err(MeshError::RepeatedVertex { .. }) = outcome {
        drop_collapsed(&mut mesh, &mut report);
        outcome = mesh.check();
    }
    match outcome {
        Ok(()) => Ok((mesh.into(), report)),
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

fn drop_collapsed<const N: usize>(mesh: &mut SimplexMesh<N>, report: &mut Report) {
    if report.sources.is_empty() {
        report.sources = (0..mesh.elements.len() as u32).collect();
    }
    let removed = mesh.without_collapsed();
    report.collapsed.extend(removed.iter().map(|&e| report.sources[e as usize]));
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

    fn draft(vertices: usize) -> Draft {
        let mut draft = Draft::new(Budget::of_file(1000));
        // On a circle, so that every polygon in order is convex.
        for i in 0..vertices {
            let (y, x) = (i as f64).sin_cos();
            draft.push_vertex(DVec3::new(x, y, 0.0)).unwrap();
        }
        draft
    }

    #[test]
    fn elements_keep_the_order_of_the_file_and_know_their_source() {
        let mut draft = draft(6);
        draft.push(Shape::Triangle, &[0, 1, 2]).unwrap();
        draft.push(Shape::Line, &[0, 1]).unwrap();
        draft.push(Shape::Polygon, &[0, 1, 2, 3, 4]).unwrap();
        draft.push(Shape::Triangle, &[0, 1, 1]).unwrap();
        draft.push(Shape::Triangle, &[3, 4, 5]).unwrap();
        let (mesh, report) = draft.finish("f").unwrap();
        let Mesh::Triangles(mesh) = mesh else { panic!("surface") };
        assert_eq!(mesh.elements, [[0, 1, 2], [0, 1, 2], [0, 2, 3], [0, 3, 4], [3, 4, 5]]);
        assert_eq!(report.sources, [0, 2, 2, 2, 4]);
        assert_eq!(report.collapsed, [3]);
        assert_eq!((report.polygons_split, report.lines_skipped), (1, 1));
    }

    #[test]
    fn tetrahedra_win() {
        let mut draft = draft(8);
        draft.push(Shape::Polygon, &[0, 1, 2, 3]).unwrap();
        draft.push(Shape::Tet, &[0, 1, 2, 3]).unwrap();
        draft.push(Shape::Hex, &[0, 1, 2, 3, 4, 5, 6, 7]).unwrap();
        let (mesh, report) = draft.finish("f").unwrap();
        assert_eq!(mesh.element_count(), 7);
        assert_eq!(report.surface_elements_skipped, 1);
        assert_eq!((report.quads_split, report.hexes_split), (0, 1));
        assert_eq!(report.sources, [1, 2, 2, 2, 2, 2, 2]);
    }

    #[test]
    fn a_bad_index_is_traced_to_the_file() {
        let mut draft = draft(4);
        draft.push(Shape::Point, &[0]).unwrap();
        draft.push(Shape::Polygon, &[0, 1, 2, 9]).unwrap();
        let error = draft.finish("bad.obj").unwrap_err().to_string();
        assert!(error.contains("bad.obj") && error.contains("vertex 9"), "{error}");
        assert!(error.contains("element 1 of the file"), "{error}");
    }

    #[test]
    fn nothing_outgrows_the_budget() {
        let mut draft = Draft::new(Budget::of_file(0));
        let error = (0..).find_map(|_| draft.push_vertex(DVec3::ZERO).err()).unwrap();
        assert!(error.in_file("f").to_string().contains("100 times"));
        assert!(draft.vertices.capacity() * size_of::<DVec3>() <= SMALL);
    }
}
