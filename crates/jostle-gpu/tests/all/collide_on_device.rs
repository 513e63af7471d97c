//! Positions that are on the device, and pairs that stay there.

use jostle::mesh::shapes;
use jostle::session::ExcludedElements;
use jostle::{
    DVec3, ElementId, Filters, ObjectId, Pair, Query, QueryError, Scene, SelfPairs, collide,
};
use jostle_gpu::{AdapterChoice, DevicePairs, GpuEngine, GpuError, PositionFormat, Precision};
use jostle_testing::random_scene;
use wgpu::BufferUsages;

fn buffer(engine: &GpuEngine, bytes: &[u8]) -> wgpu::Buffer {
    let (device, queue) = engine.device();
    let buffer = device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: (bytes.len() as u64).max(16),
        usage: BufferUsages::STORAGE | BufferUsages::COPY_SRC | BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    queue.write_buffer(&buffer, 0, bytes);
    buffer
}

/// The positions as a user would have them, in a buffer of the engine's device.
fn positions(engine: &GpuEngine, scene: &Scene, format: PositionFormat) -> wgpu::Buffer {
    let vertices = scene.vertices();
    match format {
        PositionFormat::F64x3 => {
            let all: Vec<f64> = vertices.iter().flat_map(|v| v.to_array()).collect();
            buffer(engine, bytemuck::cast_slice(&all))
        }
        PositionFormat::F32x3 => {
            let all: Vec<f32> = vertices.iter().flat_map(|v| v.as_vec3().to_array()).collect();
            buffer(engine, bytemuck::cast_slice(&all))
        }
        PositionFormat::PaddedF32x3 => {
            let padded = |v: &DVec3| v.as_vec3().extend(f32::NAN).to_array();
            let all: Vec<f32> = vertices.iter().flat_map(padded).collect();
            buffer(engine, bytemuck::cast_slice(&all))
        }
    }
}

fn read(engine: &GpuEngine, pairs: &DevicePairs) -> Vec<[u32; 2]> {
    let (device, queue) = engine.device();
    let bytes = 8 * u64::from(pairs.count);
    if bytes == 0 {
        return Vec::new();
    }
    let staging = device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: bytes,
        usage: BufferUsages::MAP_READ | BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    let mut encoder = device.create_command_encoder(&Default::default());
    encoder.copy_buffer_to_buffer(&pairs.buffer, 0, &staging, 0, bytes);
    queue.submit([encoder.finish()]);
    staging.map_async(wgpu::MapMode::Read, .., |_| ());
    device.poll(wgpu::PollType::wait_indefinitely()).unwrap();
    let view = staging.get_mapped_range(..).unwrap();
    bytemuck::pod_collect_to_vec(&view)
}

/// A scene whose positions are `f32`, and as large as those get.
fn rounded(mut scene: Scene) -> Scene {
    for object in scene.object_ids() {
        for v in scene.vertices_mut(object).unwrap() {
            *v = v.clamp(DVec3::splat(-1e37), DVec3::splat(1e37)).as_vec3().as_dvec3();
        }
    }
    scene
}

fn check(engine: &mut GpuEngine, scene: &Scene, format: PositionFormat, what: &str) -> usize {
    let expected = collide(scene, &Query::default().containment(false)).unwrap();
    let indices = |pair: &Pair| [pair.a, pair.b].map(|element| element.index() as u32);
    let expected: Vec<[u32; 2]> = expected.pairs().iter().map(indices).collect();
    // The scene's own positions are of no use to it: everything is where the buffer says.
    let mut elsewhere = scene.clone();
    for object in elsewhere.object_ids() {
        elsewhere.vertices_mut(object).unwrap().fill(DVec3::ZERO);
    }
    let given = positions(engine, scene, format);
    let pairs = engine
        .collide_on_device(&elsewhere, &Query::default(), &given, format)
        .unwrap_or_else(|error| panic!("{what}: {error}"));
    assert_eq!(read(engine, &pairs), expected, "{what}");
    expected.len()
}

#[test]
fn pairs_are_those_of_the_cpu_in_every_format_and_precision() {
    for precision in [Precision::Auto, Precision::F32, Precision::F64] {
        let mut engine = GpuEngine::with_adapter(&AdapterChoice::Best, precision).unwrap();
        for format in [PositionFormat::F64x3, PositionFormat::F32x3, PositionFormat::PaddedF32x3] {
            if precision == Precision::F32 && format == PositionFormat::F64x3 {
                continue;
            }
            let (mut colliding, mut exact) = (0, 0);
            for seed in 9_500_000..9_500_040 {
                let mut scene = random_scene(seed);
                if format != PositionFormat::F64x3 {
                    scene = rounded(scene);
                }
                let what = format!("seed {seed}, {format:?}, {precision:?}");
                colliding += usize::from(check(&mut engine, &scene, format, &what) > 0);
                exact += engine.report().exact;
            }
            assert!(colliding > 20 && exact > 20, "{colliding} collide, {exact} exact tests");
        }
    }
}

