// From f64 positions to hi/lo pairs of f32, whose sums they are up to 48 bits.
// needs: constants, params.wgsl

@group(0) @binding(2) var<storage, read> input: array<f64>;
@group(0) @binding(3) var<storage, read_write> hi_lo: array<vec2<f32>>;

@compute @workgroup_size(POSITION_THREADS)
fn f64_to_hi_lo(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
) {
    let at = (group.y * WORKGROUPS_PER_ROW + group.x) * POSITION_THREADS + t;
    if at < 3u * params.vertices {
        // What is too large for f32 becomes as large as that gets.
        let x = clamp(input[at], -F32_LIMIT, F32_LIMIT);
        let hi = f32(x);
        let lo = f32(x - f64(hi));
        hi_lo[at] = vec2<f32>(hi, lo);
    }
}
