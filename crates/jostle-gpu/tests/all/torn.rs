//! Scenes whose topology changes: whatever form the device has it in, and in whatever order frames come, the answer
//! is the CPU's.

use jostle::collide::Broad;
use jostle::mesh::shapes;
use jostle::{DVec3, Mesh, ObjectId, Query, Scene, TetMesh, TriangleMesh, collide};
use jostle_gpu::{AdapterChoice, GpuEngine, PositionFormat, Precision, SearchMethod};
use jostle_testing::{SplitMix64, random_scene, share_of};

fn engine(precision: Precision) -> GpuEngine {
    GpuEngine::with_adapter(&AdapterChoice::Best, precision).expect("a GPU, or a software one")
}

/// Compares with the CPU's answer, and with brute force there.
fn check(engine: &mut GpuEngine, scene: &Scene, what: &str) -> usize {
    let query = Query::default();
    let expected = collide(scene, &query).unwrap();
    let brute = collide(scene, &query.clone().broad(Broad::BruteForce)).unwrap();
    assert_eq!(expected.pairs(), brute.pairs(), "{what}");
    let found = engine.collide(scene, &query).unwrap_or_else(|error| panic!("{what}: {error}"));
    assert_eq!(found.pairs(), expected.pairs(), "{what}");
    assert_eq!(found.inside(), expected.inside(), "{what}");
    expected.pairs().len()
}

/// Some elements of a mesh apart from the rest, with vertices of their own, and others left out.
fn torn(mesh: &Mesh, random: &mut SplitMix64) -> Mesh {
    fn tear<const N: usize>(
        vertices: &[DVec3],
        elements: &[[u32; N]],
        random: &mut SplitMix64,
    ) -> (Vec<DVec3>, Vec<[u32; N]>) {
        let mut vertices = vertices.to_vec();
        let mut torn = Vec::new();
        for corners in elements {
            match (4.0 * (random.signed() + 1.0)) as u32 {
                0 => continue,
                1 => {
                    let first = vertices.len() as u32;
                    let by = DVec3::new(random.signed(), random.signed(), random.signed()) * 0.05;
                    for &v in corners {
                        vertices.push(vertices[v as usize] + by);
                    }
                    torn.push(std::array::from_fn(|i| first + i as u32));
                }
                _ => torn.push(*corners),
            }
        }
        (vertices, torn)
    }
    match mesh {
        Mesh::Triangles(mesh) => {
            let (vertices, elements) = tear(&mesh.vertices, &mesh.elements, random);
            TriangleMesh::new(vertices, elements).into()
        }
        Mesh::Tets(mesh) => {
            let (vertices, elements) = tear(&mesh.vertices, &mesh.elements, random);
            TetMesh::new(vertices, elements).into()
        }
    }
}

fn meshes() -> [Mesh; 4] {
    [
        shapes::bumpy_sphere(9, 0.1, 1).into(),
        shapes::cloth(12, 12, [2.0, 2.0]).translated(DVec3::Z * 0.3).into(),
        shapes::ball_tets(3, 0.8).translated(DVec3::new(0.4, -0.3, 0.2)).into(),
        shapes::icosphere(2, 0.7).into(),
    ]
}

fn scene_of(meshes: &[Mesh]) -> Scene {
    let mut scene = Scene::new();
    for (i, mesh) in meshes.iter().enumerate() {
        let object = scene.add(format!("{i}"), mesh.clone()).unwrap();
        scene.set_self_collision(object, i != 3).unwrap();
    }
    scene
}

