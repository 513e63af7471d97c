use super::*;
use glam::DVec3;
use jostle::mesh::{TriangleMesh, shapes};
use jostle_support::random::SplitMix64;

const SIDE: u32 = 61;

/// One world unit is one pixel, and the world's origin is the image's lower left corner.
fn flat(side: u32) -> View {
    let half = f64::from(side) / 2.0;
    let camera = Camera {
        eye: DVec3::new(half, half, 10.0),
        right: DVec3::X,
        up: DVec3::Y,
        forward: DVec3::NEG_Z,
        projection: Projection::Orthographic { height: f64::from(side) },
    };
    View::new(camera, side, side).unwrap()
}

fn seen_from(azimuth: f64, elevation: f64, lens: Lens, mesh: &TriangleMesh) -> View {
    let direction = CameraAngles { azimuth, elevation, up: Up::Z };
    let camera = Camera::framing(mesh.vertices.iter().copied(), direction, lens, 1.0);
    View::new(camera, 200, 200).unwrap()
}

/// All fragments, in the order of bands and triangles.
fn fragments(view: &View, triangles: &[[DVec3; 3]]) -> Vec<(usize, Fragment)> {
    let mut bands = vec![Vec::new(); view.height().div_ceil(BAND_ROWS) as usize];
    scan(
        view,
        triangles.len(),
        |t| triangles[t],
        &mut bands,
        |band, triangle, fragment| {
            band.push((triangle, fragment));
        },
    );
    bands.concat()
}

fn counts(view: &View, triangles: &[[DVec3; 3]], weigh: impl Fn(&Fragment) -> i32) -> Vec<i32> {
    let mut counts = vec![0; (view.width() * view.height()) as usize];
    for (_, fragment) in fragments(view, triangles) {
        counts[(fragment.y * view.width() + fragment.x) as usize] += weigh(&fragment);
    }
    counts
}

fn triangles(mesh: &TriangleMesh) -> Vec<[DVec3; 3]> {
    (0..mesh.elements.len()).map(|t| mesh.corners(t)).collect()
}

/// Pixel `(x, y)` of [`flat`] against a triangle with corners on quarters of pixels, by the signs of
/// areas. Its centre is moved to the right by a little and down by much less, so that it lies on no
/// edge: that is what the top-left rule means.
fn covers(corners: [[i64; 2]; 3], x: u32, y: u32) -> bool {
    let unit = 1 << 20;
    let point = [
        (4 * i64::from(x) + 2) * unit + 1000,
        (4 * i64::from(SIDE) - 4 * i64::from(y) - 2) * unit - 1,
    ];
    let side = |a: [i64; 2], b: [i64; 2]| {
        let [a, b] = [a, b].map(|p| p.map(|c| c * unit));
        ((b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])).signum()
    };
    let [a, b, c] = corners;
    let sides = [side(a, b), side(b, c), side(c, a)];
    sides == [1; 3] || sides == [-1; 3]
}

#[test]
fn coverage_is_that_of_points_in_triangles() {
    let mut random = SplitMix64::new(3);
    let view = flat(SIDE);
    for round in 0..400 {
        // Every other round has corners at pixel centres, where ties are common.
        let corner = |random: &mut SplitMix64| {
            let quarters = |random: &mut SplitMix64| (random.next_u64() % (4 * 80)) as i64 - 40;
            let [x, y] = [quarters(random), quarters(random)];
            if round % 2 == 0 { [x, y] } else { [x / 4 * 4 + 2, y / 4 * 4 + 2] }
        };
        let corners = [corner(&mut random), corner(&mut random), corner(&mut random)];
        let place = |[x, y]: [i64; 2]| DVec3::new(x as f64 / 4.0, y as f64 / 4.0, 0.0);
        let counts = counts(&view, &[corners.map(place)], |_| 1);
        for y in 0..SIDE {
            for x in 0..SIDE {
                let expected = i32::from(covers(corners, x, y));
                assert_eq!(counts[(y * SIDE + x) as usize], expected, "{corners:?} at {x}, {y}");
            }
        }
    }
}

