//! What pictures promise: marks where they belong, the same pixels always, and errors that help.

use jostle::mesh::shapes::{self, Split};
use jostle::raster::Lens;
use jostle::{DVec3, ObjectId, Query, Scene, collide};
use jostle_picture::{Error, Image, Mark, Paint, Picture, Size, Viewpoint, Zoom};

fn small() -> Picture {
    let size = Size::new(240, 180).unwrap();
    Picture::default().size(size).legend(false).lens(Lens::Orthographic)
}

fn from_front() -> Picture {
    small().viewpoint("front".parse().unwrap())
}

fn spheres(apart: f64) -> Scene {
    let mut scene = Scene::new();
    scene.add("left", shapes::icosphere(4, 1.0)).unwrap();
    scene.add("right", shapes::icosphere(4, 1.0).translated(DVec3::X * apart)).unwrap();
    scene
}

fn draw_collisions(picture: &Picture, scene: &Scene) -> Image {
    let collisions = collide(scene, &Query::default()).unwrap();
    picture.draw(scene, &Paint::collisions(scene, &collisions)).unwrap()
}

/// How much redder than anything else a pixel is.
fn redness(image: &Image, x: u32, y: u32) -> i32 {
    let [r, g, b] = image.pixel(x, y).unwrap().map(i32::from);
    r - g.max(b)
}

#[test]
fn what_collides_is_red_and_nothing_else_is() {
    let image = draw_collisions(&from_front(), &spheres(1.0));
    // The spheres meet in a circle that is seen from the side: a vertical line in the middle.
    for y in [40, 60, 90, 120, 140] {
        assert!((116..124).any(|x| redness(&image, x, y) > 80), "row {y}");
        for x in (0..105).chain(135..240) {
            assert!(redness(&image, x, y) < 60, "{x}, {y}: {:?}", image.pixel(x, y));
        }
    }
    let apart = draw_collisions(&from_front(), &spheres(2.1));
    assert!((0..180).all(|y| (0..240).all(|x| redness(&apart, x, y) < 60)));
}

#[test]
fn hidden_marks_are_seen_through_what_hides_them() {
    // Two bodies of tetrahedra, one behind the other: what collides lies inside.
    let mut scene = Scene::new();
    let cube = || shapes::beam_tets(1.0, 1.0, 16, Split::Six);
    scene.add("front", cube()).unwrap();
    scene.add("back", cube().scaled(DVec3::splat(0.4)).translated(DVec3::Y * 0.6)).unwrap();
    let image = draw_collisions(&from_front(), &scene);
    let plain = from_front().draw(&scene, &Paint::plain()).unwrap();
    assert!(redness(&image, 120, 90) > redness(&plain, 120, 90) + 60);
    assert_eq!(image.pixel(60, 40), plain.pixel(60, 40), "the rest is as it was");

    // An object wholly inside another.
    let mut scene = Scene::new();
    scene.add("shell", shapes::icosphere(3, 1.0)).unwrap();
    scene.add("pebble", shapes::icosphere(2, 0.3)).unwrap();
    let image = draw_collisions(&from_front(), &scene);
    let plain = from_front().draw(&scene, &Paint::plain()).unwrap();
    assert!(redness(&image, 120, 90) > redness(&plain, 120, 90) + 60);
    assert_eq!(image.pixel(120, 30), plain.pixel(120, 30));
}

#[test]
fn a_few_marks_are_seen_through_many_layers_and_a_crowd_is_not() {
    // Two plates before a row of spheres that overlap: four layers.
    let behind_plates = |balls: u32| {
        let mut scene = Scene::new();
        for y in [-1.0, -0.7] {
            let plate = shapes::box_surface(DVec3::new(6.0, 0.1, 1.0), [4, 1, 2]);
            scene.add("plate", plate.translated(DVec3::Y * y)).unwrap();
        }
        for i in 0..balls {
            let x = 0.3 * (f64::from(i) - 0.5 * f64::from(balls - 1));
            scene.add("ball", shapes::icosphere(2, 0.4).translated(DVec3::X * x)).unwrap();
        }
        let seen = draw_collisions(&from_front(), &scene);
        let plain = from_front().draw(&scene, &Paint::plain()).unwrap();
        let redder = |(x, y)| redness(&seen, x, y) - redness(&plain, x, y);
        (60..180).flat_map(|x| (60..120).map(move |y| (x, y))).map(redder).max().unwrap()
    };
    let (few, many) = (behind_plates(2), behind_plates(17));
    assert!(few > 40 && many < few / 2, "{few} and {many}");
}