/// Frames at random: torn, moved, as they were, or with another search, of one engine.
fn frames_in_any_order(precision: Precision, seed: u64, threshold: u32) {
    let mut random = SplitMix64::new(seed);
    let mut engine = engine(precision);
    engine.set_preparation_threshold(threshold);
    let meshes = meshes();
    let mut scene = scene_of(&meshes);
    let mut pairs = 0;
    for frame in 0..share_of(40) {
        let object = ObjectId::new((2.0 * (random.signed() + 1.0)) as usize);
        match (3.0 * (random.signed() + 1.0)) as u32 {
            0 | 1 => scene.replace(object, torn(&meshes[object.index()], &mut random)).unwrap(),
            2 | 3 => {
                for v in scene.vertices_mut(object).unwrap() {
                    *v += DVec3::new(random.signed(), random.signed(), random.signed()) * 0.01;
                }
            }
            4 => engine.set_search_method(match frame % 3 {
                0 => SearchMethod::BruteForcePerElement,
                _ => SearchMethod::Clusters,
            }),
            _ => scene.set_self_collision(object, frame % 2 == 0).unwrap(),
        }
        pairs +=
            check(&mut engine, &scene, &format!("{seed}, threshold {threshold}, frame {frame}"));
    }
    assert!(pairs > share_of(1_000) as usize, "{pairs}");
}

#[test]
fn frames_come_in_any_order() {
    for threshold in [0, 1, 2, u32::MAX] {
        frames_in_any_order(Precision::Auto, 10 + u64::from(threshold % 7), threshold);
    }
}

#[test]
fn frames_come_in_any_order_in_f32_and_in_f64() {
    frames_in_any_order(Precision::F32, 1, 2);
    frames_in_any_order(Precision::F64, 2, 3);
}

#[test]
fn both_forms_of_a_topology_give_one_answer() {
    let mut engine = engine(Precision::Auto);
    for seed in 9_500_000..9_500_000 + share_of(100) {
        let scene = random_scene(seed);
        for threshold in [u32::MAX, 0, u32::MAX] {
            engine.set_preparation_threshold(threshold);
            check(&mut engine, &scene, &format!("seed {seed}, threshold {threshold}"));
        }
    }
}

/// Stars that the device makes exclude about what those of the host do.
#[test]
fn stars_of_new_topology_exclude_what_those_of_prepared_topology_do() {
    for (i, mesh) in meshes().iter().enumerate().take(3) {
        let mut scene = Scene::new();
        let object = scene.add("mesh", mesh.clone()).unwrap();
        scene.set_self_collision(object, true).unwrap();
        let mut engine = engine(Precision::Auto);
        engine.set_clears_bodies(false);
        let [new, prepared] = [u32::MAX, 0].map(|threshold| {
            engine.set_preparation_threshold(threshold);
            check(&mut engine, &scene, &format!("mesh {i}, threshold {threshold}"));
            engine.report().clone()
        });
        assert_eq!(new.overlapping, prepared.overlapping, "mesh {i}");
        assert_eq!(new.candidates, prepared.candidates, "mesh {i}");
        assert!(new.candidates * 2 < new.overlapping, "mesh {i}: {new:?}");
    }
}

