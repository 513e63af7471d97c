//! On coarse meshes the curve is drawn where elements meet, and not whole red faces.

use jostle::mesh::shapes::{self, Split};
use jostle::raster::Lens;
use jostle::{DVec3, Mesh, Query, Scene, TriangleMesh, collide};
use jostle_picture::{Image, Paint, Picture, Size};

const SIZE: [u32; 2] = [240, 180];

/// From the front, with parallel rays: x to the right, z up.
fn from_front() -> Picture {
    let size = Size::new(SIZE[0], SIZE[1]).unwrap();
    let picture = Picture::default().size(size).legend(false).lens(Lens::Orthographic);
    picture.viewpoint("front".parse().unwrap())
}

/// A cube of twelve triangles whose lowest corner is given.
fn cube(corner: [f64; 3]) -> TriangleMesh {
    let mesh = shapes::box_surface(DVec3::ONE, [1, 1, 1]);
    let lowest = mesh.bounds().min;
    mesh.translated(DVec3::from(corner) - lowest)
}

fn scene(meshes: impl IntoIterator<Item = impl Into<Mesh>>) -> Scene {
    let mut scene = Scene::new();
    for mesh in meshes {
        scene.add("object", mesh).unwrap();
    }
    scene
}

fn paint(scene: &Scene) -> Paint {
    Paint::collisions(scene, &collide(scene, &Query::default()).unwrap())
}

fn draw(scene: &Scene) -> Image {
    from_front().draw(scene, &paint(scene)).unwrap()
}

/// The pixel at x and z of a picture from the front, of which a scene fills 84 % of one side.
fn pixel(scene: &Scene, x: f64, z: f64) -> [u32; 2] {
    let bounds = scene.element_bounds();
    let (size, middle) = (bounds.size(), bounds.min.midpoint(bounds.max));
    let [width, height] = SIZE.map(f64::from);
    let scale = 0.84 * (width / size.x).min(height / size.z);
    let at = [width / 2.0 + (x - middle.x) * scale, height / 2.0 - (z - middle.z) * scale];
    at.map(|at| at as u32)
}

/// How much redder than anything else the reddest of the nine pixels around a place is.
fn redness(image: &Image, [x, y]: [u32; 2]) -> i32 {
    let around = (x - 1..=x + 1).flat_map(|x| (y - 1..=y + 1).map(move |y| (x, y)));
    let red = |(x, y)| {
        let [r, g, b] = image.pixel(x, y).unwrap().map(i32::from);
        r - g.max(b)
    };
    around.map(red).max().unwrap()
}

fn red_pixels(image: &Image) -> usize {
    let is_red = |p: &&[u8; 3]| i32::from(p[0]) - i32::from(p[1].max(p[2])) > 90;
    image.pixels().iter().filter(is_red).count()
}

#[test]
fn two_cubes_that_cross_have_a_curve() {
    // The second is behind, to the right and above.
    let scene = scene([cube([0.0; 3]), cube([0.6, 0.5, 0.55])]);
    let image = draw(&scene);
    for [x, z] in [[0.7, 1.0], [0.9, 1.0], [1.0, 0.9], [1.0, 0.7]] {
        assert!(redness(&image, pixel(&scene, x, z)) > 90, "the curve at {x}, {z}");
    }
    for [x, z] in [[1.3, 1.2], [0.8, 1.4], [1.4, 0.7]] {
        assert!(redness(&image, pixel(&scene, x, z)) < 60, "the face at {x}, {z}");
    }
    assert!(red_pixels(&image) < 1200, "{}", red_pixels(&image));
}

#[test]
fn a_hidden_curve_is_seen_through_what_hides_it() {
    let scene = scene([cube([0.0; 3]), cube([0.6, -0.5, 0.55])]);
    let (image, plain) = (draw(&scene), from_front().draw(&scene, &Paint::plain()).unwrap());
    let redder = |x, z| redness(&image, pixel(&scene, x, z)) - redness(&plain, pixel(&scene, x, z));
    assert!(redder(0.8, 1.0) > 40 && redder(1.0, 0.75) > 40);
    assert!(redder(1.3, 1.3) < 30 && redder(0.8, 0.75) < 30);
}