#[test]
fn a_single_tiny_element_is_found() {
    let mut scene = Scene::new();
    let mesh = shapes::icosphere(6, 1.0);
    let elements = mesh.elements.len();
    let facing = (0..elements).min_by(|&a, &b| {
        let y = |t: usize| mesh.corners(t).iter().map(|c| c.y).sum::<f64>();
        y(a).total_cmp(&y(b))
    });
    scene.add("sphere", mesh).unwrap();
    let mut paint = Paint { marks: vec![Mark::Plain; elements], ..Paint::default() };
    paint.marks[facing.unwrap()] = Mark::Colliding;
    let image = from_front().draw(&scene, &paint).unwrap();
    let red = (110..130).flat_map(|x| (80..100).map(move |y| (x, y)));
    assert!(red.filter(|&(x, y)| redness(&image, x, y) > 40).count() >= 4);
}

#[test]
fn values_become_colours_with_a_legend() {
    let mut scene = Scene::new();
    let mesh = shapes::icosphere(4, 1.0);
    let count = mesh.elements.len();
    let values: Vec<f64> = (0..count)
        .map(|t| mesh.corners(t).iter().map(|c| c.x).sum::<f64>() / 3.0)
        .map(|x| if x.abs() < 0.3 { f64::NAN } else { x })
        .collect();
    scene.add("sphere", mesh).unwrap();
    let paint = Paint::values("x", values);
    let image = from_front().draw(&scene, &paint).unwrap();
    let [[lr, _, lb], [mr, mg, mb], [hr, _, hb]] =
        [60, 120, 180].map(|x| image.pixel(x, 90).unwrap());
    assert!(lb > lr && hr > hb, "blue is low and red is high");
    assert!(mb > mr && mr.abs_diff(mg) < 60, "without a value, the object's colour stays");
    let with_legend = from_front().legend(true).draw(&scene, &paint).unwrap();
    let differs = |x: u32, y: u32| with_legend.pixel(x, y) != image.pixel(x, y);
    assert!((150..236).any(|x| (150..176).any(|y| differs(x, y))));
    assert!(!(90..150).any(|x| (60..120).any(|y| differs(x, y))));
}

#[test]
fn pictures_do_not_depend_on_threads_or_on_the_scale_of_the_scene() {
    let scene = spheres(1.2);
    let [one, three] = [1, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| draw_collisions(&small(), &scene))
    });
    assert!(one == three);
    let marks = Paint { marks: vec![Mark::Plain; scene.element_count()], ..Paint::default() };
    let plain = small().draw(&scene, &marks).unwrap();
    for exponent in [-900, 1000] {
        let mut scaled = scene.clone();
        for object in scaled.object_ids() {
            let scale = |v: &mut DVec3| *v *= 2f64.powi(exponent);
            scaled.vertices_mut(object).unwrap().iter_mut().for_each(scale);
        }
        assert!(small().draw(&scaled, &marks).unwrap() == plain, "2^{exponent}");
    }
}

