//! Layers made on the device are those made in software, bit for bit, in whichever order they are found.

use jostle::mesh::shapes;
use jostle::volume::layered::{
    LayerGenerator, LayeredError, LayeredQuery, LayeredWorkspace, Layers, Region, ViewAxis,
};
use jostle::{DVec3, Mesh, ObjectId, Scene};
use jostle_gpu::{GpuError, GpuLayerGenerator, LayerOrder};

const ORDERS: [LayerOrder; 2] = [LayerOrder::Unordered, LayerOrder::Ordered];

fn scene_of(meshes: impl IntoIterator<Item = Mesh>) -> (Scene, Vec<ObjectId>) {
    let mut scene = Scene::new();
    let add = |(i, mesh): (usize, Mesh)| scene.add(format!("object {i}"), mesh).unwrap();
    let ids = meshes.into_iter().enumerate().map(add).collect();
    (scene, ids)
}

fn layers_by<G: LayerGenerator>(
    workspace: &mut LayeredWorkspace<G>,
    scene: &Scene,
    query: &LayeredQuery,
) -> Layers {
    workspace.build(scene, query).unwrap().layers().clone()
}

/// Where both differ first.
fn assert_same(found: &Layers, expected: &Layers, what: &str) {
    assert_eq!(found.starts, expected.starts, "{what}: counts of layers");
    let differs = found.layers.iter().zip(&expected.layers).position(|(a, b)| a != b);
    if let Some(at) = differs {
        panic!("{what}: {:?}, not {:?}", found.layers[at], expected.layers[at]);
    }
}

#[test]
fn layers_are_those_of_software() {
    let ball_at = |at: DVec3| Mesh::from(shapes::icosphere(3, 1.0).translated(at));
    let cube_at = |n, at: DVec3| Mesh::from(shapes::box_surface(DVec3::ONE, [n; 3]).translated(at));
    let (ball, cube) = (|| ball_at(DVec3::ZERO), |n| cube_at(n, DVec3::ZERO));
    let far = DVec3::splat(1e6);
    let scenes: Vec<(&str, Vec<Mesh>)> = vec![
        ("balls", vec![ball(), ball_at(DVec3::new(0.7, 0.4, 0.2))]),
        // Edges through the middles of pixels, and all faces twice at one depth.
        ("one cube twice", vec![cube(4), cube(8)]),
        ("cubes side by side", vec![cube(2), cube_at(2, DVec3::X)]),
        ("knot", vec![Mesh::from(shapes::torus_knot(2, 3, 0.3, 200, 24)), ball()]),
        ("tetrahedra", vec![Mesh::from(shapes::ball_tets(5, 1.0)), cube(3)]),
        ("far away", vec![ball_at(far), cube_at(1, far)]),
    ];
    let mut software = LayeredWorkspace::new();
    for order in ORDERS {
        // One generator for all images: buffers grow and are used again.
        let generator = GpuLayerGenerator::new(order).unwrap();
        let mut device = LayeredWorkspace::with_generator(generator);
        for (name, meshes) in &scenes {
            let (scene, ids) = scene_of(meshes.iter().cloned());
            for (resolution, axis) in [
                (1, ViewAxis::X),
                (33, ViewAxis::Y),
                (150, ViewAxis::Z),
                (64, ViewAxis::FewestLayers),
            ] {
                let query = LayeredQuery::new(ids.clone()).resolution(resolution).axis(axis);
                let expected = layers_by(&mut software, &scene, &query);
                let found = layers_by(&mut device, &scene, &query);
                assert_same(&found, &expected, &format!("{name}, {order:?}, {resolution}"));
            }
        }
    }
}

/// A region in the middle of large triangles, whose corners are far outside of the image and are cut.
#[test]
fn triangles_that_reach_far_out_of_the_image_are_those_of_software() {
    let block = shapes::box_surface(DVec3::splat(1e5), [1; 3]).translated(DVec3::splat(0.3));
    let (scene, ids) = scene_of([Mesh::from(block), Mesh::from(shapes::icosphere(2, 1.0))]);
    let region =
        Region::Box(jostle::geometry::Aabb { min: DVec3::splat(-0.8), max: DVec3::splat(0.9) });
    let query = LayeredQuery::new(ids).resolution(90).region(region);
    let expected = layers_by(&mut LayeredWorkspace::new(), &scene, &query);
    assert!(!expected.layers.is_empty());
    for order in ORDERS {
        let generator = GpuLayerGenerator::new(order).unwrap();
        let mut device = LayeredWorkspace::with_generator(generator);
        assert_same(&layers_by(&mut device, &scene, &query), &expected, &format!("{order:?}"));
    }
}

/// More layers in a pixel than the device sorts, and more than are peeled.
#[test]
fn deep_columns_are_sorted_all_the_same_and_refused_by_peeling() {
    let slab = |i: u32| {
        let z = f64::from(i * 7919 % 3000) * 1e-3;
        shapes::box_surface(DVec3::new(1.0, 1.0, 1e-4), [1; 3]).translated(DVec3::Z * z)
    };
    let slabs = |count: u32| scene_of((0..count).map(|i| Mesh::from(slab(i))));
    let query = |ids: &[ObjectId]| {
        let query = LayeredQuery::new(ids.to_vec()).resolution(3);
        query.axis(ViewAxis::Z).region(Region::Whole)
    };
    let (scene, ids) = slabs(400);
    let expected = layers_by(&mut LayeredWorkspace::new(), &scene, &query(&ids));
    assert_eq!(expected.depth_complexity(), 800);
    for order in ORDERS {
        let generator = GpuLayerGenerator::new(order).unwrap();
        let mut device = LayeredWorkspace::with_generator(generator);
        let found = layers_by(&mut device, &scene, &query(&ids));
        assert_same(&found, &expected, &format!("{order:?}"));
    }
    let (scene, ids) = slabs(2_100);
    let generator = GpuLayerGenerator::new(LayerOrder::Ordered).unwrap();
    let error =
        LayeredWorkspace::with_generator(generator).build(&scene, &query(&ids)).unwrap_err();
    let LayeredError::Device(error) = error else { panic!("{error}") };
    let expected = GpuError::TooManyLayers { layers: 4_200, most: 4_096 };
    assert_eq!(error.get().downcast_ref(), Some(&expected));
}
