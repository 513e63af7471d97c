//! What kernels say, compared with exact arithmetic.

use super::Condition;
use super::cases::{Cases, box_centres, next_to_limits, star_links};
use super::test_device::{Real, TestDevice};
use crate::buffers::params::Params;
use crate::buffers::positions::to_hi_lo;
use crate::shader_constants::{F32_LIMIT, NO_CORNER, POSITION_THREADS};
use crate::shader_sources::{Source, wgsl};
use jostle::geometry::predicates::{CoordinatePlane, orient3d};
use jostle::{DVec3, narrow};

/// A kernel on many cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// `pair_bound` and `orient3d` of four points.
    Signs(Real),
    /// `area_bound` and `orient2d` of three points.
    Areas(Real),
    /// `star_view`, `star_turns` and `star_side` of a vertex and its neighbours.
    SurfaceStars(Real),
    /// `volume_star_covers` of a tetrahedron.
    VolumeStars(Real),
    /// `decide` of two triangles, ...
    Triangles(Real),
    /// ... of two tetrahedra, ...
    Tetrahedra(Real),
    /// ... and of a triangle and a tetrahedron.
    TriangleTetrahedron(Real),
    /// `position_box` and `sortable_bits` of a vertex.
    Boxes(Real),
    /// Hi and lo parts of coordinates in `f32` or `f64`.
    HiLo(Real),
}

impl std::fmt::Display for Check {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = match self {
            Check::Signs(_) => "signs",
            Check::Areas(_) => "areas",
            Check::SurfaceStars(_) => "surface_stars",
            Check::VolumeStars(_) => "volume_stars",
            Check::Triangles(_) => "triangles",
            Check::Tetrahedra(_) => "tetrahedra",
            Check::TriangleTetrahedron(_) => "triangle_tetrahedron",
            Check::Boxes(_) => "boxes",
            Check::HiLo(_) => "hi_lo",
        };
        let real = match self.real() {
            Real::F32 => "f32",
            Real::F64 => "f64",
        };
        write!(f, "{name}_{real}")
    }
}

/// The kernel of a check.
macro_rules! kernel {
    ($name:literal) => {
        &[(concat!($name, ".wgsl"), include_str!(concat!($name, ".wgsl")))]
    };
}

impl Check {
    pub fn real(self) -> Real {
        match self {
            Check::Signs(real) | Check::Areas(real) | Check::SurfaceStars(real) => real,
            Check::VolumeStars(real) | Check::Boxes(real) | Check::HiLo(real) => real,
            Check::Triangles(real) | Check::Tetrahedra(real) => real,
            Check::TriangleTetrahedron(real) => real,
        }
    }

    /// The files of its kernel.
    pub fn sources(self) -> Vec<Source> {
        let real: &[Source] = match self.real() {
            Real::F32 => wgsl!("params", "real_f32"),
            Real::F64 => wgsl!("params", "real_f64"),
        };
        let pairs: &[Source] = wgsl!("vectors", "error_bound", "verdicts");
        let boxes: &[Source] = wgsl!(
            "counters",
            "scene",
            "vectors",
            "error_bound",
            "stars_atomic",
            "stars_volume",
            "cluster_boxes"
        );
        let narrow = |tests: &[Source]| {
            let common = wgsl!("scene", "vectors", "error_bound", "verdicts", "corner_positions");
            [real, common, tests, kernel!("decisions")].concat()
        };
        let (files, kernel): (&[Source], &[Source]) = match self {
            Check::Triangles(_) => {
                return narrow(wgsl!("triangle_triangle", "separating_line", "narrow_triangles"));
            }
            Check::Tetrahedra(_) => {
                return narrow(wgsl!("tetrahedron_tetrahedron", "narrow_tetrahedra"));
            }
            Check::TriangleTetrahedron(_) => {
                return narrow(wgsl!(
                    "triangle_triangle",
                    "tetrahedron_tetrahedron",
                    "triangle_tetrahedron",
                    "narrow_triangle_tetrahedron",
                ));
            }
            Check::Signs(_) => (pairs, kernel!("signs")),
            Check::Areas(_) => {
                let files: &[Source] =
                    wgsl!("vectors", "error_bound", "verdicts", "separating_line");
                (files, kernel!("areas"))
            }
            Check::SurfaceStars(_) => (
                wgsl!("scene", "vectors", "stars_atomic", "stars_surface"),
                kernel!("surface_stars"),
            ),
            Check::VolumeStars(_) => (boxes, kernel!("volume_stars")),
            Check::Boxes(_) => (boxes, kernel!("boxes")),
            Check::HiLo(Real::F64) => return wgsl!("params", "f64_to_hi_lo").to_vec(),
            Check::HiLo(Real::F32) => {
                return wgsl!("params", "f32_to_hi_lo", "convert_f32").to_vec();
            }
        };
        [real, files, kernel].concat()
    }