#[test]
fn odd_scenes_have_pictures_too() {
    let empty = Scene::new();
    small().draw(&empty, &Paint::plain()).unwrap();
    let mut scene = Scene::new();
    scene.add("nothing", jostle::TriangleMesh::default()).unwrap();
    let point = jostle::TriangleMesh::new(vec![DVec3::ONE; 3], vec![[0, 1, 2]]);
    scene.add("point", point).unwrap();
    small().draw(&scene, &Paint::plain()).unwrap();
    let ends = [DVec3::MIN, DVec3::MAX, DVec3::new(f64::MAX, f64::MIN, 0.0)];
    scene.add("all there is", jostle::TriangleMesh::new(ends.to_vec(), vec![[0, 1, 2]])).unwrap();
    for near in [0.01, 1.0, 1000.0] {
        let picture = Picture::default().size(Size::new(64, 48).unwrap());
        let picture = picture.viewpoint(Viewpoint::new(10.0, -80.0).distance(near));
        picture.draw(&scene, &Paint::plain()).unwrap();
    }
}

#[test]
fn png_holds_the_same_pixels() {
    let image = draw_collisions(&small(), &spheres(1.0));
    let bytes = image.to_png();
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    assert!(pixels == image.pixels().as_flattened());
}

#[test]
fn errors_name_the_way_out() {
    let mut scene = spheres(1.0);
    let elements = scene.element_count();
    let short = Paint { marks: vec![Mark::Plain; 7], ..Paint::default() };
    let error = small().draw(&scene, &short).unwrap_err();
    assert!(
        matches!(error, Error::Count { what: "marks", given: 7, elements: e } if e == elements)
    );
    let error = small().draw(&scene, &Paint::values("x", vec![1.0])).unwrap_err();
    assert!(error.to_string().contains("one per element"), "{error}");
    let collisions = collide(&scene, &Query::default()).unwrap();
    let mut fewer = Scene::new();
    fewer.add("other", shapes::icosphere(0, 1.0)).unwrap();
    let other = Paint { pairs: collisions.pairs().to_vec(), ..Paint::plain() };
    let error = small().draw(&fewer, &other).unwrap_err();
    assert!(error.to_string().contains("which has 20; give pairs of this scene"), "{error}");
    let image = small().draw(&scene, &Paint::plain()).unwrap();
    let error = image.write_png("no/such/folder/x.png").unwrap_err();
    assert!(matches!(&error, Error::Write { file, .. } if file.ends_with("x.png")), "{error}");
    assert!(matches!(image.write_png("x.jpg"), Err(Error::Extension { .. })));
    for [width, height] in [[0, 100], [100, 15], [8193, 100]] {
        assert!(matches!(Size::new(width, height), Err(Error::Size { .. })));
    }
    scene.vertices_mut(ObjectId::new(1)).unwrap()[3].z = f64::NAN;
    let error = small().draw(&scene, &Paint::plain()).unwrap_err();
    assert!(error.to_string().contains("object 1 ('right'): vertex 3"), "{error}");
}

#[test]
fn the_camera_may_frame_what_collides() {
    let mut scene = spheres(2.0 - 1e-3);
    scene.add("far", shapes::icosphere(3, 1.0).translated(DVec3::X * 9.0)).unwrap();
    let whole = draw_collisions(&from_front(), &scene);
    let close = draw_collisions(&from_front().zoom(Zoom::Collisions), &scene);
    let red = |image: &Image| {
        let all = (0..240).flat_map(|x| (0..180).map(move |y| (x, y)));
        all.filter(|&(x, y)| redness(image, x, y) > 80).collect::<Vec<_>>()
    };
    let (far, near) = (red(&whole), red(&close));
    assert!(near.len() > 3 * far.len(), "{} and {}", far.len(), near.len());
    assert!(far.iter().all(|(x, _)| *x < 80), "the spheres are at the left");
    assert!(near.iter().all(|(x, y)| x.abs_diff(120) < 60 && y.abs_diff(90) < 60), "{near:?}");

    // Without collisions, everything; a frame that is given has its way.
    let apart = spheres(2.5);
    let zoomed = from_front().zoom(Zoom::Collisions);
    assert!(draw_collisions(&zoomed, &apart) == draw_collisions(&from_front(), &apart));
    let bounds = scene.element_bounds();
    let framed = |picture: Picture| draw_collisions(&picture.frame(bounds), &scene);
    assert!(framed(zoomed) == framed(from_front()));
}

