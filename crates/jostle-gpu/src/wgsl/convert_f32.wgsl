// From the caller's f32 positions to those of the stages.
// needs: constants, params.wgsl, f32_to_f64.wgsl|f32_to_hi_lo.wgsl

@group(0) @binding(2) var<storage, read> input: array<f32>;
@group(0) @binding(3) var<storage, read_write> converted: array<Coordinate>;

@compute @workgroup_size(POSITION_THREADS)
fn convert_f32(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
) {
    let at = (group.y * WORKGROUPS_PER_ROW + group.x) * POSITION_THREADS + t;
    if at < 3u * params.vertices {
        let vertex = at / 3u;
        converted[at] = convert(input[vertex * params.position_stride + at % 3u]);
    }
}