#[test]
fn without_pairs_the_faces_are_red() {
    let scene = scene([cube([0.0; 3]), cube([0.6, 0.5, 0.55])]);
    let colliding = collide(&scene, &Query::colliding_elements()).unwrap();
    assert!(colliding.pairs().is_empty());
    let image = from_front().draw(&scene, &Paint::collisions(&scene, &colliding)).unwrap();
    assert!(red_pixels(&image) > 3000, "{}", red_pixels(&image));
}

#[test]
fn fine_meshes_are_drawn_as_without_pairs() {
    let sphere = || shapes::icosphere(4, 1.0);
    let scene = scene([sphere(), sphere().translated(DVec3::new(1.0, 0.2, 0.1))]);
    let with_pairs = paint(&scene);
    let without = Paint { pairs: Vec::new(), ..with_pairs.clone() };
    let draw = |paint: &Paint| from_front().draw(&scene, paint).unwrap();
    assert!(draw(&with_pairs) == draw(&without));
}

#[test]
fn touching_points_are_dots() {
    let scene = scene([cube([0.0; 3]), cube([1.0, 1.0, 1.0])]);
    let image = draw(&scene);
    assert!(redness(&image, pixel(&scene, 1.0, 1.0)) > 90);
    assert!((4..120).contains(&red_pixels(&image)), "{}", red_pixels(&image));
}

#[test]
fn areas_of_contact_have_an_outline() {
    let scene = scene([cube([0.0; 3]), cube([0.3, 1.0, 0.2])]);
    let image = draw(&scene);
    // Seen through the first: the common rectangle, without the diagonals of the faces.
    let red = |x, z| redness(&image, pixel(&scene, x, z));
    let plain = red(0.15, 0.6);
    for [x, z] in [[0.3, 0.5], [0.6, 0.2]] {
        assert!(red(x, z) > plain + 40, "the side at {x}, {z}");
    }
    for at in [0.4, 0.5, 0.6, 0.7, 0.8] {
        for [x, z] in [[at, at], [at, 1.0 - at], [at, at - 0.1], [at, 1.5 - at]] {
            if (0.35..0.95).contains(&x) && (0.25..0.95).contains(&z) {
                assert!(red(x, z) < plain + 30, "inside at {x}, {z}");
            }
        }
    }
}

#[test]
fn tetrahedra_meet_where_their_boundaries_do() {
    let block = |across| shapes::beam_tets(1.0, 1.0, across, Split::Six);
    let crossing = scene([block(1), block(2).translated(DVec3::new(0.6, 0.5, 0.55))]);
    let red = red_pixels(&draw(&crossing));
    assert!((60..1500).contains(&red), "{red}");
    // Where no boundaries cross, marks show what is inside.
    let inside = scene([block(1).scaled(DVec3::splat(3.0)), block(1)]);
    let image = draw(&inside);
    let plain = from_front().draw(&inside, &Paint::plain()).unwrap();
    let middle = [SIZE[0] / 2, SIZE[1] / 2];
    assert!(redness(&image, middle) > redness(&plain, middle) + 40);
}

#[test]
fn large_elements_are_not_red_among_small_ones() {
    let corners = [[-3.0, 0.0, -3.0], [3.0, 0.0, -3.0], [3.0, 0.0, 3.0], [-3.0, 0.0, 3.0]];
    let wall = TriangleMesh::new(corners.map(DVec3::from).to_vec(), vec![[0, 1, 2], [0, 2, 3]]);
    let scene = scene([wall, shapes::icosphere(4, 1.0)]);
    let image = draw(&scene);
    assert!(redness(&image, pixel(&scene, 1.0, 0.0)) > 90, "the circle");
    assert!(redness(&image, pixel(&scene, 2.0, 1.0)) < 60, "the wall");
}