#[test]
fn adjoining_triangles_cover_every_pixel_once() {
    // A net of triangles around the image, its corners moved about and some onto pixel centres.
    let mut random = SplitMix64::new(5);
    for steps in [3, 10, 70, 200] {
        let cell = f64::from(SIDE) / f64::from(steps - 2);
        let corner = |i: u32, j: u32, random: &mut SplitMix64| {
            let mut jitter = || (random.next_u64() % 1000) as f64 / 3000.0 * cell;
            let p = DVec3::new(
                f64::from(i) * cell + jitter(),
                f64::from(j) * cell + jitter(),
                jitter(),
            );
            let p = p - DVec3::new(cell, cell, 0.0);
            if (i + j).is_multiple_of(3) && cell > 3.0 { p.floor() + 0.5 } else { p }
        };
        let mut vertices = Vec::new();
        for j in 0..=steps {
            for i in 0..=steps {
                vertices.push(corner(i, j, &mut random));
            }
        }
        let at = |i: u32, j: u32| vertices[(j * (steps + 1) + i) as usize];
        let mut net = Vec::new();
        for j in 0..steps {
            for i in 0..steps {
                let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
                net.extend(if (i + j).is_multiple_of(2) {
                    [[a, b, c], [c, a, d]]
                } else {
                    [[b, a, d], [b, c, d]]
                });
            }
        }
        let counts = counts(&flat(SIDE), &net, |_| 1);
        assert!(counts.iter().all(|&count| count == 1), "{steps} steps");
    }
}

#[test]
fn rays_leave_closed_surfaces_as_often_as_they_enter() {
    let shapes = [shapes::bumpy_sphere(16, 0.4, 2), shapes::torus_knot(2, 3, 0.9, 200, 10)];
    for mesh in shapes {
        for lens in [Lens::Orthographic, Lens::default()] {
            for [azimuth, elevation] in [[0.0, 0.0], [90.0, 0.0], [33.0, 21.0], [0.0, 90.0]] {
                let view = seen_from(azimuth, elevation, lens, &mesh);
                let all = triangles(&mesh);
                let balance = counts(&view, &all, |f| if f.front { 1 } else { -1 });
                assert!(balance.iter().all(|&sum| sum == 0));
                let layers = counts(&view, &all, |_| 1);
                assert!(layers.iter().any(|&count| count >= 2));
            }
        }
    }
}

#[test]
fn depth_is_that_of_the_plane() {
    let view = flat(SIDE);
    // Corners on the lattice: nothing is rounded, and the plane is exact in floating point.
    let plane = |x: f64, y: f64| 3.0 + 0.25 * x - 0.5 * y;
    let corner = |x: f64, y: f64| DVec3::new(x, y, plane(x, y));
    let triangle = [corner(-7.25, 3.0), corner(66.5, 10.125), corner(20.0, 55.75)];
    let covered = fragments(&view, &[triangle]);
    assert!(covered.len() > 1000);
    for (_, f) in covered {
        let (x, y) = (f64::from(f.x) + 0.5, f64::from(SIDE) - f64::from(f.y) - 0.5);
        assert!((f.depth - (10.0 - plane(x, y))).abs() < 1e-11, "{f:?}");
        let [a, b, c] = triangle;
        let [u, v, w] = f.barycentrics;
        assert!((u * a + v * b + w * c - DVec3::new(x, y, plane(x, y))).length() < 1e-11);
    }
}

#[test]
fn a_triangle_that_reaches_behind_the_eye_is_cut() {
    let camera = Camera {
        eye: DVec3::ZERO,
        right: DVec3::X,
        up: DVec3::Y,
        forward: DVec3::NEG_Z,
        projection: Projection::Perspective { slope: 1.0, near: 0.125 },
    };
    let view = View::new(camera, 64, 64).unwrap();
    // A floor below the eye from far ahead to behind it: it fills the lower half of the image up to
    // the near plane, and neighbours share what is left of their edge.
    let [left, right, back] =
        [[-1e4, -1.0, -9e3], [1e4, -1.0, -9e3], [0.0, -1.0, 9e3]].map(DVec3::from);
    let floor = [
        [left, right, back],
        [left, back, DVec3::new(-1e4, -1.0, 9e3)],
        [right, DVec3::new(1e4, -1.0, 9e3), back],
    ];
    let counts = counts(&view, &floor, |_| 1);
    for (i, &count) in counts.iter().enumerate() {
        assert_eq!(count, i32::from(i >= 32 * 64), "pixel {i}");
    }
    for (triangle, f) in fragments(&view, &floor) {
        let (x, y) = (f64::from(f.x) + 0.5, f64::from(f.y) + 0.5);
        let expected = 32.0 / (y - 32.0);
        assert!((f.depth / expected - 1.0).abs() < 1e-2, "{f:?} {expected}");
        let [u, v, w] = f.barycentrics;
        let [a, b, c] = floor[triangle];
        let on = u * a + v * b + w * c;
        assert!((on - view.point(x, y, f.depth)).length() < 1e-2 * f.depth.max(1.0), "{f:?} {on}");
    }
    assert!(fragments(&view, &[[-left, -right, DVec3::new(0.0, 1.0, 5e3)]]).is_empty(), "behind");
}