    pub fn cases(self) -> Cases {
        match self {
            Check::Signs(real) => Cases::of_four_points(real),
            Check::Areas(real) => Cases::of_three_points(real),
            Check::SurfaceStars(real) => Cases::of_stars(real),
            Check::VolumeStars(real) => Cases::of_tetrahedra(real),
            Check::Triangles(real) | Check::Tetrahedra(real) => Cases::of_two_elements(real),
            Check::TriangleTetrahedron(real) => Cases::of_two_elements(real),
            Check::Boxes(_) | Check::HiLo(_) => Cases { points: next_to_limits() },
        }
    }

    /// What is said of the first case of which it is wrong.
    pub fn first_wrong(
        self,
        device: &TestDevice,
        cases: &Cases,
        without: Option<&Condition>,
    ) -> Option<String> {
        match self {
            Check::Boxes(_) => box_centres()
                .iter()
                .find_map(|&centre| self.wrong_box(device, cases, without, centre)),
            Check::HiLo(_) => self.wrong_hi_lo(device, cases, without),
            _ => {
                let said = self.said(device, cases, without);
                let points = cases.points.chunks(self.points());
                let mut both = points.zip(said.chunks(self.numbers()));
                both.find_map(|(points, said)| {
                    self.wrong(points, said).map(|what| format!("{what} of {points:?}: {said:?}"))
                })
            }
        }
    }

    /// Points of a case.
    fn points(self) -> usize {
        match self {
            Check::SurfaceStars(_) => 6,
            Check::Triangles(_) | Check::Tetrahedra(_) | Check::TriangleTetrahedron(_) => 8,
            _ => 4,
        }
    }

    /// Numbers that are said of a case.
    fn numbers(self) -> usize {
        match self {
            Check::SurfaceStars(_) => 24,
            Check::Signs(_) => 3,
            Check::VolumeStars(_) => 7,
            Check::Triangles(_) | Check::Tetrahedra(_) | Check::TriangleTetrahedron(_) => 1,
            _ => 2,
        }
    }

    /// The corners of the two elements of each case.
    fn corners(self, count: usize) -> Vec<[u32; 4]> {
        let (first_is_triangle, second_is_triangle) = match self {
            Check::Triangles(_) => (true, true),
            Check::TriangleTetrahedron(_) => (true, false),
            _ => (false, false),
        };
        let corners = |at: u32, is_triangle: bool| {
            [at, at + 1, at + 2, if is_triangle { NO_CORNER } else { at + 3 }]
        };
        let both = |at: u32| [corners(at, first_is_triangle), corners(at + 4, second_is_triangle)];
        (0..count as u32).flat_map(|case| both(8 * case)).collect()
    }

    /// What the kernel says of all cases.
    fn said(self, device: &TestDevice, cases: &Cases, without: Option<&Condition>) -> Vec<f64> {
        let count = cases.points.len() / self.points();
        let positions = self.positions(&cases.points);
        let links = star_links(count);
        let mut inputs = vec![(2, positions.as_slice())];
        if matches!(self, Check::SurfaceStars(_)) {
            inputs.push((6, bytemuck::cast_slice(&links)));
        }
        let corners = self.corners(count);
        if self.points() == 8 {
            inputs.push((3, bytemuck::cast_slice(&corners)));
        }
        let params = Params { vertices: cases.points.len() as u32, ..Params::default() };
        let output = (20, count * self.numbers());
        let workgroups = count.div_ceil(64) as u32;
        let sources = self.sources();
        match self.real() {
            Real::F32 => {
                let said: Vec<f32> =
                    device.run(&sources, without, "check", params, &inputs, output, workgroups);
                said.into_iter().map(f64::from).collect()
            }
            Real::F64 => {
                device.run(&sources, without, "check", params, &inputs, output, workgroups)
            }
        }
    }

    /// Positions as kernels take them.
    fn positions(self, points: &[DVec3]) -> Vec<u8> {
        let coordinates = points.iter().flat_map(|point| point.to_array());
        match self.real() {
            Real::F32 => {
                coordinates.flat_map(|x| bytemuck::cast::<_, [u8; 8]>(to_hi_lo(x))).collect()
            }
            Real::F64 => coordinates.flat_map(f64::to_ne_bytes).collect(),
        }
    }

