// Positions of 32 bits, given by the caller, as the stages take them.

@group(0) @binding(2) var<storage, read> given: array<f32>;
@group(0) @binding(3) var<storage, read_write> taken: array<Taken>;

@compute @workgroup_size(256)
fn positions_of_shorts(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) t: u32,
) {
    let at = (group.y * ROW + group.x) * 256u + t;
    if at < 3u * params.vertices {
        let vertex = at / 3u;
        taken[at] = taken_of(given[vertex * params.stride + at % 3u]);
    }
}