#[test]
fn fragments_do_not_depend_on_the_number_of_threads() {
    let mesh = shapes::bumpy_sphere(20, 0.3, 1);
    let view = seen_from(20.0, 30.0, Lens::default(), &mesh);
    let all = triangles(&mesh);
    let [one, three] = [1, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| fragments(&view, &all))
    });
    assert!(!one.is_empty() && one == three);
}

#[test]
fn hopeless_corners_cover_nothing_and_huge_ones_are_cut() {
    let view = flat(SIDE);
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let triangle = [DVec3::ZERO, DVec3::new(bad, 0.0, 0.0), DVec3::new(0.0, 50.0, bad)];
        assert!(fragments(&view, &[triangle]).is_empty(), "{bad}");
    }
    assert!(fragments(&view, &[[DVec3::ONE; 3]]).is_empty());
    for huge in [1e6, 1e30, 1e150, 1e300] {
        let corners = [[-1.0, -1.0], [1.0, -1.0], [0.0, 1.0]];
        let triangle = corners.map(|[x, y]| DVec3::new(x * huge, y * huge, 0.0));
        assert_eq!(fragments(&view, &[triangle]).len(), (SIDE * SIDE) as usize, "{huge}");
    }
}

#[test]
fn framing_fills_the_image_and_no_more() {
    let mesh = shapes::torus(2.0, 0.5, 40, 20).translated(DVec3::new(5.0, 6.0, -7.0));
    for lens in [Lens::Orthographic, Lens::default()] {
        for [azimuth, elevation] in [[0.0, 0.0], [40.0, 30.0], [0.0, -90.0]] {
            let view = seen_from(azimuth, elevation, lens, &mesh);
            let seen: Vec<Fragment> =
                fragments(&view, &triangles(&mesh)).into_iter().map(|(_, f)| f).collect();
            let reach = |coordinate: fn(&Fragment) -> u32| {
                let least = seen.iter().map(coordinate).min().unwrap();
                (least, seen.iter().map(coordinate).max().unwrap() - least + 1)
            };
            let ((x, width), (y, height)) = (reach(|f| f.x), reach(|f| f.y));
            assert!(width.max(height) >= 198, "{width} x {height}");
            let longer = if width > height { 2 * x + width } else { 2 * y + height };
            assert!(longer.abs_diff(200) <= 1, "{x} + {width}, {y} + {height}");
        }
    }
    // Nothing, a point, and points too far apart to be told: some camera all the same.
    let far = [DVec3::MAX, DVec3::MIN];
    for points in [&[][..], &[DVec3::ONE], &[DVec3::ONE; 2], &far, &[DVec3::NAN]] {
        for lens in [Lens::Orthographic, Lens::default()] {
            let direction = CameraAngles { azimuth: 30.0, elevation: 20.0, up: Up::Y };
            let camera = Camera::framing(points.iter().copied(), direction, lens, 1.5);
            assert!(View::new(camera, 30, 20).is_ok(), "{points:?}: {camera:?}");
        }
    }
}

#[test]
fn directions_are_those_of_a_draughtsman() {
    let look =
        |azimuth, elevation, up| CameraAngles { azimuth, elevation, up }.axes().map(|v| v + 0.0);
    assert_eq!(look(0.0, 0.0, Up::Z), [DVec3::X, DVec3::Z, DVec3::NEG_Y]);
    assert_eq!(look(90.0, 0.0, Up::Z), [DVec3::Y, DVec3::Z, DVec3::X]);
    assert_eq!(look(0.0, 90.0, Up::Z), [DVec3::X, DVec3::Y, DVec3::Z]);
    assert_eq!(look(0.0, 0.0, Up::Y), [DVec3::X, DVec3::Y, DVec3::Z]);
    assert_eq!(look(0.0, 90.0, Up::Y), [DVec3::X, DVec3::NEG_Z, DVec3::Y]);
}

#[test]
fn bad_views_are_refused() {
    let camera = *flat(SIDE).camera();
    for [width, height] in [[0, 5], [5, 0], [MAX_SIDE + 1, 5]] {
        let error = View::new(camera, width, height).unwrap_err();
        assert_eq!(error, ViewError::Size { width, height });
        assert!(error.to_string().contains("16384"), "{error}");
    }
    let blind = Camera { projection: Projection::Orthographic { height: 0.0 }, ..camera };
    assert!(matches!(View::new(blind, 5, 5), Err(ViewError::Camera { .. })));
}