    fn wrong(self, points: &[DVec3], said: &[f64]) -> Option<String> {
        match self {
            Check::Signs(_) => {
                wrong_sign(said, orient3d(points[0], points[1], points[2], points[3]))
            }
            Check::Areas(_) => {
                let exact = CoordinatePlane::Xy.orient2d(points[0], points[1], points[2]);
                wrong_sign(said, exact)
            }
            Check::SurfaceStars(_) => wrong_star(points, said),
            Check::VolumeStars(_) => wrong_cover(points, said),
            _ => self.wrong_decision(points, said[0]),
        }
    }

    /// What is decided, unless it is unsure, is what the exact test decides.
    fn wrong_decision(self, points: &[DVec3], said: f64) -> Option<String> {
        let triangle = |at: usize| [points[at], points[at + 1], points[at + 2]];
        let tetrahedron = |at: usize| [points[at], points[at + 1], points[at + 2], points[at + 3]];
        let exact = || match self {
            Check::Triangles(_) => narrow::triangle_triangle(&triangle(0), &triangle(4)),
            Check::TriangleTetrahedron(_) => {
                narrow::triangle_tetrahedron(&triangle(0), &tetrahedron(4))
            }
            _ => narrow::tetrahedron_tetrahedron(&tetrahedron(0), &tetrahedron(4)),
        };
        const UNSURE: f64 = 2.0;
        let is_wrong = said != UNSURE && (said != 0.0) != exact();
        is_wrong.then(|| "a wrong decision".to_owned())
    }

    /// Boxes are in the order of positions, contain those that are not clamped, and are finite.
    fn wrong_box(
        self,
        device: &TestDevice,
        cases: &Cases,
        without: Option<&Condition>,
        centre: f32,
    ) -> Option<String> {
        let mut values: Vec<f64> = cases.points.iter().flat_map(|point| point.to_array()).collect();
        let near = |k: i32| f64::from(centre) * (1.0 + f64::from(k) * 2f64.powi(-40));
        values.extend((-1500..1500).map(near));
        // Of the two zeros the positive one first: equal numbers have boxes that overlap in any order.
        values.sort_by(|a, b| a.partial_cmp(b).expect("numbers").then(b.total_cmp(a)));
        values.truncate(values.len() / 3 * 3);
        let points: Vec<DVec3> = values.chunks(3).map(DVec3::from_slice).collect();
        let vertices = points.len() as u32;
        let params = Params { vertices, centre: [centre; 3], ..Params::default() };
        let positions = self.positions(&points);
        let output = (20, 2 * points.len());
        let workgroups = vertices.div_ceil(64);
        let sources = self.sources();
        let inputs = [(2, positions.as_slice())];
        let boxes: Vec<[i32; 4]> =
            device.run(&sources, without, "check", params, &inputs, output, workgroups);
        let mut largest_low = i32::MIN;
        for (at, &x) in values.iter().enumerate() {
            let low = boxes[at / 3 * 2][at % 3];
            let high = boxes[at / 3 * 2 + 1][at % 3];
            largest_low = largest_low.max(low);
            if largest_low > high {
                return Some(format!("the order at {x:e} about {centre:e}"));
            }
            let [low, high] = [low, high].map(unsorted);
            if !low.is_finite() || !high.is_finite() {
                return Some(format!("the box of {x:e} about {centre:e} is not finite"));
            }
            let is_contained =
                sign_beyond(x, centre, low) >= 0 && sign_beyond(x, centre, high) <= 0;
            // The boxes of `f64` are rounded to the nearest: only their order counts.
            if self.real() == Real::F32 && x.abs() <= F32_LIMIT && !is_contained {
                return Some(format!(
                    "[{low:e}, {high:e}] about {centre:e} does not contain {x:e}"
                ));
            }
        }
        None
    }