/// Vertices where more elements meet than a kernel puts in order, and scenes of one cell or without extent.
#[test]
fn large_stars_and_flat_and_single_elements_are_as_on_the_cpu() {
    let mut engine = engine(Precision::Auto);
    engine.set_preparation_threshold(u32::MAX);
    for spokes in [3, 31, 32, 33, 400] {
        // A cone round one vertex.
        let rim = (0..spokes).map(|i| {
            let angle = i as f64 * std::f64::consts::TAU / spokes as f64;
            DVec3::new(angle.cos(), angle.sin(), 0.1 * (i % 3) as f64)
        });
        let vertices = std::iter::once(DVec3::Z).chain(rim).collect();
        let triangles = (0..spokes).map(|i| [0, 1 + i, 1 + (i + 1) % spokes]).collect();
        let mut scene = Scene::new();
        let cone = scene.add("cone", TriangleMesh::new(vertices, triangles)).unwrap();
        scene.set_self_collision(cone, true).unwrap();
        check(&mut engine, &scene, &format!("{spokes} triangles at a vertex"));
    }
    for count in [1, 2, 64, 65, 200, 2_000] {
        for size in [DVec3::ZERO, DVec3::X, DVec3::new(1.0, 1.0, 0.0), DVec3::splat(1e200)] {
            let mut random = SplitMix64::new(count);
            let mut point = || DVec3::new(random.signed(), random.signed(), random.signed()) * size;
            let vertices: Vec<DVec3> = (0..3 * count).map(|_| point()).collect();
            let triangles = (0..count as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
            let mut scene = Scene::new();
            scene.add("many", TriangleMesh::new(vertices.clone(), triangles)).unwrap();
            scene.add("one", TriangleMesh::new(vertices[..3].to_vec(), vec![[0, 1, 2]])).unwrap();
            check(&mut engine, &scene, &format!("{count} of {size}"));
        }
    }
}

/// A few vertices far away leave the cells of the others as they are, or not; the answer is the same.
#[test]
fn vertices_far_away_change_nothing() {
    let mut engine = engine(Precision::Auto);
    for far in [1e3, 1e30, 1e100, 1e300] {
        let mut scene = scene_of(&meshes());
        for object in scene.object_ids() {
            let vertices = scene.vertices_mut(object).unwrap();
            vertices[7].x += far;
            let middle = vertices.len() / 2;
            vertices[middle].z -= far;
        }
        assert!(check(&mut engine, &scene, &format!("{far:e}")) > 0);
    }
}

/// Finds the pairs of a scene whose coordinates an `f32` holds, with positions in a buffer, and counts them.
fn count_on_device(engine: &mut GpuEngine, scene: &Scene) -> usize {
    let coordinates: Vec<[f32; 3]> =
        scene.vertices().iter().map(|v| v.as_vec3().to_array()).collect();
    let (device, queue) = engine.device();
    let format = PositionFormat::F32x3;
    let positions = device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: coordinates.len() as u64 * format.bytes_per_vertex(),
        usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    queue.write_buffer(&positions, 0, bytemuck::cast_slice(&coordinates));
    let found = engine.collide_on_device(scene, &Query::default(), &positions, format).unwrap();
    found.count as usize
}

#[test]
fn positions_on_the_device_find_the_pairs_of_new_topology() {
    let mut engine = engine(Precision::Auto);
    let mut random = SplitMix64::new(3);
    let meshes = meshes();
    let mut scene = scene_of(&meshes);
    for frame in 0..6 {
        let object = ObjectId::new(frame % 4);
        scene.replace(object, torn(&meshes[object.index()], &mut random)).unwrap();
        // Coordinates that an f32 holds.
        for object in scene.object_ids() {
            scene
                .vertices_mut(object)
                .unwrap()
                .iter_mut()
                .for_each(|v| *v = v.as_vec3().as_dvec3());
        }
        let expected = collide(&scene, &Query::default()).unwrap();
        let found = count_on_device(&mut engine, &scene);
        assert_eq!(found, expected.pair_count(), "frame {frame}");
        check(&mut engine, &scene, &format!("frame {frame}"));
    }
}

/// Every frame of the scenes that break, as they are measured.
#[test]
fn scenes_that_break_are_as_on_the_cpu() {
    let mut engine = engine(Precision::Auto);
    for entry in jostle_scenes::ALL.iter().filter(|entry| entry.coverage.topology_changes) {
        let mut animated = entry.build(&jostle_scenes::SceneOptions::with_resolution(0)).unwrap();
        for frame in (0..entry.frames).step_by(9) {
            let scene = animated.set_frame(frame).unwrap();
            check(&mut engine, scene, &format!("{}, frame {frame}", entry.name));
        }
    }
}

/// So many cells and vertices that the sums of their tiles are more than a workgroup has threads.
#[test]
fn many_elements_are_put_in_order() {
    let mut engine = engine(Precision::F32);
    let mut random = SplitMix64::new(8);
    let mut scene = Scene::new();
    for count in [200_000, 3_000] {
        let mut vertices = Vec::new();
        let mut point = || DVec3::new(random.signed(), random.signed(), random.signed());
        for _ in 0..count {
            let at = point();
            vertices.extend([(); 3].map(|()| at + 0.01 * point()));
        }
        let triangles = (0..count).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        scene.add("triangles", TriangleMesh::new(vertices, triangles)).unwrap();
    }
    let query = Query::default().containment(false);
    let expected = collide(&scene, &query).unwrap();
    assert!(expected.any());
    assert_eq!(engine.collide(&scene, &query).unwrap().pairs(), expected.pairs());
    let mut listed = engine.read_stage_outputs().unwrap().clusters.concat();
    listed.sort_unstable();
    assert!(listed.into_iter().eq(0..203_000), "each element once");
}

/// More groups than a level 1 node has clusters, so that they are not in the order of the objects.
#[test]
fn many_objects_are_as_on_the_cpu() {
    let mut engine = engine(Precision::Auto);
    engine.set_preparation_threshold(u32::MAX);
    let mut random = SplitMix64::new(11);
    let mut scene = Scene::new();
    for i in 0..150 {
        let at = DVec3::new(random.signed(), random.signed(), random.signed()) * 3.0;
        let mesh: Mesh = match i % 5 {
            0 => shapes::ball_tets(1, 0.5).translated(at).into(),
            1 => TriangleMesh::default().into(),
            _ => shapes::icosphere(1, 0.6).translated(at).into(),
        };
        let object = scene.add(format!("{i}"), mesh).unwrap();
        scene.set_self_collision(object, i % 3 == 0).unwrap();
    }
    for frame in 0..5 {
        assert!(check(&mut engine, &scene, &format!("frame {frame}")) > 100);
        let mesh = scene.mesh(ObjectId::new(20 + frame)).unwrap();
        scene.replace(ObjectId::new(20 + frame), torn(&mesh, &mut random)).unwrap();
    }
}

/// Frames that are alike are recorded before they are asked for: what was recorded for one topology is not run for
/// another, though there are as many vertices as before.
#[test]
fn commands_that_were_recorded_for_another_topology_are_not_run() {
    let ball: TriangleMesh = shapes::icosphere(3, 1.0);
    let across = ball.clone().translated(DVec3::X * 0.7);
    let mut pairs = 0;
    for threshold in [0, 3] {
        let mut engine = engine(Precision::Auto);
        engine.set_preparation_threshold(threshold);
        let mut scene = scene_of(&[ball.clone().into(), across.clone().into()]);
        let object = scene.object_ids().next().unwrap();
        for count in [300, 1280, 40, 1000, 1280] {
            let elements = ball.elements[1280 - count..].to_vec();
            scene.replace(object, TriangleMesh::new(ball.vertices.clone(), elements)).unwrap();
            for frame in 0..6 {
                scene.vertices_mut(object).unwrap().iter_mut().for_each(|v| v.x += 0.001);
                let what = format!("{threshold}: frame {frame} of {count} triangles");
                pairs += check(&mut engine, &scene, &what);
            }
        }
    }
    assert!(pairs > share_of(1_000) as usize, "{pairs}");
}

#[test]
fn frames_that_are_not_alike_are_recorded_anew() {
    let mut engine = engine(Precision::Auto);
    engine.set_preparation_threshold(0);
    let ball = shapes::icosphere(3, 1.0);
    let across = ball.clone().translated(DVec3::X * 0.75);
    let mut scene = scene_of(&[ball.into(), across.into()]);
    // Coordinates that an f32 holds.
    let step = |scene: &mut Scene| {
        for (object, by) in [(ObjectId::new(0), 0.015), (ObjectId::new(1), 0.0)] {
            let vertices = scene.vertices_mut(object).unwrap();
            vertices.iter_mut().for_each(|v| *v = (*v + DVec3::X * by).as_vec3().as_dvec3());
        }
    };
    let alike = |engine: &mut GpuEngine, scene: &Scene, what: &str| {
        (0..4).for_each(|_| assert!(check(engine, scene, what) > 100, "{what}"));
    };
    alike(&mut engine, &scene, "as it is");
    engine.set_device_sort_threshold(0);
    alike(&mut engine, &scene, "sorted on the device");
    engine.set_device_sort_threshold(usize::MAX);
    alike(&mut engine, &scene, "sorted on the host");
    for _ in 0..3 {
        step(&mut scene);
        let expected = collide(&scene, &Query::default()).unwrap();
        assert_eq!(count_on_device(&mut engine, &scene), expected.pair_count());
        step(&mut scene);
        alike(&mut engine, &scene, "after positions on the device");
    }
}
