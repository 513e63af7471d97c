//! Columns of closed surfaces, and what they do not depend on.

use super::{Random, image_of, scene_of, turned};
use jostle::geometry::Aabb;
use jostle::mesh::shapes;
use jostle::volume::layered::{Layer, LayeredImage, LayeredQuery, Region, Solid, ViewAxis};
use jostle::{DVec3, TriangleMesh};

const AXES: [ViewAxis; 3] = [ViewAxis::X, ViewAxis::Y, ViewAxis::Z];

/// A closed surface, crumpled so that it crosses itself, and turned.
fn crumpled(random: &mut Random) -> TriangleMesh {
    let mut mesh = match (random.unit() * 4.0) as u32 {
        0 => shapes::torus(1.0, 0.4, 12, 7),
        1 => shapes::icosphere(2, 1.0),
        2 => shapes::torus_knot(2, 3, 0.3, 40, 5),
        _ => shapes::box_surface(DVec3::splat(1.5), [3; 3]),
    };
    let by = random.unit();
    mesh.vertices.iter_mut().for_each(|v| *v += by * random.vector());
    // Corners on a coarse lattice end up in the middles of pixels and on each other.
    if random.unit() < 0.5 {
        mesh.vertices.iter_mut().for_each(|v| *v = (*v * 8.0).round() / 8.0);
    }
    turned(mesh, random.vector() + DVec3::X * 1e-3, if by < 0.5 { 0.0 } else { 1.0 })
}

#[test]
fn every_column_has_as_many_entries_as_exits() {
    let mut random = Random(11);
    let mut layers = 0;
    for round in 0..60 {
        let (scene, ids) = scene_of([crumpled(&mut random).into(), crumpled(&mut random).into()]);
        let resolution = 1 + (random.unit() * 100.0) as u32;
        let query = LayeredQuery::new(ids.clone()).region(Region::Whole);
        let query = query.axis(AXES[round % 3]).resolution(resolution);
        let image = image_of(&scene, &query);
        let grid = image.grid();
        assert!(image.layers().validate(grid.pixels()));
        for (x, y) in (0..grid.height()).flat_map(|y| (0..grid.width()).map(move |x| (x, y))) {
            let column = image.column(x, y);
            for object in 0..2 {
                let own = column.iter().filter(|layer| layer.object() == object);
                assert_eq!(own.map(Layer::sign).sum::<i32>(), 0, "({x}, {y}) in round {round}");
            }
            layers += column.len();
        }
    }
    assert!(layers > 100_000, "{layers}");
}

#[test]
fn images_do_not_depend_on_threads() {
    let mut random = Random(3);
    let meshes = [0; 3].map(|_| crumpled(&mut random).into());
    let (scene, ids) = scene_of(meshes);
    let query = LayeredQuery::new(ids.clone()).region(Region::AnyOverlap).resolution(150);
    let with_threads = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let image = image_of(&scene, &query);
            let union = image.measure(&Solid::union(ids.clone())).unwrap();
            (union, image.pair_overlaps(), image.self_intersection(ids[0]).unwrap(), image)
        })
    };
    let one = with_threads(1);
    assert!(one.0.volume > 0.0 && !one.3.layers().layers.is_empty());
    for threads in 2..=3 {
        assert!(with_threads(threads) == one, "{threads} threads");
    }
}

/// The same columns with nothing left out in depth.
fn uncut(scene: &jostle::Scene, query: &LayeredQuery, image: &LayeredImage) -> LayeredImage {
    let (mut region, axis) = (image.grid().region(), image.grid().axis());
    let all = scene.element_bounds();
    region.min[axis] = all.min[axis];
    region.max[axis] = all.max[axis];
    image_of(scene, &query.clone().region(Region::Box(region)).axis(AXES[axis]))
}