    /// Hi and lo parts are what the host makes of them, up to rounding, and at most the limit.
    fn wrong_hi_lo(
        self,
        device: &TestDevice,
        cases: &Cases,
        without: Option<&Condition>,
    ) -> Option<String> {
        let points = &cases.points;
        let mut params = Params { vertices: points.len() as u32, ..Params::default() };
        params.position_stride = 3;
        let coordinates: Vec<f64> = points.iter().flat_map(|point| point.to_array()).collect();
        let singles: Vec<f32> =
            coordinates.iter().map(|&x| x.clamp(f32::MIN.into(), f32::MAX.into()) as f32).collect();
        let (entry, bytes): (&str, &[u8]) = match self.real() {
            Real::F32 => ("convert_f32", bytemuck::cast_slice(&singles)),
            Real::F64 => ("f64_to_hi_lo", bytemuck::cast_slice(&coordinates)),
        };
        let workgroups = (coordinates.len() as u32).div_ceil(POSITION_THREADS);
        let (sources, output) = (self.sources(), (3, coordinates.len()));
        let parts: Vec<[f32; 2]> =
            device.run(&sources, without, entry, params, &[(2, bytes)], output, workgroups);
        let limit = match self.real() {
            Real::F32 => f64::from(F32_LIMIT as f32),
            Real::F64 => F32_LIMIT,
        };
        parts.iter().enumerate().find_map(|(at, &[hi, lo])| {
            let x = match self.real() {
                Real::F32 => f64::from(singles[at]),
                Real::F64 => coordinates[at],
            };
            let [hi, lo] = [hi, lo].map(f64::from);
            let rest = x.clamp(-limit, limit) - hi - lo;
            let allowed = hi.abs() * 2f64.powi(-46) + f64::from(f32::MIN_POSITIVE);
            let fits = hi.abs() <= f64::from(F32_LIMIT as f32) && rest.abs() <= allowed;
            (!fits).then(|| format!("{x:e} is {hi:e} and {lo:e}"))
        })
    }
}

/// The bound is finite, or a kernel may make any number of it; and a sign that is not zero is the exact one.
fn wrong_sign(said: &[f64], exact: i8) -> Option<String> {
    if said.iter().any(|number| !number.is_finite()) {
        return Some("a number that is not finite".to_owned());
    }
    (said[1] != 0.0 && said[1] != f64::from(exact)).then(|| "a wrong sign".to_owned())
}

/// The difference of two points, which is a number.
fn edge(from: DVec3, to: DVec3) -> DVec3 {
    let edge = to - from;
    assert_eq!(from + edge, to, "an edge that is rounded");
    assert_eq!(to - edge, from, "an edge that is rounded");
    edge
}

fn wrong_star(points: &[DVec3], said: &[f64]) -> Option<String> {
    if said[0] == 0.0 {
        return None;
    }
    if said.iter().any(|number| !number.is_finite()) {
        return Some("a number that is not finite".to_owned());
    }
    let n = DVec3::from_slice(&said[1..]);
    let r = DVec3::from_slice(&said[4..]);
    let edges: Vec<DVec3> = points[1..].iter().map(|&point| edge(points[0], point)).collect();
    let is_ring = said[18] != 0.0;
    let mut covered = 0;
    let mut before = 0;
    for i in 0..if is_ring { 6 } else { 5 } {
        let side = orient3d(DVec3::ZERO, n, r, edges[i % 5]);
        if said[12 + i] != 0.0 && said[12 + i] != f64::from(side) {
            return Some(format!("side {i}"));
        }
        let turns = || orient3d(DVec3::ZERO, n, edges[i - 1], edges[i % 5]) > 0;
        if i > 0 && said[18 + i] != 0.0 && !turns() {
            return Some(format!("turn {i}"));
        }
        covered += u32::from(before < 0 && side > 0);
        before = side;
    }
    let is_injective = said[0] == 2.0;
    (is_injective && covered != u32::from(is_ring)).then(|| format!("{covered} times round"))
}

fn wrong_cover(points: &[DVec3], said: &[f64]) -> Option<String> {
    let [b, c, d] = [1, 2, 3].map(|i| edge(points[0], points[i]));
    let along = DVec3::from_slice(&said[4..]);
    for (i, sign) in [1, -1].into_iter().enumerate() {
        let (covers, sure) = (said[2 * i] != 0.0, said[2 * i + 1] != 0.0);
        if !sure {
            continue;
        }
        let det = |p, q, r| sign * i32::from(orient3d(DVec3::ZERO, p, q, r));
        let fluxes = [[c, d], [d, b], [b, c]].map(|[p, q]| det(p, q, along));
        let holds = match covers {
            true => fluxes.iter().all(|&flux| flux > 0),
            false => fluxes.iter().any(|&flux| flux < 0),
        };
        if det(b, c, d) <= 0 || !holds {
            return Some(format!("cover {i}"));
        }
    }
    None
}

/// The number whose place in the order this is.
fn unsorted(bits: i32) -> f32 {
    f32::from_bits((bits ^ ((bits >> 31) & 0x7fff_ffff)) as u32)
}

/// The sign of `x - centre - corner`.
fn sign_beyond(x: f64, centre: f32, corner: f32) -> i8 {
    let rows = [
        DVec3::new(x, 1.0, 1.0),
        DVec3::new(centre.into(), 1.0, 0.0),
        DVec3::new(corner.into(), 0.0, 1.0),
    ];
    orient3d(DVec3::ZERO, rows[0], rows[1], rows[2])
}
