// Whether the positions that the caller gives are finite: by their bits, because kernels may take for
// granted that numbers are.

@group(0) @binding(2) var<storage, read> given: array<u32>;

@compute @workgroup_size(256)
fn finite_positions(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
) {
    let at = (group.y * ROW + group.x) * 256u + t;
    if at < 3u * params.vertices {
        let vertex = at / 3u;
        let bits = given[(vertex * params.stride + at % 3u) * WORDS + WORDS - 1u];
        if (bits & EXPONENT) == EXPONENT {
            atomicMax(&counters[BAD_VERTEX], vertex + 1u);
        }
    }
}
