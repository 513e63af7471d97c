// Whether the caller's positions are finite: by their bits, because kernels may assume that numbers
// are.
// needs: constants, params.wgsl, counters.wgsl, bits_f32.wgsl|bits_f64.wgsl

@group(0) @binding(2) var<storage, read> input: array<u32>;

@compute @workgroup_size(POSITION_THREADS)
fn check_finite(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
) {
    let at = (group.y * WORKGROUPS_PER_ROW + group.x) * POSITION_THREADS + t;
    if at < 3u * params.vertices {
        let vertex = at / 3u;
        let coordinate = vertex * params.position_stride + at % 3u;
        let bits = input[coordinate * COORDINATE_WORDS + COORDINATE_WORDS - 1u];
        if (bits & EXPONENT_MASK) == EXPONENT_MASK {
            atomicMax(&counters[COUNT_BAD_VERTEX], vertex + 1u);
        }
    }
}