#[test]
fn a_close_camera_is_not_inside_the_scene() {
    // In perspective, a camera that came close to what collides would be inside the shell.
    let mut scene = Scene::new();
    scene.add("shell", shapes::icosphere(4, 1.0)).unwrap();
    scene.add("left", shapes::icosphere(4, 0.1)).unwrap();
    scene.add("right", shapes::icosphere(4, 0.1).translated(DVec3::X * 0.15)).unwrap();
    let zoomed = from_front().lens(Lens::default()).zoom(Zoom::Collisions);
    let paint = Paint::collisions(&scene, &collide(&scene, &Query::default()).unwrap());
    let paint = Paint { marks: Vec::new(), ..paint };
    let image = zoomed.draw(&scene, &paint).unwrap();
    let [r, g, b] = image.pixel(120, 90).unwrap();
    assert!(b > g && g > r, "the shell is in front: {:?}", [r, g, b]);
}

#[test]
fn the_legend_has_the_colours_of_what_is_seen() {
    let sphere_colour = [226, 194, 136]; // Of the second object.
    let spots = |x: f64| {
        let mut scene = Scene::new();
        scene.add("large", shapes::icosphere(4, 1.0)).unwrap();
        scene.add("small", shapes::icosphere(2, 0.3).translated(DVec3::X * x)).unwrap();
        let picture = from_front().size(Size::new(480, 360).unwrap()).legend(true);
        let image = picture.draw(&scene, &Paint::plain()).unwrap();
        let corner = (0..40).flat_map(|x| (0..60).map(move |y| (x, y)));
        corner.filter(|&(x, y)| image.pixel(x, y) == Some(sphere_colour)).count()
    };
    assert!(spots(1.5) > 4, "beside the other");
    assert_eq!(spots(0.0), 0, "hidden by the other");
}

#[test]
fn lines_between_elements_fade_where_they_are_close_on_the_image() {
    // A plane that nearly points at the camera: elements are large in space and flat on the image.
    let plane = |cells: u32| {
        let mut scene = Scene::new();
        scene.add("plane", shapes::cloth(cells, cells, [1.0, 1.0])).unwrap();
        let low = Viewpoint::new(0.0, 6.0);
        small().viewpoint(low).draw(&scene, &Paint::plain()).unwrap()
    };
    let (lines, smooth) = (plane(10), plane(1));
    let middle = (60..180).flat_map(|x| (86..94).map(move |y| (x, y)));
    let darker = |(x, y)| {
        let [with, without] = [&lines, &smooth].map(|image| image.pixel(x, y).unwrap()[1]);
        i32::from(without) - i32::from(with)
    };
    let most = middle.map(darker).max().unwrap();
    assert!(most < 8, "lines of {most} between rows of three pixels");
}

/// What is only near is not shown as if it collided.
#[test]
fn what_is_near_has_a_colour_of_its_own() {
    let mut scene = Scene::new();
    scene.add("floor", shapes::cloth(1, 1, [2.0, 2.0])).unwrap();
    scene.add("above", shapes::cloth(1, 1, [2.0, 2.0]).translated(DVec3::Z * 0.5)).unwrap();
    let paint = |within: f64| {
        let query = Query::all_pairs().within(within);
        Paint::collisions(&scene, &collide(&scene, &query).unwrap())
    };
    assert!(paint(0.4).marks.iter().all(|&mark| mark == Mark::Plain));
    let near = paint(0.6);
    assert!(near.marks.iter().all(|&mark| mark == Mark::Near) && near.pairs.is_empty());
    let count = |paint: &Paint, is: fn([u8; 3]) -> bool| {
        let picture = Picture::default().size(Size::new(160, 120).unwrap()).legend(false);
        let image = picture.draw(&scene, paint).unwrap();
        image.pixels().iter().filter(|&&pixel| is(pixel)).count()
    };
    let is_magenta: fn([u8; 3]) -> bool = |[r, g, b]| r > 120 && b > 90 && g < 90;
    assert!(count(&near, is_magenta) > 500);
    assert_eq!(count(&paint(0.4), is_magenta), 0);
}