#[test]
fn an_engine_works_on_a_device_of_the_caller() {
    let own = GpuEngine::new().unwrap();
    let (device, queue) = own.device();
    let mut engine =
        GpuEngine::with_device(device.clone(), queue.clone(), Precision::Auto).unwrap();
    for seed in 9_600_000..9_600_010 {
        let scene = random_scene(seed);
        check(&mut engine, &scene, PositionFormat::F64x3, &format!("seed {seed}"));
        let expected = collide(&scene, &Query::default()).unwrap();
        let found = engine.collide(&scene, &Query::default()).unwrap();
        assert_eq!(found.pairs(), expected.pairs(), "{seed}");
    }
}

#[test]
fn a_device_without_any_extra_is_enough() {
    let instance = wgpu::Instance::default();
    let adapter = pollster::block_on(instance.request_adapter(&Default::default())).unwrap();
    let wanted = wgpu::DeviceDescriptor {
        required_limits: wgpu::Limits {
            max_storage_buffers_per_shader_stage: 15,
            ..Default::default()
        },
        ..Default::default()
    };
    let (device, queue) = pollster::block_on(adapter.request_device(&wanted)).unwrap();
    let refused = GpuEngine::with_device(device.clone(), queue.clone(), Precision::F64);
    assert!(matches!(refused, Err(GpuError::NoF64 { .. })), "{refused:?}");
    let mut engine = GpuEngine::with_device(device, queue, Precision::Auto).unwrap();
    assert!(!engine.uses_f64() && !engine.adapter().has_subgroups);
    for seed in 9_700_000..9_700_040 {
        let scene = random_scene(seed);
        let expected = collide(&scene, &Query::default()).unwrap();
        let found = engine.collide(&scene, &Query::default()).unwrap();
        assert_eq!(found.pairs(), expected.pairs(), "{seed}");
        let report = engine.report();
        assert!(report.stages.is_none() && report.device_seconds.is_none());
    }
}

fn gpu_error(error: &QueryError) -> &GpuError {
    GpuError::from_query_error(error).expect("of the GPU")
}

#[test]
fn filters_that_leave_out_listed_pairs_are_refused_by_name() {
    let mut engine = GpuEngine::new().unwrap();
    let mut scene = Scene::new();
    let ids = [0.0, 1.0]
        .map(|x| scene.add("ball", shapes::icosphere(2, 1.0).translated(DVec3::X * x)).unwrap());
    let given = positions(&engine, &scene, PositionFormat::F32x3);
    let table = ExcludedElements::from_elements(&[ElementId::new(3)]);
    let cases: [(Filters, &str); 3] = [
        (Filters::new().exclude([(ids[0], ids[1])]), "excluded pairs of objects"),
        (Filters::new().exclude_elements(table), "excluded elements"),
        (Filters::new().self_pairs(SelfPairs::Only), "self pairs only"),
    ];
    for (filters, name) in cases {
        let query = Query::default().filters(filters);
        let format = PositionFormat::F32x3;
        let error = engine.collide_on_device(&scene, &query, &given, format).unwrap_err();
        let is_named =
            matches!(error, QueryError::FilterNotHonoured { filter, .. } if filter == name);
        assert!(is_named, "{error}");
    }
    let one: [ObjectId; 1] = [ids[0]];
    let query = Query::default().filters(Filters::new().among(one));
    let found = engine.collide_on_device(&scene, &query, &given, PositionFormat::F32x3).unwrap();
    assert_eq!(found.count, 0, "the other object takes no part");
}

#[test]
fn what_cannot_be_taken_is_refused_and_the_next_query_works() {
    let mut engine = GpuEngine::new().unwrap();
    let mut scene = Scene::new();
    scene.add("ball", shapes::icosphere(2, 1.0)).unwrap();
    scene.add("other", shapes::icosphere(2, 1.0).translated(DVec3::X)).unwrap();
    let query = Query::default();
    let short = buffer(&engine, &[0; 64]);
    let error =
        engine.collide_on_device(&scene, &query, &short, PositionFormat::F32x3).unwrap_err();
    assert!(
        matches!(gpu_error(&error), GpuError::PositionBufferTooShort { size: 64, .. }),
        "{error}"
    );
    for (format, bad) in
        [(PositionFormat::F32x3, f32::NAN), (PositionFormat::PaddedF32x3, f32::INFINITY)]
    {
        let given = positions(&engine, &scene, format);
        engine.device().1.write_buffer(
            &given,
            70 * format.bytes_per_vertex() + 4,
            &bad.to_le_bytes(),
        );
        let error = engine.collide_on_device(&scene, &query, &given, format).unwrap_err();
        assert_eq!(gpu_error(&error), &GpuError::NotFinite { vertex: 70 });
    }
    let given = positions(&engine, &scene, PositionFormat::F64x3);
    engine.device().1.write_buffer(&given, 71 * 24 + 16, &f64::NAN.to_le_bytes());
    let error =
        engine.collide_on_device(&scene, &query, &given, PositionFormat::F64x3).unwrap_err();
    assert_eq!(gpu_error(&error), &GpuError::NotFinite { vertex: 71 });
    assert!(check(&mut engine, &scene, PositionFormat::F64x3, "after errors") > 0);
    let mut single = GpuEngine::with_adapter(&AdapterChoice::Best, Precision::F32).unwrap();
    let given = positions(&single, &scene, PositionFormat::F64x3);
    let error =
        single.collide_on_device(&scene, &query, &given, PositionFormat::F64x3).unwrap_err();
    assert!(matches!(gpu_error(&error), GpuError::NoF64 { .. }), "{error}");
}