#[test]
fn cutting_in_depth_changes_no_volume() {
    let ball = || shapes::icosphere(3, 1.0);
    let pairs = [
        // Each sticks out at one end, one is within the other along the view, and the other way round.
        (ball(), ball().translated(DVec3::new(0.5, 0.6, 0.7))),
        (ball(), ball().translated(DVec3::new(-0.5, -0.6, -0.7))),
        (ball(), shapes::icosphere(3, 0.4).translated(DVec3::splat(0.1))),
        (shapes::icosphere(3, 0.4), ball()),
        (shapes::torus_knot(2, 3, 0.3, 200, 12), ball().translated(DVec3::X)),
    ];
    let mut left_out = 0;
    for (a, b) in pairs {
        let (scene, ids) = scene_of([a.into(), b.into()]);
        for axis in AXES {
            let query = LayeredQuery::new(ids.clone()).axis(axis).resolution(60);
            let image = image_of(&scene, &query);
            let whole = uncut(&scene, &query, &image);
            assert_eq!(image.layers().pixels(), whole.layers().pixels());
            left_out += whole.layers().layers.len() - image.layers().layers.len();
            let [own, all] =
                [&image, &whole].map(|i| i.intersection(ids[0], ids[1]).unwrap().volume);
            assert!(own > 0.0 && (own - all).abs() < 1e-12 * all, "{own} for {all} along {axis:?}");
            // Also for what is not bounded by the region on its own.
            let region = image.grid().region();
            for solid in [Solid::from(ids[0]), Solid::from(ids[1]).minus(ids[0])] {
                let own = image.measure(&solid).unwrap().volume;
                let all = clipped_volume(&whole, &solid, region);
                assert!((own - all).abs() < 1e-12 * region.size().element_product());
            }
        }
    }
    assert!(left_out > 10_000, "{left_out}");
}

/// The volume of a solid between the depths of a region.
fn clipped_volume(image: &LayeredImage, solid: &Solid, region: Aabb) -> f64 {
    let axis = image.grid().axis();
    let spans = image.spans(solid).unwrap();
    let lengths = spans.iter().map(|(_, _, span)| {
        (span.far.min(region.max[axis]) - span.near.max(region.min[axis])).max(0.0)
    });
    lengths.sum::<f64>() * image.grid().pixel_area()
}

#[test]
fn the_axis_of_fewest_layers_is_taken() {
    // Plates in a stack: many layers along z, two along x and y.
    let mut stack = TriangleMesh::default();
    for i in 0..10 {
        let plate = shapes::box_surface(DVec3::new(3.0, 2.0, 0.05), [1; 3]);
        let plate = plate.translated(DVec3::Z * f64::from(i) * 0.1);
        let first = stack.vertices.len() as u32;
        stack.vertices.extend(plate.vertices);
        stack.elements.extend(plate.elements.iter().map(|t| t.map(|v| v + first)));
    }
    for turn in 0..3 {
        let mut mesh = stack.clone();
        let rotate = |v: DVec3| (0..turn).fold(v, |v, _| DVec3::new(v.y, v.z, v.x));
        mesh.vertices.iter_mut().for_each(|v| *v = rotate(*v));
        let (scene, ids) = scene_of([mesh.into()]);
        let image = image_of(&scene, &LayeredQuery::new(ids).resolution(64));
        let expected = image.expected_layers().unwrap();
        let along = (0..3).max_by(|&a, &b| expected[a].total_cmp(&expected[b])).unwrap();
        assert_eq!(along, (2 + 2 * turn) % 3, "{expected:?}");
        assert!((expected[along] - 20.0).abs() < 1e-9, "{expected:?}");
        assert_ne!(image.grid().axis(), along);
        assert_eq!(image.layers().depth_complexity(), 2);
    }
}

#[test]
fn touching_objects_share_nothing() {
    let block = shapes::box_surface(DVec3::ONE, [1; 3]);
    for axis in AXES {
        let (scene, ids) =
            scene_of([block.clone().into(), block.clone().translated(DVec3::Z).into()]);
        for region in [Region::Overlap, Region::Whole] {
            let query = LayeredQuery::new(ids.clone()).axis(axis).region(region).resolution(16);
            let image = image_of(&scene, &query);
            let shared = image.intersection(ids[0], ids[1]).unwrap();
            assert_eq!((shared.volume, shared.spans, shared.centroid), (0.0, 0, None));
            assert!(shared.bounds.is_empty() && image.pair_overlaps().is_empty());
        }
    }
}

#[test]
fn layers_know_their_elements() {
    let (scene, ids) =
        scene_of([shapes::ball_tets(3, 1.0).into(), shapes::icosphere(2, 1.0).into()]);
    let query = LayeredQuery::new(ids.clone()).region(Region::Whole).resolution(32);
    let image = image_of(&scene, &query);
    let grid = image.grid();
    for (x, y) in (0..grid.height()).flat_map(|y| (0..grid.width()).map(move |x| (x, y))) {
        for layer in image.column(x, y) {
            let (object, element) = image.element(layer);
            assert_eq!(object, ids[layer.object()]);
            let at = grid.point(f64::from(x) + 0.5, f64::from(y) + 0.5, layer.depth);
            let bounds = scene.element(scene.element_id(object, element)).bounds();
            assert!(bounds.inflated(1e-3).contains(&Aabb { min: at, max: at }), "{at} {bounds:?}");
        }
    }
}
