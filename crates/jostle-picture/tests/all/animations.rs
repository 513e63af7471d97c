//! Animations: every frame is there, and looks like the image it was made from.

use jostle::geometry::Aabb;
use jostle::mesh::shapes;
use jostle::{DVec3, Query, Scene, collide};
use jostle_picture::{Animation, Error, Image, Paint, Picture, Size};
use jostle_testing::TemporaryFolder;
use std::fs;

/// A small sphere that moves into a large one and rests there.
fn images() -> Vec<Image> {
    let bounds = Aabb::from_points([DVec3::splat(-1.5), DVec3::splat(1.5)]);
    let picture = Picture::default().size(Size::new(160, 120).unwrap()).frame(bounds);
    let places = [1.6, 1.3, 1.0, 1.0];
    let image = |x: f64| {
        let mut scene = Scene::new();
        scene.add("still", shapes::icosphere(3, 1.0)).unwrap();
        scene.add("moving", shapes::icosphere(2, 0.4).translated(DVec3::X * x)).unwrap();
        let collisions = collide(&scene, &Query::default()).unwrap();
        picture.draw(&scene, &Paint::collisions(&scene, &collisions)).unwrap()
    };
    places.map(image).to_vec()
}

#[test]
fn a_gif_shows_every_image_in_its_turn() {
    let folder = TemporaryFolder::new("gif");
    let path = folder.file("moving.gif");
    let images = images();
    let mut animation = Animation::create(&path, 25.0).unwrap();
    for image in &images {
        animation.add(image).unwrap();
    }
    assert_eq!(animation.frames(), 4);
    animation.finish().unwrap();

    let mut decoder = gif::DecodeOptions::new();
    decoder.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = decoder.read_info(fs::File::open(&path).unwrap()).unwrap();
    let mut screen = vec![[0u8; 3]; 160 * 120];
    let mut boxes = Vec::new();
    for image in &images {
        let frame = decoder.read_next_frame().unwrap().unwrap();
        assert_eq!(frame.delay, 4);
        let [left, top, width] = [frame.left, frame.top, frame.width].map(usize::from);
        for (i, pixel) in frame.buffer.chunks(4).enumerate() {
            if pixel[3] > 0 {
                screen[(top + i / width) * 160 + left + i % width].copy_from_slice(&pixel[..3]);
            }
        }
        boxes.push((frame.width, frame.height));
        let away =
            |(a, b): (&[u8; 3], &[u8; 3])| (0..3).map(|i| a[i].abs_diff(b[i])).max().unwrap();
        let errors: Vec<u8> = screen.iter().zip(image.pixels()).map(away).collect();
        let mean = errors.iter().map(|&e| f64::from(e)).sum::<f64>() / errors.len() as f64;
        assert!(mean < 4.0 && *errors.iter().max().unwrap() < 48, "{mean}");
    }
    assert!(decoder.read_next_frame().unwrap().is_none());
    assert_eq!(boxes[0], (160, 120));
    assert!(boxes[1].1 < 80, "only what moved is written: {boxes:?}");
    assert_eq!(boxes[3], (1, 1), "nothing moved");
}

#[test]
fn a_folder_holds_every_image_as_png() {
    let folder = TemporaryFolder::new("frames");
    let path = folder.file("new/frames");
    let images = images();
    let mut animation = Animation::create(&path, 25.0).unwrap();
    for image in &images {
        animation.add(image).unwrap();
    }
    animation.finish().unwrap();
    for (i, image) in images.iter().enumerate() {
        let written = fs::read(path.join(format!("frame-{i:04}.png"))).unwrap();
        assert!(written == image.to_png());
    }
}

#[test]
fn what_cannot_be_an_animation_is_refused_at_once() {
    let folder = TemporaryFolder::new("refused");
    let at = |name: &str| folder.file(name);
    assert!(matches!(Animation::create(at("x.mp4"), 10.0), Err(Error::Extension { .. })));
    assert!(matches!(Animation::create(at("none/x.gif"), 10.0), Err(Error::Write { .. })));
    let mut animation = Animation::create(at("x.gif"), 10.0).unwrap();
    animation.add(&images()[0]).unwrap();
    let larger = Picture::default().size(Size::new(200, 120).unwrap());
    let larger = larger.draw(&Scene::new(), &Paint::plain()).unwrap();
    let error = animation.add(&larger).unwrap_err();
    assert!(matches!(error, Error::Frame { frame: [200, 120], animation: [160, 120] }), "{error}");
    animation.finish().unwrap();
}
